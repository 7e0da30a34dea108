// What codes and questions look like: tiles, links to techniques, a button that asks first.

import { fine, h, number, t, workButton } from "./core.js";
import { writeUnshifted } from "./digits.js";
import { fold } from "./letters.js";

/** @typedef {{size?: string, marks?: string, before?: string | null, colours?: boolean}} Looks */

/** Holes that stand in one row; more are shown in two of the same length. */
const ROW = 12;
/** Items of a long list that are shown at once. */
const SHOWN = 60;

/** Return the letter whose colour a sign has. @param {string} sign */
export const colourOf = (sign) => (/\d/.test(sign) ? "ABCDEFGHIJ"[Number(sign)] : sign);

/**
 * Return a code as tiles; `marks` shows a sign a letter, `before` (a code) stresses the letters that differ.
 * @param {string} code
 * @param {Looks} [looks]
 */
export function tiles(code, { size = "", marks = "", before = null, colours = false } = {}) {
  const letters = [...code].map((letter, place) => {
    const open = letter === "?" || letter === "*";
    const fresh = before !== null && !open && before[place] !== letter;
    const hole = colours && !letter.trim();
    return h("span", {
      class: `tile${open ? " open" : ""}${fresh ? " new" : ""}${hole ? " hole" : ""}`,
      "data-mark": marks[place] || null,
      "data-colour": colours && !open && !hole ? colourOf(letter) : null,
    }, letter);
  });
  const told = marks
    ? [...code].map((letter, place) => t("letter_marked", { letter, mark: t(`mark_${marks[place]}`) })).join(", ")
    : code.replace(/\?/g, "… ");
  const even = colours && code.length > ROW;
  const row = h("span", { class: `letters${even ? " even" : ""}`, "aria-hidden": "true" }, letters);
  row.style.setProperty("--n", String(even ? Math.ceil(code.length / 2) : code.length));
  return h("span", { class: `code ${size}` }, h("span", { class: "said" }, told), row);
}

/**
 * Return a line of a field with its label, and the button that does something with it.
 * @param {string} label
 * @param {HTMLInputElement} input
 * @param {HTMLElement} button
 */
export const fieldLine = (label, input, button) =>
  h("div", { class: "guess-line" }, h("p", { class: "field" }, h("label", { for: input.id }, label), input), button);

/** Return a level with its name. @param {number} level */
export const levelText = (level) => t("puzzle_level", { level: number(level), name: t(`level_${level}`) });

/** Return how long something took, as minutes and seconds. @param {number} seconds */
export const clockText = (seconds) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;

/** Return a code or a word as it is typed: its signs alone, those of a word folded. @param {string} typed */
export const signsOf = (typed) => fold(typed.replace(/\s/g, "")) || typed.replace(/\s/g, "").toUpperCase();

/**
 * Return a field for a code or a word: what is typed beyond its length is not taken, nor what is none of its `signs`,
 * where it has its own; of `digits`, the keys give digits.
 * @param {import("./core.js").Attributes} attributes
 * @param {{length?: number, digits?: boolean, signs?: string[] | null}} [code]
 */
export function codeInput(attributes, { length = Infinity, digits = false, signs = null } = {}) {
  const usual = { class: "code-input", type: "text", autocomplete: "off", autocapitalize: "characters", maxlength: 40 };
  const input = h("input", { ...usual, spellcheck: "false", ...attributes });
  if (digits) input.addEventListener("keydown", (event) => writeUnshifted(input, event));
  input.addEventListener("input", () => {
    const taken = [...input.value].filter((sign) => !signs || signs.includes(sign.toUpperCase())).join("");
    if (taken !== input.value) input.value = taken;
    while (signsOf(input.value).length > length) input.value = input.value.slice(0, -1);
  });
  return input;
}

/**
 * Return a sentence with a word as it is spelled, each spelling a link to its meaning where the operator has one.
 * @param {string} name of a text with a place {word}
 * @param {string[]} spellings
 * @param {string} words the dictionary
 */
export function spelled(name, spellings, words) {
  const address = document.querySelector("meta[name=meanings]")?.getAttribute("content") ?? "";
  // a text has no other line break
  const [before, after] = t(name, { word: "\n" }).split("\n");
  const links = spellings.map((word) => {
    const href = address.replace("{lang}", words.slice(0, 2)).replace("{word}", encodeURIComponent(word));
    return address ? h("a", { href, target: "_blank", rel: "noreferrer", title: t("meaning") }, word) : word;
  });
  return [before, ...links.flatMap((link, index) => (index ? [", ", link] : [link])), fine(after)];
}

/** Return the techniques, from easy to hard. */
export const listTechniques = () => t("technique_kinds").split(" ");

/**
 * Return a link to what a technique is, by its name; nothing where a step has none.
 * @param {string | undefined} kind
 */
export function techniqueLink(kind) {
  return kind ? h("a", { class: "technique", href: `#technique?k=${kind}` }, t(`technique_${kind}`)) : null;
}

/**
 * Return a button that asks before it does what cannot be taken back; without a question it does it at once.
 * @param {{label: string, look: string, question: string, yes: string, no: string}} texts
 * @param {() => unknown} work
 * @param {() => boolean} [asks]
 */
export function askFirst({ label, look, question, yes, no }, work, asks = () => true) {
  const button = h("button", {
    class: look,
    onclick: () => {
      if (!asks()) return work();
      const agree = workButton("drop", yes, work);
      const refuse = h("button", {
        onclick: () => {
          asked.replaceWith(button);
          button.focus();
        },
      }, no);
      const asked = h("span", { class: "asked", role: "group", "aria-label": question }, [
        question,
        " ",
        agree,
        " ",
        refuse,
      ]);
      button.replaceWith(asked);
      refuse.focus();
    },
  }, label);
  return button;
}

/** @type {Record<string, [string, number]>} Along which side of its box an arrow leads, and which way. */
const ARROWS = { ArrowLeft: ["x", -1], ArrowRight: ["x", 1], ArrowUp: ["y", -1], ArrowDown: ["y", 1] };

/**
 * Have the arrows lead from button to button: up and down in a column, sideways to the nearest one of the next column
 * that has any. Tab enters at `begin`, or where one was last, and leaves.
 * @param {HTMLElement} element
 * @param {HTMLElement[]} buttons
 */
export function walkByArrows(element, buttons, begin = buttons[0]) {
  for (const button of buttons) button.tabIndex = button === begin ? 0 : -1;
  element.addEventListener("keydown", (event) => {
    const [side, way] = ARROWS[event.key] ?? [];
    const from = buttons.find((button) => button === event.target)?.getBoundingClientRect();
    if (!side || !way || !from) return;
    event.preventDefault();
    findNearest(buttons, from, side, way)?.focus();
  });
  element.addEventListener("focusin", (event) => {
    if (buttons.some((button) => button === event.target)) {
      for (const button of buttons) button.tabIndex = button === event.target ? 0 : -1;
    }
  });
}

/**
 * Return the button to which an arrow leads: of those of the same column up or down, the nearest; sideways, in the
 * nearest column, the one nearest in height. Undefined where there is none.
 * @param {HTMLElement[]} buttons @param {DOMRect} from @param {string} side x or y @param {number} way -1 or 1
 */
function findNearest(buttons, from, side, way) {
  const near = buttons.flatMap((button) => {
    const { x, y } = button.getBoundingClientRect();
    const away = { x: Math.round(x - from.x), y: Math.round(y - from.y) };
    const isThere = side === "x" ? away.x * way > 0 : away.y * way > 0 && away.x === 0;
    return isThere ? [{ button, across: Math.abs(away.x), down: Math.abs(away.y) }] : [];
  });
  near.sort((one, other) => one.across - other.across || one.down - other.down);
  return near[0]?.button;
}

/**
 * Give a key to an element that takes it, and the focus with it.
 * @param {HTMLElement} element
 * @param {KeyboardEvent} event
 */
export function handOn(element, event) {
  element.focus();
  element.dispatchEvent(new KeyboardEvent("keydown", { key: event.key, code: event.code }));
  event.preventDefault();
}

/** Have the browser save a text as a file. @param {string} text @param {string} type @param {string} name */
export function saveFile(text, type, name) {
  const link = h("a", { href: URL.createObjectURL(new Blob([text], { type })), download: name });
  link.click();
  URL.revokeObjectURL(link.href);
}

/**
 * Fill a list with the first of many items, and return the button that adds more of them.
 * @template T
 * @param {HTMLElement} list
 * @param {T[]} items
 * @param {(item: T) => HTMLElement} draw
 */
export function listSome(list, items, draw) {
  const more = h("button", { onclick: () => add() }, t("more"));
  const add = () => {
    list.append(...items.slice(list.childElementCount, list.childElementCount + SHOWN).map(draw));
    more.hidden = list.childElementCount >= items.length;
  };
  add();
  return h("p", { class: "actions" }, more);
}

/**
 * Return rows of a table, each with a bar: its label, its number, and how long the bar is beside the longest.
 * @param {[string, number][]} counts
 * @param {(count: number) => number} [scale]
 */
export function barRows(counts, scale = (count) => count) {
  const most = Math.max(...counts.map(([, count]) => scale(count)));
  return counts.map(([label, count]) => {
    const bar = h("div", { class: "bar", "aria-hidden": "true" });
    bar.style.width = `${(100 * scale(count)) / most}%`;
    const cells = [h("td", {}, count ? bar : ""), h("td", { class: "count" }, number(count))];
    return h("tr", {}, h("th", { scope: "row" }, label), cells);
  });
}
