// The answer to a puzzle: the service's, or this page's own where the service cannot be reached.

import { Problem, ask, t } from "./core.js";
import { inFolder } from "./early.js";
import { deduce, shownColumns } from "./deduce.js";
import { blacks, generations } from "./words.js";

/**
 * A clue as it is written, and its word folded.
 * @typedef {{word: string, marks: number | null, folded: string}} Given
 */
/** @typedef {import("./reasoning.js").Step} Step */
/**
 * A word that fits; whether it is in the dictionary is not known where that was not kept.
 * @typedef {Omit<import("api").Solution, "known"> & {known: boolean | null}} Solution
 */
/** @typedef {import("api").Solved} Solved */
/**
 * What the service answers, or this page alone (`offline`).
 * @typedef {Partial<Omit<Solved, "solutions" | "others" | "steps">> & Pick<Solved, "outcome" | "unknown" |
 *   "dictionary" | "generations" | "generated"> & {solutions: Solution[], others: Omit<Solution, "known">[],
 *   steps: Step[], offline?: boolean}} Answer
 */

/**
 * Return the service's answer, or this page's own where the service cannot be reached.
 * @param {Given[]} given
 * @param {string} words the dictionary
 * @param {boolean} explain
 * @returns {Promise<Answer>}
 */
export async function solved(given, words, explain) {
  const body = { clues: given.map(({ word, marks }) => ({ word, marks })), words, explain };
  try {
    return await ask("/api/solve", body);
  } catch (problem) {
    if (!(problem instanceof Problem) || !problem.offline) throw problem;
    return solveHere(given, words, explain);
  }
}

/**
 * Return the answer that this page finds alone, words looked up where the dictionary was kept.
 * @param {Given[]} given
 * @param {string} words
 * @param {boolean} explain
 * @returns {Promise<Answer>}
 */
export async function solveHere(given, words, explain) {
  const clues = given.map(({ word, folded, marks }) => ({ word: folded, written: word, marks: marks ?? 0 }));
  const grown = generations(clues);
  if (!grown) throw new Problem({ detail: t("too_many") });
  const known = await keptWords(words, given[0].folded.length);
  /** @type {Solution[]} */
  const solutions = grown.solutions.map((word) => ({
    word,
    known: known ? known.has(word) : null,
    spellings: known?.get(word) || [],
  }));
  const shown = new Set(grown.solutions);
  const others = [...(known ?? [])].flatMap(([word, spellings]) =>
    shown.has(word) || clues.some((clue) => blacks(clue.word, word) !== clue.marks) ? [] : [{ word, spellings }],
  );
  const unknown = given.flatMap(({ word, folded }, index) =>
    known && !known.has(folded) ? [{ line: index + 1, word, suggestions: [] }] : [],
  );
  solutions.sort((one, other) => Number(other.known) - Number(one.known));
  const fitting = solutions.filter((one) => one.known !== false).length + others.length;
  const none = solutions.length ? "only-strings" : "none";
  return {
    outcome: fitting > 1 ? "words" : fitting ? "word" : none,
    solutions,
    others,
    unknown,
    dictionary: words,
    steps: explain ? deduce(clues, grown.solutions, shownColumns(clues)) : [],
    offline: true,
    generations: grown.lengths.map(({ kept }) => kept),
    generated: grown.lengths.map(({ generated }) => generated),
  };
}

/**
 * Return the next step that this page finds alone, from the letters left in each column; null when there is none.
 * @param {Given[]} given
 * @param {(column: string, at: number) => string} left makes what is left of the letters of a column
 */
export function stepHere(given, left) {
  const clues = given.map(({ word, folded, marks }) => ({ word: folded, written: word, marks: marks ?? 0 }));
  return deduce(clues, generations(clues)?.solutions ?? [], shownColumns(clues).map(left))[0] ?? null;
}

/**
 * Return the spellings of the words of this length, by word; null where the dictionary was not kept.
 * @param {string} words @param {number} length @returns {Promise<Map<string, string[]> | null>}
 */
async function keptWords(words, length) {
  try {
    /** @type {{words: {word: string, spellings: string[]}[]}} */
    const answer = await ask(`/api/words/${words}/${length}`);
    return new Map(answer.words.map(({ word, spellings }) => [word, spellings]));
  } catch {
    return null;
  }
}

/** Have the words of this length kept for when there is no connection. @param {string} words @param {number} length */
export function keepWords(words, length) {
  /** @type {(work: () => unknown) => unknown} */
  const idle = window.requestIdleCallback || ((work) => setTimeout(work, 1000));
  const { connection } = /** @type {{connection?: {saveData?: boolean}}} */ (navigator);
  if (navigator.serviceWorker?.controller && !connection?.saveData) idle(() => keptWords(words, length));
}

/**
 * Return whether the words of this length lie in the folder of the page, which then needs no program to look them up.
 * @param {string} words @param {number} length
 */
export const isListed = (words, length) => Boolean(inFolder?.(`/api/words/${words}/${length}`));

/** @type {Map<string, Promise<string[] | null>>} What was looked up, by dictionary and word. */
const looked = new Map();

/**
 * Return words near to one that a dictionary lacks; null where it is there, or where that cannot be known. It is looked
 * up as a puzzle of one clue, all of its letters in place: the answer says which clue words are unknown.
 * @param {string} word folded
 * @param {string} words
 */
export function unknownWord(word, words) {
  const name = `${words} ${word}`;
  const puzzle = [{ word, marks: word.length, folded: word }];
  const solve = isListed(words, word.length) ? solveHere : solved;
  const look = () => solve(puzzle, words, false).then(({ unknown }) => unknown?.[0]?.suggestions ?? null);
  const found = looked.get(name) ?? look();
  found.catch(() => looked.delete(name));
  looked.set(name, found);
  return found;
}
