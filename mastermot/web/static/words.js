// Words, puzzles as text, and the solver of Master Mot: what needs no service. The tests hold that it agrees with the
// library, word by word.

const OPENED = { Æ: "AE", Œ: "OE", ß: "SS", ẞ: "SS", Ø: "O", Ð: "D", Đ: "D", Þ: "TH", Ł: "L", Ħ: "H", ı: "I" };
export const LONGEST = 15;
export const MOST_CLUES = 100;
export const MOST_PREFIXES = 100000;

/** Return a word in capitals A to Z, accents dropped; an empty text when it is not a word. */
export function fold(word) {
  const plain = word.normalize("NFD").replace(/\p{M}/gu, "");
  const folded = [...plain].map((c) => OPENED[c] || OPENED[c.toUpperCase()] || c.toUpperCase()).join("");
  return /^[A-Z]+$/.test(folded) ? folded : "";
}

/** Return how many letters two words have in the same place. */
export function blacks(one, other) {
  let count = 0;
  for (let place = 0; place < one.length; place++) count += one[place] === other[place];
  return count;
}

/** Return the clues in a text, a clue a line, as written: {word, marks}, marks null when they are missing. */
export function parsePuzzle(text) {
  const clues = [];
  for (const line of text.split(/\r\n|\r|\n/)) {
    const content = line.replace(/#.*/, "").trim().replace(/^\d+\s*[.)]\s*(?=\p{L})/u, "");
    if (!content || /-\*-.*-\*-/.test(content)) continue;
    const found = content.match(/^([^\s\d:=,;()]+?)[\s:=,;(–—-]*(\d+)?[\s).,;]*$/);
    clues.push(found ? { word: found[1], marks: found[2] === undefined ? null : Number(found[2]) } : { word: content, marks: null });
  }
  return clues;
}

/** Return clues as text, a clue a line. */
export function puzzleText(clues) {
  return clues.map(({ word, marks }) => `${word}${marks === null ? "" : ` ${marks}`}\n`).join("");
}

/** Return clues on one line of an address, and read them back. */
export function packed(clues) {
  return clues.map(({ word, marks }) => `${word}${marks === null ? "" : marks}`).join(".");
}
export function unpacked(text) {
  return text
    .split(".")
    .map((one) => one.match(/^([^\d]*)(\d+)?$/))
    .filter((found) => found && found[1])
    .map((found) => ({ word: found[1], marks: found[2] === undefined ? null : Number(found[2]) }));
}

/** Return what is wrong with clues of folded words: {name, index, …}, or null. */
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
  const first = new Map();
  for (const [index, { word, marks, folded }] of clues.entries()) {
    if (folded.length !== usual) return { name: "bad_length", index, word, length: folded.length, expected: usual };
    if (first.has(folded) && first.get(folded) !== marks) return { name: "bad_contradiction", index, word };
    first.set(folded, marks);
  }
  return null;
}

/**
 * Return what is left at each length, {generated, kept, prefixes}: every prefix followed by every letter that the clues
 * show in the next column, kept when each clue can still get exactly its marks. Null when more than `limit` are kept.
 */
export function generations(clues, limit = MOST_PREFIXES) {
  const length = clues[0].word.length;
  let prefixes = [["", clues.map(() => 0)]];
  const result = [];
  for (let place = 0; place < length; place++) {
    const column = [...new Set(clues.map(({ word }) => word[place]))].sort();
    const empty = length - place - 1;
    const kept = [];
    for (const [prefix, counts] of prefixes) {
      for (const letter of column) {
        const now = counts.map((count, index) => count + (clues[index].word[place] === letter));
        if (now.every((count, index) => count <= clues[index].marks && count >= clues[index].marks - empty)) {
          kept.push([prefix + letter, now]);
        }
      }
      if (kept.length > limit) return null;
    }
    result.push({ generated: prefixes.length * column.length, kept: kept.length });
    prefixes = kept;
  }
  result.solutions = prefixes.map(([word]) => word);
  return result;
}
