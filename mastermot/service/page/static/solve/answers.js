// What is said of a puzzle that was solved: words first, strings of letters apart, repairs, unknown words, the trace.

import { by, fine, first, h, message, number, say, t, tn } from "../shared/core.js";
import { levelText, tiles } from "../shared/pieces.js";
import { walkReasoning } from "../shared/reasoning.js";
import { flag } from "./rows.js";

/** @typedef {import("./rows.js").Given} Given */
/** @typedef {import("../shared/solver.js").Answer} Answer */
/** @typedef {import("../shared/solver.js").Solution} Solution */
/** @typedef {import("api").RepairResult} Repair */
/** @typedef {import("api").UnknownWordResult} Unknown */
/** @typedef {(given: Given, clue: {word: string, marks: number}) => unknown} Mend */
/** @typedef {import("api").ClueResult} Clue */
/** @typedef {(words: string) => unknown} TakeList solves the puzzle with another dictionary */

const MAX_SHOWN = 20;
const MAX_REPAIRS = 6;
const MAX_NEAR = 4;
const result = by("solve-result");
/** @param {{word: string, spellings: string[]}} one */
const spelled = ({ word, spellings }) => spellings.join(", ") || word;

/** Return whether anything fits every clue. @param {Answer} answer */
export const fitsSomething = ({ outcome }) => outcome !== "none" && outcome !== "contradiction";

/**
 * Show the answer; where the reasoning leads to it, only at its last step. Where nothing fits, there is none: what is
 * wrong stands alone.
 * @param {Answer} answer
 * @param {Given[]} given
 * @param {Mend} mend what puts another clue in the place of one
 * @param {{words: string, step?: number, moved?: (step: number) => void}} walk where the reasoning begins
 * @param {TakeList} takeList
 */
export function showAnswer(answer, given, mend, walk, takeList) {
  const found = foundWords(answer, given, mend);
  const lists = offerLists(answer, given, takeList);
  if (lists) found.push(lists);
  const clues = given.map(({ word, marks }) => ({ word, marks: marks ?? 0 }));
  const end = () => h("div", {}, found);
  const steps = fitsSomething(answer) ? answer.steps : [];
  const shown = steps.length ? [walkReasoning(clues, steps, { ...walk, end }), showLevel(answer)] : found;
  result.replaceChildren(...shown, showTrace(answer));
  underlineUnknown(answer.unknown ?? [], given, mend);
  if (steps.length) {
    first(result, ".walk").scrollIntoView({ block: "start" });
    first(result, ".walk").focus({ preventScroll: true }); // the arrows work at once
    return say(tn("steps_n", steps.length));
  }
  result.scrollIntoView({ block: "nearest" });
  const words = answer.solutions.slice(0, MAX_SHOWN);
  if (words.length) {
    say(`${t(words.length === 1 ? "the_word" : "the_words")} ${words.map(spelled).join("; ")}.`);
  }
}

/**
 * Return what came of it: words first, then strings of letters apart; or why nothing fits, with the repairs.
 * @param {Answer} answer @param {Given[]} given @param {Mend} mend
 */
function foundWords(answer, given, mend) {
  const words = answer.solutions.filter(({ known }) => known !== false);
  const strings = answer.solutions.filter(({ known }) => known === false);
  const shown = [words.length ? showWords(words, answer) : tellNone(answer, given)];
  const repairs = offerRepairs(answer.repairs ?? [], answer.repairs_known ?? 0, (line, clue) =>
    mend(given[line - 1], clue),
  );
  if (repairs) shown.push(repairs);
  if (answer.others.length) {
    shown.push(h("p", { class: "kicker" }, t(words.length ? "others" : "others_only")));
    shown.push(h("p", {}, someOf(answer.others.map(spelled))));
  }
  if (strings.length) {
    shown.push(
      h("details", { class: "strings", open: answer.outcome === "only-strings" }, [
        h("summary", {}, tn("strings", strings.length)),
        h("p", {}, someOf(strings.map(({ word }) => word))),
      ]),
    );
  }
  return shown;
}

/**
 * Return a button for the list of another language that knows the clue words; where this page solves alone, one for
 * each language whose list may know them: none is fetched before its button is pressed. Null where nothing is offered.
 * @param {Answer} answer @param {Given[]} given @param {TakeList} take
 */
function offerLists({ other_dictionary: other, offline, outcome, unknown, dictionary }, given, take) {
  const options = [.../** @type {NodeListOf<HTMLOptionElement>} */ (document.querySelectorAll("#solve-words option"))];
  const used = options.find(({ value }) => value === dictionary);
  const noWordFits = outcome === "none" || outcome === "only-strings";
  const mayBeOther = offline && noWordFits && 2 * unknown.length > given.length;
  const isOtherLanguage = (/** @type {HTMLOptionElement} */ { dataset }) =>
    "puzzles" in dataset && dataset.language !== used?.dataset.language;
  const offered = options.filter((option) => (other ? option.value === other : mayBeOther && isOtherLanguage(option)));
  if (!offered.length) return null;
  const told = other ? t("other_list", { title: offered[0].textContent }) : t("other_lists");
  const buttons = offered.map(({ value, textContent: title }) =>
    h("button", { class: "other-list", onclick: () => take(value) }, t("look_up_in", { title })),
  );
  return h("div", { class: "nudge" }, h("p", {}, told), h("p", { class: "actions" }, buttons));
}

/** @type {(words: Solution[], answer: Answer) => HTMLElement} */
function showWords(words, answer) {
  return h("div", { class: "answer" }, [
    h("p", { class: "kicker" }, t(words.length === 1 ? "the_word" : "the_words")),
    words.slice(0, MAX_SHOWN).map((solution) => showSolution(solution, answer)),
    words.length > MAX_SHOWN ? h("p", {}, t("and_more", { count: number(words.length - MAX_SHOWN) })) : null,
  ]);
}

/** Say why no word of the clues' letters fits, and flag clues that contradict each other. */
/** @type {(answer: Answer, given: Given[]) => HTMLElement} */
function tellNone(answer, given) {
  const { outcome, dictionary, offline } = answer;
  if (outcome === "only-strings") return message(t("strings_only", { name: dictionary }));
  // no word fits at all, not even with letters that no clue shows, which this page alone may not have tried
  const fitsNone = outcome === "contradiction" || (outcome === "none" && !offline);
  return fitsNone ? message(t("no_word"), ...showConflict(answer, given)) : message(t("no_word_shown"));
}

/** Return the first of some words on a line, and how many more there are. @param {string[]} words */
function someOf(words) {
  const rest = words.length - MAX_SHOWN;
  return `${words.slice(0, MAX_SHOWN).join(" · ")}${rest > 0 ? ` ${t("and_more", { count: number(rest) })}` : ""}`;
}

/**
 * Underline the words that the dictionary lacks, near words beside them.
 * @param {Unknown[]} unknown @param {Given[]} given @param {Mend} mend
 */
function underlineUnknown(unknown, given, mend) {
  for (const one of unknown) {
    const { row } = given[one.line - 1];
    row.input.classList.add("unknown");
    row.item.querySelector(".near")?.remove();
    row.item.append(offerNear(one, (word) => mend(given[one.line - 1], { word, marks: row.marks ?? 0 })));
  }
}

/** @param {Solution} solution @param {Answer} answer */
function showSolution({ word, known, spellings }, answer) {
  const said = known
    ? spellings.join(", ")
    : t(known === null ? "unchecked_word" : "unknown_word", { name: answer.dictionary });
  return h("p", { class: "solution" }, [
    tiles(word, { size: answer.solutions.length > 3 ? "" : "large" }),
    h("span", { class: "spelled" }, said),
  ]);
}

/**
 * Flag the clues that clash, and return the sentence about them, none when there are none.
 * @param {Answer} answer @param {Given[]} given
 */
function showConflict(answer, given) {
  if (!answer.conflict) return [];
  for (const line of answer.conflict) flag(given[line - 1].row);
  const told = answer.conflict.map((line) => `${given[line - 1].word}\u00a0${given[line - 1].marks}`).join(" · ");
  return [[t(answer.conflict.length > 1 ? "conflict" : "conflict_one"), " ", h("strong", {}, told)]];
}

/** @param {Answer} answer */
const showLevel = ({ grade }) => (grade ? h("p", { class: "small" }, levelText(grade.level)) : "");

/** @param {Answer} answer */
function showTrace({ generations: kept, generated }) {
  const items = kept.map((count, index) =>
    h("li", {}, t("trace_line", { kept: number(count), generated: number(generated[index]) })),
  );
  return h("details", { class: "trace" }, h("summary", {}, t("curious")), h("p", {}, t("trace")), h("ol", {}, items));
}

/**
 * Return the repairs of a puzzle as buttons, the best first; null when there are none.
 * @param {Repair[]} repairs
 * @param {number} known how many of the first leave dictionary words
 * @param {(line: number, clue: Clue) => unknown} take
 */
function offerRepairs(repairs, known, take) {
  if (!repairs.length) return null;
  const buttons = repairs
    .slice(0, Math.min(known || MAX_REPAIRS, MAX_REPAIRS))
    .map(({ line, was, now }) =>
      h("li", {}, [
        h("button", { class: "repair", onclick: () => take(line, now) }, [
          fine(t("repair", { clue: `${now.word} ${number(now.marks)}` })),
        ]),
        " ",
        h("span", { class: "small" }, [
          t("repair_was", { line: number(line), clue: `${was.word} ${number(was.marks)}` }),
        ]),
      ]),
    );
  return h("div", { class: "repairs" }, h("p", {}, t("repairs")), h("ul", {}, buttons));
}

/**
 * Return what is said below a word that the dictionary lacks: near words as buttons.
 * @param {Unknown} unknown @param {(word: string) => unknown} take
 */
function offerNear({ suggestions }, take) {
  const near = suggestions
    .slice(0, MAX_NEAR)
    .map((word) => h("button", { class: "quiet", onclick: () => take(word) }, word));
  return h("span", { class: "near" }, t(near.length ? "word_unknown_near" : "word_unknown"), " ", near);
}
