// Familles: ladders between two words, the longest of a list, and a word's neighbours as a picture to walk through.

import { all, ask, h, lacks, lang, number, say, t, tn, workButton } from "../shared/core.js";
import { listSome, saveFile, tiles, walkByArrows } from "../shared/pieces.js";

/** @typedef {import("api").Family} Family */
/** @typedef {import("api").Neighbourhood} Neighbourhood */
/** @typedef {import("api").Ladders} Ladders */
/** @typedef {import("api").ListFigures} Figures */
/** @typedef {(word: string, from?: string) => unknown} Walk */

/** Words of a ladder that stands in one column; a longer one takes several, where there is room. */
const SHORT = 9;

/**
 * Return a button that shows the neighbours of a word.
 * @param {string} word @param {Walk} walk @param {...(Node | string)} shown
 */
const wordButton = (word, walk, ...shown) =>
  h("button", { class: "quiet word-button", onclick: () => walk(word) }, ...(shown.length ? shown : [word]));

/**
 * Return the neighbours of a word: how many they are, their picture, the words walked through, the families as a list.
 * @param {Neighbourhood} found
 * @param {string[]} trail the words walked through, this one last
 * @param {Walk} walk
 * @param {string} words the name of the dictionary
 */
export function neighbourhood(found, trail, walk, words) {
  const { word, neighbours, reached, families } = found;
  const counts = neighbours
    ? `${tn("neighbours_n", neighbours)}, ${tn("reached_n", reached - 1)}` // the word itself is reached too
    : t("no_neighbour", { word });
  const lock = drawLock(found, `${word}: ${counts}`, trail, walk);
  const steps = trail.map((one, place) =>
    h("li", {}, place < trail.length - 1 ? wordButton(one, walk) : h("b", { "aria-current": "true" }, one)),
  );
  const way = h("nav", { class: "trail", "aria-label": t("walked") }, h("ol", {}, steps));
  const list = h("ul", { class: "families" }, [
    families.map((family) => familyItem(family, (other) => walk(other, word))),
  ]);
  const saver = workButton(null, t("save_picture"), () => save(word, words));
  return [
    h("h2", { id: "walk-title" }, word),
    h("p", {}, counts),
    ...(neighbours ? [h("p", { class: "how" }, t("neighbours_how")), h("div", { class: "lock-frame" }, lock)] : []),
    trail.length > 1 ? way : null,
    neighbours ? h("details", {}, h("summary", {}, t("as_list")), list) : null,
    neighbours ? h("p", { class: "actions", hidden: lacks("picture") }, saver) : null,
  ];
}

/**
 * Return the picture of a word's neighbours: its letters in a row, those that can stand in their place above and below,
 * in the order of the alphabet. The word that was left last is where Tab enters.
 * @param {Neighbourhood} found @param {string} label @param {string[]} trail @param {Walk} walk
 */
function drawLock({ word, families }, label, trail, walk) {
  const lock = h("div", { class: "lock", role: "group", "aria-label": label });
  lock.style.setProperty("--n", String(word.length));
  const wheels = [...word].map((letter, place) => {
    const others = families.find(({ pattern }) => pattern[place] === "?")?.words ?? [];
    const button = (/** @type {string} */ other) => {
      const named = { "aria-label": other, title: other };
      return h("button", { class: "tile", ...named, onclick: () => walk(other, word) }, other[place]);
    };
    const wheelLabel = t("neighbours_at", { position: number(place + 1) });
    return h("div", { class: "wheel", role: "group", "aria-label": wheelLabel }, [
      h("div", { class: "above" }, others.filter((other) => other[place] < letter).map(button)),
      h("span", { class: "tile here", "aria-hidden": "true" }, letter),
      h("div", { class: "below" }, others.filter((other) => other[place] > letter).map(button)),
    ]);
  });
  lock.append(...wheels);
  const buttons = all(lock, "button");
  walkByArrows(lock, buttons, buttons.find(({ title }) => title === trail.at(-2)));
  return lock;
}

/**
 * Return one family: its pattern, then its words with the letter that differs stressed; each leads to its neighbours.
 * @param {Family} family
 * @param {Walk} walk
 */
export function familyItem({ pattern, words }, walk) {
  const open = pattern.indexOf("?");
  const spelled = words.flatMap((word) => [
    wordButton(word, walk, word.slice(0, open), h("b", {}, word[open]), word.slice(open + 1)),
    " ",
  ]);
  return h("li", {}, [
    h("p", { class: "head" }, [
      tiles(pattern, { size: "small" }),
      h("span", { class: "small" }, tn("members", words.length)),
    ]),
    h("p", { class: "words" }, spelled),
  ]);
}

/** Keep the service's picture of a word's neighbours in a file. @param {string} word @param {string} words */
async function save(word, words) {
  const { picture } = await ask(`/api/neighbours?${new URLSearchParams({ word, words, picture: "true", lang })}`);
  saveFile(picture, "image/svg+xml", `${word.toLowerCase()}.svg`);
}

/**
 * Return a ladder as rungs, the letter that changes stressed; each word leads to its neighbours.
 * @param {string[]} ladder @param {Walk} walk
 */
function rungs(ladder, walk) {
  return h("ol", { class: `rungs${ladder.length > SHORT ? "" : " short"}` }, [
    ladder.map((word, place) =>
      h("li", {}, wordButton(word, walk, tiles(word, { size: "small", before: ladder[place - 1] ?? null }))),
    ),
  ]);
}

/**
 * Return the ladders between two words, or the nearest words where there is none.
 * @param {Ladders} found
 * @param {{walk: Walk, every: () => unknown, between: (start: string, end: string) => unknown}} actions
 */
export function ladders(found, { walk, every, between }) {
  if (found.steps === null) return noLadder(found, between);
  const [one, ...others] = found.ladders;
  const turn = h("button", { class: "quiet", onclick: () => between(found.end, found.start) }, t("other_way"));
  const parts = [h("h2", {}, tn("ladder_steps", found.steps)), rungs(one, walk)];
  if (found.count === 1) parts.push(h("p", { class: "small" }, t("only_chain")));
  if (others.length) parts.push(...chains(others, found));
  const more =
    found.count > found.ladders.length && !others.length
      ? workButton(null, tn("all_chains", found.count - 1), every)
      : null;
  say(tn("ladder_steps", found.steps));
  return [...parts, h("p", { class: "actions" }, more, turn)];
}

/**
 * Return other ladders that are as short, a line each, more on request.
 * @param {string[][]} others @param {Ladders} found
 */
function chains(others, { count, complete, ladders: listed }) {
  const list = h("ol", { class: "chains", start: 2 });
  const more = listSome(list, others, (words) => h("li", {}, words.join(" → ")));
  if (complete) return [list, more];
  const figures = { shown: number(listed.length), count: number(count) };
  return [h("p", { class: "small" }, t("chains_shown", figures)), list, more];
}

/** @param {Ladders} found @param {(start: string, end: string) => unknown} between */
function noLadder({ start, end, nearest: near, alone }, between) {
  const sentence = t("no_ladder", { start, end });
  say(sentence);
  const box = h("div", { class: "message" }, [
    h("p", {}, sentence),
    alone.map((word) => h("p", {}, t("no_neighbour", { word }))),
  ]);
  const buttons = near
    .filter(({ steps }) => steps > 0)
    .map(({ word, steps }) =>
      h("button", { onclick: () => between(start, word) }, `${word} (${tn("ladder_steps", steps)})`),
    );
  if (buttons.length) box.append(h("p", { class: "suggestions" }, t("nearest_words"), buttons));
  return [box];
}

/** Return the longest ladder of a list, and the figures of its graph. @param {Figures} figures @param {Walk} walk */
export function longest(figures, walk) {
  const { words, pairs, alone, islands, largest, longest: ladder } = figures;
  const values = Object.fromEntries(
    Object.entries({ words, pairs, alone, islands, largest }).map(([name, value]) => [name, number(value)]),
  );
  const text = h("p", {}, t("list_figures", values));
  if (!ladder) return [text];
  say(tn("ladder_steps", ladder.steps));
  return [
    h("h2", {}, tn("ladder_steps", ladder.steps)),
    h("p", { class: "small" }, t(ladder.proven ? "longest_proven" : "longest_found")),
    rungs(ladder.ladder, walk),
    text,
  ];
}
