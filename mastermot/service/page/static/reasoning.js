// The reasoning as a picture: the board of the clues, walked step by step.

import { fine, h, number, say, t } from "./core.js";
import { makeBoard } from "./board.js";
import { techniqueLink, tiles } from "./pieces.js";

/**
 * A step; `kind` is its technique, where the service named it.
 * @typedef {{text: string, grid: string, clash: unknown, clues: number[], hints: string[], columns: string[],
 *   kind?: string}} Step
 */

/**
 * Return the reasoning: one step at a time on the screen, all of them on paper or on request. `end` makes what is shown
 * at the last step only; `at` is the step to begin with.
 * @param {import("./board.js").Clue[]} clues
 * @param {Step[]} steps
 * @param {() => HTMLElement | null} [end]
 * @param {number} [at]
 */
export function walkReasoning(clues, steps, end = () => null, at = 0) {
  const board = makeBoard(clues);
  const sentence = h("p", { class: "sentence" });
  const technique = h("p", { class: "by-technique" });
  const count = h("span", { class: "count" });
  const grid = h("p", { class: "grid-now" });
  const last = h("div", {});
  /** @type {(by: number) => void} */
  const go = (by) => {
    const next = Math.min(Math.max(at + by, 0), steps.length - 1);
    if (next === at) return;
    at = next;
    draw();
    say(`${count.textContent}. ${sentence.textContent}`);
  };
  const back = h("button", { onclick: () => go(-1) }, `← ${t("step_back")}`);
  const on = h("button", { class: "primary", onclick: () => go(1) }, `${t("step_on")} →`);
  const draw = () => {
    const step = steps[at];
    const before = steps[at - 1];
    board.paint({
      lit: (clue) => step.clues.includes(clue + 1),
      mark: (place, letter) => markAfter(step, before, place, letter),
    });
    count.textContent = t("step_of", { number: number(at + 1), count: number(steps.length) });
    sentence.textContent = fine(step.text);
    technique.replaceChildren(techniqueLink(step.kind) ?? "");
    grid.replaceChildren(tiles(step.grid, { size: "small", before: before?.grid ?? "?".repeat(step.grid.length) }));
    grid.hidden = Boolean(step.clash);
    back.setAttribute("aria-disabled", String(at === 0));
    on.setAttribute("aria-disabled", String(at === steps.length - 1));
    last.replaceChildren(...(at === steps.length - 1 ? [end()].filter((one) => one !== null) : []));
  };
  const list = listSteps(steps);
  const walk = h(
    "div",
    { class: "walk", tabindex: 0, role: "group", "aria-label": t("reasoning"), "aria-describedby": "walk-how" },
    board.element,
    h("p", { class: "actions walk-by" }, back, count, on),
    technique,
    sentence,
    grid,
    last,
  );
  walk.addEventListener("keydown", (event) => {
    const by = { ArrowLeft: -1, ArrowRight: 1, Home: -steps.length, End: steps.length }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    go(by);
  });
  draw();
  return h("div", { class: "reasoning" }, [
    h("h2", {}, t("reasoning")),
    h("p", { class: "how", id: "walk-how" }, t("walk_how")),
    walk,
    h("p", { class: "actions minor" }, [
      h("button", {
        class: "quiet all-steps",
        "aria-expanded": "false",
        onclick: (event) => {
          const open = list.classList.toggle("open");
          /** @type {HTMLElement} */ (event.currentTarget).setAttribute("aria-expanded", String(open));
        },
      }, t("all_steps")),
    ]),
    list,
  ]);
}

/**
 * Return the mark of a letter once a step is made: ruled out by it, or before it, or certain.
 * @param {Step} step
 * @param {Step | undefined} before
 * @param {number} place
 * @param {string} letter
 * @returns {import("./board.js").Mark}
 */
function markAfter(step, before, place, letter) {
  if (!step.columns[place].includes(letter)) return !before || before.columns[place].includes(letter) ? "fresh" : "out";
  return step.columns[place].length === 1 ? "sure" : "";
}

/**
 * Return every step as a list, with the letters known after each.
 * @param {Step[]} steps
 */
function listSteps(steps) {
  let before = "?".repeat(steps[0].grid.length);
  const items = steps.map(({ text, grid, clash }) => {
    const item = h("li", {}, [
      h("p", {}, fine(text)),
      clash || grid === before ? null : tiles(grid, { size: "small", before }),
    ]);
    before = grid;
    return item;
  });
  return h("ol", { class: "steps" }, items);
}
