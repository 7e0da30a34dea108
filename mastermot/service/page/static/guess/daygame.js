// The game of the day: one secret for everybody, six turns. It is marked here, so it needs neither token nor connection
// once it was opened, and the browser keeps it as it keeps the puzzles of the day.

import {
  Problem, all, answered, ask, by, first, h, home, keepAddress, lang, leaveStep, number, t, tn,
} from "../shared/core.js";
import { afterDay, offer, readDay, showScores, tellNoDay, today, walkDays, yesterday } from "../shared/days.js";
import { recall, remember } from "../shared/early.js";
import { Guessing } from "./guessing.js";
import { helpText } from "../shared/helping.js";
import { marksOf } from "../shared/letters.js";
import { signsOf } from "../shared/pieces.js";
import { TURNS } from "../shared/scores.js";
import { keepWords, unknownWord } from "../shared/solver.js";
import { catchUp, keep, played } from "../shared/store.js";

/** @typedef {{length: number, words: string, first: boolean, secret: string, spellings: string[]}} Given */
/** A game of the reader's choice. @typedef {import("./guessing.js").Begun & {token: string}} OwnGame */
/**
 * The one that was played last, as this browser keeps it: its address, how it stands and stood before each turn.
 * @typedef {{hash: string, now: OwnGame, past: OwnGame[]}} Kept
 */

const [SHORTEST, USUAL, LONGEST] = [5, 5, 9];
const LENGTH_KEPT = "mastermot-length";
/** @type {Record<string, string>} */
const SQUARES = { X: "🟩", O: "🟨", ".": "⬜" };

/** The game of a day on the screen. */
export class DayGame extends Guessing {
  /** @param {HTMLElement} board */
  constructor(board) {
    super(board);
    this.day = today();
    this.length = USUAL;
    this.words = lang;
    /** @type {Given | null} */
    this.secretGiven = null;
    this.state = played("");
    /** @type {Kept | null} A game of the reader's choice that is under way. */
    this.other = null;
    const offers = () => tellNoDay(this.named);
    /** @type {ReturnType<typeof walkDays>} */
    this.drawDay = walkDays("guess", "length", () => this, (wanted) => this.turnTo(wanted), offers);
    /** @type {string | null} The day that the address names, which may be none. */
    this.named = null;
    document.addEventListener("kept", () => this.catchUp());
  }

  /** @param {string} [day] */
  key(day = this.day) {
    return `game/${day}/${this.length}/${this.words}`;
  }

  /**
   * Take up the game of the day that the address names; else today's.
   * @param {URLSearchParams} parameters
   * @param {Kept | null} other a game of the reader's choice that is under way
   */
  open(parameters, other) {
    const wanted = Number(parameters.get("l") || recall(LENGTH_KEPT));
    this.length = wanted >= SHORTEST && wanted <= LONGEST ? Math.floor(wanted) : USUAL;
    const words = parameters.get("w") ?? lang;
    const there = all(by("guess-words"), "option").some((one) => one.getAttribute("value") === `${words}-answers`);
    this.words = there ? words : lang;
    this.named = parameters.get("j");
    this.day = readDay(this.named) ?? today();
    this.other = other;
    this.drawDay(true);
    return this.show();
  }

  /** Go to another day or length; Back leads to this one. @param {{day?: string, length?: number}} wanted */
  turnTo(wanted) {
    leaveStep();
    this.named = null;
    Object.assign(this, wanted);
    if (wanted.length) remember(LENGTH_KEPT, String(wanted.length));
    return this.show();
  }

  /** Show the game that is chosen: as it was left, or from the start. */
  async show() {
    const { day, length, words } = this;
    this.begun = null;
    this.drawDay();
    Object.assign(first(by("view-guess"), "[data-how]").dataset, { how: "letters", rule: "positional" });
    this.drawScores();
    const play = (/** @type {Given} */ given) => {
      this.secretGiven = given;
      this.choice = { words, length, rule: "positional" };
      this.state = played(this.key());
      this.follow();
      this.draw(false);
      keepWords(words, length);
    };
    const path = `/api/daily/game?${new URLSearchParams({ date: day, length: String(length), words })}`;
    await answered(this.board, this.question, () => ask(path), play, () => this.show());
  }

  /** Make the game, as the service would give it, of what is kept of it: `past` has its guesses. Return it. */
  follow() {
    const { secret, spellings, length, first, words } = /** @type {Given} */ (this.secretGiven);
    const { past, done, hints } = this.state;
    const moves = past.map((guess) => {
      const marks = marksOf(guess, secret);
      const count = (/** @type {string} */ sign) => marks.split(sign).length - 1;
      return { guess, marks, blacks: count("X"), whites: count("O"), candidates: null };
    });
    const standing = { length, most_turns: TURNS, turns: moves.length, candidates: null, error: 0, moves };
    const ended = { over: Boolean(done), won: done === "won", secret, shown: `(${spellings.join(", ")})` };
    const rules = { hard: null, guesses: null, answers: `${words}-answers`, left: [], left_count: null };
    const pattern = first ? secret[0].padEnd(length, ".") : null;
    this.help = { hints, undone: 0 };
    /** @type {import("./guessing.js").Begun} */
    const begun = { rule: "positional", codemaker: "honest", ...standing, ...ended, ...rules, pattern };
    this.begun = begun;
    return begun;
  }

  /** Take over what another tab has done to the game. */
  catchUp() {
    if (!this.begun || this.state.done) return;
    const turns = this.state.past.length;
    catchUp(this.key(), this.state);
    if (this.state.past.length === turns && !this.state.done) return;
    this.follow();
    this.draw(false);
  }

  /** @param {string} guess */
  async mark(guess) {
    const word = signsOf(guess);
    if (word.length !== this.length) throw new Problem({ code: "code-length", detail: "" });
    const unknown = await unknownWord(word, this.words);
    if (unknown) throw new Problem({ code: "code-unknown", detail: "", suggestions: unknown });
    const { state } = this;
    state.past = [...state.past, word];
    if (word === this.game.secret) this.end("won");
    else if (state.past.length >= TURNS) this.end("shown");
    return this.follow();
  }

  async reveal() {
    this.end("shown");
    return this.follow();
  }

  /** @param {"won" | "shown"} done */
  end(done) {
    Object.assign(this.state, { done, on: today() });
  }

  keep() {
    const { day, length, words, state } = this;
    state.hints = this.help.hints;
    if (state.past.length || state.hints || state.done) keep(this.key(), state);
    const named = words !== lang || day !== today();
    keepAddress("guess", { j: named ? day : null, l: length, w: words === lang ? null : words });
  }

  above() {
    const { other } = this;
    if (!other || this.game.over) return [];
    return [offer(t("game_waits"), t("go_on"), () => (location.hash = other.hash))];
  }

  afterwards() {
    this.drawScores();
    const { day, length, state } = this;
    const onward = () => this.turnTo({ length: length + 1 });
    const next = h("button", { class: "next-length", onclick: onward }, tn("next_length", length + 1));
    return afterDay(day, {
      result: state.past.length ? () => this.resultText() : null,
      next: length < LONGEST ? next : null,
      missed: !played(this.key(yesterday())).done,
      back: () => this.turnTo({ day: yesterday() }),
    });
  }

  /** Return a result that does not tell the word: day, length, turns, help, a square a letter. */
  resultText() {
    const { day, length, words, state, game } = this;
    const turns = state.done === "won" ? number(game.turns) : "✗";
    const rows = game.moves.map(({ marks }) => [...marks].map((sign) => SQUARES[sign]).join(""));
    const help = helpText(state.hints, 0);
    const title = `Master Mot ${day} · ${tn("letters_count", length)} · ${turns}/${TURNS}${help ? ` · ${help}` : ""}`;
    return [title, ...rows, `${home}#guess?j=${day}&l=${length}&w=${words}`].join("\n");
  }

  drawScores() {
    showScores("guess", () => Boolean(this.state.done), () => this.show());
  }
}
