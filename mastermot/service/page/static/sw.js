// Keeps the page for when there is no connection. VERSION, KEPT and PYTHON come before, written by the service.

const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));
const STORE = `mastermot-${VERSION}`;
const LOOKED_UP = /^(api\/(words|families|daily|ladder|neighbours|islands|openings)\b|data\/)/;

/**
 * Return where a file lies in the folder of the page.
 * @param {string} url
 */
const placeOf = (url) => new URL(url).pathname.slice(new URL(".", location.href).pathname.length);

worker.addEventListener("install", (event) => {
  event.waitUntil(
    caches
      .open(STORE)
      .then((store) => store.addAll(KEPT))
      .then(() => worker.skipWaiting()),
  );
});

worker.addEventListener("activate", (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) =>
        Promise.all(names.filter((name) => name.startsWith("mastermot-") && name !== STORE).map(takeOver)),
      )
      .then(() => worker.clients.claim()),
  );
});

/**
 * Keep what was looked up under an earlier version, such as a puzzle that is being played; drop the rest of it.
 * @param {string} name
 */
async function takeOver(name) {
  const [before, store] = await Promise.all([caches.open(name), caches.open(STORE)]);
  for (const request of await before.keys()) {
    const place = placeOf(request.url);
    const answer = (LOOKED_UP.test(place) || PYTHON.includes(place)) && (await before.match(request));
    if (answer && !(await store.match(request))) await store.put(request, answer);
  }
  await caches.delete(name);
}

worker.addEventListener("fetch", (event) => {
  const { method, url } = event.request;
  if (method !== "GET" || new URL(url).origin !== location.origin) return;
  const place = placeOf(url);
  if (PYTHON.includes(place)) event.respondWith(first(event.request));
  else if (KEPT.includes(place) || place === "" || LOOKED_UP.test(place)) event.respondWith(fresh(event));
});

/**
 * Answer from the service, and keep the answer while the page already has it; without connection, answer what was kept.
 * @param {FetchEvent} event
 */
async function fresh(event) {
  const request = event.request;
  const store = await caches.open(STORE);
  try {
    const response = await fetch(request);
    if (response.ok) event.waitUntil(store.put(request, response.clone()));
    return response;
  } catch (error) {
    const kept = await store.match(request, { ignoreVary: true });
    if (kept) return kept;
    const page = placeOf(request.url) === "" && (await store.match(request, { ignoreVary: true, ignoreSearch: true }));
    if (page) return page;
    throw error;
  }
}

/**
 * Answer what was kept of a file whose name changes with its content; else fetch it, and keep it.
 * @param {Request} request
 */
async function first(request) {
  const store = await caches.open(STORE);
  const kept = await store.match(request, { ignoreVary: true });
  if (kept) return kept;
  const response = await fetch(request);
  if (response.ok) await store.put(request, response.clone());
  return response;
}

// The page says that Python has come: its files are kept too, where they came before this worker did.
worker.addEventListener("message", (event) => {
  event.waitUntil(Promise.all(PYTHON.map((one) => first(new Request(one)))));
});
