// The rows of the clues: a word and its digits each; what is typed or tapped moves on to the next one.

import { by, first, h, number, t } from "../shared/core.js";
import { digitOf, digits } from "../shared/digits.js";
import { LONGEST, MAX_CLUES, fold, puzzleText } from "../shared/words.js";

/** @typedef {import("../shared/words.js").Clue} Clue */
/**
 * A row of the form: its elements, the marks chosen, how many digits it shows, whether its marks were more than these;
 * `pending` holds a word and the first digit of its marks while a second one may follow; `written` is what its marks
 * were read from, where that was no number.
 * @typedef {{input: HTMLInputElement, place: HTMLElement, item: HTMLElement, marks: number | null, length: number,
 *   high: boolean, pending: {word: string, digit: string} | null, written: string}} Row
 */
/** @typedef {{word: string, marks: number | null, folded: string, row: Row}} Given */

const FEWEST_ROWS = 4;
const DEFAULT_LENGTH = 5;

const list = by("solve-clues");
const text = /** @type {HTMLTextAreaElement} */ (by("solve-text"));
/** @type {Row[]} */
let rows = [];
/** Whether a button of the mouse is down, or a finger. */
let pressed = false;
/** What the task does when a clue has changed, and when a text is pasted into a row. */
const task = {
  changed: () => {},
  /** @type {(row: Row, event: ClipboardEvent) => void} */
  pasted: () => {},
};

/**
 * Say what the task does when a clue has changed, and when a text is pasted into a row.
 * @param {() => void} changed
 * @param {(row: Row, event: ClipboardEvent) => void} pasted
 */
export function listen(changed, pasted) {
  Object.assign(task, { changed, pasted });
}

/** Return the rows of the form, the empty ones too. */
export const allRows = () => rows;

/** Make the rows of these clues, and one empty row after them. @param {Clue[]} clues */
export function fillRows(clues) {
  rows = [];
  list.replaceChildren();
  for (const clue of clues.slice(0, MAX_CLUES)) addRow(clue);
  while (rows.length < FEWEST_ROWS || (rows.length < MAX_CLUES && !isEmpty(rows[rows.length - 1]))) addRow();
  touched(true);
  for (const row of rows) if (row.high) flag(row, t("marks_high", { word: row.input.value, most: number(row.length) }));
}

/** @param {Row} row */
export const isEmpty = (row) => !row.input.value.trim();

/** @param {Clue} [clue] */
function addRow({ word, marks, written = "" } = { word: "", marks: null }) {
  if (rows.length >= MAX_CLUES) return;
  const place = rows.length + 1;
  const input = h("input", {
    class: "word",
    type: "text",
    size: 8,
    maxlength: 40,
    spellcheck: "false",
    autocapitalize: "none",
    autocomplete: "off",
    "aria-label": t("clue_word", { number: place }),
    "aria-describedby": "clue-how",
    enterkeyhint: "next",
  });
  input.value = word;
  const marksPlace = h("span", { class: "digits" });
  const item = h("li", { class: "clue" }, [
    h("span", { class: "number", "aria-hidden": "true" }, number(place)),
    input,
    marksPlace,
  ]);
  /** @type {Row} */
  const row = { input, place: marksPlace, item, marks, length: 0, high: false, pending: null, written };
  input.addEventListener("beforeinput", (event) => runOver(row, event));
  input.addEventListener("input", () => typed(row));
  input.addEventListener("blur", () => (row.pending = null));
  input.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && rows.at(-1) !== row) {
      event.preventDefault();
      if (!isEmpty(row)) rows[rows.indexOf(row) + 1].input.focus();
    }
    unshifted(row, event);
  });
  input.addEventListener("paste", (event) => task.pasted(row, event));
  item.addEventListener("click", () => takeInHand(row));
  item.addEventListener("focusin", () => setTimeout(() => pressed || takeInHand(row)));
  rows.push(row);
  list.append(item);
  drawDigits(row);
  if (written) item.append(h("span", { class: "written" }, t("paste_from", { written })));
}

/** Take away what the marks of a row were read from, now that the clue is another. @param {Row} row */
function forgetWritten(row) {
  row.written = "";
  row.item.querySelector(".written")?.remove();
}

/**
 * Have letters typed at the end of a row that is full, word and digit, begin the next word; they never run on in it.
 * @param {Row} row @param {InputEvent} event
 */
function runOver(row, event) {
  const word = row.input.value.trim();
  const known = knownLength(row);
  const full = row.marks !== null && known > 0 && fold(word).length >= known;
  const atEnd = (row.input.selectionStart ?? 0) >= row.input.value.length;
  if (!full || !atEnd || !/^\p{L}+$/u.test(event.data ?? "")) return;
  event.preventDefault();
  toNextRow(row, word, event.data ?? "");
}

/**
 * Make the digits of a row large enough for a finger, those of the others small again; never amid a tap, lest what is
 * tapped moves away.
 * @param {Row} row
 */
function takeInHand(row) {
  for (const other of rows) other.item.classList.toggle("in-hand", other === row);
}

/** Draw the digits of a row anew when the length of its word has changed. @param {Row} row */
export function drawDigits(row) {
  const length = Math.min(fold(row.input.value.trim()).length, LONGEST) || knownLength() || DEFAULT_LENGTH;
  if (length === row.length) return;
  row.length = length;
  row.high = (row.marks ?? 0) > length;
  if (row.high) row.marks = null;
  const label = t("clue_marks", { number: rows.indexOf(row) + 1 });
  row.place.replaceChildren(
    digits(label, length, row.marks, (value, onward) => {
      row.marks = value;
      forgetWritten(row);
      touched();
      if (onward && !isEmpty(row)) toNext(row);
    }),
  );
}

/** Go on to the next row: to its word, or to its digits where only these are missing. @param {Row} row */
function toNext(row) {
  const next = rows[rows.indexOf(row) + 1];
  if (!next || next.marks !== null) return;
  if (isEmpty(next)) next.input.focus();
  else first(next.place, "input").focus();
}

/** Return the length of the first word, that of a row left out; 0 when there is none. @param {Row | null} [but] */
function knownLength(but = null) {
  const known = rows
    .filter((row) => row !== but)
    .map((row) => fold(row.input.value.trim()).length)
    .filter((length) => length > 1);
  return Math.min(known[0] || 0, LONGEST);
}

/**
 * Take the key of a digit on a French keyboard, where digits need Shift, as the digit: after a whole word, é is 2.
 * @param {Row} row @param {KeyboardEvent} event
 */
function unshifted(row, event) {
  const digit = digitOf(event);
  const word = row.input.value.trim();
  const needsShift = digit && digit !== event.key;
  const atEnd = (row.input.selectionStart ?? 0) >= row.input.value.length;
  if (!needsShift || !word || !atEnd) return;
  const isWhole = row.pending || fold(word).length === knownLength(row);
  if (/\p{L}/u.test(event.key) && !isWhole) return; // é is a letter of the word then
  event.preventDefault();
  row.input.value = word + digit;
  typed(row);
}

/**
 * Leave a word whose digit could have had a second one, now that letters follow: they begin the next word.
 * @param {Row} row @param {string} word @param {string} more
 */
function toNextRow(row, word, more) {
  row.input.value = word;
  const next = rows[rows.indexOf(row) + 1];
  if (!next || !isEmpty(next)) return;
  next.input.value = more;
  next.input.focus();
  typed(next);
}

/** @param {Row} row @param {number} marks */
export function mark(row, marks) {
  row.marks = marks;
  forgetWritten(row);
  const input = row.place.querySelector(`input[value="${marks}"]`);
  if (input instanceof HTMLInputElement) input.checked = true;
}

/**
 * Take a digit typed after the word as its marks, and go to the next row. If the word is so long that a second digit
 * may follow (1, then 2), the row waits for that (`pending`): letters that follow instead begin the next word.
 * @param {Row} row @returns {void}
 */
function typed(row) {
  forgetWritten(row);
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
  const marks = found ? Number(found[2]) : 0;
  const high = found && marks > row.length;
  if (found && !high) {
    mark(row, marks);
    const mayGoOn = marks > 0 && found[2].length === 1 && marks * 10 <= row.length;
    if (mayGoOn) row.pending = { word: found[1], digit: found[2] };
    else rows[rows.indexOf(row) + 1]?.input.focus();
  }
  touched();
  if (high) flag(row, t("marks_high", { word: found[1], most: number(row.length) }));
}

/** Return the clues as typed, those without a word left out. @returns {Given[]} */
export function clues() {
  return rows
    .filter((row) => !isEmpty(row))
    .map((row) => ({ word: row.input.value.trim(), marks: row.marks, folded: fold(row.input.value.trim()), row }));
}

/**
 * Keep the text in step with the rows, and forget what was said about other clues.
 * @param {boolean} [fromOutside] whether the text is not being typed in
 */
export function touched(fromOutside = false) {
  if (document.activeElement !== text || fromOutside) text.value = puzzleText(clues());
  for (const row of rows) unflag(row);
  task.changed();
}

/** @param {Row} row */
export function unflag(row) {
  row.item.classList.remove("flagged");
  row.item.querySelector(".flag")?.remove();
  row.item.querySelector(".near")?.remove();
  row.input.classList.remove("unknown");
  row.input.removeAttribute("aria-invalid");
  row.input.setAttribute("aria-describedby", "clue-how");
}

/** Flag the row of a clue, and say what is wrong with it. @param {Row} row @param {string} [message] */
export function flag(row, message = "") {
  row.item.querySelector(".flag")?.remove();
  row.item.classList.add("flagged");
  if (!message) return;
  const id = `flag-${rows.indexOf(row)}`;
  row.item.append(h("span", { class: "flag", id }, message));
  row.input.setAttribute("aria-invalid", "true");
  row.input.setAttribute("aria-describedby", id);
}

addEventListener("pointerdown", () => (pressed = true));
for (const end of ["pointerup", "pointercancel"]) addEventListener(end, () => (pressed = false));
