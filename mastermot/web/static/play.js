// Jouer: the machine guesses, the reader marks. No state anywhere but here and in the address.

import { Problem, ask, busy, by, h, keepAddress, number, t, tn, told } from "./core.js";
import { chosenGame, digits, packedGame, pegs, putGame, tiles, unpackedGame } from "./pieces.js";

const board = by("play-board");
const SIGNS = [".", "O", "X"];
let game = null;
let history = [];

const shown = (code, looks) => tiles(code, { ...looks, colours: Boolean(game.colours) });
const counted = () => game.rule === "black-white" || game.rule === "membership";

/** Return a turn's marks as the service reads them. */
function marksText({ blacks, whites, pattern }) {
  if (pattern) return pattern;
  return "X".repeat(blacks) + "O".repeat(whites) || "rien";
}

function keep() {
  const turns = history.map((turn) => `${turn.guess}:${marksText(turn)}`).join(",");
  keepAddress("play", { ...packedGame(game), h: turns || null, s: 1 });
}

function readTurn(text) {
  const [guess, marks = ""] = text.split(":");
  const pattern = game.rule === "positional" ? (marks === "rien" ? ".".repeat(guess.length) : marks) : "";
  const count = (sign) => [...marks].filter((one) => one === sign).length;
  return { guess, pattern, blacks: count("X"), whites: count("O") };
}

/** Ask for the next guess, and show the game. */
async function next(focus = true) {
  keep();
  const last = history.at(-1);
  if (last && last.blacks === last.guess.length) return showEnd(last);
  const round = h("div", { class: "round" }, h("p", { class: "kicker" }, t("working")));
  draw(round);
  try {
    const answer = await ask("/api/guess", {
      ...game,
      history: history.map((turn) => ({ guess: turn.guess, marks: marksText(turn) })),
    });
    const played = history.at(-1);
    if (played) played.left = answer.candidates;
    const asked = showRound(answer);
    draw(asked);
    if (focus) asked.querySelector("input, button").focus();
  } catch (problem) {
    if (!(problem instanceof Problem)) throw problem;
    if (problem.code === "no-candidate") {
      draw(h("div", { class: "message", role: "alert" }, h("p", {}, t("no_code"))), problem.turns);
      board.querySelector(".flagged button")?.focus();
    } else {
      draw(h("div", {}, told(problem), h("p", { class: "actions" }, restart())));
    }
  }
}

/** Draw the turns so far, those in conflict flagged, and what comes after them. */
function draw(after, conflicting = []) {
  const items = history.map((turn, index) => {
    const bad = conflicting.includes(index + 1);
    return h("li", { class: bad ? "flagged" : null },
      h("span", { class: "number" }, `${number(index + 1)}.`),
      shown(turn.guess, { size: "small", marks: turn.pattern }),
      turn.pattern ? null : pegs(turn.blacks, turn.whites, counted()),
      turn.left === undefined || turn.left === null ? null : h("span", { class: "count" }, t("left", { count: number(turn.left) })),
      h("button", { type: "button", class: "quiet", "aria-label": t("take_back_turn", { number: number(index + 1) }), onclick: () => takeBack(index) }, t("take_back")),
      bad ? h("span", { class: "flag" }, `✗ ${t("conflicting")}`) : null);
  });
  board.replaceChildren(h("ol", { class: "history", "aria-label": t("history") }, items), after);
}

function takeBack(index) {
  history = history.slice(0, index);
  next();
}

/** Return the form that shows a guess and takes its marks. */
function showRound(answer) {
  const turn = { guess: answer.guess, blacks: 0, whites: 0, pattern: "" };
  const inputs = game.rule === "positional" ? letterMarks(turn) : numberMarks(turn);
  const facts = [t("left", { count: number(answer.candidates) })];
  if (answer.left.length > 1) facts.push(t("still_possible", { codes: answer.left.join(", ") }));
  return h("form", {
    class: "round",
    onsubmit: (event) => {
      event.preventDefault();
      history.push({ guess: turn.guess, blacks: turn.blacks, whites: turn.whites, pattern: turn.pattern });
      next();
    },
  },
  h("p", { class: "kicker" }, `${t("turn", { number: number(history.length + 1) })} · ${t("my_guess")}`),
  game.rule === "positional" ? null : h("p", {}, shown(answer.guess, { size: "large" })),
  inputs,
  h("p", { class: "facts" }, facts.join(" · ")),
  h("p", { class: "actions" }, h("button", { type: "submit", class: "primary" }, t("validate")), restart()));
}

function numberMarks(turn) {
  const row = (label, sign, choose) => h("fieldset", {}, h("legend", {}, `${sign} ${label}`), digits(label, turn.guess.length, 0, choose));
  return h("div", {},
    row(t("well_placed"), "●", (value) => (turn.blacks = value)),
    counted() ? row(t("misplaced"), "○", (value) => (turn.whites = value)) : null);
}

/** Return the guess as buttons that go round the three signs; X, O and the full stop set them too. */
function letterMarks(turn) {
  const signs = [...turn.guess].map(() => ".");
  const set = (button, place, sign) => {
    signs[place] = sign;
    turn.pattern = signs.join("");
    turn.blacks = signs.filter((one) => one === "X").length;
    turn.whites = signs.filter((one) => one === "O").length;
    button.dataset.mark = sign;
    button.setAttribute("aria-label", t("mark_letter", { letter: turn.guess[place], position: place + 1, mark: t(`mark_${sign}`) }));
  };
  const buttons = [...turn.guess].map((letter, place) => {
    const button = h("button", { type: "button", class: "tile", "data-colour": game.colours ? letter : null }, letter);
    button.addEventListener("click", () => set(button, place, SIGNS[(SIGNS.indexOf(signs[place]) + 1) % 3]));
    button.addEventListener("keydown", (event) => {
      const sign = event.key.toUpperCase();
      if (SIGNS.includes(sign)) {
        set(button, place, sign);
        buttons[place + 1]?.focus();
      }
    });
    set(button, place, ".");
    return button;
  });
  return h("fieldset", {}, h("legend", { class: "how" }, t("tap_letters")), h("div", { class: `code ${turn.guess.length > 7 ? "long" : "large"}` }, buttons));
}

function restart() {
  return h("button", { type: "button", onclick: () => stop() }, t("again"));
}

function showEnd(last) {
  const end = h("div", { class: "round", tabindex: -1 },
    h("p", {}, shown(last.guess, { size: "large" })),
    h("p", {}, h("strong", {}, t("found_mine", { code: last.guess })), ` ${tn("found_turns", history.length)}`),
    h("p", { class: "actions" }, restart()));
  draw(end);
  end.focus();
}

function stop() {
  history = [];
  by("play-setup").hidden = false;
  board.replaceChildren();
  keepAddress("play", packedGame(game));
  by("play-setup").querySelector(".primary").focus();
}

export function open(parameters) {
  const asked = unpackedGame(parameters);
  putGame("play", asked);
  game = chosenGame("play");
  history = [];
  board.replaceChildren();
  by("play-setup").hidden = false;
  if (!parameters.get("s")) return;
  by("play-setup").hidden = true;
  history = (parameters.get("h") || "").split(",").filter(Boolean).map(readTurn);
  next(false);
}

export function begin() {
  by("play-setup").addEventListener("submit", (event) => {
    event.preventDefault();
    game = chosenGame("play");
    history = [];
    by("play-setup").hidden = true;
    busy(event.submitter || event.target.querySelector(".primary"), () => next());
  });
}
