// What may be mistyped in a puzzle: repairs as buttons, words that the dictionary lacks with near ones.

import { fine, h, number, t } from "./core.js";

const MOST_REPAIRS = 6;
const MOST_NEAR = 4;

/** @typedef {{word: string, marks: number}} Clue */
/** @typedef {{line: number, was: Clue, now: Clue, solutions: string[]}} Repair */
/** @typedef {{line: number, word: string, suggestions: string[]}} Unknown */

/**
 * Return the repairs of a puzzle as buttons, the best first; null when there are none.
 * @param {Repair[]} repairs
 * @param {number} known how many of the first leave dictionary words
 * @param {(line: number, clue: Clue) => unknown} take
 */
export function offerRepairs(repairs, known, take) {
  if (!repairs.length) return null;
  const buttons = repairs.slice(0, Math.min(known || MOST_REPAIRS, MOST_REPAIRS)).map(({ line, was, now }) =>
    h("li", {}, h("button", { type: "button", class: "repair", onclick: () => take(line, now) }, fine(t("repair", { clue: `${now.word} ${number(now.marks)}` }))),
      " ", h("span", { class: "small" }, t("repair_was", { line: number(line), clue: `${was.word} ${number(was.marks)}` }))));
  return h("div", { class: "repairs" }, h("p", {}, t("repairs")), h("ul", {}, buttons));
}

/**
 * Return what is said below a word that the dictionary lacks: near words as buttons.
 * @param {Unknown} unknown
 * @param {(word: string) => unknown} take
 */
export function offerNear({ suggestions }, take) {
  const near = suggestions.slice(0, MOST_NEAR).map((word) => h("button", { type: "button", class: "quiet", onclick: () => take(word) }, word));
  return h("span", { class: "near" }, t(near.length ? "word_unknown_near" : "word_unknown"), " ", near);
}
