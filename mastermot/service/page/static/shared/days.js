// What the puzzle of the day and the game of the day share: the day that is shown, those before it, the next one.

import { all, by, fetched, h, inputBy, number, send, t } from "./core.js";
import { dayOf } from "./early.js";
import { dayAfter, isDay } from "./store.js";

export const today = () => dayOf(new Date());
export const yesterday = () => dayAfter(today(), -1);

/**
 * Return a day that an address or the reader names: not later than today; null for what is no day.
 * @param {string | null} wanted
 */
export function readDay(wanted) {
  if (!wanted || !isDay(wanted)) return null;
  return wanted > today() ? today() : wanted;
}

/** Return a line that says that there is nothing for a day that was named. @param {string | null} wanted */
export function tellNoDay(wanted) {
  if (!wanted || readDay(wanted) === wanted) return [];
  return [h("p", { class: "notice" }, t("no_such_day", { day: wanted.slice(0, 20) }))];
}

/**
 * Return a line that offers something else to play.
 * @param {string} said
 * @param {string} label
 * @param {() => unknown} go
 */
export const offer = (said, label, go) => h("p", { class: "notice" }, `${said} `, h("button", { onclick: go }, label));

/** What a view of a day shows. @typedef {{day: string, level?: number, length?: number}} Shown */

/**
 * Have a view go from day to day, and from one level, or length, to another. What is returned draws those that are
 * shown; with `seen`, today is no new day.
 * @param {string} view
 * @param {"level" | "length"} name
 * @param {() => Shown} shown
 * @param {(wanted: Partial<Shown>) => unknown} choose
 * @param {() => HTMLElement[]} [offers] what else there is
 */
export function walkDays(view, name, shown, choose, offers = () => []) {
  const [date, notice] = [inputBy(`${view}-date`), by(`${view}-notice`)];
  const numbers = /** @type {HTMLInputElement[]} */ (all(by(`view-${view}`), ".levels input"));
  /** The last day of which the reader knows that it has begun. */
  let noticed = today();
  const draw = (seen = false) => {
    const { day, [name]: number } = shown();
    if (seen || day === today()) noticed = today();
    date.value = day;
    date.max = today();
    by(`${view}-after`).toggleAttribute("disabled", day >= today());
    const written = new Date(`${day}T12:00:00`).toLocaleDateString(t("locale"), { day: "numeric", month: "short" });
    by(`${view}-choose`).textContent = `${written} · ${number}`;
    for (const input of numbers) input.checked = Number(input.value) === number;
    const fresh = noticed === today() ? [] : [offer(t("new_day"), t("play_new_day"), () => choose({ day: today() }))];
    notice.replaceChildren(...fresh, ...offers());
  };
  const goTo = (/** @type {string} */ wanted) => {
    const day = readDay(wanted);
    if (day && day !== shown().day) choose({ day });
  };
  by(`${view}-before`).addEventListener("click", () => goTo(dayAfter(shown().day, -1)));
  by(`${view}-after`).addEventListener("click", () => goTo(dayAfter(shown().day, 1)));
  date.addEventListener("change", () => goTo(date.value));
  for (const input of numbers) input.addEventListener("change", () => choose({ [name]: Number(input.value) }));
  const look = () => {
    const isOffered = notice.dataset.day === today();
    if (noticed === today() || isOffered) return;
    notice.dataset.day = today();
    draw();
  };
  document.addEventListener("visibilitychange", look);
  for (const event of ["focus", "pageshow"]) addEventListener(event, look);
  setInterval(look, 60000);
  return draw;
}

/**
 * Draw the reader's results of a view's days; they can wait for what is played.
 * @type {(view: string, ended: () => boolean, show: () => unknown) => unknown}
 */
export const showScores = (view, ended, show) =>
  fetched(() => import("./scores.js")).then(({ drawScores }) => drawScores(view, ended(), show)).catch(() => {});

/**
 * Return what there is to do once the game of a day is over: share it if it was played, go on, yesterday's if missed.
 * @param {string} day
 * @param {{result: (() => string) | null, next: HTMLElement | null, missed: boolean, back: () => unknown}} options
 * @param {...HTMLElement} more
 */
export function afterDay(day, { result, next, missed, back }, ...more) {
  const share = h("button", { class: "primary share-result" }, t("share_result"));
  share.addEventListener("click", () => send({ text: result?.() }, share, t("result_copied")));
  const before = h("button", { class: "yesterday", onclick: back }, t("yesterday"));
  const ofToday = day === today();
  const actions = [result && share, next, ofToday && missed ? before : null, more];
  return [h("p", { class: "actions" }, actions), ...(ofToday ? [untilTomorrow()] : [])];
}

/** Return a line that says how long it is until the next day: hours and minutes. */
function untilTomorrow() {
  const line = h("p", { class: "small until" });
  const draw = () => {
    const now = new Date();
    const next = new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1);
    const minutes = Math.max(1, Math.ceil((next.getTime() - now.getTime()) / 60000));
    line.textContent = t("next_day_in", { hours: number(Math.floor(minutes / 60)), minutes: number(minutes % 60) });
    setTimeout(() => line.isConnected && draw(), 60000 - (now.getTime() % 60000));
  };
  draw();
  return line;
}
