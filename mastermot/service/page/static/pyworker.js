// Runs the program in Pyodide, for python.js: the first message says where its files are, each other one is a question.

/** @typedef {{number: number, method: string, path: string, body: string, lang: string}} Question */
/** @template T @typedef {{toJs: () => T, destroy: () => void}} Found */
/** @typedef {(method: string, path: string, body: string, lang: string) => Found<[number, string]>} Answer */
/** @typedef {{answer: Answer, compile: (archive: ArrayBuffer) => Found<BlobPart>}} Program */

/** Milliseconds without a question after which an archive is compiled, for the next visit. */
const IDLE = 3000;

/** @type {Promise<Program>} */
let program;
let come = 0;
/** @type {ReturnType<typeof setTimeout>} */
let idle;
/** @type {Set<string>} The archives whose modules were compiled when they were loaded. */
const slow = new Set();
/** Whether a file could not be fetched. */
let lost = false;
const fetchPlain = self.fetch;

/** Return what is being fetched, and note where it is not reached. @template T @param {Promise<T>} coming */
async function reach(coming) {
  try {
    return await coming;
  } catch (error) {
    lost = true;
    throw error;
  }
}

/**
 * Fetch a file, and say how many bytes have come.
 * @type {typeof fetch}
 */
self.fetch = async (...asked) => {
  const response = await reach(fetchPlain(...asked));
  if (!response.ok || !response.body) throw new TypeError(`${response.status} ${response.url}`);
  if (/\.(zip|whl)$/.test(response.url) && !response.headers.has("Compiled")) slow.add(response.url);
  const kept = await self.caches?.match(response.url);
  if (kept) {
    come += (await kept.blob()).size;
    self.postMessage({ come });
    return response; // as it is: of what is kept, the browser keeps the machine's code too
  }
  const counter = new TransformStream({
    transform(chunk, controller) {
      come += chunk.length;
      self.postMessage({ come });
      controller.enqueue(chunk);
    },
  });
  return new Response(response.body.pipeThrough(counter), { headers: response.headers });
};

/**
 * Return the program, with what it needs beside it.
 * @param {string} pyodide
 * @param {string[]} packages
 * @returns {Promise<Program>}
 */
async function load(pyodide, packages) {
  const contents = packages.map(async (name) => (await fetch(name)).arrayBuffer());
  const { loadPyodide } = await reach(import(`${pyodide}pyodide.mjs`));
  const python = await loadPyodide({ indexURL: pyodide });
  for (const content of await Promise.all(contents)) python.unpackArchive(content, "zip");
  const { answer, compile_archive } = python.pyimport("mastermot.service.page.pyodide_api");
  return { answer, compile: (archive) => compile_archive(python.toPy(archive)) };
}

/** Compile an archive in each store that keeps it: the next visit starts faster. Then, when idle, another one. */
async function compileNext() {
  const [url] = slow; // any of them
  if (!url || !self.caches) return;
  slow.delete(url);
  for (const name of await caches.keys()) {
    const store = await caches.open(name);
    const kept = await store.match(url, { ignoreVary: true });
    if (!kept) continue;
    const found = (await program).compile(await kept.arrayBuffer());
    await store.put(url, new Response(new Blob([found.toJs()]), { headers: { Compiled: "yes" } }));
    found.destroy();
  }
  idle = setTimeout(compileWhenIdle, IDLE);
}

/** A store that is full ends it: the next visit is then as slow as this one. */
const compileWhenIdle = () => compileNext().catch(console.warn);

self.onmessage = async ({ data }) => {
  clearTimeout(idle);
  try {
    if (data.pyodide) {
      program = load(data.pyodide, data.packages);
      await program;
      self.postMessage({ ready: true });
    } else {
      const { number, method, path, body, lang } = /** @type {Question} */ (data);
      const found = (await program).answer(method, path, body, lang);
      const [status, text] = found.toJs();
      found.destroy();
      self.postMessage({ number, status, text });
    }
    idle = setTimeout(compileWhenIdle, IDLE);
  } catch (error) {
    self.postMessage({ failed: String(error), lost });
  }
};
