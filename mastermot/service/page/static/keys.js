// The keyboard on the screen: letters in the order of the reader's own, coloured by what is known of them.

import { h, say, t } from "./core.js";
import { recall, remember } from "./early.js";
import { moreLetters } from "./letters.js";

/** @typedef {{guess: string, marks: string, blacks: number, whites: number}} Move */

const LAYOUT = "mastermot-keys";
/**
 * The orders of the letters, by the six that they begin with; the reader's own first.
 * @type {Record<string, string[]>}
 */
const ROWS = Object.fromEntries(
  t("keyboards")
    .split("|")
    .map((rows) => [rows.slice(0, 6).toLowerCase(), rows.split(" ")]),
);

/**
 * The order of the letters on this page: as it was chosen here, or before in this browser; else the language decides.
 */
let layout = recall(LAYOUT) in ROWS ? recall(LAYOUT) : Object.keys(ROWS)[0];

/**
 * Return what is known of each letter: X in place somewhere, O in the code, . not in it. Nothing is said of a letter
 * whose marks leave it open.
 * @param {{whites: boolean, byPosition: boolean}} rule
 * @param {Move[]} moves
 * @returns {Map<string, string>}
 */
export function knownLetters(rule, moves) {
  const known = new Map();
  /** @type {(letter: string, mark: string) => void} */
  const learn = (letter, mark) => {
    if (!known.has(letter) || ".OX".indexOf(mark) > ".OX".indexOf(known.get(letter))) known.set(letter, mark);
  };
  for (const { guess, marks, blacks, whites } of moves) {
    const pattern = rule.byPosition && !marks.startsWith("(") ? marks : null;
    for (const [place, letter] of [...guess].entries()) {
      if (rule.byPosition) learn(letter, pattern ? pattern[place] : ".");
      else if (blacks === guess.length) learn(letter, "X");
      else if (rule.whites && blacks + whites === 0) learn(letter, ".");
      else if (rule.whites && blacks + whites === guess.length) learn(letter, "O");
    }
  }
  return known;
}

/**
 * Leave the focus where the reader types when a key of the screen is tapped, so that both can be used by turns.
 * @param {Event} event
 */
export function keepFocus(event) {
  if (document.activeElement instanceof HTMLInputElement) event.preventDefault();
}

/**
 * Write a code into an input, and have it said letter by letter.
 * @param {HTMLInputElement} input
 * @param {string} value
 */
export function write(input, value) {
  input.value = value;
  input.dispatchEvent(new Event("input"));
  say([...value.toUpperCase()].join(" "));
}

/** Return the button that takes the last letter back. @param {HTMLInputElement} input @param {string} look */
export const eraser = (input, look) =>
  h("button", {
    class: look,
    "aria-label": t("erase"),
    onpointerdown: keepFocus,
    onclick: () => write(input, input.value.slice(0, -1)),
  }, "⌫");

/**
 * Return a keyboard that writes into an input, with a key that takes the last letter back and one that sends.
 * @param {HTMLInputElement} input
 * @param {Map<string, string>} known
 * @param {number} length
 */
export function makeKeyboard(input, known, length) {
  const element = h("div", { class: "keyboard", role: "group", "aria-label": t("keyboard"), onpointerdown: keepFocus });
  const draw = () => {
    const names = Object.keys(ROWS);
    const other = names[(names.indexOf(layout) + 1) % names.length];
    const more = moreLetters();
    const there = ROWS[layout].map((row) => row.replace(/[^A-Z]/g, (letter) => (more.includes(letter) ? letter : "")));
    there[1] += [...more].filter((letter) => !there.join("").includes(letter)).join("");
    const rows = there.map((letters) =>
      h(
        "div",
        { class: "key-row" },
        [...letters].map((letter) => {
          const mark = known.get(letter);
          return h("button", {
            class: "key",
            "data-known": mark ?? null,
            "aria-label": mark ? t("letter_marked", { letter, mark: t(`mark_${mark}`) }) : letter,
            onclick: () => input.value.length < length && write(input, input.value + letter),
          }, letter);
        }),
      ),
    );
    rows[rows.length - 1].prepend(
      eraser(input, "key wide"),
    );
    rows[rows.length - 1].append(
      h("button", { type: "submit", class: "key wide primary", "aria-label": t("propose") }, "↵"),
    );
    element.replaceChildren(
      ...rows,
      h("button", {
        class: "quiet layout",
        onclick: () => {
          layout = other;
          remember(LAYOUT, other);
          draw();
        },
      }, other.toUpperCase()),
    );
  };
  draw();
  return element;
}
