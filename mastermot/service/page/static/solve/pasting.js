// Puzzles pasted or written as text: spread over the rows, read by the service where this page alone does not read all.

import {
  Problem, ask, attempt, by, h, isUnasked, leaveStep, message, number, t, workButton,
} from "../shared/core.js";
import { allRows, clues, isEmpty } from "./rows.js";
import { fold, packed, parsePuzzle } from "../shared/words.js";

/** @typedef {import("../shared/words.js").Clue} Clue */
/** @typedef {import("./rows.js").Row} Row */
/** @typedef {import("api").ReadPuzzle} ReadPuzzle */
/**
 * Where clues that were read go: `put` makes their rows; `question` says whether an answer is still wanted.
 * @typedef {{put: (clues: Clue[]) => void, question: ReturnType<typeof import("../shared/core.js").latest>}} Form
 */

/** What people put around marks, as the library's `note_written` knows it. */
const AROUND_MARKS = /^[\s:=|,;.!?()[\]<>«»"*_…–—→⇒-]+|[\s:=|,;.!?()[\]<>«»"*_…–—→⇒-]+$/g;
/** Marks that need no remark. */
const PLAIN_MARKS = /^[-+\p{Nd}\s.,/()XxOo]+$/u;
/** A word whose marks are still to come: it needs no other reader. */
const WORD = /^\p{L}+$/u;
const result = by("solve-result");
const text = /** @type {HTMLTextAreaElement} */ (by("solve-text"));

/**
 * Return the clues in a text, as `parsePuzzle` does; a clue that is alone on its line has what its marks were written
 * as, where that was no number: `choux rien`.
 * @param {string} given
 */
export const parseWritten = (given) =>
  given.split(/\r\n|\r|\n/).flatMap((line) => {
    const read = parsePuzzle(line);
    const [clue] = read;
    if (read.length !== 1 || clue.marks === null) return read;
    const behind = line.replace(/#.*/, "").split(clue.word)[1]?.replace(AROUND_MARKS, "") ?? "";
    return !behind || PLAIN_MARKS.test(behind) ? read : [{ ...clue, written: behind }];
  });

/**
 * Spread a pasted puzzle over the rows; of a single clue, its word and its marks go into the row.
 * @param {Row} row
 * @param {ClipboardEvent} event
 * @param {Form} form
 */
export function spreadPasted(row, event, form) {
  const given = event.clipboardData?.getData("text") ?? "";
  const read = parseWritten(given);
  if (!/[\r\n]/.test(given.trim()) && read.length < 2) return takeClue(row, event, read);
  event.preventDefault();
  const place = allRows().indexOf(row);
  /** @param {Row[]} some */
  const others = (some) =>
    some
      .filter((one) => !isEmpty(one))
      .map(({ input, marks, written }) => ({ word: input.value.trim(), marks, written }));
  if (clues().length) leaveStep();
  const [before, after] = [others(allRows().slice(0, place)), others(allRows().slice(place + 1))];
  form.put([...before, ...read, ...after]);
  allRows().at(-1)?.input.focus();
  readByService(given, form, before, after);
}

/**
 * Write a pasted clue into an empty row as if it were typed; a word alone is pasted as it is.
 * @param {Row} row @param {ClipboardEvent} event @param {Clue[]} read
 */
function takeClue(row, event, [clue]) {
  if (!clue || clue.marks === null || !isEmpty(row)) return;
  event.preventDefault();
  row.input.value = `${clue.word} ${clue.marks}`;
  row.input.dispatchEvent(new Event("input"));
}

/**
 * Have the service read a text as puzzle files are read. Where its program has not been asked for, nothing fetches it:
 * a button offers to, if this page alone does not read the text whole.
 * @param {string} given
 * @param {Form} form
 * @param {Clue[]} before clues that stay before those read
 * @param {Clue[]} after
 */
export async function readByService(given, form, before = [], after = []) {
  const read = (/** @type {() => boolean} */ current) => readText(given, form, before, after, current);
  if (isUnasked()) {
    const isRead = parsePuzzle(given).every(({ word, marks }) => marks !== null || WORD.test(word));
    const button = workButton("", t("paste_read"), () => attempt(result, form.question, read));
    if (!isRead) result.append(h("p", {}, t("lines_unread")), h("p", { class: "actions read-text" }, button));
    return;
  }
  try {
    await read(form.question.ask());
  } catch (problem) {
    if (!(problem instanceof Problem)) throw problem; // what cannot be read is told once the word is looked for
  }
}

/**
 * Put the clues that the service reads in a text into their rows, as long as they are wanted; of many puzzles, one is
 * chosen.
 * @param {string} given @param {Form} form @param {Clue[]} before @param {Clue[]} after @param {() => boolean} current
 */
async function readText(given, form, before, after, current) {
  /** @type {ReadPuzzle[]} */
  const puzzles = (await ask("/api/puzzles/read", { text: given })).puzzles;
  if (!current()) return;
  const typedText = document.activeElement === text ? text.value : null; // stays as it is while it is typed
  /** @param {Clue[]} read */
  const put = (read) => {
    const inRows = document.activeElement?.matches(".clue input");
    form.put([...before, ...read, ...after]);
    if (typedText !== null) text.value = typedText;
    if (inRows) allRows().at(-1)?.input.focus();
  };
  if (puzzles.length === 1) {
    const [puzzle] = puzzles;
    const folded = (/** @type {Clue[]} */ some) => packed(some.map(({ word, marks }) => ({ word: fold(word), marks })));
    const wasReadAlike = folded(parsePuzzle(given)) === folded(puzzle.clues);
    if (puzzle.read.length || !wasReadAlike) put(noteWritten(puzzle));
    const { title } = puzzle;
    if (title) result.prepend(h("p", { class: "small read-title" }, t("title_read", { title })));
    return;
  }
  put(noteWritten(puzzles[0]));
  const buttons = puzzles.map((puzzle, index) =>
    h("button", { onclick: () => put(noteWritten(puzzle)) }, [
      puzzle.name || t("puzzle_number", { number: number(index + 1) }),
    ]),
  );
  result.replaceChildren(
    message(t("several_puzzles", { count: number(puzzles.length) })),
    h("p", { class: "suggestions several" }, buttons),
  );
}

/** Return the clues of a puzzle, each with what its marks were written as, where that was no number. */
/** @type {(puzzle: ReadPuzzle) => Clue[]} */
const noteWritten = ({ clues: read, read: asWritten }) =>
  read.map((clue) => ({ ...clue, written: asWritten.find(({ word }) => word === clue.word)?.written }));
