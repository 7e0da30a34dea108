// What a technique of the reasoning is, with an example that moves.

import { Problem, ask, by, h, keepAddress, lang, latest, screen, t, told } from "./core.js";
import { walkReasoning } from "./reasoning.js";
import { unpacked } from "./words.js";

/** The techniques, from easy to hard. */
export const TECHNIQUES = [
  "nothing",
  "satisfied",
  "needed",
  "compare",
  "count",
  "weigh",
  "contradiction",
  "cases",
  "exhaustion",
];
/** @type {Record<string, Record<string, string>>} Puzzles that use each technique, by language. */
const EXAMPLES = {
  fr: {
    nothing: "chat0.déçu2.fief2.kilt1.bleu2",
    satisfied: "laver2.canon2.rêvée1.miaou1.puent2.caïds1",
    needed: "ciel1.yoga1.vélo1.dent1.lobe1.tait1.houx1.tels1",
    compare: "bada2.pipe2.bâté2.date1",
    count: "daim2.veux1.voit2.paix2.bien1",
    weigh: "parc1.saga1.paon1.pois1.ôter1.hors1",
    contradiction: "bond1.love2.sali1.boss1",
    cases: "fers1.ôtée1.site1.tifs1.tige1.très1.loir1",
    exhaustion: "dépit1.natif1.capot1.berge1.bègue1.gémir1.blanc1",
  },
  en: {
    nothing: "look1.quit0.sped1.slew1.loom1.plod1.tong1.omen1",
    satisfied: "arose1.fried2.drunk2.grave1.mauve1.await2",
    needed: "blob1.flop1.flex1.pomp1.puns1.mien1.seal1",
    compare: "rubs1.bomb2.hunk1.hulk2",
    count: "grim2.what2.them2.well1",
    weigh: "purr1.shod1.took1.fled1.pass1.clad1.wool1.chap1",
    contradiction: "boot2.glue1.cots1.cold1",
    cases: "rook1.king1.gnus1.gout1.kiwi1",
    exhaustion: "petty1.quiet1.quick1.leaks1.quark1.litre1.grips1.memos1",
  },
};
const place = () => by("technique-example");
const question = latest();

/**
 * Show what a technique is, and the puzzle in which it is used.
 * @param {URLSearchParams} parameters
 */
export async function open(parameters) {
  const asked = parameters.get("k") ?? "";
  const kind = TECHNIQUES.includes(asked) ? asked : TECHNIQUES[0];
  keepAddress("technique", { k: kind });
  by("technique-title").textContent = t(`technique_${kind}`);
  if (screen.view === "technique") document.title = `${t(`technique_${kind}`)} – Master Mot`;
  by("technique-text").textContent = t(`about_${kind}`);
  const others = TECHNIQUES.map((one) => {
    const current = { "aria-current": one === kind ? "page" : null };
    return h("li", {}, h("a", { href: `#technique?k=${one}`, ...current }, t(`technique_${one}`)));
  });
  by("technique-others").replaceChildren(...others);
  const example = EXAMPLES[lang === "fr" ? "fr" : "en"][kind];
  const current = question.ask();
  place().replaceChildren(h("p", { class: "kicker" }, t("working")));
  try {
    const clues = unpacked(example).map(({ word, marks }) => ({ word, marks: marks ?? 0 }));
    const { steps } = await ask("/api/solve", { clues, words: lang === "fr" ? "fr" : "en", explain: true });
    if (!current()) return;
    const at = steps.findIndex((/** @type {import("./reasoning.js").Step} */ step) => step.kind === kind);
    place().replaceChildren(walkReasoning(clues, steps, () => null, Math.max(at, 0)));
  } catch (problem) {
    if (!(problem instanceof Problem)) throw problem;
    if (current()) place().replaceChildren(told(problem));
  }
}

export function begin() {}
