// Aujourd'hui: the puzzle of the day by level, played on the spot; days past; results kept in this browser.

import {
  Problem, all, ask, busy, by, fetched, first, h, inputBy, keepAddress, lang, latest, leaveStep, number, say, screen,
  t, told, tryAgain,
} from "./core.js";
import { LEVELS, dailyPath, dayOf, keepLevel, namedPuzzle, ownWords } from "./early.js";
import { clockText, helpText, playPuzzle } from "./master.js";
import { catchUp, dayAfter, keep, played, results } from "./store.js";

const place = by("today-board");
const scores = by("today-scores");
const notice = by("today-notice");
const date = inputBy("today-date");
const question = latest();
const today = () => dayOf(new Date());

/** The puzzle on the screen: its day, level and words; and the day that was today when the page last looked. */
const shown = { day: today(), ...namedPuzzle(new URLSearchParams()), noticed: today() };
/** @type {import("./master.js").Playing | null} */
let playing = null;

const key = () => `${shown.day}/${shown.level}/${shown.words}`;
/** @param {number} level */
const levelText = (level) => t("puzzle_level", { level: number(level), name: t(`level_${level}`) });

/** Show the puzzle that is chosen: as it was left, or from the start. */
async function show() {
  const { day, level, words } = shown;
  if (day === today()) shown.noticed = day;
  putAddress();
  playing?.stop();
  playing = null;
  drawChoice();
  drawNotice();
  const current = question.ask();
  if (!place.querySelector(".early")) place.replaceChildren(h("p", { class: "kicker" }, t("working")));
  drawScores();
  try {
    const answer = await ask(dailyPath(day, level, words));
    if (!current()) return;
    const name = key();
    const state = played(name);
    screen.begun = Boolean(state.done || state.past.length || state.events.length || state.notes);
    playing = playPuzzle(place, answer.puzzles[0], state, {
      words,
      day: today(),
      keep: (moved) => {
        if (moved) screen.begun = true;
        keep(name, state, moved);
      },
      catchUp: () => catchUp(name, state),
      ended: () => showResult(state),
      active: () => screen.view === "today",
      times: () => results(level),
    });
    fetched(import("./how.js")).then(({ tellOnce }) => screen.view === "today" && tellOnce("today")).catch(() => {});
  } catch (problem) {
    if (!(problem instanceof Problem)) throw problem;
    if (current()) place.replaceChildren(told(problem), h("p", { class: "actions" }, tryAgain(show)));
  }
}

function putAddress() {
  const { day, level, words } = shown;
  keepAddress("today", { d: day === today() ? null : day, n: level, w: words === ownWords ? null : words });
}

/** Draw which day and level are chosen, on the screen and on paper. */
function drawChoice() {
  const { day, level } = shown;
  date.value = day;
  date.max = today();
  by("today-after").toggleAttribute("disabled", day >= today());
  for (const input of all(document, "input[name=today-level]")) {
    /** @type {HTMLInputElement} */ (input).checked = input.getAttribute("value") === String(level);
  }
  by("today-level-name").textContent = `· ${t(`level_${level}`)}`;
  const written = new Date(`${day}T12:00:00`).toLocaleDateString(lang, { dateStyle: "long" });
  by("today-title").dataset.paper = `${written} · ${levelText(level)}`;
}

/** Say what else there is: the new day's puzzle, or one in the reader's language. */
function drawNotice() {
  const { day, noticed, words } = shown;
  const offers = [];
  if (noticed !== today()) offers.push(offer("new_day", "play_new_day", { day: today() }));
  if (words !== ownWords) offers.push(offer("other_words", "play_own_words", { words: ownWords, day }));
  notice.replaceChildren(...offers);
}

/** @type {(said: string, label: string, wanted: {day?: string, words?: string}) => HTMLElement} */
function offer(said, label, wanted) {
  const go = h("button", { onclick: () => choose(wanted) }, t(label));
  return h("p", { class: "notice" }, `${t(said)} `, go);
}

/** Look whether another day has come while the page was away. */
function lookAtDay() {
  if (shown.noticed === today() || notice.dataset.day === today()) return;
  notice.dataset.day = today();
  drawChoice();
  drawNotice();
}

/**
 * Return what is shown beside the solution: the result to share, and what there is to do next.
 * @param {import("./store.js").Played} state
 */
function showResult(state) {
  drawScores();
  const { level } = shown;
  const share = h("button", { class: "primary share-result" }, t("share_result"));
  share.addEventListener("click", () => shareResult(state, share));
  const next = level < LEVELS ? level + 1 : null;
  const onward = () => choose({ level: next ?? level });
  const like = h("button", { class: "quiet one-like-this" }, t("one_like_this"));
  const wanted = { words: shown.words, difficulty: level };
  like.addEventListener("click", () =>
    busy(like, () => fetched(import("./puzzle.js")).then(({ playNew }) => playNew(like, wanted))),
  );
  const wait = h("p", { class: "small until" });
  fetched(import("./ending.js"))
    .then(({ untilTomorrow }) => (wait.textContent = untilTomorrow(new Date())))
    .catch(() => {});
  return [
    h(
      "p",
      { class: "actions" },
      state.done === "won" ? share : null,
      next
        ? h("button", { class: "next-level", onclick: onward }, t("next_level", { level: next }))
        : null,
      like,
    ),
    shown.day === today() ? wait : null,
  ];
}

/**
 * Return a result that does not tell the word: day, level, time, help.
 * @param {import("./store.js").Played} state
 */
function resultText(state) {
  const { day, level, words } = shown;
  const helped = Math.min(LEVELS, state.hints + state.checks + state.wrong);
  const squares = "🟩".repeat(LEVELS - helped) + "🟨".repeat(helped);
  const facts = [clockText(state.seconds), helpText(state)].join(" · ");
  const link = `${location.origin}/#today?d=${day}&n=${level}&w=${words}`;
  return `Master Mot ${day} · ${levelText(level)}\n${squares}\n${facts}\n${link}`;
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
    if (!button.parentElement?.querySelector("textarea")) {
      const label = { "aria-label": t("share_result") };
      button.after(h("textarea", { rows: 4, readonly: true, class: "result-text", ...label }, text));
    }
  }
  say(button.textContent);
}

/** Draw the reader's results; they can wait for the board. */
const drawScores = () =>
  fetched(import("./scores.js"))
    .then((module) => module.drawScores(scores, Boolean(playing?.state.done), show))
    .catch(() => {});

/**
 * Show another puzzle; Back leads to this one.
 * @param {{day?: string, level?: number, words?: string}} wanted
 */
function choose(wanted) {
  putAddress(); // a day that was today when it was opened has got its name since
  leaveStep();
  Object.assign(shown, wanted);
  return show();
}

/**
 * Return a day that an address or the reader names: not later than today; null for what is no day.
 * @param {string} wanted
 */
function readDay(wanted) {
  if (!/^\d{4}-\d\d-\d\d$/.test(wanted) || Number.isNaN(Date.parse(wanted))) return null;
  return wanted > today() ? today() : wanted;
}

/** @param {string} wanted */
function goTo(wanted) {
  const day = readDay(wanted);
  if (day && day !== shown.day) choose({ day });
}

/** @param {URLSearchParams} parameters */
export function open(parameters) {
  const day = readDay(parameters.get("d") ?? "") ?? today();
  Object.assign(shown, namedPuzzle(parameters, shown.level), { day, noticed: today() });
  return show();
}

export function begin() {
  by("today-before").addEventListener("click", () => goTo(dayAfter(shown.day, -1)));
  by("today-after").addEventListener("click", () => goTo(dayAfter(shown.day, 1)));
  date.addEventListener("change", () => goTo(date.value));
  for (const input of all(first(document, "#view-today"), "input[name=today-level]")) {
    input.addEventListener("change", () => {
      const level = Number(input.getAttribute("value"));
      keepLevel(level);
      choose({ level });
    });
  }
  document.addEventListener("kept", () => {
    playing?.catchUp();
    drawScores();
  });
  document.addEventListener("visibilitychange", lookAtDay);
  addEventListener("focus", lookAtDay);
  addEventListener("pageshow", lookAtDay);
  setInterval(lookAtDay, 60000);
}
