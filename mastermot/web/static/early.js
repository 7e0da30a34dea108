// What is asked for before the rest of the page has come: on a slow line it arrives together with what shows it.

const LEVELS = 5;
const LEVEL_KEPT = "mastermot-level";
const { lang } = document.documentElement;
export const ownWords = lang === "fr" ? "fr-common" : "en-common";

/** @param {Date} date */
export const dayOf = (date) => `${date.getFullYear()}-${String(date.getMonth() + 1).padStart(2, "0")}-${String(date.getDate()).padStart(2, "0")}`;

/** Return the task and the parameters that the address names: #task?name=value&… */
export function address() {
  const [view, query = ""] = location.hash.slice(1).split("?");
  return { view, parameters: new URLSearchParams(query) };
}

/** @param {unknown} level */
const isLevel = (level) => Number.isInteger(level) && Number(level) >= 1 && Number(level) <= LEVELS;

/** Return the level that was chosen last in this browser; else the one that the service and the command begin with. */
function usualLevel() {
  let kept = 0;
  try {
    kept = Number(localStorage.getItem(LEVEL_KEPT));
  } catch {
    // a browser that keeps nothing
  }
  return isLevel(kept) ? kept : Number(document.querySelector("meta[name=level]")?.getAttribute("content"));
}

/**
 * Keep the level that was chosen for the next visit, where the browser keeps anything.
 * @param {number} level
 */
export function keepLevel(level) {
  try {
    localStorage.setItem(LEVEL_KEPT, String(level));
  } catch {
    // the next visit begins with the usual level
  }
}

/**
 * Return the level and the words of a puzzle of the day, as an address names them; the usual ones where it names none.
 * @param {URLSearchParams} parameters
 */
export function namedPuzzle(parameters, level = usualLevel()) {
  const asked = Number(parameters.get("n"));
  const words = parameters.get("w") ?? "";
  return { level: isLevel(asked) ? asked : level, words: /^[\w-]+$/.test(words) ? words : ownWords };
}

/**
 * Return the path of the puzzle of a day.
 * @param {string} day
 * @param {number} level
 * @param {string} words
 */
export const dailyPath = (day, level, words) => `/api/daily?${new URLSearchParams({ date: day, level: String(level), words })}`;

/** @type {Map<string, Promise<Response>>} The answers that were asked for early, by their path; each is taken once. */
const answers = new Map();

/**
 * Return the answer to a GET, the one that was asked for early if there is one.
 * @param {string} path
 */
export function get(path) {
  const answer = answers.get(path) ?? fetch(path, { headers: { "Accept-Language": lang } });
  answers.delete(path);
  return answer;
}

/** Ask for the puzzle of the day, where the address does not name another task. */
function askEarly() {
  const { view, parameters } = address();
  const tasks = JSON.parse(document.querySelector("meta[name=modules]")?.getAttribute("content") ?? "{}");
  if (view !== "today" && Object.hasOwn(tasks, view)) return;
  const { level, words } = namedPuzzle(parameters);
  const path = dailyPath(parameters.get("d") ?? dayOf(new Date()), level, words);
  const answer = get(path);
  answer.catch(() => {}); // it is told by whoever takes it
  answers.set(path, answer);
}

askEarly();
