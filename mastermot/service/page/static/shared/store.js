// What the browser keeps of puzzles: marks, times, results. Tabs share it. Without storage, this page's memory does.

import { by, readJson } from "./core.js";
import { LETTERS, recall, remember } from "./early.js";

const NAME = "mastermot-days";
const CLOCK = "mastermot-clock";
const VERSION = 1;
const DAY = 86400000;
/** Puzzles kept that are of no day: challenges, composed ones; the oldest are forgotten. */
const MAX_OTHERS = 50;
/** Moves that can be undone after the page was left, and events that the review tells. */
const MAX_PAST = 60;
const MAX_EVENTS = 60;
/** What no count or time of a puzzle exceeds. */
const MAX_COUNT = 1e6;
/** Minutes up to which a time counts in each bar of the histogram; the last bar has no end. */
export const BARS = [2, 5, 10, 20];

/** What happened, and when (seconds of play): a hint, a check, a wrong answer. */
/** @typedef {{kind: "hint" | "check" | "wrong", at: number, text: string}} Happened */
/**
 * A puzzle as far as it is played: letters ruled out and certain (position and letter: 1P), the marks before and after
 * each move, notes, seconds, hints, checks and wrong answers; how it ended, and on which day.
 * @typedef {{out: string[], sure: string[], past: string[], future: string[], notes: string, seconds: number,
 *   hints: number, checks: number, wrong: number, events: Happened[], done: "" | "won" | "shown", on: string}} Played
 */

/** Return whether a text is a day of the calendar, such as 2026-11-22; 2026-02-31 is none. @param {string} text */
export function isDay(text) {
  const time = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : NaN;
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

/** @param {string} key */
const ofDay = (key) => /^[\d-]{10}\/[1-5]\/[\w-]+$/.test(key) && isDay(dayIn(key));
/** @param {string} key */
export const ofGame = (key) => /^game\/[\d-]{10}\/\d+\/[\w-]+$/.test(key) && isDay(dayIn(key));
/** @param {string} key */
const isKey = (key) => ofDay(key) || ofGame(key) || /^other\/\w+$/.test(key);
/** @param {string} key */
const dayIn = (key) => key.replace("game/", "").slice(0, 10);
/** @param {string} key of a puzzle of a day: 2026-11-22/2/fr-common */
const levelIn = (key) => Number(key.split("/")[1]);

/** @param {any} one */
const isRecord = (one) => Boolean(one) && typeof one === "object" && !Array.isArray(one);

/**
 * Return the puzzles that a text holds, those that can be read; null when it is no such text.
 * @param {string | null} text @returns {Record<string, Played> | null}
 */
function read(text) {
  const given = readJson(text);
  if (!isRecord(given) || given.version !== VERSION || !isRecord(given.days)) return null;
  const whole = Object.entries(given.days).filter(([key, one]) => isKey(key) && isRecord(one));
  return Object.fromEntries(whole.map(([key, one]) => [key, complete(one)]));
}

/**
 * Keep a text apart that could not be read, whole or in part, before it is written anew; return whether it was so.
 * @param {string} text
 */
function setApart(text) {
  const wasRead = read(text);
  const inText = Object.keys(readJson(text)?.days ?? {}).length;
  const isWhole = wasRead !== null && Object.keys(wasRead).length === inText;
  if (!text || isWhole) return false;
  remember(`${NAME}-unread`, text);
  return true;
}

/**
 * @type {Record<string, Played>} By day, level and dictionary: 2026-11-22/2/fr-common; games of the day, whose guesses
 *   are the `past`, by game/, day, length and dictionary; others by other/ and a sum.
 */
let games = read(recall(NAME)) ?? {};
/** Whether what this browser keeps could not be read, whole or in part: it is then kept apart as it was. */
export const isUnread = setApart(recall(NAME));

/** Return the name that a puzzle of no day is kept by: a checksum (FNV-1a) of what it is. @param {string} text */
export function otherKey(text) {
  let sum = 0x811c9dc5;
  for (const sign of text) sum = Math.imul(sum ^ (sign.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  return `other/${sum.toString(36)}${text.length.toString(36)}`;
}

/** Return a puzzle's state with every field of the right kind. @param {any} one @returns {Played} */
function complete(one) {
  const list = (/** @type {unknown} */ some) => (Array.isArray(some) ? some : []);
  const letters = (/** @type {unknown} */ some) => list(some).map(String).filter((text) => /^\d+\p{Lu}$/u.test(text));
  const count = (/** @type {unknown} */ some) => Math.min(MAX_COUNT, Math.max(0, Math.floor(Number(some) || 0)));
  const moves = (/** @type {unknown} */ some) => list(some).map(String).slice(-MAX_PAST);
  return {
    out: letters(one.out),
    sure: letters(one.sure),
    past: moves(one.past),
    future: moves(one.future),
    notes: String(one.notes ?? "").slice(0, 2000),
    seconds: count(one.seconds),
    hints: count(one.hints),
    checks: count(one.checks),
    wrong: count(one.wrong),
    events: list(one.events)
      .filter((event) => ["hint", "check", "wrong"].includes(event?.kind))
      .map(({ kind, at, text }) => ({ kind, at: count(at), text: String(text ?? "").slice(0, 200) }))
      .slice(-MAX_EVENTS),
    done: one.done === "won" || one.done === "shown" ? one.done : "",
    on: String(one.on ?? "").slice(0, 10),
  };
}

/** Return what is kept of a puzzle; a new one is empty. @param {string} key @returns {Played} */
export function played(key) {
  return complete(games[key] ?? {});
}

/**
 * Return what two tabs know of a puzzle. If one has ended it, that end stands, `other` before `marked`. Otherwise the
 * marks and notes are those of `marked`, counts and times the larger ones.
 * @param {Played} marked @param {Played} other @returns {Played}
 */
function merged(marked, other) {
  if (other.done) return other;
  if (marked.done) return marked;
  const larger = (/** @type {"seconds" | "hints" | "checks" | "wrong"} */ name) => Math.max(marked[name], other[name]);
  const events = marked.events.length < other.events.length ? other.events : marked.events;
  const counts = { hints: larger("hints"), checks: larger("checks"), wrong: larger("wrong") };
  return { ...marked, ...counts, seconds: larger("seconds"), events };
}

/**
 * Keep a puzzle as it stands; `state` becomes what this tab and the others know of it together.
 * @param {string} key
 * @param {Played} state
 * @param {boolean} [moved] whether the marks have just been changed here: those of other tabs count otherwise
 */
export function keep(key, state, moved = true) {
  games = read(recall(NAME)) ?? games;
  const stored = games[key];
  if (stored) Object.assign(state, moved ? merged(state, stored) : merged(stored, state));
  games = forgetOldest({ ...games, [key]: complete(state) });
  remember(NAME, exported());
}

/** Bring a puzzle's state up to what other tabs have kept. @param {string} key @param {Played} state */
export function catchUp(key, state) {
  if (games[key] && !state.done) Object.assign(state, merged(complete(games[key]), state));
}

/**
 * Return the puzzles without the oldest of those that are of no day, where there are too many.
 * @param {Record<string, Played>} some
 */
function forgetOldest(some) {
  const others = Object.keys(some).filter((key) => !ofDay(key) && !ofGame(key));
  for (const key of others.slice(0, Math.max(0, others.length - MAX_OTHERS))) delete some[key];
  return some;
}

addEventListener("storage", (event) => {
  if (event.key === LETTERS) enlarge(event.newValue === "large");
  if (event.key !== NAME) return;
  games = read(event.newValue) ?? games;
  document.dispatchEvent(new CustomEvent("kept"));
});

/** Return whether this browser keeps nothing for the page. */
export const keepsNothing = () => !remember(`${NAME}-tried`, "yes") || !remember(`${NAME}-tried`, "");

/** Return everything that is kept, as a text to be saved. */
export function exported() {
  return JSON.stringify({ version: VERSION, letters: isLarge() ? "large" : "usual", days: games });
}

/**
 * Take what was saved elsewhere; of a puzzle that is here too, the one that was ended wins. Return how many were taken
 * and how many could not be read, or null when the text holds none.
 * @param {string} text
 */
export function imported(text) {
  const given = read(text);
  if (!given) return null;
  for (const [key, state] of Object.entries(given)) if (!games[key]?.done) games[key] = state;
  const { letters, days } = readJson(text);
  if (letters) enlarge(letters === "large");
  remember(NAME, exported());
  const taken = Object.keys(given).length;
  return { taken, left: Object.keys(days).length - taken };
}

/** Return the day that is some days after another one. @param {string} day @param {number} days */
export const dayAfter = (day, days) =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY).toISOString().slice(0, 10);

/**
 * Return how many days in a row had theirs found on the day itself: up to today or the day before, and at most.
 * @param {string} today
 * @param {(key: string) => boolean} [kind]
 */
export function streaks(today, kind = ofDay) {
  const won = Object.entries(games).filter(([key, { done, on }]) => kind(key) && done === "won" && on === dayIn(key));
  let [best, run, before] = [0, 0, ""];
  for (const day of [...new Set(won.map(([key]) => dayIn(key)))].sort()) {
    run = before && dayAfter(before, 1) === day ? run + 1 : 1;
    best = Math.max(best, run);
    before = day;
  }
  return { now: before >= dayAfter(today, -1) ? run : 0, best };
}

/** Return the games of the day that are over: how many, how many were found, and in how many turns. */
export function gameResults() {
  const over = Object.entries(games).flatMap(([key, one]) => (ofGame(key) && one.done ? [one] : []));
  const turns = over.filter(({ done }) => done === "won").map(({ past }) => past.length);
  return { played: over.length, turns };
}

/**
 * Return the days' puzzles, of a level or of all: how many were played to the end and how many found, how many without
 * any help, the shortest and the usual (median) time, how many in each bar of the histogram.
 * @param {number | null} [level]
 */
export function results(level = null) {
  const over = Object.entries(games).flatMap(([key, one]) =>
    ofDay(key) && one.done && (level === null || levelIn(key) === level) ? [one] : [],
  );
  const won = over.filter(({ done }) => done === "won");
  const times = won.map(({ seconds }) => seconds).sort((one, other) => one - other);
  const bars = [...BARS, Infinity].map(
    (end, index) => times.filter((time) => time < end * 60 && time >= (BARS[index - 1] ?? 0) * 60).length,
  );
  const alone = won.filter(({ hints, checks, wrong }) => !hints && !checks && !wrong).length;
  const counts = { played: over.length, won: won.length, alone };
  // of an even number of times, the first of the two in the middle
  const middle = Math.floor((times.length - 1) / 2);
  return { ...counts, best: times.at(0) ?? null, usual: times[middle] ?? null, bars };
}

/** Whether the clock is hidden: as it was left in this browser. */
let hidden = recall(CLOCK) === "hidden";

/** Return whether the reader has hidden the clock. */
export const clockHidden = () => hidden;

/** Hide the clock or show it, here and the next time. @param {boolean} yes */
export function hideClock(yes) {
  hidden = yes;
  remember(CLOCK, yes ? "hidden" : "shown");
}

/** Return whether the reader has letters made larger. */
export const isLarge = () => document.documentElement.classList.contains("large");

/** Make letters larger or as usual, here and the next time. @param {boolean} yes */
export function enlarge(yes) {
  document.documentElement.classList.toggle("large", yes);
  remember(LETTERS, yes ? "large" : "");
  by("larger").setAttribute("aria-pressed", String(yes));
}
