// Words, puzzles as text, and the solver of Master Mot: what needs no service. The tests hold that it agrees with the
// library, word by word.

import { fold } from "./letters.js";

export { blacks, fold } from "./letters.js";

/**
 * A clue as it is typed; `marks` is null when they are missing; `written` is how they were written, where that was no
 * number.
 * @typedef {{word: string, marks: number | null, written?: string}} Clue
 */
/**
 * @typedef {{name: string, index?: number, indexes?: number[], word?: string, [parameter: string]: unknown}} Mistake
 */
/** @typedef {{generated: number, kept: number}} Generation */

export const LONGEST = 15;
export const MAX_CLUES = 100;
const MAX_PREFIXES = 100000;

/** Letters that are typed for digits. */
const LOOK_ALIKES = new Map(Object.entries({ l: "1", I: "1", O: "0", o: "0" }));
/** Numbers in words, in French and English. */
const NUMBER_WORDS = new Map(
  [
    "ZERO UN DEUX TROIS QUATRE CINQ SIX SEPT HUIT NEUF DIX ONZE DOUZE TREIZE QUATORZE QUINZE",
    "ZERO ONE TWO THREE FOUR FIVE SIX SEVEN EIGHT NINE TEN ELEVEN TWELVE THIRTEEN FOURTEEN FIFTEEN",
    "ZERO UNE",
  ].flatMap((line) => line.split(" ").map((word, count) => [word, String(count)])),
);
const isNumber = (/** @type {string} */ piece) => /^\d/.test(piece);

/** The letters of a word written with something between them: P A U M E, P.A.U.M.E. */
const SPACED = /(?<!\p{L})\p{L}(?:[\s.|-]+\p{L}(?!\p{L}))+/gu;

/**
 * Return the clues in a text, as written: `paume 2`, `2 paume`, `P A U M E 2`, `paume²`, `curry l`, `paume deux`;
 * several may stand on a line. Of a line in another form, the text stands as the word. The service reads more: columns,
 * titles, chats.
 * @param {string} text
 * @returns {Clue[]}
 */
export function parsePuzzle(text) {
  return text.split(/\r\n|\r|\n/).flatMap((line) => {
    const content = cleanLine(line);
    const setsEditor = /-\*-.*-\*-/.test(line);
    if (!content || setsEditor) return [];
    const clue = content.match(/^([^\s\d:=,;()|]+?)[\s:=,;(–—-]*(\d+)?[\s).,;]*$/); // a word, perhaps its marks
    if (clue) return [{ word: clue[1], marks: clue[2] === undefined ? null : Number(clue[2]) }];
    return cutLine(content) ?? [{ word: content, marks: null }];
  });
}

/** Return what a line says of clues, each word in one piece: `3) « P A U M E » 2/5  # easy` becomes `PAUME   2`. */
/** @param {string} line */
const cleanLine = (line) =>
  line
    .normalize("NFKC") // ② becomes 2
    .replace(/#.*/, "") // a comment
    .replace(/(\d\s?)\/\s?\d+/g, "$1") // 2/5: two of five
    .replace(/["“”„«»*]/g, " ")
    .trim()
    .replace(SPACED, (word) => word.replace(/[\s.|-]/g, ""))
    .replace(/^\d+\s*[.)/]\s*(?=\p{L})/u, ""); // the number of the line

/**
 * Return the clues of a line by the order of its words and numbers; null where they do not come by turns.
 * @param {string} content @returns {Clue[] | null}
 */
function cutLine(content) {
  const pieces = readNumbers(content.match(/\p{L}[\p{L}\p{M}]*|\d+/gu) ?? []);
  const kinds = pieces.map((piece) => (isNumber(piece) ? "N" : "W")).join(""); // WNWN of paume 2, choux 1
  if (/^N(WN)+$/.test(kinds)) pieces.shift(); // the number of the line
  else if (!/^((WN)+|(NW)+)$/.test(kinds)) return null;
  return Array.from({ length: pieces.length / 2 }, (_, at) => {
    const [one, other] = pieces.slice(2 * at, 2 * at + 2);
    return isNumber(one) ? { word: other, marks: Number(one) } : { word: one, marks: Number(other) };
  });
}

/**
 * Return the words and numbers of a line, with digits for its numbers in words and for a letter that stands for one:
 * `curry l` becomes `curry 1`, and so do `curry un` and, with the number first, `un curry`.
 * @param {string[]} pieces
 */
function readNumbers(pieces) {
  const [last, before] = [pieces.at(-1) ?? "", pieces.at(-2) ?? ""];
  const digit = LOOK_ALIKES.get(last);
  if (digit && before.length > 1 && !isNumber(before)) return [...pieces.slice(0, -1), digit];
  if (pieces.some(isNumber) || pieces.length % 2) return pieces;
  const numbers = pieces.map((piece) => NUMBER_WORDS.get(fold(piece)));
  const isSecond = (/** @type {number} */ at) => at % 2 === 1; // of a pair
  const comeSecond = numbers.every((count, at) => !isSecond(at) || count !== undefined);
  return pieces.map((piece, at) => (isSecond(at) === comeSecond ? (numbers[at] ?? piece) : piece));
}

/** Return clues as text, a clue a line. @param {Clue[]} clues */
export function puzzleText(clues) {
  return clues.map(({ word, marks }) => `${word}${marks === null ? "" : ` ${marks}`}\n`).join("");
}

/** Return clues on one line of an address, and read them back. @param {Clue[]} clues */
export function packed(clues) {
  return clues.map(({ word, marks }) => `${word}${marks === null ? "" : marks}`).join(".");
}
/** @param {string} text @returns {Clue[]} */
export function unpacked(text) {
  const clues = [];
  for (const one of text.split(".")) {
    const [, word, marks] = one.match(/^([^\d]*)(\d+)?$/) ?? [];
    if (word) clues.push({ word, marks: marks === undefined ? null : Number(marks) });
  }
  return clues;
}

/**
 * Return what is wrong with clues of folded words, or null: the name of a text, its parameters, the place of the clue.
 * @param {(Clue & {folded: string})[]} clues
 * @returns {Mistake | null}
 */
export function mistake(clues) {
  if (!clues.length) return { name: "no_clue" };
  for (const [index, { word, marks, folded }] of clues.entries()) {
    if (!folded) return { name: "bad_word", index, word };
    if (folded.length > LONGEST || folded.length < 2) return { name: "bad_span", index, word, least: 2, most: LONGEST };
    if (marks === null) return { name: "marks_missing", index, word };
  }
  return mistakenLength(clues) ?? mistakenMarks(clues);
}

/**
 * Return that words have several lengths: which one is of another length than all others, or which are, or all of them
 * where no length is that of more than half.
 * @param {(Clue & {folded: string})[]} clues @returns {Mistake | null}
 */
function mistakenLength(clues) {
  /** @type {Map<number, number>} How many words each length has. */
  const lengths = new Map();
  for (const { folded } of clues) lengths.set(folded.length, (lengths.get(folded.length) ?? 0) + 1);
  const [[usual, count]] = [...lengths].sort(([, one], [, other]) => other - one);
  const odd = clues.flatMap(({ folded }, index) => (folded.length === usual ? [] : [index]));
  if (!odd.length) return null;
  const [index] = odd;
  if (odd.length === 1 && clues.length > 2) {
    const { word, folded } = clues[index];
    return { name: "bad_length", index, word, length: folded.length, expected: usual };
  }
  const indexes = count > odd.length ? odd : [...clues.keys()];
  const listed = [...lengths.keys()].sort((one, other) => one - other).join(", ");
  return { name: "bad_lengths", index, indexes, lengths: listed };
}

/**
 * Return that a word comes twice, with other marks.
 * @param {(Clue & {folded: string})[]} clues @returns {Mistake | null}
 */
function mistakenMarks(clues) {
  const before = new Map();
  for (const [index, { word, marks, folded }] of clues.entries()) {
    if (before.has(folded) && before.get(folded) !== marks) return { name: "bad_contradiction", index, word };
    before.set(folded, marks);
  }
  return null;
}

/**
 * Return what is left at each length, and the solutions: every prefix followed by every letter that the clues show in
 * the next column, kept when each clue can still get exactly its marks. Null when more than `limit` are kept.
 * @param {{word: string, marks: number}[]} clues
 * @returns {{lengths: Generation[], solutions: string[]} | null}
 */
export function generations(clues, limit = MAX_PREFIXES) {
  const length = clues[0].word.length;
  /** @type {[string, number[]][]} */
  let prefixes = [["", clues.map(() => 0)]];
  const lengths = [];
  for (let place = 0; place < length; place++) {
    const column = [...new Set(clues.map(({ word }) => word[place]))].sort();
    const empty = length - place - 1;
    /** @type {[string, number[]][]} */
    const kept = [];
    for (const [prefix, counts] of prefixes) {
      for (const letter of column) {
        const now = counts.map((count, index) => count + Number(clues[index].word[place] === letter));
        if (now.every((count, index) => count <= clues[index].marks && count >= clues[index].marks - empty)) {
          kept.push([prefix + letter, now]);
        }
      }
      if (kept.length > limit) return null;
    }
    lengths.push({ generated: prefixes.length * column.length, kept: kept.length });
    prefixes = kept;
  }
  return { lengths, solutions: prefixes.map(([word]) => word) };
}
