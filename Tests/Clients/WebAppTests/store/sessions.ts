import type { ListedEvent } from "../../../../Sources/Clients/WebApp/src/api/types";
import { KeptSessions } from "../../../../Sources/Clients/WebApp/src/store/kept-sessions";

/** What is kept of sessions after answers for overlapping times. */

class Memory {
  private readonly values = new Map<string, string>();

  async get<Answer>(path: string): Promise<Answer | undefined> {
    const value = this.values.get(path);
    return value === undefined ? undefined : (JSON.parse(value) as Answer);
  }

  put(path: string, answer: unknown): void {
    this.values.set(path, JSON.stringify(answer));
  }
}

function at(day: number, hour = 0): string {
  return new Date(Date.UTC(2026, 2, day, hour)).toISOString();
}

/** A session of one hour. */
function session(id: string, day: number, hour: number): ListedEvent {
  return {
    id, startsAt: at(day, hour), endsAt: at(day, hour + 1), title: id, clientId: null, createdBy: "manual", dayZone: null, eventType: "adhoc", free: false,
    location: null, notes: null, prospectId: null, rrule: null, seriesId: null, status: "scheduled", trainerId: "", with: null, withTimezone: null,
  };
}

let failures = 0;

async function expect(kept: KeptSessions, from: number, to: number, ids: string[] | undefined): Promise<void> {
  const found = (await kept.get(at(from), at(to)))?.events.map(({ id }) => id).sort();
  if (JSON.stringify(found) === JSON.stringify(ids)) return;
  console.log(`from ${from} to ${to}: ${JSON.stringify(found)} instead of ${JSON.stringify(ids)}`);
  failures += 1;
}

const kept = new KeptSessions(new Memory());
await expect(kept, 9, 10, undefined);
// A week, and days of it.
kept.put(at(9), at(16), { events: [session("a", 9, 10), session("b", 11, 23), session("c", 15, 8)] });
await expect(kept, 9, 16, ["a", "b", "c"]);
await expect(kept, 10, 11, []);
await expect(kept, 11, 12, ["b"]);
// What begins or ends elsewhere isn't known.
await expect(kept, 15, 17, undefined);
await expect(kept, 8, 10, undefined);
// The next week is asked for at once, with one that has moved there.
kept.put(at(16), at(23), { events: [session("c", 17, 8)] });
kept.put(at(30), at(31), { events: [] });
await expect(kept, 15, 16, []);
await expect(kept, 14, 19, ["c"]);
await expect(kept, 16, 31, undefined);
// What was cancelled and removed is gone.
kept.put(at(11), at(12), { events: [] });
await expect(kept, 9, 16, ["a"]);
// With too many the last answer stays.
const many = Array.from({ length: 1_999 }, (_, number) => session(`m${number}`, 40, 0));
kept.put(at(40), at(41), { events: many });
await expect(kept, 9, 16, undefined);
await expect(kept, 40, 41, many.map(({ id }) => id).sort());
process.exit(failures === 0 ? 0 : 1);
