// After a puzzle: how it went, beside how it can be solved.

import { attempt, first, h, isUnasked, latest, t, tn, workButton } from "../shared/core.js";
import { clockText, listTechniques, techniqueLink } from "../shared/pieces.js";
import { walkReasoning } from "../shared/reasoning.js";
import { solved } from "../shared/solver.js";

/** @typedef {import("../shared/solver.js").Given & {marks: number}} Clue */
/**
 * A puzzle that was played, of `Playing` in master.js what is told here.
 * @typedef {{clues: Clue[], state: import("../shared/store.js").Played,
 *   game: {words: string, times?: () => {usual: number | null, won: number}}}} Playing
 */
/** @typedef {import("../shared/reasoning.js").Step} Step */

/**
 * Show in a place how a puzzle went: what it takes, what happened on the way, the reasoning on request.
 * @param {HTMLElement} place
 * @param {Playing} playing
 */
export function reviewPuzzle(place, playing) {
  const failed = h("div", {});
  place.replaceChildren(h("h2", {}, t("how_it_went")), failed);
  return attempt(failed, latest(), async () => {
    const steps = isUnasked() ? null : await findSteps(playing);
    const told = [steps && tellSteps(steps), tellTime(playing), playing.state.events.map(tellEvent)];
    place.replaceChildren(
      h("h2", {}, t("how_it_went")),
      h("ul", { class: "facts-list" }, told),
      !steps || steps.length ? offerReasoning(place, playing, steps) : h("p", { class: "small" }, t("no_steps")),
    );
  });
}

/** Return the steps that solve a puzzle. @param {Playing} playing */
const findSteps = async ({ clues, game }) => (await solved(clues, game.words, true)).steps;

/** Return how many steps the reasoning takes, and its hardest technique. @param {Step[]} steps */
function tellSteps(steps) {
  if (!steps.length) return null;
  const hardest = listTechniques().reverse().find((kind) => steps.some((step) => step.kind === kind));
  const named = hardest ? [` ${t("hardest_step")} `, techniqueLink(hardest)] : [];
  return h("li", {}, tn("steps_enough", steps.length), named);
}

/**
 * Return how the time compares with the reader's own at this level, once there are other times.
 * @param {Playing} playing
 */
function tellTime({ state, game }) {
  const { usual, won } = game.times?.() ?? { usual: null, won: 0 };
  if (state.done !== "won" || usual === null || won < 2) return null;
  const faster = state.seconds < usual ? "time_faster" : state.seconds > usual ? "time_slower" : "time_usual";
  return h("li", {}, t(faster, { time: clockText(state.seconds), usual: clockText(usual) }));
}

/** @param {import("../shared/store.js").Happened} happened */
function tellEvent({ kind, at, text }) {
  const name = kind === "check" ? (text ? "event_check" : "event_check_right") : `event_${kind}`;
  return h("li", {}, t(name, { time: clockText(at), what: text }));
}

/**
 * Return the button that shows the reasoning, which is looked for then where nobody has.
 * @param {HTMLElement} place @param {Playing} playing @param {Step[] | null} found
 */
function offerReasoning(place, playing, found) {
  const show = async () => {
    const { clues, game, state } = playing;
    const steps = found ?? (await findSteps(playing));
    const shown = walkReasoning(clues, steps, { words: game.words, state });
    place.lastElementChild?.replaceWith(shown);
    const walk = first(shown, ".walk");
    walk.scrollIntoView({ block: "start" });
    walk.focus({ preventScroll: true });
  };
  return h("p", { class: "actions" }, workButton(null, t("explain"), show));
}
