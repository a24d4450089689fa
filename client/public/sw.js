/* Caches visited public pages and an offline page. */
const build = new URL(self.location.href).searchParams.get("build");
const files = `files-${build}`;
const pages = `pages-${build}`;
const offline = ["/offline.html", "/offline.css"];

/** Pages that are the same for every visitor. Others, like /visa/applications, are private. */
const isPublic = ({ pathname }) =>
  /^\/(visa\/(?!applications$)[\w-]+|visas(\/[\w-]+)?|about|contact|privacy|terms|fav)?$/i.test(pathname);

async function keep(url, response) {
  if (!isPublic(url) || url.search || !response.ok || response.redirected) return;
  const cache = await caches.open(pages);
  await cache.put(url.pathname, response);
  const [oldest, ...others] = await cache.keys();
  if (others.length >= 40) await cache.delete(oldest);
}

/** Responds from the network; after 3 s or offline, from the cache or with the offline page. */
async function answerPage(event) {
  const url = new URL(event.request.url);
  const answer = fetch(event.request);
  const copied = answer.then((response) => keep(url, response.clone()));
  event.waitUntil(copied.catch(() => undefined));
  const kept = isPublic(url) && (await caches.match(url.pathname, { cacheName: pages }));
  if (!kept) return answer.catch(() => caches.match(offline[0]));
  const late = new Promise((resolve) => setTimeout(resolve, 3000, kept));
  return Promise.race([answer, late]).catch(() => kept);
}

async function answerFile(request) {
  const cache = await caches.open(files);
  const kept = await cache.match(request);
  if (kept) return kept;
  const response = await fetch(request);
  if (response.ok) await cache.put(request, response.clone());
  return response;
}

self.addEventListener("install", (event) => {
  self.skipWaiting();
  event.waitUntil(caches.open(files).then((cache) => cache.addAll(offline)));
});

self.addEventListener("activate", (event) => {
  const isOld = (name) => name !== files && name !== pages;
  const drop = (names) => Promise.all(names.filter(isOld).map((name) => caches.delete(name)));
  event.waitUntil(Promise.all([caches.keys().then(drop), self.clients.claim()]));
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== self.location.origin) return;
  if (/^(\/test)?\/(graphql|files|account|api|razorpay-sandbox)\b/i.test(pathname)) return;
  const isFile = /^\/(assets|flags)\//.test(pathname) || offline.includes(pathname);
  if (isFile) event.respondWith(answerFile(request));
  else if (request.mode === "navigate") event.respondWith(answerPage(event));
});

/** Caches a page opened by the router, and files loaded before this worker was active. */
self.addEventListener("message", (event) => {
  const { page, loaded } = event.data;
  const url = new URL(page, self.location.origin);
  const wanted = isPublic(url) && fetch(url).then((response) => keep(url, response));
  event.waitUntil(Promise.allSettled([wanted, ...loaded.map((file) => answerFile(new Request(file)))]));
});
