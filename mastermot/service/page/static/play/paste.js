// A game that was played elsewhere, or a number lock: pasted as it is, shown as it was read, then advised on or judged.

import {
  Problem, ask, attempt, fetched, fine, h, latest, menuBy, message, number, say, t, told, workButton, working,
} from "../shared/core.js";
import { fitting, leftText, listTurns, ruleOf } from "../shared/games.js";
import { askSampled } from "../shared/helping.js";
import { tiles } from "../shared/pieces.js";

/** @typedef {import("../shared/games.js").Game} Game */
/** @typedef {import("api").GameRead} GameRead */
/** @typedef {import("api").Advice} Advice */
/** @typedef {import("api").UnlistedGuess} Unlisted */

/** Guesses that are suggested at most. */
const TOP = 5;

/**
 * Return the form that takes a pasted game.
 * @param {() => Game} chosen the game that Play is set to: its colours are those of a pasted game whose guesses fit
 */
export function pastingForm(chosen) {
  const text = h("textarea", { id: "paste-text", rows: 6, spellcheck: "false", autocapitalize: "none" });
  const rules = [...menuBy("play-rule").options].map(({ value, text: name }) => h("option", { value }, name));
  const rule = h("select", { id: "paste-rule" }, h("option", { value: "" }, t("paste_rule_shown")), rules);
  const place = h("div", { class: "pasted", role: "region", "aria-label": t("paste_as") });
  const question = latest();
  const read = () => readGame(text.value, rule.value, chosen(), place, question);
  return h("div", {}, [
    h("p", { class: "small" }, t("paste_how")),
    h("label", { for: text.id }, t("paste_label")),
    text,
    h("p", { class: "field wide" }, h("label", { for: rule.id }, t("rule")), rule),
    h("p", { class: "actions" }, workButton("primary", t("paste_read"), read)),
    place,
  ]);
}

/**
 * Show what was read in a text, then what to play next; a game that is over is judged.
 * @param {string} text @param {string} rule empty for the one that the marks show
 * @param {Game} chosen @param {HTMLElement} place @param {ReturnType<typeof latest>} question
 */
function readGame(text, rule, chosen, place, question) {
  if (!text.trim()) return place.replaceChildren(message(t("paste_empty")));
  place.replaceChildren(working());
  return attempt(place, question, async (current) => {
    /** @type {GameRead} */
    let found;
    try {
      found = await ask("/api/games/read", rule ? { text, rule } : { text });
    } catch (problem) {
      if (current()) place.replaceChildren(tellLine(text, problem), told(problem));
      return;
    }
    if (!current()) return;
    const game = playedWith(found, chosen);
    const answer = h("div", {}, working());
    place.replaceChildren(tellRead(text, found, game), answer);
    try {
      await (isOver(found) ? judge(answer, game, text) : advise(answer, game, text));
    } catch (problem) {
      const turns = problem instanceof Problem ? problem.turns : [];
      if (current()) place.replaceChildren(tellRead(text, found, game, turns), told(problem));
    }
  });
}

/** Return the line that a problem is about, as it was pasted. @param {string} text @param {unknown} problem */
function tellLine(text, problem) {
  if (!(problem instanceof Problem) || !problem.line) return "";
  return h("p", { class: "small" }, t("paste_line", { line: number(problem.line), text: lineOf(text, problem.line) }));
}

/** Return a line of a text. @param {string} text @param {number} line 1 for the first */
const lineOf = (text, line) => (text.split(/\r\n|\r|\n/)[line - 1] ?? "").trim();

/** Return whether the last guess was right in every position. @param {GameRead} found */
function isOver({ turns }) {
  const last = turns[turns.length - 1];
  return last.marks === "X".repeat(last.guess.length);
}

/**
 * Return the game that the service is asked about: with the colours chosen in Play where all guesses are such, else it
 * finds out whether these are words, or the digits of a lock.
 * @param {GameRead} found @param {Game} chosen @returns {Game}
 */
function playedWith({ rule, turns }, chosen) {
  const inColours = chosen.colours && turns.every(({ guess }) => fitting(chosen, guess.toUpperCase()));
  return inColours ? { ...chosen, rule } : { rule };
}

/**
 * Return the turns as they were read, what they were read from, and what was left out.
 * @param {string} text @param {GameRead} found @param {Game} game @param {number[]} [conflicting]
 */
function tellRead(text, { turns, rule, unmarked, left_out }, game, conflicting = []) {
  const { byPosition } = ruleOf(rule);
  const items = turns.map(({ guess, written, marks, plain }, index) => ({
    guess: guess.toUpperCase(),
    pattern: byPosition ? marks.padEnd(guess.length, ".") : "",
    blacks: countSigns(marks, "X"),
    whites: countSigns(marks, "O"),
    more: plain ? undefined : h("span", { class: "small" }, t("paste_from", { written })),
    flag: conflicting.includes(index + 1) ? `✗ ${t("conflicting")}` : "",
  }));
  const leftOut = (left_out ?? []).map((line) =>
    h("p", { class: "small" }, t("paste_left_out", { line: number(line), text: lineOf(text, line) })),
  );
  return h("div", {}, [
    h("p", { class: "kicker" }, `${t("paste_as")} · ${ruleOf(rule).text}`),
    listTurns({ ...game, rule }, items),
    ...leftOut,
    unmarked ? h("p", { class: "small" }, t("paste_unmarked", { guess: unmarked })) : null,
  ]);
}

/** @param {string} marks @param {string} sign */
const countSigns = (marks, sign) => [...marks].filter((one) => one === sign).length;

/**
 * Show what to play next, and the codes that are left where they are few.
 * @param {HTMLElement} place @param {Game} game @param {string} text
 */
async function advise(place, game, text) {
  /** @type {Advice} */
  const advice = await askSampled("/api/next", { ...game, text, top: TOP });
  const { candidates, error, list, guesses } = advice;
  const ofWords = advice.dictionary !== undefined;
  // `colours` alone tells codes from words; the digits of a lock are nobody's choice of colours
  const codes = { ...game, colours: ofWords ? undefined : game.colours ?? guesses[0].guess.length };
  const review = h("div", {});
  const offer = workButton("", t("review"), () => attempt(review, latest(), () => judge(review, game, text)));
  if (ofWords || game.colours) review.append(h("p", { class: "actions" }, offer)); // nobody played a lock
  const lists = [...tellLists(advice), review];
  if (candidates === 1 && !error) {
    const [code] = list;
    const only = t("paste_only", { code });
    const large = tiles(code, { size: "large", colours: Boolean(game.colours) });
    place.replaceChildren(h("p", {}, h("strong", {}, only)), h("p", { "aria-hidden": "true" }, large), ...lists);
    return say(only);
  }
  const left = leftText(codes, candidates, error);
  const few = list.length ? [h("p", {}, list.join(", "))] : [];
  place.replaceChildren(h("p", {}, h("strong", {}, left)), ...few, listGuesses(advice), ...lists);
  say(`${left}. ${t("would_play", { guess: guesses[0].guess })}`);
}

/** Return the best next guesses, and what each is expected to tell. @param {Advice} advice */
function listGuesses({ guesses }) {
  const items = guesses.map(({ guess, entropy, largest }) => {
    const bits = entropy.toLocaleString(t("locale"), { maximumFractionDigits: 2 });
    const facts = [t("bits", { bits }), t("at_worst", { count: number(largest) })];
    return h("li", {}, h("b", {}, guess), h("span", { class: "small" }, ` · ${facts.join(" · ")}`));
  });
  return h("div", {}, h("p", { class: "kicker" }, t("paste_best")), h("ol", {}, items));
}

/**
 * Show a game judged move by move.
 * @param {HTMLElement} place @param {Game} game @param {string} text
 */
async function judge(place, game, text) {
  const { showReview } = await fetched(() => import("../guess/review.js"));
  const review = await showReview(place, { ...game, text }, []);
  place.append(...tellLists(review));
  say(review.text ?? "");
}

/**
 * Return what is said of the list of a game of words: its name, and the guesses that it has not.
 * @param {{dictionary?: string | null, unlisted?: Unlisted[]}} answer
 */
function tellLists({ dictionary, unlisted = [] }) {
  const names = [...menuBy("play-words").options].filter(({ value }) => value === dictionary);
  return [
    ...unlisted.map(({ guess, suggestions }) => {
      const near = suggestions.length ? ` ${t("suggest")} ${suggestions.join(", ")}` : "";
      return h("p", { class: "small" }, t("paste_unlisted", { guess }) + fine(near));
    }),
    ...names.map(({ text }) => h("p", { class: "small" }, t("paste_words", { name: text }))),
  ];
}
