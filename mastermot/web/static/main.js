// The page: one of six tasks at a time, named by the address.

import { address, all, by, first, lengthsMenu, menuBy, screen, share } from "./core.js";
import * as compose from "./compose.js";
import * as families from "./families.js";
import * as guess from "./guess.js";
import * as play from "./play.js";
import * as solve from "./solve.js";
import * as today from "./today.js";

/** @type {Record<string, {open: (parameters: URLSearchParams) => void, begin: () => void}>} */
const views = { today, solve, play, guess, families, compose };

/** @type {Record<string, string>} The address of each task, once it has been shown. */
const kept = {};
/** @type {Map<string, string>} */
const moved = new Map();
const LEFT = "mastermot-tasks";
const storage = allowed(() => sessionStorage);

/**
 * Show the task that the address names; one that was left and comes back as it was is not begun anew.
 * @param {Event} [event]
 */
function show(event) {
  if (location.hash === "#content") return;
  followMoved();
  const { view: asked, parameters } = address();
  const view = views[asked] ? asked : "today";
  screen.view = view;
  by("status").textContent = "";
  for (const name of Object.keys(views)) by(`view-${name}`).hidden = name !== view;
  for (const link of all(document, "[data-view]")) {
    if (link.dataset.view === view) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  const heading = by(`${view}-title`);
  document.title = `${heading.textContent} – Master Mot`;
  if (kept[view] !== location.hash) {
    kept[view] = location.hash;
    views[view].open(parameters);
  }
  if (event) heading.focus({ preventScroll: false });
}

/**
 * Keep the link of a task at its puzzle or game; an answer may come once the task is no longer on the screen.
 * @param {{view: string, hash: string}} task
 */
function keepTaskLink({ view, hash }) {
  if (screen.view !== view && kept[view] && kept[view] !== hash) moved.set(kept[view], hash);
  kept[view] = hash;
  taskLink(view).setAttribute("href", hash);
  allowed(() => storage?.setItem(LEFT, JSON.stringify(kept)));
}

/** @param {string} view */
const taskLink = (view) => first(document, `[data-view=${view}]`);

/** Go on to where the task of an address of this page's past has got to meanwhile. */
function followMoved() {
  let hash = location.hash;
  for (let step = 0; moved.has(hash) && step < moved.size; step++) hash = moved.get(hash) ?? hash;
  if (hash !== location.hash) history.replaceState(null, "", hash);
}

/**
 * Return what `work` does, null where the browser keeps nothing for us: the page does without.
 * @template T
 * @param {() => T} work
 */
function allowed(work) {
  try {
    return work();
  } catch {
    return null;
  }
}

/** Keep the links of the tasks as they were before the page was loaded again. */
function recallTasks() {
  /** @type {Record<string, string> | null} */
  const before = allowed(() => JSON.parse(storage?.getItem(LEFT) ?? "null"));
  for (const [view, hash] of Object.entries(before || {})) if (views[view]) taskLink(view).setAttribute("href", hash);
}

/** Keep the other language's link at the same puzzle or game. */
function keepLanguageLink() {
  const link = by("other-language");
  link.setAttribute("href", `${(link.getAttribute("href") ?? "").split("#")[0]}${location.hash}`);
}

/**
 * Show the fields of words or those of colours, as the reader chose.
 * @param {HTMLElement} input
 */
function kindChanged(input) {
  const form = /** @type {HTMLFormElement} */ (input.closest("form"));
  for (const fields of all(form, "[data-kind]")) fields.hidden = !(fields.dataset.kind ?? "").split(" ").includes(input.getAttribute("value") ?? "");
}

/** @param {boolean} reached */
function connection(reached) {
  by("offline").hidden = navigator.onLine && reached;
}

for (const menu of all(document, "[data-lengths-of]")) lengthsMenu(menuBy(menu.id));
for (const input of all(document, "input[name$=-kind]")) input.addEventListener("change", () => kindChanged(input));
for (const button of all(document, "[data-share]")) button.addEventListener("click", () => share(button));
for (const button of all(document, "[data-print]")) button.addEventListener("click", () => print());
for (const heading of all(document, "main h1")) heading.tabIndex = -1;
for (const view of Object.values(views)) view.begin();
first(document, ".skip").addEventListener("click", (event) => {
  event.preventDefault();
  by("content").focus();
});
document.addEventListener("address", (event) => {
  keepTaskLink(/** @type {CustomEvent} */ (event).detail);
  keepLanguageLink();
});
document.addEventListener("reached", (event) => connection(/** @type {CustomEvent} */ (event).detail));
addEventListener("hashchange", (event) => {
  show(event);
  keepLanguageLink();
});
addEventListener("online", () => connection(true));
addEventListener("offline", () => connection(false));
connection(true);
recallTasks();
show();
keepLanguageLink();
document.documentElement.dataset.ready = "";
if ("serviceWorker" in navigator) navigator.serviceWorker.register("/sw.js").catch(() => {});
