// A puzzle of no day, on the board of Today: a friend's challenge, a composed one, what was typed into Solve.

import {
  Problem, answered, ask, by, h, hashOf, keepAddress, latest, message, number, t, told, workButton,
} from "../shared/core.js";
import { ownWords } from "../shared/early.js";
import { playPuzzle } from "./master.js";
import { tiles } from "../shared/pieces.js";
import { isListed, solveHere, solved } from "../shared/solver.js";
import { otherKey } from "../shared/store.js";
import { fold, mistake, packed, unpacked } from "../shared/words.js";

/** @typedef {{word: string, marks: number | null, folded: string}} Given */
/** @typedef {import("../shared/solver.js").Answer} Answer */
/** @typedef {import("api").ComposedPuzzle} Puzzle */

/** Letters of a sender's name that are shown. */
const MAX_NAME = 40;
const LARGEST_SEED = 2 ** 31;
const place = by("board-board");
const question = latest();
/** @type {import("./master.js").Playing | null} */
let playing = null;

/**
 * Return the address of a board for a puzzle: its clues, and never its solution.
 * @param {import("../shared/words.js").Clue[]} clues
 * @param {string} words the dictionary
 * @param {{by?: string, level?: number | null}} [more] who sends it; its level, where it is known
 */
export function boardHash(clues, words, { by: name = "", level = null } = {}) {
  return hashOf("board", { p: packed(clues), w: words, n: level, by: name.trim().slice(0, MAX_NAME) });
}

/**
 * Compose a puzzle and go to its board; what goes wrong is told beside the button that asked for it.
 * @param {HTMLElement} button
 * @param {{words: string, length?: number, level?: number}} wanted
 */
export async function playNew(button, wanted) {
  try {
    const { puzzles } = await ask("/api/puzzles", { ...wanted, seed: anySeed() });
    location.hash = boardHash(spelledClues(puzzles[0]), wanted.words, { level: puzzles[0].grade.level });
  } catch (problem) {
    button.after(told(problem));
  }
}

/** Return whether a problem says that there is no such puzzle. @param {unknown} problem */
export const isNone = (problem) =>
  problem instanceof Problem && ["not-composed", "work-too-long"].includes(problem.code ?? "");

export const anySeed = () => Math.floor(Math.random() * LARGEST_SEED);

/** Return the clues of a puzzle as they are printed. @param {Puzzle} puzzle */
export function listClues(puzzle) {
  const items = puzzle.clues.map(({ word, marks }) =>
    h("li", {}, tiles(word.toUpperCase(), { size: "small" }), h("span", { class: "disc" }, number(marks))),
  );
  const list = h("ol", { class: "clue-list" }, items);
  list.style.setProperty("--n", String(puzzle.solution.length));
  return list;
}

/**
 * Return the clues of a composed puzzle as its words are spelled.
 * @param {{clues: {word: string, marks: number, spelling?: string}[]}} puzzle
 */
export const spelledClues = ({ clues }) =>
  clues.map(({ word, marks, spelling }) => ({ word: spelling ?? word, marks }));

/** Return a composed puzzle as it is printed. @param {Puzzle} puzzle @returns {import("../shared/paper.js").Printed} */
export const asPrinted = (puzzle) => ({ clues: spelledClues(puzzle), level: puzzle.grade.level });

/** Return the only word that a puzzle can mean; null where there is none, or more than one. @param {Answer} answer */
function onlySolution({ solutions }) {
  const known = solutions.filter((one) => one.known !== false);
  if (known.length === 1) return known[0];
  return solutions.length === 1 ? solutions[0] : null;
}

/**
 * Say that there is nothing to play, with the way to Solve.
 * @param {string} why @param {Given[]} given @param {string} words
 */
function refuse(why, given, words) {
  const href = hashOf("solve", { p: packed(given), w: words });
  place.replaceChildren(message(why), h("p", { class: "actions" }, h("a", { href }, t("to_solve"))));
}

/** Take the puzzle that the address names. @param {URLSearchParams} parameters */
export async function open(parameters) {
  playing?.stop();
  playing = null;
  const name = (parameters.get("by") ?? "").trim().slice(0, MAX_NAME);
  by("board-from").textContent = name ? t("sent_by", { name }) : "";
  by("board-from").hidden = !name;
  const words = parameters.get("w") || ownWords;
  const given = unpacked(parameters.get("p") ?? "").map((clue) => ({ ...clue, folded: fold(clue.word) }));
  keepAddress("board", { p: packed(given), w: words, n: parameters.get("n"), by: name });
  const wrong = mistake(given);
  if (wrong) return refuse(t(wrong.name, wrong), given, words);
  const show = (/** @type {Answer} */ answer) => {
    const solution = onlySolution(answer);
    if (!solution) return refuse(t(answer.solutions.length ? "many_fit" : "no_word"), given, words);
    play(given, words, solution, Number(parameters.get("n")) || null);
  };
  const valid = words.replace(/-common$/, "");
  const isHere = isListed(valid, given[0].folded.length);
  const solve = () => (isHere ? solveHere(given, valid, false) : solved(given, words, false));
  await answered(place, question, solve, show, () => open(parameters));
}

/**
 * Play a puzzle whose only solution is known: as it was left, or from the start.
 * @param {Given[]} given @param {string} words @param {import("../shared/solver.js").Solution} solution
 * @param {number | null} level
 */
function play(given, words, solution, level) {
  const clues = given.map(({ word, marks }) => ({ word, marks: marks ?? 0 }));
  const key = otherKey(`${words} ${packed(clues)}`);
  playing = playPuzzle(place, { clues, solution: solution.word, spellings: solution.spellings }, key, {
    words,
    view: "board",
    printed: { level },
    ended: () => [offerAnother(words, solution.word.length, level)],
  });
}

/** @type {(words: string, length: number, level: number | null) => HTMLElement} */
function offerAnother(words, length, level) {
  const wanted = { words, length, ...(level ? { level } : {}) };
  const another = workButton("primary one-like-this", t("one_like_this"), (button) => playNew(button, wanted));
  return h("p", { class: "actions" }, another);
}

/** Take a key that no field has. @param {KeyboardEvent} event */
export function typed(event) {
  playing?.typed(event);
}

export function begin() {
  document.addEventListener("kept", () => playing?.catchUp());
}
