import type { Subscription, SubscriptionResponse, VAPIDKeyResponse } from "./api/types";
import type { Client } from "./store/client";

/** Whether this browser can be notified: it can't at all, was forbidden to, or needs only to be asked. */
export type PushAbility = "missing" | "blocked" | "able";

export function pushAbility(): PushAbility {
  if (!("PushManager" in window) || !("Notification" in window) || navigator.serviceWorker === undefined) return "missing";
  return Notification.permission === "denied" ? "blocked" : "able";
}

/** There a page is notified only when it has been added to the home screen. */
export const isIPhone = (): boolean => /iPhone|iPad/.test(navigator.userAgent);

/** Subscribes this browser. Only ever after a tap: a browser that is asked by itself may be told never to ask again. */
export async function beginPush(client: Client, showsText: boolean): Promise<Subscription | null> {
  if ((await Notification.requestPermission()) !== "granted") return null;
  const { publicKey } = await client.http.get<VAPIDKeyResponse>("/v1/notifications/vapid-key");
  const { pushManager } = await navigator.serviceWorker.ready;
  const options = { userVisibleOnly: true, applicationServerKey: publicKey };
  let made: PushSubscription;
  try {
    made = await pushManager.subscribe(options);
  } catch (error) {
    // A subscription for another server's key, such as before a restore, stands in the way.
    const old = await pushManager.getSubscription();
    if (old === null) throw error;
    await old.unsubscribe();
    made = await pushManager.subscribe(options);
  }
  const { endpoint, keys } = made.toJSON();
  const body = { kind: "webpush", endpoint, keys, preview: showsText };
  return (await client.http.post<SubscriptionResponse>("/v1/me/notifications", body)).subscription;
}

/** Ends this browser's subscription with the push service; the server's ends with the session. */
export async function endPush(): Promise<void> {
  try {
    const registration = await navigator.serviceWorker?.getRegistration();
    await (await registration?.pushManager?.getSubscription())?.unsubscribe();
  } catch {
    // Without the push service's answer the server's end has to do: it sends nothing to a session that is over.
  }
}
