// Deviner: the service holds the secret, sealed in a token that travels with each guess.

import { Problem, all, ask, busy, by, first, h, inputBy, keepAddress, latest, message, number, onSubmit, say, screen, t, tn, told, tryAgain } from "./core.js";
import { knownLetters, makeKeyboard } from "./keys.js";
import { showReview } from "./review.js";
import { chosenGame, leftText, limitColours, packedGame, pegs, putGame, tiles, unpackedGame } from "./pieces.js";

const board = by("guess-board");

/**
 * A game as the service tells it: its token, its turns, and once it is over its secret.
 * @typedef {{token: string, rule: string, codemaker: string, length: number, candidates: number, most_turns: number, turns: number, over: boolean,
 *   won: boolean, secret: string, shown: string,
 *   moves: {guess: string, marks: string, blacks: number, whites: number, candidates: number | null}[]}} Begun
 */

/** @type {import("./pieces.js").Game} What the form asks for. */
let choice = { rule: "black-white" };
/** @type {Begun} The game on the screen; there is one whenever something of a game is drawn. */
let game;
let fickle = false;
const question = latest();
const colours = () => [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"].slice(0, choice.colours);
/** @param {unknown} problem */
const dead = (problem) => problem instanceof Problem && (problem.code === "token-expired" || problem.code === "token-forged");
/** @type {(code: string, looks: import("./pieces.js").Looks) => HTMLElement} */
const shown = (code, looks) => tiles(code, { ...looks, colours: Boolean(choice.colours) });

async function start() {
  choice = chosenGame("guess");
  const chosen = inputBy("guess-fickle").checked ? "fickle" : "honest";
  const current = question.ask();
  try {
    const begun = await ask("/api/games", { ...choice, codemaker: chosen });
    if (!current()) return;
    fickle = chosen === "fickle";
    game = begun;
    by("guess-setup").hidden = true;
    draw();
  } catch (problem) {
    if (current()) board.replaceChildren(told(problem));
  }
}

/**
 * Send a guess, and show what it gets; `place` takes what is wrong with it.
 * @param {string} guess
 * @param {HTMLInputElement} input
 * @param {HTMLElement} place
 */
async function play(guess, input, place) {
  place.replaceChildren();
  if (choice.colours && !fitting(guess)) {
    const why = t(guess.length > game.length ? "holes_over" : "holes_left", { count: number(game.length) });
    place.replaceChildren(message(why));
    return mend(input);
  }
  const current = question.ask();
  try {
    const answer = await ask("/api/games/guess", { token: game.token, guess });
    if (!current()) return;
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
    if (dead(problem)) return lose(problem);
    place.replaceChildren(told(problem, (word) => {
      input.value = word;
      input.dispatchEvent(new Event("input"));
      input.focus();
    }));
    mend(input);
  }
}

/**
 * Return whether a guess is a code of the colours of the game.
 * @param {string} guess
 */
function fitting(guess) {
  return guess.length === game.length && [...guess.toUpperCase()].every((letter) => colours().includes(letter));
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
}

/** @param {unknown} problem */
function lose(problem) {
  board.replaceChildren(told(problem), h("p", {}, t("game_dead")), h("p", { class: "actions" }, restart()));
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
    if (dead(problem)) lose(problem);
    else by("guess-refused").replaceChildren(told(problem));
  }
}

/** Draw the game: its turns, then the next guess or the end. */
function draw() {
  keepAddress("guess", { ...packed(), t: game.token });
  const counted = game.rule === "black-white" || game.rule === "membership";
  const items = game.moves.map((move, index) => {
    const left = index + 1 < game.moves.length ? game.moves[index + 1].candidates : game.candidates;
    const pattern = game.rule === "positional" ? (move.marks.startsWith("(") ? ".".repeat(game.length) : move.marks) : "";
    return h("li", {},
      h("span", { class: "number" }, `${number(index + 1)}.`),
      shown(move.guess, { size: "small", marks: pattern }),
      pattern ? null : pegs(move.blacks, move.whites, counted),
      left === null ? null : h("span", { class: "count" }, leftText(choice, left)));
  });
  const after = game.over ? end() : round();
  board.replaceChildren(
    h("ol", { class: "history", "aria-label": t("history") }, items),
    items.length ? h("p", { class: "legend" }, t(game.rule === "black" ? "legend_black" : "legend")) : "", after);
  const last = board.querySelector(".history li:last-child");
  if (screen.view === "guess") {
    const parts = last ? all(last, ".said, .count") : [];
    if (game.over) parts.push(first(after, "p:nth-child(2)"));
    say(parts.map((one) => one.textContent).join(". "));
  }
  (after.querySelector("input") ?? after).focus();
}

function round() {
  const place = h("div", { id: "guess-refused" });
  const input = h("input", {
    id: "guess-code", class: "code-input over", type: "text", autocomplete: "off", autocapitalize: "characters", spellcheck: "false",
    maxlength: 40, enterkeyhint: "go", required: true, inputmode: matchMedia("(pointer: coarse)").matches || choice.colours ? "none" : null,
  });
  const facts = [t("turns_left", { count: number(game.most_turns - game.moves.length) }), leftText(choice, game.candidates)];
  const known = knownLetters(game.rule, game.moves);
  const form = h("form", {
    class: "round",
    onsubmit: (event) => {
      event.preventDefault();
      if (input.value.trim()) busy(event.submitter || first(form, ".primary"), () => play(input.value.replace(/\s/g, ""), input, place));
    },
  },
  place,
  h("div", { class: "entry" }, h("label", { class: "kicker", for: "guess-code" }, `${t("turn", { number: number(game.moves.length + 1) })} · ${t("your_guess")}`), h("div", { class: "entry-line" }, holes(input), input)),
  choice.colours ? palette(input) : makeKeyboard(input, known, game.length),
  choice.colours ? h("p", { class: "actions" }, h("button", { type: "submit", class: "primary" }, t("propose"))) : null,
  h("p", { class: "facts" }, facts.join(" · ")),
  h("p", { class: "actions minor" }, h("button", { type: "button", class: "quiet", onclick: (event) => busy(event.currentTarget, giveUp) }, t("give_up")), restart(true)));
  return form;
}

/**
 * Return the holes of a code, filled as it is typed or tapped.
 * @param {HTMLInputElement} input
 */
function holes(input) {
  const row = h("p", { class: "holes", "aria-hidden": "true" });
  const fill = () => {
    const code = [...input.value.replace(/\s/g, "").toUpperCase()].slice(0, game.length).join("");
    row.replaceChildren(shown(code.padEnd(game.length, "\u00a0"), { size: "large" }));
    row.classList.toggle("too-long", [...input.value.trim()].length > game.length);
  };
  input.addEventListener("input", fill);
  fill();
  return row;
}

/**
 * Return the colours as buttons that write their letter, and one that takes the last letter back.
 * @param {HTMLInputElement} input
 */
function palette(input) {
  /** @param {string} value */
  const write = (value) => {
    input.value = value;
    input.dispatchEvent(new Event("input"));
    say([...value.toUpperCase()].join(" "));
  };
  return h("div", { class: "palette", role: "group", "aria-label": t("colours") },
    colours().map((letter) =>
      h("button", {
        type: "button", class: "tile", "data-colour": letter, "aria-label": t("add_colour", { letter }),
        onclick: () => input.value.length < game.length && write(input.value + letter),
      }, letter)),
    h("button", { type: "button", class: "tile erase", "aria-label": t("erase"), onclick: () => write(input.value.slice(0, -1)) }, "⌫"));
}

function end() {
  const ending = game.codemaker === "fickle" ? "lost_fickle" : game.moves.length < game.most_turns ? "given_up" : "lost";
  const told = game.won
    ? [h("strong", {}, t("won", { code: game.shown })), ` ${tn("won_turns", game.turns)}`]
    : [h("strong", {}, t(ending, { code: game.shown }))];
  const reviewed = h("div", { "aria-live": "polite" });
  const reviewer = h("button", { type: "button", class: "primary review-game", onclick: (event) => busy(event.currentTarget, () => showReview(reviewed, choice, game.moves)) }, t("review"));
  return h("div", { class: "round", tabindex: -1 },
    h("p", {}, shown(game.secret, { size: "large" })), h("p", {}, told),
    h("p", { class: "actions" }, game.moves.length ? reviewer : null, restart()), reviewed);
}

/** Return the choice of the game as parameters of its address. */
const packed = () => ({ ...packedGame(choice), f: fickle ? 1 : "" });

/** Go back to the choice of a game. */
function leave() {
  question.drop();
  by("guess-setup").hidden = false;
  board.replaceChildren();
  keepAddress("guess", packed());
  first(by("guess-setup"), ".primary").focus();
}

/**
 * Return a button for a new game; it asks first where one is under way.
 * @param {boolean} [underWay]
 */
function restart(underWay = false) {
  const button = h("button", { type: "button", class: underWay ? "quiet again" : "again", onclick: () => {
    if (!underWay || !game.moves.length) return leave();
    const yes = h("button", { type: "button", class: "drop", onclick: leave }, t("drop_yes"));
    const no = h("button", { type: "button", onclick: () => {
      asked.replaceWith(button);
      button.focus();
    } }, t("drop_no"));
    const asked = h("span", { class: "asked", role: "group", "aria-label": t("drop") }, t("drop"), " ", yes, " ", no);
    button.replaceWith(asked);
    no.focus();
  } }, t("again"));
  return button;
}

/** @param {KeyboardEvent} event */
function typedAnywhere(event) {
  const { target } = event;
  const plain = !(event.ctrlKey || event.metaKey || event.altKey);
  const elsewhere = target === document.body || (target instanceof HTMLElement && Boolean(target.closest(".keyboard, .palette")));
  if (screen.view !== "guess" || !plain || !elsewhere || !/^\p{L}$/u.test(event.key)) return;
  const input = board.querySelector("#guess-code");
  if (input instanceof HTMLInputElement) input.focus();
}

/**
 * Take up the game whose token the address has.
 * @param {URLSearchParams} parameters
 */
export async function open(parameters) {
  putGame("guess", unpackedGame(parameters));
  fickle = parameters.get("f") === "1";
  inputBy("guess-fickle").checked = fickle;
  choice = chosenGame("guess");
  const current = question.ask();
  board.replaceChildren();
  by("guess-setup").hidden = false;
  const token = parameters.get("t");
  if (!token) return;
  by("guess-setup").hidden = true;
  try {
    const begun = await ask("/api/games/state", { token });
    if (!current()) return;
    game = begun;
    draw();
  } catch (problem) {
    if (!current()) return;
    if (dead(problem)) return lose(problem);
    board.replaceChildren(told(problem), h("p", { class: "actions" }, tryAgain(() => open(parameters)), restart()));
  }
}

export function begin() {
  limitColours("guess");
  onSubmit("guess-setup", start);
  document.addEventListener("keydown", typedAnywhere);
}
