// What codes, marks and choices look like.

import { h, number, t } from "./core.js";

/** Return a code as tiles; `marks` shows a sign a letter, `before` (a code) stresses the letters that differ. */
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
  row.style.setProperty("--n", code.length);
  return h("span", { class: `code ${size}` }, h("span", { class: "said" }, told), row);
}

/** Return marks as pegs: a filled disc a black, a ring a white. */
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

/** Return a row of numbers from 0 to `most`, one of which is chosen by a tap, the arrows or its digit. */
export function digits(label, most, chosen, choose) {
  const name = `digits-${++groups}`;
  const row = h("div", { class: "pills", role: "radiogroup", "aria-label": label });
  for (let value = 0; value <= most; value++) {
    const input = h("input", { type: "radio", name, value, "aria-label": number(value), onchange: () => choose(value) });
    input.checked = value === chosen;
    row.append(h("label", { class: "pill" }, input, h("span", { "aria-hidden": "true" }, number(value))));
  }
  row.addEventListener("keydown", (event) => {
    const plain = !(event.shiftKey || event.ctrlKey || event.altKey || event.metaKey);
    const digit = /^\d$/.test(event.key) ? event.key : plain && event.code.match(/^Digit(\d)$/)?.[1];
    const input = digit && row.querySelector(`input[value="${digit}"]`);
    if (input) {
      input.checked = true;
      input.focus();
      choose(Number(digit));
    }
  });
  return row;
}

/** Return the choice of a game that a form's menus say, as the service takes it. */
export function chosenGame(view) {
  const value = (name) => document.getElementById(`${view}-${name}`).value;
  const colours = document.querySelector(`input[name=${view}-kind]:checked`).value === "colours";
  const codes = colours
    ? { holes: Number(value("holes")), colours: Number(value("colours")) }
    : { words: value("words"), length: Number(value("length")) };
  return { ...codes, rule: value("rule") };
}

/** Put a value into a menu, if it has it, and let what depends on it follow. */
export function putMenu(menu, value) {
  if (![...menu.options].some((option) => option.value === String(value) && !option.disabled)) return;
  menu.value = value;
  menu.dispatchEvent(new Event("change"));
}

/** Put a choice of a game into a form's menus. */
export function putGame(view, game) {
  const kind = game.holes ? "colours" : "words";
  document.querySelector(`input[name=${view}-kind][value=${kind}]`).click();
  for (const name of ["words", "length", "holes", "colours", "rule"]) {
    if (game[name]) putMenu(document.getElementById(`${view}-${name}`), game[name]);
  }
}

/** Keep a form's colours to so many as make codes that the service can list with so many holes. */
export function limitColours(view) {
  const holes = document.getElementById(`${view}-holes`);
  const colours = document.getElementById(`${view}-colours`);
  const limit = () => {
    for (const option of colours.options) option.disabled = Number(option.value) ** Number(holes.value) > Number(holes.dataset.mostCodes);
    if (colours.selectedOptions[0]?.disabled !== false) colours.value = [...colours.options].filter((one) => !one.disabled).at(-1).value;
  };
  holes.addEventListener("change", limit);
  limit();
}

/** Return how many codes, or words, are still possible. */
export const leftText = (game, count) => t(game.colours ? "left" : "left_words", { count: number(count) });

/** Return a choice of a game as parameters of an address, and read it back. */
export const packedGame = ({ words, length, holes, colours, rule }) => ({ w: words, l: length, n: holes, c: colours, r: rule });
export function unpackedGame(parameters) {
  const whole = (name) => Number(parameters.get(name)) || undefined;
  const rule = parameters.get("r") || "black-white";
  return whole("n")
    ? { holes: whole("n"), colours: whole("c"), rule }
    : { words: parameters.get("w") || undefined, length: whole("l"), rule };
}
