// Keeps the page for when there is no connection. VERSION and KEPT come before, written by the service.

const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));
const STORE = `mastermot-${VERSION}`;
const LOOKED_UP = /^\/api\/(words|cliques|daily|ladder|neighbours|islands)\b/;

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
    const answer = LOOKED_UP.test(new URL(request.url).pathname) && (await before.match(request));
    if (answer && !(await store.match(request))) await store.put(request, answer);
  }
  await caches.delete(name);
}

worker.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== "GET" || url.origin !== location.origin) return;
  const kept = KEPT.includes(url.pathname) || url.pathname === "/" || LOOKED_UP.test(url.pathname);
  if (kept) event.respondWith(fresh(event));
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
    const page = new URL(request.url).pathname === "/";
    const kept = await store.match(request, { ignoreVary: true, ignoreSearch: page && !request.url.includes("lang=") });
    if (kept) return kept;
    throw error;
  }
}
