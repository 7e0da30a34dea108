// What a technique of the reasoning is, with an example that moves.

import { answered, ask, by, h, isUnasked, keepAddress, latest, screen, t, workButton } from "../shared/core.js";
import { boardHash } from "../puzzle/puzzle.js";
import { listTechniques } from "../shared/pieces.js";
import { walkReasoning } from "../shared/reasoning.js";
import { unpacked } from "../shared/words.js";

const place = () => by("technique-example");
const question = latest();

/** Show what a technique is, and the puzzle in which it is used. @param {URLSearchParams} parameters */
export async function open(parameters) {
  const asked = parameters.get("k") ?? "";
  const techniques = listTechniques();
  const kind = techniques.includes(asked) ? asked : techniques[0];
  keepAddress("technique", { k: kind });
  by("technique-title").textContent = t(`technique_${kind}`);
  if (screen.view === "technique") document.title = `${t(`technique_${kind}`)} – Master Mot`;
  by("technique-text").textContent = t(`about_${kind}`);
  const others = techniques.map((one) => {
    const current = { "aria-current": one === kind ? "page" : null };
    return h("li", {}, h("a", { href: `#technique?k=${one}`, ...current }, t(`technique_${one}`)));
  });
  by("technique-others").replaceChildren(...others);
  const clues = unpacked(t(`example_${kind}`)).map(({ word, marks }) => ({ word, marks: marks ?? 0 }));
  const words = t("example_words");
  const get = () => ask("/api/solve", { clues, words, explain: true });
  const show = (/** @type {{steps: import("../shared/reasoning.js").Step[]}} */ { steps }) => {
    const step = steps.findIndex((one) => one.kind === kind) + 1;
    const tryIt = h("a", { class: "button primary", href: boardHash(clues, words) }, t("play_this"));
    place().replaceChildren(walkReasoning(clues, steps, { words, step }), h("p", { class: "actions" }, tryIt));
  };
  const showExample = () => answered(place(), question, get, show, showExample);
  if (!isUnasked()) return showExample();
  question.drop();
  place().replaceChildren(h("p", { class: "actions" }, workButton("primary", t("show_example"), showExample)));
}

export function begin() {}
