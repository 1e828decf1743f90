/** Removes the service worker of before, and all that it and the pages have kept. `cacheNames` stands before this text. */
async function remove() {
  await Promise.all(Object.values(cacheNames).map((name) => caches.delete(name)));
  await self.registration.unregister();
}

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(remove()));
