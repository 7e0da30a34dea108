// The clues as a board: their letters stand in columns, and each clue counts what it still needs.

import { first, h, number, t } from "./core.js";
import { fold } from "./letters.js";
import { handOn, walkByArrows } from "./pieces.js";

/** @typedef {import("api").ClueResult} Clue */
/**
 * What a letter of a column is: still open, ruled out, ruled out just now, certain.
 * @typedef {"" | "out" | "fresh" | "sure"} Mark
 */
/**
 * How the board looks: the mark of each letter of each column (places from 0), the reader's own mark beside it, whether
 * it is wrong, the clues to light, and those that an answer has just broken.
 * @typedef {{mark: (place: number, letter: string) => Mark, own?: (place: number, letter: string) => Mark, wrong?:
 *   (place: number, letter: string) => boolean, lit?: (clue: number) => boolean, broken?: (clue: number) => boolean}}
 *   Look
 */
/** @typedef {{element: HTMLElement, paint: (look: Look) => void, typed: (event: KeyboardEvent) => void}} Board */

/** @type {Map<string, Mark>} What a key does to the letter that has the focus. */
const KEYS = new Map([["x", "out"], ["o", "sure"], ["Backspace", ""], ["Delete", ""]]);
/** The arrows that lead into the board; the others scroll the page. */
const ENTERING = new Set(["ArrowLeft", "ArrowRight"]);

/**
 * Return a board of clues. With `tap`, its letters are buttons: `tap` takes the place and the letter, and what a key
 * makes of it; nothing where the next mark in turn is wanted. Its digits are buttons too: each lights the letters of
 * its clue, in all the clues that have them.
 * @param {Clue[]} clues
 * @param {((place: number, letter: string, mark?: Mark) => void) | null} [tap]
 * @returns {Board}
 */
export function makeBoard(clues, tap = null) {
  const words = clues.map(({ word }) => fold(word));
  const cells = words.map((word) => [...word].map((letter, place) => makeCell(letter, place, tap)));
  const counts = clues.map(() => h("span", { class: "need" }));
  const discs = clues.map((clue, index) => makeDisc(clue, tap ? () => light(index, words, cells, discs) : null));
  const rows = clues.map(({ word, marks }, index) =>
    h("li", {}, [
      h("span", { class: "cells", role: "group", "aria-label": `${word} ${number(marks)}` }, [
        tap ? null : h("span", { class: "said" }, word),
        cells[index],
      ]),
      discs[index],
      counts[index],
    ]),
  );
  const list = h("ol", { class: `board-clues${tap ? " tapped" : ""}` }, rows);
  list.style.setProperty("--n", String(words[0].length));
  list.style.setProperty("--rows", String(words.length));
  if (tap) walkByArrows(list, cells.flat());
  if (tap) walkByArrows(list, discs);
  const legend = h("p", { class: "need-legend", hidden: true }, t("needs_legend"));
  /** @param {Look} look */
  const paint = (look) => {
    for (const [index, word] of words.entries()) {
      rows[index].classList.toggle("lit", Boolean(look.lit?.(index)));
      for (const [place, letter] of [...word].entries()) paintCell(cells[index][place], letter, place, look);
      const marks = [...word].map((letter, place) => look.mark(place, letter));
      if (look.broken?.(index)) showNeed(counts[index], "✗", t("clue_wrong"));
      else countNeeds(counts[index], clues[index].marks, marks);
    }
    // the legend is about numbers of letters: it is shown beside any
    legend.hidden = !counts.some((count) => /\d/.test(first(count, "[aria-hidden]").textContent ?? ""));
  };
  /** @param {KeyboardEvent} event a key that no field has: it is for the letter where Tab enters the board */
  const typed = (event) => {
    const cell = cells.flat().find(({ tabIndex }) => tabIndex === 0);
    if (!cell) return;
    if (KEYS.has(event.key)) handOn(cell, event);
    else if (ENTERING.has(event.key)) cell.focus();
  };
  return { element: h("div", { class: "board-frame" }, list, legend), paint, typed };
}

/**
 * Return the digit of a clue, as a button if it does something.
 * @param {Clue} clue @param {(() => void) | null} onclick
 */
function makeDisc({ word, marks }, onclick) {
  if (!onclick) return h("span", { class: "disc" }, number(marks));
  const label = t("light_clue", { clue: `${word} ${number(marks)}` });
  return h("button", { class: "disc", "aria-pressed": "false", "aria-label": label, onclick }, number(marks));
}

/**
 * @type {(letter: string, place: number, tap: ((place: number, letter: string, mark?: Mark) => void) | null) =>
 * HTMLElement}
 */
function makeCell(letter, place, tap) {
  if (!tap) return h("span", { class: "cell", "aria-hidden": "true" }, letter);
  const button = h("button", { class: "cell", tabindex: -1, onclick: () => tap(place, letter) }, letter);
  button.addEventListener("keydown", (event) => {
    const mark = KEYS.get(event.key);
    if (mark === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    tap(place, letter, mark);
  });
  return button;
}

/**
 * Light the letters of a clue, in all clues that have them in the same column; if it was lit, they go dark.
 * @param {number} clue its index @param {string[]} words @param {HTMLElement[][]} cells @param {HTMLElement[]} discs
 */
function light(clue, words, cells, discs) {
  const on = discs[clue].getAttribute("aria-pressed") !== "true";
  for (const [index, disc] of discs.entries()) disc.setAttribute("aria-pressed", String(on && index === clue));
  for (const [index, word] of words.entries()) {
    for (const [place, letter] of [...word].entries()) {
      cells[index][place].classList.toggle("kin", on && words[clue][place] === letter);
    }
  }
}

/** @type {(cell: HTMLElement, letter: string, place: number, look: Look) => void} */
function paintCell(cell, letter, place, look) {
  const mark = look.mark(place, letter);
  const wrong = Boolean(look.wrong?.(place, letter));
  cell.dataset.state = mark;
  cell.dataset.own = look.own?.(place, letter) ?? "";
  cell.classList.toggle("wrong", wrong);
  if (cell.tagName !== "BUTTON") return;
  const state = t(`cell_${wrong ? "wrong" : mark === "fresh" ? "out" : mark || "open"}`);
  cell.setAttribute("aria-label", t("mark_letter", { letter, position: place + 1, mark: state }));
}

/**
 * Say what a clue still needs: so many of so many letters, done, or more than it can have. One with 2 marks, where one
 * letter is certain and three are open, needs 1 of 3. While all letters are open, its digit says enough.
 * @param {HTMLElement} place @param {number} marks @param {Mark[]} letters
 */
function countNeeds(place, marks, letters) {
  const need = marks - letters.filter((mark) => mark === "sure").length;
  const open = letters.filter((mark) => mark === "").length;
  const broken = need < 0 || need > open;
  const done = !broken && need === 0 && open === 0;
  const figures = { need: number(need), open: number(open) };
  if (broken) return showNeed(place, "✗", t("clue_wrong"));
  if (done) return showNeed(place, "✓", t("clue_right"));
  const count = open < letters.length ? t("needs_short", figures) : "";
  showNeed(place, count, need ? t("needs", figures) : t("needs_none"));
}

/** @type {(place: HTMLElement, sign: string, said: string) => void} */
function showNeed(place, sign, said) {
  place.classList.toggle("broken", sign === "✗");
  place.title = said;
  place.replaceChildren(h("span", { "aria-hidden": "true" }, sign), h("span", { class: "said" }, said));
}
