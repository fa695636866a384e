import type { ListedEvent, Proposal } from "../../api/types";
import { el } from "../../dom/element";
import { serverClock } from "../../store/timing";
import { t } from "../../text";
import { at, clock, clockTime, currentZone, dayKey, dayName, format, place } from "../../text/format";
import { safeName } from "../../text/safe";
import { eventBox } from "./event-box";
import { shifts } from "./hours";
import type { WorkingHours } from "./hours";
import { lanes } from "./lanes";
import { day, dayStart, hour, minute } from "./local-time";
import { addMaking, slotButton } from "./making";

export const hourHeight = 48;
const height = `${24 * hourHeight}px`;

/** What the grid shows, and what it can do. */
export interface GridHost {
  readonly events: ListedEvent[];
  readonly pending: Proposal[];
  readonly hours: WorkingHours;
  readonly zoneBeside: string | null;
  readonly isTrainer: boolean;
  /** Where the keyboard's free place stands. */
  slot: { day: number; row: number };
  /** Nothing is drawn anew until the release, such as while something is dragged. */
  hold(): void;
  release(): void;
  open(event: ListedEvent): void;
  openPending(proposal: Proposal): void;
  make(start: number, minutes: number): void;
  move(event: ListedEvent, startsAt: number, minutes: number): Promise<void>;
}

/** Days side by side, with an hour every 48 pixels. */
export function grid(host: GridHost, days: number[]): HTMLElement {
  const now = serverClock.now();
  const zones = host.zoneBeside === null ? [currentZone()] : [host.zoneBeside, currentZone()];
  const head = (start: number) => el(dayKey(start + 2 * hour) === dayKey(now) ? "h2.hd.tdy" : "h2.hd", {},
    format(start + day / 2, { weekday: "short" }), el("b", {}, format(start + day / 2, { day: "numeric" })));
  const element = el(days.length === 1 ? "div.cal.grid.one" : "div.cal.grid", {},
    ...zones.map((zone) => el("div.hd.xs.zn", {}, place(zone))), ...days.map(head),
    ...zones.map((zone) => hoursRail(days[0] ?? now, zone)), ...days.map((start) => column(host, start, now)));
  element.style.gridTemplateColumns = `${zones.map(() => "4rem").join(" ")} repeat(${days.length}, minmax(0, 1fr))`;
  if (host.isTrainer) slotButton(host, element, days);
  return element;
}

function hoursRail(start: number, zone: string): HTMLElement {
  const rail = el("div.grid-hours", { "aria-hidden": "true" }, ...Array.from({ length: 24 }, (_, index) =>
    el("span", {}, clockTime(start + index * hour, zone))));
  rail.style.blockSize = height;
  return rail;
}

function column(host: GridHost, start: number, now: number): HTMLElement {
  const next = dayStart(start + 2 * hour, 1);
  const isToday = dayKey(start + 2 * hour) === dayKey(now);
  const element = el(isToday ? "div.dayc.grid-day.tdy" : "div.dayc.grid-day", { role: "group", "aria-label": dayName(start + day / 2) });
  element.style.blockSize = height;
  element.dataset.start = String(start);
  shade(host, element, start);
  const events = host.events.filter((event) => at(event.startsAt) < next && at(event.endsAt) > start);
  // Whole days stand at the top, one below the other: nothing is beside them.
  events.filter(({ dayZone }) => dayZone !== null).forEach((event, index) => {
    const box = eventBox(host, event);
    box.classList.add("sh");
    box.style.insetBlockStart = `${index * 22}px`;
    box.style.blockSize = "20px";
    box.style.inlineSize = "calc(100% - 4px)";
    element.append(box);
  });
  for (const { item: event, lane, count } of lanes(events.filter(({ dayZone }) => dayZone === null))) {
    const box = eventBox(host, event);
    position(box, Math.max(at(event.startsAt), start), Math.min(at(event.endsAt), next), next);
    box.style.insetInlineStart = `${(100 / count) * lane}%`;
    box.style.inlineSize = `calc(${100 / count}% - 4px)`;
    element.append(box);
  }
  for (const proposal of host.pending) {
    if (proposal.tool !== "scheduleCall") continue;
    const begin = at(proposal.arguments.startsAt);
    if (begin < start || begin >= next) continue;
    const name = safeName(proposal.arguments.title);
    const box = el("button.ev.pend", { type: "button", "aria-label": `${name}, ${clockTime(begin)}, ${t.proposalStates.pending}`, onclick: () => host.openPending(proposal) }, el("b", { dir: "auto" }, `${name}?`));
    position(box, begin, begin + proposal.arguments.durationMinutes * minute, next);
    element.append(box);
  }
  if (isToday) {
    const line = el("div.nowbar", { "aria-hidden": "true" });
    line.style.insetBlockStart = `${offsetOf(now)}px`;
    element.append(line);
  }
  if (host.isTrainer) addMaking(host, element, start);
  return element;
}

/** Shades what is outside the working hours. */
function shade(host: GridHost, element: HTMLElement, start: number): void {
  const open = shifts(host.hours, start);
  if (open === null) return;
  let from = 0;
  for (const [begin, end] of [...open, [1440, 1440] as const]) {
    if (begin > from) {
      const shadow = el("div.offh", { "aria-hidden": "true" });
      shadow.style.insetBlockStart = `${(from / 60) * hourHeight}px`;
      shadow.style.blockSize = `${((begin - from) / 60) * hourHeight}px`;
      element.append(shadow);
    }
    from = end;
  }
}

function position(box: HTMLElement, start: number, end: number, nextDay: number): void {
  const top = offsetOf(start);
  const bottom = end >= nextDay ? 24 * hourHeight : offsetOf(end);
  box.style.insetBlockStart = `${top}px`;
  box.style.blockSize = `${Math.max(20, bottom - top - 2)}px`;
  if (bottom - top <= hourHeight / 2) box.classList.add("sh");
}

/** How far down a time stands, by its clock: days on which clocks change have the same rows. */
export function offsetOf(time: number): number {
  const [hours = "0", minutes = "0"] = clock(time).split(":");
  return (Number(hours) + Number(minutes) / 60) * hourHeight;
}
