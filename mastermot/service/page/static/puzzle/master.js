// Playing Master Mot: the board is marked letter by letter, with undo, notes, a clock, checks and hints from one's own
// grid.

import {
  Problem, ask, attempt, fetched, fine, h, latest, number, say, screen, t, tn, told, underWay, workButton,
} from "../shared/core.js";
import { makeBoard } from "../shared/board.js";
import { dayOf } from "../shared/early.js";
import {
  change, foundLetters, letterOf, lettersOut, markOf, ownMark, placeOf, step, wrongMarks,
} from "../shared/marks.js";
import { askFirst, clockText, codeInput, fieldLine, signsOf, spelled, techniqueLink, tiles } from "../shared/pieces.js";
import { catchUp, clockHidden, hideClock, keep, played, results } from "../shared/store.js";
import { blacks, fold } from "../shared/letters.js";

/** @typedef {import("../shared/store.js").Played} Played */
/** @typedef {import("../shared/board.js").Mark} Mark */
/** @typedef {{word: string, marks: number, spelling?: string}} Clue */
/** @typedef {{clues: Clue[], solution: string, spellings: string[], grade?: {level: number}}} Puzzle */
/** @typedef {import("api").Letter} Letter */
/**
 * A step to hint at; or marks that are wrong.
 * @typedef {import("../shared/deduce.js").Step & {wrong?: string[]}} Step
 */
/** @typedef {import("../shared/marks.js").Change} Change */
/**
 * What a puzzle is played in: the dictionary, the task on whose screen time runs; `ended` makes what stands at the end;
 * `printed` is the level that is printed, and what the puzzle is called there.
 * @typedef {{words: string, view: string, ended: (state: Played) => import("../shared/core.js").Child[],
 *   printed?: {level?: number | null, title?: string},
 *   times?: () => {usual: number | null, won: number}}} Game
 */

/** Clues that are named beside an answer which they rule out; more are only marked on the board. */
const MAX_NAMED = 3;
/** Seconds of play between two times that the clock is kept. */
const KEPT_EVERY = 5;

/** Return the help that a puzzle was played with, in words: hints, checks, wrong answers. @param {Played} state */
export function helpText({ hints, checks, wrong, done }) {
  const parts = [hints ? tn("hints_n", hints) : t("no_hints"), checks ? tn("checks_n", checks) : ""];
  parts.push(wrong ? tn("wrong_n", wrong) : "", done === "shown" ? t("was_shown") : "");
  if (done === "shown" && !hints) parts.shift();
  return parts.filter(Boolean).join(" · ");
}

/**
 * Play a puzzle in a place of the page.
 * @param {HTMLElement} place
 * @param {Puzzle} puzzle
 * @param {string} key the name that it is kept by
 * @param {Game} game
 */
export function playPuzzle(place, puzzle, key, game) {
  const playing = new Playing(place, puzzle, key, game);
  playing.begin();
  return playing;
}

/** A puzzle on the screen that is being played. */
export class Playing {
  /** @param {HTMLElement} place @param {Puzzle} puzzle @param {string} key @param {Game} game */
  constructor(place, puzzle, key, game) {
    this.place = place;
    this.puzzle = puzzle;
    this.key = key;
    this.state = played(key);
    this.game = game;
    this.clues = puzzle.clues.map(({ word, marks, spelling }) => ({
      word: spelling ?? word,
      marks,
      folded: fold(word),
    }));
    this.question = latest();
    /** @type {Set<number>} The clues that the last answer broke. */
    this.against = new Set();
    /** @type {Set<string>} Marks that are known to be wrong. */
    this.wrong = new Set();
    /** @type {number[]} The clues that a hint is about, from 1. */
    this.lit = [];
    /** @type {{step: Step, degree: number} | null} The step that is hinted at, and how many of its hints were given. */
    this.hint = null;
    /** @type {Step[]} The steps that were told whole: they are not told again, marked or not. */
    this.told = [];
    this.board = makeBoard(this.clues, (at, letter, mark) => this.tap(at, letter, mark));
    this.desk = makeDesk(this);
    this.ticking = 0;
  }

  get length() {
    return this.puzzle.solution.length;
  }

  get isBegun() {
    const { done, past, future, events, notes } = this.state;
    return Boolean(done || past.length || future.length || events.length || notes);
  }

  /** Show the puzzle as it stands: the board and its desk, or the end. */
  begin() {
    if (this.state.done) return this.showEnd(false);
    this.ticking = setInterval(() => this.tick(), 1000);
    const board = h("div", { class: "board-place" }, this.board.element);
    const screenful = h("div", { class: "first-screen" }, board, this.desk.dock);
    this.place.replaceChildren(h("div", { class: "playing" }, screenful, this.desk.elements));
    this.draw();
  }

  stop() {
    clearInterval(this.ticking);
  }

  tick() {
    if (this.state.done || document.hidden || screen.view !== this.game.view) return;
    this.state.seconds += 1;
    this.drawClock();
    if (this.state.seconds % KEPT_EVERY === 0) this.keep(false);
  }

  /**
   * Keep the state; where another tab has ended the puzzle, show that end.
   * @param {boolean} [moved] whether marks have changed here
   */
  keep(moved = true) {
    const { done } = this.state;
    keep(this.key, this.state, moved);
    if (this.state.done !== done) this.showEnd(false);
  }

  /** Take over what another tab has done to the puzzle. */
  catchUp() {
    if (this.state.done) return;
    catchUp(this.key, this.state);
    if (this.state.done) this.showEnd(false);
    else this.draw();
  }

  /**
   * Mark a letter: as a key says, or with the next mark in turn.
   * @param {number} at @param {string} letter @param {Mark} [mark]
   */
  tap(at, letter, mark) {
    if (this.state.done) return;
    const key = `${at + 1}${letter}`;
    /** @type {Record<Mark, Mark>} What follows each mark in turn. */
    const following = { "": "out", out: "sure", sure: "", fresh: "out" };
    const next = mark ?? following[ownMark(this.state, key)];
    this.put([{ key, mark: next }]);
    // beside a certain letter, one that is open again stays ruled out
    const now = markOf(this.state, at, letter);
    say(t("mark_letter", { letter, position: at + 1, mark: t(`cell_${now || "open"}`) }));
  }

  /** Take a key that no field has as one of the board's letter that had the focus last. @param {KeyboardEvent} event */
  typed(event) {
    if (!this.state.done) this.board.typed(event);
  }

  /** @param {Change[]} changes */
  put(changes) {
    change(this.state, changes);
    this.moved();
  }

  /** @type {(from: "past" | "future", to: "past" | "future") => void} */
  undo(from, to) {
    if (!this.state.done && step(this.state, from, to)) this.moved();
  }

  /** Forget what was said of other marks, and look whether these are the word. */
  moved() {
    this.wrong = new Set();
    this.against = new Set();
    this.question.drop();
    // a hint of which only the clues were named holds whatever is marked, but for one about marks that are wrong
    const stillHolds = this.hint?.degree === 1 && !this.hint.step.wrong;
    if (!stillHolds) this.forgetHint();
    this.keep();
    if (this.state.done) return;
    this.draw();
    const found = foundLetters(this.state, this.length, "");
    if (found.length === this.length) this.answer(found);
  }

  forgetHint() {
    this.hint = null;
    this.lit = [];
  }

  /**
   * Take an answer: it ends the puzzle, or is told why it is not the word. The same wrong answer counts once, and one
   * that is no word costs nothing.
   * @param {string} guess
   */
  async answer(guess) {
    if (guess === this.puzzle.solution) return this.finish("won");
    if (guess.length !== this.length) {
      return this.tell("message", t("letters_wanted", { count: number(this.length) }));
    }
    const current = this.question.ask();
    if ((await this.refuseUnknown(guess, current)) || !current()) return;
    if (!this.state.events.some(({ kind, text }) => kind === "wrong" && text === guess)) {
      this.state.wrong += 1;
      this.happened("wrong", guess);
    }
    const broken = this.clues.flatMap(({ folded, marks }, clue) => (blacks(folded, guess) === marks ? [] : [clue]));
    this.against = new Set(broken);
    this.draw();
    const named = broken.map((clue) => `${this.clues[clue].word}\u00a0${number(this.clues[clue].marks)}`).join(" · ");
    const few = broken.length ? t("answer_against", { clues: named }) : t("also_fits", { word: guess });
    this.tell("message", broken.length > MAX_NAMED ? tn("answer_against_n", broken.length) : few);
  }

  /**
   * Refuse an answer that no dictionary has, with near words; return whether it was.
   * @param {string} guess @param {() => boolean} [current]
   */
  async refuseUnknown(guess, current = this.question.ask()) {
    if (guess.length !== this.length || guess === this.puzzle.solution) return false;
    const suggestions = await fetched(() => import("../shared/solver.js"))
      .then(({ unknownWord }) => unknownWord(guess, this.game.words.replace(/-common$/, "")))
      .catch(() => null);
    if (!suggestions || !current()) return false;
    const problem = new Problem({ detail: t("answer_no_word", { word: guess.toLowerCase() }), suggestions });
    const take = (/** @type {string} */ word) => {
      this.desk.input.value = word;
      this.desk.input.focus();
      this.desk.said.replaceChildren();
    };
    this.desk.said.replaceChildren(told(problem, take));
    return true;
  }

  /** Check the marks, on request. */
  check() {
    this.against = new Set();
    this.forgetHint();
    this.state.checks += 1;
    const wrong = wrongMarks(this.state, this.puzzle.solution);
    const letters = wrong.map(nameKey).join(", ");
    this.happened("check", letters);
    this.wrong = new Set(wrong);
    this.draw();
    if (wrong.length) this.tell("message", t("checked_wrong", { letters }));
    else this.tell("nudge", t("checked_right"));
  }

  /**
   * Give the next hint, from the marks on the board and the steps told before: which clues, then what they show, then
   * the step. They count as one.
   */
  async help() {
    this.against = new Set();
    if (!this.hint) await this.beginHint();
    if (this.hint) this.giveHint(this.hint);
  }

  /** Look for what there is to hint at: marks that are wrong, else the next step. It may be nothing. */
  async beginHint() {
    // they are named already, and nothing has moved since
    if (this.wrong.size) return;
    const wrong = wrongMarks(this.state, this.puzzle.solution);
    const found = wrong.length ? this.mendStep(wrong) : await this.nextStep();
    if (!found) return;
    this.hint = { step: found, degree: 0 };
    this.tell("nudge");
  }

  /** Give the next of the hints to a step; the last one tells it whole. @param {{step: Step, degree: number}} hint */
  giveHint(hint) {
    const { step: now, degree } = hint;
    const text = fine(now.hints[Math.min(degree, now.hints.length - 1)]);
    this.noteHint(now.hints, text);
    hint.degree += 1;
    // that marks are wrong is said before a clue that shows it
    this.lit = now.wrong && !degree ? [] : now.clues;
    const last = hint.degree >= now.hints.length;
    if (last) this.wrong = new Set(now.wrong);
    if (last && !now.wrong) this.told.push(now);
    this.addHint(text, last ? now : null);
    if (last) this.hint = null;
    this.draw();
    this.showLit();
  }

  /**
   * Keep that a hint was given: the hints of one step are one, which is told as far as it was given.
   * @param {string[]} hints of the step @param {string} text
   */
  noteHint(hints, text) {
    const { events } = this.state;
    const before = events.findIndex((event) => event.kind === "hint" && hints.map(fine).includes(event.text));
    if (before < 0) {
      this.state.hints += 1;
      return this.happened("hint", text);
    }
    this.state.events = events.map((event, index) => (index === before ? { ...event, text } : event));
    this.keep();
  }

  /** Return the marks, with what hints have told already. */
  withTold() {
    const { out, sure } = this.state;
    const keys = (/** @type {Letter[]} */ some) => some.map(({ position, letter }) => `${position}${letter}`);
    const removed = this.told.flatMap((step) => keys(step.removed));
    const placed = this.told.flatMap((step) => keys(step.placed));
    return { ...this.state, out: [...new Set([...out, ...removed])], sure: [...new Set([...sure, ...placed])] };
  }

  /**
   * Add a hint to those of its step; the last one has the technique's name and a button that makes the step.
   * @param {string} text @param {Step | null} made
   */
  addHint(text, made) {
    const box = this.desk.said.firstElementChild;
    box?.append(h("p", {}, text));
    if (made && !made.wrong) {
      const mark = h("button", { class: "apply", onclick: () => this.makeStep(made) }, t("hint_apply"));
      const named = techniqueLink(made.kind);
      box?.append(h("p", { class: "actions" }, mark, named));
    }
    this.desk.said.scrollTop = this.desk.said.scrollHeight;
  }

  /** @param {Step} made */
  makeStep({ removed, placed }) {
    this.desk.said.replaceChildren();
    const as = (/** @type {Letter[]} */ some, /** @type {Mark} */ mark) =>
      some.map(({ position, letter }) => ({ key: `${position}${letter}`, mark }));
    this.put([...as(removed, "out"), ...as(placed, "sure")]);
  }

  /** Bring the first clue that a hint is about into sight. */
  showLit() {
    this.board.element.querySelector(".lit")?.scrollIntoView({ block: "nearest" });
  }

  /** Return the next step from the marks on the board; null once it is told that there is none. */
  async nextStep() {
    const known = this.withTold();
    const grid = foundLetters(known, this.length);
    if (!grid.includes("?")) {
      this.tell("nudge", t("hint_all", { grid }));
      return null;
    }
    try {
      const answer = await ask("/api/solve", {
        clues: this.clues.map(({ word, marks }) => ({ word, marks })),
        words: this.game.words,
        hint: true,
        known: grid,
        out: lettersOut(known, this.length),
      });
      if (answer.steps.length) return /** @type {Step} */ (answer.steps[0]);
      if (answer.unexplained) {
        this.tell("nudge", answer.unexplained);
        return null;
      }
    } catch (problem) {
      if (!(problem instanceof Problem)) throw problem;
      if (!problem.offline) {
        this.desk.said.replaceChildren(told(problem));
        return null;
      }
      const found = await this.stepAlone(known);
      if (found) return found;
    }
    this.tell("nudge", t("hint_none"));
    return null;
  }

  /** Return the next step that this page finds without the service. @param {Played} known marks */
  async stepAlone(known) {
    const { stepHere } = await fetched(() => import("../shared/solver.js"));
    const mark = (/** @type {number} */ at, /** @type {string} */ letter) => markOf(known, at, letter);
    return stepHere(this.clues, (letters, at) => {
      const sure = [...letters].find((letter) => mark(at, letter) === "sure");
      return sure ?? [...letters].filter((letter) => !mark(at, letter)).join("");
    });
  }

  /**
   * Return hints to marks that are wrong: that there are some, then a clue that shows one, then which they are.
   * @param {string[]} wrong @returns {Step}
   */
  mendStep(wrong) {
    const clue = this.clues.findIndex(({ folded }) => folded[placeOf(wrong[0])] === letterOf(wrong[0]));
    const { word, marks } = this.clues[clue];
    const howMany = tn("slips", wrong.length);
    const where = t("look_at", { clue: `${word} ${number(marks)}` });
    const which = t("checked_wrong", { letters: wrong.map(nameKey).join(", ") });
    // it shows nothing of the word itself
    const shown = { grid: "", columns: [], removed: [], placed: [] };
    return { ...shown, text: which, hints: [howMany, where, which], clues: [clue + 1], wrong };
  }

  /** Keep what has happened, for the end. @param {"hint" | "check" | "wrong"} kind @param {string} text */
  happened(kind, text) {
    this.state.events = [...this.state.events, { kind, at: this.state.seconds, text }];
    this.keep();
  }

  /**
   * Say something beside the board, and return the box that says it.
   * @param {"nudge" | "message"} look @param {...string} texts
   */
  tell(look, ...texts) {
    const box = h("div", { class: look }, ...texts.map((text) => h("p", {}, text)));
    this.desk.said.replaceChildren(box);
    return box;
  }

  draw() {
    this.board.paint({
      mark: (at, letter) => markOf(this.state, at, letter),
      wrong: (at, letter) => this.wrong.has(`${at + 1}${letter}`),
      lit: (clue) => this.lit.includes(clue + 1),
      broken: (clue) => this.against.has(clue),
    });
    const { word, input, undo, redo, hinter, facts } = this.desk;
    word.replaceChildren(tiles(foundLetters(this.state, this.length)));
    input.placeholder = foundLetters(this.state, this.length, "·");
    undo.disabled = !this.state.past.length;
    redo.disabled = !this.state.future.length;
    hinter.textContent = t(this.hint ? "another_hint" : "hint");
    const { hints, checks, wrong } = this.state;
    facts.textContent = hints + checks + wrong ? helpText(this.state) : "";
    this.drawClock();
    underWay(this.game.view, this.isBegun && !this.state.done);
  }

  drawClock() {
    const { clock, hide } = this.desk;
    clock.textContent = clockText(this.state.seconds);
    clock.hidden = clockHidden();
    hide.textContent = t(clock.hidden ? "show_clock" : "hide_clock");
  }

  /** Print the puzzle as it was given, without its solution. */
  async print() {
    const { printPuzzle } = await fetched(() => import("../shared/paper.js"));
    const clues = this.clues.map(({ word, marks }) => ({ word, marks }));
    await printPuzzle(this.place, { clues, ...this.game.printed }, this.game.words, "none");
  }

  /** @param {"won" | "shown"} how */
  finish(how) {
    Object.assign(this.state, { done: how, on: dayOf(new Date()), past: [], future: [] });
    keep(this.key, this.state);
    this.showEnd(true);
  }

  /**
   * Show the solution on the board, and what belongs to the end beside it.
   * @param {boolean} fresh whether it has just ended here
   */
  async showEnd(fresh) {
    this.stop();
    underWay(this.game.view, false);
    const { solution, spellings } = this.puzzle;
    const won = this.state.done === "won";
    const words = spellings.length ? spellings : [solution.toLowerCase()];
    const sentence = h("strong", {}, spelled(won ? "right" : "hidden_was", words, this.game.words));
    const facts = [clockText(this.state.seconds), helpText(this.state)].join(" · ");
    const end = h("div", { class: "answer", tabindex: -1 }, [
      h("p", {}, tiles(solution, { size: "large" })),
      h("p", {}, sentence),
      h("p", {}, facts),
    ]);
    const review = h("div", { class: "how-solved", "aria-live": "polite" });
    const beside = h("div", { class: "after" }, end, this.game.ended(this.state), review);
    const board = h("div", {}, this.board.element);
    this.place.replaceChildren(h("div", { class: "columns ended" }, board, beside));
    this.board.paint({ mark: (at, letter) => (solution[at] === letter ? "sure" : "out") });
    if (fresh) {
      say(sentence.textContent);
      end.focus();
      end.scrollIntoView({ block: "nearest" });
    }
    await attempt(review, latest(), async () => {
      const { reviewPuzzle } = await fetched(() => import("./ending.js"));
      await reviewPuzzle(review, this);
    });
  }
}

/** @param {string} key */
const nameKey = (key) => t("letter_at", { letter: letterOf(key), position: placeOf(key) + 1 });

/** Return what stands beside the board of a puzzle that is played. @param {Playing} playing */
function makeDesk(playing) {
  /** @type {(look: string, text: string, work: () => unknown, label?: string) => HTMLButtonElement} */
  const button = (look, text, work, label) =>
    h("button", { class: look, "aria-label": label, onclick: work }, text);
  const said = h("div", { class: "helped", "aria-live": "polite", tabindex: -1 });
  const clock = h("span", { class: "clock", role: "timer" });
  const facts = h("span", { class: "count" });
  const word = h("p", { class: "word-now" });
  const undo = button("undo", "↶", () => playing.undo("past", "future"), t("undo"));
  const redo = button("redo", "↷", () => playing.undo("future", "past"), t("redo"));
  const hinter = workButton("hint", t("hint"), () => playing.help());
  const checker = button("check-me", t("check_me"), () => playing.check());
  const hide = button("quiet hide-clock", "", () => {
    hideClock(!clockHidden());
    playing.drawClock();
  });
  const { input, form } = makeAnswer(playing);
  const reveal = { label: t("reveal"), look: "quiet reveal", question: t("reveal_sure"), yes: t("reveal") };
  const dock = h("div", { class: "dock" }, said, form, h("p", { class: "actions tools" }, hinter, checker, undo, redo));
  const elements = [
    h("p", { class: "clock-line" }, clock, hide, facts),
    word,
    h("div", { class: "more" }, [
      // who has won one knows how
      results().won ? null : h("p", { class: "how" }, t("board_how")),
      makeNotes(playing),
      h("p", { class: "actions minor" }, [
        workButton("quiet print-puzzle", t("print"), () => playing.print()),
        askFirst({ ...reveal, no: t("keep_looking") }, () => playing.finish("shown")),
      ]),
    ]),
  ];
  return { elements, dock, said, clock, facts, word, undo, redo, hinter, hide, input };
}

/** Return the row that takes the answer. @param {Playing} playing */
function makeAnswer(playing) {
  const id = `${playing.place.id}-answer`;
  const input = codeInput({ id, enterkeyhint: "go" }, playing);
  input.addEventListener("input", () => playing.refuseUnknown(signsOf(input.value)));
  const send = h("button", { type: "submit", class: "primary" }, t("check"));
  /** @param {SubmitEvent} event */
  const onsubmit = (event) => {
    event.preventDefault();
    playing.forgetHint();
    playing.answer(fold(input.value.trim()));
  };
  return { input, form: h("form", { class: "answering", onsubmit }, fieldLine(t("your_answer"), input, send)) };
}

/** Return the place for notes. @param {Playing} playing */
function makeNotes(playing) {
  const id = `${playing.place.id}-notes`;
  const notes = h("textarea", { rows: 3, id, maxlength: 2000 });
  notes.value = playing.state.notes;
  notes.addEventListener("input", () => {
    playing.state.notes = notes.value;
    playing.keep();
  });
  const field = h("p", { class: "field" }, h("label", { for: id }, t("notes_label")), notes);
  return h("details", {}, h("summary", {}, t("notes")), field);
}
