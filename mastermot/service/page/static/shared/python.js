// The program itself in the page, where that is a folder of plain files (mastermot site): a Worker runs it in Python,
// and answers what a service would.

import { by, first, h, lang, number, program, t } from "./core.js";
import { meta } from "./early.js";

/** @typedef {(answer: Response) => void} Take */

/** @type {Worker | null} */
let worker = null;
let ready = false;
/** Whether all of it is kept in this browser, so that it only has to start. */
let kept = false;
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

/** @param {string} detail @param {string} [advice] */
const refusal = (detail, advice) => new Response(JSON.stringify({ detail, advice, offline: true }), { status: 503 });

/** Return the Worker, which begins to fetch Python when it is first wanted. */
function start() {
  if (worker) return worker;
  const { pyodide, packages, size } = JSON.parse(meta("python"));
  const absolute = (/** @type {string} */ name) => new URL(name, document.baseURI).href;
  program.wanted = true;
  worker = new Worker("static/pyworker.js", { type: "module" });
  worker.addEventListener("message", ({ data }) => take(data));
  worker.addEventListener("error", () => fail());
  worker.postMessage({ pyodide: absolute(pyodide), packages: packages.map(absolute) });
  bar.max = size;
  bar.value = 0;
  notice.replaceChildren(bar);
  announce(packages.map(absolute), size);
  return worker;
}

/**
 * Say that Python comes, or that it starts where this browser has kept it.
 * @param {string[]} files @param {number} size
 */
async function announce(files, size) {
  const found = await Promise.all(files.map((file) => window.caches?.match(file, { ignoreVary: true })));
  kept = found.every(Boolean);
  notice.replaceChildren(kept ? t("python_starting") : t("python_coming", { size: megabytes(size) }), " ", bar);
  tell();
}

/**
 * Take what the Worker says; `lost`: a file could not be fetched.
 * @param {{come?: number, ready?: boolean, failed?: string, lost?: boolean, number?: number, status?: number,
 *   text?: string}} said
 */
function take({ come, ready: whole, failed, lost, number, status, text }) {
  if (failed) return fail(failed, lost);
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
 * @param {string} [why] @param {boolean} [lost] whether a file could not be fetched
 */
function fail(why = "the Worker cannot be loaded", lost = true) {
  console.error(why);
  worker?.terminate();
  worker = null;
  wanted = false;
  program.wanted = false;
  /** @type {[string, string?]} */
  const said = lost ? [t("folder_need")] : [t("page_failed", { error: why }), t("page_failed_advice")];
  for (const give of waiting.values()) give(refusal(...said));
  waiting.clear();
  tell();
}

/** Show how much of Python is still to come, while somebody waits for it. */
function tell() {
  const coming = kept || navigator.onLine;
  if (ready || !(waiting.size || wanted) || !coming) notice.remove();
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
