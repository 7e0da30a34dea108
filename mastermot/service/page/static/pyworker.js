// Runs the program in Pyodide, for python.js: the first message says where its files are, each other one is a question.

/** @typedef {{number: number, method: string, path: string, body: string, lang: string}} Question */
/** @typedef {{toJs: () => [number, string], destroy: () => void}} Found */
/** @typedef {(method: string, path: string, body: string, lang: string) => Found} Program */

/** @type {Promise<Program>} */
let program;
let come = 0;
const fetchPlain = self.fetch;

/**
 * Fetch a file, and say how many bytes have come.
 * @type {typeof fetch}
 */
self.fetch = async (...asked) => {
  const response = await fetchPlain(...asked);
  if (!response.ok || !response.body) throw new TypeError(`${response.status} ${response.url}`);
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
 * Return what answers questions: the program, with what it needs beside it.
 * @param {string} pyodide
 * @param {string[]} packages
 * @returns {Promise<Program>}
 */
async function load(pyodide, packages) {
  const contents = packages.map(async (name) => (await fetch(name)).arrayBuffer());
  const { loadPyodide } = await import(`${pyodide}pyodide.mjs`);
  const python = await loadPyodide({ indexURL: pyodide });
  for (const content of await Promise.all(contents)) python.unpackArchive(content, "zip");
  return python.pyimport("mastermot.service.local").answer;
}

self.onmessage = async ({ data }) => {
  try {
    if (data.pyodide) {
      program = load(data.pyodide, data.packages);
      await program;
      self.postMessage({ ready: true });
    } else {
      const { number, method, path, body, lang } = /** @type {Question} */ (data);
      const found = (await program)(method, path, body, lang);
      const [status, text] = found.toJs();
      found.destroy();
      self.postMessage({ number, status, text });
    }
  } catch (error) {
    self.postMessage({ failed: String(error) });
  }
};
