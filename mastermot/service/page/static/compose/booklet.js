// A booklet: puzzles from easy to hard, to be printed, their solutions and the key steps of the reasoning at the end.

import { ask, fine, h, message, number, say, t } from "../shared/core.js";
import { LEVELS } from "../shared/early.js";
import { levelText, tiles } from "../shared/pieces.js";
import { anySeed, isNone, listClues, spelledClues } from "../puzzle/puzzle.js";

/** @typedef {import("../puzzle/puzzle.js").Puzzle} Puzzle */
/** @typedef {import("../shared/reasoning.js").Step} Step */
/** @typedef {{puzzle: Puzzle, steps: Step[]}} Entry */
/** @typedef {{words: string, length: number, clues: number, minimal: boolean, level: number | null}} Wanted */

/** Seeds that are tried for a puzzle of a level before one of any level is taken. */
const MAX_TRIES = 3;
/** Puzzles on a page of paper. */
const PER_PAGE = 4;

/**
 * Compose a booklet in a place, as long as `current` says that it is still wanted.
 * @param {HTMLElement} place
 * @param {number} count
 * @param {Wanted} wanted
 * @param {() => boolean} current
 */
export async function makeBooklet(place, count, wanted, current) {
  const progress = h("p", { class: "kicker", role: "status" });
  place.replaceChildren(progress);
  /** @type {Entry[]} */
  const entries = [];
  for (let index = 0; index < count; index++) {
    progress.textContent = t("booklet_progress", { number: number(index + 1), count: number(count) });
    const level = wanted.level ?? 1 + Math.floor((index * LEVELS) / count);
    const entry = await makeEntry(wanted, level, entries);
    if (!current()) return;
    if (entry) entries.push(entry);
  }
  if (!entries.length) return place.replaceChildren(message(t("not_composed")));
  entries.sort((one, other) => one.puzzle.grade.level - other.puzzle.grade.level);
  place.replaceChildren(draw(entries));
  say(t("booklet_ready", { count: number(entries.length) }));
}

/**
 * Return a puzzle whose solution the booklet does not have yet, with its reasoning; null where none is found.
 * @param {Wanted} wanted @param {number} level @param {Entry[]} before @returns {Promise<Entry | null>}
 */
async function makeEntry({ words, length, clues, minimal, level: only }, level, before) {
  for (let tried = 0; tried <= MAX_TRIES; tried++) {
    const asked = { words, length, clues, minimal, ...(tried < MAX_TRIES || only ? { level } : {}) };
    try {
      const { puzzles } = await ask("/api/puzzles", { ...asked, seed: anySeed() });
      if (before.some(({ puzzle }) => puzzle.solution === puzzles[0].solution)) continue;
      const { steps } = await ask("/api/solve", { clues: spelledClues(puzzles[0]), words, explain: true });
      return { puzzle: puzzles[0], steps };
    } catch (problem) {
      if (!isNone(problem)) throw problem;
    }
  }
  return null;
}

/** @type {(label: string, change: () => unknown) => HTMLElement} A box that has the booklet printed otherwise. */
const choice = (label, change) =>
  h("p", { class: "check" }, h("label", {}, h("input", { type: "checkbox", onchange: change }), h("span", {}, label)));

/** @param {Entry[]} entries */
function draw(entries) {
  const sheets = entries.map(({ puzzle }, index) => drawPuzzle(puzzle, index + 1));
  const pages = Array.from({ length: Math.ceil(sheets.length / PER_PAGE) }, (_, page) => {
    const named = h("p", { class: "on-paper named" }, h("span", {}, t("name_line")), h("span", {}, t("date_line")));
    return h("div", { class: "page" }, named, sheets.slice(PER_PAGE * page, PER_PAGE * (page + 1)));
  });
  const answers = entries.map((entry, index) => drawAnswer(entry, index + 1));
  const button = h("button", { class: "primary", onclick: () => print() }, t("print"));
  const heading = h("h2", {});
  const solutions = h("section", { class: "booklet-answers" }, heading, answers);
  const reveal = h("button", { class: "quiet", "aria-expanded": "false" });
  reveal.addEventListener("click", () => {
    reveal.setAttribute("aria-expanded", String(solutions.classList.toggle("open")));
  });
  const booklet = h("div", { class: "booklet" });
  const name = () => {
    const bare = booklet.classList.contains("bare") || !entries.some(({ steps }) => steps.length);
    for (const one of [heading, reveal]) one.textContent = t(bare ? "booklet_words" : "booklet_answers");
  };
  name();
  const turn = (/** @type {string} */ look) => () => {
    booklet.classList.toggle(look);
    name();
  };
  booklet.append(
    h("h2", {}, t("booklet_title", { count: number(entries.length) })),
    h("p", { class: "small" }, t("puzzle_how")),
    choice(t("without_steps"), turn("bare")),
    choice(t("large_print"), turn("large")),
    h("p", { class: "actions" }, button, reveal),
    ...pages,
    solutions,
  );
  return booklet;
}

/** @param {Puzzle} puzzle @param {number} place */
function drawPuzzle(puzzle, place) {
  const boxes = tiles(" ".repeat(puzzle.solution.length), { size: "small" });
  const level = h("span", { class: "small" }, levelText(puzzle.grade.level));
  return h("article", { class: "sheet" }, [
    h("header", {}, h("h3", {}, t("puzzle_number", { number: number(place) })), level),
    listClues(puzzle),
    h("p", { class: "on-paper", "aria-hidden": "true" }, boxes),
  ]);
}

/**
 * Return a solution with the key steps: those that make letters certain, and the last one.
 * @param {Entry} entry @param {number} place
 */
function drawAnswer({ puzzle, steps }, place) {
  const key = steps.filter((step, index) => step.placed.length || index === steps.length - 1);
  const items = key.map((step) => {
    const technique = step.kind ? ` (${t(`technique_${step.kind}`)})` : "";
    return h("li", {}, `${fine(step.text)}${technique}`, " ", h("b", { class: "grid" }, step.grid));
  });
  const word = `${number(place)}. ${puzzle.solution} (${puzzle.spellings.join(", ")})`;
  return h("section", {}, h("h3", {}, word), h("ol", {}, items));
}
