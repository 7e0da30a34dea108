// My results: the streak, the times, and a file to keep them in.

import { by, h, number, t, tn } from "./core.js";
import { dayOf } from "./early.js";
import { barRows, clockText, saveFile } from "./pieces.js";
import { BARS, exported, gameResults, imported, isUnread, keepsNothing, ofGame, results, streaks } from "./store.js";

/** Turns of a game of the day. */
export const TURNS = 6;

/**
 * Results: cards of a value and what it counts, bars of a label and a number with their title, days in a row.
 * @typedef {{cards: string[][], title: string, bars: [string, number][], days: number}} Scores
 */

/**
 * Return the cards of days: the share found of those played, and how many in a row.
 * @param {number} won @param {number} played @param {{now: number, best: number}} days @returns {string[][]}
 */
const dayCards = (won, played, { now, best }) => [
  [played ? `${number(Math.round((100 * won) / played))} %` : "–", t("card_share")],
  [number(now), tn("card_streak", now)],
  [number(best), t("card_longest")],
];

const today = () => dayOf(new Date());

/** @returns {Scores} The results of the puzzles of the day. */
function puzzleScores() {
  const { won, played, alone, best, bars } = results();
  const days = streaks(today());
  const cards = [[number(won), tn("card_found", won)], ...dayCards(won, played, days)];
  cards.push([number(alone), t("card_alone")], [best === null ? "–" : clockText(best), t("card_best")]);
  /** @type {[string, number][]} */
  const rows = bars.map((count, index) => [barLabel(index), count]);
  return { cards, title: t("times"), bars: rows, days: days.now };
}

/** @returns {Scores} The results of the games of the day. */
function gameScores() {
  const { played, turns } = gameResults();
  const days = streaks(today(), ofGame);
  /** @type {[string, number][]} */
  const bars = Array.from({ length: TURNS }, (_, turn) => [
    number(turn + 1),
    turns.filter((count) => count === turn + 1).length,
  ]);
  bars.push(["✗", played - turns.length]);
  const cards = [[number(turns.length), tn("card_words", turns.length)], ...dayCards(turns.length, played, days)];
  return { cards, title: t("turns"), bars, days: days.now };
}

/**
 * Draw the streak and the results of a view's days as cards and bars, and the ways to save them.
 * @param {string} view
 * @param {boolean} ended whether what is on the screen is ended: its results are then open
 * @param {() => unknown} show shows what is on the screen anew
 */
export function drawScores(view, ended, show) {
  const place = by(`${view}-scores`);
  const { cards, title, bars, days } = view === "today" ? puzzleScores() : gameScores();
  const file = h("input", {
    type: "file",
    accept: "application/json,.json",
    id: `${place.id}-file`,
    class: "said",
    tabindex: -1,
    "aria-hidden": "true",
    onchange: (event) => takeFile(event, place, show),
  });
  const save = () => saveFile(exported(), "application/json", `master-mot-${today()}.json`);
  const saver = h("button", { class: "quiet", onclick: save }, t("export"));
  const take = h("button", { class: "quiet", onclick: () => file.click() }, t("import"));
  const open = bars.some(([, count]) => count) && (ended || Boolean(place.querySelector("details")?.open));
  place.replaceChildren(
    h("details", { open }, [
      h("summary", {}, days ? `${t("scores")} · ${tn("streak", days)}` : t("scores")),
      h("ul", { class: "cards" }, cards.map(([value, label]) => h("li", {}, h("b", {}, value), h("span", {}, label)))),
      h("table", { class: "sizes times", "aria-label": title }, h("tbody", {}, barRows(bars))),
      h("p", { class: "actions minor" }, saver, take, file),
      h("p", { class: "small" }, t(keepsNothing() ? "not_kept" : "kept_here")),
      isUnread ? h("p", { class: "small" }, t("kept_unread")) : null,
      place.dataset.note ? h("p", { class: "small", role: "status" }, place.dataset.note) : null,
    ]),
  );
}

/** Return the minutes of a bar of the histogram: under 2, 2–5, 20 or more. @param {number} index */
function barLabel(index) {
  if (!index) return t("minutes_under", { count: number(BARS[0]) });
  if (index === BARS.length) return t("minutes_over", { count: number(BARS[index - 1]) });
  return t("minutes_between", { least: number(BARS[index - 1]), most: number(BARS[index]) });
}

/** @type {(event: Event, place: HTMLElement, show: () => unknown) => Promise<void>} */
async function takeFile(event, place, show) {
  const chosen = /** @type {HTMLInputElement} */ (event.currentTarget).files?.[0];
  if (!chosen) return;
  const found = imported(await chosen.text());
  const left = found?.left ? ` ${tn("import_left", found.left)}` : "";
  place.dataset.note = found ? `${tn("imported", found.taken)}${left}` : t("import_failed");
  await show();
}
