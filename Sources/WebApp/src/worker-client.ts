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

/** Starts the service worker, and tells of a new release once it's whole. */
export function startWorker(open: (path: string) => void): void {
  if (navigator.serviceWorker === undefined) return;
  const hadWorker = navigator.serviceWorker.controller !== null;
  navigator.serviceWorker.addEventListener("message", (event) => {
    const path = (event.data as { open?: unknown } | null)?.open;
    if (typeof path === "string" && path.startsWith("/")) open(path);
  });
  let isReloading = false;
  navigator.serviceWorker.addEventListener("controllerchange", () => {
    if (!hadWorker || isReloading) return;
    isReloading = true;
    location.reload();
  });
  void navigator.serviceWorker.register(trusted(), { updateViaCache: "none" }).then((registration) => {
    const offer = (worker: ServiceWorker | null) => {
      if (worker === null || navigator.serviceWorker.controller === null) return;
      const take = () => worker.postMessage("take over");
      dispatchEvent(new CustomEvent("spotter-release", { detail: take }));
    };
    offer(registration.waiting);
    registration.addEventListener("updatefound", () => {
      const worker = registration.installing;
      worker?.addEventListener("statechange", () => worker.state === "installed" && offer(worker));
    });
    setInterval(() => void registration.update().catch(() => undefined), 3_600_000);
  }).catch(() => undefined);
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
