// Puzzles as they are printed: what a sheet and a booklet share.

import { h, number } from "./core.js";
import { tiles } from "./pieces.js";

/** @typedef {import("api").ComposedPuzzle} Puzzle */

/** Return the clues of a puzzle as they are printed. @param {Puzzle} puzzle */
export function listClues(puzzle) {
  const items = puzzle.clues.map(({ word, marks }) =>
    h("li", {}, tiles(word.toUpperCase(), { size: "small" }), h("span", { class: "disc" }, number(marks))),
  );
  const list = h("ol", { class: "clue-list" }, items);
  list.style.setProperty("--n", String(puzzle.solution.length));
  return list;
}
