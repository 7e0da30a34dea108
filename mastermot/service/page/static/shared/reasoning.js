// The reasoning as a picture: the board of the clues, walked step by step.

import { all, fine, h, hashOf, number, say, screen, send, t } from "./core.js";
import { makeBoard } from "./board.js";
import { fold } from "./letters.js";
import { ownMark } from "./marks.js";
import { techniqueLink, tiles } from "./pieces.js";
import { otherKey, played } from "./store.js";
import { packed } from "./words.js";

/** @typedef {import("api").StepResult} StepResult */
/**
 * A step of the service, or one that the page made.
 * @typedef {Partial<StepResult> & Pick<StepResult, "text" | "hints" | "clues" | "grid" | "columns" | "placed" |
 *   "removed">} Step
 */

/** @type {WeakMap<HTMLElement, (by: number) => void>} How each reasoning on the page moves on. */
const walks = new WeakMap();

/**
 * Return the reasoning: one step at a time on the screen, all of them on paper or on request. `words` is the
 * dictionary, `step` the step to begin with (from 1), `end` makes what is shown at the last step only, `moved` takes
 * each step that is gone to, `state` has the reader's own marks: those on the board of these clues, if not others.
 * @param {import("./board.js").Clue[]} clues
 * @param {Step[]} steps
 * @param {{words: string, step?: number, end?: () => HTMLElement | null, moved?: (step: number) => void,
 *   state?: import("./store.js").Played}} options
 */
export function walkReasoning(clues, steps, { words, step: begun = 1, end = () => null, moved, state }) {
  const own = state ?? played(otherKey(`${words} ${packed(clues)}`));
  const marked = Boolean(own.out.length + own.sure.length);
  let at = Math.min(Math.max(begun, 1), steps.length) - 1;
  const board = makeBoard(clues);
  const compared = h("p", { class: "small compared" });
  const link = () => hashOf("solve", { p: packed(clues), w: words, step: at + 1 });
  const inSolve = screen.view === "solve" ? null : h("a", {}, t("to_solve"));
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
    moved?.(at + 1);
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
      own: (place, letter) => ownMark(own, `${place + 1}${letter}`),
    });
    compared.textContent = marked ? compareMarks(own, clues, step, before) : "";
    inSolve?.setAttribute("href", link());
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
    compared,
    grid,
    last,
  );
  walks.set(walk, go);
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
      h("button", {
        class: "quiet",
        onclick: ({ currentTarget }) =>
          send({ url: new URL(link(), location.href).href }, /** @type {HTMLElement} */ (currentTarget)),
      }, t("share_step")),
      inSolve,
    ]),
    list,
  ]);
}

/**
 * Take the arrows wherever on the page they mean nothing else; Home and End on the board of the reasoning alone.
 * @param {KeyboardEvent} event
 */
function walkByKeys(event) {
  const target = /** @type {Element} */ (event.target);
  const inside = /** @type {HTMLElement | null} */ (target.closest(".walk"));
  const far = inside ? Infinity : 0;
  const by = { ArrowLeft: -1, ArrowRight: 1, Home: -far, End: far }[event.key];
  const other = event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey;
  if (!by || other || target.closest("input, select, textarea, dialog")) return;
  const go = walks.get(inside ?? all(document, ".walk").find((walk) => walk.checkVisibility()) ?? document.body);
  if (go) event.preventDefault();
  go?.(by);
}

/**
 * Return how the reader's own marks stand to the letters that a step rules out.
 * @param {import("./store.js").Played} own @param {import("./board.js").Clue[]} clues @param {Step} step
 * @param {Step | undefined} before
 */
function compareMarks(own, clues, step, before) {
  const keys = clues.flatMap(({ word }) =>
    [...fold(word)].map((letter, place) =>
      markAfter(step, before, place, letter) === "fresh" ? `${place + 1}${letter}` : "",
    ),
  );
  const fresh = [...new Set(keys)].filter(Boolean);
  const count = (/** @type {string} */ mark) => fresh.filter((key) => ownMark(own, key) === mark).length;
  const said = [fresh.length ? t("own_out", { mine: number(count("out")), count: number(fresh.length) }) : ""];
  if (count("sure")) said.push(t("own_sure", { count: number(count("sure")) }));
  return said.join(" ");
}

/**
 * Return the mark of a letter once a step is made: ruled out by it, or before it, or certain.
 * @param {Step} step @param {Step | undefined} before @param {number} place @param {string} letter
 * @returns {import("./board.js").Mark}
 */
function markAfter(step, before, place, letter) {
  if (!step.columns[place].includes(letter)) return !before || before.columns[place].includes(letter) ? "fresh" : "out";
  return step.columns[place].length === 1 ? "sure" : "";
}

/** Return every step as a list, with the letters known after each. @param {Step[]} steps */
function listSteps(steps) {
  let before = "?".repeat(steps[0].grid.length);
  const items = steps.map(({ text, grid, clash, kind }) => {
    const item = h("li", {}, [
      h("p", {}, fine(text)),
      techniqueLink(kind),
      clash || grid === before ? null : tiles(grid, { size: "small", before }),
    ]);
    before = grid;
    return item;
  });
  return h("ol", { class: "steps" }, items);
}

document.addEventListener("keydown", walkByKeys);
