// Composer: a new puzzle, played on the spot, with hints from Résoudre; printed with its solution upside down.

import { ask, busy, by, first, h, inputBy, keepAddress, latest, menuBy, message, number, onSubmit, Problem, say, t, told } from "./core.js";
import { putMenu, tiles } from "./pieces.js";
import { blacks, fold, packed } from "./words.js";

const LARGEST_SEED = 2 ** 31;
const result = by("compose-result");
const question = latest();
/** @param {string} name */
const value = (name) => menuBy(`compose-${name}`).value;

/**
 * A puzzle that the service made.
 * @typedef {{clues: {word: string, marks: number, spelling?: string}[], solution: string, spellings: string[], difficulty: number}} Puzzle
 */

/** @type {number[]} The seeds of the puzzles before the one on the screen. */
const before = [];
/** @type {number | null} */
let shown = null;

/** Compose another puzzle; the one on the screen can be gone back to. */
function another() {
  if (shown !== null) before.push(shown);
  return compose(anySeed());
}

/** @param {number} seed */
async function compose(seed) {
  /** @type {{words: string, length: number, clues: number, minimal: boolean, seed: number, difficulty?: number, solution?: string}} */
  const asked = {
    words: value("words"), length: Number(value("length")), clues: Number(value("clues")), minimal: inputBy("compose-minimal").checked, seed,
  };
  if (value("level")) asked.difficulty = Number(value("level"));
  const own = inputBy("compose-solution").value.trim();
  if (own) Object.assign(asked, { solution: own, length: undefined });
  keepAddress("compose", { w: asked.words, l: asked.length, k: asked.clues, d: asked.difficulty, m: asked.minimal ? 1 : "", s: own ? null : seed });
  result.replaceChildren(h("p", { class: "kicker" }, t("working")));
  say(t("working"));
  const current = question.ask();
  try {
    const answer = await ask("/api/puzzles", asked);
    if (!current()) return;
    shown = seed;
    result.replaceChildren(sheet(answer.puzzles[0], asked.words, Boolean(own)));
    if (own) warnOfUnknown(answer.puzzles[0].solution, asked.words);
    first(result, "#compose-answer").focus({ preventScroll: true });
    first(result, ".sheet").scrollIntoView({ block: "start" });
    say(first(result, "header .small").textContent);
  } catch (problem) {
    if (!current()) return;
    const code = problem instanceof Problem ? problem.code : null;
    if (code === "not-composed" || code === "work-too-long") result.replaceChildren(message(t("not_composed")));
    else result.replaceChildren(told(problem));
  }
}

/**
 * Say that a word of the reader's own is in no dictionary, where it is not: nobody else could find it.
 * @param {string} word
 * @param {string} words
 */
async function warnOfUnknown(word, words) {
  const place = first(result, ".sheet header");
  const unknown = await import("./solver.js").then(({ unknownWord }) => unknownWord(word, words)).catch(() => null);
  if (unknown) place.after(h("div", { class: "message unknown-word" }, h("p", {}, t("own_word_unknown", { word }))));
}

/**
 * Return the puzzle as the magazine would print it, with a place for the answer.
 * @param {Puzzle} puzzle
 * @param {string} words
 * @param {boolean} own whether the reader chose the word: it is then sent to nobody
 */
function sheet(puzzle, words, own) {
  const items = puzzle.clues.map(({ word, marks }) =>
    h("li", {}, tiles(word.toUpperCase(), { size: "small" }), h("span", { class: "disc" }, number(marks)), h("span", { class: "verdict" })));
  const list = h("ol", { class: "clue-list" }, items);
  list.style.setProperty("--n", String(puzzle.solution.length));
  const said = h("div", { "aria-live": "polite" });
  const input = h("input", {
    id: "compose-answer", class: "code-input", type: "text", autocomplete: "off", autocapitalize: "characters", spellcheck: "false",
    maxlength: 40, enterkeyhint: "go",
  });
  const form = h("form", {
    class: "answering",
    onsubmit: (event) => {
      event.preventDefault();
      check(puzzle, fold(input.value.trim()), items, said);
    },
  },
  h("div", { class: "guess-line" },
    h("p", { class: "field" }, h("label", { for: "compose-answer" }, t("your_answer")), input),
    h("button", { type: "submit", class: "primary" }, t("check"))));
  const link = `#solve?${new URLSearchParams({ p: packed(puzzle.clues.map(({ word, marks, spelling }) => ({ word: spelling ?? word, marks }))), w: words })}`;
  const back = before.length && !own
    ? h("button", { type: "button", class: "quiet one-before", onclick: (event) => busy(event.currentTarget, () => compose(before.pop() ?? anySeed())) }, t("one_before"))
    : null;
  const send = h("button", { type: "button", class: "quiet send" }, t("challenge"));
  send.addEventListener("click", () => copyLink(own ? link : location.hash, send));
  return h("article", { class: "sheet", "aria-labelledby": "sheet-title" },
    h("header", {}, h("h2", { id: "sheet-title" }, "Master Mot"),
      h("span", { class: "small" }, t("puzzle_level", { level: number(puzzle.difficulty), name: t(`level_${puzzle.difficulty}`) }))),
    h("p", { class: "small" }, t("puzzle_how")),
    list,
    form, said,
    h("p", { class: "on-paper", "aria-hidden": "true" }, tiles(" ".repeat(puzzle.solution.length), { size: "large" })),
    h("p", { class: "actions" },
      h("a", { href: link }, t("to_solve")),
      h("button", { type: "button", class: "quiet", onclick: () => reveal(puzzle, said) }, t("reveal")),
      h("button", { type: "button", class: "quiet", onclick: () => print() }, t("print")),
      send,
      h("button", { type: "button", class: "quiet another", onclick: (event) => busy(event.currentTarget, another) }, t("another")), back),
    h("p", { class: "upside-down" }, t("solution_is", { word: puzzle.solution })));
}

/**
 * Say whether a word is the solution, and which clues say that it is not.
 * @param {Puzzle} puzzle
 * @param {string} word
 * @param {HTMLElement[]} items
 * @param {HTMLElement} said
 */
function check(puzzle, word, items, said) {
  for (const item of items) first(item, ".verdict").replaceChildren();
  if (word.length !== puzzle.solution.length) {
    said.replaceChildren(h("div", { class: "message" }, h("p", {}, t("letters_wanted", { count: number(puzzle.solution.length) }))));
    return;
  }
  let wrong = 0;
  for (const [index, { word: clue, marks }] of puzzle.clues.entries()) {
    const agrees = blacks(fold(clue), word) === marks;
    wrong += Number(!agrees);
    const verdict = first(items[index], ".verdict");
    verdict.replaceChildren(agrees ? "✓" : "✗", h("span", { class: "said" }, t(agrees ? "clue_right" : "clue_wrong")));
  }
  const found = word === puzzle.solution;
  const verdict = wrong ? t("wrong") : found ? t("right", { word: puzzle.spellings[0] || word }) : t("also_fits", { word });
  said.replaceChildren(h("div", { class: found ? "nudge" : "message" }, h("p", {}, verdict)));
}

/**
 * @param {Puzzle} puzzle
 * @param {HTMLElement} said
 */
function reveal(puzzle, said) {
  said.replaceChildren(h("p", { class: "on-screen" }, tiles(puzzle.solution, { size: "large" })));
}

/**
 * Copy the link of a puzzle to send to a friend; of a word of one's own, it holds the clues only.
 * @param {string} hash
 * @param {HTMLElement} button
 */
async function copyLink(hash, button) {
  const link = `${location.origin}/${hash}`;
  try {
    await navigator.clipboard.writeText(link);
    button.textContent = t("shared");
  } catch {
    button.after(h("input", { type: "text", readonly: true, value: link, "aria-label": t("challenge") }));
  }
  say(button.textContent);
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
  inputBy("compose-minimal").checked = parameters.get("m") === "1";
  question.drop();
  result.replaceChildren();
  shown = null;
  if (/^\d+$/.test(parameters.get("s") || "")) compose(Number(parameters.get("s")));
}

export function begin() {
  onSubmit("compose-form", another);
}
