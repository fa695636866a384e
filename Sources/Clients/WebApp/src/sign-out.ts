import { endPush } from "./push";
import type { Client } from "./store/client";
import { forgetPreferences } from "./worker/preferences";

const farewellKey = "farewell";
let isLeaving = false;

/** Whether this page is about to be loaded anew, so that it has nothing to show any more. */
export function isSigningOut(): boolean {
  return isLeaving;
}

/**
 * Ends the session, and deletes all that this browser has of it: messages, settings, notifications that are still shown.
 * The page is loaded anew, so that nothing stays in memory either.
 */
export async function signOut(client: Client, farewell = ""): Promise<void> {
  await endPush();
  if (farewell !== "") sessionStorage.setItem(farewellKey, farewell);
  isLeaving = true;
  await client.signOut();
  await wipe();
  location.replace("/");
}

/** Deletes what a session leaves outside the database: settings, and notifications that are still shown. */
async function wipe(): Promise<void> {
  localStorage.clear();
  await forgetPreferences();
  const registration = await navigator.serviceWorker?.getRegistration();
  for (const shown of (await registration?.getNotifications?.()) ?? []) shown.close();
  const badge = navigator as { clearAppBadge?: () => Promise<void> };
  await badge.clearAppBadge?.().catch(() => undefined);
}

/** What the sign-in page has to say after a session that ended, once. */
export function farewell(): string {
  const text = sessionStorage.getItem(farewellKey) ?? "";
  sessionStorage.removeItem(farewellKey);
  return text;
}
