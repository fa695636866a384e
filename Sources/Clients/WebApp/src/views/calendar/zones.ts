import { currentZone, place } from "../../text/format";
import type { Client } from "../view";

// A proposal tells the other person's clock in words only, such as "15:00 (New York) = 20:00 Stockholm". The zone is found by its
// place, so that times of other weeks are right too when the clocks change on different days.

/** The zone of the other person in such words; `null` if their clock says the same. */
export function otherZone(text: string): string | null {
  const found = [...text.matchAll(/ = (?:[^=,:]+ )?\d{2}:\d{2} ([^,=:\n]+)/g)].at(-1)?.[1];
  return found === undefined ? null : zoneOfPlace(found.trim());
}

// The compiler's library doesn't know it yet.
const browser = Intl as { supportedValuesOf?(key: "timeZone"): string[] };
let places: Map<string, string> | null = null;

function zoneOfPlace(name: string): string | null {
  places ??= new Map((browser.supportedValuesOf?.("timeZone") ?? []).map((zone) => [place(zone), zone]));
  return places.get(name) ?? alias(name);
}

/** Names that browsers know but don't list, such as Asia/Kolkata or Europe/Kyiv. */
function alias(name: string): string | null {
  for (const region of ["Europe", "America", "Asia", "Africa", "Australia", "Pacific", "Atlantic", "Indian"]) {
    const zone = `${region}/${name.replaceAll(" ", "_")}`;
    try {
      return new Intl.DateTimeFormat("en", { timeZone: zone }).resolvedOptions().timeZone;
    } catch {
      continue;
    }
  }
  return null;
}

const known = new Map<string, string>();

/** The zones of a trainer's clients, by their ids. */
export const clientZones = {
  /** `null` if it's the user's own, or isn't known. */
  of(userId: string | null): string | null {
    const zone = userId === null ? null : known.get(userId) ?? null;
    return zone === currentZone() ? null : zone;
  },

  /** @returns whether any is another one than was known. */
  async load(client: Client): Promise<boolean> {
    let isNew = false;
    if (client.me.role !== "trainer") return false;
    for (const { userId, timezone } of (await client.around.contacts.known()) ?? []) {
      if (timezone === null || known.get(userId) === timezone) continue;
      known.set(userId, timezone);
      isNew = true;
    }
    return isNew;
  },
};
