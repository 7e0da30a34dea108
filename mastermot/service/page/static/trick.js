// The trick: fixed words are read out, a friend tells a number for each, and the page tells the friend's word. Where
// these words leave several, it asks for one more. Only letters in the same place count.

import { answered, ask, by, h, keepAddress, latest, message, number, say, t } from "./core.js";
import { digitOf } from "./digits.js";
import { tiles } from "./pieces.js";
import { blacks, fold } from "./words.js";

/** @typedef {import("api").WordEntry} Word */

/** Words that are offered where one number seems to be wrong. */
const MAX_OFFERED = 4;
/** Numbers that an address may hold. */
const MAX_NUMBERS = 99;
const place = by("trick-board");
const question = latest();
/** @type {Record<string, string>} The fixed words of a dictionary, those that the service knows. */
const FIXED = JSON.parse(by("view-trick").dataset.words ?? "{}");
/** What is on the screen: `fixed` counts the words asked first; `at` is the word whose number is asked. */
const trick = {
  words: "",
  fixed: 0,
  at: 0,
  guesses: /** @type {string[]} */ ([]),
  marks: /** @type {(number | null)[]} */ ([]),
  list: /** @type {Word[]} */ ([]),
};
const shown = {
  rows: h("ol", { class: "trick-rows" }),
  asked: h("p", { class: "trick-asked", id: "trick-asked" }),
  pad: h("div", { class: "trick-pad", role: "group", "aria-labelledby": "trick-asked" }),
  result: h("div", { class: "trick-result", "aria-live": "polite" }),
};

/** Return the words that have the numbers told, but for `wrong` of them. */
const wordsLeft = (wrong = 0) =>
  trick.list.filter(({ word }) => trick.guesses.filter((_, at) => !agrees(word, at)).length === wrong);

/** @type {(word: string, at: number) => boolean} */
const agrees = (word, at) => trick.marks[at] === null || blacks(trick.guesses[at], word) === trick.marks[at];

/**
 * Return the word of the list whose number tells most words apart, one that may be the word itself if it can.
 * @param {Word[]} left
 */
function bestQuestion(left) {
  const classes = (/** @type {string} */ guess) => new Set(left.map(({ word }) => blacks(guess, word))).size;
  const scored = [...left, ...trick.list].map(({ word }) => ({ word, count: classes(word) }));
  return scored.reduce((best, one) => (one.count > best.count ? one : best)).word;
}

/** Take a number that the friend has told, and go on to the next word. @param {number} count */
function take(count) {
  trick.marks[trick.at] = count;
  trick.guesses.length = trick.marks.length = Math.max(trick.fixed, trick.at + 1); // what was asked then depends on it
  askNext();
  keep();
  draw();
}

/** Go to the first word without a number, where words are left; where there is none, ask for one more. */
function askNext() {
  const left = wordsLeft();
  trick.at = left.length > 1 ? trick.marks.indexOf(null) : -1;
  if (trick.at >= 0 || left.length < 2) return;
  trick.at = trick.guesses.push(bestQuestion(left)) - 1;
  trick.marks.push(null);
}

/** @param {number} at */
function goTo(at) {
  trick.at = at;
  draw();
  shown.pad.querySelector("button")?.focus();
}

/** Keep the fixed words, where they are not the usual ones, and the numbers in the address. */
function keep() {
  const fixed = trick.guesses.slice(0, trick.fixed).join(".").toLowerCase();
  const told = trick.marks.map((count) => count ?? "-").join("");
  const usual = fixed === FIXED[trick.words];
  keepAddress("trick", { w: trick.words, g: usual ? "" : fixed, m: /\d/.test(told) ? told : "" });
}

function draw() {
  const left = wordsLeft();
  const over = trick.at < 0;
  shown.rows.replaceChildren(...trick.guesses.map(drawRow));
  shown.rows.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest" });
  shown.asked.textContent = over ? "" : t("trick_ask", { word: trick.guesses[trick.at] });
  shown.pad.hidden = over;
  if (left.length === 1) showWord(left[0]);
  else if (!left.length) showNone();
  else {
    const further = trick.at >= trick.fixed ? [h("p", {}, t("trick_more"))] : [];
    const count = trick.marks.some((one) => one !== null) ? t("left_words", { count: number(left.length) }) : "";
    shown.result.replaceChildren(...further, h("p", { class: "small" }, count));
    say(shown.asked.textContent);
  }
}

/** @type {(guess: string, at: number) => HTMLElement} */
function drawRow(guess, at) {
  const count = trick.marks[at];
  const label = count === null ? t("trick_open", { word: guess }) : `${guess} ${number(count)}`;
  const box = h("span", { class: count === null ? "box" : "disc" }, count === null ? "" : number(count));
  const inside = h("span", { class: "inside", "aria-hidden": "true" }, h("b", {}, guess), box);
  const attributes = { "aria-label": label, "aria-current": at === trick.at ? "step" : null };
  return h("li", {}, h("button", { ...attributes, onclick: () => goTo(at) }, inside));
}

/** @param {Word} word */
function showWord({ word, spellings }) {
  const spelled = h("span", { class: "spelled" }, spellings.join(", "));
  const answer = h("div", { class: "answer", tabindex: -1 }, [
    h("p", { class: "kicker" }, t("the_word")),
    h("p", { class: "solution" }, tiles(word, { size: "large" }), spelled),
    offerAgain(),
  ]);
  shown.result.replaceChildren(answer);
  answer.focus({ preventScroll: true });
  answer.scrollIntoView({ block: "nearest" });
}

/** Say that no word has these numbers, with words that differ by one of them. */
function showNone() {
  const near = wordsLeft(1).slice(0, MAX_OFFERED);
  const buttons = near.map(({ word }) => {
    const at = trick.guesses.findIndex((_, place) => !agrees(word, place));
    const count = blacks(trick.guesses[at], word);
    const correct = () => {
      trick.at = at;
      take(count);
    };
    const said = t("trick_if", { word, guess: trick.guesses[at], count: number(count) });
    return h("button", { onclick: correct }, said);
  });
  const box = message(t("trick_none"));
  if (buttons.length) box.append(h("p", { class: "suggestions" }, buttons));
  shown.result.replaceChildren(box, offerAgain());
}

const offerAgain = () => {
  const again = h("button", { class: "primary again", onclick: restart }, t("trick_again"));
  return h("p", { class: "actions" }, again);
};

/** Begin with the fixed words again, for another word. */
function restart() {
  trick.guesses.length = trick.fixed;
  trick.marks = trick.guesses.map(() => null);
  keep();
  goTo(0);
}

/**
 * Take the fixed words that the address names, and the numbers told so far; else those of the reader's language.
 * @param {URLSearchParams} parameters
 */
export async function open(parameters) {
  const given = (parameters.get("g") ?? "").split(".").map(fold);
  const whole = given[0].length > 1 && given.every((word) => word.length === given[0].length);
  const words = parameters.get("w") ?? "";
  trick.words = whole && /^[\w-]+$/.test(words) ? words : Object.hasOwn(FIXED, words) ? words : t("trick_words");
  trick.guesses = whole ? given : FIXED[trick.words].toUpperCase().split(".");
  trick.fixed = trick.guesses.length;
  const length = trick.guesses[0].length;
  by("trick-intro").textContent = t("trick_intro", { length: number(length) });
  const take = (/** @type {{words: typeof trick.list}} */ answer) => {
    trick.list = answer.words;
    takeNumbers((parameters.get("m") ?? "").slice(0, MAX_NUMBERS));
    show(length);
  };
  await answered(place, question, () => ask(`/api/words/${trick.words}/${length}`), take, () => open(parameters));
}

/**
 * Take numbers as an address holds them: those of the fixed words first, then those of what was asked further.
 * @param {string} text
 */
function takeNumbers(text) {
  const told = [...text].map((sign) => (/\d/.test(sign) ? Number(sign) : null));
  trick.marks = trick.guesses.map((_, at) => told[at] ?? null);
  askNext();
  for (const count of told.slice(trick.fixed)) {
    if (trick.at < trick.fixed || count === null) break;
    trick.marks[trick.at] = count;
    askNext();
  }
}

/** @param {number} length */
function show(length) {
  const numbers = Array.from({ length: length + 1 }, (_, count) =>
    h("button", { onclick: () => take(count) }, number(count)),
  );
  shown.pad.replaceChildren(...numbers);
  place.replaceChildren(shown.rows, h("div", { class: "trick-dock" }, shown.result, shown.asked, shown.pad));
  keep();
  draw();
}

/** @param {KeyboardEvent} event */
function typed(event) {
  const digit = digitOf(event);
  if (!digit || shown.pad.hidden || !shown.pad.children[Number(digit)]) return;
  event.preventDefault();
  take(Number(digit));
}

export function begin() {
  place.addEventListener("keydown", typed);
}
