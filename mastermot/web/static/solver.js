// The answer to a puzzle: the service's, or this page's own where the service cannot be reached.

import { Problem, ask, t } from "./core.js";
import { generations } from "./words.js";

/** @typedef {import("./rows.js").Given} Given */
/** @typedef {import("./reasoning.js").Step} Step */
/** @typedef {{word: string, known: boolean | null, spellings: string[]}} Solution */
/**
 * What the service answers, or this page alone (`offline`).
 * @typedef {{solutions: Solution[], others: {word: string, spellings: string[]}[], conflict: number[] | null, dictionary: string,
 *   repairs?: import("./mending.js").Repair[], repairs_known?: number, unknown?: import("./mending.js").Unknown[], steps: Step[], difficulty?: {level: number} | null, unexplained?: string | null, offline?: boolean, generations: number[], generated: number[]}} Answer
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
    if (!(problem instanceof Problem) || !problem.offline || explain) throw problem;
    return offline(given, words);
  }
}

/**
 * Return the answer that this page finds alone, words looked up where the dictionary was kept.
 * @param {Given[]} given
 * @param {string} words
 * @returns {Promise<Answer>}
 */
async function offline(given, words) {
  const grown = generations(given.map(({ folded, marks }) => ({ word: folded, marks: marks ?? 0 })));
  if (!grown) throw new Problem({ detail: t("too_many") });
  const known = await keptWords(words, given[0].folded.length);
  /** @type {Solution[]} */
  const solutions = grown.solutions.map((word) => ({ word, known: known ? known.has(word) : null, spellings: known?.get(word) || [] }));
  solutions.sort((one, other) => Number(other.known) - Number(one.known));
  return {
    solutions, others: [], conflict: null, dictionary: words, steps: [],
    offline: true, generations: grown.lengths.map(({ kept }) => kept), generated: grown.lengths.map(({ generated }) => generated),
  };
}

/**
 * Return the spellings of the words of this length, by word; null where the dictionary was not kept.
 * @param {string} words
 * @param {number} length
 * @returns {Promise<Map<string, string[]> | null>}
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

/**
 * Have the words of this length kept for when there is no connection.
 * @param {string} words
 * @param {number} length
 */
export function keepWords(words, length) {
  /** @type {(work: () => unknown) => unknown} */
  const idle = window.requestIdleCallback || ((work) => setTimeout(work, 1000));
  const { connection } = /** @type {{connection?: {saveData?: boolean}}} */ (navigator);
  if (navigator.serviceWorker?.controller && !connection?.saveData) idle(() => keptWords(words, length));
}
