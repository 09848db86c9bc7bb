// Keeps the page itself, so that it opens without a server: what has been used, and everything there is once that is asked for
// (`keepAll`), so that the computer, lessons and analysis work without one too. What the server says of games is never kept: games
// live there. The build puts its digest and the list of its files in, so that the next build throws away what this one has kept.
const CACHE = 'estopim-__BUILD__';
/** What the engine evaluates with, and the setups: of no build in particular. */
const DATA = 'estopim-data';
const FILES = ['/__FILES__'];
const NEEDED = ['/api/variants', ...['__GAMES__'].map((game) => `/api/networks/${game}`)];
/** Marks that everything is to be kept, by the next build too. */
const ALL = '/keep-all';

self.addEventListener('install', (event) => {
  event.waitUntil(install());
});

async function install() {
  const cache = await caches.open(CACHE);
  await cache.add('/');
  const data = await caches.open(DATA);
  if (await data.match(ALL)) await keepAll();
  await self.skipWaiting();
}

self.addEventListener('activate', (event) => {
  const old = caches
    .keys()
    .then((names) =>
      Promise.all(names.filter((name) => name !== CACHE && name !== DATA).map((name) => caches.delete(name))),
    );
  event.waitUntil(old.then(() => self.clients.claim()));
});

// The page asks whether everything is kept, or that it be; it is answered on the port that comes with the question.
self.addEventListener('message', (event) => {
  const [port] = event.ports;
  if (!port) return;
  const answer = event.data === 'keepAll' ? keepAll().then(() => true) : isAllKept();
  event.waitUntil(
    answer.then(
      (kept) => port.postMessage({ kept }),
      () => port.postMessage({ kept: false, failed: true }),
    ),
  );
});

async function isAllKept() {
  const [cache, data] = await Promise.all([caches.open(CACHE), caches.open(DATA)]);
  const found = await Promise.all([...FILES.map((path) => cache.match(path)), data.match(NEEDED[0]), data.match(ALL)]);
  return found.every(Boolean);
}

/** Keeps every file of this build and what the engine needs. */
async function keepAll() {
  const cache = await caches.open(CACHE);
  const data = await caches.open(DATA);
  for (const path of FILES) if (!(await cache.match(path))) await cache.add(path);
  for (const path of NEEDED) {
    const response = await fetch(path);
    // A game without a network is evaluated by hand-crafted terms.
    if (response.ok) await data.put(path, response);
    else if (response.status !== 404) throw new Error(`${path}: ${response.status}`);
  }
  await data.put(ALL, new Response('yes'));
}

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== self.location.origin) return;
  if (NEEDED.includes(url.pathname)) event.respondWith(dataFirstFromNetwork(request));
  else if (url.pathname.startsWith('/api/')) return;
  else if (request.mode === 'navigate') event.respondWith(pageFirstFromNetwork(request));
  else if (url.pathname.startsWith('/assets/')) event.respondWith(assetFirstFromCache(request));
});

/** The newest page if the server answers, else the one kept. */
async function pageFirstFromNetwork(request) {
  const cache = await caches.open(CACHE);
  try {
    const response = await fetch(request);
    if (response.ok) await cache.put('/', response.clone());
    return response;
  } catch {
    return (await cache.match('/')) ?? Response.error();
  }
}

/** An asset's name changes with its content, so one that is kept is right. */
async function assetFirstFromCache(request) {
  const cache = await caches.open(CACHE);
  const kept = await cache.match(request);
  if (kept) return kept;
  const response = await fetch(request);
  if (response.ok) await cache.put(request, response.clone());
  return response;
}

/** What the server has now, else the copy; a copy that is the same is not written again. */
async function dataFirstFromNetwork(request) {
  const cache = await caches.open(DATA);
  const kept = await cache.match(request.url);
  try {
    const response = await fetch(request);
    const tag = response.headers.get('etag');
    const isNew = !kept || tag === null || kept.headers.get('etag') !== tag;
    if (response.ok && isNew) await cache.put(request.url, response.clone());
    return response;
  } catch (error) {
    if (kept) return kept;
    throw error;
  }
}
