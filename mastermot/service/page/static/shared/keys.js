// The entry of a guess: holes that fill as one types or taps, the colours as buttons, and the keyboard on the screen,
// letters in the order of the reader's own, coloured by what is known of them.

import { all, h, say, t } from "./core.js";
import { recall, remember } from "./early.js";
import { signOfEach, symbols } from "./games.js";
import { moreLetters } from "./letters.js";
import { colourOf, tiles } from "./pieces.js";

/** @typedef {{guess: string, marks: string, blacks: number, whites: number}} Move */

const LAYOUT = "mastermot-keys";
/** The order of the letters that was chosen on this page, or before in this browser; none: the language decides. */
let chosenLayout = recall(LAYOUT);

/**
 * Return the orders of the letters, by the six that they begin with; the reader's own first: azerty, qwerty…
 * @returns {Map<string, string[]>}
 */
function listLayouts() {
  const layouts = t("keyboards").split("|");
  return new Map(layouts.map((rows) => [rows.slice(0, 6).toLowerCase(), rows.split(" ")]));
}

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
    const says = (/** @type {string} */ sign) => ".OX".indexOf(sign); // the later in this row, the more it says
    if (!known.has(letter) || says(mark) > says(known.get(letter))) known.set(letter, mark);
  };
  for (const { guess, marks, blacks, whites } of moves) {
    const allPlaced = blacks === guess.length;
    const noneThere = rule.whites && blacks + whites === 0;
    const allThere = rule.whites && blacks + whites === guess.length;
    for (const [place, letter] of [...guess].entries()) {
      if (rule.byPosition) learn(letter, signOfEach(marks, guess.length)[place]);
      else if (allPlaced) learn(letter, "X");
      else if (noneThere) learn(letter, ".");
      else if (allThere) learn(letter, "O");
    }
  }
  return known;
}

/**
 * Leave the focus where the reader types when a key of the screen is tapped, so that both can be used by turns.
 * @param {Event} event
 */
function keepFocus(event) {
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

/**
 * Write a sign where a code is being typed, in the place of what is selected.
 * @param {HTMLInputElement} input
 * @param {string} sign
 */
export function writeSign(input, sign) {
  const { selectionStart: start, selectionEnd: end, value } = input;
  input.setRangeText(sign, start ?? value.length, end ?? value.length);
  input.setSelectionRange(input.value.length, input.value.length); // what follows goes on at the end
  input.dispatchEvent(new Event("input"));
}

/** Take back what is selected of a code, or the sign before. @param {HTMLInputElement} input */
export function eraseSign(input) {
  const end = input.selectionEnd ?? input.value.length;
  const start = input.selectionStart ?? end;
  input.setRangeText("", start < end ? start : Math.max(0, start - 1), end, "end");
  input.dispatchEvent(new Event("input"));
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
 * Return the rows of letters of a keyboard: those that the dictionary has, and its own, such as Ñ, in the second row.
 * @param {string[]} rows
 */
function fitRows(rows) {
  const more = moreLetters();
  const isInUse = (/** @type {string} */ letter) => /[A-Z]/.test(letter) || more.includes(letter);
  const fitted = rows.map((row) => [...row].filter(isInUse).join(""));
  const missing = [...more].filter((letter) => !fitted.join("").includes(letter));
  fitted[1] += missing.join("");
  return fitted;
}

/**
 * Return a keyboard that writes into an input, with a key that takes the last letter back and one that sends.
 * @param {HTMLInputElement} input
 * @param {Map<string, string>} known
 * @param {number} length
 */
export function makeKeyboard(input, known, length) {
  const element = h("div", { class: "keyboard", role: "group", "aria-label": t("keyboard"), onpointerdown: keepFocus });
  const key = (/** @type {string} */ letter) => {
    const mark = known.get(letter);
    const label = mark ? t("letter_marked", { letter, mark: t(`mark_${mark}`) }) : letter;
    const onclick = () => input.value.length < length && write(input, input.value + letter);
    return h("button", { class: "key", "data-known": mark, "aria-label": label, onclick }, letter);
  };
  const send = h("button", { type: "submit", class: "key wide primary", "aria-label": t("propose") }, "↵");
  const draw = () => {
    const layouts = listLayouts();
    const names = [...layouts.keys()];
    const shown = layouts.has(chosenLayout) ? chosenLayout : names[0];
    const other = names[(names.indexOf(shown) + 1) % names.length]; // a button goes round them all
    const letters = fitRows(layouts.get(shown) ?? []);
    const rows = letters.map((row) => h("div", { class: "key-row" }, [...row].map(key)));
    rows[rows.length - 1].prepend(eraser(input, "key wide"));
    rows[rows.length - 1].append(send);
    const change = () => {
      chosenLayout = other;
      remember(LAYOUT, other);
      draw();
    };
    element.replaceChildren(...rows, h("button", { class: "quiet layout", onclick: change }, other.toUpperCase()));
  };
  draw();
  return element;
}

/**
 * Return the holes of a code, filled as it is typed or tapped; letters that are given stand there before.
 * @param {HTMLInputElement} input
 * @param {{length: number, pattern: string | null, colours: boolean}} code
 */
export function holes(input, { length, pattern, colours }) {
  const row = h("p", { class: "holes", "aria-hidden": "true" });
  const fill = () => {
    const code = [...input.value.replace(/\s/g, "").toUpperCase()].slice(0, length).join("");
    row.replaceChildren(tiles(code.padEnd(length, "\u00a0"), { size: "large", colours }));
    for (const [place, tile] of all(row, ".tile").entries()) {
      const given = pattern?.[place] ?? ".";
      if (code[place] || given === ".") continue;
      tile.textContent = given;
      tile.classList.add("given");
    }
    row.classList.toggle("too-long", [...input.value.trim()].length > length);
  };
  const choose = () => {
    const { selectionStart: start, selectionEnd: end } = input;
    const chosen = (/** @type {number} */ place) => start !== null && end === start + 1 && place === start;
    for (const [place, tile] of all(row, ".tile").entries()) tile.classList.toggle("chosen", chosen(place));
  };
  input.addEventListener("input", () => {
    fill();
    choose();
  });
  input.addEventListener("click", ({ clientX, clientY }) => {
    const under = document.elementsFromPoint(clientX, clientY);
    const place = all(row, ".tile").findIndex((tile) => under.includes(tile));
    if (place >= 0 && place < input.value.length) input.setSelectionRange(place, place + 1);
    choose();
  });
  fill();
  return row;
}

/**
 * Return the colours as buttons that write their letter: into the hole that was chosen, else into the next one.
 * @param {HTMLInputElement} input
 * @param {import("./games.js").Game} game
 */
export function palette(input, game) {
  return h("div", { class: "palette", role: "group", "aria-label": t("colours"), onpointerdown: keepFocus }, [
    symbols(game).map((letter) =>
      h("button", {
        class: "tile",
        "data-colour": colourOf(letter),
        "aria-label": t("add_colour", { letter }),
        onclick: () => {
          writeSign(input, letter);
          say([...input.value.toUpperCase()].join(" "));
        },
      }, letter),
    ),
  ]);
}
