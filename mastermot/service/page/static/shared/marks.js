// The marks on a board, and what can be done with them: letters ruled out, letters certain, moves undone.

/** @typedef {import("./store.js").Played} Played */
/** @typedef {import("./board.js").Mark} Mark */
/** A mark of a letter in a place, such as 1P. @typedef {{key: string, mark: Mark}} Change */

/** @param {string} key */
export const placeOf = (key) => Number.parseInt(key, 10) - 1;
/** @param {string} key */
export const letterOf = (key) => key.slice(-1);

/** Return the letter that is certain in a place, if there is one. @param {Played} state @param {number} place */
const sureAt = (state, place) => state.sure.find((key) => placeOf(key) === place);

/**
 * Return the mark of a letter in a place (from 0): beside a letter that is certain, the others are ruled out.
 * @param {Played} state
 * @param {number} place
 * @param {string} letter
 * @returns {Mark}
 */
export function markOf(state, place, letter) {
  const key = `${place + 1}${letter}`;
  if (state.sure.includes(key)) return "sure";
  return state.out.includes(key) || sureAt(state, place) ? "out" : "";
}

/** Return the mark that a letter was given itself. @param {Played} state @param {string} key @returns {Mark} */
export const ownMark = (state, key) => (state.sure.includes(key) ? "sure" : state.out.includes(key) ? "out" : "");

/**
 * Return the letters that are certain as a word, `open` for each place that has none.
 * @param {Played} state
 * @param {number} length
 * @param {string} [open]
 */
export function foundLetters(state, length, open = "?") {
  return Array.from({ length }, (_, place) => sureAt(state, place)?.slice(-1) ?? open).join("");
}

/** Return the letters ruled out as the service reads them: 1:fp 4:n. @param {Played} state @param {number} length */
export function lettersOut(state, length) {
  const columns = Array.from({ length }, (_, place) => state.out.filter((key) => placeOf(key) === place).map(letterOf));
  return columns.flatMap((letters, place) => (letters.length ? [`${place + 1}:${letters.join("")}`] : [])).join(" ");
}

/** Return the marks that the solution proves wrong. @param {Played} state @param {string} solution */
export function wrongMarks(state, solution) {
  const fits = (/** @type {string} */ key) => solution[placeOf(key)] === letterOf(key);
  return [...state.out.filter(fits), ...state.sure.filter((key) => !fits(key))];
}

/** @param {Played} state */
const written = ({ out, sure }) => `${out.join(" ")}|${sure.join(" ")}`;

/** Change marks, as one move that can be undone. @param {Played} state @param {Change[]} changes */
export function change(state, changes) {
  state.past = [...state.past, written(state)];
  state.future = [];
  for (const { key, mark } of changes) {
    // one letter is certain in a place: any other gives way to it
    const givesWay = (/** @type {string} */ one) => mark === "sure" && placeOf(one) === placeOf(key);
    state.out = state.out.filter((one) => one !== key);
    state.sure = state.sure.filter((one) => one !== key && !givesWay(one));
    if (mark === "out") state.out.push(key);
    if (mark === "sure") state.sure.push(key);
  }
}

/**
 * Undo a move, or make it again; return whether there was one.
 * @param {Played} state
 * @param {"past" | "future"} from
 * @param {"past" | "future"} to
 */
export function step(state, from, to) {
  const marks = state[from].at(-1);
  if (marks === undefined) return false;
  state[to] = [...state[to], written(state)];
  state[from] = state[from].slice(0, -1);
  const [out, sure] = marks.split("|").map((keys) => keys.split(" ").filter(Boolean));
  Object.assign(state, { out, sure: sure ?? [] });
  return true;
}
