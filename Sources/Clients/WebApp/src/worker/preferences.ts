// What the service worker has to know of this browser's settings. It can't read local storage.

const cacheName = "preferences";
const address = "/preferences";

export interface Preferences {
  language?: string;
  /** When notifications make no sound, by the clock of `zone`. */
  quietHours?: { from: string; to: string } | null;
  zone?: string;
}

export async function preferences(): Promise<Preferences> {
  const stored = await (await caches.open(cacheName)).match(address);
  return stored === undefined ? {} : ((await stored.json()) as Preferences);
}

export async function savePreferences(changed: Preferences): Promise<void> {
  if (typeof caches === "undefined") return;
  const next = { ...(await preferences()), ...changed };
  await (await caches.open(cacheName)).put(address, new Response(JSON.stringify(next)));
}

export async function forgetPreferences(): Promise<void> {
  if (typeof caches !== "undefined") await caches.delete(cacheName);
}

/** Caches that a new release keeps. */
export function isPreferences(name: string): boolean {
  return name === cacheName;
}

/** Whether it's quiet now. Hours may run over midnight. */
export function isQuiet({ quietHours, zone }: Preferences, now = new Date()): boolean {
  if (quietHours === null || quietHours === undefined) return false;
  const options = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" } as const;
  const clock = new Intl.DateTimeFormat("en-GB", zone === undefined ? options : { ...options, timeZone: zone }).format(now);
  const { from, to } = quietHours;
  return from <= to ? from <= clock && clock < to : clock >= from || clock < to;
}
