// Résoudre: clues in, the word, its reasoning, and hints one at a time.

import { PATIENCE, Problem, ask, busy, by, fine, first, h, keepAddress, latest, leaveStep, menuBy, message, number, onSubmit, say, t, tn, told } from "./core.js";
import { offerNear, offerRepairs } from "./mending.js";
import { digits, tiles } from "./pieces.js";
import { walkReasoning } from "./reasoning.js";
import { LONGEST, MOST_CLUES, fold, generations, mistake, packed, parsePuzzle, puzzleText, unpacked } from "./words.js";

/** @typedef {import("./words.js").Clue} Clue */
/**
 * A row of the form: its elements, the marks chosen, how many digits it shows, whether its marks were more than these;
 * `pending` holds a word and the first digit of its marks while a second one may follow.
 * @typedef {{input: HTMLInputElement, place: HTMLElement, item: HTMLElement, marks: number | null, length: number, high: boolean,
 *   pending: {word: string, digit: string} | null}} Row
 */
/** @typedef {{word: string, marks: number | null, folded: string, row: Row}} Given */
/** @typedef {{word: string, known: boolean | null, spellings: string[]}} Solution */
/** @typedef {import("./reasoning.js").Step} Step */
/**
 * What the service answers, or this page alone (`offline`).
 * @typedef {{solutions: Solution[], others: {word: string, spellings: string[]}[], conflict: number[] | null, dictionary: string,
 *   repairs?: import("./mending.js").Repair[], repairs_known?: number, unknown?: import("./mending.js").Unknown[], steps: Step[], difficulty?: {level: number} | null, unexplained?: string | null, offline?: boolean, generations: number[], generated: number[]}} Answer
 */
/**
 * The hints of a puzzle: the step and the nudge that come next, the element of the step, and what is at the end.
 * @typedef {{steps: Step[], step: number, level: number, more: HTMLElement, grid: string, box?: HTMLElement, ended?: HTMLElement}} Hints
 */

const SAMPLE = "paume 2\nchoux 1\npalme 1\npends 1\nforet 1\nfendu 1\nphase 1\npente 1\ncurry 1\nalors 0\n";
const FEWEST_ROWS = 4;
const MOST_SHOWN = 20;
const USUAL_LENGTH = 5;
/** @type {Record<string, number>} The digits of the keys of a French keyboard. */
const UNSHIFTED = { "&": 1, é: 2, '"': 3, "'": 4, "(": 5, "-": 6, è: 7, _: 8, ç: 9, à: 0 };

const list = by("solve-clues");
const result = by("solve-result");
const text = /** @type {HTMLTextAreaElement} */ (by("solve-text"));
const words = menuBy("solve-words");
let usualWords = "";
/** @type {Row[]} */
let rows = [];
/** @type {Hints | null} */
let hints = null;
const question = latest();
/** @type {ReturnType<typeof setTimeout> | undefined} */
let reading;

/**
 * Make the rows of these clues, and one empty row after them.
 * @param {Clue[]} clues
 */
function setClues(clues) {
  rows = [];
  list.replaceChildren();
  for (const clue of clues.slice(0, MOST_CLUES)) addRow(clue);
  while (rows.length < FEWEST_ROWS || (rows.length < MOST_CLUES && !isEmpty(rows[rows.length - 1]))) addRow();
  changed(true);
  if (clues.length > MOST_CLUES) result.replaceChildren(message(t("clues_over", { most: number(MOST_CLUES), count: number(clues.length) })));
  for (const row of rows) if (row.high) flag(row, t("marks_high", { word: row.input.value, most: number(row.length) }));
}

/** @param {Row} row */
const isEmpty = (row) => !row.input.value.trim();

/** @param {Clue} [clue] */
function addRow({ word, marks } = { word: "", marks: null }) {
  if (rows.length >= MOST_CLUES) return;
  const place = rows.length + 1;
  const input = h("input", {
    class: "word", type: "text", size: 8, maxlength: 40, spellcheck: "false", autocapitalize: "none", autocomplete: "off",
    "aria-label": t("clue_word", { number: place }), "aria-describedby": "clue-how", enterkeyhint: "next",
  });
  input.value = word;
  const marksPlace = h("span", { class: "digits" });
  const item = h("li", { class: "clue" }, h("span", { class: "number", "aria-hidden": "true" }, number(place)), input, marksPlace);
  /** @type {Row} */
  const row = { input, place: marksPlace, item, marks, length: 0, high: false, pending: null };
  input.addEventListener("input", () => typed(row));
  input.addEventListener("blur", () => (row.pending = null));
  input.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && rows.at(-1) !== row && !isEmpty(row)) {
      event.preventDefault();
      rows[rows.indexOf(row) + 1].input.focus();
    }
    unshifted(row, event);
  });
  input.addEventListener("paste", (event) => pasted(row, event));
  rows.push(row);
  list.append(item);
  drawDigits(row);
}

/**
 * Draw the digits of a row anew when the length of its word has changed.
 * @param {Row} row
 */
function drawDigits(row) {
  const length = Math.min(fold(row.input.value.trim()).length, LONGEST) || knownLength() || USUAL_LENGTH;
  if (length === row.length) return;
  row.length = length;
  row.high = (row.marks ?? 0) > length;
  if (row.high) row.marks = null;
  const label = t("clue_marks", { number: rows.indexOf(row) + 1 });
  row.place.replaceChildren(digits(label, length, row.marks, (value, onward) => {
    row.marks = value;
    changed();
    if (onward && !isEmpty(row)) toNext(row);
  }));
}

/**
 * Go on to the next row: to its word, or to its digits where only these are missing.
 * @param {Row} row
 */
function toNext(row) {
  const next = rows[rows.indexOf(row) + 1];
  if (!next || next.marks !== null) return;
  if (isEmpty(next)) next.input.focus();
  else first(next.place, "input").focus();
}

/**
 * Return the length of the first word, that of a row left out; 0 when there is none.
 * @param {Row | null} [but]
 */
function knownLength(but = null) {
  const known = rows.filter((row) => row !== but).map((row) => fold(row.input.value.trim()).length).filter((length) => length > 1);
  return Math.min(known[0] || 0, LONGEST);
}

/**
 * Take the key of a digit on a French keyboard, where digits need Shift, as the digit: after a whole word, é is 2.
 * @param {Row} row
 * @param {KeyboardEvent} event
 */
function unshifted(row, event) {
  if (!/^Digit/.test(event.code) || event.shiftKey || event.ctrlKey || event.altKey || event.metaKey) return;
  const digit = UNSHIFTED[event.key];
  const word = row.input.value.trim();
  if (digit === undefined || !word || (row.input.selectionStart ?? 0) < row.input.value.length) return;
  if (/\p{L}/u.test(event.key) && !row.pending && fold(word).length !== knownLength(row)) return;
  event.preventDefault();
  row.input.value = word + digit;
  typed(row);
}

/**
 * Leave a word whose digit could have had a second one, now that letters follow: they begin the next word.
 * @param {Row} row
 * @param {string} word
 * @param {string} more
 */
function toNextRow(row, word, more) {
  row.input.value = word;
  const next = rows[rows.indexOf(row) + 1];
  if (!next || !isEmpty(next)) {
    row.input.value = word + more;
    return typed(row);
  }
  next.input.value = more;
  next.input.focus();
  typed(next);
}

/**
 * @param {Row} row
 * @param {number} marks
 */
function mark(row, marks) {
  row.marks = marks;
  const input = row.place.querySelector(`input[value="${marks}"]`);
  if (input instanceof HTMLInputElement) input.checked = true;
}

/**
 * Take a digit typed after the word as its marks, and go to the next row.
 * @param {Row} row
 * @returns {void}
 */
function typed(row) {
  row.input.value = row.input.value.replace(/^\s*\d+/, "");
  const pending = row.pending;
  row.pending = null;
  if (pending && row.input.value.startsWith(pending.word)) {
    const more = row.input.value.slice(pending.word.length);
    if (/^\d+$/.test(more)) row.input.value = pending.word + pending.digit + more;
    else if (more) return toNextRow(row, pending.word, more);
  }
  const found = row.input.value.match(/^\s*(\D+?)[\s:=]*(\d{1,2})\s*$/);
  if (found) row.input.value = found[1];
  if (isEmpty(row)) {
    row.marks = null;
    row.length = 0;
  }
  drawDigits(row);
  if (!isEmpty(rows[rows.length - 1])) addRow();
  for (const other of rows) if (isEmpty(other)) drawDigits(other);
  const high = found && Number(found[2]) > row.length;
  if (found && !high) {
    mark(row, Number(found[2]));
    if (Number(found[2]) && found[2].length < 2 && Number(found[2]) * 10 <= row.length) row.pending = { word: found[1], digit: found[2] };
    else rows[rows.indexOf(row) + 1]?.input.focus();
  }
  changed();
  if (high) flag(row, t("marks_high", { word: found[1], most: number(row.length) }));
}

/**
 * Spread a pasted puzzle over the rows.
 * @param {Row} row
 * @param {ClipboardEvent} event
 */
function pasted(row, event) {
  const given = event.clipboardData?.getData("text") ?? "";
  if (!/[\r\n]/.test(given.trim())) return;
  event.preventDefault();
  const place = rows.indexOf(row);
  /** @param {Row[]} some */
  const others = (some) => some.filter((one) => !isEmpty(one)).map(({ input, marks }) => ({ word: input.value.trim(), marks }));
  if (clues().length) leaveStep();
  const [before, after] = [others(rows.slice(0, place)), others(rows.slice(place + 1))];
  setClues([...before, ...parsePuzzle(given), ...after]);
  rows[rows.length - 1].input.focus();
  readByService(given, before, after);
}

/**
 * Have the service read a text as puzzle files are read, where this page alone does not read it whole; of many puzzles,
 * one is chosen.
 * @param {string} given
 * @param {Clue[]} before
 * @param {Clue[]} after
 */
async function readByService(given, before = [], after = []) {
  const current = question.ask();
  /** @type {{name: string, clues: Clue[]}[]} */
  let puzzles;
  try {
    puzzles = (await ask("/api/puzzles/read", { text: given })).puzzles;
  } catch (problem) {
    if (!(problem instanceof Problem)) throw problem;
    return;
  }
  if (!current()) return;
  const kept = document.activeElement === text ? text.value : null;
  /** @param {Clue[]} read */
  const put = (read) => {
    setClues([...before, ...read, ...after]);
    if (kept !== null) text.value = kept;
  };
  if (puzzles.length === 1) {
    const folded = (/** @type {Clue[]} */ some) => packed(some.map(({ word, marks }) => ({ word: fold(word), marks })));
    if (folded(parsePuzzle(given)) !== folded(puzzles[0].clues)) put(puzzles[0].clues);
    return;
  }
  put(puzzles[0].clues);
  const buttons = puzzles.map(({ name, clues: read }, index) =>
    h("button", { type: "button", onclick: () => put(read) }, name || t("puzzle_number", { number: number(index + 1) })));
  result.replaceChildren(message(t("several_puzzles", { count: number(puzzles.length) })), h("p", { class: "suggestions several" }, buttons));
}

/**
 * Return the clues as typed, those without a word left out.
 * @returns {Given[]}
 */
function clues() {
  return rows
    .filter((row) => !isEmpty(row))
    .map((row) => ({ word: row.input.value.trim(), marks: row.marks, folded: fold(row.input.value.trim()), row }));
}

/** Keep text and address in step with the rows, and forget what was said about other clues. */
function changed(fromOutside = false) {
  if (document.activeElement !== text || fromOutside) text.value = puzzleText(clues());
  keepAddress("solve", { p: packed(clues()), w: words.value });
  question.drop();
  forgetHints();
  result.replaceChildren();
  for (const row of rows) unflag(row);
}

function forgetHints() {
  hints = null;
  by("solve-hint").textContent = t("hint");
}

/** @param {Row} row */
function unflag(row) {
  row.item.classList.remove("flagged");
  row.item.querySelector(".flag")?.remove();
  row.item.querySelector(".near")?.remove();
  row.input.classList.remove("unknown");
  row.input.removeAttribute("aria-invalid");
  row.input.setAttribute("aria-describedby", "clue-how");
}

/**
 * Flag the row of a clue, and say what is wrong with it.
 * @param {Row} row
 * @param {string} [message]
 */
function flag(row, message = "") {
  row.item.querySelector(".flag")?.remove();
  row.item.classList.add("flagged");
  if (!message) return;
  const id = `flag-${rows.indexOf(row)}`;
  row.item.append(h("span", { class: "flag", id }, message));
  row.input.setAttribute("aria-invalid", "true");
  row.input.setAttribute("aria-describedby", id);
}

/** Return the checked clues, or null once the mistake is told. */
function checked() {
  for (const row of rows) unflag(row);
  const given = clues();
  const wrong = mistake(given);
  if (!wrong) return given;
  const why = t(wrong.name, wrong);
  result.replaceChildren(message(why));
  if (wrong.index !== undefined) {
    flag(given[wrong.index].row, why);
    const { place, input } = given[wrong.index].row;
    (wrong.name === "marks_missing" ? first(place, "input") : input).focus();
  }
  return null;
}

/**
 * Return the service's answer, or this page's own where the service cannot be reached.
 * @param {Given[]} given
 * @param {boolean} explain
 * @returns {Promise<Answer>}
 */
async function solved(given, explain) {
  const body = { clues: given.map(({ word, marks }) => ({ word, marks })), words: words.value, explain };
  try {
    return await ask("/api/solve", body);
  } catch (problem) {
    if (!(problem instanceof Problem) || !problem.offline || explain) throw problem;
    return offline(given);
  }
}

/**
 * Return the answer that this page finds alone, words looked up where the dictionary was kept.
 * @param {Given[]} given
 * @returns {Promise<Answer>}
 */
async function offline(given) {
  const grown = generations(given.map(({ folded, marks }) => ({ word: folded, marks: marks ?? 0 })));
  if (!grown) throw new Problem({ detail: t("too_many") });
  const known = await keptWords(given[0].folded.length);
  /** @type {Solution[]} */
  const solutions = grown.solutions.map((word) => ({ word, known: known ? known.has(word) : null, spellings: known?.get(word) || [] }));
  solutions.sort((one, other) => Number(other.known) - Number(one.known));
  return {
    solutions, others: [], conflict: null, dictionary: words.value, steps: [],
    offline: true, generations: grown.lengths.map(({ kept }) => kept), generated: grown.lengths.map(({ generated }) => generated),
  };
}

/**
 * Return the spellings of the words of this length, by word; null where the dictionary was not kept.
 * @param {number} length
 * @returns {Promise<Map<string, string[]> | null>}
 */
async function keptWords(length) {
  try {
    /** @type {{words: {word: string, spellings: string[]}[]}} */
    const answer = await ask(`/api/words/${words.value}/${length}`);
    return new Map(answer.words.map(({ word, spellings }) => [word, spellings]));
  } catch {
    return null;
  }
}

/**
 * Have the words of this length kept for when there is no connection.
 * @param {number} length
 */
function keepWords(length) {
  /** @type {(work: () => unknown) => unknown} */
  const idle = window.requestIdleCallback || ((work) => setTimeout(work, 1000));
  const { connection } = /** @type {{connection?: {saveData?: boolean}}} */ (navigator);
  if (navigator.serviceWorker?.controller && !connection?.saveData) idle(() => keptWords(length));
}

/**
 * Show the answer; where the reasoning leads to it, only at its last step.
 * @param {Answer} answer
 * @param {Given[]} given
 */
function showAnswer(answer, given) {
  const found = foundWords(answer, given);
  const shown = answer.steps.length
    ? [walkReasoning(given.map(({ word, marks }) => ({ word, marks: marks ?? 0 })), answer.steps, () => h("div", {}, found)), showLevel(answer)]
    : found;
  result.replaceChildren(...shown, showTrace(answer));
  underlineUnknown(answer.unknown ?? [], given);
  result.scrollIntoView({ block: answer.steps.length ? "start" : "nearest" });
  if (answer.steps.length) return say(tn("steps_n", answer.steps.length));
  const words = answer.solutions.slice(0, MOST_SHOWN);
  if (words.length) say(`${t(words.length === 1 ? "the_word" : "the_words")} ${words.map(({ word, spellings }) => spellings.join(", ") || word).join("; ")}.`);
}

/**
 * Return what fits the clues: words first, strings of letters apart; or why nothing does, with the repairs.
 * @param {Answer} answer
 * @param {Given[]} given
 */
function foundWords(answer, given) {
  const shown = [];
  const words = answer.solutions.filter(({ known }) => known !== false);
  const strings = answer.solutions.filter(({ known }) => known === false);
  if (words.length) {
    const rest = words.length - MOST_SHOWN;
    shown.push(h("div", { class: "answer" },
      h("p", { class: "kicker" }, t(words.length === 1 ? "the_word" : "the_words")),
      words.slice(0, MOST_SHOWN).map((solution) => showSolution(solution, answer)), rest > 0 ? h("p", {}, t("and_more", { count: number(rest) })) : null));
  } else if (!answer.solutions.length) {
    const open = answer.others.length || answer.offline;
    shown.push(open ? message(t("no_word_shown")) : message(t("no_word"), ...showConflict(answer, given)));
  } else {
    shown.push(message(t("strings_only", { name: answer.dictionary })));
  }
  const repairs = offerRepairs(answer.repairs ?? [], answer.repairs_known ?? 0, (line, clue) => repair(given[line - 1].row, clue));
  if (repairs) shown.push(repairs);
  if (answer.others.length) {
    const rest = answer.others.length - MOST_SHOWN;
    shown.push(h("p", { class: "kicker" }, t(words.length ? "others" : "others_only")),
      h("p", {}, answer.others.slice(0, MOST_SHOWN).map(({ spellings, word }) => spellings.join(", ") || word).join(" · "),
        rest > 0 ? ` ${t("and_more", { count: number(rest) })}` : null));
  }
  if (strings.length) {
    const rest = strings.length - MOST_SHOWN;
    shown.push(h("details", { class: "strings", open: !words.length }, h("summary", {}, tn("strings", strings.length)),
      h("p", {}, strings.slice(0, MOST_SHOWN).map(({ word }) => word).join(" · "), rest > 0 ? ` ${t("and_more", { count: number(rest) })}` : null)));
  }
  return shown;
}

/**
 * Mend a clue, and look for the word again.
 * @param {Row} row
 * @param {{word: string, marks: number}} clue
 */
function repair(row, { word, marks }) {
  leaveStep();
  if (fold(row.input.value.trim()) !== fold(word)) row.input.value = word;
  drawDigits(row);
  mark(row, marks);
  changed();
  return find(false);
}

/**
 * Underline the words that the dictionary lacks, near words beside them.
 * @param {import("./mending.js").Unknown[]} unknown
 * @param {Given[]} given
 */
function underlineUnknown(unknown, given) {
  for (const one of unknown) {
    const { row } = given[one.line - 1];
    row.input.classList.add("unknown");
    row.item.querySelector(".near")?.remove();
    row.item.append(offerNear(one, (word) => repair(row, { word, marks: row.marks ?? 0 })));
  }
}

/**
 * @param {Solution} solution
 * @param {Answer} answer
 */
function showSolution({ word, known, spellings }, answer) {
  const said = known ? spellings.join(", ") : t(known === null ? "unchecked_word" : "unknown_word", { name: answer.dictionary });
  return h("p", { class: "solution" }, tiles(word, { size: answer.solutions.length > 3 ? "" : "large" }), h("span", { class: "spelled" }, said));
}

/**
 * Flag the clues that clash, and return the sentence about them, none when there are none.
 * @param {Answer} answer
 * @param {Given[]} given
 */
function showConflict(answer, given) {
  if (!answer.conflict) return [];
  for (const line of answer.conflict) flag(given[line - 1].row);
  const told = answer.conflict.map((line) => `${given[line - 1].word} ${given[line - 1].marks}`).join(" · ");
  return [[t(answer.conflict.length > 1 ? "conflict" : "conflict_one"), " ", h("strong", {}, told)]];
}

/** @param {Answer} answer */
function showLevel({ difficulty }) {
  return difficulty ? h("p", { class: "small" }, t("puzzle_level", { level: number(difficulty.level), name: t(`level_${difficulty.level}`) })) : "";
}

/** @param {Answer} answer */
function showTrace({ generations: kept, generated }) {
  const items = kept.map((count, index) => h("li", {}, t("trace_line", { kept: number(count), generated: number(generated[index]) })));
  return h("details", { class: "trace" }, h("summary", {}, t("trace")), h("ol", {}, items));
}

/** @param {boolean} explain */
async function find(explain) {
  const given = checked();
  if (!given) return;
  const current = question.ask();
  forgetHints();
  const waiting = saidToWait(current);
  try {
    const answer = await solved(given, explain);
    if (!current()) return;
    showAnswer(answer, given);
    if (explain && !answer.steps.length) result.append(h("p", { class: "small" }, answer.unexplained || t("no_steps")));
    keepWords(given[0].folded.length);
  } catch (problem) {
    if (current()) tell(problem, given);
  } finally {
    clearTimeout(waiting);
  }
}

/**
 * Say that an answer is on its way, once it has been long enough.
 * @param {() => boolean} current
 */
function saidToWait(current) {
  return setTimeout(() => {
    if (current() && !hints) result.replaceChildren(h("p", { class: "kicker" }, t("working")));
  }, PATIENCE);
}

/**
 * @param {unknown} problem
 * @param {Given[]} given
 */
function tell(problem, given) {
  if (problem instanceof Problem && problem.line && given[problem.line - 1]) flag(given[problem.line - 1].row);
  result.replaceChildren(told(problem));
}

/** Show the next hint: for each step of the reasoning, the clues, what they show, the step. */
async function nextHint() {
  const given = checked();
  if (!given) return;
  const current = question.ask();
  const waiting = saidToWait(current);
  try {
    if (!hints) {
      const answer = await solved(given, true);
      if (!current()) return;
      if (!answer.solutions.length && !answer.others.length) return showAnswer(answer, given);
      const found = answer.solutions.length === 1 ? answer.solutions[0].word : "";
      hints = { steps: answer.steps, step: 0, level: 0, more: moreHints(), grid: answer.steps.at(-1)?.grid || found };
      result.replaceChildren(hints.more);
    }
  } catch (problem) {
    return current() ? tell(problem, given) : null;
  } finally {
    clearTimeout(waiting);
  }
  const step = hints.steps[hints.step];
  if (!step) {
    if (!hints.ended) {
      hints.ended = h("p", { class: "nudge", tabindex: -1 }, hints.grid ? t("hint_all", { grid: hints.grid }) : t("hint_none"));
      const focused = hints.more.contains(document.activeElement);
      hints.more.replaceWith(hints.ended);
      if (focused) hints.ended.focus();
    }
    hints.ended.scrollIntoView({ block: "nearest" });
    return say(hints.ended.textContent);
  }
  for (const row of rows) unflag(row);
  for (const line of step.clues) flag(given[line - 1].row);
  let { box } = hints;
  if (hints.level === 0 || !box) {
    box = h("div", { class: "nudge" }, h("h2", {}, t("hint_title", { number: number(hints.step + 1) })));
    hints.box = box;
    hints.more.before(box);
  }
  const hint = h("p", {}, fine(step.hints[hints.level]));
  box.append(hint);
  say(hint.textContent);
  hints.level += 1;
  if (hints.level === step.hints.length) {
    const before = hints.step ? hints.steps[hints.step - 1].grid : "?".repeat(step.grid.length);
    if (!step.clash && step.grid !== before) box.append(tiles(step.grid, { size: "small", before }));
    hints.step += 1;
    hints.level = 0;
  }
  by("solve-hint").textContent = t("next_hint");
  box.scrollIntoView({ block: "nearest" });
  hints.more.scrollIntoView({ block: "nearest" });
}

/** Return a button for the next hint, below the last one. */
function moreHints() {
  return h("p", { class: "actions" },
    h("button", { type: "button", onclick: (event) => busy(event.currentTarget, nextHint) }, t("next_hint")));
}

/** Take the clues that the address names. */
/** @param {URLSearchParams} parameters */
export function open(parameters) {
  words.value = parameters.get("w") || words.value;
  if (!words.value) words.value = usualWords;
  setClues(unpacked(parameters.get("p") || ""));
}

export function begin() {
  usualWords = words.value;
  onSubmit("solve-form", () => find(false));
  by("solve-explain").addEventListener("click", (event) => busy(event.currentTarget, () => find(true)));
  by("solve-hint").addEventListener("click", (event) => busy(event.currentTarget, nextHint));
  by("solve-clear").addEventListener("click", () => {
    if (clues().length) leaveStep();
    setClues([]);
    rows[0].input.focus();
  });
  by("solve-sample").addEventListener("click", () => {
    if (clues().length) leaveStep();
    words.value = "fr";
    setClues(parsePuzzle(SAMPLE));
  });
  words.addEventListener("change", () => changed());
  text.addEventListener("input", () => {
    const given = parsePuzzle(text.value);
    const kept = text.value;
    setClues(given);
    text.value = kept;
    clearTimeout(reading);
    if (/\S\s*[\r\n]/.test(kept)) reading = setTimeout(() => readByService(kept), PATIENCE);
  });
}
