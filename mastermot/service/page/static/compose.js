// Composer: a new puzzle, to be played, sent or printed with its solution upside down; or a booklet of them.

import {
  ask, busy, by, fetched, first, h, hashOf, home, inputBy, keepAddress, latest, menuBy, message, number, onSubmit,
  Problem, say, send, t, told,
} from "./core.js";
import { putMenu } from "./games.js";
import { fieldLine, tiles } from "./pieces.js";
import { boardHash, spelledClues } from "./puzzle.js";
import { listClues } from "./sheets.js";
import { packed } from "./words.js";

const LARGEST_SEED = 2 ** 31;
const result = by("compose-result");
const question = latest();
/** @param {string} name */
const value = (name) => menuBy(`compose-${name}`).value;

/** @typedef {import("./sheets.js").Puzzle} Puzzle */

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

/** @param {number} seed */
async function compose(seed) {
  /**
   * @type {{words: string, length: number, clues: number, minimal: boolean, seed: number, difficulty?: number,
   * solution?: string}}
   */
  const asked = {
    words: value("words"),
    length: Number(value("length")),
    clues: Number(value("clues")),
    minimal: inputBy("compose-minimal").checked,
    seed,
  };
  if (value("level")) asked.difficulty = Number(value("level"));
  const own = inputBy("compose-solution").value.trim();
  if (own) Object.assign(asked, { solution: own, length: undefined });
  keepAddress("compose", {
    w: asked.words,
    l: asked.length,
    k: asked.clues,
    d: asked.difficulty,
    m: asked.minimal ? 1 : "",
    s: own ? null : seed,
  });
  result.replaceChildren(h("p", { class: "kicker" }, t("working")));
  say(t("working"));
  const current = question.ask();
  try {
    const answer = await ask("/api/puzzles", asked);
    if (!current()) return;
    shown = seed;
    result.replaceChildren(sheet(answer.puzzles[0], asked.words, Boolean(own)));
    if (own) warnOfUnknown(answer.puzzles[0].solution, asked.words);
    first(result, ".primary").focus({ preventScroll: true });
    first(result, ".sheet").scrollIntoView({ block: "start" });
    say(first(result, "header .small").textContent);
  } catch (problem) {
    if (!current()) return;
    const code = problem instanceof Problem ? problem.code : null;
    if (code === "not-composed" || code === "work-too-long") result.replaceChildren(message(t("not_composed")));
    else result.replaceChildren(told(problem));
  }
}

/** Compose many puzzles, to be printed together. @param {number} count */
async function composeBooklet(count) {
  const current = question.ask();
  shown = null;
  keepAddress("compose", { w: value("words"), l: value("length"), k: value("clues"), d: value("level"), c: count });
  const asked = { words: value("words"), length: Number(value("length")), clues: Number(value("clues")) };
  const wanted = { ...asked, minimal: inputBy("compose-minimal").checked, level: Number(value("level")) || null };
  try {
    const { makeBooklet } = await fetched(import("./booklet.js"));
    await makeBooklet(result, count, wanted, current);
  } catch (problem) {
    if (current()) result.replaceChildren(told(problem));
  }
}

/**
 * Say that a word of the reader's own is in no dictionary, where it is not: nobody else could find it.
 * @param {string} word
 * @param {string} words
 */
async function warnOfUnknown(word, words) {
  const place = first(result, ".sheet header");
  const unknown = await fetched(import("./solver.js"))
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
  const levelText = t("puzzle_level", { level: number(puzzle.difficulty), name: t(`level_${puzzle.difficulty}`) });
  const clues = spelledClues(puzzle);
  const solve = hashOf("solve", { p: packed(clues), w: words });
  const goBack = (/** @type {Event} */ event) => busy(event.currentTarget, () => compose(before.pop() ?? anySeed()));
  const goOn = (/** @type {Event} */ event) => busy(event.currentTarget, another);
  const back = before.length && !own;
  return h("article", { class: "sheet", "aria-labelledby": "sheet-title" }, [
    h("header", {}, h("h2", { id: "sheet-title" }, "Master Mot"), h("span", { class: "small" }, levelText)),
    h("p", { class: "small" }, t("puzzle_how")),
    listClues(puzzle),
    h("p", { class: "on-paper", "aria-hidden": "true" }, tiles(" ".repeat(puzzle.solution.length), { size: "large" })),
    h("p", { class: "actions" }, [
      h("a", { class: "button primary", href: boardHash(clues, words, { level: puzzle.difficulty }) }, t("play_it")),
      h("button", { class: "another", onclick: goOn }, t("another")),
      h("button", { class: "quiet", onclick: () => print() }, t("print")),
      h("a", { class: "to-solve", href: solve }, t("to_solve")),
      back ? h("button", { class: "quiet one-before", onclick: goBack }, t("one_before")) : null,
    ]),
    challengeFriend(clues, words, puzzle.difficulty),
    h("p", { class: "upside-down" }, t("solution_is", { word: puzzle.solution })),
  ]);
}

/**
 * Return what sends a puzzle to a friend: the link opens a board to play, without the solution.
 * @param {import("./words.js").Clue[]} clues
 * @param {string} words
 * @param {number} level
 */
function challengeFriend(clues, words, level) {
  const name = h("input", { id: "compose-from", type: "text", maxlength: 40, autocomplete: "name" });
  const sender = h("button", { class: "primary send" }, t("challenge"));
  const link = () => `${home}${boardHash(clues, words, { by: name.value, level })}`;
  sender.addEventListener("click", () => send({ url: link() }, sender, t("shared")));
  const line = fieldLine(t("your_name"), name, sender);
  return h("details", { class: "to-friend" }, h("summary", {}, t("challenge_guess")), line);
}

const anySeed = () => Math.floor(Math.random() * LARGEST_SEED);

/** @param {URLSearchParams} parameters */
export function open(parameters) {
  /** @type {(name: string, parameter: string) => void} */
  const put = (name, parameter) => putMenu(menuBy(`compose-${name}`), parameters.get(parameter));
  put("words", "w");
  put("length", "l");
  put("clues", "k");
  menuBy("compose-level").value = "";
  put("level", "d");
  menuBy("compose-count").value = "1";
  put("count", "c");
  inputBy("compose-minimal").checked = parameters.get("m") === "1";
  question.drop();
  result.replaceChildren();
  shown = null;
  if (/^\d+$/.test(parameters.get("s") || "")) compose(Number(parameters.get("s")));
}

export function begin() {
  onSubmit("compose-form", another);
}
