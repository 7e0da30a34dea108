// Résoudre: clues in, the word, its reasoning, and hints one at a time.

import {
  PATIENCE, Problem, attempt, busy, by, fetched, first, h, keepAddress, latest, leaveStep, menuBy, message, number,
  onSubmit, onWork, t, working,
} from "../shared/core.js";
import { ownWords, recall, remember } from "../shared/early.js";
import { parseWritten, readByService, spreadPasted } from "./pasting.js";
import { allRows, clues, drawDigits, fillRows, flag, listen, mark, touched, unflag } from "./rows.js";
import { MAX_CLUES, fold, mistake, packed, unpacked } from "../shared/words.js";

/** @typedef {import("../shared/words.js").Clue} Clue */
/** @typedef {import("./rows.js").Given} Given */

const LAST = "mastermot-puzzle"; // the puzzle that was typed last
const LATER = 500; // milliseconds: what the form itself needs comes first
/** What is needed only once there are clues. */
const parts = {
  answers: () => fetched(() => import("./answers.js")),
  hints: () => fetched(() => import("./hints.js")),
  solver: () => fetched(() => import("../shared/solver.js")),
};
const result = by("solve-result");
const text = /** @type {HTMLTextAreaElement} */ (by("solve-text"));
const words = menuBy("solve-words");
const question = latest();
const form = { put: setClues, question };
let usualWords = "";
/** @type {import("./hints.js").Hints | null} */
let hints = null;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let reading;

/** Put these clues into the form; more than a puzzle may have are left out, and it is said. @param {Clue[]} given */
function setClues(given) {
  fillRows(given);
  if (given.length > MAX_CLUES) {
    result.prepend(message(t("clues_over", { most: number(MAX_CLUES), count: number(given.length) })));
  }
}

/** Keep the address in step with the clues and the step of their reasoning. @param {number} [step] */
function keepLink(step) {
  const typed = packed(clues());
  keepAddress("solve", { p: typed, w: words.value, step });
  remember(LAST, typed && String(new URLSearchParams({ p: typed, w: words.value })));
}

/** Keep the address in step, and forget what was said about other clues. */
function changed() {
  keepLink();
  question.drop();
  forgetHints();
  result.replaceChildren();
  by("view-solve").querySelector(":scope > .on-paper")?.remove();
}

function forgetHints() {
  hints = null;
  by("solve-hint").textContent = t("hint");
}

/** Return the clues, or null once a mistake in them is told: at the row that it is about, or at each of several. */
function checked() {
  for (const row of allRows()) unflag(row);
  const given = clues();
  const wrong = mistake(given);
  if (!wrong) return given;
  const why = t(wrong.name, wrong);
  result.replaceChildren(message(why));
  for (const index of wrong.indexes ?? []) {
    flag(given[index].row, t("letters_n", { count: number(given[index].folded.length) }));
  }
  if (wrong.index !== undefined) {
    if (!wrong.indexes) flag(given[wrong.index].row, why);
    const { place, input } = given[wrong.index].row;
    const typing = document.activeElement?.matches(".clue .word"); // by Enter: what is typed next stays there
    if (!typing) (wrong.name === "marks_missing" ? first(place, "input") : input).focus();
  }
  return null;
}

/**
 * Put another clue in the place of one, and look for the word again.
 * @param {Given} given @param {{word: string, marks: number}} clue
 */
function mend({ row }, { word, marks }) {
  leaveStep();
  if (fold(row.input.value.trim()) !== fold(word)) row.input.value = word;
  drawDigits(row);
  mark(row, marks);
  touched();
  return find(false);
}

/** Look for the word in another dictionary. @param {string} name */
function takeList(name) {
  leaveStep();
  words.value = name;
  touched();
  return find(false);
}

/** Find the word. @param {boolean} explain @param {number} [step] the step of the reasoning to begin with */
async function find(explain, step = 1) {
  await askAbout(async (given, current) => {
    forgetHints();
    keepLink(explain ? step : undefined);
    const [{ keepWords, solved }, { fitsSomething, showAnswer }] = await Promise.all([parts.solver(), parts.answers()]);
    const answer = await solved(given, words.value, explain);
    if (!current()) return;
    showAnswer(answer, given, mend, { words: words.value, step, moved: keepLink }, takeList);
    const unexplained = explain && fitsSomething(answer) && !answer.steps.length;
    if (unexplained) result.append(h("p", { class: "small" }, answer.unexplained || t("no_steps")));
    keepWords(words.value, given[0].folded.length);
  });
}

/** Show the next hint. */
const nextHint = () =>
  askAbout(async (given, current) => {
    const [{ solved }, { fitsSomething, showAnswer }, { beginHints, showHint }] = await Promise.all([
      parts.solver(),
      parts.answers(),
      parts.hints(),
    ]);
    if (!hints) {
      keepLink();
      const answer = await solved(given, words.value, true);
      if (!current()) return;
      if (!fitsSomething(answer)) {
        return showAnswer(answer, given, mend, { words: words.value }, takeList);
      }
      const found = answer.solutions.length === 1 ? answer.solutions[0].word : "";
      hints = beginHints(result, answer.steps, answer.steps.at(-1)?.grid || found, nextHint);
    }
    if (!current()) return;
    for (const line of showHint(hints) ?? []) flag(given[line - 1].row);
  });

/**
 * Do what asks about the clues, once they are checked; what goes wrong is told.
 * @param {(given: Given[], current: () => boolean) => unknown} work
 */
async function askAbout(work) {
  const given = checked();
  if (!given) return;
  await attempt(result, question, async (current) => {
    const waiting = setTimeout(() => {
      if (current() && !hints) result.replaceChildren(working());
    }, PATIENCE);
    try {
      await work(given, current);
    } catch (problem) {
      if (current() && problem instanceof Problem && problem.line) flag(given[problem.line - 1].row);
      throw problem;
    } finally {
      clearTimeout(waiting);
    }
  });
}

/** Go to the board that plays these clues. */
async function playHere() {
  const given = checked();
  if (!given) return;
  const { boardHash } = await fetched(() => import("../puzzle/puzzle.js"));
  location.hash = boardHash(given, words.value);
}

/** Print these clues as a sheet, with their solution on a page of its own. */
async function printClues() {
  const given = checked();
  if (!given) return;
  const { printPuzzle } = await fetched(() => import("../shared/paper.js"));
  const puzzle = { clues: given.map(({ word, marks }) => ({ word, marks })) };
  await attempt(result, question, () => printPuzzle(by("view-solve"), puzzle, words.value, "steps"));
}

/**
 * Return the clues of a card of before: its words, or the usual ten of the dictionary, with the numbers told so far.
 * @param {URLSearchParams} parameters
 */
function cardClues(parameters) {
  /** @type {Record<string, string>} */
  const usual = JSON.parse(t("tricks"));
  if (!parameters.get("g")) words.value = Object.hasOwn(usual, words.value) ? words.value : ownWords;
  const asked = (parameters.get("g") || usual[words.value]).split(".");
  const told = parameters.get("m") ?? "";
  return asked.map((word, place) => ({ word, marks: /\d/.test(told[place]) ? Number(told[place]) : null }));
}

/**
 * Take the clues that the address names, with their reasoning where it names a step.
 * @param {URLSearchParams} named
 */
export async function open(named) {
  const parameters = ["p", "g"].some((name) => named.has(name)) ? named : new URLSearchParams(recall(LAST));
  words.value = parameters.get("w") || words.value;
  if (!words.value) words.value = usualWords;
  setClues(parameters.has("g") ? cardClues(parameters) : unpacked(parameters.get("p") || ""));
  const given = clues();
  if (given.length > 1 && given.every(({ marks }) => marks === null)) {
    result.replaceChildren(h("p", { class: "nudge" }, t("numbers_wanted")));
  }
  const step = Number(parameters.get("step"));
  if (!(step >= 1)) return;
  await busy(by("solve-explain"), () => find(true, Math.floor(step)));
}

/** Take what is typed as text into the rows; the service reads what was written at length. */
function readText() {
  const kept = text.value;
  setClues(parseWritten(kept));
  text.value = kept;
  clearTimeout(reading);
  if (/\S\s*[\r\n]/.test(kept)) reading = setTimeout(() => readByService(kept, form), PATIENCE);
}

export function begin() {
  usualWords = words.value;
  listen(changed, (row, event) => spreadPasted(row, event, form));
  onSubmit("solve-form", () => find(false));
  onWork(by("solve-explain"), () => find(true));
  onWork(by("solve-hint"), nextHint);
  by("solve-clear").addEventListener("click", () => {
    if (clues().length) leaveStep();
    setClues([]);
    allRows()[0].input.focus();
  });
  by("solve-sample").addEventListener("click", () => {
    if (clues().length) leaveStep();
    words.value = t("sample_words");
    setClues(unpacked(t("sample_clues")));
  });
  words.addEventListener("change", () => touched());
  onWork(by("solve-play"), playHere);
  onWork(by("solve-print"), printClues);
  text.addEventListener("input", readText);
  setTimeout(() => Object.values(parts).forEach((part) => part().catch(() => {})), LATER); // whoever needs one tells it
}
