/* sw.js - keeps the page for the time without a network.  `make web` writes the files and a number
 * that changes with any of them. */
const NAME = 'ridgeline-@version@';
const FILES = [@files@];

self.addEventListener('install', (event) => {
  event.waitUntil(caches.open(NAME).then((cache) => cache.addAll(FILES)).then(() => self.skipWaiting()));
});

self.addEventListener('activate', (event) => {
  event.waitUntil(caches.keys()
    .then((names) => Promise.all(names.filter((name) => name.startsWith('ridgeline-') && name !== NAME)
      .map((name) => caches.delete(name))))
    .then(() => self.clients.claim()));
});

/* Only files of this page are asked for; what is kept is never asked for again. */
self.addEventListener('fetch', (event) => {
  if (event.request.method !== 'GET') return;
  event.respondWith(caches.open(NAME)
    .then((cache) => cache.match(event.request, { ignoreSearch: true }))
    .then((kept) => kept ?? fetch(event.request)));
});
