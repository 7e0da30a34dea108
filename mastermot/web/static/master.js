// Playing Master Mot: the board is marked letter by letter, with undo, notes, a clock, checks and hints from one's own grid.

import { Problem, ask, busy, fine, h, latest, number, say, t, tn, told } from "./core.js";
import { makeBoard } from "./board.js";
import { askFirst, tiles } from "./pieces.js";
import { walkReasoning } from "./reasoning.js";
import { clockHidden, hideClock } from "./store.js";
import { blacks, fold } from "./words.js";

/** @typedef {import("./store.js").Played} Played */
/** @typedef {import("./board.js").Mark} Mark */
/** @typedef {{clues: {word: string, marks: number, spelling?: string}[], solution: string, spellings: string[]}} Puzzle */
/** @typedef {{position: number, letter: string}} Letter */
/** @typedef {import("./deduce.js").Step} Step */
/** @typedef {{out: string[], sure: string[]}} Marks */

/**
 * Return how long something took, as minutes and seconds.
 * @param {number} seconds
 */
export const clockText = (seconds) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;

/** Clues that are named beside an answer which they rule out; more are only marked on the board. */
const MOST_NAMED = 3;

/**
 * Return how many hints it took, in words.
 * @param {number} hints
 */
export const hintsText = (hints) => (hints ? tn("hints_n", hints) : t("no_hints"));

/**
 * A puzzle on the screen that is being played.
 * @typedef {{stop: () => void}} Playing
 */

/**
 * Play a puzzle in a place of the page.
 * @param {HTMLElement} place
 * @param {Puzzle} puzzle
 * @param {Played} state what is kept of it; changed as it is played
 * @param {{words: string, keep: () => void, day: string, ended: () => HTMLElement, active: () => boolean}} game
 * @returns {Playing}
 */
export function playPuzzle(place, puzzle, state, game) {
  const { solution } = puzzle;
  const given = puzzle.clues.map(({ word: clue, marks, spelling }) => ({ word: spelling ?? clue, marks, folded: fold(clue) }));
  const question = latest();
  /** @type {Set<number>} The clues that the last answer broke. */
  let against = new Set();
  /** @type {Marks[]} */
  const past = [];
  /** @type {Marks[]} */
  let future = [];
  /** @type {Set<string>} */
  let wrong = new Set();
  /** @type {{step: Step, degree: number} | null} */
  let hint = null;
  const board = makeBoard(given, tap);
  const word = h("p", { class: "word-now" });
  const said = h("div", { class: "helped", "aria-live": "polite" });
  const clock = h("span", { class: "clock", role: "timer" });
  const facts = h("span", { class: "count" });
  const undo = h("button", { type: "button", class: "undo", onclick: () => step(past, future) }, `↶ ${t("undo")}`);
  const redo = h("button", { type: "button", class: "redo", onclick: () => step(future, past) }, `↷ ${t("redo")}`);
  const hinter = h("button", { type: "button", class: "hint", onclick: (event) => busy(event.currentTarget, help) }, t("hint"));

  /** @type {(position: number, letter: string) => Mark} */
  const markOf = (at, letter) => {
    const key = `${at + 1}${letter}`;
    if (state.sure.includes(key)) return "sure";
    return state.out.includes(key) || state.sure.some((one) => Number.parseInt(one, 10) === at + 1) ? "out" : "";
  };

  /** @type {(at: number, letter: string, mark?: Mark) => void} */
  function tap(at, letter, mark) {
    if (state.done) return;
    const key = `${at + 1}${letter}`;
    const now = state.sure.includes(key) ? "sure" : state.out.includes(key) ? "out" : "";
    const next = mark ?? { "": "out", out: "sure", sure: "" }[now];
    put([{ key, mark: /** @type {Mark} */ (next) }]);
    say(t("mark_letter", { letter, position: at + 1, mark: t(`cell_${next || "open"}`) }));
  }

  /**
   * Put marks on the board, as one step that can be undone.
   * @param {{key: string, mark: Mark}[]} marks
   */
  function put(marks) {
    past.push({ out: [...state.out], sure: [...state.sure] });
    future = [];
    for (const { key, mark } of marks) {
      state.out = state.out.filter((one) => one !== key);
      state.sure = state.sure.filter((one) => one !== key && (mark !== "sure" || Number.parseInt(one, 10) !== Number.parseInt(key, 10)));
      if (mark === "out") state.out.push(key);
      if (mark === "sure") state.sure.push(key);
    }
    moved();
  }

  /** @type {(from: Marks[], to: Marks[]) => void} */
  function step(from, to) {
    const marks = from.pop();
    if (!marks || state.done) return;
    to.push({ out: [...state.out], sure: [...state.sure] });
    Object.assign(state, marks);
    moved();
  }

  function moved() {
    wrong = new Set();
    against = new Set();
    question.drop();
    if (hint?.degree !== 1) hint = null;
    game.keep();
    draw();
    const found = [...solution].map((_, at) => state.sure.find((one) => Number.parseInt(one, 10) === at + 1)?.at(-1) ?? "").join("");
    if (found === solution) finish("won");
    else if (found.length === solution.length) refuse(found);
  }

  /**
   * Say why an answer is not the word: the clues that it breaks, and whether it is a word at all.
   * @param {string} guess
   */
  async function refuse(guess) {
    const broken = given.flatMap(({ folded, marks }, clue) => (blacks(folded, guess) === marks ? [] : [clue]));
    against = new Set(broken);
    draw();
    const named = broken.map((clue) => `${given[clue].word}\u00a0${number(given[clue].marks)}`).join(" · ");
    const why = broken.length > MOST_NAMED ? tn("answer_against_n", broken.length) : broken.length ? t("answer_against", { clues: named }) : t("also_fits", { word: guess });
    const box = h("div", { class: "message" }, h("p", {}, why));
    said.replaceChildren(box);
    const current = question.ask();
    const unknown = await import("./solver.js").then(({ unknownWord }) => unknownWord(guess, game.words)).catch(() => null);
    if (!unknown || !current()) return;
    const near = unknown.suggestions.slice(0, MOST_NAMED).join(", ");
    box.prepend(h("p", {}, t(near ? "answer_no_word_near" : "answer_no_word", { word: guess.toLowerCase(), near })));
  }

  function check() {
    state.checks += 1;
    against = new Set();
    game.keep();
    if (findWrong()) return;
    draw();
    said.replaceChildren(h("div", { class: "nudge" }, h("p", {}, t("checked_right"))));
  }

  /** Return whether a mark is wrong; those that are, are shown and named. */
  function findWrong() {
    wrong = new Set([
      ...state.out.filter((one) => solution[Number.parseInt(one, 10) - 1] === one.at(-1)),
      ...state.sure.filter((one) => solution[Number.parseInt(one, 10) - 1] !== one.at(-1)),
    ]);
    if (!wrong.size) return false;
    draw();
    const places = [...wrong].map((one) => t("letter_at", { letter: one.at(-1), position: Number.parseInt(one, 10) }));
    said.replaceChildren(h("div", { class: "message" }, h("p", {}, t("checked_wrong", { letters: places.join(", ") }))));
    return true;
  }

  /** Give the next hint: which clues, then what they show, then the step itself, from the marks on the board. */
  async function help() {
    against = new Set();
    if (!hint) {
      const found = await nextStep();
      if (!found) return;
      hint = { step: found, degree: 0 };
      said.replaceChildren(h("div", { class: "nudge" }));
    }
    const { step: now } = hint;
    state.hints += 1;
    game.keep();
    said.firstElementChild?.append(h("p", {}, fine(now.hints[Math.min(hint.degree, now.hints.length - 1)])));
    hint.degree += 1;
    if (hint.degree >= now.hints.length) {
      const marks = [
        ...now.removed.map(({ position, letter }) => ({ key: `${position}${letter}`, mark: /** @type {Mark} */ ("out") })),
        ...now.placed.map(({ position, letter }) => ({ key: `${position}${letter}`, mark: /** @type {Mark} */ ("sure") })),
      ];
      said.firstElementChild?.append(h("p", { class: "actions" }, h("button", { type: "button", class: "apply", onclick: () => {
        said.replaceChildren();
        put(marks);
      } }, t("hint_apply"))));
      const lines = now.clues;
      hint = null;
      draw(lines);
      return;
    }
    draw();
  }

  /** Return the next step from the marks on the board; null once it is told that there is none. */
  async function nextStep() {
    const known = [...solution].map((_, at) => state.sure.find((one) => Number.parseInt(one, 10) === at + 1)?.at(-1) ?? "?").join("");
    const columns = [...solution].map((_, at) => state.out.filter((one) => Number.parseInt(one, 10) === at + 1).map((one) => one.at(-1)).join(""));
    const out = columns.map((letters, at) => (letters ? `${at + 1}:${letters}` : "")).filter(Boolean).join(" ");
    try {
      const answer = await ask("/api/solve", { clues: given.map(({ word: clue, marks }) => ({ word: clue, marks })), words: game.words, hint: true, known, out });
      if (answer.mistakes?.length) {
        wrong = new Set(answer.mistakes.map((/** @type {Letter} */ { position, letter }) => `${position}${letter}`));
        state.hints += 1;
        game.keep();
        draw();
        said.replaceChildren(h("div", { class: "message" }, answer.mistakes.map((/** @type {{text: string}} */ { text }) => h("p", {}, fine(text)))));
        return null;
      }
      if (answer.steps.length) return /** @type {Step} */ (answer.steps[0]);
    } catch (problem) {
      if (!(problem instanceof Problem)) throw problem;
      if (!problem.offline) {
        said.replaceChildren(told(problem));
        return null;
      }
      if (findWrong()) return null;
      const { stepHere } = await import("./solver.js");
      const step = stepHere(given, (letters, at) => {
        const sure = [...letters].find((letter) => markOf(at, letter) === "sure");
        return sure ?? [...letters].filter((letter) => !markOf(at, letter)).join("");
      });
      if (step) return step;
    }
    said.replaceChildren(h("div", { class: "nudge" }, h("p", {}, t("hint_none"))));
    return null;
  }

  /** @param {number[]} [lines] clues to light */
  function draw(lines = hint?.step.clues ?? []) {
    board.paint({ mark: markOf, wrong: (at, letter) => wrong.has(`${at + 1}${letter}`), lit: (clue) => lines.includes(clue + 1), broken: (clue) => against.has(clue) });
    const letters = [...solution].map((_, at) => state.sure.find((one) => Number.parseInt(one, 10) === at + 1)?.at(-1) ?? "?").join("");
    word.replaceChildren(tiles(letters));
    undo.disabled = !past.length || Boolean(state.done);
    redo.disabled = !future.length || Boolean(state.done);
    hinter.textContent = t(hint ? "next_hint" : "hint");
    facts.textContent = state.hints ? hintsText(state.hints) : "";
    drawClock();
  }

  function drawClock() {
    clock.textContent = clockText(state.seconds);
    clock.hidden = clockHidden();
    hide.textContent = t(clock.hidden ? "show_clock" : "hide_clock");
  }

  /** @param {"won" | "shown"} how */
  function finish(how) {
    state.done = how;
    state.on = game.day;
    game.keep();
    clearInterval(ticking);
    showEnd(true);
  }

  /** Return the reasoning that leads to the solution, or why there is none to show. */
  async function reasoning() {
    try {
      const { solved } = await import("./solver.js");
      const { steps } = await solved(given, game.words, true);
      return steps.length ? walkReasoning(given, steps) : h("p", {}, t("no_steps"));
    } catch (problem) {
      return told(problem);
    }
  }

  function showEnd(fresh = false) {
    const sentence = state.done === "won" ? t("right", { word: puzzle.spellings[0] || solution }) : t("given_up", { code: puzzle.spellings[0] || solution });
    const end = h("div", { class: "answer", tabindex: -1 }, h("p", {}, tiles(solution, { size: "large" })),
      h("p", {}, h("strong", {}, sentence)), h("p", {}, [clockText(state.seconds), hintsText(state.hints)].join(" · ")));
    const ended = game.ended();
    /** @type {HTMLButtonElement} */
    const reason = h("button", { type: "button", onclick: () => busy(reason, async () => {
      const shown = await reasoning();
      reason.parentElement?.replaceWith(shown);
      (shown.querySelector(".walk") ?? shown).scrollIntoView({ block: "start" });
    }) }, t("explain"));
    place.replaceChildren(h("div", { class: "columns" }, h("div", {}, board.element), h("div", {}, end, ended, h("p", { class: "actions" }, reason))));
    board.paint({ mark: (at, letter) => (solution[at] === letter ? "sure" : "out") });
    if (!fresh) return;
    say(sentence);
    end.focus();
  }

  const input = h("input", { id: "day-answer", class: "code-input", type: "text", autocomplete: "off", autocapitalize: "characters", spellcheck: "false", maxlength: 40, enterkeyhint: "go" });
  const notes = h("textarea", { rows: 3, id: "day-notes", maxlength: 2000 });
  notes.value = state.notes;
  notes.addEventListener("input", () => {
    state.notes = notes.value;
    game.keep();
  });
  const answering = h("form", { class: "answering", onsubmit: (event) => {
    event.preventDefault();
    const guess = fold(input.value.trim());
    if (guess === solution) finish("won");
    else if (guess.length !== solution.length) said.replaceChildren(h("div", { class: "message" }, h("p", {}, t("letters_wanted", { count: number(solution.length) }))));
    else refuse(guess);
  } }, h("div", { class: "guess-line" }, h("p", { class: "field" }, h("label", { for: "day-answer" }, t("your_answer")), input), h("button", { type: "submit", class: "primary" }, t("check"))));
  const hide = h("button", { type: "button", class: "quiet hide-clock", onclick: () => {
    hideClock(!clockHidden());
    drawClock();
  } });

  const ticking = setInterval(() => {
    if (state.done || document.hidden || !game.active()) return;
    state.seconds += 1;
    drawClock();
    if (state.seconds % 5 === 0) game.keep();
  }, 1000);

  if (state.done) showEnd();
  else {
    place.replaceChildren(h("div", { class: "columns" },
      h("div", {}, board.element),
      h("div", { class: "desk" }, h("p", { class: "clock-line" }, clock, hide, facts), word,
        h("p", { class: "actions tools" }, hinter, h("button", { type: "button", class: "check-me", onclick: check }, t("check_me")), undo, redo),
        said, answering, h("p", { class: "how" }, t("board_how")),
        h("details", {}, h("summary", {}, t("notes")), h("p", { class: "field" }, h("label", { for: "day-notes" }, t("notes_label")), notes)),
        h("p", { class: "actions minor" }, askFirst({ label: t("reveal"), look: "quiet reveal", question: t("reveal_sure"), yes: t("reveal"), no: t("go_on") }, () => finish("shown"))))));
    draw();
  }
  return { stop: () => clearInterval(ticking) };
}
