import type { EventsResponse, ListedEvent } from "../api/types";
import type { KeptAnswers } from "./kept-answers";
import { covers, inserted } from "./ranges";
import type { Range } from "./ranges";

const key = "known sessions";

/** So many sessions are kept; with more, those that were told of last stay. */
const most = 2_000;

interface Known {
  /** The times of which all sessions are known, in milliseconds, both ends included. */
  times: Range[];
  events: ListedEvent[];
}

/**
 * The sessions that the server told of last, whichever page asked for them: a day of a week that was seen is known, and so are the
 * weeks to come of which a chat shows the next session. Times are `from` and `to` of a request.
 */
export class KeptSessions {
  #storing: Promise<void> = Promise.resolve();

  constructor(private readonly kept: Pick<KeptAnswers, "get" | "put">) {}

  /** `undefined` if not all of that time is known. */
  async get(from: string, to: string): Promise<EventsResponse | undefined> {
    await this.#storing;
    const known = await this.kept.get<Known>(key);
    const [start, end] = [Date.parse(from), Date.parse(to)];
    if (known === undefined || !covers(known.times, start - 1, end - 1)) return undefined;
    return { events: known.events.filter((event) => touches(event, start, end)) };
  }

  put(from: string, to: string, { events }: EventsResponse): void {
    // One after the other: each adds to what the last one has stored.
    this.#storing = this.#storing.then(() => this.#store(Date.parse(from), Date.parse(to), events)).catch(() => undefined);
  }

  async #store(start: number, end: number, events: ListedEvent[]): Promise<void> {
    const known = (await this.kept.get<Known>(key)) ?? { times: [], events: [] };
    const ids = new Set(events.map(({ id }) => id));
    // One that has moved is where it was told of last.
    const others = known.events.filter((event) => !ids.has(event.id) && !touches(event, start, end));
    const isFull = others.length + events.length > most;
    const kept: Known = isFull ? { times: [[start, end - 1]], events } : { times: inserted(known.times, start, end - 1), events: [...others, ...events] };
    this.kept.put(key, kept);
  }
}

function touches({ startsAt, endsAt }: ListedEvent, start: number, end: number): boolean {
  return Date.parse(endsAt) > start && Date.parse(startsAt) < end;
}
