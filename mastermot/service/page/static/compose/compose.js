// Composer: a new puzzle, to be played, sent or printed; or a sheet of up to fifty.

import {
  Problem, ask, attempt, by, fetched, first, h, hashOf, home, inputBy, keepAddress, latest, menuBy, onSubmit,
  say, send, t, tn, workButton, working,
} from "../shared/core.js";
import { putFields } from "../shared/games.js";
import { fieldLine, levelText } from "../shared/pieces.js";
import { anySeed, asPrinted, boardHash, isNone, listClues, spelledClues } from "../puzzle/puzzle.js";
import { fold, packed } from "../shared/words.js";

const result = by("compose-result");
const ownWords = /** @type {HTMLTextAreaElement} */ (by("compose-own"));
const question = latest();
/** @param {string} name */
const value = (name) => menuBy(`compose-${name}`).value;

/** @typedef {import("../puzzle/puzzle.js").Puzzle} Puzzle */

/** Puzzles of a sheet, at most. */
const MAX_PUZZLES = 50;
/** @type {number[]} The seeds of the puzzles before the one on the screen. */
const before = [];
/** @type {number | null} */
let shown = null;

/** Compose what the form asks for: a sheet, or another puzzle; the one on the screen can be gone back to. */
async function another() {
  const { own, use } = readOwn();
  const count = Number(inputBy("compose-count").value);
  if (count > 1) return composeMany(count);
  if (shown !== null) before.push(shown);
  return compose(anySeed(), own, use);
}

/** Return the words of the reader's own, and what they are for. */
function readOwn() {
  const own = ownWords.value.split(/[\s,;]+/).filter(Boolean);
  const use = first(document, "input[name=compose-use]:checked").getAttribute("value");
  return { own, use: /** @type {"answers" | "clues"} */ (use) };
}

/** Have as many puzzles as there are words to find, until the reader says how many. */
function countOwn() {
  const { own, use } = readOwn();
  if (use === "answers" && own.length) inputBy("compose-count").value = String(Math.min(own.length, MAX_PUZZLES));
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

/**
 * Return the reader's own clue words that have the length of the puzzle; say how many have not. Throws a `Problem`
 * where none has.
 * @param {string[]} own @param {number} length
 */
function ofLength(own, length) {
  const fitting = own.filter((word) => fold(word).length === length);
  if (own.length && !fitting.length) throw new Problem({ detail: t("own_words_none", { length }) });
  const left = own.length - fitting.length;
  return { fitting, remark: left ? h("p", { class: "small words-left" }, tn("own_words_left", left)) : null };
}

/**
 * Compose the puzzle of a seed, and show it. Of words of the reader's own, the first is the one to find, or all may be
 * clues, as `use` says.
 * @param {number} seed @param {string[]} [own] @param {"answers" | "clues"} [use]
 */
async function compose(seed, own = [], use = "answers") {
  const solution = use === "answers" ? own[0] : undefined;
  const { length, ...asked } = readForm({ s: own.length ? null : seed });
  result.replaceChildren(working());
  say(t("working"));
  await attempt(result, question, async (current) => {
    const { fitting, remark } = ofLength(use === "clues" ? own : [], length);
    const toFind = solution ? { solution } : { length };
    const toShow = fitting.length ? { with: fitting } : {};
    const { puzzles } = await ask("/api/puzzles", { ...asked, ...toFind, ...toShow, seed }).catch((problem) => {
      throw isNone(problem) ? new Problem({ detail: t("not_composed") }) : problem;
    });
    if (!current()) return;
    shown = seed;
    result.replaceChildren(sheet(puzzles[0], asked.words, own.length > 0), ...(remark ? [remark] : []));
    if (solution) warnOfUnknown(puzzles[0].solution, asked.words);
    first(result, ".primary").focus({ preventScroll: true });
    first(result, ".sheet").scrollIntoView({ block: "start" });
    say(first(result, "header .small").textContent);
    await putOnPaper(puzzles[0], asked.words, current);
  });
}

/**
 * Have a puzzle ready for the printer, by whatever way the reader prints; the screen shows it otherwise.
 * @param {Puzzle} puzzle @param {string} words @param {() => boolean} current
 */
async function putOnPaper(puzzle, words, current) {
  const { drawSheet, makePaper } = await fetched(() => import("../shared/paper.js"));
  const { element } = makePaper(await drawSheet([asPrinted(puzzle)], words));
  if (!current()) return;
  element.classList.add("unseen");
  result.append(element);
}

/** Compose many puzzles, to be printed together. @param {number} count */
async function composeMany(count) {
  shown = null;
  const { own, use } = readOwn();
  const asked = readForm({ c: count });
  await attempt(result, question, async (current) => {
    const { fitting, remark } = ofLength(use === "clues" ? own : [], asked.length);
    const { composeSheet } = await fetched(() => import("./composing.js"));
    await composeSheet(result, count, { ...asked, own: use === "clues" ? fitting : own, use }, current);
    if (current() && remark) first(result, "h2").after(remark);
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
    h("p", { class: "actions" }, [
      h("a", { class: "button primary", href: boardHash(clues, words, { level: puzzle.grade.level }) }, t("play_it")),
      workButton("another", t("another"), another),
      h("button", { class: "quiet", onclick: () => print() }, t("print")),
      h("a", { class: "to-solve", href: solve }, t("to_solve")),
      back ? workButton("quiet one-before", t("one_before"), goBack) : null,
    ]),
    challengeFriend(clues, words, puzzle.grade.level),
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
  putFields("compose", parameters, { words: "w", length: "l", clues: "k", level: "d", minimal: "m" });
  const count = Math.round(Number(parameters.get("c")));
  inputBy("compose-count").value = String(Math.max(1, Math.min(count || 1, MAX_PUZZLES)));
  question.drop();
  result.replaceChildren();
  shown = null;
  if (/^\d+$/.test(parameters.get("s") || "")) compose(Number(parameters.get("s")));
}

export function begin() {
  onSubmit("compose-form", another);
  ownWords.addEventListener("input", countOwn);
  ownWords.setAttribute("aria-describedby", "own-help");
  ownWords.after(h("small", { class: "small", id: "own-help" }, t("own_words_help")));
}
