// Deviner: the game of the day, or a game of the reader's choice, whose secret the service holds, encrypted in a token
// that travels with each guess.

import {
  Problem, answered, ask, attempt, by, first, h, hashOf, home, inputBy, keepAddress, latest, leaveStep,
  menuBy, message, onSubmit, onWork, readJson, send, t, told, tryAgain, working,
} from "../shared/core.js";
import { DayGame } from "./daygame.js";
import { meta, recall, remember } from "../shared/early.js";
import {
  againButton, chosenGame, chosenParameters, describeGame, keepChoice, limitChoices, packedGame, putFields, putGame,
  putMenu,
} from "../shared/games.js";
import { Guessing } from "./guessing.js";
import { fold } from "../shared/letters.js";

/** @typedef {import("../shared/games.js").Game} Game */
/** @typedef {import("./daygame.js").Kept} Kept */
/** @typedef {import("./daygame.js").OwnGame} Begun */
/**
 * How a game is played; `free`: a guess need not begin with the letter that is given.
 * @typedef {{codemaker: string, hard: string | null, first: boolean, free: boolean, guesses: string | null,
 *   turns: number}}
 *   Variants
 */

const DEFAULT_TURNS = 12;
const KEPT = "mastermot-game";

/** Return the game that this browser keeps, if it is one. @returns {Kept | null} */
function recallGame() {
  const kept = readJson(recall(KEPT));
  const isGame = (/** @type {any} */ one) => typeof one?.token === "string" && Array.isArray(one.moves);
  return isGame(kept?.now) && Array.isArray(kept.past) && kept.past.every(isGame) ? kept : null;
}

/** Return the variants that the form asks for. @param {Game} chosen @returns {Variants} */
function chosenVariants(chosen) {
  const ofWords = Boolean(chosen.words);
  return {
    codemaker: inputBy("guess-fickle").checked ? "fickle" : "honest",
    hard: menuBy("guess-hard").value || null,
    first: ofWords && inputBy("guess-first").checked,
    free: ofWords && inputBy("guess-free").checked,
    guesses: (ofWords && menuBy("guess-guesses").value) || null,
    turns: Number(menuBy("guess-turns").value),
  };
}

/** Put variants that an address names into the form. @param {URLSearchParams} parameters */
function putVariants(parameters) {
  menuBy("guess-guesses").value = "";
  menuBy("guess-turns").value = String(DEFAULT_TURNS);
  menuBy("guess-hard").value = "";
  putFields("guess", parameters, { fickle: "f", hard: "hd", first: "fl", free: "ff", guesses: "g", turns: "k" });
}

/** Return how a game is played as parameters of its address. @param {Variants} some */
const packVariants = ({ codemaker, hard, first, free, guesses, turns }) => ({
  f: codemaker === "fickle" ? 1 : "",
  hd: hard ?? "",
  fl: first ? 1 : "",
  ff: free ? 1 : "",
  g: guesses ?? "",
  k: turns === DEFAULT_TURNS ? "" : turns,
});

/**
 * Send the game that the form asks for to somebody else: a link in which a secret of the reader's own is encrypted. One
 * of another length changes the form, as far as the dictionary has words of that length.
 * @param {HTMLElement} button
 */
async function sendChallenge(button) {
  const field = inputBy("guess-secret");
  const place = by("guess-sent");
  const secret = field.value.replace(/\s/g, "");
  if (!secret) return field.focus();
  if (fold(secret)) putMenu(menuBy("guess-length"), fold(secret).length);
  const chosen = chosenGame("guess");
  const { free, ...how } = { ...chosenVariants(chosen), codemaker: "honest" };
  const take = (/** @type {string} */ word) => {
    field.value = word;
    field.focus();
  };
  await attempt(place, latest(), async () => {
    const { token } = await ask("/api/games", { ...chosen, ...how, secret });
    const packed = { ...packedGame(chosen), ...packVariants({ ...how, free }), y: 1, t: token };
    const lasting = meta("games") === "kept";
    place.replaceChildren(h("p", { class: "small" }, t(lasting ? "challenge_sent" : "challenge_sent_unkept")));
    await send({ url: `${home}${hashOf("guess", packed)}` }, button);
  }, { take });
}

/** A game of the reader's choice, and the form that chooses one. */
class ChosenGame extends Guessing {
  /** @param {HTMLElement} board */
  constructor(board) {
    super(board);
    /** @type {Variants} */
    this.variants = chosenVariants(this.choice);
    /** @type {Begun[]} The game as it was before each turn. */
    this.past = [];
    /** Whether a friend chose the secret. */
    this.challenged = false;
  }

  get token() {
    return /** @type {Begun} */ (this.begun).token;
  }

  /**
   * Take up the game whose token the address has; without one, begin the game that it names.
   * @param {URLSearchParams} parameters
   */
  async open(parameters) {
    this.challenged = parameters.get("y") === "1";
    this.begun = null;
    by("guess-drawer").removeAttribute("open");
    this.board.replaceChildren(working());
    const token = parameters.get("t");
    if (!token) return this.start(false);
    this.choose();
    const kept = recallGame();
    const same = kept?.now.token === token ? kept : null; // the game of the address, if this browser has kept it
    const help = { hints: Number(parameters.get("i")) || 0, undone: Number(parameters.get("u")) || 0 };
    const current = this.question.ask();
    try {
      const begun = await ask("/api/games/state", { token });
      if (!current()) return;
      this.take(begun, same?.past, help);
      this.draw(false);
    } catch (problem) {
      if (!current()) return;
      if (same) this.take(same.now, same.past, help); // its turns stay in sight, whatever is wrong
      if (!(problem instanceof Problem) || this.died(problem)) return;
      if (same && problem.offline) return this.draw(false);
      const again = tryAgain(() => this.open(parameters));
      this.board.replaceChildren(told(problem), h("p", { class: "actions" }, again, this.restart()));
    }
  }

  /** Take the choice from the form, and say it above the board. */
  choose() {
    this.choice = chosenGame("guess");
    this.variants = chosenVariants(this.choice);
    this.free = this.variants.free;
    by("guess-what").textContent = describeGame("guess", this.choice);
    const { colours, rule } = this.choice;
    Object.assign(first(by("view-guess"), "[data-how]").dataset, { how: colours ? "colours" : "letters", rule });
  }

  /** Begin the game that the form asks for. @param {boolean} asked whether the reader has asked for it */
  async start(asked) {
    this.choose();
    const { free, ...how } = this.variants;
    const play = (/** @type {Begun} */ begun) => {
      keepChoice("guess", { ...packedGame(this.choice), ...packVariants({ ...how, free }) });
      this.challenged = false;
      this.take(begun);
      if (asked) remember(KEPT, ""); // what was begun before is dropped
      if (asked) by("guess-drawer").removeAttribute("open"); // else the reader may have opened it meanwhile
      this.draw(asked);
    };
    const get = () => ask("/api/games", { ...this.choice, ...how });
    await answered(this.board, this.question, get, play, () => this.start(true));
  }

  /** Take up a game from where it stands. @param {Begun} begun @param {Begun[]} [past] */
  take(begun, past = [], help = { hints: 0, undone: 0 }) {
    Object.assign(this, { begun, past, help });
  }

  /** @param {string} guess */
  async mark(guess) {
    const { token } = this;
    const answer = await ask("/api/games/guess", { token, guess });
    this.past.push(/** @type {Begun} */ (this.begun));
    return answer;
  }

  async reveal() {
    return ask("/api/games/reveal", { token: this.token });
  }

  /** @param {string} word */
  missing(word) {
    const name = this.game.guesses ?? this.choice.words;
    const listed = [...menuBy("guess-words").options].find(({ value }) => value === name);
    return t("not_among", { word, words: listed?.textContent ?? "" });
  }

  /** Say why a game whose token has died cannot go on; its turns stay in sight. @param {Problem} problem */
  died({ code }) {
    if (code !== "token-expired" && code !== "token-forged") return false;
    const why = message(t(code === "token-expired" ? "game_expired" : "game_lost"));
    this.board.replaceChildren(this.begun ? this.drawTurns() : "", why, h("p", { class: "actions" }, this.restart()));
    remember(KEPT, "");
    return true;
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

  keep() {
    const { hints, undone } = this.help;
    const how = { ...packedGame(this.choice), ...packVariants(this.variants), y: this.challenged ? 1 : "" };
    const hash = keepAddress("guess", { ...how, i: hints || "", u: undone || "", t: this.token });
    const { moves, over } = this.game;
    if (moves.length) remember(KEPT, over ? "" : JSON.stringify({ hash, now: this.begun, past: this.past }));
  }

  above() {
    return [this.challenged ? h("p", { class: "legend" }, t("challenged")) : ""];
  }

  moreActions() {
    const undo = h("button", { class: "quiet take-back", onclick: () => this.undo() }, t("take_back"));
    return [this.past.length ? undo : null, this.restart(true)];
  }

  afterwards() {
    return [h("p", { class: "actions" }, this.restart())];
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
}

/** Return the task of guessing, ready to be opened: the game of the day, or one that the address or the form names. */
export function begin() {
  const board = by("guess-board");
  const drawer = by("guess-drawer");
  const [chosen, ofDay] = [new ChosenGame(board), new DayGame(board)];
  /** @type {Guessing} */
  let shown = ofDay;
  /** @param {Guessing} game */
  const show = (game) => {
    if (shown !== game) shown.question.drop();
    shown = game;
    const daily = game === ofDay;
    by("guess-title").textContent = t(daily ? "game_title" : "guess_title");
    first(drawer, ".change").textContent = t(daily ? "other_game" : "change");
    if (daily) by("guess-what").textContent = "";
    for (const part of ["guess-choose", "guess-day", "guess-notice", "guess-scores"]) by(part).hidden = !daily;
    by("guess-to-day").hidden = daily;
    if (daily) by("guess-scores").before(drawer);
    else board.before(drawer);
  };
  limitChoices("guess");
  menuBy("guess-hard").append(
    h("option", { value: "" }, t("hard_none")),
    h("option", { value: "wordle" }, t("hard_wordle")),
    h("option", { value: "strict" }, t("hard_strict")),
  );
  onSubmit("guess-setup", () => {
    if (shown.begun) leaveStep();
    show(chosen);
    return chosen.start(true);
  });
  const sender = by("guess-send");
  onWork(sender, () => sendChallenge(sender));
  inputBy("guess-secret").addEventListener("keydown", (event) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    sender.click();
  });
  return {
    /** @param {KeyboardEvent} event */
    typed: (event) => shown.typed(event),
    /** @param {URLSearchParams} parameters */
    open(parameters) {
      const named = chosenParameters("guess", parameters.has("j") ? new URLSearchParams() : parameters);
      putGame("guess", named);
      if (named.get("hd") === "1") named.set("hd", named.get("r") === "positional" ? "wordle" : "strict"); // of 1.x
      putVariants(named);
      const namesGame = ["w", "n", "r", "t"].some((name) => parameters.has(name)); // words, holes, a rule or a token
      const daily = parameters.has("j") || !namesGame;
      show(daily ? ofDay : chosen);
      return daily ? ofDay.open(parameters, recallGame()) : chosen.open(parameters);
    },
  };
}
