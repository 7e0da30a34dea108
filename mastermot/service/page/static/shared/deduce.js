// Reasoning without the service: what a clue alone shows, else what no word that agrees with every clue has.

import { number, t } from "./core.js";

/** A clue: its word folded, and as it is written. @typedef {{word: string, written?: string, marks: number}} Clue */
/** @typedef {import("api").Letter} Letter */
/** @typedef {import("./reasoning.js").Step} Step */
/**
 * What a step shows: the clues that it rests on, the letters that go, its hints from slight to plain.
 * @typedef {{clues: number[], removed: Letter[], hints: string[]}} Finding
 */

/**
 * Return the steps that lead from the letters left in each column to the words that fit, from easy to hard; none where
 * no word fits.
 * @param {Clue[]} clues of folded words
 * @param {string[]} words all that agree with every clue
 * @param {string[]} start the letters left in each column
 * @returns {Step[]}
 */
export function deduce(clues, words, start) {
  if (!words.length) return [];
  let columns = [...start];
  const steps = [];
  for (;;) {
    const found = fromOneClue(clues, columns) ?? fromAllClues(clues, words, columns);
    if (!found) return steps;
    const before = columns;
    columns = columns.map((letters, at) =>
      [...letters]
        .filter((letter) => !found.removed.some((one) => one.position === at + 1 && one.letter === letter))
        .join(""),
    );
    const placed = columns.flatMap((letters, at) =>
      letters.length === 1 && before[at].length > 1 ? [{ position: at + 1, letter: letters }] : [],
    );
    steps.push({
      ...found,
      placed,
      columns,
      text: found.hints[found.hints.length - 1],
      grid: columns.map((letters) => (letters.length === 1 ? letters : "?")).join(""),
    });
  }
}

/** Return the letters that the clues show in each column. @param {Clue[]} clues */
export const shownColumns = (clues) =>
  [...clues[0].word].map((_, at) => [...new Set(clues.map(({ word }) => word[at]))].sort().join(""));

/**
 * Return what the first clue shows that has all its marks (its open letters go), or that needs all the letters it can
 * still have (the other letters of their columns go). A letter is open while its column has others too.
 * @param {Clue[]} clues @param {string[]} columns @returns {Finding | null}
 */
function fromOneClue(clues, columns) {
  for (const [index, { word, written = word.toLowerCase(), marks }] of clues.entries()) {
    const places = [...word].map((letter, at) => ({ position: at + 1, letter }));
    const certain = places.filter(({ position, letter }) => columns[position - 1] === letter);
    const open = places.filter(
      ({ position, letter }) => columns[position - 1].length > 1 && columns[position - 1].includes(letter),
    );
    const need = marks - certain.length;
    const isFull = need === 0;
    const needsAll = need === open.length;
    if (!open.length || !(isFull || needsAll)) continue;
    const removed = isFull ? open : open.flatMap((letter) => othersInColumn(letter, columns));
    const clue = { clue: `${written} ${number(marks)}` };
    const letters = listed(open.map(nameLetter));
    const whyFull = marks ? t("has_its_marks", { ...clue, letters }) : t("has_none", clue);
    const why = isFull ? whyFull : t("only_these", { ...clue, letters });
    const needs = t("clue_needs", { ...clue, need: number(need), open: number(open.length) });
    const shown = marks ? needs : t("none_in_place", { word: written });
    return { clues: [index + 1], removed, hints: [t("look_at", clue), shown, why] };
  }
  return null;
}

/** @type {(kept: Letter, columns: string[]) => Letter[]} The other letters that are left in the column of one. */
const othersInColumn = ({ position, letter }, columns) =>
  [...columns[position - 1]].filter((other) => other !== letter).map((other) => ({ position, letter: other }));

/**
 * Return the letters of one column that no word has which agrees with every clue; of several columns, that where most
 * go.
 * @param {Clue[]} clues @param {string[]} words @param {string[]} columns @returns {Finding | null}
 */
function fromAllClues(clues, words, columns) {
  const useless = columns.map((letters, at) =>
    [...letters].filter((letter) => !words.some((word) => word[at] === letter)),
  );
  const most = Math.max(...useless.map(({ length }) => length));
  if (!most) return null;
  const at = useless.findIndex(({ length }) => length === most);
  const removed = useless[at].map((letter) => ({ position: at + 1, letter }));
  const place = { position: number(at + 1) };
  const tried = t("tried_all", { ...place, letters: listed(useless[at]) });
  return {
    clues: clues.map((_, index) => index + 1),
    removed,
    hints: [t("look_at_position", place), t("try_each", place), tried],
  };
}

/** @param {Letter} letter */
const nameLetter = ({ position, letter }) => t("letter_at", { letter, position: number(position) });

/** @param {string[]} items */
const listed = (items) => new Intl.ListFormat(t("locale")).format(items);
