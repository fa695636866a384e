// The service worker: opens the app without a network, and shows notifications.
import { t } from "../text";

declare const self: ServiceWorkerGlobalScope;
/** Filled in by scripts/web: the release, and all files that belong to it. */
declare const RELEASE: string;
declare const ASSETS: string[];

const shell = `shell-${RELEASE}`;

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(shell).then((cache) => cache.addAll(["/", "/manifest.webmanifest", ...ASSETS])));
});

self.addEventListener("activate", (event) => {
  event.waitUntil(
    (async () => {
      for (const name of await caches.keys()) if (name !== shell) await caches.delete(name);
      await self.clients.claim();
    })(),
  );
});

self.addEventListener("message", (event) => {
  // The user has agreed to the new release.
  if (event.data === "take over") void self.skipWaiting();
});

self.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== "GET" || url.origin !== self.location.origin) return;
  if (event.request.mode === "navigate" && isPage(url.pathname)) {
    event.respondWith(page(event.request));
  } else if (url.pathname.startsWith("/assets/") || url.pathname === "/manifest.webmanifest") {
    event.respondWith(caches.match(event.request).then((found) => found ?? fetch(event.request)));
  }
});

/** Paths that are the app's; anything else, such as /docs, is the server's. */
function isPage(path: string): boolean {
  return /^\/(?:$|invite\/|reset$|chats(?:\/|$)|calendar$|assistant(?:\/|$)|today$|settings(?:\/|$))/.test(path);
}

/** The app opens from the cache: it's the release that the page's files belong to. */
async function page(request: Request): Promise<Response> {
  const found = await (await caches.open(shell)).match("/");
  return found ?? fetch(request);
}

interface Payload {
  type?: string;
  chatId?: string;
  title?: string;
  body?: string;
  badge?: number;
  data?: { messageId?: string };
}

self.addEventListener("push", (event) => {
  const payload = (event.data?.json() ?? {}) as Payload;
  event.waitUntil(
    (async () => {
      await self.registration.showNotification(payload.title ?? t.app, {
        body: payload.body ?? "",
        tag: payload.chatId ?? payload.type ?? "spotter",
        data: { path: pathOf(payload) },
        icon: ASSETS.find((path) => path.endsWith(".png")) ?? "",
      });
      const badge = self.navigator as { setAppBadge?: (count: number) => Promise<void> };
      if (payload.badge !== undefined) await badge.setAppBadge?.(payload.badge);
    })(),
  );
});

function pathOf(payload: Payload): string {
  if (payload.chatId !== undefined) {
    const message = payload.data?.messageId;
    return `/chats/${payload.chatId}${message === undefined ? "" : `/messages/${message}`}`;
  }
  return payload.type?.startsWith("event.") ? "/calendar" : "/";
}

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const path = String((event.notification.data as { path?: string } | undefined)?.path ?? "/");
  event.waitUntil(
    (async () => {
      const [open] = await self.clients.matchAll({ type: "window" });
      if (open === undefined) {
        await self.clients.openWindow(path);
        return;
      }
      open.postMessage({ open: path });
      await open.focus();
    })(),
  );
});
