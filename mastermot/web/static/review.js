// A finished game, judged move by move: the best guess of each turn, and where the game turned.

import { Problem, ask, fine, h, number, say, t, told } from "./core.js";
import { tiles } from "./pieces.js";

/** @typedef {{guess: string, before: number, after: number, gained: number, loss: number, best: {guess: string}, text?: string}} Verdict */
/** @typedef {{skill: number, luck: number, moves: Verdict[], text?: string}} Review */

/** Turns that a guess must have lost to be called the turning point. */
const NOTABLE = 0.1;

/**
 * Show in a place what a game was like, or why that cannot be told.
 * @param {HTMLElement} place
 * @param {import("./pieces.js").Game} game
 * @param {{guess: string, marks: string}[]} moves
 */
export async function showReview(place, game, moves) {
  try {
    /** @type {Review} */
    const review = await ask("/api/review", { ...game, history: moves.map(({ guess, marks }) => ({ guess, marks })) });
    place.replaceChildren(drawReview(review, Boolean(game.colours)));
    say(review.text ?? "");
  } catch (problem) {
    if (!(problem instanceof Problem)) throw problem;
    place.replaceChildren(told(problem));
  }
}

/**
 * @param {Review} review
 * @param {boolean} colours
 */
function drawReview({ moves, text }, colours) {
  const most = Math.max(...moves.map(({ loss }) => loss));
  const turned = most >= NOTABLE ? moves.findIndex(({ loss }) => loss === most) : -1;
  const items = moves.map((move, index) => h("li", { class: index === turned ? "turned" : null },
    h("p", { class: "head" }, tiles(move.guess, { size: "small", colours }), h("span", { class: "small" }, t("from_to", { before: number(move.before), after: number(move.after) }))),
    index === turned ? h("p", {}, h("strong", {}, t("turning_point", { guess: move.best.guess }))) : null,
    move.text ? h("p", { class: "small" }, fine(move.text)) : null));
  return h("div", { class: "review" }, h("h2", {}, t("review")), text ? h("p", {}, fine(text)) : null, h("ol", { class: "steps reviewed" }, items));
}
