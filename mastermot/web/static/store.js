// What the browser keeps of the puzzles of the days: marks, times, results. Without storage, this page's memory does.

const NAME = "mastermot-days";
const CLOCK = "mastermot-clock";
const VERSION = 1;
const DAY = 86400000;
/** Minutes up to which a time counts in each bar of the histogram; the last bar has no end. */
export const BARS = [2, 5, 10, 20];

/**
 * A puzzle as far as it is played: letters ruled out and certain (position and letter: 1P), notes, seconds, hints and
 * checks asked for; how it ended, and on which day.
 * @typedef {{out: string[], sure: string[], notes: string, seconds: number, hints: number, checks: number,
 *   done: "" | "won" | "shown", on: string}} Played
 */

/** @type {Record<string, Played>} By day, level and dictionary: 2026-11-22/2/fr-common. */
let games = read(kept()) ?? {};

/** @returns {string | null} */
function kept() {
  try {
    return localStorage.getItem(NAME);
  } catch {
    return null;
  }
}

/**
 * Return the puzzles that a text holds, null when it is no such text.
 * @param {string | null} text
 * @returns {Record<string, Played> | null}
 */
function read(text) {
  try {
    const { version, days } = JSON.parse(text ?? "");
    if (version !== VERSION) return null;
    const whole = Object.entries(days).filter(([key, one]) => /^\d{4}-\d\d-\d\d\/[1-5]\/[\w-]+$/.test(key) && one && typeof one === "object");
    return Object.fromEntries(whole.map(([key, one]) => [key, complete(one)]));
  } catch {
    return null;
  }
}

/**
 * Return a puzzle's state with every field of the right kind.
 * @param {any} one
 * @returns {Played}
 */
function complete(one) {
  const letters = (/** @type {unknown} */ some) => (Array.isArray(some) ? some.filter((text) => /^\d+[A-Z]$/.test(text)) : []);
  const count = (/** @type {unknown} */ some) => Math.max(0, Math.floor(Number(some) || 0));
  return {
    out: letters(one.out), sure: letters(one.sure), notes: String(one.notes ?? "").slice(0, 2000), seconds: count(one.seconds), hints: count(one.hints),
    checks: count(one.checks), done: one.done === "won" || one.done === "shown" ? one.done : "", on: String(one.on ?? "").slice(0, 10),
  };
}

/**
 * Return what is kept of a puzzle; a new one is empty.
 * @param {string} key
 * @returns {Played}
 */
export function played(key) {
  return complete(games[key] ?? {});
}

/**
 * Keep a puzzle as it stands.
 * @param {string} key
 * @param {Played} state
 */
export function keep(key, state) {
  games = { ...(read(kept()) ?? games), [key]: state };
  write();
}

/** Return whether what is kept will still be there the next time. */
function write() {
  try {
    localStorage.setItem(NAME, exported());
    return true;
  } catch {
    return false;
  }
}

/** Return everything that is kept, as a text to be saved. */
export function exported() {
  return JSON.stringify({ version: VERSION, days: games });
}

/**
 * Take what was saved elsewhere; of a puzzle that is here too, the one that was ended wins. Return how many were taken, or
 * null when the text holds none.
 * @param {string} text
 */
export function imported(text) {
  const given = read(text);
  if (!given) return null;
  for (const [key, state] of Object.entries(given)) if (!games[key]?.done) games[key] = state;
  write();
  return Object.keys(given).length;
}

/**
 * Return the day that is some days after another one.
 * @param {string} day
 * @param {number} days
 */
export const dayAfter = (day, days) => new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY).toISOString().slice(0, 10);

/**
 * Return how many days in a row, up to this one or the one before, had their puzzle found on the day itself.
 * @param {string} today
 */
export function streak(today) {
  const days = new Set(Object.entries(games).filter(([key, { done, on }]) => done === "won" && on === key.slice(0, 10)).map(([key]) => key.slice(0, 10)));
  let day = days.has(today) ? today : dayAfter(today, -1);
  let count = 0;
  for (; days.has(day); day = dayAfter(day, -1)) count += 1;
  return count;
}

/** Return the puzzles found: how many, how many without a hint, the shortest time, how many in each bar of the histogram. */
export function results() {
  const won = Object.values(games).filter(({ done }) => done === "won");
  const bars = [...BARS, Infinity].map((end, index) => won.filter(({ seconds }) => seconds < end * 60 && seconds >= (BARS[index - 1] ?? 0) * 60).length);
  return { won: won.length, alone: won.filter(({ hints }) => !hints).length, best: won.length ? Math.min(...won.map(({ seconds }) => seconds)) : null, bars };
}

/** Whether the clock is hidden: as it was left in this browser. */
let hidden = readHidden();

function readHidden() {
  try {
    return localStorage.getItem(CLOCK) === "hidden";
  } catch {
    return false;
  }
}

/** Return whether the reader has hidden the clock. */
export const clockHidden = () => hidden;

/**
 * Hide the clock or show it, here and the next time.
 * @param {boolean} yes
 */
export function hideClock(yes) {
  hidden = yes;
  try {
    localStorage.setItem(CLOCK, yes ? "hidden" : "shown");
  } catch {
    // this page's memory does
  }
}
