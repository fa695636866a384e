// The service worker: opens the app without a network, and shows notifications.
import { shown } from "./notification";
import type { Payload } from "./notification";
import { isPreferences, preferences } from "./preferences";
import { isStream, stream } from "./stream";

declare const self: ServiceWorkerGlobalScope;
/** Filled in by scripts/web: the release, and all files that belong to it. */
declare const RELEASE: string;
declare const ASSETS: string[];

const shell = `shell-${RELEASE}`;
const icon = ASSETS.find((path) => path.endsWith(".png")) ?? "";

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(shell).then((cache) => cache.addAll(["/", "/manifest.webmanifest", ...ASSETS])));
});

self.addEventListener("activate", (event) => {
  event.waitUntil(
    (async () => {
      for (const name of await caches.keys()) if (name !== shell && !isPreferences(name)) await caches.delete(name);
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
  } else if (isStream(url)) {
    event.respondWith(self.clients.get(event.clientId).then((page) => stream(event.request, page)));
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

self.addEventListener("push", (event) => event.waitUntil(show(event.data)));

/** Shows what was pushed. A browser that isn't shown anything for a push shows words of its own, so this always shows something. */
async function show(data: PushMessageData | null): Promise<void> {
  const payload = parsed(data);
  const { title, body, tag, path, isSilent } = shown(payload, await preferences().catch(() => ({})));
  // A further message of the same chat replaces the one before, and is heard again.
  const options = { body, tag, data: { path }, icon, badge: icon, silent: isSilent, renotify: !isSilent };
  await self.registration.showNotification(title, options);
  const badge = self.navigator as { setAppBadge?: (count: number) => Promise<void> };
  if (payload.badge !== undefined) await badge.setAppBadge?.(payload.badge);
}

function parsed(data: PushMessageData | null): Payload {
  try {
    return (data?.json() ?? {}) as Payload;
  } catch {
    return {};
  }
}

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const path = String((event.notification.data as { path?: string } | undefined)?.path ?? "/");
  event.waitUntil(lead(path));
});

/** Shows the place in a window that is open, the visible one if there are several; else in a new one. */
async function lead(path: string): Promise<void> {
  const windows = await self.clients.matchAll({ type: "window" });
  const open = windows.find(({ visibilityState }) => visibilityState === "visible") ?? windows[0];
  if (open === undefined) {
    await self.clients.openWindow(path);
    return;
  }
  open.postMessage({ open: path });
  // Some systems refuse the focus; the place is shown all the same.
  await open.focus().catch(() => undefined);
}
