// Familles: the families of a dictionary, and how many there are of each size.

import { ask, by, h, keepAddress, latest, menuBy, number, onSubmit, say, t, tn, told } from "./core.js";
import { putMenu, tiles } from "./pieces.js";

const SHOWN = 60;
const result = by("families-result");
const question = latest();
/** @param {string} name */
const value = (name) => menuBy(`families-${name}`).value;

/** @typedef {{pattern: string, words: string[]}} Family */

async function show() {
  const asked = { words: value("words"), length: value("length"), min_size: value("least") };
  keepAddress("families", { w: asked.words, l: asked.length, m: asked.min_size, s: 1 });
  const current = question.ask();
  try {
    const answer = await ask(`/api/cliques?${new URLSearchParams(asked)}`);
    if (!current()) return;
    result.replaceChildren(picture(answer.histogram), ...listed(answer.families));
    say(answer.families.length ? tn("families_found", answer.families.length) : t("none_found"));
  } catch (problem) {
    if (current()) result.replaceChildren(told(problem));
  }
}

/**
 * Return a table of sizes whose bars are its picture.
 * @param {Record<string, number>} histogram
 */
function picture(histogram) {
  const sizes = Object.entries(histogram).map(([size, count]) => ({ size: Number(size), count })).filter(({ size }) => size > 1);
  const most = Math.log1p(Math.max(...sizes.map(({ count }) => count), 1));
  const rows = sizes.map(({ size, count }) => {
    const bar = h("div", { class: "bar", "aria-hidden": "true" });
    bar.style.width = `${(100 * Math.log1p(count)) / most}%`;
    return h("tr", {}, h("th", { scope: "row" }, number(size)), h("td", {}, count ? bar : ""), h("td", { class: "count" }, number(count)));
  });
  const head = h("tr", { class: "said" }, h("th", { scope: "col" }, t("size")), h("td", {}), h("th", { scope: "col" }, t("number")));
  return h("figure", {}, h("h2", { id: "sizes" }, t("sizes")),
    h("table", { class: "sizes", "aria-labelledby": "sizes" }, h("thead", {}, head), h("tbody", {}, rows)),
    h("figcaption", {}, t("sizes_caption")));
}

/** @param {Family[]} families */
function listed(families) {
  if (!families.length) return [h("p", {}, t("none_found"))];
  const list = h("ul", { class: "families" });
  let shown = 0;
  const more = h("button", { type: "button", onclick: () => add() }, t("more"));
  const add = () => {
    const next = families.slice(shown, shown + SHOWN);
    list.append(...next.map(family));
    shown += next.length;
    more.hidden = shown >= families.length;
  };
  add();
  return [h("h2", {}, tn("families_found", families.length)), list, h("p", { class: "actions" }, more)];
}

/**
 * Return one family: its pattern, then its words with the letter that differs stressed.
 * @param {Family} family
 */
function family({ pattern, words }) {
  const open = pattern.indexOf("?");
  const spelled = words.flatMap((word) => [h("span", {}, word.slice(0, open), h("b", {}, word[open]), word.slice(open + 1)), " "]);
  return h("li", {}, h("p", { class: "head" }, tiles(pattern, { size: "small" }), h("span", { class: "small" }, t("members", { count: number(words.length) }))),
    h("p", { class: "words" }, spelled));
}

/** @param {URLSearchParams} parameters */
export function open(parameters) {
  /** @type {(name: string, parameter: string) => void} */
  const put = (name, parameter) => putMenu(menuBy(`families-${name}`), parameters.get(parameter));
  put("words", "w");
  put("length", "l");
  put("least", "m");
  question.drop();
  result.replaceChildren();
  if (parameters.get("s")) show();
}

export function begin() {
  onSubmit("families-form", show);
}
