// Help in a game of guessing, on request: a guess that the machine would make, and the codes that are still possible.

import { ask, h, say, t, tn } from "./core.js";
import { tiles } from "./pieces.js";

/** @typedef {import("./games.js").Game} Game */
/**
 * A game as it is played: letters given, words that may be guessed besides, hard mode.
 * @typedef {Game & {hard: string | null, guesses: string | null, starts: string | null}} Played
 */
/** @typedef {{guess: string, marks: string}} Move */
/** @typedef {(code: string) => void} Take */
/** @typedef {(played: Played, moves: Move[], take: Take) => Promise<HTMLElement>} MakeHelp */

/** Codes up to which the service lists those that are left. */
const MAX_LISTED = 100;
/** Codes compared where all of them take too long. */
const SAMPLE = 300;

/** Return whether the codes left are few enough to be listed. @param {number | null} count @param {number} error */
export const canBeListed = (count, error) => count !== null && count <= MAX_LISTED && !error;

/**
 * Return an answer about a game; one of colours that is too large to score all of it is answered by a sample.
 * @param {string} path
 * @param {{colours?: number | string, history?: object[], [more: string]: unknown}} asked
 */
export const askSampled = (path, asked) =>
  ask(path, asked).catch((problem) => {
    if (problem.code !== "work-too-long" || !asked.colours) throw problem;
    return ask(path, { ...asked, sample: SAMPLE });
  });

/**
 * Return what the service advises: the best guess, and the codes left where they are few.
 * @param {Played} played @param {Move[]} moves @returns {Promise<{guess: string, list: string[]}>}
 */
async function advice(played, moves) {
  const history = moves.map(({ guess, marks }) => ({ guess, marks }));
  /** @type {{guesses: {guess: string}[], list: string[]}} */
  const { guesses, list } = await askSampled("/api/next", { ...played, history, top: 1 });
  return { guess: guesses[0].guess, list };
}

/** Return the guess that the machine would make, with a button that takes it. @type {MakeHelp} */
export async function hintBox(played, moves, take) {
  const { guess } = await advice(played, moves);
  const sentence = t("would_play", { guess });
  say(sentence);
  return h("div", { class: "nudge advised" }, [
    h("p", {}, sentence),
    played.colours ? h("p", {}, tiles(guess, { size: "small", colours: true })) : null,
    h("p", { class: "actions" }, h("button", { class: "take", onclick: () => take(guess) }, t("write_it"))),
  ]);
}

/** Return the codes that are still possible, each a button that takes it. @type {MakeHelp} */
export async function listBox(played, moves, take) {
  const { list } = await advice(played, moves);
  say(`${tn("list_left", list.length)} ${list.join(", ")}`);
  return h("div", { class: "nudge" }, [
    h("p", {}, tn("list_left", list.length)),
    h("p", { class: "codes-left" }, [
      list.map((code) => h("button", { class: "quiet word-button", onclick: () => take(code) }, code)),
    ]),
  ]);
}

/**
 * Return the help that a game was won with, in words; empty without any.
 * @param {number} hints
 * @param {number} undone
 */
export function helpText(hints, undone) {
  return [hints ? tn("hints_n", hints) : "", undone ? tn("undone_n", undone) : ""].filter(Boolean).join(" · ");
}
