// Composer: a new puzzle, to be played, sent or printed with its solution upside down; or a booklet of them.

import {
  Problem, ask, attempt, by, fetched, first, h, hashOf, home, inputBy, keepAddress, latest, menuBy, onSubmit,
  say, send, t, workButton, working,
} from "../shared/core.js";
import { putFields } from "../shared/games.js";
import { fieldLine, levelText, tiles } from "../shared/pieces.js";
import { anySeed, boardHash, isNone, listClues, spelledClues } from "../puzzle/puzzle.js";
import { packed } from "../shared/words.js";

const result = by("compose-result");
const question = latest();
/** @param {string} name */
const value = (name) => menuBy(`compose-${name}`).value;

/** @typedef {import("../puzzle/puzzle.js").Puzzle} Puzzle */

/** @type {number[]} The seeds of the puzzles before the one on the screen. */
const before = [];
/** @type {number | null} */
let shown = null;

/** Compose what the form asks for: a booklet, or another puzzle; the one on the screen can be gone back to. */
async function another() {
  const count = Number(value("count"));
  if (count > 1) return composeBooklet(count);
  if (shown !== null) before.push(shown);
  return compose(anySeed());
}

/**
 * Return what the form asks for, which the address then has, with what more is named.
 * @param {Parameters<typeof keepAddress>[1]} more
 */
function readForm(more) {
  const [words, length, clues] = [value("words"), Number(value("length")), Number(value("clues"))];
  const level = Number(value("level")) || undefined;
  const minimal = inputBy("compose-minimal").checked;
  keepAddress("compose", { w: words, l: length, k: clues, d: level, m: minimal ? 1 : "", ...more });
  return { words, length, clues, level, minimal };
}

/** @param {number} seed */
async function compose(seed) {
  const own = inputBy("compose-solution").value.trim();
  const { length, ...asked } = readForm({ s: own ? null : seed });
  const word = own ? { solution: own } : { length };
  result.replaceChildren(working());
  say(t("working"));
  await attempt(result, question, async (current) => {
    const { puzzles } = await ask("/api/puzzles", { ...asked, ...word, seed }).catch((problem) => {
      if (isNone(problem)) problem = new Problem({ detail: t("not_composed") });
      throw problem;
    });
    if (!current()) return;
    shown = seed;
    result.replaceChildren(sheet(puzzles[0], asked.words, Boolean(own)));
    if (own) warnOfUnknown(puzzles[0].solution, asked.words);
    first(result, ".primary").focus({ preventScroll: true });
    first(result, ".sheet").scrollIntoView({ block: "start" });
    say(first(result, "header .small").textContent);
  });
}

/** Compose many puzzles, to be printed together. @param {number} count */
async function composeBooklet(count) {
  shown = null;
  const { level = null, ...asked } = readForm({ c: count });
  await attempt(result, question, async (current) => {
    const { makeBooklet } = await fetched(() => import("./booklet.js"));
    await makeBooklet(result, count, { ...asked, level }, current);
  });
}

/**
 * Say that a word of the reader's own is in no dictionary, where it is not: nobody else could find it.
 * @param {string} word @param {string} words
 */
async function warnOfUnknown(word, words) {
  const place = first(result, ".sheet header");
  const unknown = await fetched(() => import("../shared/solver.js"))
    .then(({ unknownWord }) => unknownWord(word, words.replace(/-common$/, "")))
    .catch(() => null);
  if (unknown) place.after(h("div", { class: "message unknown-word" }, h("p", {}, t("own_word_unknown", { word }))));
}

/**
 * Return the puzzle as the magazine would print it, and what can be done with it.
 * @param {Puzzle} puzzle
 * @param {string} words
 * @param {boolean} own whether the reader chose the word: no other puzzle is then the one before
 */
function sheet(puzzle, words, own) {
  const level = h("span", { class: "small" }, levelText(puzzle.grade.level));
  const clues = spelledClues(puzzle);
  const solve = hashOf("solve", { p: packed(clues), w: words });
  const goBack = () => compose(before.pop() ?? anySeed());
  const back = before.length && !own;
  return h("article", { class: "sheet", "aria-labelledby": "sheet-title" }, [
    h("header", {}, h("h2", { id: "sheet-title" }, "Master Mot"), level),
    h("p", { class: "small" }, t("puzzle_how")),
    listClues(puzzle),
    h("p", { class: "on-paper", "aria-hidden": "true" }, tiles(" ".repeat(puzzle.solution.length), { size: "large" })),
    h("p", { class: "actions" }, [
      h("a", { class: "button primary", href: boardHash(clues, words, { level: puzzle.grade.level }) }, t("play_it")),
      workButton("another", t("another"), another),
      h("button", { class: "quiet", onclick: () => print() }, t("print")),
      h("a", { class: "to-solve", href: solve }, t("to_solve")),
      back ? workButton("quiet one-before", t("one_before"), goBack) : null,
    ]),
    challengeFriend(clues, words, puzzle.grade.level),
    h("p", { class: "upside-down" }, t("solution_is", { word: puzzle.solution })),
  ]);
}

/**
 * Return what sends a puzzle to a friend: the link opens a board to play, without the solution.
 * @param {import("../shared/words.js").Clue[]} clues @param {string} words @param {number} level
 */
function challengeFriend(clues, words, level) {
  const name = h("input", { id: "compose-from", type: "text", maxlength: 40, autocomplete: "name" });
  const sender = h("button", { class: "primary send" }, t("challenge"));
  const link = () => `${home}${boardHash(clues, words, { by: name.value, level })}`;
  sender.addEventListener("click", () => send({ url: link() }, sender));
  const line = fieldLine(t("your_name"), name, sender);
  return h("details", { class: "to-friend" }, h("summary", {}, t("challenge_guess")), line);
}

/** @param {URLSearchParams} parameters */
export function open(parameters) {
  menuBy("compose-level").value = "";
  menuBy("compose-count").value = "1";
  const fields = { words: "w", length: "l", clues: "k", level: "d", count: "c", minimal: "m" };
  putFields("compose", parameters, fields);
  question.drop();
  result.replaceChildren();
  shown = null;
  if (/^\d+$/.test(parameters.get("s") || "")) compose(Number(parameters.get("s")));
}

export function begin() {
  onSubmit("compose-form", another);
}
