// What all tasks share: texts, elements, questions to the service, the address.

import { get, inFolder, meta } from "./early.js";

export const lang = document.documentElement.lang;
/**
 * A text by name; one that counts has several forms. Those of the first script are there.
 * @type {Record<string, any>}
 */
const texts = JSON.parse(document.getElementById("texts")?.textContent ?? "{}");
/** The address of the page, for links to share. */
export const home = new URL(meta("home") || ".", document.baseURI).href;
/** @type {string[]} What this page has to do without, by the path that it would ask. */
const lacked = meta("lacks").split(" ");
/** Return whether nobody here answers a path. @param {string} [path] */
export const lacks = (path = "-") => lacked.includes(path);
/** @type {Promise<unknown> | null} The texts and the styles that the first script does without. */
let rest = null;

/** What an element holds: nothing stands for itself. @typedef {Node | string | null | undefined} Child */
/**
 * The attributes of a new element; `true` gives an empty one, `false` and nothing give none.
 * @typedef {{[name: string]: any, onclick?: (event: MouseEvent) => unknown, onsubmit?: (event: SubmitEvent) => unknown,
 *   onchange?: (event: Event) => unknown}} Attributes
 */
/**
 * A problem document of the service, or the page's own.
 * @typedef {{detail: string, offline?: boolean, code?: string, advice?: string, suggestions?: string[], turns?:
 *   number[],
 *   line?: number}} ProblemDocument
 */

/**
 * Return a text in the reader's language, its places filled.
 * @param {string} name
 * @param {Record<string, unknown>} [values]
 */
export function t(name, values = {}) {
  return fill(texts[name], values);
}

/**
 * Return the text of a count, in the form that the language has for it. `plurals` has a digit for each count below 200,
 * its form; a larger count has the form of its last two digits after 100: 1203 that of 103.
 * @param {string} name @param {number} count
 */
export function tn(name, count) {
  const like = count < 100 ? count : 100 + (count % 100);
  const form = t("plurals")[like];
  return fill(texts[name][Number(form)], { count: number(count) });
}

/** Return a text with its places filled. @param {string} text @param {Record<string, unknown>} values */
function fill(text, values) {
  return fine(text.replace(/{(\w+)}/g, (all, name) => (name in values ? String(values[name]) : all)));
}

/**
 * Return a text with spaces that do not break where French has a space before a sign, nor before the digit of a clue
 * that is quoted, such as “paume 2”.
 * @param {string} text
 */
export function fine(text) {
  const whole = text.replace(/([“„«]\s?\p{L}+) (\d+\s?[”“»])/gu, "$1\u00a0$2");
  return whole.replace(/ (?=[:;?!»])/g, "\u00a0").replace(/« /g, "«\u00a0");
}

/** Return a number as the language writes it: 3189, 12,345. @param {number} value */
export function number(value) {
  return value.toLocaleString(t("locale"), { useGrouping: Math.abs(value) >= 10000 });
}

/**
 * Return a new element: attributes, `on…` listeners, children (texts and elements). A button does not submit unless it
 * says so.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Attributes} [attributes]
 * @param {...(Child | (Child | Child[])[])} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  if (element instanceof HTMLButtonElement) element.type = "button";
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) element.setAttribute(name, value);
  }
  element.append(...children.flat(2).filter((child) => child !== null && child !== undefined));
  return element;
}

/**
 * Return an element, checked to be of a kind.
 * @template {Element} T
 * @param {Element | null} element
 * @param {new () => T} kind
 * @returns {T}
 */
function ofKind(element, kind) {
  if (element instanceof kind) return element;
  throw new TypeError(`no ${kind.name} here`);
}

/** Return the element of the page with this id. @param {string} id */
export const by = (id) => ofKind(document.getElementById(id), HTMLElement);

/** Return the menu or the input of the page with this id. @param {string} id */
export const menuBy = (id) => ofKind(document.getElementById(id), HTMLSelectElement);
/** @param {string} id */
export const inputBy = (id) => ofKind(document.getElementById(id), HTMLInputElement);

/**
 * Return the first element that a selector finds inside another one.
 * @param {ParentNode} inside
 * @param {string} selector
 */
export const first = (inside, selector) => ofKind(inside.querySelector(selector), HTMLElement);

/**
 * Return all the elements that a selector finds inside another one.
 * @param {ParentNode} inside
 * @param {string} selector
 */
export const all = (inside, selector) =>
  [...inside.querySelectorAll(selector)].map((element) => ofKind(element, HTMLElement));

/**
 * Have a form do some work when it is submitted, its button busy meanwhile.
 * @param {string} id
 * @param {() => unknown} work
 */
export function onSubmit(id, work) {
  const form = ofKind(by(id), HTMLFormElement);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    busy(event.submitter || first(form, ".primary"), work);
  });
}

/** Milliseconds after which it is said that an answer is on its way. */
export const PATIENCE = 500;

/** What is on the screen: one task at a time; whether the puzzle of the day that it shows was begun. */
export const screen = { view: "today", isBegun: () => false };

/**
 * Say whether the game of a view is under way: on a small screen the menu then folds away.
 * @param {string} view @param {boolean} is
 */
export function underWay(view, is) {
  if (screen.view === view) document.documentElement.classList.toggle("under-way", is);
}

/** Return a counter of questions: `ask()` begins one and returns whether it is still the last; `drop()` forgets it. */
export function latest() {
  let count = 0;
  return {
    ask() {
      const mine = ++count;
      return () => mine === count;
    },
    drop: () => ++count,
  };
}

/**
 * Return the value that a text holds as JSON; null for no such text, whoever wrote it.
 * @param {string | null} text
 * @returns {any}
 */
export function readJson(text) {
  try {
    return JSON.parse(text || "null");
  } catch {
    return null;
  }
}

/** Have a screen reader say a text. @param {string | null} text */
export function say(text) {
  by("status").textContent = text;
}

/** What the service answers when it cannot do what it was asked; `offline` when it was not reached. */
export class Problem extends Error {
  /** @param {ProblemDocument} document */
  constructor(document) {
    super(document.detail);
    this.detail = document.detail;
    this.offline = document.offline ?? false;
    this.code = document.code;
    this.advice = document.advice;
    this.suggestions = document.suggestions ?? [];
    this.turns = document.turns ?? [];
    this.line = document.line;
  }
}

/**
 * Return what the service answers to a question, or throw a `Problem`. In a folder of plain files, one of these has the
 * answer, or else the program gives it.
 * @param {string} path
 * @param {object} [body]
 * @returns {Promise<any>}
 */
export async function ask(path, body) {
  let response;
  try {
    const isInNoFile = inFolder && (body || !inFolder(path));
    if (isInNoFile && program.load) response = await (await fetched(program.load)).answer(path, body);
    else response = await (body ? post(path, body) : get(path));
  } catch (error) {
    if (error instanceof Problem && !error.offline) throw error;
    reached(false);
    throw notReached();
  }
  const answer = await response.json().catch(() => ({ detail: notReached().detail, offline: true }));
  if (body && !inFolder) reached(!answer.offline);
  if (!response.ok) throw new Problem(answer);
  return answer;
}

/** Return what the service answers to a POST. @param {string} path @param {object} body */
function post(path, body) {
  const headers = { "Accept-Language": lang, "Content-Type": "application/json" };
  return fetch(`.${path}`, { method: "POST", headers, body: JSON.stringify(body) });
}

/** @typedef {{answer: (path: string, body?: object) => Promise<Response>}} Program */
/**
 * What loads the program that answers in this page, where no service does; whether somebody has asked for it.
 * @type {{load?: () => Promise<Program>, wanted?: boolean}}
 */
export const program = {};

/** Return whether answers wait for a program that nobody has asked for: a button then offers what needs it. */
export const isUnasked = () => Boolean(inFolder) && !program.wanted;

/** Return what is said where the service was not reached. */
export const notReached = () => new Problem({ offline: true, detail: t(inFolder ? "folder_need" : "offline_need") });

/** Have the texts and the styles that the first script does without. */
async function fetchRest() {
  const style = h("link", { rel: "stylesheet", href: "static/tasks.css" });
  const styled = new Promise((done, fail) => {
    style.addEventListener("load", done);
    style.addEventListener("error", () => fail(new TypeError(style.href)));
  });
  document.head.append(style);
  const [more] = await Promise.all([fetch(`texts/${lang}.json`).then((answer) => answer.json()), styled]);
  Object.assign(texts, more);
}

/** What Chromium and Firefox, then WebKit, say of a module that could not be fetched; other errors are its own. */
const NOT_FETCHED = /dynamically imported module|Importing a module script failed/;

/**
 * Return what some work of a module gives. Throws a `Problem`: the service is not reached, or the page has an error of
 * its own, which the console tells.
 * @template T
 * @param {() => T | Promise<T>} work
 * @returns {Promise<T>}
 */
export async function started(work) {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Problem) throw error;
    if (NOT_FETCHED.test(String(error))) throw notReached();
    reportError(error);
    throw new Problem({ detail: t("page_failed", { error: String(error) }), advice: t("page_failed_advice") });
  }
}

/**
 * Return what a module that is imported when it is first needed gives, once its texts and styles are there. Throws a
 * `Problem` as `started` does.
 * @template T
 * @param {() => T | Promise<T>} load
 * @returns {Promise<T>}
 */
export async function fetched(load) {
  rest ??= fetchRest().catch(() => {
    rest = null;
    throw notReached();
  });
  await rest;
  return started(load);
}

/** Say whether the service was reached; an answer to a GET may be one that was kept. @param {boolean} yes */
function reached(yes) {
  document.dispatchEvent(new CustomEvent("reached", { detail: yes }));
}

/** What does something with a suggestion of a problem. @typedef {(word: string, problem: Problem) => unknown} Take */

/** Return an element that says what is wrong, at once. @param {...(Child | Child[])} texts */
export function message(...texts) {
  return h("div", { class: "message", role: "alert" }, texts.map((text) => h("p", {}, text)));
}

/**
 * Return a button that does some work, once at a time.
 * @param {string | null} look
 * @param {Child} label
 * @param {(button: HTMLElement) => unknown} work
 */
export function workButton(look, label, work) {
  const button = h("button", { class: look }, label);
  onWork(button, () => work(button));
  return button;
}

/** Have a button do some work, once at a time. @param {HTMLElement} button @param {() => unknown} work */
export const onWork = (button, work) => button.addEventListener("click", () => busy(button, work));

/** Return a button that does again what failed. @param {() => unknown} work */
export const tryAgain = (work) => workButton("primary", t("try_again"), work);

/**
 * Return an element that tells a problem, its way out, and suggestions that `take` does something with.
 * @param {unknown} problem
 * @param {Take | null} [take]
 */
export function told(problem, take = null) {
  if (!(problem instanceof Problem)) throw problem;
  const box = message(sentence(problem.detail));
  if (problem.suggestions.length && take) {
    const buttons = problem.suggestions.map((word) => h("button", { onclick: () => take(word, problem) }, word));
    box.append(h("p", { class: "suggestions" }, t("suggest"), " ", buttons));
  } else if (problem.advice) {
    box.append(h("p", { class: "small" }, fine(problem.advice)));
  }
  return box;
}

/** Return a line that says that an answer, or what is named, is on its way. @param {string} [name] of a text */
export const working = (name = "working") => h("p", { class: "kicker" }, t(name));

/**
 * Do what asks something, and say in a place what goes wrong with it, unless something else has been asked since: with
 * what `take` does with a suggestion, or a button that asks again.
 * @param {HTMLElement} place
 * @param {ReturnType<typeof latest>} question
 * @param {(current: () => boolean) => unknown} work
 * @param {{take?: Take | null, again?: () => unknown}} [ways]
 */
export async function attempt(place, question, work, { take = null, again } = {}) {
  const current = question.ask();
  try {
    await work(current);
  } catch (problem) {
    const box = told(problem, take);
    if (current()) place.replaceChildren(box, ...(again ? [h("p", { class: "actions" }, tryAgain(again))] : []));
  }
}

/**
 * Show what the service answers once it is there; what goes wrong is told, with a button that asks again.
 * @param {HTMLElement} place
 * @param {ReturnType<typeof latest>} question
 * @param {() => Promise<any>} get
 * @param {(answer: any) => unknown} show
 * @param {() => unknown} again
 */
export function answered(place, question, get, show, again) {
  if (!place.querySelector(".early")) place.replaceChildren(working());
  return attempt(place, question, async (current) => {
    const answer = await get();
    if (current()) show(answer);
  }, { again });
}

/** @param {string} text */
function sentence(text) {
  return fine(text.charAt(0).toUpperCase() + text.slice(1)) + (/[.!?…]$/.test(text) ? "" : ".");
}

/**
 * Run what a button asks for, once at a time; the button says that it is at work.
 * @param {EventTarget | null} target
 * @param {() => unknown} work
 */
export async function busy(target, work) {
  const button = /** @type {HTMLElement} */ (target);
  if (button.getAttribute("aria-disabled") === "true") return;
  button.setAttribute("aria-disabled", "true");
  const waiting = setTimeout(() => {
    button.dataset.waiting = "";
    if (button.checkVisibility()) say(t("working"));
  }, PATIENCE);
  try {
    await work();
  } finally {
    clearTimeout(waiting);
    button.removeAttribute("aria-disabled");
    delete button.dataset.waiting;
  }
}

/** Leave what is on the screen a step in the browser's history, so that Back brings it back. */
export function leaveStep() {
  history.pushState(null, "", location.href);
}

/**
 * Return the address of a task with its parameters, empty ones left out: #task?name=value&…
 * @param {string} view
 * @param {Record<string, string | number | boolean | null | undefined>} parameters
 */
export function hashOf(view, parameters) {
  const given = Object.entries(parameters)
    .filter(([, value]) => value || value === 0)
    .map(([name, value]) => [name, `${value}`]);
  const query = String(new URLSearchParams(given)).replace(/%3A/g, ":").replace(/%2C/g, ",").replace(/\+/g, "%20");
  return `#${view}${query ? `?${query}` : ""}`;
}

/**
 * Put a task and its parameters into its address, without a step in the browser's history; return it.
 * @param {string} view
 * @param {Parameters<typeof hashOf>[1]} parameters
 */
export function keepAddress(view, parameters) {
  const hash = hashOf(view, parameters);
  if (screen.view === view) history.replaceState(null, "", `${location.pathname}${location.search}${hash}`);
  document.dispatchEvent(new CustomEvent("address", { detail: { view, hash } }));
  return hash;
}

/** Return whether an address leads to this machine, whoever opens it. @param {string} url */
const ofThisMachine = (url) => /^(localhost|127\.[\d.]+|\[::1\])$/.test(new URL(url).hostname);

/** @type {WeakMap<HTMLElement, number>} When each button says again what it does. */
const labelsBack = new WeakMap();

/**
 * Send a text or a link: by what the telephone offers, else copied, which the button says a while; else it is shown.
 * @param {{text?: string, url?: string}} content
 * @param {HTMLElement} button
 * @param {string} [copied]
 */
export async function send(content, button, copied = t("shared")) {
  if (content.url && ofThisMachine(content.url)) copied = t("shared_here");
  const given = content.url ?? content.text ?? "";
  const label = (button.dataset.label ||= button.textContent ?? "");
  try {
    if (navigator.share && matchMedia("(pointer: coarse)").matches) return await navigator.share(content);
    await navigator.clipboard.writeText(given);
    button.textContent = copied;
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") return;
    button.parentElement?.querySelector("textarea")?.remove();
    const shown = { rows: given.split("\n").length, readonly: true, class: "result-text", "aria-label": label };
    button.after(h("textarea", shown, given));
  }
  clearTimeout(labelsBack.get(button));
  labelsBack.set(button, setTimeout(() => (button.textContent = label), 3000));
  say(button.textContent);
}

/** Fill a menu of lengths from the dictionary chosen in another menu. @param {HTMLSelectElement} menu */
export function lengthsMenu(menu) {
  const words = menuBy(menu.dataset.lengthsOf ?? "");
  const refill = () => {
    const usual = menu.dataset.usual ?? "";
    const wanted = menu.value || usual;
    const lengths = (words.selectedOptions[0]?.dataset.lengths ?? "").split(" ");
    menu.replaceChildren(...lengths.map((length) => h("option", { value: length }, length)));
    menu.value = lengths.includes(wanted) ? wanted : lengths.includes(usual) ? usual : lengths[0];
  };
  words.addEventListener("change", refill);
  refill();
}
