// Hints one at a time: for each step of the reasoning, the clues, what they show, the step.

import { by, fine, h, number, say, t, workButton } from "../shared/core.js";
import { tiles } from "../shared/pieces.js";

/** @typedef {import("../shared/reasoning.js").Step} Step */
/**
 * The hints of a puzzle: its steps; which step comes next (`step`), and which of its hints (`level`); the element of
 * the step, the button for more, the letters known in the end, and what stands at the end.
 * @typedef {{steps: Step[], step: number, level: number, more: HTMLElement, grid: string, box?: HTMLElement, ended?:
 *   HTMLElement}} Hints
 */

/**
 * Return the hints of a puzzle, none given yet, with a button that asks for more in a place.
 * @param {HTMLElement} place
 * @param {Step[]} steps
 * @param {string} grid the letters known in the end
 * @param {() => unknown} ask what the button does
 * @returns {Hints}
 */
export function beginHints(place, steps, grid, ask) {
  const more = h("p", { class: "actions" }, workButton(null, t("next_hint"), ask));
  place.replaceChildren(more);
  return { steps, step: 0, level: 0, more, grid };
}

/** Show the next hint, and return the clues that it is about; none once there are no more. @param {Hints} hints */
export function showHint(hints) {
  const step = hints.steps[hints.step];
  if (!step) {
    showEnd(hints);
    return null;
  }
  let { box } = hints;
  if (hints.level === 0 || !box) {
    box = h("div", { class: "nudge" }, h("h2", {}, t("hint_title", { number: number(hints.step + 1) })));
    hints.box = box;
    hints.more.before(box);
  }
  const hint = h("p", {}, fine(step.hints[hints.level]));
  box.append(hint);
  say(hint.textContent);
  hints.level += 1;
  const isTold = hints.level === step.hints.length; // all of the step
  if (isTold) {
    const before = hints.step ? hints.steps[hints.step - 1].grid : "?".repeat(step.grid.length);
    if (!step.clash && step.grid !== before) box.append(tiles(step.grid, { size: "small", before }));
    hints.step += 1;
    hints.level = 0;
  }
  by("solve-hint").textContent = t("next_hint");
  box.scrollIntoView({ block: "nearest" });
  hints.more.scrollIntoView({ block: "nearest" });
  return step.clues;
}

/** Say once that there are no more hints. @param {Hints} hints */
function showEnd(hints) {
  if (!hints.ended) {
    hints.ended = h("p", { class: "nudge", tabindex: -1 }, [
      hints.grid ? t("hint_all", { grid: hints.grid }) : t("hint_none"),
    ]);
    const focused = hints.more.contains(document.activeElement);
    hints.more.replaceWith(hints.ended);
    if (focused) hints.ended.focus();
  }
  hints.ended.scrollIntoView({ block: "nearest" });
  say(hints.ended.textContent);
}
