// Many puzzles, composed in pieces of ten: from easy to hard, or of the words of the reader's own; shown as a sheet.

import { ask, first, h, message, number, say, t, tn } from "../shared/core.js";
import { LEVELS } from "../shared/early.js";
import { drawSheet, makePaper } from "../shared/paper.js";
import { anySeed, asPrinted, isNone } from "../puzzle/puzzle.js";

/** @typedef {import("../puzzle/puzzle.js").Puzzle} Puzzle */
/** @typedef {import("../shared/paper.js").Solutions} Solutions */
/**
 * What all puzzles are to be like: `own` are the reader's words, which are used as `use` says.
 * @typedef {{words: string, length: number, clues: number, minimal: boolean, level?: number, own: string[],
 *   use: "answers" | "clues"}} Wanted
 */
/** Puzzles that are asked for together. @typedef {{count: number, level?: number, solution?: string}} Piece */

/** Puzzles that the service composes at a time. */
const AT_ONCE = 10;
/** Seeds that are tried for one puzzle of a level before one of any level is taken. */
const MAX_TRIES = 3;

/**
 * Return what is asked for, piece by piece: each of one level, or for one word of the reader's own.
 * @param {Wanted} wanted @param {number} count @returns {Piece[]}
 */
function cutIntoPieces({ level, own, use }, count) {
  if (own.length && use === "answers") {
    return Array.from({ length: count }, (_, index) => ({ count: 1, level, solution: own[index % own.length] }));
  }
  /** @type {Piece[]} */
  const pieces = [];
  for (let index = 0; index < count; index++) {
    const wished = level ?? 1 + Math.floor((index * LEVELS) / count); // of 10 puzzles, two of each level
    const last = pieces.at(-1);
    if (last && last.level === wished && last.count < AT_ONCE) last.count++;
    else pieces.push({ count: 1, level: wished });
  }
  return pieces;
}

/**
 * Return the puzzles of a piece; fewer where some cannot be composed. A puzzle alone has `MAX_TRIES` seeds; then one of
 * any level does, unless the reader chose the level.
 * @param {Wanted} wanted @param {Piece} piece @returns {Promise<Puzzle[]>}
 */
async function composePiece(wanted, piece) {
  const { words, length, clues, minimal, own, use } = wanted;
  const { count, level, solution } = piece;
  const asked = {
    words, clues, minimal, count,
    ...(solution ? { solution } : { length }),
    ...(use === "clues" && own.length ? { with: own } : {}),
  };
  for (let tried = 0; tried <= MAX_TRIES; tried++) {
    const keepsLevel = tried < MAX_TRIES || wanted.level;
    const levelled = level && keepsLevel ? { level } : {};
    try {
      return (await ask("/api/puzzles", { ...asked, ...levelled, seed: anySeed() })).puzzles;
    } catch (problem) {
      if (!isNone(problem)) throw problem;
      if (count > 1) return composeOneByOne(wanted, piece);
    }
  }
  return [];
}

/** @type {(wanted: Wanted, piece: Piece) => Promise<Puzzle[]>} */
async function composeOneByOne(wanted, piece) {
  const found = [];
  for (let index = 0; index < piece.count; index++) {
    found.push(...(await composePiece(wanted, { ...piece, count: 1 })));
  }
  return found;
}

/**
 * Return so many puzzles, from easy to hard where no level was chosen; each word to find comes once, but for those of
 * the reader's own. Null where something else has been asked for meanwhile.
 * @param {Wanted} wanted @param {number} count
 * @param {(done: number) => unknown} progress @param {() => boolean} current
 */
async function composeMany(wanted, count, progress, current) {
  /** @type {Map<string, Puzzle>} By what may come once: what comes again is asked for again, a few times. */
  const found = new Map();
  const findsOwnWords = wanted.own.length && wanted.use === "answers";
  const key = (/** @type {Puzzle} */ { solution, clues }) =>
    findsOwnWords ? JSON.stringify([solution, clues]) : solution;
  for (const piece of cutIntoPieces(wanted, count)) {
    let missing = piece.count;
    for (let tried = 0; missing && tried < MAX_TRIES; tried++) {
      const before = found.size;
      for (const puzzle of await composePiece(wanted, { ...piece, count: missing })) found.set(key(puzzle), puzzle);
      if (!current()) return null;
      missing -= found.size - before;
      progress(found.size);
    }
  }
  return [...found.values()].sort((one, other) => one.grade.level - other.grade.level);
}

/**
 * Compose a sheet of puzzles in a place, as long as `current` says that it is still wanted.
 * @param {HTMLElement} place @param {number} count @param {Wanted} wanted @param {() => boolean} current
 */
export async function composeSheet(place, count, wanted, current) {
  const line = h("span", {}, t("sheet_composing", { number: number(0), count: number(count) }));
  const bar = h("progress", { max: 2 * count, value: 0, "aria-hidden": "true" });
  place.replaceChildren(h("p", { class: "kicker", role: "status" }, line, " ", bar));
  const progress = (/** @type {string} */ name, /** @type {number} */ done, /** @type {number} */ of) => {
    line.textContent = t(name, { number: number(done), count: number(of) });
    bar.value = done + (name === "sheet_drawing" ? count : 0);
  };
  const puzzles = await composeMany(wanted, count, (done) => progress("sheet_composing", done, count), current);
  if (!puzzles) return;
  if (!puzzles.length) return place.replaceChildren(message(t("not_composed")));
  const size = puzzles.length;
  const sheet = await drawSheet(puzzles.map(asPrinted), wanted.words, (done) => progress("sheet_drawing", done, size));
  if (!current()) return;
  const figures = { number: number(size), count: number(count) };
  const fewer = size < count ? h("p", { class: "small" }, t("sheet_fewer", figures)) : null;
  place.replaceChildren(...showSheet(sheet, size, fewer));
  first(place, ".print-sheet").focus({ preventScroll: true });
  place.scrollIntoView({ block: "start" });
  say(tn("sheet_ready", size));
}

/**
 * Return what shows a sheet and says how it is printed.
 * @param {import("../shared/paper.js").Sheet} sheet @param {number} size @param {HTMLElement | null} remark
 */
function showSheet(sheet, size, remark) {
  const { element, show } = makePaper(sheet);
  const large = h("input", { type: "checkbox", class: "large-print" });
  const endings = ["steps", "words", "none"].map((name) => {
    const input = h("input", { type: "radio", name: "sheet-solutions", value: name, checked: name === "steps" });
    return { input, label: h("label", { class: "pill" }, input, h("span", {}, t(`sheet_${name}`))) };
  });
  const solutions = () =>
    /** @type {Solutions} */ (endings.find(({ input }) => input.checked)?.input.value ?? "steps");
  const showAgain = () => show({ large: large.checked, solutions: solutions() });
  for (const input of [large, ...endings.map((one) => one.input)]) input.addEventListener("change", showAgain);
  const pills = h("div", { class: "pills" }, endings.map(({ label }) => label));
  return [
    h("h2", {}, tn("sheet_title", size)),
    ...(remark ? [remark] : []),
    h("fieldset", { class: "choice" }, h("legend", {}, t("sheet_solutions")), pills),
    h("p", { class: "check" }, h("label", {}, large, h("span", {}, t("large_print")))),
    h("p", { class: "actions" }, h("button", { class: "primary print-sheet", onclick: () => print() }, t("print"))),
    h("div", { class: "paper-frame", role: "region", tabindex: 0, "aria-label": t("sheet_preview") }, element),
  ];
}
