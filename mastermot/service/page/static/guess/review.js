// A finished game, judged move by move: the best guess of each turn, and where the game turned.

import { ask, fine, h, number, t } from "../shared/core.js";
import { tiles } from "../shared/pieces.js";

/** @typedef {import("api").Verdict} Verdict */
/** @typedef {import("api").Review} Review */

/** Turns that a guess must have lost to be called the turning point. */
const NOTABLE = 0.1;
/** @type {[string, string, number][]} What a guess is called, its sign, and the turns that it may have lost. */
const QUALITIES = [["best", "★", 0.005], ["good", "✓", NOTABLE], ["weak", "?!", 0.4], ["poor", "?", Infinity]];

/**
 * Show in a place what a game was like, and return it. Throws a `Problem` where that cannot be told.
 * @param {HTMLElement} place
 * @param {import("../shared/games.js").Game & {text?: string}} game its turns may be a text
 * @param {{guess: string, marks: string}[]} moves
 */
export async function showReview(place, game, moves) {
  /** @type {Review} */
  const review = await ask("/api/review", { ...game, history: moves.map(({ guess, marks }) => ({ guess, marks })) });
  place.replaceChildren(drawReview(review, Boolean(game.colours)));
  return review;
}

/**
 * Return the best move: the one that lost the fewest turns; of several, the one whose marks told most.
 * @template {{loss: number, gained: number}} Move
 * @param {Move[]} moves
 */
export const bestMove = (moves) =>
  moves.reduce((best, move) => {
    const isBetter = move.loss < best.loss || (move.loss === best.loss && move.gained > best.gained);
    return isBetter ? move : best;
  });

/** @param {Review} review @param {boolean} colours */
function drawReview({ moves, text }, colours) {
  const most = Math.max(...moves.map(({ loss }) => loss));
  // the turning point is the move that lost most, if that is worth telling
  const turned = most >= NOTABLE ? moves.findIndex(({ loss }) => loss === most) : -1;
  const items = moves.map((move, index) =>
    h("li", { class: index === turned ? "turned" : null }, [
      h("p", { class: "head" }, tiles(move.guess, { size: "small", colours }), badge(move.loss)),
      progress(moves[0].before, move),
      move.text ? h("p", { class: "small" }, fine(move.text)) : null,
    ]),
  );
  const best = bestMove(moves);
  const name = (/** @type {Verdict} */ move) => ({ guess: move.guess, turn: number(moves.indexOf(move) + 1) });
  return h("div", { class: "review" }, [
    h("h2", {}, t("review")),
    text ? h("p", {}, fine(text)) : null,
    moves.length > 1 ? h("p", {}, t("best_guess", name(best))) : null,
    turned < 0 ? null : h("p", {}, t("turning_point", { ...name(moves[turned]), best: moves[turned].best.guess })),
    h("details", {}, [
      h("summary", {}, t("review_turns")),
      h("p", { class: "how" }, t("review_how")),
      h("ol", { class: "steps reviewed" }, items),
    ]),
  ]);
}

/** Return what a guess is called that lost so many turns. @param {number} loss */
function badge(loss) {
  const [name, sign] = QUALITIES.find(([, , most]) => loss < most) ?? QUALITIES[QUALITIES.length - 1];
  return h("span", { class: `badge ${name}` }, h("span", { "aria-hidden": "true" }, `${sign} `), t(`quality_${name}`));
}

/**
 * Return a bar of all that there is to know, in bits: what was known before a guess, what it brought, what is still
 * missing. Of 1024 codes (10 bits), a guess that leaves 32 of 64 has 40 % behind it, and brings 10 %.
 * @param {number} codes of the game @param {Verdict} move
 */
function progress(codes, { before, after }) {
  const bits = (/** @type {number} */ left) => Math.log2(Math.max(left, 1));
  const all = bits(Math.max(codes, 2));
  const part = (/** @type {string} */ name, /** @type {number} */ from, /** @type {number} */ to) => {
    const element = h("span", { class: name });
    element.style.width = `${(100 * (bits(from) - bits(to))) / all}%`;
    return element;
  };
  return h("div", { class: "progress", "aria-hidden": "true" }, [
    part("known", codes, before),
    part("brought", before, after),
  ]);
}
