import type { ListedEvent } from "../../api/types";
import { at } from "../../text/format";

interface Placed {
  item: ListedEvent;
  lane: number;
  /** How many lanes stand side by side there. */
  count: number;
}

/** Puts events that overlap side by side. */
export function lanes(events: ListedEvent[]): Placed[] {
  const placed: Placed[] = [];
  let group: Placed[] = [];
  let ends: number[] = [];
  const finish = () => {
    for (const one of group) one.count = ends.length;
    placed.push(...group);
    group = [];
    ends = [];
  };
  for (const item of [...events].sort((a, b) => at(a.startsAt) - at(b.startsAt))) {
    const start = at(item.startsAt);
    if (ends.every((end) => end <= start)) finish();
    const free = ends.findIndex((end) => end <= start);
    const lane = free < 0 ? ends.length : free;
    ends[lane] = at(item.endsAt);
    group.push({ item, lane, count: 1 });
  }
  finish();
  return placed;
}
