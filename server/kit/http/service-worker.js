/**
 * The service worker. Without a network it opens the offline page in the place of each page of the application; it keeps that
 * page's own files, and never touches the API. `offlineFiles`, `languageFiles` and `cacheNames` stand before this text.
 */
const OFFLINE_PAGE = "/offline.html";
/** A network that has not answered by then counts as none. */
const NETWORK_MS = 8000;
/** These pages stand on their own, or hold a secret in their address. */
const otherPages = /^\/(?:api|c|embed|dev|b|d|j|w|p)\/|^\/(?:healthz|readyz|robots\.txt|sitemap)/;

const openCache = () => caches.open(cacheNames.offlinePage);

async function install() {
  const cache = await openCache();
  const kept = new Set((await cache.keys()).map(({ url }) => new URL(url).pathname));
  // Names carry a hash of the content, but for that of the page.
  await cache.addAll(offlineFiles.filter((file) => file === OFFLINE_PAGE || !kept.has(file)));
  await self.skipWaiting();
}

async function activate() {
  const cache = await openCache();
  const current = new Set([...offlineFiles, ...languageFiles]);
  const former = (await cache.keys()).filter(({ url }) => !current.has(new URL(url).pathname));
  await Promise.all(former.map((request) => cache.delete(request)));
  await self.clients.claim();
}

async function openPage(request) {
  const answer = fetch(request);
  const late = new Promise((resolve) => setTimeout(resolve, NETWORK_MS));
  const inTime = await Promise.race([answer.catch(() => undefined), late]);
  if (inTime) return inTime;
  return (await (await openCache()).match(OFFLINE_PAGE)) ?? answer;
}

const openFile = async (request) => (await (await openCache()).match(request)) ?? fetch(request);

/** News that the server tells by the browser's push service: the same news twice are one. */
function showNews({ title, body, url, tag }) {
  return self.registration.showNotification(title, {
    ...{ body, tag, data: { url } },
    ...{ icon: "/icons/icon-192.png", badge: "/icons/icon-192.png" },
  });
}

async function openNews(notification) {
  notification.close();
  const { href } = new URL(notification.data.url, self.location.origin);
  const pages = await self.clients.matchAll({ type: "window" });
  const open = pages.find((page) => page.url === href);
  return open ? open.focus() : self.clients.openWindow(href);
}

self.addEventListener("push", (event) => event.waitUntil(showNews(event.data.json())));
self.addEventListener("notificationclick", (event) => event.waitUntil(openNews(event.notification)));
self.addEventListener("install", (event) => event.waitUntil(install()));
self.addEventListener("activate", (event) => event.waitUntil(activate()));
self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== self.location.origin) return;
  if (request.mode === "navigate") {
    if (!otherPages.test(pathname)) event.respondWith(openPage(request));
  } else if (offlineFiles.includes(pathname) || languageFiles.includes(pathname)) event.respondWith(openFile(request));
});
