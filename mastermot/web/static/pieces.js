// What codes, marks and choices look like.

import { first, h, menuBy, number, t } from "./core.js";

/**
 * A choice of a game, as the service takes it: words of a length, or colours in holes.
 * @typedef {{words?: string, length?: number, holes?: number, colours?: number, rule: string}} Game
 */
/** @typedef {{size?: string, marks?: string, before?: string | null, colours?: boolean}} Looks */

/**
 * Return a code as tiles; `marks` shows a sign a letter, `before` (a code) stresses the letters that differ.
 * @param {string} code
 * @param {Looks} [looks]
 */
export function tiles(code, { size = "", marks = "", before = null, colours = false } = {}) {
  const letters = [...code].map((letter, place) => {
    const open = letter === "?" || letter === "*";
    const fresh = before !== null && !open && before[place] !== letter;
    return h("span", { class: `tile${open ? " open" : ""}${fresh ? " new" : ""}`, "data-mark": marks[place] || null, "data-colour": colours && !open ? letter : null }, letter);
  });
  const told = marks
    ? [...code].map((letter, place) => t("letter_marked", { letter, mark: t(`mark_${marks[place]}`) })).join(", ")
    : code.replace(/\?/g, "… ");
  const row = h("span", { class: "letters", "aria-hidden": "true" }, letters);
  row.style.setProperty("--n", String(code.length));
  return h("span", { class: `code ${size}` }, h("span", { class: "said" }, told), row);
}

/**
 * Return marks as pegs: a filled disc a black, a ring a white.
 * @param {number} blacks
 * @param {number} whites
 */
export function pegs(blacks, whites, counted = true) {
  const said = counted ? t("marks_said", { blacks, whites }) : t("blacks_said", { blacks });
  const row = [
    ...Array.from({ length: blacks }, () => h("span", { class: "peg black" })),
    ...Array.from({ length: whites }, () => h("span", { class: "peg" })),
  ];
  if (!row.length) row.push(h("span", { class: "peg none" }));
  return h("span", { class: "pegs" }, h("span", { class: "said" }, said), h("span", { class: "pegs", "aria-hidden": "true" }, row));
}

let groups = 0;

/**
 * Return a row of numbers from 0 to `most`, one of which is chosen by a tap, the arrows or its digit.
 * @param {string} label
 * @param {number} most
 * @param {number | null} chosen
 * @param {(value: number, onward: boolean) => void} choose `onward` when a digit was tapped or typed, not walked to
 */
export function digits(label, most, chosen, choose) {
  const name = `digits-${++groups}`;
  let tapped = false;
  const row = h("div", { class: "pills", role: "radiogroup", "aria-label": label });
  for (let value = 0; value <= most; value++) {
    const input = h("input", { type: "radio", name, value, "aria-label": number(value), onchange: () => choose(value, tapped) });
    input.checked = value === chosen;
    row.append(h("label", { class: "pill" }, input, h("span", { "aria-hidden": "true" }, number(value))));
  }
  row.addEventListener("pointerdown", () => (tapped = true));
  row.addEventListener("keydown", (event) => {
    tapped = false;
    const plain = !(event.shiftKey || event.ctrlKey || event.altKey || event.metaKey);
    const digit = /^\d$/.test(event.key) ? event.key : plain && event.code.match(/^Digit(\d)$/)?.[1];
    const input = digit && row.querySelector(`input[value="${digit}"]`);
    if (input instanceof HTMLInputElement) {
      input.checked = true;
      input.focus();
      choose(Number(digit), true);
    }
  });
  return row;
}

/**
 * Return the choice of a game that a form's menus say.
 * @param {string} view
 * @returns {Game}
 */
export function chosenGame(view) {
  /** @param {string} name */
  const value = (name) => menuBy(`${view}-${name}`).value;
  const colours = first(document, `input[name=${view}-kind]:checked`).getAttribute("value") === "colours";
  const codes = colours
    ? { holes: Number(value("holes")), colours: Number(value("colours")) }
    : { words: value("words"), length: Number(value("length")) };
  return { ...codes, rule: value("rule") };
}

/**
 * Put a value into a menu, if it has it, and let what depends on it follow.
 * @param {HTMLSelectElement} menu
 * @param {string | number | null} value
 */
export function putMenu(menu, value) {
  if (![...menu.options].some((option) => option.value === String(value) && !option.disabled)) return;
  menu.value = String(value);
  menu.dispatchEvent(new Event("change"));
}

/**
 * Put a choice of a game into a form's menus.
 * @param {string} view
 * @param {Game} game
 */
export function putGame(view, game) {
  const kind = game.holes ? "colours" : "words";
  first(document, `input[name=${view}-kind][value=${kind}]`).click();
  const { words, length, holes, colours, rule } = game;
  for (const [name, value] of Object.entries({ words, length, holes, colours, rule })) {
    if (value) putMenu(menuBy(`${view}-${name}`), value);
  }
}

/**
 * Keep a form's colours to so many as make codes that the service can list with so many holes.
 * @param {string} view
 */
export function limitColours(view) {
  const holes = menuBy(`${view}-holes`);
  const colours = menuBy(`${view}-colours`);
  const limit = () => {
    for (const option of colours.options) option.disabled = Number(option.value) ** Number(holes.value) > Number(holes.dataset.mostCodes);
    if (colours.selectedOptions[0]?.disabled !== false) colours.value = [...colours.options].filter((option) => !option.disabled).at(-1)?.value ?? "";
  };
  holes.addEventListener("change", limit);
  limit();
}

/**
 * Return how many codes, or words, are still possible.
 * @param {Game} game
 * @param {number} count
 */
export const leftText = (game, count) => t(game.colours ? "left" : "left_words", { count: number(count) });

/**
 * Return a choice of a game as parameters of an address, and read it back.
 * @param {Game} game
 */
export const packedGame = ({ words, length, holes, colours, rule }) => ({ w: words, l: length, n: holes, c: colours, r: rule });
/**
 * @param {URLSearchParams} parameters
 * @returns {Game}
 */
export function unpackedGame(parameters) {
  /** @param {string} name */
  const whole = (name) => Number(parameters.get(name)) || undefined;
  const rule = parameters.get("r") || "black-white";
  return whole("n")
    ? { holes: whole("n"), colours: whole("c"), rule }
    : { words: parameters.get("w") || undefined, length: whole("l"), rule };
}
