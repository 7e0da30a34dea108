// A game of guessing on the screen: its turns, the row of the next guess, the keys, the end. Who holds the secret is
// the service, or a day.

import {
  Problem, all, attempt, busy, fetched, first, h, isUnasked, lacks, latest, message, number, say, screen, t, tn,
  told, underWay, workButton, working,
} from "../shared/core.js";
import { canBeListed, helpText, hintBox, listBox } from "../shared/helping.js";
import { eraseSign, eraser, holes, knownLetters, makeKeyboard, palette, writeSign } from "../shared/keys.js";
import { digitOf } from "../shared/digits.js";
import {
  fitting, inDigits, leftText, linkOpenings, listTurns, ruleOf, signOfEach, symbols,
} from "../shared/games.js";
import { askFirst, codeInput, signsOf, spelled, tiles } from "../shared/pieces.js";
import { unknownWord } from "../shared/solver.js";

/** @typedef {import("../shared/games.js").Game} Game */
/** @typedef {import("api").Move} Move */
/** @typedef {import("api").GameState} State */
/**
 * A game as it stands, whoever keeps it; once it is over, with its secret.
 * @typedef {Omit<State, "codes" | "token" | "secrets" | "playable"> & {secret: string, shown: string}} Begun
 */

/** Rows that the board has at least, where each guess is a row of letters and there are as many turns. */
const ROWS = 6;
/** Letters of a word up to which the turns are a board of letters, with a row for each turn to come. */
const WIDEST = 10;

/**
 * A game on the screen. What is made of it says how a guess is marked, how the secret is shown, and how it is kept.
 * @abstract
 */
export class Guessing {
  /** @param {HTMLElement} board */
  constructor(board) {
    this.board = board;
    this.question = latest();
    /** @type {Game} What is played with. */
    this.choice = { rule: "positional" };
    /** @type {Begun | null} */
    this.begun = null;
    /** Whether a guess need not begin with the letter that is given. */
    this.free = false;
    /** What the game was helped with. */
    this.help = { hints: 0, undone: 0 };
    /** The guesses before the hint that was counted last: asked for again, it says the same and counts once. */
    this.hinted = "none";
  }

  /** The game that is drawn: there is one whenever something of a game is. */
  get game() {
    return /** @type {Begun} */ (this.begun);
  }

  /** The letters that are given, which each guess begins with. */
  get given() {
    return this.free ? "" : (this.game.pattern?.replace(/\.+$/, "") ?? "");
  }

  /**
   * Return the game after a guess. Throws a `Problem` where the guess is refused.
   * @param {string} guess @returns {Promise<Begun>}
   */
  async mark(guess) {
    throw new TypeError(`nobody marks ${guess}`);
  }

  /** @returns {Promise<Begun>} The game, given up. */
  async reveal() {
    throw new TypeError("no codemaker");
  }

  /** Keep the game as it stands. */
  keep() {}

  /** @returns {import("../shared/core.js").Child[]} What stands above the turns. */
  above() {
    return [];
  }

  /** @returns {(Node | null)[]} What can be done with the game besides help and giving up. */
  moreActions() {
    return [];
  }

  /** @returns {Node[]} What there is to do once it is over. */
  afterwards() {
    return [];
  }

  /** Return what is said of a word that may not be guessed. @param {string} word */
  missing(word) {
    return t("answer_no_word", { word });
  }

  /** Return whether a problem ends the game, which then says so. @param {Problem} problem */
  died({ code }) {
    return code === "";
  }

  /**
   * Send a guess, and show what it gets; `place` takes what is wrong with it.
   * @param {HTMLInputElement} input @param {HTMLElement} place
   */
  async play(input, place) {
    if (this.choice.colours && !fitting(this.choice, signsOf(input.value))) {
      place.replaceChildren(message(t("holes_left")));
      input.setAttribute("aria-invalid", "true");
      return this.mend(input);
    }
    const sent = input.value;
    input.value = ""; // what is typed meanwhile begins the next row
    const refuse = (/** @type {Problem} */ problem) => {
      input.value ||= sent; // unless something was typed meanwhile
      this.refuse(problem, sent, input, place);
    };
    if (!(await this.goOn(() => this.mark(sent.replace(/\s/g, "")), refuse))) return;
    const fresh = this.board.querySelector("#guess-code"); // of the round that has been drawn since
    if (input.value && fresh instanceof HTMLInputElement) this.write(fresh, input.value);
  }

  /** Give the game up, and show its secret. */
  giveUp() {
    const refuse = (/** @type {Problem} */ problem) => first(this.board, ".refused").replaceChildren(told(problem));
    return this.goOn(() => this.reveal(), refuse);
  }

  /**
   * Draw the game that a move leads to, and return whether it was made; a problem that does not end the game goes to
   * `refuse`.
   * @param {() => Promise<Begun>} move @param {(problem: Problem) => unknown} refuse
   */
  async goOn(move, refuse) {
    const current = this.question.ask();
    try {
      const begun = await move();
      if (!current()) return false;
      this.begun = begun;
      this.draw();
      return true;
    } catch (problem) {
      if (!(problem instanceof Problem)) throw problem;
      if (current() && !this.died(problem)) refuse(problem);
      return false;
    }
  }

  /**
   * Say why a guess is refused: of a word, in the words of a game of words.
   * @param {Problem} problem @param {string} sent @param {HTMLInputElement} input @param {HTMLElement} place
   */
  refuse(problem, sent, input, place) {
    if (this.choice.words && problem.code === "code-length") problem.detail = tn("letters_please", this.game.length);
    if (this.choice.words && problem.code === "code-unknown") {
      problem.detail = this.missing(sent.trim().toLowerCase());
      problem.advice = undefined;
    }
    this.tell(problem, input, place);
    this.mend(input, problem.code === "code-unknown");
  }

  /**
   * Tell a problem, with those of the near words that begin as they must.
   * @type {(problem: Problem, input: HTMLInputElement, place: HTMLElement) => void}
   */
  tell(problem, input, place) {
    problem.suggestions = problem.suggestions.filter((word) => signsOf(word).startsWith(this.given));
    place.replaceChildren(told(problem, (word) => this.write(input, word)));
    input.setAttribute("aria-invalid", "true");
  }

  /**
   * Say of a word that is whole whether the dictionary has it, before it is sent.
   * @param {HTMLInputElement} input @param {HTMLElement} place
   */
  async lookUp(input, place) {
    place.replaceChildren();
    input.removeAttribute("aria-invalid");
    const { words, length = 0 } = this.choice;
    const word = signsOf(input.value);
    if (!words || word.length !== length) return;
    const unknown = await unknownWord(word, this.game.guesses ?? words).catch(() => null);
    const isStale = signsOf(input.value) !== word || !input.isConnected;
    if (!unknown || isStale || place.firstChild) return; // or something else is said there already
    this.tell(new Problem({ detail: this.missing(word.toLowerCase()), suggestions: unknown }), input, place);
  }

  /**
   * Put the reader back to a guess that was refused: what was typed goes on, but a word that is unknown, which the next
   * key replaces.
   * @param {HTMLInputElement} input
   * @param {boolean} [whole]
   */
  mend(input, whole = false) {
    input.focus();
    input.setSelectionRange(whole ? 0 : input.value.length, input.value.length);
    this.showKeys();
  }

  /** Write a code into the row of the guess. @param {HTMLInputElement} input @param {string} code */
  write(input, code) {
    input.value = code;
    input.dispatchEvent(new Event("input"));
    input.focus();
    this.showKeys();
  }

  /**
   * Show help in a place of the round, what it offers put into the row of the guess.
   * @param {HTMLElement} place @param {HTMLInputElement} input @param {import("../shared/helping.js").MakeHelp} make
   */
  showHelp(place, input, make) {
    return attempt(place, this.question, async (current) => {
      const box = await make(this.asPlayed(), this.game.moves, (code) => this.write(input, code));
      if (!current()) return;
      if (make === hintBox) this.noteHint();
      this.keep();
      place.replaceChildren(box);
      box.scrollIntoView({ block: "nearest" });
    });
  }

  /** Count a hint, once for the guesses that were made before it. */
  noteHint() {
    const before = this.game.moves.map(({ guess }) => guess).join();
    if (before !== this.hinted) this.help.hints += 1;
    this.hinted = before;
  }

  /**
   * Draw the game: its turns, then the next guess or the end.
   * @param {boolean} [moved] whether the reader has done something in it
   */
  draw(moved = true) {
    this.keep();
    const { game, choice } = this;
    const after = game.over ? this.drawEnd() : this.drawRound();
    const { byPosition, whites } = ruleOf(game.rule);
    const isGrid = Boolean(choice.words) && byPosition && game.length <= WIDEST;
    const legend = h("p", { class: "legend" }, t(whites ? "legend" : "legend_black"));
    const turns = h("div", { class: "turns" }, [
      this.above(),
      this.drawTurns(),
      game.moves.length && !isGrid ? legend : null,
    ]);
    first(after, ".rows").prepend(turns);
    this.board.classList.toggle("grid", isGrid);
    this.board.replaceChildren(after);
    underWay("guess", game.moves.length > 0 && !game.over);
    linkOpenings("guess", { ...choice, words: game.answers ?? choice.words }, game.pattern?.[0]);
    this.showRow(moved);
    if (!moved && screen.view !== "guess") return;
    if (moved) this.sayLast(after);
    (after.querySelector("input") ?? after).focus({ preventScroll: !moved });
    if (moved) this.showKeys();
  }

  drawTurns() {
    const { game } = this;
    const turns = game.moves.map((move, index) => {
      const { candidates: left, error } = game.moves[index + 1] ?? game; // a move has how many there were before it
      const pattern = ruleOf(game.rule).byPosition ? signOfEach(move.marks, game.length) : "";
      return { ...move, left, error, pattern };
    });
    return listTurns({ ...this.choice, rule: game.rule }, turns);
  }

  /** Have a screen reader say the marks of the last turn, and the end. @param {HTMLElement} after */
  sayLast(after) {
    if (screen.view !== "guess") return;
    const last = this.board.querySelector(".history li:last-child");
    const parts = last ? all(last, ".said, .count") : [];
    if (this.game.over) parts.push(first(after, ".ending"));
    say(parts.map((one) => one.textContent).join(". "));
  }

  /**
   * Have the newest row in sight, where there are more than the board has room for; after a move its tiles turn.
   * @param {boolean} moved
   */
  showRow(moved) {
    const rows = first(this.board, ".rows");
    if (this.game.moves.length) rows.scrollTop = rows.scrollHeight;
    if (moved) this.board.querySelector(".history li:last-child")?.classList.add("turning");
  }

  /** Scroll as little as it takes to have the keys of the screen in sight, and the button that sends. */
  showKeys() {
    this.board.querySelector("form .keys")?.scrollIntoView({ block: "nearest" });
  }

  /** Return the entry of the next guess, and what belongs to it. */
  drawRound() {
    const { game, choice } = this;
    const place = h("div", { id: "guess-refused", class: "refused", "aria-live": "polite" });
    const helped = h("div", { class: "helped", "aria-live": "polite" });
    const input = this.makeInput(place);
    const onsubmit = (/** @type {SubmitEvent} */ event) => {
      event.preventDefault();
      helped.replaceChildren();
      if (input.value.trim()) busy(event.submitter || first(form, ".primary"), () => this.play(input, place));
    };
    const turn = `${t("turn", { number: number(game.moves.length + 1) })} · ${t("your_guess")}`;
    const row = holes(input, { length: game.length, pattern: game.pattern, colours: Boolean(choice.colours) });
    const send = h("button", { type: "submit", class: "primary" }, t("propose"));
    const last = game.moves.at(-1)?.guess ?? "";
    const repeat = () => this.write(input, last);
    const again = last ? h("button", { class: "quiet last-again", onclick: repeat }, t("last_again")) : null;
    const keys = choice.colours
      ? [palette(input, choice), h("p", { class: "actions in-sight" }, send, eraser(input, "erase"), again)]
      : [makeKeyboard(input, knownLetters(ruleOf(game.rule), game.moves), game.length)];
    const form = h("form", { class: "round", onsubmit }, [
      h("div", { class: "rows" }, h("div", { class: "entry" }, [
        h("label", { class: "kicker", for: "guess-code" }, turn),
        h("div", { class: "entry-line" }, row, input),
        game.moves.length ? null : this.firstSteps(),
        this.blankRows(),
      ])),
      h("div", { class: "by-board" }, [
        place,
        h("p", { class: "facts" }, this.facts()),
        h("div", { class: "keys" }, keys),
        helped,
        this.actions(helped, input),
      ]),
    ]);
    return form;
  }

  /** Return how the game is played, in the place of the rows to come until the first guess is made. */
  firstSteps() {
    const { whites, byPosition } = ruleOf(this.game.rule);
    const marks = byPosition ? "how_row_signs" : whites ? "how_row_pegs" : "how_row_black";
    const steps = [t(this.choice.colours ? "how_tap_colours" : "how_type"), t(marks), t("how_goal")];
    return h("ul", { class: "first-steps" }, steps.map((step) => h("li", {}, step)));
  }

  /** Return the rows of the turns to come, as a board of letters has them. */
  blankRows() {
    const { length, moves, most_turns: most } = this.game;
    const rows = Math.min(most, ROWS) - moves.length - 1;
    const blank = () => tiles(" ".repeat(length), { size: "large" });
    return h("div", { class: "blank-rows", "aria-hidden": "true" }, Array.from({ length: Math.max(rows, 0) }, blank));
  }

  /** @param {HTMLElement} place what takes what is wrong with the guess */
  makeInput(place) {
    const { colours } = this.choice;
    const touched = matchMedia("(pointer: coarse)").matches || colours;
    const look = { class: "code-input over", enterkeyhint: "go", inputmode: touched ? "none" : null };
    const attributes = { ...look, id: "guess-code", "data-game": "", required: true, "aria-describedby": place.id };
    const signs = colours ? symbols(this.choice) : null;
    const input = codeInput(attributes, { length: this.game.length, digits: inDigits(this.choice), signs });
    input.addEventListener("input", () => {
      const typed = signsOf(input.value);
      if (this.given && typed && !typed.startsWith(this.given)) this.write(input, this.given + input.value);
      else this.lookUp(input, place);
    });
    return input;
  }

  facts() {
    const { most_turns: most, moves, candidates, error, pattern, hard } = this.game;
    const facts = [t("turns_left", { count: number(most - moves.length) }), leftText(this.choice, candidates, error)];
    facts.push(pattern ? t("begins", { letter: pattern.replace(/\.+$/, "") }) : "");
    if (hard) facts.push(t(hard === "wordle" ? "hard_on_wordle" : "hard_on_strict"));
    return facts.filter(Boolean).join(" · ");
  }

  /**
   * Return the buttons for help, for giving up, and for what else the game has.
   * @param {HTMLElement} helped where help is shown
   * @param {HTMLInputElement} input
   */
  actions(helped, input) {
    /** @type {(look: string, text: string, make: import("../shared/helping.js").MakeHelp) => HTMLElement} */
    const asks = (look, text, make) => workButton(`quiet ${look}`, text, () => this.showHelp(helped, input, make));
    const { candidates, error } = this.game;
    const giveUp = { label: t("give_up"), look: "quiet give-up", question: t("give_up_sure"), yes: t("give_up") };
    return h("p", { class: "actions minor" }, [
      lacks("/api/next") ? null : asks("ask-hint", t("hint"), hintBox),
      !lacks("/api/next") && canBeListed(candidates, error) ? asks("ask-list", t("what_is_left"), listBox) : null,
      askFirst({ ...giveUp, no: t("keep_looking") }, () => this.giveUp()),
      this.moreActions(),
    ]);
  }

  /** Return a sentence with the secret, a word as it is spelled. @param {string} name of the sentence */
  tellSecret(name) {
    const { shown } = this.game; // COUDE (coude, coudé)
    const { words } = this.choice;
    const spellings = shown.match(/\((.+)\)$/)?.[1].split(", ") ?? [shown.toLowerCase()];
    return words ? spelled(name, spellings, words) : [t(name, { word: shown })];
  }

  /** Whether there is one secret: a fickle codemaker has none before a single code fits, or was found. */
  get isSettled() {
    return this.game.won || this.game.codemaker !== "fickle" || this.game.left_count === 1;
  }

  /** Return how a game that was not won ended: the secret, or what would fit where there was none yet. */
  lostText() {
    const { left, left_count: count, moves, most_turns: most } = this.game;
    if (this.isSettled) return this.tellSecret(moves.length < most ? "given_up" : "lost");
    return [t(count === left.length ? "fickle_all" : "fickle_some", { codes: left.join(", ") })];
  }

  /** Return the end of the game, with its review beside it. */
  drawEnd() {
    const { game, choice } = this;
    const shown = this.isSettled && !(game.won && choice.words); // a word that was found stands in the last row
    const sentence = [h("strong", {}, game.won ? this.tellSecret("right") : this.lostText())];
    if (game.won) sentence.push(h("span", {}, ` ${tn("won_turns", game.turns)}`));
    const helped = helpText(this.help.hints, this.help.undone);
    const reviewed = h("div", { class: "by-board" });
    if (!this.isListed()) reviewed.append(h("p", { class: "small" }, t("not_reviewed")));
    else if (game.moves.length && !lacks("/api/review")) this.offerReview(reviewed);
    const end = h("div", { class: "entry" }, [
      shown ? h("p", {}, tiles(game.secret, { size: "large", colours: Boolean(choice.colours) })) : null,
      h("p", { class: "ending" }, sentence),
      helped ? h("p", { class: "small" }, helped) : null,
      this.afterwards(),
    ]);
    return h("div", { class: "round ended", tabindex: -1 }, h("div", { class: "rows" }, end), reviewed);
  }

  /** Show the review in a place, or offer it where a program would have to come for it. @param {HTMLElement} place */
  offerReview(place) {
    const show = () => this.review(place);
    if (isUnasked()) place.replaceChildren(h("p", { class: "actions" }, workButton("", t("review"), show)));
    else show();
  }

  /** @param {HTMLElement} place @returns {Promise<void>} */
  review(place) {
    place.replaceChildren(working());
    return attempt(place, latest(), async () => {
      try {
        const { showReview } = await fetched(() => import("./review.js"));
        await showReview(place, this.asPlayed(), this.game.moves);
      } catch (problem) {
        if (!(problem instanceof Problem && problem.offline)) throw problem;
        throw new Problem({ detail: t("review_missing"), offline: true });
      }
    }, { again: () => this.review(place) });
  }

  /** Return the game as the service advises on it and judges it. */
  asPlayed() {
    const { hard, guesses, answers, pattern } = this.game;
    return { ...this.choice, hard, guesses, answers, starts: pattern?.replace(/\.+$/, "") ?? null };
  }

  /** Return whether the codes of the game are few enough to be listed, as a review needs them. */
  isListed() {
    const { holes = 0, repeats } = this.choice;
    const colours = symbols(this.choice).length;
    let count = 1;
    for (let hole = 0; hole < holes; hole++) count *= repeats === false ? colours - hole : colours;
    return count <= Number(this.board.dataset.mostListed);
  }

  /**
   * Take a key that no field has as one of the guess; Enter sends it, but where it presses a button.
   * @param {KeyboardEvent} event
   */
  typed(event) {
    const input = this.board.querySelector("#guess-code");
    if (!(input instanceof HTMLInputElement)) return;
    const { target, key } = event;
    const sign = this.choice.digits ? digitOf(event) : key;
    if (key === "Enter") {
      if (target instanceof Element && target.closest("button, a, summary, label")) return;
      input.form?.requestSubmit();
    } else if (key === "Backspace") eraseSign(input);
    else if (/^[\p{L}\d]$/u.test(sign)) writeSign(input, sign);
    else return;
    event.preventDefault();
    input.focus();
    this.showKeys();
  }
}
