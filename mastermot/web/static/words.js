// Words, puzzles as text, and the solver of Master Mot: what needs no service. The tests hold that it agrees with the
// library, word by word.

/**
 * A clue as it is typed; `marks` is null when they are missing.
 * @typedef {{word: string, marks: number | null}} Clue
 */
/**
 * @typedef {{name: string, index?: number, indexes?: number[], word?: string, [parameter: string]: unknown}} Mistake
 */
/** @typedef {{generated: number, kept: number}} Generation */

/** @type {Record<string, string>} */
const OPENED = Object.fromEntries(
  "Æ AE,Œ OE,ß SS,ẞ SS,Ø O,Ð D,Đ D,Þ TH,Ł L,Ħ H,ı I".split(",").map((pair) => pair.split(" ")),
);
export const LONGEST = 15;
export const MAX_CLUES = 100;
export const MAX_PREFIXES = 100000;

/**
 * Return a word in capitals A to Z, accents dropped; an empty text when it is not a word.
 * @param {string} word
 */
export function fold(word) {
  const plain = word.normalize("NFD").replace(/\p{M}/gu, "");
  const folded = [...plain].map((c) => OPENED[c] || OPENED[c.toUpperCase()] || c.toUpperCase()).join("");
  return /^[A-Z]+$/.test(folded) ? folded : "";
}

/**
 * Return how many letters two words have in the same place.
 * @param {string} one
 * @param {string} other
 */
export function blacks(one, other) {
  let count = 0;
  for (let place = 0; place < one.length; place++) count += Number(one[place] === other[place]);
  return count;
}

/**
 * Return the clues in a text, a clue a line, as written.
 * @param {string} text
 * @returns {Clue[]}
 */
export function parsePuzzle(text) {
  const clues = [];
  for (const line of text.split(/\r\n|\r|\n/)) {
    const content = line
      .replace(/#.*/, "")
      .trim()
      .replace(/^\d+\s*[.)]\s*(?=\p{L})/u, "");
    if (!content || /-\*-.*-\*-/.test(content)) continue;
    const found = content.match(/^([^\s\d:=,;()]+?)[\s:=,;(–—-]*(\d+)?[\s).,;]*$/);
    clues.push(
      found
        ? { word: found[1], marks: found[2] === undefined ? null : Number(found[2]) }
        : { word: content, marks: null },
    );
  }
  return clues;
}

/**
 * Return clues as text, a clue a line.
 * @param {Clue[]} clues
 */
export function puzzleText(clues) {
  return clues.map(({ word, marks }) => `${word}${marks === null ? "" : ` ${marks}`}\n`).join("");
}

/**
 * Return clues on one line of an address, and read them back.
 * @param {Clue[]} clues
 */
export function packed(clues) {
  return clues.map(({ word, marks }) => `${word}${marks === null ? "" : marks}`).join(".");
}
/**
 * @param {string} text
 * @returns {Clue[]}
 */
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
  const lengths = new Map();
  for (const [index, { word, marks, folded }] of clues.entries()) {
    if (!folded) return { name: "bad_word", index, word };
    if (folded.length > LONGEST || folded.length < 2) return { name: "bad_span", index, word, least: 2, most: LONGEST };
    if (marks === null) return { name: "marks_missing", index, word };
    lengths.set(folded.length, (lengths.get(folded.length) || 0) + 1);
  }
  const usual = [...lengths].sort((a, b) => b[1] - a[1])[0][0];
  const odd = clues.flatMap(({ folded }, index) => (folded.length === usual ? [] : [index]));
  if (odd.length === 1 && clues.length > 2) {
    const { word, folded } = clues[odd[0]];
    return { name: "bad_length", index: odd[0], word, length: folded.length, expected: usual };
  }
  if (odd.length) {
    const some = [...lengths.keys()].sort((a, b) => a - b);
    return {
      name: "bad_lengths",
      index: odd[0],
      indexes: lengths.get(usual) > odd.length ? odd : [...clues.keys()],
      lengths: some.join(", "),
    };
  }
  const first = new Map();
  for (const [index, { word, marks, folded }] of clues.entries()) {
    if (first.has(folded) && first.get(folded) !== marks) return { name: "bad_contradiction", index, word };
    first.set(folded, marks);
  }
  return null;
}

/**
 * Return what is left at each length, and the solutions: every prefix followed by every letter that the clues
 * show in the next column, kept when each clue can still get exactly its marks. Null when more than `limit` are kept.
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
