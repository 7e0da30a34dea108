// What lets the page work without a connection from its first visit on.

import { dailyPath, dayOf, get, inFolder, namedPuzzle } from "./early.js";

/** What the worker keeps of what is looked up. */
const LOOKED_UP = /\/(api\/(words|families|daily|ladder|neighbours|islands|openings)\b|data\/)/;

/**
 * Have the worker keep the page, what was looked up before the worker was there, and lists of words.
 * @param {string[]} lists dictionaries with a length, such as fr/5
 */
export async function keepForLater(lists) {
  const { serviceWorker } = navigator;
  // once the worker has taken over the page, what is fetched goes through it, and is kept
  const taken = new Promise((done) => serviceWorker.addEventListener("controllerchange", done, { once: true }));
  await serviceWorker.register("sw.js");
  await serviceWorker.ready;
  const { level, words } = namedPuzzle(new URLSearchParams());
  const day = dailyPath(dayOf(new Date()), level, words);
  // the puzzle that came with the page, or lies in its folder
  const path = inFolder ? inFolder(day) && day : document.getElementById("daily")?.dataset.path;
  if (serviceWorker.controller) return path && get(path); // it was there before the page
  await taken;
  const paths = performance.getEntriesByType("resource").map(({ name }) => new URL(name));
  const before = paths.filter(({ pathname }) => LOOKED_UP.test(pathname)).map(({ href }) => href);
  // lists of words only if the reader does not want to save data
  const { connection } = /** @type {{connection?: {saveData?: boolean}}} */ (navigator);
  const later = connection?.saveData ? [] : lists.map((list) => `/api/words/${list}`);
  for (const one of before) await fetch(one, { headers: { "Accept-Language": document.documentElement.lang } });
  for (const one of [...(path ? [path] : []), ...later]) if (!inFolder || inFolder(one)) await get(one);
}
