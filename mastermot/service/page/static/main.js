// The page: one task at a time, named by the address; each is loaded when it is first shown.

import { LOOK, above, address, get, inFolder, ownWords, putForward, recall, remember } from "./shared/early.js";
import {
  Problem, all, by, fetched, first, h, lacks, lengthsMenu, menuBy, message, onWork, program, readJson, screen, send,
  started, t, told, tryAgain, working,
} from "./shared/core.js";
import { enlarge, isLarge, keepsNothing } from "./shared/store.js";

/**
 * A task, shown at the parameters of an address; `typed` takes the keys that no field has.
 * @typedef {{open: (parameters: URLSearchParams) => void, typed?: (event: KeyboardEvent) => void}} View
 */
/** A task's module; `begin` may give the task itself. @typedef {Partial<View> & {begin: () => View | void}} Task */

/** @type {Record<string, () => Promise<Task>>} */
const views = {
  today: () => import("./today/today.js"),
  solve: () => import("./solve/solve.js"),
  play: () => import("./play/play.js"),
  guess: () => import("./guess/guess.js"),
  families: () => import("./families/families.js"),
  compose: () => import("./compose/compose.js"),
  board: () => import("./puzzle/puzzle.js"),
  openings: () => import("./openings/openings.js"),
  technique: () => import("./technique/technique.js"),
};
/** @type {Map<string, Promise<View>>} The tasks that are loaded, or on their way. */
const loaded = new Map();
/** @type {View | null} The task on the screen, once it is there. */
let shown = null;
/** Milliseconds: what the worker fetches would hold up what is being read. */
const WORKER_AFTER = 1500;

/** @type {Record<string, string>} The address of each task, once it has been shown. */
const kept = {};
/** @type {Map<string, string>} Where a task has got to since it was at an address, which Back may still lead to. */
const moved = new Map();
const LEFT = "mastermot-tasks";

/**
 * Show the task that the address names, once it is loaded; one that was left and comes back as it was is not begun
 * anew.
 * @param {Event} [event]
 */
async function show(event) {
  if (location.hash === "#content") return;
  leadTrick();
  followMoved();
  const { view: asked, parameters } = address();
  const view = Object.hasOwn(views, asked) ? asked : "today";
  screen.view = view;
  shown = null;
  document.documentElement.classList.remove("under-way");
  openMenu(false);
  by("status").textContent = "";
  by("untold").replaceChildren();
  const heading = by(`${view}-title`);
  document.title = `${heading.textContent} – Master Mot`;
  const { hash } = location;
  putForward(view);
  if (event) heading.focus({ preventScroll: false });
  if (lacks(by(`view-${view}`).dataset.needs)) {
    by("coming").hidden = true;
    return by(`view-${view}`).replaceChildren(heading, message(t("folder_lacks")));
  }
  const task = await arrival(view, event);
  if (!task || location.hash !== hash || kept[view] === hash) return;
  kept[view] = hash;
  started(() => task.open(parameters)).catch((problem) => cannotShow(view, problem, event));
}

/**
 * Say in the place of a task why it is not shown.
 * @param {string} view @param {unknown} problem @param {Event} [event] what asked for the task
 */
function cannotShow(view, problem, event) {
  if (!(problem instanceof Problem)) throw problem;
  if (problem.offline) connection(false);
  if (screen.view !== view) return;
  // Firefox keeps that a module could not be fetched: once the service is back, only a new page gets it
  const again = () => get("/").then(() => location.reload(), () => show(event));
  by("coming").replaceChildren(told(problem), h("p", { class: "actions" }, tryAgain(again)));
  by("coming").hidden = false;
}

/**
 * Return a task once it is there; until then, and when it does not come, its place says so and takes nothing.
 * @param {string} view
 * @param {Event} [event] what asked for the task
 */
async function arrival(view, event) {
  const place = by(`view-${view}`);
  place.setAttribute("aria-busy", "true");
  const coming = by("coming");
  const waiting = setTimeout(() => {
    coming.replaceChildren(working());
    coming.hidden = false;
  });
  try {
    const task = await load(view);
    if (screen.view === view) {
      shown = task;
      coming.hidden = true;
      place.removeAttribute("aria-busy");
    }
    return task;
  } catch (problem) {
    cannotShow(view, problem, event);
    return null;
  } finally {
    clearTimeout(waiting);
  }
}

/** Return a task, ready to be opened. Throws a `Problem` when it cannot be. @param {string} name */
async function load(name) {
  const begin = async () => {
    const task = await views[name]();
    return /** @type {View} */ (task.begin() ?? task);
  };
  const task = loaded.get(name) ?? (name === "today" ? started(begin) : fetched(begin));
  loaded.set(name, task);
  try {
    return await task;
  } catch (problem) {
    loaded.delete(name);
    throw problem;
  }
}

/**
 * Keep the link of a task at its puzzle or game; an answer may come once the task is no longer on the screen.
 * @param {{view: string, hash: string}} task
 */
function keepTaskLink({ view, hash }) {
  const movesUnseen = screen.view !== view && kept[view] && kept[view] !== hash;
  if (movesUnseen) moved.set(kept[view], hash);
  kept[view] = hash;
  taskLink(view)?.setAttribute("href", hash);
  remember(LEFT, JSON.stringify(kept), "sessionStorage");
}

/** @param {string} view */
const taskLink = (view) => document.querySelector(`[data-view=${view}]`);

/** Lead an address of the trick, as cards of before have it, to Solve, which takes its words: `g` names them. */
function leadTrick() {
  const { view, parameters } = address();
  if (view !== "trick") return;
  if (!parameters.has("g")) parameters.set("g", "");
  history.replaceState(null, "", `#solve?${parameters}`);
}

/** Go on to where the task of an address of this page's past has got to meanwhile. */
function followMoved() {
  let hash = location.hash;
  for (let step = 0; moved.has(hash) && step < moved.size; step++) hash = moved.get(hash) ?? hash;
  if (hash !== location.hash) history.replaceState(null, "", hash);
}

/** Keep the links of the tasks as they were before the page was loaded again. */
function recallTasks() {
  const before = readJson(recall(LEFT, "sessionStorage"));
  for (const [view, hash] of Object.entries(before ?? {})) {
    if (Object.hasOwn(views, view) && String(hash).startsWith(`#${view}`)) taskLink(view)?.setAttribute("href", hash);
  }
}

/** Keep the other languages' links at the same puzzle or game: a day's puzzle that was begun stays, in its language. */
function keepLanguageLinks() {
  let { hash } = location;
  if (screen.view === "today" && screen.isBegun() && !address().parameters.has("w")) {
    hash = `#today?${[hash.split("?")[1], `w=${ownWords}`].filter(Boolean).join("&")}`;
  }
  for (const link of all(document, ".masthead-line a.language")) {
    link.setAttribute("href", `${(link.getAttribute("href") ?? "").split("#")[0]}${hash}`);
  }
}

/** Show the fields of words or those of colours, as the reader chose. @param {HTMLElement} input */
function kindChanged(input) {
  const form = /** @type {HTMLFormElement} */ (input.closest("form"));
  for (const fields of all(form, "[data-kind]")) {
    fields.hidden = !(fields.dataset.kind ?? "").split(" ").includes(input.getAttribute("value") ?? "");
  }
}

/** Keys that a choice among few takes; letters are nothing to it. */
const CHOOSING = /^(Arrow\w+|Enter|Tab| |\d)$/;

/**
 * Return whether a key is for what has the focus: a field that is typed into, a choice among few, a dialog. The field
 * of a game itself (`data-game`) leaves its keys to the game: in Chromium, a field that gets the focus back from a
 * dialog takes none.
 * @param {KeyboardEvent} event
 */
function isTaken({ target, key, ctrlKey, metaKey, altKey, isComposing, defaultPrevented }) {
  if (defaultPrevented || isComposing || ctrlKey || metaKey || altKey || document.querySelector("dialog")) return true;
  if (target instanceof HTMLInputElement && !("game" in target.dataset)) {
    return !["radio", "checkbox"].includes(target.type) || CHOOSING.test(key);
  }
  return target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement;
}

/** Unfold the menu, the day and the length while a game is under way, or fold them away. @param {boolean} yes */
function openMenu(yes) {
  document.documentElement.classList.toggle("menu-open", yes);
  by("menu").setAttribute("aria-expanded", String(yes));
}

/** @param {boolean} reached */
function connection(reached) {
  by("offline").hidden = navigator.onLine && reached;
}

for (const menu of all(document, "[data-lengths-of]")) lengthsMenu(menuBy(menu.id));
for (const input of all(document, "input[name$=-kind]")) input.addEventListener("change", () => kindChanged(input));
for (const button of all(document, "[data-share]")) {
  button.addEventListener("click", () => send({ url: location.href }, button));
}
for (const button of all(document, "[data-how]")) {
  // the focus stays where one types
  button.addEventListener("pointerdown", (event) => event.preventDefault());
  onWork(button, async () => {
    const { how, rule } = button.dataset;
    const { showHow } = await fetched(() => import("./shared/how.js"));
    showHow(/** @type {import("./shared/how.js").Game} */ (how), rule);
  });
}
document.addEventListener("keydown", (event) => {
  if (!isTaken(event)) shown?.typed?.(event);
});
by("larger").setAttribute("aria-pressed", String(isLarge()));
by("larger").addEventListener("click", () => enlarge(!isLarge()));
by("menu").addEventListener("click", () => openMenu(by("menu").getAttribute("aria-expanded") !== "true"));
const { classList } = document.documentElement;
const contrast = by("contrast");
contrast.setAttribute("aria-pressed", String(classList.contains("contrast")));
contrast.addEventListener("click", () => {
  const on = classList.toggle("contrast");
  contrast.setAttribute("aria-pressed", String(on));
  remember(LOOK, on ? "contrast" : "");
});
for (const button of all(document, ".choose")) {
  button.addEventListener("click", () => {
    const open = first(document, `#${button.getAttribute("aria-controls")}`).classList.toggle("open");
    button.setAttribute("aria-expanded", String(open));
  });
}
for (const one of all(document, ".notice, .title, .day, .drawer, .game-notice, .game")) above.observe(one);
by("unkept").hidden = !keepsNothing();
for (const heading of all(document, "main h1")) heading.tabIndex = -1;
for (const event of ["pointerdown", "focusin", "click"]) {
  first(document, ".masthead-line").addEventListener(event, keepLanguageLinks);
}
// also of a task that is still on its way
document.addEventListener("submit", (event) => event.preventDefault());
first(document, ".skip").addEventListener("click", (event) => {
  event.preventDefault();
  by("content").focus();
});
document.addEventListener("address", (event) => {
  keepTaskLink(/** @type {CustomEvent} */ (event).detail);
  keepLanguageLinks();
});
document.addEventListener("reached", (event) => connection(/** @type {CustomEvent} */ (event).detail));
addEventListener("hashchange", (event) => {
  show(event);
  keepLanguageLinks();
});
addEventListener("unhandledrejection", (event) => {
  if (!(event.reason instanceof Problem)) return;
  event.preventDefault();
  by("untold").replaceChildren(told(event.reason));
});
addEventListener("online", () => connection(true));
addEventListener("offline", () => connection(false));
connection(true);
const loadPython = () => import("./shared/python.js");
program.load = loadPython;
recallTasks();
show().then(() => {
  keepLanguageLinks();
  document.documentElement.dataset.ready = "";
  const lists = [ownWords, menuBy("solve-words").value].map((words) => `${words}/5`);
  const keep = () => import("./shared/offline.js").then(({ keepForLater }) => keepForLater(lists));
  if (inFolder) fetched(loadPython).then(({ offerPython }) => offerPython()).catch(() => {});
  if ("serviceWorker" in navigator) setTimeout(() => keep().catch(() => {}), WORKER_AFTER);
});
