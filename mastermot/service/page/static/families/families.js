// Familles: the families of a dictionary, how many there are of each size, and what `ladders.js` shows.

import {
  all, ask, attempt, by, first, h, inputBy, keepAddress, latest, leaveStep, menuBy, message, onSubmit, say, t, tn,
} from "../shared/core.js";
import { familyItem, ladders, longest, neighbourhood } from "./ladders.js";
import { chooseKind, putFields } from "../shared/games.js";
import { barRows, listSome } from "../shared/pieces.js";
import { fold } from "../shared/words.js";

const KINDS = ["families", "neighbours", "ladder", "longest"];
const result = by("families-result");
const question = latest();
/** @param {string} name */
const value = (name) => menuBy(`families-${name}`).value;

/** @typedef {import("api").Family} Family */

/** @type {string[]} The words walked through, the one on the screen last. */
let trail = [];

/** Show what the form asks for. */
function show() {
  const kind = first(document, "input[name=families-kind]:checked").getAttribute("value") ?? "";
  if (kind === "families") return showFamilies();
  if (kind === "longest") return showLongest();
  const names = kind === "ladder" ? ["start", "end"] : ["word"];
  const empty = names.find((name) => !inputBy(`families-${name}`).value.trim());
  if (empty) {
    result.replaceChildren(message(t("word_wanted")));
    inputBy(`families-${empty}`).focus();
    return null;
  }
  return kind === "ladder" ? showLadders(false) : showNeighbours();
}

/**
 * Ask the service, and show what `draw` makes of the answer, if nothing else was asked for meanwhile.
 * @param {string} path
 * @param {Record<string, string>} asked
 * @param {(answer: any) => (Node | string | null)[]} draw
 * @param {string[]} [typed] the fields of words, in which a near word may be put in place of an unknown one
 * @returns {Promise<boolean>} whether the answer was shown
 */
async function lookUp(path, asked, draw, typed = []) {
  let shown = false;
  const take = (/** @type {string} */ word, /** @type {import("../shared/core.js").Problem} */ { detail }) => {
    const field = (/** @type {string} */ name) => inputBy(`families-${name}`);
    const isUnknown = (/** @type {string} */ name) => detail.includes(fold(field(name).value.trim())); // it is named
    field(typed.find(isUnknown) ?? typed[0]).value = word;
    show();
  };
  await attempt(result, question, async (current) => {
    const answer = await ask(`${path}?${new URLSearchParams(asked)}`);
    shown = current();
    if (shown) result.replaceChildren(...draw(answer).filter((part) => part !== null));
  }, { take: typed.length ? take : null });
  return shown;
}

function showFamilies() {
  const asked = { words: value("words"), length: value("length"), min_size: value("least") };
  keepAddress("families", { w: asked.words, l: asked.length, m: asked.min_size, s: 1 });
  return lookUp("/api/families", asked, (answer) => {
    say(answer.families.length ? tn("families_found", answer.families.length) : t("none_found"));
    return [picture(answer.histogram), ...listed(answer.families)];
  });
}

function showLongest() {
  const asked = { words: value("words"), length: value("length") };
  keepAddress("families", { v: "longest", w: asked.words, l: asked.length });
  return lookUp("/api/islands", asked, (answer) => longest(answer, walk));
}

/** @param {boolean} every whether all the shortest ladders are shown @returns {Promise<boolean>} */
function showLadders(every) {
  const asked = {
    start: inputBy("families-start").value.trim(),
    end: inputBy("families-end").value.trim(),
    words: value("words"),
    all: String(every),
  };
  keepAddress("families", { v: "ladder", a: asked.start, b: asked.end, w: asked.words, all: every ? 1 : "" });
  const actions = { walk, every: () => showLadders(true), between };
  return lookUp("/api/ladder", asked, (answer) => ladders(answer, actions), ["start", "end"]);
}

/** Show the ladder between two other words. @param {string} start @param {string} end */
function between(start, end) {
  leaveStep();
  inputBy("families-start").value = start.toLowerCase();
  inputBy("families-end").value = end.toLowerCase();
  return showLadders(false);
}

async function showNeighbours() {
  const asked = { word: inputBy("families-word").value.trim(), words: value("words") };
  keepAddress("families", { v: "neighbours", n: asked.word, w: asked.words });
  return lookUp(
    "/api/neighbours",
    asked,
    (answer) => {
      const known = trail.indexOf(answer.word);
      trail = known < 0 ? [...trail, answer.word] : trail.slice(0, known + 1);
      const count = answer.neighbours
        ? tn("neighbours_n", answer.neighbours)
        : t("no_neighbour", { word: answer.word });
      say(`${answer.word}: ${count}`);
      return neighbourhood(answer, trail, walk, asked.words);
    },
    ["word"],
  );
}

/**
 * Put a word into the middle of the picture; Back brings back what was there.
 * @param {string} word
 * @param {string} [from] the word in the middle now, if one is
 */
async function walk(word, from) {
  if (!from && !trail.includes(word)) trail = [];
  leaveStep();
  chooseKind("families", "neighbours");
  inputBy("families-word").value = word.toLowerCase();
  if (!(await showNeighbours())) return;
  const button = all(result, ".lock button").find((one) => one.tabIndex === 0);
  button?.focus({ preventScroll: true });
  first(result, from ? ".here" : "h2").scrollIntoView({ block: from ? "center" : "start" });
}

/** Return a table of sizes whose bars are its picture. @param {Record<string, number>} histogram */
function picture(histogram) {
  const rows = barRows(Object.entries(histogram).filter(([size]) => Number(size) > 1), Math.log1p);
  const head = h("tr", { class: "said" }, [
    h("th", { scope: "col" }, t("size")),
    h("td", {}),
    h("th", { scope: "col" }, t("number")),
  ]);
  return h("figure", {}, [
    h("h2", { id: "sizes" }, t("sizes")),
    h("table", { class: "sizes", "aria-labelledby": "sizes" }, h("thead", {}, head), h("tbody", {}, rows)),
    h("figcaption", {}, t("sizes_caption")),
  ]);
}

/** @param {Family[]} families */
function listed(families) {
  if (!families.length) return [h("p", {}, t("none_found"))];
  const list = h("ul", { class: "families" });
  const more = listSome(list, families, (family) => familyItem(family, walk));
  return [h("h2", {}, tn("families_found", families.length)), list, more];
}

/** @param {URLSearchParams} parameters */
export function open(parameters) {
  putFields("families", parameters, { words: "w", length: "l", least: "m", word: "n", start: "a", end: "b" });
  const asked = parameters.get("v") ?? "families";
  const kind = KINDS.includes(asked) ? asked : "families";
  chooseKind("families", kind);
  question.drop();
  result.replaceChildren();
  if (kind === "neighbours" && parameters.get("n")) showNeighbours();
  else if (kind === "ladder" && parameters.get("a") && parameters.get("b")) showLadders(parameters.get("all") === "1");
  else if (kind === "longest") showLongest();
  else if (parameters.get("s")) showFamilies();
}

export function begin() {
  onSubmit("families-form", () => {
    trail = [];
    return show();
  });
}
