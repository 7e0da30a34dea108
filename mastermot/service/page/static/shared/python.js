// The program itself in the page, where that is a folder of plain files (mastermot site): a Worker runs it in Python,
// and answers what a service would.

import { by, first, h, lang, number, t } from "./core.js";
import { meta } from "./early.js";

/** @typedef {(answer: Response) => void} Take */

/** @type {Worker | null} */
let worker = null;
let ready = false;
/** Whether the reader asked for all of it to come, before any question. */
let wanted = false;
let count = 0;
/** @type {Map<number, Take>} Who waits for an answer, by the number of the question. */
const waiting = new Map();
const bar = h("progress", { "aria-hidden": "true" });
const notice = h("p", { class: "notice", id: "python", role: "status" });

/** Return whether this browser can run Python. */
const possible = () => "Worker" in window && "WebAssembly" in window;

/**
 * Return what the program answers to a question, as a service would.
 * @param {string} path
 * @param {object} [body]
 * @returns {Promise<Response>}
 */
export function answer(path, body) {
  if (!possible()) return Promise.resolve(refusal(t("python_impossible")));
  const number = ++count;
  const question = { number, method: body ? "POST" : "GET", path, body: body ? JSON.stringify(body) : "", lang };
  return new Promise((take) => {
    waiting.set(number, take);
    start().postMessage(question);
    tell();
  });
}

/** @param {number} size */
const megabytes = (size) => number(Math.ceil(size / 1e6));

/** @param {string} detail */
const refusal = (detail) => new Response(JSON.stringify({ detail, offline: true }), { status: 503 });

/** Return the Worker, which begins to fetch Python when it is first wanted. */
function start() {
  if (worker) return worker;
  const { pyodide, packages, size } = JSON.parse(meta("python"));
  const absolute = (/** @type {string} */ name) => new URL(name, document.baseURI).href;
  worker = new Worker("static/pyworker.js", { type: "module" });
  worker.addEventListener("message", ({ data }) => take(data));
  worker.addEventListener("error", () => fail());
  worker.postMessage({ pyodide: absolute(pyodide), packages: packages.map(absolute) });
  bar.max = size;
  bar.value = 0;
  notice.replaceChildren(t("python_coming", { size: megabytes(size) }), " ", bar);
  return worker;
}

/** @param {{come?: number, ready?: boolean, failed?: string, number?: number, status?: number, text?: string}} said */
function take({ come, ready: whole, failed, number, status, text }) {
  if (failed) return fail(failed);
  if (come) bar.value = come;
  if (whole) {
    ready = true;
    navigator.serviceWorker?.ready.then(({ active }) => active?.postMessage("python")).catch(() => {});
  }
  if (number) waiting.get(number)?.(new Response(text, { status }));
  waiting.delete(number ?? 0);
  tell();
}

/**
 * Give up this Worker: whoever waits is told so, and the next question tries again.
 * @param {string} [why]
 */
function fail(why) {
  console.error(why ?? "the Worker cannot be loaded");
  worker?.terminate();
  worker = null;
  wanted = false;
  for (const give of waiting.values()) give(refusal(t("offline_need")));
  waiting.clear();
  tell();
}

/** Show how much of Python is still to come, while somebody waits for it. */
function tell() {
  if (ready || !(waiting.size || wanted) || !navigator.onLine) notice.remove();
  else if (!notice.isConnected) by("offline").after(notice);
}

/** Offer to fetch Python before a question needs it: afterwards all of the page works without a connection. */
export function offerPython() {
  if (!possible()) return;
  const { size } = JSON.parse(meta("python"));
  const button = h("button", { class: "quiet", id: "bring-python" }, t("python_bring", { size: megabytes(size) }));
  button.addEventListener("click", () => {
    wanted = true;
    button.remove();
    start();
    tell();
  });
  first(document, ".foot").prepend(h("p", {}, button));
}
