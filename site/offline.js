/** The service worker: keeps every file of this edition of the page, so that the page plays without a network. */

/** Other pages of the same host may be copies of this page at other paths. */
const OWN = `loyd ${self.registration.scope} `;
const KEPT = `${OWN}EDITION`;
const FILES = [/* files */];
/** The documents. The browser asks the host for them, as if there were no service worker. */
const BOOK = new URL("./book/", self.location).href;

self.addEventListener("install", (event) => {
  event.waitUntil(keep());
});

self.addEventListener("activate", (event) => {
  event.waitUntil(forgetOthers());
});

self.addEventListener("fetch", (event) => {
  const { method, url } = event.request;
  if (method === "GET" && !url.startsWith(BOOK)) event.respondWith(answer(event.request));
});

async function keep() {
  const kept = await caches.open(KEPT);
  await kept.addAll(FILES.map((file) => new Request(new URL(file, self.location), { cache: "no-cache" })));
  await self.skipWaiting();
}

/** Deletes the files of older editions, which belong to this page alone. */
async function forgetOthers() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith(OWN) && name !== KEPT).map((name) => caches.delete(name)));
  await self.clients.claim();
}

/** A kept file, or what the host says. A link into the page has fields that choose no other file. */
async function answer(request) {
  const kept = await caches.open(KEPT);
  const page = request.mode === "navigate" && new URL(request.url).pathname === new URL("./", self.location).pathname;
  return (await kept.match(page ? new URL("./", self.location) : request)) ?? fetch(request);
}
