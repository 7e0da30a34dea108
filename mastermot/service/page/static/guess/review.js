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

/** @param {Review} review @param {boolean} colours */
function drawReview({ moves, text }, colours) {
  const most = Math.max(...moves.map(({ loss }) => loss));
  const turned = most >= NOTABLE ? moves.findIndex(({ loss }) => loss === most) : -1;
  const items = moves.map((move, index) =>
    h("li", { class: index === turned ? "turned" : null }, [
      h("p", { class: "head" }, tiles(move.guess, { size: "small", colours }), badge(move.loss)),
      progress(moves[0].before, move),
      move.text ? h("p", { class: "small" }, fine(move.text)) : null,
    ]),
  );
  const best = moves.reduce((one, other) => (other.loss < one.loss || other.gained > one.gained ? other : one));
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
 * Return a bar of all that there is to know: what was known before a guess, what it brought, what is still missing.
 * @param {number} codes @param {Verdict} move
 */
function progress(codes, { before, after }) {
  const all = Math.log2(Math.max(codes, 2));
  const part = (/** @type {string} */ name, /** @type {number} */ from, /** @type {number} */ to) => {
    const element = h("span", { class: name });
    element.style.width = `${(100 * (Math.log2(Math.max(from, 1)) - Math.log2(Math.max(to, 1)))) / all}%`;
    return element;
  };
  return h("div", { class: "progress", "aria-hidden": "true" }, [
    part("known", codes, before),
    part("brought", before, after),
  ]);
}
