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
  const { technique, sentence, compared, grid, last, count, back, on } = makeParts();
  const link = () => hashOf("solve", { p: packed(clues), w: words, step: at + 1 });
  const inSolve = screen.view === "solve" ? null : h("a", {}, t("to_solve"));
  /** @type {(by: number) => void} */
  const go = (by) => {
    const next = Math.min(Math.max(at + by, 0), steps.length - 1);
    if (next === at) return;
    at = next;
    draw();
    moved?.(at + 1);
    say(`${count.textContent}. ${sentence.textContent}`);
  };
  back.addEventListener("click", () => go(-1));
  on.addEventListener("click", () => go(1));
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
  const named = { role: "group", "aria-label": t("reasoning"), "aria-describedby": "walk-how" };
  const buttons = h("p", { class: "actions walk-by" }, back, count, on);
  const parts = [board.element, buttons, technique, sentence, compared, grid, last];
  const walk = h("div", { class: "walk", tabindex: 0, ...named }, parts);
  walks.set(walk, go);
  draw();
  const list = listSteps(steps);
  return h("div", { class: "reasoning" }, [
    h("h2", {}, t("reasoning")),
    h("p", { class: "how", id: "walk-how" }, t("walk_how")),
    walk,
    h("p", { class: "actions minor" }, unfolder(list), sender(link), inSolve),
    list,
  ]);
}

/** Return what shows a step beside the board, still empty, and the buttons to the steps before and after it. */
const makeParts = () => ({
  technique: h("p", { class: "by-technique" }),
  sentence: h("p", { class: "sentence" }),
  compared: h("p", { class: "small compared" }), // the reader's own marks, with what the step rules out
  grid: h("p", { class: "grid-now" }),
  last: h("div", {}), // what stands at the last step only
  count: h("span", { class: "count" }),
  back: h("button", {}, `← ${t("step_back")}`),
  on: h("button", { class: "primary" }, `${t("step_on")} →`),
});

/** Return the button that shows all the steps, or hides them again. @param {HTMLElement} list */
function unfolder(list) {
  const button = h("button", { class: "quiet all-steps", "aria-expanded": "false" }, t("all_steps"));
  button.addEventListener("click", () => {
    const open = list.classList.toggle("open");
    button.setAttribute("aria-expanded", String(open));
  });
  return button;
}

/** Return the button that sends the address of the step that is shown. @param {() => string} link */
function sender(link) {
  const button = h("button", { class: "quiet" }, t("share_step"));
  button.addEventListener("click", () => send({ url: new URL(link(), location.href).href }, button));
  return button;
}

/**
 * Take the arrows wherever on the page they mean nothing else; Home and End on the board of the reasoning alone.
 * @param {KeyboardEvent} event
 */
function walkByKeys(event) {
  const target = /** @type {Element} */ (event.target);
  const inside = /** @type {HTMLElement | null} */ (target.closest(".walk"));
  const toTheEnd = inside ? Infinity : 0; // elsewhere, Home and End scroll the page
  const by = { ArrowLeft: -1, ArrowRight: 1, Home: -toTheEnd, End: toTheEnd }[event.key];
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
  const column = step.columns[place];
  if (column.includes(letter)) return column.length === 1 ? "sure" : "";
  const wasThere = !before || before.columns[place].includes(letter);
  return wasThere ? "fresh" : "out";
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
