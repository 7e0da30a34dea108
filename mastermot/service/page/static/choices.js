// The choice of a game that the reader made last, kept in this browser; else the game that most people know.

import { hashOf } from "./core.js";
import { ownWords, recall, remember } from "./early.js";

/** @param {string} view */
const nameOf = (view) => `mastermot-${view}`;
const usual = () => new URLSearchParams({ w: ownWords, l: "5", r: "positional" });

/**
 * Return the parameters that a game is chosen by: those of the address where it names a game, else the reader's last.
 * @param {string} view
 * @param {URLSearchParams} parameters
 */
export function chosenParameters(view, parameters) {
  if (parameters.has("w") || parameters.has("n") || parameters.has("r")) return parameters;
  const kept = recall(nameOf(view));
  return kept ? new URLSearchParams(kept) : usual();
}

/**
 * Keep a choice for the next visit; the usual game is not kept, so that each language has its own words.
 * @param {string} view
 * @param {Parameters<typeof hashOf>[1]} packed the choice as parameters of an address
 */
export function keepChoice(view, packed) {
  const text = hashOf("", packed).slice(2);
  remember(nameOf(view), text === String(usual()) ? "" : text);
}
