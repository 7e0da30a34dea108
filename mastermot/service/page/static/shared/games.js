// The choice of a game, its marks and turns: what Play and Guess share.

import { all, by, first, h, hashOf, inputBy, menuBy, number, t, tn } from "./core.js";
import { ownWords, recall, remember } from "./early.js";
import { tiles, askFirst } from "./pieces.js";

/**
 * A choice of a game, as the service takes it: words of a length, or colours in holes.
 * Colours are their number, or the symbols that they are written with.
 * @typedef {{words?: string, length?: number, holes?: number, colours?: number | string, repeats?: boolean,
 *   digits?: boolean, rule: string}} Game
 */

/** Holes, or letters, from which on a code has a line of the board for itself, and its marks are numbers. */
const LONG = 7;

/** @param {string} code */
const isLong = (code) => code.length >= LONG;

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
const DIGITS = "0123456789";

/** Return the signs that a game's colours are written with. @param {Game} game */
export const symbols = ({ colours = 0, digits }) =>
  typeof colours === "string" ? readSymbols(colours) : [...(digits ? DIGITS : LETTERS)].slice(0, colours);

/** Return whether a game's codes are digits alone. @param {Game} game */
export const inDigits = (game) => Boolean(game.colours) && symbols(game).every((sign) => DIGITS.includes(sign));

/**
 * Return the signs that a person wrote, in their order: `RGBYOW`, `1, 2, 3`, or a range, `1-6`. What is no such list is
 * left to the service to refuse.
 * @param {string} text
 */
function readSymbols(text) {
  const pieces = text.toUpperCase().matchAll(/([^\s,])\s*-\s*([^\s,])|[^\s,]/g);
  return [...pieces].flatMap(([piece, from, to]) => {
    const every = [LETTERS, DIGITS].find((signs) => from && signs.includes(from) && signs.includes(to));
    return every ? [...every.slice(every.indexOf(from), every.indexOf(to) + 1)] : [...piece];
  });
}

/**
 * Return symbols as an address and the service have them: digits alone with a comma between, since a number is how many
 * colours there are.
 * @param {string} text
 */
const writeSymbols = (text) => (/^\d+$/.test(text) ? [...text].join(",") : text);

/**
 * Return marks as pegs: a filled disc a black, a ring a white. Those of a long code are one of each, its number beside
 * it.
 * @param {number} blacks
 * @param {number} whites
 */
export function pegs(blacks, whites, counted = true, long = false) {
  const peg = (/** @type {string} */ look) => h("span", { class: `peg ${look}` });
  const kinds = /** @type {[string, number][]} */ ([["black", blacks], ["white", whites]]);
  const shown = kinds.slice(0, counted ? 2 : 1).flatMap(([look, marks]) =>
    long ? [h("span", { class: "counted" }, peg(look), number(marks))] : Array.from({ length: marks }, () => peg(look)),
  );
  return h("span", { class: "pegs" }, [
    h("span", { class: "said" }, counted ? t("marks_said", { blacks, whites }) : t("blacks_said", { blacks })),
    h("span", { class: "pegs", "aria-hidden": "true" }, shown.length ? shown : peg("none")),
  ]);
}

/**
 * A turn: its guess and marks, by position where the rule has them; how many codes were left after it; what else there
 * is to it, and what is wrong with it.
 * @typedef {{guess: string, pattern: string, blacks: number, whites: number, left?: number | null, error?: number,
 *   more?: Node, flag?: string}} Turn
 */

/**
 * Return the turns of a game: number, code, marks, then what is known after each.
 * @param {Game} game
 * @param {Turn[]} turns
 */
export function listTurns(game, turns) {
  const items = turns.map(({ guess, pattern, blacks, whites, left, error, more, flag }, index) => {
    const after = [left ? h("span", { class: "count" }, leftText(game, left, error)) : null, more ?? null];
    const long = isLong(guess);
    return h("li", { class: `${flag ? "flagged" : ""}${long ? " long" : ""}` }, [
      h("span", { class: "number" }, `${number(index + 1)}.`),
      h("span", { class: "line" }, [
        tiles(guess, { size: "small", marks: pattern, colours: Boolean(game.colours) }),
        pattern ? null : pegs(blacks, whites, isCounted(game.rule), long),
        left || more ? h("span", { class: "after" }, after) : null,
        flag ? h("span", { class: "flag" }, flag) : null,
      ]),
    ]);
  });
  return h("ol", { class: "history", "aria-label": t("history") }, items);
}

/** Return the choice of a game that a form's menus say. @param {string} view @returns {Game} */
export function chosenGame(view) {
  /** @param {string} name */
  const value = (name) => menuBy(`${view}-${name}`).value;
  const colours = first(document, `input[name=${view}-kind]:checked`).getAttribute("value") === "colours";
  if (!colours) return { words: value("words"), length: Number(value("length")), rule: value("rule") };
  /** @type {Game} */
  const game = { holes: Number(value("holes")), colours: Number(value("colours")), rule: value("rule") };
  const own = inputBy(`${view}-symbols`).value.trim();
  if (own) game.colours = writeSymbols(own);
  else if (inputBy(`${view}-digits`).checked) game.digits = true;
  if (inputBy(`${view}-once`).checked) game.repeats = false;
  return game;
}

/** Return a choice of a game in a few words, as the form of a task has it. @param {string} view @param {Game} game */
export function describeGame(view, { words, length, holes, rule, ...game }) {
  const signs = symbols({ rule, ...game });
  const codes = words
    ? [tn("letters_count", length ?? 0), menuBy(`${view}-words`).selectedOptions[0].textContent ?? words]
    : [tn("holes_count", holes ?? 0), tn("colours_count", signs.length)];
  if (typeof game.colours === "string") codes.push(signs.join(" "));
  return [...codes, ruleOf(rule).text].join(" · ");
}

/**
 * Return what the page must know of a rule of marking, as the service tells it with the menus: its text, whether it has
 * whites, a sign for each position, and whether one letter alone can be misplaced where all others are in place.
 * @param {string} name
 */
export function ruleOf(name) {
  const option = [...menuBy("guess-rule").options].find(({ value }) => value === name);
  const { whites, byPosition, oneMisplaced } = option?.dataset ?? {};
  const facts = { whites: whites !== undefined, byPosition: byPosition !== undefined };
  return { text: option?.text ?? name, ...facts, oneMisplaced: oneMisplaced !== undefined };
}

/** Return whether marks of a rule are numbers of two kinds: well placed and misplaced. @param {string} name */
export function isCounted(name) {
  const { whites, byPosition } = ruleOf(name);
  return whites && !byPosition;
}

/**
 * Return marks as a sign for each position. The service writes “(none)” where no position has one: then all are points.
 * @param {string} marks @param {number} length
 */
export const signOfEach = (marks, length) => (marks.startsWith("(") ? ".".repeat(length) : marks);

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
 * Put what an address names into a form's fields: boxes are ticked by 1, menus keep what they have where nothing is
 * named.
 * @param {string} view
 * @param {URLSearchParams} parameters
 * @param {Record<string, string>} fields the parameter of each
 */
export function putFields(view, parameters, fields) {
  for (const [name, parameter] of Object.entries(fields)) {
    const field = by(`${view}-${name}`);
    const value = parameters.get(parameter);
    if (field instanceof HTMLSelectElement) putMenu(field, value);
    else if (!(field instanceof HTMLInputElement)) continue;
    else if (field.type === "checkbox") field.checked = value === "1";
    else field.value = value ?? "";
  }
}

/** Choose what a form is about. @param {string} view @param {string} kind */
export const chooseKind = (view, kind) => first(document, `input[name=${view}-kind][value=${kind}]`).click();

/** Put the game that an address names into a form's fields. @param {string} view @param {URLSearchParams} parameters */
export function putGame(view, parameters) {
  chooseKind(view, parameters.get("n") ? "colours" : "words");
  putFields(view, parameters, { once: "x", digits: "d", words: "w", length: "l", holes: "n", colours: "c" });
  const colours = parameters.get("c") ?? "";
  inputBy(`${view}-symbols`).value = isCount(colours) ? "" : colours;
  inputBy(`${view}-symbols`).dispatchEvent(new Event("change"));
  putMenu(menuBy(`${view}-rule`), parameters.get("r") || "black-white");
}

/** Put the field for symbols of one's own below the number of colours of a form, and return it. @param {string} view */
function makeSymbolsField(view) {
  const id = `${view}-symbols`;
  const field = h("input", { type: "text", id, autocomplete: "off", maxlength: 80, placeholder: "RGBYOW, 1-6" });
  const label = h("label", { for: id }, t("own_symbols"));
  by(`${view}-colours`).closest(".field")?.after(h("p", { class: "field wide" }, label, field));
  return field;
}

/** Return whether the colours of an address are their number. @param {string} text */
const isCount = (text) => /^\d*$/.test(text);

/**
 * Have words and colours keep a rule each: when the reader goes from one kind to the other, the menu shows the rule
 * that was chosen there, at first Mastermind's.
 * @param {string} view
 */
function keepRules(view) {
  const rule = menuBy(`${view}-rule`);
  let ruleOfOther = "black-white";
  for (const input of all(document, `input[name=${view}-kind]`)) {
    input.addEventListener("change", () => ([rule.value, ruleOfOther] = [ruleOfOther, rule.value]));
  }
}

/**
 * Keep a form's colours to as many as there are digits, or as the holes need when each comes once. Symbols of one's own
 * say how many there are. Words and colours have a rule each.
 * @param {string} view
 */
export function limitChoices(view) {
  keepRules(view);
  const [holes, colours] = [menuBy(`${view}-holes`), menuBy(`${view}-colours`)];
  const [once, digits] = [inputBy(`${view}-once`), inputBy(`${view}-digits`)];
  const own = makeSymbolsField(view);
  const limit = () => {
    for (const field of [colours, digits]) field.disabled = own.value.trim() !== "";
    const least = once.checked ? Number(holes.value) : 2;
    const most = digits.checked ? 10 : 26;
    for (const option of holes.options) option.disabled = once.checked && Number(option.value) > most;
    if (holes.selectedOptions[0]?.disabled) holes.value = String(most);
    for (const option of colours.options) {
      option.disabled = Number(option.value) < Math.min(least, most) || Number(option.value) > most;
    }
    if (Number(colours.value) < least) colours.value = String(Math.min(least, most));
    if (Number(colours.value) > most) colours.value = String(most);
  };
  for (const input of [holes, colours, once, digits, own]) input.addEventListener("change", limit);
  limit();
}

/** Return whether a guess is a code of the colours of a game. @param {Game} game @param {string} guess */
export function fitting(game, guess) {
  return guess.length === game.holes && [...guess].every((sign) => symbols(game).includes(sign));
}

/** Numbers from here on are written with a power of ten. */
const LONGEST = 1e15;

/**
 * Return a number of codes, rounded to what its standard error leaves sure; a very large one with a power of ten. Of
 * 1234567 with an error of 20000, three digits are sure: 1,230,000.
 * @param {number} count @param {number} error
 */
function about(count, error) {
  const sure = error ? Math.max(1, Math.floor(Math.log10(count)) - Math.floor(Math.log10(error)) + 1) : 3;
  const rounded = Number(count.toPrecision(Math.min(sure, 15)));
  if (rounded < LONGEST) return number(rounded);
  const power = Math.floor(Math.log10(rounded));
  const raised = [...String(power)].map((digit) => "⁰¹²³⁴⁵⁶⁷⁸⁹"[Number(digit)]).join("");
  const digits = { maximumFractionDigits: Math.min(sure - 1, 2) };
  return `${(rounded / 10 ** power).toLocaleString(t("locale"), digits)}×10${raised}`;
}

/**
 * Return how many codes, or words, are still possible, with the error of an estimate where it is large; empty when that
 * is not known.
 * @param {Game} game
 * @param {number | null | undefined} count
 * @param {number} [error]
 */
export function leftText(game, count, error = 0) {
  if (!count) return "";
  if (!error) {
    return t(game.colours ? "left" : "left_words", { count: count < LONGEST ? number(count) : about(count, 0) });
  }
  return t(error > count / 20 ? "left_rough" : "left_about", {
    count: about(count, error),
    error: about(error, error),
  }).replace("± ", "±\u00a0");
}

/**
 * Return a button for a new game; where one is under way, it asks before it drops it.
 * @param {() => void} leave
 * @param {() => boolean} underWay
 * @param {string} [look]
 */
export const againButton = (leave, underWay, look = "again") =>
  askFirst({ label: t("again"), look, question: t("drop"), yes: t("drop_yes"), no: t("drop_no") }, leave, underWay);

const keptName = (/** @type {string} */ view) => `mastermot-${view}`;

/**
 * Return the parameters that a game is chosen by: those of the address where it names a game, else the reader's last,
 * else the game that most people know.
 * @param {string} view
 * @param {URLSearchParams} parameters
 */
export function chosenParameters(view, parameters) {
  if (parameters.has("w") || parameters.has("n") || parameters.has("r")) return parameters;
  return new URLSearchParams(recall(keptName(view)) || usual());
}

/** Return the usual game as an address has it. */
const usual = () => hashOf("", { w: ownWords, l: 5, r: "positional" }).slice(2);

/**
 * Keep a choice for the next visit; the usual game is not kept, so that each language has its own words.
 * @param {string} view
 * @param {Parameters<typeof hashOf>[1]} packed the choice as parameters of an address
 */
export function keepChoice(view, packed) {
  const text = hashOf("", packed).slice(2);
  remember(keptName(view), text === usual() ? "" : text);
}

/** Return a choice of a game as parameters of an address, and read it back. @param {Game} game */
export const packedGame = ({ words, length, holes, colours, repeats, digits, rule }) => ({
  w: words,
  l: length,
  n: holes,
  c: colours,
  x: repeats === false ? 1 : "",
  d: digits ? 1 : "",
  r: rule,
});

/** @param {URLSearchParams} parameters @returns {Game} */
export function unpackedGame(parameters) {
  /** @param {string} name */
  const whole = (name) => Number(parameters.get(name)) || undefined;
  const rule = parameters.get("r") || "black-white";
  if (!whole("n")) return { words: parameters.get("w") || undefined, length: whole("l"), rule };
  return {
    holes: whole("n"),
    colours: isCount(parameters.get("c") ?? "") ? whole("c") : parameters.get("c") ?? undefined,
    repeats: parameters.get("x") !== "1",
    digits: parameters.get("d") === "1",
    rule,
  };
}

/**
 * Have the link of a task lead to the proven openings of its game.
 * @param {string} view
 * @param {Game} game
 * @param {string} [letter] the first one, where it is given
 */
export function linkOpenings(view, game, letter) {
  const count = game.colours && symbols(game).length;
  by(`${view}-openings`).setAttribute("href", hashOf("openings", { ...packedGame(game), c: count, s: letter }));
}
