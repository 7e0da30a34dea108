// What all tasks share: texts, elements, questions to the service, the address.

export const lang = document.documentElement.lang;
const texts = await (await fetch(`/texts/${lang}.json`)).json();

/** Return a text in the reader's language, its places filled. */
export function t(name, values = {}) {
  return fill(texts[name], values);
}

/** Return the text of a count: one, or several, as the language has it. */
export function tn(name, count) {
  const several = lang === "fr" ? count > 1 : count !== 1;
  return fill(texts[name][several ? 1 : 0], { count: number(count) });
}

function fill(text, values) {
  return fine(text.replace(/{(\w+)}/g, (all, name) => (name in values ? values[name] : all)));
}

/** Return a text with spaces that do not break where French has a space before a sign. */
export function fine(text) {
  return lang === "fr" ? text.replace(/ (?=[:;?!»])/g, "\u00a0").replace(/« /g, "«\u00a0") : text;
}

/** Return a number as the language writes it. */
export function number(value) {
  return value.toLocaleString(lang);
}

/** Return a new element: attributes, `on…` listeners, children (texts and elements). */
export function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) element.setAttribute(name, value);
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined));
  return element;
}

export const by = (id) => document.getElementById(id);

/** Milliseconds after which it is said that an answer is on its way. */
export const PATIENCE = 500;

/** What is on the screen: one task at a time. */
export const screen = { view: "solve" };

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

/** Have a screen reader say a text. */
export function say(text) {
  by("status").textContent = text;
}

/** What the service answers when it cannot do what it was asked; `offline` when it was not reached. */
export class Problem extends Error {
  constructor(document) {
    super(document.detail);
    Object.assign(this, { suggestions: [], turns: [], offline: false }, document);
  }
}

/** Return what the service answers to a question, or throw a `Problem`. */
export async function ask(path, body) {
  const options = { headers: { "Accept-Language": lang } };
  if (body) {
    options.method = "POST";
    options.headers["Content-Type"] = "application/json";
    options.body = JSON.stringify(body);
  }
  let response;
  try {
    response = await fetch(path, options);
  } catch {
    reached(false);
    throw new Problem({ offline: true, detail: t("offline_need") });
  }
  const answer = await response.json().catch(() => ({ detail: t("offline_need"), offline: true }));
  if (body) reached(!answer.offline);
  if (!response.ok) throw new Problem(answer);
  return answer;
}

/** Say whether the service was reached; an answer to a GET may be one that was kept. */
function reached(yes) {
  document.dispatchEvent(new CustomEvent("reached", { detail: yes }));
}

/** Return an element that says what is wrong, at once. */
export function message(...texts) {
  return h("div", { class: "message", role: "alert" }, texts.map((text) => h("p", {}, text)));
}

/** Return a button that does again what failed. */
export function tryAgain(work) {
  return h("button", { type: "button", class: "primary", onclick: (event) => busy(event.currentTarget, work) }, t("try_again"));
}

/** Return an element that tells a problem, its way out, and suggestions that `take` does something with. */
export function told(problem, take = null) {
  if (!(problem instanceof Problem)) throw problem;
  const box = message(sentence(problem.detail));
  if (problem.suggestions.length && take) {
    const buttons = problem.suggestions.map((word) =>
      h("button", { type: "button", onclick: () => take(word) }, word),
    );
    box.append(h("p", { class: "suggestions" }, t("suggest"), " ", buttons));
  } else if (problem.advice) {
    box.append(h("p", { class: "small" }, fine(problem.advice)));
  }
  return box;
}

function sentence(text) {
  return fine(text.charAt(0).toUpperCase() + text.slice(1)) + (/[.!?…]$/.test(text) ? "" : ".");
}

/** Run what a button asks for, once at a time; the button says that it is at work. */
export async function busy(button, work) {
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

/** Return the task and the parameters that the address names: #task?name=value&… */
export function address() {
  const [view, query = ""] = location.hash.slice(1).split("?");
  return { view, parameters: new URLSearchParams(query) };
}

/** Leave what is on the screen a step in the browser's history, so that Back brings it back. */
export function leaveStep() {
  history.pushState(null, "", location.href);
}

/** Put a task and its parameters into its address, without a step in the browser's history. */
export function keepAddress(view, parameters) {
  const query = Object.entries(parameters)
    .filter(([, value]) => value !== "" && value !== null && value !== undefined && value !== false)
    .map(([name, value]) => `${name}=${encodeURIComponent(value).replace(/%3A/g, ":").replace(/%2C/g, ",")}`)
    .join("&");
  const hash = `#${view}${query ? `?${query}` : ""}`;
  if (screen.view === view) history.replaceState(null, "", `${location.pathname}${location.search}${hash}`);
  document.dispatchEvent(new CustomEvent("address", { detail: { view, hash } }));
}

/** Copy the address; the button says so. */
export async function share(button) {
  button.dataset.label ||= button.textContent;
  try {
    await navigator.clipboard.writeText(location.href);
    button.textContent = t("shared");
  } catch {
    button.textContent = t("share_failed");
  }
  clearTimeout(button.shared);
  button.shared = setTimeout(() => (button.textContent = button.dataset.label), 3000);
  say(button.textContent);
}

/** Fill a menu of lengths from the dictionary chosen in another menu; return a function that chooses one. */
export function lengthsMenu(menu) {
  const words = by(menu.dataset.lengthsOf);
  const least = Number(menu.dataset.least || 2);
  const most = Number(menu.dataset.most || 15);
  const refill = () => {
    const wanted = menu.value || menu.dataset.usual;
    const lengths = words.selectedOptions[0].dataset.lengths.split(" ").filter((n) => n >= least && n <= most);
    menu.replaceChildren(...lengths.map((length) => h("option", { value: length }, length)));
    menu.value = lengths.includes(wanted) ? wanted : lengths.includes(menu.dataset.usual) ? menu.dataset.usual : lengths[0];
  };
  words.addEventListener("change", refill);
  refill();
}
