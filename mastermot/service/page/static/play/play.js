// Jouer: the machine guesses, the reader marks. No state anywhere but here and in the address.

import {
  Problem, all, ask, attempt, busy, by, fetched, fine, first, h, isUnasked, keepAddress, latest, leaveStep, message,
  number, onSubmit, say, t, tn, told, tryAgain, underWay, workButton, working,
} from "../shared/core.js";
import { fold } from "../shared/words.js";
import { digitOf, digits } from "../shared/digits.js";
import {
  againButton, chosenGame, chosenParameters, describeGame, fitting, inDigits, isCounted, keepChoice, leftText,
  limitChoices, linkOpenings, listTurns, packedGame, putGame, ruleOf,
} from "../shared/games.js";
import { askSampled } from "../shared/helping.js";
import { codeInput, colourOf, fieldLine, handOn, tiles } from "../shared/pieces.js";

const board = by("play-board");
const SIGNS = [".", "O", "X"];
/** How the service and addresses have marks of which there are none. */
const NO_MARKS = "rien";
/** The sign of a letter that is not marked yet. */
const UNMARKED = " ";

/** @typedef {import("../shared/games.js").Game} Game */
/**
 * A guess with its marks, and how many codes were left before the next one.
 * @typedef {{guess: string, blacks: number, whites: number, pattern: string, left?: number, error?: number}} Turn
 */
/** What the service answers. @typedef {import("api").Guess} Guessed */

/** Candidates up to which the service weighs each: what is left at worst is then more than a sample's. */
const ALL_WEIGHED = 4000;

/** @type {Game} The game on the screen, or the one that the form asks for. */
let game = { rule: "black-white" };
/** @type {Turn[]} */
let history = [];
const question = latest();

/** @type {(code: string, looks: import("../shared/pieces.js").Looks) => HTMLElement} */
const shown = (code, looks) => tiles(code, { ...looks, colours: Boolean(game.colours) });
const counted = () => isCounted(game.rule);
const byPosition = () => ruleOf(game.rule).byPosition;

/** Return a turn's marks as the service reads them. @param {Turn} turn */
function marksText({ blacks, whites, pattern }) {
  if (pattern) return pattern;
  return "X".repeat(blacks) + "O".repeat(whites) || NO_MARKS;
}

function keep() {
  const turns = history.map((turn) => `${turn.guess}:${marksText(turn)}`).join(",");
  keepAddress("play", { ...packedGame(game), h: turns || null, s: 1 });
  linkOpenings("play", game);
}

/** Return the turn that an address holds. @param {string} text @returns {Turn} */
function readTurn(text) {
  const [guess, marks = ""] = text.split(":");
  const signs = marks === NO_MARKS ? ".".repeat(guess.length) : marks;
  const pattern = byPosition() ? signs : "";
  /** @param {string} sign */
  const count = (sign) => [...marks].filter((one) => one === sign).length;
  return { guess, pattern, blacks: count("X"), whites: count("O") };
}

/** Ask for the next guess, and show the game. */
async function next(focus = true) {
  keep();
  const current = question.ask();
  const last = history.at(-1);
  if (last && last.blacks === last.guess.length) return showEnd(last);
  const round = h("div", { class: "round" }, working());
  draw(round);
  try {
    /** @type {Guessed} */
    const answer = await askSampled("/api/guess", { ...game, history: turns() });
    if (!current()) return;
    const played = history.at(-1);
    if (played) Object.assign(played, { left: answer.candidates, error: answer.error });
    const asked = showRound(answer);
    draw(asked);
    if (focus) first(asked, "input, button").focus();
    const turn = t("turn", { number: number(history.length + 1) });
    say(`${turn}. ${t("my_guess")} ${answer.guess}. ${leftText(game, answer.candidates, answer.error)}`);
  } catch (problem) {
    if (!(problem instanceof Problem)) throw problem;
    if (current()) drawProblem(problem, focus);
  }
}

/**
 * Draw why there is no next guess: no code has all these marks, none was found that has them, or something went wrong.
 * @param {Problem} problem @param {boolean} focus
 */
function drawProblem(problem, focus) {
  if (problem.code === "no-candidate") {
    const why = game.words ? [t("no_code"), t("no_code_words")] : [t("no_code")];
    draw(h("div", {}, message(...why), codeInMind(), h("p", { class: "actions" }, restart())), problem.turns);
    all(board, ".flagged button").at(0)?.focus();
  } else if (problem.code === "no-candidate-found") {
    draw(h("div", {}, told(problem), codeInMind(), h("p", { class: "actions" }, restart())));
  } else {
    const again = tryAgain(() => next());
    draw(h("div", {}, told(problem), h("p", { class: "actions" }, again, restart())));
    if (focus) again.focus();
  }
}

/** The turns as the service reads them. */
const turns = () => history.map((turn) => ({ guess: turn.guess, marks: marksText(turn) }));

/** Return the place where the reader says which code it was: its true marks, or the lists that have it, are told. */
function codeInMind() {
  const input = codeInput({ id: "play-mind", required: true }, { digits: inDigits(game) });
  const place = h("div", { "aria-live": "polite" });
  const check = () =>
    attempt(place, latest(), async () => {
      const answer = await ask("/api/guess/check", { ...game, history: turns(), code: input.value.trim() });
      const lines = answer.text.split("\n").map((/** @type {string} */ line) => h("p", {}, fine(line)));
      place.replaceChildren(h("div", { class: "message" }, lines));
    });
  const onsubmit = (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    busy(event.submitter, check);
  };
  const asked = t(game.words ? "which_word" : "which_code");
  const button = h("button", { type: "submit" }, t("check_it"));
  return h("form", { class: "round in-mind", onsubmit }, fieldLine(asked, input, button), place);
}

/**
 * Draw the turns so far, those in conflict flagged, and what comes after them.
 * @param {HTMLElement} after @param {number[]} [conflicting]
 */
function draw(after, conflicting = []) {
  const items = history.map((turn, index) => {
    const label = t("correct_turn", { number: number(index + 1) });
    const more = h("button", { class: "quiet", "aria-label": label, onclick: () => correct(index) }, t("correct"));
    return { ...turn, more, flag: conflicting.includes(index + 1) ? `✗ ${t("conflicting")}` : "" };
  });
  const rows = h("div", { class: "turns" }, listTurns(game, items));
  board.replaceChildren(rows, after);
  rows.scrollTop = rows.scrollHeight;
  underWay("play", history.length > 0 && after.matches(".marking"));
}

/** Take the marks of a turn anew; the turns after it stay as they are. @param {number} index */
function correct(index) {
  question.drop();
  const { guess, blacks, whites, pattern } = history[index];
  const form = round({ guess, blacks, whites, pattern }, index, h("button", { onclick: () => next() }, t("cancel")));
  draw(form);
  first(form, "input:checked, button").focus();
}

/**
 * Return the form that shows a guess and takes its marks; nothing is marked before the reader does it.
 * @param {Guessed} answer
 */
function showRound(answer) {
  const form = round(
    { guess: answer.guess, blacks: NaN, whites: NaN, pattern: "" },
    history.length,
    restart(),
    leftText(game, answer.candidates, answer.error),
  );
  form.append(thought(answer), ownGuess(answer));
  return form;
}

/** Return what the machine thinks of its guess, for whoever asks. @param {Guessed} answer */
function thought({ candidates, error, entropy, largest, left }) {
  const facts = [leftText(game, candidates, error)];
  if (typeof entropy === "number") {
    facts.push(t("bits", { bits: entropy.toLocaleString(t("locale"), { maximumFractionDigits: 2 }) }));
  }
  if (typeof largest === "number" && !error && (game.words || Number(candidates) <= ALL_WEIGHED)) {
    facts.push(t("at_worst", { count: number(largest) }));
  }
  return h("details", { class: "thought" }, [
    h("summary", {}, t("thought")),
    h("ul", {}, facts.map((fact) => h("li", {}, fact))),
    left.length > 1 ? h("p", { class: "facts" }, t("still_possible", { codes: left.join(", ") })) : null,
  ]);
}

/** Return the place where the reader plays a guess of their own in the machine's stead. @param {Guessed} answer */
function ownGuess(answer) {
  const input = codeInput({ id: "play-own" }, { length: answer.guess.length, digits: inDigits(game) });
  const place = h("div", {});
  const take = () => {
    const guess = game.colours ? input.value.trim().toUpperCase() : fold(input.value.trim());
    if (guess.length !== answer.guess.length || (game.colours && !fitting(game, guess))) {
      return place.replaceChildren(message(t("letters_wanted", { count: number(answer.guess.length) })));
    }
    const form = showRound({ ...answer, guess, entropy: null, largest: null });
    draw(form);
    first(form, "input, button").focus();
  };
  input.addEventListener("keydown", (event) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    take();
  });
  return h("details", { class: "own" }, [
    h("summary", {}, t("own_guess")),
    fieldLine(t("your_guess"), input, h("button", { onclick: take }, t("use_guess"))),
    place,
  ]);
}

/**
 * Return the form of the marks of a turn, the last one or one to correct. What the reader marks goes into `turn`, which
 * takes its place in the history once the form is sent.
 * @param {Turn} turn @param {number} index @param {HTMLElement} other a button beside the one that sends
 */
function round(turn, index, other, facts = "") {
  const inputs = byPosition() ? letterMarks(turn) : numberMarks(turn);
  const place = h("div", {});
  return h("form", {
    class: "round marking",
    onsubmit: (event) => {
      event.preventDefault();
      if (!counted()) turn.whites = 0; // no question was asked about them
      const wrong = findMistake(turn, /** @type {HTMLFormElement} */ (event.currentTarget));
      if (wrong) return place.replaceChildren(wrong);
      history[index] = turn;
      for (const one of history.slice(index)) delete one.left;
      next();
    },
  }, [
    h("p", { class: "kicker" }, `${t("turn", { number: number(index + 1) })} · ${t("my_guess")}`),
    byPosition() ? null : h("p", {}, shown(turn.guess, { size: "large" })),
    inputs,
    place,
    facts ? h("p", { class: "facts" }, facts) : null,
    h("p", { class: "actions in-sight" }, h("button", { type: "submit", class: "primary" }, t("validate")), other),
  ]);
}

/**
 * Return what is said of marks that are missing or cannot be; null for marks that can be taken.
 * @param {Turn} turn @param {HTMLFormElement} form
 */
function findMistake(turn, form) {
  if (byPosition() && !turn.pattern) return noneMarked(turn, form);
  if (!byPosition() && Number.isNaN(turn.blacks + turn.whites)) return message(t("marks_unset"));
  return possible(turn) ? null : message(t("impossible_marks"));
}

/** Ask whether no letter at all was marked on purpose. @param {Turn} turn @param {HTMLFormElement} form */
function noneMarked(turn, form) {
  const box = message(t("letters_unset"));
  box.append(
    h("p", { class: "actions" }, [
      h("button", {
        class: "none-marked",
        onclick: () => {
          turn.pattern = ".".repeat(turn.guess.length);
          turn.blacks = turn.whites = 0;
          form.requestSubmit();
        },
      }, t("no_letter")),
    ]),
  );
  return box;
}

/**
 * Return whether a code can have these marks: one letter alone, all others in place, cannot be misplaced.
 * @param {Turn} turn
 */
function possible({ guess, blacks, whites }) {
  if (!counted()) return true;
  if (!ruleOf(game.rule).oneMisplaced && whites === 1 && blacks === guess.length - 1) return false;
  return blacks + whites <= guess.length;
}

/** Return the rows of numbers that take the marks of a turn. @param {Turn} turn */
function numberMarks(turn) {
  /** @type {(label: string, sign: string, chosen: number, choose: (value: number) => void) => HTMLElement} */
  const row = (label, sign, chosen, choose) =>
    h("fieldset", {}, [
      h("legend", {}, `${sign} ${label}`),
      digits(label, turn.guess.length, Number.isNaN(chosen) ? null : chosen, choose),
    ]);
  return h("div", {}, [
    row(t("well_placed"), "●", turn.blacks, (value) => (turn.blacks = value)),
    counted() ? row(t("misplaced"), "○", turn.whites, (value) => (turn.whites = value)) : null,
  ]);
}

/**
 * Return the guess as buttons that go round the three signs; X, O and the full stop set them too.
 * @param {Turn} turn
 */
function letterMarks(turn) {
  const signs = [...(turn.pattern || UNMARKED.repeat(turn.guess.length))];
  /** @type {(button: HTMLElement, place: number, sign: string) => void} */
  const set = (button, place, sign) => {
    signs[place] = sign;
    const anyMarked = signs.some((one) => one !== UNMARKED);
    turn.pattern = anyMarked ? signs.map((one) => (one === UNMARKED ? "." : one)).join("") : "";
    turn.blacks = signs.filter((one) => one === "X").length;
    turn.whites = signs.filter((one) => one === "O").length;
    button.dataset.mark = sign;
    button.setAttribute(
      "aria-label",
      t("mark_letter", {
        letter: turn.guess[place],
        position: place + 1,
        mark: t(`mark_${sign === UNMARKED ? "." : sign}`),
      }),
    );
  };
  /** @type {HTMLElement[]} */
  const buttons = [...turn.guess].map((letter, place) => {
    const button = h("button", { class: "tile", "data-colour": game.colours ? colourOf(letter) : null }, letter);
    button.addEventListener("click", () => {
      const next = SIGNS[(SIGNS.indexOf(signs[place]) + 1) % SIGNS.length];
      set(button, place, signs[place] === UNMARKED ? "O" : next);
    });
    button.addEventListener("keydown", (event) => {
      const sign = event.key.toUpperCase();
      if (SIGNS.includes(sign)) {
        set(button, place, sign);
        buttons[place + 1]?.focus();
      }
    });
    set(button, place, signs[place]);
    return button;
  });
  const rows = Math.ceil(turn.guess.length / 7);
  const row = h("div", { class: `code large${rows > 1 ? " even" : ""}` }, buttons);
  row.style.setProperty("--n", String(Math.ceil(turn.guess.length / rows)));
  return h("fieldset", {}, h("legend", { class: "how" }, t("tap_letters")), row);
}

/**
 * Take a key that no field has: a sign for the first letter without one, a digit for the first number that is open,
 * Enter for the whole.
 * @param {KeyboardEvent} event
 */
export function typed(event) {
  const form = by("play-board").querySelector("form.marking");
  if (!(form instanceof HTMLFormElement)) return;
  const onButton = event.target instanceof Element && event.target.closest("button, a, summary, label");
  if (event.key === "Enter" && !onButton) form.requestSubmit();
  const letter = SIGNS.includes(event.key.toUpperCase()) && form.querySelector("button.tile[data-mark=' ']");
  const row = digitOf(event) && form.querySelector(".pills:not(:has(:checked))");
  if (letter instanceof HTMLElement) handOn(letter, event);
  if (row instanceof HTMLElement) handOn(row, event);
}

const restart = () =>
  againButton(stop, () => history.length > 0 && history.at(-1)?.blacks !== history.at(-1)?.guess.length);

/** @param {Turn} last */
function showEnd(last) {
  const end = h("div", { class: "round", tabindex: -1 }, [
    h("p", {}, shown(last.guess, { size: "large" })),
    h("p", {}, h("strong", {}, t("found_mine", { code: last.guess })), ` ${tn("found_turns", history.length)}`),
    h("p", { class: "actions" }, restart()),
  ]);
  draw(end);
  end.focus();
}

/** Begin another game of the same kind. */
function stop() {
  leaveStep();
  question.drop();
  history = [];
  return next();
}

/** Take the choice from the form, and say it above the board. */
function choose() {
  game = chosenGame("play");
  by("play-what").textContent = describeGame("play", game);
  by("play-drawer").removeAttribute("open");
}

/** @param {URLSearchParams} parameters */
export function open(parameters) {
  putGame("play", chosenParameters("play", parameters));
  choose();
  history = (parameters.get("h") || "").split(",").filter(Boolean).map(readTurn);
  if (history.length || !isUnasked()) return next(false);
  question.drop();
  by("play-board").replaceChildren(h("p", { class: "actions" }, workButton("primary", t("start"), () => next())));
}

/** Offer to read a game that was played elsewhere; what reads it comes when its fold is opened. */
function offerPasting() {
  const place = h("div", {});
  const opened = h("details", { id: "play-paste", class: "as-text" }, h("summary", {}, t("paste_game")), place);
  const show = () =>
    attempt(place, latest(), async () => {
      const { pastingForm } = await fetched(() => import("./paste.js"));
      place.replaceChildren(pastingForm(() => game));
    }, { again: show });
  opened.addEventListener("toggle", () => {
    if (opened.open && !place.querySelector("textarea")) show();
  });
  board.after(opened);
}

export function begin() {
  limitChoices("play");
  offerPasting();
  onSubmit("play-setup", () => {
    leaveStep();
    choose();
    keepChoice("play", packedGame(game));
    history = [];
    return next();
  });
}
