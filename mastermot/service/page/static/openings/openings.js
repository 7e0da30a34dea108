// The openings that are proven: the best first word of each game, by letter and length, or by holes and colours.

import { answered, ask, by, h, hashOf, keepAddress, lang, latest, menuBy, message, number, t } from "../shared/core.js";
import { describeGame, packedGame, putMenu, ruleOf, unpackedGame } from "../shared/games.js";
import { tiles } from "../shared/pieces.js";

/** @typedef {import("api").BookGame} BookGame */
/** @typedef {import("../shared/games.js").Game} Game */

const USUAL_RULE = "black-white"; // of games with colours
const NEXT = 2; // other first words that are named
const DIGITS = 3; // of turns on average, after the point
const [words, length, place] = [menuBy("openings-words"), menuBy("openings-length"), by("openings-table")];
const question = latest();
/** @type {BookGame[]} */
let games = [];
/** The game that the address names, and its first letter. @type {Partial<Game>} */
let wanted = {};
let letter = "";

/** @type {(some: (string | number)[]) => string[]} */
const distinct = (some) => [...new Set(some.map(String))].sort((one, other) => Number(one) - Number(other));
/** Return what the first menu has of a game: its words, or the rule of a game with colours. @param {BookGame} game */
const kindOf = (game) => game.words ?? game.rule;
/** @param {number} value */
const decimal = (value) =>
  value.toLocaleString(t("locale"), { minimumFractionDigits: DIGITS, maximumFractionDigits: DIGITS });

/**
 * Return whether a game is the one that the address names: a letter, or holes and colours.
 * @param {BookGame} game
 */
function isCurrent(game) {
  if (game.holes) return Boolean(wanted.colours) && isSame(game, wanted, kindOf(game), wanted.rule ?? null);
  return Boolean(letter) && game.letter === letter;
}

/**
 * Keep the games that are shown in the address, and the one among them that it names.
 * @param {BookGame[]} shown
 */
function keepShown(shown) {
  const [{ holes, rule }] = shown;
  const current = shown.find(isCurrent);
  if (!holes) keepAddress("openings", { w: words.value, l: length.value, s: letter });
  else keepAddress("openings", current ? packedGame(current) : { n: holes, r: rule });
}

/** Show the table of the games that are chosen: all with these words and this length, or with colours and this rule. */
function draw() {
  const ofKind = games.filter((game) => kindOf(game) === words.value);
  const withColours = Boolean(ofKind[0].holes);
  const shown = withColours ? ofKind : ofKind.filter((game) => String(game.length) === length.value);
  /** @type {HTMLElement} */ (length.parentElement).hidden = withColours;
  keepShown(shown);
  const { rule, guesses, letter: given } = shown[0];
  const mixed = distinct(shown.map((game) => game.rule)).length > 1; // rules
  const game = mixed ? titleOf(words.value) : describeGame("openings", shown[0]);
  const caption = withColours ? ruleOf(rule).text : game;
  const several = distinct(shown.map(({ playable }) => playable ?? 0)).length > 1; // kinds of guesses that are allowed
  const allowed = guesses && !several ? t("openings_guesses", { count: number(shown[0].playable) }) : "";
  const head = ["openings_game", "openings_first", "openings_average", "openings_longest"];
  const link = hashOf("guess", { ...packedGame(shown[0]), g: guesses, fl: given ? 1 : "" });
  place.replaceChildren(
    h("p", { class: "small" }, [caption, allowed].filter(Boolean).join(" · ")),
    h("div", { class: "lock-frame", tabindex: 0, role: "group", "aria-labelledby": "openings-title" }, [
      h("table", { class: "sizes openings" }, [
        h("thead", {}, h("tr", {}, head.map((name) => h("th", { scope: "col" }, t(name))))),
        h("tbody", {}, shown.map((game) => drawGame(game, mixed, several))),
      ]),
    ]),
  );
  // each game with colours has a link of its own
  const play = h("a", { class: "button primary", href: link }, t("openings_play"));
  if (!withColours) place.append(h("p", { class: "actions" }, play));
  place.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest" });
}

/**
 * @param {BookGame} game
 * @param {boolean} mixed whether the games of the table have several rules
 * @param {boolean} several whether they allow more or fewer guesses
 */
function drawGame(game, mixed, several) {
  const { codes, longest, firsts: [best, ...others], holes, colours, repeats } = game;
  const played = `${holes} × ${colours}`;
  const name = holes ? h("a", { href: hashOf("guess", packedGame(game)) }, played) : (game.letter ?? t("openings_any"));
  const next = others.slice(0, NEXT).map(({ guess, turns }) => `${guess} +${decimal(turns - best.turns)}`);
  const many = [t("openings_codes", { count: number(codes) }), repeats === false ? t("once") : ""];
  if (several && !game.letter && !holes) many.push(t("openings_guesses", { count: number(game.playable) }));
  if (mixed) many.push(ruleOf(game.rule).text);
  return h("tr", { "aria-current": isCurrent(game) ? "true" : null }, [
    h("th", { scope: "row" }, name, h("span", { class: "small" }, many.filter(Boolean).join(" · "))),
    h("td", {}, [
      holes ? tiles(best.guess, { size: "small", colours: true }) : h("b", {}, best.guess),
      next.length ? h("span", { class: "small" }, t("openings_next", { words: next.join(" · ") })) : null,
    ]),
    h("td", { class: "count" }, decimal(best.turns)),
    h("td", { class: "count" }, number(longest)),
  ]);
}

/** @type {(kind: string) => HTMLOptionElement | null} */
const optionOf = (kind) => document.querySelector(`#solve-words option[value="${CSS.escape(kind)}"]`);
/** @type {(kind: string) => string} */
const titleOf = (kind) => optionOf(kind)?.textContent ?? `${t("with_colours")} · ${ruleOf(kind).text}`;
/** @type {(kind: string) => string} */
const languageOf = (kind) => optionOf(kind)?.dataset.language ?? "";

/**
 * Return whether a game of the book is the one that is asked for, as far as that is said.
 * @type {(game: BookGame, wanted: Partial<Game>, kind: string, rule: string | null) => boolean}
 */
function isSame(game, { length: long, holes, colours, repeats }, kind, rule) {
  const same = holes
    ? game.holes === holes && (!colours || (game.colours === colours && (game.repeats ?? true) === repeats))
    : kindOf(game) === kind && (!long || game.length === long);
  return same && (!rule || game.rule === rule);
}

/**
 * Show the openings of the game that the address names, or say that the book does not have it.
 * @param {URLSearchParams} parameters
 */
export async function open(parameters) {
  const show = (/** @type {{games: BookGame[]}} */ book) => {
    ({ games } = book);
    if (!games.length) return place.replaceChildren(message(t("openings_none")));
    wanted = unpackedGame(parameters);
    const isOwn = (/** @type {string} */ kind) => Number(languageOf(kind) === lang);
    const kinds = distinct(games.map(kindOf)).sort((one, other) => isOwn(other) - isOwn(one)); // the reader's first
    const ruleOfColours = kinds.find((kind) => kind === wanted.rule) ?? USUAL_RULE;
    const named = wanted.holes ? ruleOfColours : (wanted.words ?? `${lang}-answers`); // of the kinds in the first menu
    const lengths = (/** @type {string} */ kind) =>
      distinct(games.filter((game) => kindOf(game) === kind).map((game) => game.length ?? "")).join(" ");
    const options = kinds.map((kind) => h("option", { value: kind, "data-lengths": lengths(kind) }, titleOf(kind)));
    words.replaceChildren(...options);
    const ofSameLanguage = kinds.find((kind) => languageOf(kind) === (languageOf(named) || lang));
    letter = (parameters.get("s") ?? "").toUpperCase();
    putMenu(words, kinds.includes(named) ? named : (ofSameLanguage ?? kinds[0]));
    putMenu(length, wanted.length ?? null);
    const had = games.some((game) => isSame(game, wanted, named, parameters.get("r")));
    if (!had) place.prepend(message(t("openings_other")));
  };
  await answered(place, question, () => ask("/api/openings"), show, () => open(parameters));
}

export function begin() {
  for (const menu of [words, length]) menu.addEventListener("change", () => games.length && draw());
}
