// What is asked for before the rest of the page has come: on a slow line it arrives together with what shows it.

const LEVELS = 5;
const USUAL_LEVEL = 2;
const { lang } = document.documentElement;
export const ownWords = lang === "fr" ? "fr-common" : "en-common";

/** @param {Date} date */
export const dayOf = (date) => `${date.getFullYear()}-${String(date.getMonth() + 1).padStart(2, "0")}-${String(date.getDate()).padStart(2, "0")}`;

/** Return the task and the parameters that the address names: #task?name=value&… */
export function address() {
  const [view, query = ""] = location.hash.slice(1).split("?");
  return { view, parameters: new URLSearchParams(query) };
}

/**
 * Return the level and the words of a puzzle of the day, as an address names them; the usual ones where it names none.
 * @param {URLSearchParams} parameters
 */
export function namedPuzzle(parameters, level = USUAL_LEVEL) {
  const asked = Number(parameters.get("n"));
  const words = parameters.get("w") ?? "";
  return { level: Number.isInteger(asked) && asked >= 1 && asked <= LEVELS ? asked : level, words: /^[\w-]+$/.test(words) ? words : ownWords };
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
