import type { QuietHoursBody } from "./api/types";
import type { Client } from "./store/client";
import { t } from "./text";
import { savePreferences } from "./worker/preferences";

interface Policy {
  createScriptURL(url: string): string;
}

/** Registering a worker takes a trusted address; this is the one policy that the page's headers allow. */
function trusted(): string {
  const factory = (globalThis as { trustedTypes?: { createPolicy(name: string, rules: Policy): Policy } }).trustedTypes;
  const rules: Policy = {
    createScriptURL(url) {
      if (url !== "/sw.js") throw new TypeError(url);
      return url;
    },
  };
  return (factory?.createPolicy("spotter", rules) ?? rules).createScriptURL("/sw.js");
}

/**
 * Starts the service worker, and tells of a new release once it's whole.
 * @param token gives a player's request the user's token, a new one if the one that it has was rejected.
 * @param open shows the place that a notification leads to.
 * @param settle stores what was typed, before the page is loaded anew.
 */
export function startWorker(token: (rejected: string | null) => Promise<string | null>, open: (path: string) => void, settle: () => Promise<void>): void {
  if (navigator.serviceWorker === undefined) return;
  navigator.serviceWorker.addEventListener("message", (event) => {
    const { open: path, token: asked } = event.data as { open?: unknown; token?: { rejected: string | null } };
    if (asked !== undefined) void token(asked.rejected).catch(() => null).then((one) => event.ports[0]?.postMessage(one));
    if (typeof path === "string" && /^\/(?!\/)/.test(path)) open(path);
  });
  const offer = watchTakeover(() => void settle().finally(() => location.reload()));
  void navigator.serviceWorker.register(trusted(), { updateViaCache: "none" }).then((registration) => {
    offer(registration.waiting);
    registration.addEventListener("updatefound", () => {
      // The first one of all follows none: WebKit lets it control the page before it says that it's installed.
      if (registration.active === null) return;
      const worker = registration.installing;
      worker?.addEventListener("statechange", () => worker.state === "installed" && offer(worker));
    });
    const look = () => void registration.update().catch(() => undefined);
    setInterval(look, 3_600_000);
    // A phone doesn't run timers of pages that nobody sees.
    document.addEventListener("visibilitychange", () => !document.hidden && look());
  }).catch(() => undefined);
}

/** Loads the page anew when the user has agreed to a release. @returns what offers a worker that waits. */
function watchTakeover(reload: () => void): (worker: ServiceWorker | null) => void {
  const hadWorker = navigator.serviceWorker.controller !== null;
  let hasAgreed = false;
  const tell = (take: () => void) => dispatchEvent(new CustomEvent("spotter-release", { detail: take }));
  navigator.serviceWorker.addEventListener("controllerchange", () => {
    if (hasAgreed) reload();
    // Another tab has agreed. This one may hold a form that isn't stored, and its files are all loaded: it can wait.
    else if (hadWorker) tell(reload);
  });
  return (worker) => {
    if (worker === null || navigator.serviceWorker.controller === null) return;
    tell(() => {
      hasAgreed = true;
      worker.postMessage("take over");
    });
  };
}

/** Tells the worker what it can't read itself: the language, and when notifications are silent. */
export async function refreshPreferences(client: Client): Promise<void> {
  try {
    await savePreferences({ language: t.language });
    if (client.session.current === null || !("Notification" in window) || Notification.permission !== "granted") return;
    const { quietHours } = await client.http.get<QuietHoursBody>("/v1/me/quiet-hours");
    await savePreferences({ quietHours: quietHours ?? null, zone: client.me.timezone });
  } catch {
    // It keeps what it knew.
  }
}
