import type { MeetingSuggestions } from "../../api/types";
import { ApiError } from "../../api/errors";
import { otherMember } from "../../store/model";
import { currentZone, place } from "../../text/format";
import type { Client } from "../view";

// The server tells other people's clocks in words only, such as "15:00 (New York) = 20:00 Stockholm". The zone is found
// by its place, so that times of other weeks are right too when the clocks change on different days.

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

const known = new Map<string, string | null>();

/** The zones of a trainer's clients, by their ids. Each is asked for once. */
export const clientZones = {
  /** `null` if it's the user's own, or isn't known. */
  of(userId: string | null): string | null {
    const zone = userId === null ? null : known.get(userId) ?? null;
    return zone === currentZone() ? null : zone;
  },

  /** @returns whether any was found that hadn't been known. */
  async load(client: Client, userIds: Iterable<string>): Promise<boolean> {
    let isNew = false;
    if (client.me.role !== "trainer") return false;
    for (const userId of new Set(userIds)) {
      if (known.has(userId)) continue;
      // Without a network it's asked for again later; what the server doesn't tell stays unknown.
      const zone = await ask(client, userId).catch((error) => (error instanceof ApiError && error.code === "unreachable" ? undefined : null));
      if (zone === undefined) continue;
      known.set(userId, zone);
      isNew ||= zone !== null;
    }
    return isNew;
  },
};

async function ask(client: Client, userId: string): Promise<string | null | undefined> {
  const chat = [...client.state.chats.values()].find(
    ({ chat }) => chat.kind === "direct" && otherMember(chat, client.me.id)?.userId === userId);
  if (chat === undefined) return undefined;
  const { slots } = await client.http.get<MeetingSuggestions>(`/v1/chats/${chat.chat.id}/meeting-suggestions?minutes=15`);
  return slots[0] === undefined ? null : otherZone(slots[0].text);
}
