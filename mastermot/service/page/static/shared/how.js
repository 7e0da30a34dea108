// How to play, in three pictures and one move to try.

import { by, h, screen, t } from "./core.js";
import { makeBoard } from "./board.js";
import { change, markOf } from "./marks.js";
import { pegs, ruleOf } from "./games.js";
import { tiles } from "./pieces.js";

/** @typedef {"today" | "letters" | "colours"} Game */
/** A picture of the card, with its sentence. @typedef {{picture: Node, text: string}} Picture */

/** Return a clue with no letter in place, in the reader's language. */
const absentWord = () => t("lesson_absent");
/** Return a guess, in the reader's language. */
const guessWord = () => t("lesson_guess");
const CODE = "ABCD";
const MARKS = "XO..."; // of the guess, or of the code

/** Show how a game is played, and what the marks of its rule say. @param {Game} game @param {string} [rule] */
export function showHow(game, rule = "") {
  /** @type {HTMLButtonElement} */
  const close = h("button", { class: "primary", onclick: () => card.close() }, t("how_close"));
  const pictures = PICTURES[game](rule);
  /** @type {HTMLDialogElement} */
  const card = h("dialog", { class: "how-card", "aria-labelledby": "how-card-title" }, [
    h("h2", { id: "how-card-title" }, t("how_to_play")),
    h("ol", {}, [
      pictures.map(({ picture, text }) => h("li", {}, h("div", { class: "picture" }, picture), h("p", {}, text))),
    ]),
    h("p", { class: "actions" }, close),
  ]);
  card.addEventListener("close", () => {
    card.remove();
    if (document.activeElement === document.body) by(`${screen.view}-title`).focus({ preventScroll: true });
  });
  card.addEventListener("click", (event) => {
    if (event.target === card) card.close();
  });
  addEventListener("hashchange", () => card.close(), { once: true });
  document.querySelector("dialog")?.remove();
  document.body.append(card);
  card.showModal();
  close.focus();
}

/**
 * Return a clue with its digit, the letters in place stressed.
 * @param {string} word @param {string} placed @param {number} digit
 */
function clue(word, placed, digit) {
  const before = [...word].map((letter) => (placed.includes(letter) ? " " : letter)).join("");
  const disc = h("span", { class: "disc" }, String(digit));
  return h("span", { class: "example-line" }, tiles(word, { size: "small", before }), disc);
}

/** Return a clue whose letters can be ruled out: the move to try. */
function tryIt() {
  const state = { out: [], sure: [], past: [], future: [] };
  const said = h("p", { class: "tried", role: "status" });
  const played = /** @type {import("./store.js").Played} */ (/** @type {unknown} */ (state));
  const board = makeBoard([{ word: absentWord(), marks: 0 }], (place, letter, mark = "out") => {
    change(played, [{ key: `${place + 1}${letter}`, mark: markOf(played, place, letter) === mark ? "" : mark }]);
    board.paint({ mark: (at, one) => markOf(played, at, one) });
    said.textContent = played.out.length === absentWord().length ? t("how_tried_all") : t("how_tried");
  });
  board.paint({ mark: () => "" });
  return h("div", {}, board.element, said);
}

/**
 * Return a picture of marks: a sign for each letter or colour, which says its meaning when it is tapped, or pegs.
 * @param {string} rule
 */
function showMarks(rule, colours = false) {
  const { whites, byPosition } = ruleOf(rule);
  if (byPosition) return { picture: tryMarks(colours), text: t("how_marks_signs") };
  return { picture: pegs(1, whites ? 2 : 0, whites), text: t(whites ? "how_marks_pegs" : "how_marks_black") };
}

/** Return a guess whose letters or colours say what their marks mean: the move to try. @param {boolean} colours */
function tryMarks(colours) {
  const said = h("p", { class: "tried", role: "status" });
  const letters = [...(colours ? CODE : guessWord())].map((letter, place) => {
    const meaning = t("letter_marked", { letter, mark: t(`mark_${MARKS[place]}`) });
    const onclick = () => (said.textContent = `${meaning}.`);
    const colour = colours ? letter : null;
    const look = { class: "tile", "data-mark": MARKS[place], "data-colour": colour, "aria-label": meaning };
    return h("button", { ...look, onclick }, letter);
  });
  return h("div", {}, h("span", { class: "code small" }, h("span", { class: "letters" }, letters)), said);
}

/** Return colours that fill holes when they are tapped: the move to try. */
function tryColours() {
  let code = "";
  const holes = h("p", { class: "picture-holes" });
  const draw = () => holes.replaceChildren(tiles(code.padEnd(CODE.length, "\u00a0"), { size: "small", colours: true }));
  const colours = [...CODE].map((letter) => {
    const add = () => {
      code = code.length < CODE.length ? code + letter : letter;
      draw();
    };
    const look = { class: "tile", "data-colour": letter, "aria-label": t("add_colour", { letter }) };
    return h("button", { ...look, onclick: add }, letter);
  });
  draw();
  return h("div", {}, holes, h("p", { class: "palette" }, colours));
}

/** @type {Record<Game, (rule: string) => Picture[]>} By game: the pictures under a rule of marking. */
const PICTURES = {
  today: () => [
    { picture: clue(t("example_clue"), t("example_placed"), 2), text: t("example_text") },
    { picture: tryIt(), text: t("how_none") },
    { picture: tiles(t("example_hidden"), { size: "small" }), text: t("how_answer") },
  ],
  letters: (rule) => [
    { picture: tiles(guessWord(), { size: "small" }), text: t("how_type") },
    showMarks(rule),
    { picture: tiles(guessWord().slice(0, 1).padEnd(guessWord().length, "?"), { size: "small" }), text: t("how_goal") },
  ],
  colours: (rule) => [
    { picture: tryColours(), text: t("how_tap_colours") },
    showMarks(rule, true),
    { picture: tiles(CODE, { size: "small", colours: true }), text: t("how_goal") },
  ],
};
