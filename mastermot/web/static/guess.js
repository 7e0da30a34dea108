// Deviner: the service holds the secret, sealed in a token that travels with each guess.

import { Problem, all, ask, busy, by, first, h, inputBy, keepAddress, latest, menuBy, message, number, onSubmit, say, screen, t, tn, told, tryAgain } from "./core.js";
import { challenge } from "./challenges.js";
import { eraser, holes, palette } from "./entry.js";
import { canBeListed, helpText, hintBox, listBox } from "./helping.js";
import { knownLetters, makeKeyboard } from "./keys.js";
import { showReview } from "./review.js";
import { againButton, askFirst, chosenGame, fitting, historyItem, isLong, leftText, limitColours, packedGame, pegs, putGame, putMenu, tiles, unpackedGame, writeUnshifted } from "./pieces.js";

const board = by("guess-board");
const USUAL_TURNS = 12;

/**
 * A game as the service tells it: its token, its turns, and once it is over its secret.
 * @typedef {{token: string, rule: string, codemaker: string, length: number, candidates: number | null, error: number, most_turns: number, turns: number,
 *   over: boolean, won: boolean, secret: string, shown: string, pattern: string | null, guesses: string | null, hard: boolean, left: string[],
 *   left_count: number | null,
 *   moves: {guess: string, marks: string, blacks: number, whites: number, candidates: number | null, error?: number}[]}} Begun
 */
/** @typedef {{codemaker: string, hard: boolean, first: boolean, guesses: string | null, turns: number}} Variants How a game is played. */

/** @type {import("./pieces.js").Game} What the form asks for. */
let choice = { rule: "black-white" };
/** @type {Begun} The game on the screen; there is one whenever something of a game is drawn. */
let game;
/** @type {Variants} */
let variants = { codemaker: "honest", hard: false, first: false, guesses: null, turns: USUAL_TURNS };
/** What the game was helped with. */
let help = { hints: 0, undone: 0 };
/** @type {Begun[]} The game as it was before each turn, as far as it was played on this page. */
let past = [];
/** Whether a friend chose the secret. */
let challenged = false;
const question = latest();
/** @param {unknown} problem */
const dead = (problem) => problem instanceof Problem && (problem.code === "token-expired" || problem.code === "token-forged");
/** @type {(code: string, looks: import("./pieces.js").Looks) => HTMLElement} */
const shown = (code, looks) => tiles(code, { ...looks, colours: Boolean(choice.colours) });

/**
 * Return the variants that the form asks for.
 * @param {import("./pieces.js").Game} chosen
 * @returns {Variants}
 */
function chosenVariants(chosen) {
  const ofWords = Boolean(chosen.words);
  return {
    codemaker: inputBy("guess-fickle").checked ? "fickle" : "honest",
    hard: inputBy("guess-hard").checked,
    first: ofWords && inputBy("guess-first").checked,
    guesses: (ofWords && menuBy("guess-guesses").value) || null,
    turns: Number(menuBy("guess-turns").value),
  };
}

async function start() {
  choice = chosenGame("guess");
  const asked = chosenVariants(choice);
  const current = question.ask();
  try {
    const begun = await ask("/api/games", { ...choice, ...asked });
    if (!current()) return;
    variants = asked;
    challenged = false;
    take(begun);
    by("guess-setup").hidden = true;
    draw();
  } catch (problem) {
    if (current()) board.replaceChildren(told(problem));
  }
}

/**
 * Take up a game from where it stands.
 * @param {Begun} begun
 */
function take(begun, helped = { hints: 0, undone: 0 }) {
  game = begun;
  help = helped;
  past = [];
}

/** Send the game that the form asks for to somebody else, with a secret of the reader's own. */
function send() {
  const chosen = chosenGame("guess");
  const how = { ...chosenVariants(chosen), codemaker: "honest" };
  return challenge({ ...chosen, ...how }, { ...packedGame(chosen), ...packedVariants(how) });
}

/**
 * Send a guess, and show what it gets; `place` takes what is wrong with it.
 * @param {string} guess
 * @param {HTMLInputElement} input
 * @param {HTMLElement} place
 */
async function play(guess, input, place) {
  place.replaceChildren();
  if (choice.colours && !fitting(choice, guess.toUpperCase())) {
    const why = t(guess.length > game.length ? "holes_over" : "holes_left", { count: number(game.length) });
    place.replaceChildren(message(why));
    return mend(input);
  }
  const current = question.ask();
  try {
    const answer = await ask("/api/games/guess", { token: game.token, guess });
    if (!current()) return;
    past.push(game);
    game = answer;
    const typed = input.value.replace(/\s/g, "");
    draw();
    const fresh = board.querySelector("#guess-code");
    if (typed !== guess && fresh instanceof HTMLInputElement) {
      fresh.value = typed;
      fresh.dispatchEvent(new Event("input"));
    }
  } catch (problem) {
    if (!(problem instanceof Problem)) throw problem;
    if (!current()) return;
    if (dead(problem)) return lose();
    place.replaceChildren(told(problem, (word) => {
      input.value = word;
      input.dispatchEvent(new Event("input"));
      input.focus();
    }));
    mend(input);
  }
}

/**
 * Put the reader back to a guess that was refused.
 * @param {HTMLInputElement} input
 */
function mend(input) {
  input.setAttribute("aria-invalid", "true");
  input.setAttribute("aria-describedby", "guess-refused");
  input.select();
  input.focus();
  showKeys();
}

/** Say why a game whose token has died cannot go on; its turns stay in sight. */
function lose() {
  board.replaceChildren(board.querySelector(".history") ?? "", message(t("game_dead")), h("p", { class: "actions" }, restart()));
}

/** Take the last turn back: its marks have been seen, and the end of the game says so. */
function undo() {
  const before = past.pop();
  if (!before) return;
  question.drop();
  help.undone += 1;
  game = before;
  draw();
}

/**
 * Show help in a place of the round, what it offers put into the row of the guess.
 * @param {HTMLElement} place
 * @param {HTMLInputElement} input
 * @param {import("./helping.js").MakeHelp} make
 */
async function showHelp(place, input, make) {
  const current = question.ask();
  const put = (/** @type {string} */ code) => {
    input.value = code;
    input.dispatchEvent(new Event("input"));
    input.focus();
    showKeys();
  };
  try {
    const box = await make(asPlayed(), game.moves, put);
    if (!current()) return;
    if (make === hintBox) help.hints += 1;
    keepGame();
    place.replaceChildren(box);
    box.scrollIntoView({ block: "nearest" });
  } catch (problem) {
    if (current()) place.replaceChildren(told(problem));
  }
}

async function giveUp() {
  const current = question.ask();
  try {
    const answer = await ask("/api/games/reveal", { token: game.token });
    if (!current()) return;
    game = answer;
    draw();
  } catch (problem) {
    if (!current()) return;
    if (dead(problem)) lose();
    else by("guess-refused").replaceChildren(told(problem));
  }
}

const keepGame = () => keepAddress("guess", { ...packed(), i: help.hints || "", u: help.undone || "", t: game.token });

/** Draw the game: its turns, then the next guess or the end. */
function draw() {
  keepGame();
  const counted = game.rule === "black-white" || game.rule === "membership";
  const items = game.moves.map((move, index) => {
    const after = game.moves[index + 1] ?? game;
    const left = leftText(choice, after.candidates, after.error);
    const pattern = game.rule === "positional" ? (move.marks.startsWith("(") ? ".".repeat(game.length) : move.marks) : "";
    return historyItem(index + 1, {
      code: move.guess,
      looks: { marks: pattern, colours: Boolean(choice.colours) },
      marks: pattern ? null : pegs(move.blacks, move.whites, counted, isLong(move.guess)),
      after: [left ? h("span", { class: "count" }, left) : null],
    });
  });
  const after = game.over ? end() : round();
  board.replaceChildren(
    challenged ? h("p", { class: "legend" }, t("challenged")) : "",
    h("ol", { class: "history", "aria-label": t("history") }, items),
    items.length ? h("p", { class: "legend" }, t(game.rule === "black" ? "legend_black" : "legend")) : "", after);
  const last = board.querySelector(".history li:last-child");
  if (screen.view === "guess") {
    const parts = last ? all(last, ".said, .count") : [];
    if (game.over) parts.push(first(after, ".ending"));
    say(parts.map((one) => one.textContent).join(". "));
  }
  (after.querySelector("input") ?? after).focus();
  showKeys();
}

/** Scroll as little as it takes to have the keys of the screen in sight, and the button that sends. */
function showKeys() {
  board.querySelector("form .facts")?.scrollIntoView({ block: "nearest" });
}

function round() {
  const place = h("div", { id: "guess-refused" });
  const helped = h("div", { class: "helped", "aria-live": "polite" });
  const input = h("input", {
    id: "guess-code", class: "code-input over", type: "text", autocomplete: "off", autocapitalize: "characters", spellcheck: "false",
    maxlength: 40, enterkeyhint: "go", required: true, inputmode: matchMedia("(pointer: coarse)").matches || choice.colours ? "none" : null,
  });
  const facts = [t("turns_left", { count: number(game.most_turns - game.moves.length) }), leftText(choice, game.candidates, game.error),
    game.pattern ? t("begins", { letter: game.pattern.replace(/\.+$/, "") }) : "", game.hard ? t("hard_on") : ""];
  if (choice.digits) input.addEventListener("keydown", (event) => writeUnshifted(input, event));
  const known = knownLetters(game.rule, game.moves);
  const form = h("form", {
    class: "round",
    onsubmit: (event) => {
      event.preventDefault();
      if (input.value.trim()) busy(event.submitter || first(form, ".primary"), () => play(input.value.replace(/\s/g, ""), input, place));
    },
  },
  place,
  h("div", { class: "entry" }, h("label", { class: "kicker", for: "guess-code" }, `${t("turn", { number: number(game.moves.length + 1) })} · ${t("your_guess")}`), h("div", { class: "entry-line" }, holes(input, { length: game.length, pattern: game.pattern, colours: Boolean(choice.colours) }), input)),
  choice.colours ? palette(input, choice, game.length) : makeKeyboard(input, known, game.length),
  choice.colours ? h("p", { class: "actions in-sight" }, h("button", { type: "submit", class: "primary" }, t("propose")), eraser(input)) : null,
  h("p", { class: "facts" }, facts.filter(Boolean).join(" · ")),
  helped,
  h("p", { class: "actions minor" },
    h("button", { type: "button", class: "quiet ask-hint", onclick: (event) => busy(event.currentTarget, () => showHelp(helped, input, hintBox)) }, t("hint")),
    canBeListed(game.candidates, game.error)
      ? h("button", { type: "button", class: "quiet ask-list", onclick: (event) => busy(event.currentTarget, () => showHelp(helped, input, listBox)) }, t("what_is_left"))
      : null,
    past.length ? h("button", { type: "button", class: "quiet take-back", onclick: undo }, t("take_back")) : null,
    askFirst({ label: t("give_up"), look: "quiet give-up", question: t("give_up_sure"), yes: t("give_up"), no: t("go_on") }, giveUp), restart(true)));
  return form;
}

/** Return how a game ended that was not won: the secret, or of a codemaker that had not settled on one what would fit. */
function lostText() {
  const codes = game.left.join(", ");
  if (game.codemaker !== "fickle" || game.left_count === 1) return t(game.moves.length < game.most_turns ? "given_up" : "lost", { code: game.shown });
  return game.left_count === game.left.length ? t("fickle_all", { codes }) : t("fickle_some", { codes });
}

function end() {
  const told = game.won
    ? [h("strong", {}, t("won", { code: game.shown })), ` ${tn("won_turns", game.turns)}`]
    : [h("strong", {}, lostText())];
  const settled = game.won || game.codemaker !== "fickle" || game.left_count === 1;
  const reviewed = h("div", { "aria-live": "polite" });
  const reviewer = h("button", { type: "button", class: "primary review-game", onclick: (event) => busy(event.currentTarget, () => showReview(reviewed, asPlayed(), game.moves)) }, t("review"));
  const helped = helpText(help.hints, help.undone);
  return h("div", { class: "round", tabindex: -1 },
    settled ? h("p", {}, shown(game.secret, { size: "large" })) : null, h("p", { class: "ending" }, told),
    helped ? h("p", { class: "small" }, helped) : null,
    h("p", { class: "actions" }, game.moves.length && isListed() ? reviewer : null, restart()),
    isListed() ? null : h("p", { class: "small" }, t("not_reviewed")), reviewed);
}

/** Return the game as the service advises on it and judges it. */
const asPlayed = () => ({ ...choice, hard: game.hard, guesses: game.guesses, starts: game.pattern?.replace(/\.+$/, "") ?? null });

/** Return whether the codes of the game are few enough to be listed, as a review needs them. */
function isListed() {
  const { holes = 0, colours = 0, repeats } = choice;
  let count = 1;
  for (let hole = 0; hole < holes; hole++) count *= repeats === false ? colours - hole : colours;
  return count <= Number(board.dataset.mostListed);
}

/**
 * Return how a game is played as parameters of its address.
 * @param {Variants} some
 */
const packedVariants = ({ codemaker, hard, first: given, guesses, turns }) => ({
  f: codemaker === "fickle" ? 1 : "", hd: hard ? 1 : "", fl: given ? 1 : "", g: guesses ?? "", k: turns === USUAL_TURNS ? "" : turns,
});
/** Return the choice of the game as parameters of its address. */
const packed = () => ({ ...packedGame(choice), ...packedVariants(variants), y: challenged ? 1 : "" });

/** Go back to the choice of a game. */
function leave() {
  question.drop();
  challenged = false;
  by("guess-setup").hidden = false;
  board.replaceChildren();
  keepAddress("guess", packed());
  first(by("guess-setup"), ".primary").focus();
}

/**
 * Return a button for a new game; it asks first where one is under way.
 * @param {boolean} [underWay]
 */
const restart = (underWay = false) => againButton(leave, () => underWay && game.moves.length > 0, underWay ? "quiet again" : "again");

/** @param {KeyboardEvent} event */
function typedAnywhere(event) {
  const { target } = event;
  const plain = !(event.ctrlKey || event.metaKey || event.altKey);
  const elsewhere = target === document.body || (target instanceof HTMLElement && Boolean(target.closest(".keyboard, .palette")));
  const typed = /^[\p{L}\d]$/u.test(event.key) || (choice.digits && /^Digit/.test(event.code)) || event.key === "Backspace" || (event.key === "Enter" && target === document.body);
  if (screen.view !== "guess" || !plain || !elsewhere || !typed) return;
  const input = board.querySelector("#guess-code");
  if (!(input instanceof HTMLInputElement)) return;
  input.focus();
  if (choice.digits) writeUnshifted(input, event);
}

/**
 * Take up the game whose token the address has.
 * @param {URLSearchParams} parameters
 */
export async function open(parameters) {
  putGame("guess", unpackedGame(parameters));
  inputBy("guess-fickle").checked = parameters.get("f") === "1";
  inputBy("guess-hard").checked = parameters.get("hd") === "1";
  inputBy("guess-first").checked = parameters.get("fl") === "1";
  putMenu(menuBy("guess-guesses"), parameters.get("g") ?? "");
  putMenu(menuBy("guess-turns"), Number(parameters.get("k")) || USUAL_TURNS);
  challenged = parameters.get("y") === "1";
  choice = chosenGame("guess");
  variants = chosenVariants(choice);
  by("guess-variants").toggleAttribute("open", variants.hard || variants.first || Boolean(variants.guesses) || variants.turns !== USUAL_TURNS);
  const current = question.ask();
  board.replaceChildren();
  by("guess-setup").hidden = false;
  const token = parameters.get("t");
  if (!token) return;
  by("guess-setup").hidden = true;
  try {
    const begun = await ask("/api/games/state", { token });
    if (!current()) return;
    take(begun, { hints: Number(parameters.get("i")) || 0, undone: Number(parameters.get("u")) || 0 });
    draw();
  } catch (problem) {
    if (!current()) return;
    if (dead(problem)) return lose();
    board.replaceChildren(told(problem), h("p", { class: "actions" }, tryAgain(() => open(parameters)), restart()));
  }
}

export function begin() {
  limitColours("guess");
  onSubmit("guess-setup", start);
  by("guess-send").addEventListener("click", (event) => busy(event.currentTarget, send));
  inputBy("guess-secret").addEventListener("keydown", (event) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    by("guess-send").click();
  });
  document.addEventListener("keydown", typedAnywhere);
}
