// Puzzles on paper. There is one design, which the program draws (mastermot/texts/sheets.py): the page asks for the
// pieces of a sheet, puts them together as the command does, and prints them.

import { ask, h } from "./core.js";

/** @typedef {import("api").Sheet} Sheet */
/**
 * A puzzle to print: its words as they are spelled; its level and what it is called, where these are to be shown.
 * @typedef {{clues: {word: string, marks: number | null}[], level?: number | null, title?: string}} Printed
 */
/** @typedef {"steps" | "words" | "none"} Solutions what the end of a sheet has */
/** @typedef {{large: boolean, solutions: Solutions}} Look */

/** Puzzles that are drawn at a time. */
const AT_ONCE = 10;

/**
 * Return a sheet of these puzzles, asked for in pieces.
 * @param {Printed[]} puzzles
 * @param {string} words
 * @param {(done: number) => unknown} [progress]
 * @returns {Promise<Sheet>}
 */
export async function drawSheet(puzzles, words, progress = () => {}) {
  const pieces = [];
  for (let start = 0; start < puzzles.length; start += AT_ONCE) {
    const some = puzzles.slice(start, start + AT_ONCE);
    pieces.push(await ask("/api/sheet", { puzzles: some, words, first: start + 1 }));
    progress(start + some.length);
  }
  return {
    ...pieces[0],
    columns: Math.min(...pieces.map((piece) => piece.columns)),
    rows: Math.min(...pieces.map((piece) => piece.rows)),
    cards: pieces.flatMap((piece) => piece.cards),
    answers: pieces.flatMap((piece) => piece.answers),
  };
}

/**
 * Return the HTML of a whole sheet: its pages, then the solutions.
 * @param {Sheet} sheet
 * @param {Look} look
 */
function putTogether({ head, columns: beside, rows, cards, ending, answers }, { large, solutions }) {
  const columns = large || cards.length === 1 ? 1 : beside;
  const size = columns * rows;
  const layout = `page columns-${columns} rows-${rows}`;
  const pages = [];
  for (let start = 0; start < cards.length; start += size) {
    const some = cards.slice(start, start + size).join("");
    pages.push(`<section class="${layout}">${head}<div class="cards">${some}</div></section>`);
  }
  const end = `<section class="answers">${ending}${answers.join("")}</section>`;
  return `<div class="paper with-${solutions}">${pages.join("")}${end}</div>`;
}

/**
 * Print one puzzle. Its sheet stays in a place, for the printer alone, until something else is shown there.
 * @param {HTMLElement} place @param {Printed} puzzle @param {string} words @param {Solutions} solutions
 */
export async function printPuzzle(place, puzzle, words, solutions) {
  const { element, show } = makePaper(await drawSheet([puzzle], words));
  show({ large: false, solutions });
  element.classList.add("unseen");
  place.querySelector(":scope > .on-paper")?.remove();
  place.append(element);
  print();
}

/**
 * Return the element that shows and prints a sheet; the styles of the page do not reach into it.
 * @param {Sheet} sheet
 */
export function makePaper(sheet) {
  const element = h("div", { class: "on-paper" });
  const root = element.attachShadow({ mode: "open" });
  const style = new CSSStyleSheet();
  style.replaceSync(sheet.style);
  root.adoptedStyleSheets = [style];
  /** @param {Look} look */
  const show = (look) => {
    root.innerHTML = putTogether(sheet, look);
  };
  show({ large: false, solutions: "steps" });
  return { element, show };
}
