// Aujourd'hui: the puzzle of the day by level, played on the spot; days past; results kept in this browser.

import { Problem, all, ask, by, first, h, inputBy, keepAddress, lang, latest, number, say, screen, t, tn, told, tryAgain } from "./core.js";
import { dailyPath, dayOf, keepLevel, namedPuzzle, ownWords } from "./early.js";
import { clockText, hintsText, playPuzzle } from "./master.js";
import { BARS, dayAfter, exported, imported, keep, played, results, streak } from "./store.js";

const place = by("today-board");
const scores = by("today-scores");
const date = inputBy("today-date");
const question = latest();
const today = () => dayOf(new Date());

let day = today();
let { level, words } = namedPuzzle(new URLSearchParams());
/** @type {import("./master.js").Playing | null} */
let playing = null;

const key = () => `${day}/${level}/${words}`;

/** Show the puzzle that is chosen: as it was left, or from the start. */
async function show() {
  keepAddress("today", { d: day === today() ? null : day, n: level, w: words === ownWords ? null : words });
  playing?.stop();
  playing = null;
  date.value = day;
  date.max = today();
  by("today-after").toggleAttribute("disabled", day >= today());
  for (const input of all(document, "input[name=today-level]")) /** @type {HTMLInputElement} */ (input).checked = Number(input.getAttribute("value")) === level;
  by("today-level-name").textContent = `· ${t(`level_${level}`)}`;
  by("today-title").dataset.paper = `${new Date(`${day}T12:00:00`).toLocaleDateString(lang, { dateStyle: "long" })} · ${t("puzzle_level", { level: number(level), name: t(`level_${level}`) })}`;
  const current = question.ask();
  place.replaceChildren(h("p", { class: "kicker" }, t("working")));
  drawScores();
  try {
    const answer = await ask(dailyPath(day, level, words));
    if (!current()) return;
    const puzzle = answer.puzzles[0];
    const name = key();
    const state = played(name);
    playing = playPuzzle(place, puzzle, state, {
      words, day: today(),
      keep: () => keep(name, state),
      ended: () => showResult(state),
      active: () => screen.view === "today",
    });
  } catch (problem) {
    if (!(problem instanceof Problem)) throw problem;
    if (current()) place.replaceChildren(told(problem), h("p", { class: "actions" }, tryAgain(show)));
  }
}

/**
 * Return what is shown beside the solution: the result to share.
 * @param {import("./store.js").Played} state
 */
function showResult(state) {
  drawScores();
  const button = h("button", { type: "button", class: "primary share-result" }, t("share_result"));
  button.addEventListener("click", () => shareResult(state, button));
  return h("p", { class: "actions" }, state.done === "won" ? button : null);
}

/**
 * Return a result that does not tell the word: day, level, time, hints.
 * @param {import("./store.js").Played} state
 */
function resultText(state) {
  const squares = "🟩".repeat(Math.max(0, 5 - state.hints)) + "🟨".repeat(Math.min(5, state.hints));
  const facts = [clockText(state.seconds), hintsText(state.hints)].join(" · ");
  return `Master Mot ${day} · ${t("puzzle_level", { level: number(level), name: t(`level_${level}`) })}\n${squares}\n${facts}\n${location.origin}/#today?d=${day}&n=${level}&w=${words}`;
}

/**
 * Share a result: by what the telephone offers, else copied.
 * @param {import("./store.js").Played} state
 * @param {HTMLElement} button
 */
async function shareResult(state, button) {
  const text = resultText(state);
  try {
    if (navigator.share && matchMedia("(pointer: coarse)").matches) return await navigator.share({ text });
    await navigator.clipboard.writeText(text);
    button.textContent = t("result_copied");
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") return;
    if (!button.parentElement?.querySelector("textarea")) button.after(h("textarea", { rows: 4, readonly: true, class: "result-text", "aria-label": t("share_result") }, text));
  }
  say(button.textContent);
}

/** Draw the streak and the times, and the ways to save them. */
function drawScores() {
  const { won, alone, best, bars } = results();
  const most = Math.max(...bars, 1);
  const rows = bars.map((count, index) => {
    const bar = h("div", { class: "bar", "aria-hidden": "true" });
    bar.style.width = `${(100 * count) / most}%`;
    const label = index < BARS.length ? t("minutes_under", { count: number(BARS[index]) }) : t("minutes_over", { count: number(BARS[BARS.length - 1]) });
    return h("tr", {}, h("th", { scope: "row" }, label), h("td", {}, count ? bar : ""), h("td", { class: "count" }, number(count)));
  });
  const file = h("input", { type: "file", accept: "application/json,.json", id: "today-file", class: "said", tabindex: -1, "aria-hidden": "true", onchange: takeFile });
  scores.replaceChildren(h("details", { open: won > 0 && scores.querySelector("details")?.open },
    h("summary", {}, `${t("scores")} · ${tn("streak", streak(today()))}`),
    h("p", {}, [tn("found_n", won), t("found_alone", { count: number(alone) }), best === null ? "" : t("best_time", { time: clockText(best) })].filter(Boolean).join(" · ")),
    h("table", { class: "sizes times", "aria-label": t("times") }, h("tbody", {}, rows)),
    h("p", { class: "actions minor" },
      h("button", { type: "button", class: "quiet", onclick: saveFile }, t("export")),
      h("button", { type: "button", class: "quiet", onclick: () => file.click() }, t("import")), file),
    h("p", { class: "small" }, t("kept_here"))));
}

function saveFile() {
  const link = h("a", { href: URL.createObjectURL(new Blob([exported()], { type: "application/json" })), download: `master-mot-${today()}.json` });
  link.click();
  URL.revokeObjectURL(link.href);
}

/** @param {Event} event */
async function takeFile(event) {
  const chosen = /** @type {HTMLInputElement} */ (event.currentTarget).files?.[0];
  if (!chosen) return;
  const count = imported(await chosen.text());
  await show();
  const told = count === null ? t("import_failed") : tn("imported", count);
  scores.append(h("p", { class: "small", role: "status" }, told));
}

/** @param {string} wanted */
function goTo(wanted) {
  if (!/^\d{4}-\d\d-\d\d$/.test(wanted) || Number.isNaN(Date.parse(wanted))) return;
  day = wanted > today() ? today() : wanted;
  show();
}

/** @param {URLSearchParams} parameters */
export function open(parameters) {
  ({ level, words } = namedPuzzle(parameters, level));
  day = today();
  const date = parameters.get("d");
  if (date) goTo(date);
  else show();
}

export function begin() {
  by("today-before").addEventListener("click", () => goTo(dayAfter(day, -1)));
  by("today-after").addEventListener("click", () => goTo(dayAfter(day, 1)));
  date.addEventListener("change", () => goTo(date.value));
  for (const input of all(first(document, "#view-today"), "input[name=today-level]")) {
    input.addEventListener("change", () => {
      level = Number(input.getAttribute("value"));
      keepLevel(level);
      show();
    });
  }
}
