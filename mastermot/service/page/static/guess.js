// Deviner: the service holds the secret, encrypted in a token that travels with each guess.

import {
  Problem, all, ask, busy, by, fetched, first, h, inputBy, keepAddress, latest, leaveStep, menuBy, message, number,
  onSubmit, say, screen, t, tn, told, tryAgain,
} from "./core.js";
import { challenge } from "./challenges.js";
import { chosenParameters, keepChoice } from "./choices.js";
import { eraser, holes, palette } from "./entry.js";
import { canBeListed, helpText, hintBox, listBox } from "./helping.js";
import { knownLetters, makeKeyboard } from "./keys.js";
import { writeUnshifted } from "./digits.js";
import {
  againButton, chosenGame, describeGame, fitting, historyItem, isCounted, isLong, leftText, limitChoices, packedGame,
  pegs, putGame, putMenu, ruleOf, unpackedGame,
} from "./games.js";
import { askFirst, tiles } from "./pieces.js";
import { fold } from "./words.js";

/** @typedef {import("./games.js").Game} Game */
/**
 * A game as the service tells it: its token, its turns, and once it is over its secret.
 * @typedef {{token: string, rule: string, codemaker: string, length: number, candidates: number | null, error: number,
 *   most_turns: number, turns: number, over: boolean, won: boolean, secret: string, shown: string,
 *   pattern: string | null, guesses: string | null, answers: string | null, hard: boolean,
 *   left: string[], left_count: number | null,
 *   moves: {guess: string, marks: string, blacks: number, whites: number, candidates: number | null, error?: number}[]
 *   }} Begun
 */
/**
 * How a game is played; `free`: a guess need not begin with the letter that is given.
 * @typedef {{codemaker: string, hard: boolean, first: boolean, free: boolean, guesses: string | null, turns: number}}
 *   Variants
 */

const DEFAULT_TURNS = 12;

/** @param {unknown} problem */
const isDead = (problem) =>
  problem instanceof Problem && (problem.code === "token-expired" || problem.code === "token-forged");

/**
 * Return the variants that the form asks for.
 * @param {Game} chosen
 * @returns {Variants}
 */
function chosenVariants(chosen) {
  const ofWords = Boolean(chosen.words);
  return {
    codemaker: inputBy("guess-fickle").checked ? "fickle" : "honest",
    hard: inputBy("guess-hard").checked,
    first: ofWords && inputBy("guess-first").checked,
    free: ofWords && inputBy("guess-free").checked,
    guesses: (ofWords && menuBy("guess-guesses").value) || null,
    turns: Number(menuBy("guess-turns").value),
  };
}

/**
 * Put variants that an address names into the form.
 * @param {URLSearchParams} parameters
 */
function putVariants(parameters) {
  for (const [name, parameter] of [["fickle", "f"], ["hard", "hd"], ["first", "fl"], ["free", "ff"]]) {
    inputBy(`guess-${name}`).checked = parameters.get(parameter) === "1";
  }
  menuBy("guess-guesses").value = "";
  putMenu(menuBy("guess-guesses"), parameters.get("g"));
  putMenu(menuBy("guess-turns"), parameters.get("k") ?? DEFAULT_TURNS);
}

/**
 * Return how a game is played as parameters of its address.
 * @param {Variants} some
 */
const packVariants = ({ codemaker, hard, first, free, guesses, turns }) => ({
  f: codemaker === "fickle" ? 1 : "",
  hd: hard ? 1 : "",
  fl: first ? 1 : "",
  ff: free ? 1 : "",
  g: guesses ?? "",
  k: turns === DEFAULT_TURNS ? "" : turns,
});

/**
 * Show how a game is played to who has not seen it.
 * @param {Game} choice
 */
const tellHow = ({ colours, rule }) =>
  fetched(import("./how.js")).then(({ tellOnce }) => tellOnce(colours ? "colours" : "letters", rule)).catch(() => {});

/** Send the game that the form asks for to somebody else, with a secret of the reader's own. */
function sendChallenge() {
  return challenge(() => {
    const chosen = chosenGame("guess");
    const { free, ...how } = { ...chosenVariants(chosen), codemaker: "honest" };
    return { asked: { ...chosen, ...how }, packed: { ...packedGame(chosen), ...packVariants({ ...how, free }) } };
  });
}

/** A game of guessing on the screen, and the form that chooses one. */
class Guessing {
  constructor() {
    this.board = by("guess-board");
    this.question = latest();
    /** @type {Game} What was asked for. */
    this.choice = { rule: "positional" };
    /** @type {Variants} */
    this.variants = chosenVariants(this.choice);
    /** @type {Begun | null} */
    this.begun = null;
    /** What the game was helped with. */
    this.help = { hints: 0, undone: 0 };
    /** @type {Begun[]} The game as it was before each turn, as far as it was played on this page. */
    this.past = [];
    /** Whether a friend chose the secret. */
    this.challenged = false;
    this.listen();
  }

  listen() {
    limitChoices("guess");
    onSubmit("guess-setup", () => {
      if (this.begun) leaveStep();
      this.challenged = false;
      return this.start(true);
    });
    by("guess-send").addEventListener("click", (event) => busy(event.currentTarget, sendChallenge));
    inputBy("guess-secret").addEventListener("keydown", (event) => {
      if (event.key !== "Enter") return;
      event.preventDefault();
      by("guess-send").click();
    });
    document.addEventListener("keydown", (event) => this.typedAnywhere(event));
  }

  /** The game that is drawn: there is one whenever something of a game is. */
  get game() {
    return /** @type {Begun} */ (this.begun);
  }

  /**
   * Take up the game whose token the address has; without one, begin the game that it names, or the reader's last one.
   * @param {URLSearchParams} parameters
   */
  async open(parameters) {
    const chosen = chosenParameters("guess", parameters);
    putGame("guess", unpackedGame(chosen));
    putVariants(chosen);
    this.challenged = parameters.get("y") === "1";
    by("guess-drawer").removeAttribute("open");
    this.board.replaceChildren(h("p", { class: "kicker" }, t("working")));
    const token = parameters.get("t");
    if (!token) return this.start(false);
    this.choose();
    const current = this.question.ask();
    try {
      const begun = await ask("/api/games/state", { token });
      if (!current()) return;
      this.take(begun, { hints: Number(parameters.get("i")) || 0, undone: Number(parameters.get("u")) || 0 });
      this.draw(false);
    } catch (problem) {
      if (!current()) return;
      if (isDead(problem)) return this.lose();
      const again = tryAgain(() => this.open(parameters));
      this.board.replaceChildren(told(problem), h("p", { class: "actions" }, again, this.restart()));
    }
  }

  /** Take the choice from the form, and say it above the board. */
  choose() {
    this.choice = chosenGame("guess");
    this.variants = chosenVariants(this.choice);
    by("guess-what").textContent = describeGame("guess", this.choice);
    const { colours, rule } = this.choice;
    Object.assign(first(by("view-guess"), "[data-how]").dataset, { how: colours ? "colours" : "letters", rule });
  }

  /**
   * Begin the game that the form asks for.
   * @param {boolean} asked whether the reader has asked for it
   */
  async start(asked) {
    this.choose();
    const current = this.question.ask();
    const { free, ...how } = this.variants;
    try {
      const begun = await ask("/api/games", { ...this.choice, ...how });
      if (!current()) return;
      keepChoice("guess", { ...packedGame(this.choice), ...packVariants({ ...how, free }) });
      this.challenged = false;
      this.take(begun);
      if (asked) by("guess-drawer").removeAttribute("open"); // else the reader may have opened it meanwhile
      this.draw(asked);
    } catch (problem) {
      if (!current()) return;
      const again = tryAgain(() => this.start(true));
      this.board.replaceChildren(told(problem), h("p", { class: "actions" }, again));
    }
  }

  /**
   * Take up a game from where it stands.
   * @param {Begun} begun
   */
  take(begun, helped = { hints: 0, undone: 0 }) {
    this.begun = begun;
    this.help = helped;
    this.past = [];
  }

  /** @param {string} guess */
  whyNot(guess) {
    const { length, pattern } = this.game;
    if (this.choice.colours && !fitting(this.choice, guess.toUpperCase())) {
      return t(guess.length > length ? "holes_over" : "holes_left", { count: number(length) });
    }
    const given = pattern?.replace(/\.+$/, "") ?? "";
    if (given && !this.variants.free && fold(guess) && !fold(guess).startsWith(given)) {
      return t("must_begin", { letter: given });
    }
    return "";
  }

  /**
   * Send a guess, and show what it gets; `place` takes what is wrong with it.
   * @param {string} guess
   * @param {HTMLInputElement} input
   * @param {HTMLElement} place
   */
  async play(guess, input, place) {
    const why = this.whyNot(guess);
    place.replaceChildren(why ? message(why) : "");
    if (why) return this.mend(input);
    const current = this.question.ask();
    try {
      const answer = await ask("/api/games/guess", { token: this.game.token, guess });
      if (!current()) return;
      this.past.push(this.game);
      this.begun = answer;
      const typed = input.value.replace(/\s/g, "");
      this.draw();
      const fresh = this.board.querySelector("#guess-code");
      if (typed !== guess && fresh instanceof HTMLInputElement) {
        fresh.value = typed;
        fresh.dispatchEvent(new Event("input"));
      }
    } catch (problem) {
      if (!(problem instanceof Problem)) throw problem;
      if (!current()) return;
      if (isDead(problem)) return this.lose();
      place.replaceChildren(this.refusal(problem, guess, input));
      this.mend(input);
    }
  }

  /**
   * Return what is said of a guess that the service refuses: of a word, in the words of a game of words.
   * @param {Problem} problem
   * @param {string} guess
   * @param {HTMLInputElement} input
   */
  refusal(problem, guess, input) {
    const [dictionary] = menuBy("guess-words").selectedOptions;
    const words = Boolean(this.choice.words);
    if (words && problem.code === "code-length") problem.detail = tn("letters_please", this.game.length);
    if (words && problem.code === "code-unknown") {
      problem.detail = t("not_among", { word: guess.toLowerCase(), words: dictionary.textContent ?? "" });
      problem.advice = undefined;
    }
    return told(problem, (word) => {
      input.value = word;
      input.dispatchEvent(new Event("input"));
      input.focus();
    });
  }

  /**
   * Put the reader back to a guess that was refused.
   * @param {HTMLInputElement} input
   */
  mend(input) {
    input.setAttribute("aria-invalid", "true");
    input.setAttribute("aria-describedby", "guess-refused");
    input.select();
    input.focus();
    this.showKeys();
  }

  /** Say why a game whose token has died cannot go on; its turns stay in sight. */
  lose() {
    const turns = this.board.querySelector(".history") ?? "";
    this.board.replaceChildren(turns, message(t("game_dead")), h("p", { class: "actions" }, this.restart()));
  }

  /** Take the last turn back: its marks have been seen, and the end of the game says so. */
  undo() {
    const before = this.past.pop();
    if (!before) return;
    this.question.drop();
    this.help.undone += 1;
    this.begun = before;
    this.draw();
  }

  /**
   * Show help in a place of the round, what it offers put into the row of the guess.
   * @param {HTMLElement} place
   * @param {HTMLInputElement} input
   * @param {import("./helping.js").MakeHelp} make
   */
  async showHelp(place, input, make) {
    const current = this.question.ask();
    const put = (/** @type {string} */ code) => {
      input.value = code;
      input.dispatchEvent(new Event("input"));
      input.focus();
      this.showKeys();
    };
    try {
      const box = await make(this.asPlayed(), this.game.moves, put);
      if (!current()) return;
      if (make === hintBox) this.help.hints += 1;
      this.keep();
      place.replaceChildren(box);
      box.scrollIntoView({ block: "nearest" });
    } catch (problem) {
      if (current()) place.replaceChildren(told(problem));
    }
  }

  async giveUp() {
    const current = this.question.ask();
    try {
      const answer = await ask("/api/games/reveal", { token: this.game.token });
      if (!current()) return;
      this.begun = answer;
      this.draw();
    } catch (problem) {
      if (!current()) return;
      if (isDead(problem)) this.lose();
      else by("guess-refused").replaceChildren(told(problem));
    }
  }

  keep() {
    const { hints, undone } = this.help;
    const how = { ...packedGame(this.choice), ...packVariants(this.variants), y: this.challenged ? 1 : "" };
    keepAddress("guess", { ...how, i: hints || "", u: undone || "", t: this.game.token });
  }

  /**
   * Draw the game: its turns, then the next guess or the end.
   * @param {boolean} [moved] whether the reader has done something in it
   */
  draw(moved = true) {
    this.keep();
    const { game } = this;
    const after = game.over ? this.drawEnd() : this.drawRound();
    const turns = h(
      "div",
      { class: "turns" },
      this.challenged ? h("p", { class: "legend" }, t("challenged")) : "",
      h("ol", { class: "history", "aria-label": t("history") }, this.drawTurns()),
      game.moves.length ? h("p", { class: "legend" }, t(ruleOf(game.rule).whites ? "legend" : "legend_black")) : "",
    );
    this.board.replaceChildren(turns, after);
    if (screen.view === "guess" && !game.moves.length) tellHow(this.choice);
    if (!moved && screen.view !== "guess") return;
    if (moved) this.sayLast(after);
    (after.querySelector("input") ?? after).focus({ preventScroll: !moved });
    if (moved) this.showKeys();
  }

  drawTurns() {
    const { game, choice } = this;
    const counted = isCounted(game.rule);
    return game.moves.map((move, index) => {
      const after = game.moves[index + 1] ?? game;
      const left = leftText(choice, after.candidates, after.error);
      const unmarked = move.marks.startsWith("(") ? ".".repeat(game.length) : move.marks;
      const pattern = ruleOf(game.rule).byPosition ? unmarked : "";
      return historyItem(index + 1, {
        code: move.guess,
        looks: { marks: pattern, colours: Boolean(choice.colours) },
        marks: pattern ? null : pegs(move.blacks, move.whites, counted, isLong(move.guess)),
        after: [left ? h("span", { class: "count" }, left) : null],
      });
    });
  }

  /**
   * Have a screen reader say the marks of the last turn, and the end.
   * @param {HTMLElement} after
   */
  sayLast(after) {
    if (screen.view !== "guess") return;
    const last = this.board.querySelector(".history li:last-child");
    const parts = last ? all(last, ".said, .count") : [];
    if (this.game.over) parts.push(first(after, ".ending"));
    say(parts.map((one) => one.textContent).join(". "));
  }

  /** Scroll as little as it takes to have the keys of the screen in sight, and the button that sends. */
  showKeys() {
    this.board.querySelector("form .facts")?.scrollIntoView({ block: "nearest" });
  }

  /** Return the entry of the next guess, and what belongs to it. */
  drawRound() {
    const { game, choice } = this;
    const place = h("div", { id: "guess-refused" });
    const helped = h("div", { class: "helped", "aria-live": "polite" });
    const input = this.makeInput();
    const form = h("form", {
      class: "round",
      onsubmit: (event) => {
        event.preventDefault();
        const send = () => this.play(input.value.replace(/\s/g, ""), input, place);
        if (input.value.trim()) busy(event.submitter || first(form, ".primary"), send);
      },
    });
    const turn = `${t("turn", { number: number(game.moves.length + 1) })} · ${t("your_guess")}`;
    const row = holes(input, { length: game.length, pattern: game.pattern, colours: Boolean(choice.colours) });
    const send = h("button", { type: "submit", class: "primary" }, t("propose"));
    const keys = choice.colours
      ? [palette(input, choice, game.length), h("p", { class: "actions in-sight" }, send, eraser(input))]
      : [makeKeyboard(input, knownLetters(ruleOf(game.rule), game.moves), game.length)];
    form.append(
      h(
        "div",
        { class: "entry" },
        place,
        h("label", { class: "kicker", for: "guess-code" }, turn),
        h("div", { class: "entry-line" }, row, input),
      ),
      h(
        "div",
        { class: "by-board" },
        keys,
        h("p", { class: "facts" }, this.facts()),
        helped,
        this.drawActions(helped, input),
      ),
    );
    return form;
  }

  makeInput() {
    const touched = matchMedia("(pointer: coarse)").matches || this.choice.colours;
    const input = h("input", {
      id: "guess-code",
      class: "code-input over",
      type: "text",
      autocomplete: "off",
      autocapitalize: "characters",
      spellcheck: "false",
      maxlength: 40,
      enterkeyhint: "go",
      required: true,
      inputmode: touched ? "none" : null,
    });
    if (this.choice.digits) input.addEventListener("keydown", (event) => writeUnshifted(input, event));
    return input;
  }

  facts() {
    const { most_turns: most, moves, candidates, error, pattern, hard } = this.game;
    const facts = [t("turns_left", { count: number(most - moves.length) }), leftText(this.choice, candidates, error)];
    facts.push(pattern ? t("begins", { letter: pattern.replace(/\.+$/, "") }) : "", hard ? t("hard_on") : "");
    return facts.filter(Boolean).join(" · ");
  }

  /**
   * Return the buttons for help, for a turn back, and for leaving the game.
   * @param {HTMLElement} helped where help is shown
   * @param {HTMLInputElement} input
   */
  drawActions(helped, input) {
    /** @type {(look: string, text: string, make: import("./helping.js").MakeHelp) => HTMLElement} */
    const asks = (look, text, make) => {
      const show = () => this.showHelp(helped, input, make);
      const onclick = (/** @type {MouseEvent} */ event) => busy(event.currentTarget, show);
      return h("button", { class: `quiet ${look}`, onclick }, text);
    };
    const { candidates, error } = this.game;
    const giveUp = { label: t("give_up"), look: "quiet give-up", question: t("give_up_sure"), yes: t("give_up") };
    const undo = h("button", { class: "quiet take-back", onclick: () => this.undo() }, t("take_back"));
    return h(
      "p",
      { class: "actions minor" },
      asks("ask-hint", t("hint"), hintBox),
      canBeListed(candidates, error) ? asks("ask-list", t("what_is_left"), listBox) : null,
      this.past.length ? undo : null,
      askFirst({ ...giveUp, no: t("keep_looking") }, () => this.giveUp()),
      this.restart(true),
    );
  }

  /** Return how a game that was not won ended: the secret, or what would fit where there was none yet. */
  lostText() {
    const { left, codemaker, left_count: count, moves, most_turns: most, shown } = this.game;
    if (codemaker !== "fickle" || count === 1) return t(moves.length < most ? "given_up" : "lost", { code: shown });
    return t(count === left.length ? "fickle_all" : "fickle_some", { codes: left.join(", ") });
  }

  /** Return the end of the game, with its review beside it. */
  drawEnd() {
    const { game, choice } = this;
    const settled = game.won || game.codemaker !== "fickle" || game.left_count === 1;
    const sentence = game.won
      ? [h("strong", {}, t("won", { code: game.shown })), ` ${tn("won_turns", game.turns)}`]
      : [h("strong", {}, this.lostText())];
    const helped = helpText(this.help.hints, this.help.undone);
    const judged = game.moves.length > 0 && this.isListed();
    const reviewed = h("div", { class: "by-board" });
    if (judged) this.review(reviewed);
    else if (!this.isListed()) reviewed.append(h("p", { class: "small" }, t("not_reviewed")));
    const end = h(
      "div",
      { class: "entry" },
      settled ? h("p", {}, tiles(game.secret, { size: "large", colours: Boolean(choice.colours) })) : null,
      h("p", { class: "ending" }, sentence),
      helped ? h("p", { class: "small" }, helped) : null,
      h("p", { class: "actions" }, this.restart()),
    );
    return h("div", { class: "round", tabindex: -1 }, end, reviewed);
  }

  /** @param {HTMLElement} place */
  async review(place) {
    place.append(h("p", { class: "kicker" }, t("working")));
    const { showReview } = await fetched(import("./review.js"));
    await showReview(place, this.asPlayed(), this.game.moves);
  }

  /** Return the game as the service advises on it and judges it. */
  asPlayed() {
    const { hard, guesses, answers, pattern } = this.game;
    return { ...this.choice, hard, guesses, answers, starts: pattern?.replace(/\.+$/, "") ?? null };
  }

  /** Return whether the codes of the game are few enough to be listed, as a review needs them. */
  isListed() {
    const { holes = 0, colours = 0, repeats } = this.choice;
    let count = 1;
    for (let hole = 0; hole < holes; hole++) count *= repeats === false ? colours - hole : colours;
    return count <= Number(this.board.dataset.mostListed);
  }

  /**
   * Return a button for a new game of the same kind; it asks first where one is under way.
   * @param {boolean} [underWay]
   */
  restart(underWay = false) {
    const begin = () => {
      leaveStep();
      return this.start(true);
    };
    const asks = () => underWay && this.game.moves.length > 0;
    return againButton(begin, asks, underWay ? "quiet again" : "primary again");
  }

  /** @param {KeyboardEvent} event */
  typedAnywhere(event) {
    const { target } = event;
    const plain = !(event.ctrlKey || event.metaKey || event.altKey);
    const onButton = target instanceof HTMLElement && Boolean(target.closest("button"));
    const digit = this.choice.digits && /^Digit/.test(event.code);
    const enter = event.key === "Enter" && target === document.body;
    const typed = /^[\p{L}\d]$/u.test(event.key) || digit || event.key === "Backspace" || enter;
    if (screen.view !== "guess" || !plain || !(target === document.body || onButton) || !typed) return;
    const input = this.board.querySelector("#guess-code");
    if (!(input instanceof HTMLInputElement)) return;
    input.focus();
    if (this.choice.digits) writeUnshifted(input, event);
  }
}

/** Return the task of guessing, ready to be opened. */
export const begin = () => new Guessing();
