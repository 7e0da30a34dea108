// Aujourd'hui: the puzzle of the day by level, played on the spot; days past; results kept in this browser.

import {
  answered, ask, by, fetched, h, home, keepAddress, latest, leaveStep, screen, t, workButton,
} from "../shared/core.js";
import { afterDay, offer, readDay, showScores, tellNoDay, today, walkDays, yesterday } from "../shared/days.js";
import { LEVELS, dailyPath, keepLevel, namedPuzzle, ownWords } from "../shared/early.js";
import { helpText, playPuzzle } from "../puzzle/master.js";
import { clockText, levelText } from "../shared/pieces.js";
import { played, results } from "../shared/store.js";

const place = by("today-board");
const question = latest();

/** The puzzle on the screen: its day, level and words. */
const shown = { day: today(), ...namedPuzzle(new URLSearchParams()) };
/** @type {ReturnType<typeof walkDays>} */
let drawDay;
/** @type {string | null} The day that the address names, which may be none. */
let named = null;
/** @type {import("../puzzle/master.js").Playing | null} */
let playing = null;

const key = (day = shown.day) => `${day}/${shown.level}/${shown.words}`;

/** Show the puzzle that is chosen: as it was left, or from the start. */
function show() {
  const { day, level, words } = shown;
  putAddress();
  playing?.stop();
  playing = null;
  drawChoice();
  drawScores();
  const play = (/** @type {{puzzles: import("../puzzle/master.js").Puzzle[]}} */ answer) => {
    const printed = { level, title: writtenDay() };
    const game = { words, view: "today", ended: showResult, printed, times: () => results(level) };
    playing = playPuzzle(place, answer.puzzles[0], key(), game);
  };
  return answered(place, question, () => ask(dailyPath(day, level, words)), play, show);
}

function putAddress() {
  const { day, level, words } = shown;
  keepAddress("today", { d: day === today() ? null : day, n: level, w: words === ownWords ? null : words });
}

/** Draw which day and level are chosen, on the screen and on paper. */
function drawChoice() {
  const { level } = shown;
  drawDay();
  by("today-level-name").textContent = `· ${t(`level_${level}`)}`;
  by("today-title").dataset.paper = `${writtenDay()} · ${levelText(level)}`;
}

/** Return the day that is shown as a letter has it. */
const writtenDay = () => new Date(`${shown.day}T12:00:00`).toLocaleDateString(t("locale"), { dateStyle: "long" });

/**
 * Return what is shown beside the solution: the result to share, and what there is to do next.
 * @param {import("../shared/store.js").Played} state
 */
function showResult(state) {
  drawScores();
  const { level } = shown;
  const onward = () => choose({ level: level + 1 });
  const next = h("button", { class: "next-level", onclick: onward }, t("next_level", { level: level + 1 }));
  const wanted = { words: shown.words, level };
  const like = workButton("quiet one-like-this", t("one_like_this"), (button) =>
    fetched(() => import("../puzzle/puzzle.js")).then(({ playNew }) => playNew(button, wanted)),
  );
  return afterDay(shown.day, {
    result: state.done === "won" ? () => resultText(state) : null,
    next: level < LEVELS ? next : null,
    missed: !played(key(yesterday())).done,
    back: () => choose({ day: yesterday() }),
  }, like);
}

/**
 * Return a result that does not tell the word: day, level, time, help.
 * @param {import("../shared/store.js").Played} state
 */
function resultText(state) {
  const { day, level, words } = shown;
  const helped = Math.min(LEVELS, state.hints + state.checks + state.wrong);
  const squares = "🟩".repeat(LEVELS - helped) + "🟨".repeat(helped);
  const facts = [clockText(state.seconds), helpText(state)].join(" · ");
  const link = `${home}#today?d=${day}&n=${level}&w=${words}`;
  return `Master Mot ${day} · ${levelText(level)}\n${squares}\n${facts}\n${link}`;
}

const drawScores = () => showScores("today", () => Boolean(playing?.state.done), show);

/** Show another puzzle; Back leads to this one. @param {{day?: string, level?: number, words?: string}} wanted */
function choose(wanted) {
  // a day that was today when it was opened has got its name since
  putAddress();
  leaveStep();
  Object.assign(shown, wanted);
  named = null;
  if (wanted.level) keepLevel(wanted.level);
  return show();
}

/** @param {URLSearchParams} parameters */
export function open(parameters) {
  named = parameters.get("d");
  Object.assign(shown, namedPuzzle(parameters, shown.level), { day: readDay(parameters.get("d")) ?? today() });
  drawDay(true);
  return show();
}

/** Take a key that no field has. @param {KeyboardEvent} event */
export function typed(event) {
  playing?.typed(event);
}

export function begin() {
  const otherWords = () => offer(t("other_words"), t("play_own_words"), () => choose({ words: ownWords }));
  const offers = () => [...tellNoDay(named), ...(shown.words === ownWords ? [] : [otherWords()])];
  drawDay = walkDays("today", "level", () => shown, choose, offers);
  screen.isBegun = () => Boolean(playing?.isBegun);
  document.addEventListener("kept", () => {
    playing?.catchUp();
    drawScores();
  });
}
