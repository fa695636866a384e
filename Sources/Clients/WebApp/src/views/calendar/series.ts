import type { EventResponse, EventsResponse, ListedEvent, UpdateEventRequest } from "../../api/types";
import { el } from "../../dom/element";
import { confirm, dialog, toast } from "../../dom/overlay";
import { serverClock } from "../../store/timing";
import { t } from "../../text";
import { at, clock, clockTime, currentZone, dayKey, format, place, shortDateTime } from "../../text/format";
import { safeName } from "../../text/safe";
import { attempt, whyOf } from "../attempt";
import type { Client } from "../view";
import { day, instant, minute, sameTime } from "./local-time";
import { clientZones } from "./zones";

export type Scope = "this" | "following" | "all";

/** Asks which sessions of a series are meant; `null` if none. */
export function chooseScope(title: string, text: string, canBeOne = true): Promise<Scope | null> {
  return new Promise((resolve) => {
    const element = dialog(title);
    let chosen: Scope | null = null;
    const button = (scope: Scope, label: string) => el("button.b.w", { type: "button", onclick: () => {
      chosen = scope;
      element.close();
    } }, label);
    const keep = el("button.b.q.w", { type: "button", onclick: () => element.close() }, t.leaveAll);
    element.append(el("div.dlg.col", {}, el("h2", { dir: "auto" }, title), text === "" ? null : el("p.m", { dir: "auto" }, text),
      canBeOne ? button("this", t.onlyThis) : null, button("following", t.thisAndFollowing), button("all", t.allOfThem), keep));
    element.addEventListener("close", () => resolve(chosen));
    element.showModal();
    keep.focus();
  });
}

/** Changes a session, or those of its series that are meant. @returns what brings their times back. */
export async function changeEvent(client: Client, event: ListedEvent, change: UpdateEventRequest, scope: Scope): Promise<() => Promise<void>> {
  const first = scope === "all" ? await firstAhead(client, event) : event;
  const patch = async (id: string, change: UpdateEventRequest) => {
    const body = scope === "this" ? change : { ...change, scope: "following" };
    return (await client.http.json<EventResponse>("PATCH", `/v1/calendar/events/${id}`, body)).event;
  };
  // A series that is changed from one of its sessions on goes on as another one.
  const { id } = await patch(first.id, shifted(change, event, first));
  return async () => void (await patch(id, { startsAt: first.startsAt, endsAt: first.endsAt }));
}

/** Cancels one session, or takes those of its series that are meant out of the calendar. */
export async function cancelEvents(client: Client, event: ListedEvent, scope: Scope): Promise<void> {
  if (scope === "this") return void (await client.http.json("PATCH", `/v1/calendar/events/${event.id}`, { status: "cancelled" }));
  const first = scope === "all" ? await firstAhead(client, event) : event;
  await client.http.json("DELETE", `/v1/calendar/events/${first.id}?scope=following`);
}

/** The first session of a series that isn't over: what is over keeps its times. */
async function firstAhead(client: Client, event: ListedEvent): Promise<ListedEvent> {
  const from = serverClock.now();
  const to = Math.max(at(event.endsAt), from + day);
  const query = `from=${new Date(from).toISOString()}&to=${new Date(to).toISOString()}`;
  const { events } = await client.http.get<EventsResponse>(`/v1/calendar/events?${query}`);
  const ahead = events.filter(({ seriesId, status, startsAt }) => seriesId === event.seriesId && status === "scheduled" && at(startsAt) > from);
  return ahead.sort((a, b) => at(a.startsAt) - at(b.startsAt))[0] ?? event;
}

/** The same change for an earlier session: as many days away, at the new time of day. */
function shifted(change: UpdateEventRequest, event: ListedEvent, first: ListedEvent): UpdateEventRequest {
  if (!change.startsAt || !change.endsAt || first.id === event.id) return change;
  const days = Math.round((Date.parse(dayKey(change.startsAt)) - Date.parse(dayKey(event.startsAt))) / day);
  const date = dayKey(sameTime(at(first.startsAt), days));
  const start = instant(date, clock(change.startsAt));
  const length = at(change.endsAt) - at(change.startsAt);
  return { ...change, startsAt: new Date(start).toISOString(), endsAt: new Date(start + length).toISOString() };
}

/**
 * Moves a session, or makes it longer or shorter, after asking, with the new time on both clocks. It can be put back.
 *
 * @param show shows what has changed.
 */
export async function moveEvent(client: Client, event: ListedEvent, startsAt: number, minutes: number, show: () => Promise<void>): Promise<boolean> {
  const endsAt = startsAt + minutes * minute;
  if (startsAt === at(event.startsAt) && endsAt === at(event.endsAt)) return false;
  const change = { startsAt: new Date(startsAt).toISOString(), endsAt: new Date(endsAt).toISOString() };
  const title = t.moveTitle(event.with ? safeName(event.with) : "");
  const scope = await agreed(event, title, `${bothClocks(startsAt, event.clientId)} · ${t.minutesLong(minutes)}`);
  if (scope === null) return false;
  try {
    const bringBack = await changeEvent(client, event, change, scope);
    const undo = async () => {
      if (await attempt(bringBack)) await show();
    };
    await show();
    toast(t.movedTo(`${shortDateTime(startsAt)}–${clockTime(endsAt)}`), { label: t.undo, do: () => void undo() });
    return true;
  } catch (error) {
    toast(t.couldNot(whyOf(error)));
    return false;
  }
}

async function agreed(event: ListedEvent, title: string, text: string): Promise<Scope | null> {
  if (event.seriesId !== null) return chooseScope(title, text);
  return (await confirm(title, text, t.move, t.cancel, false)) ? "this" : null;
}

/** "Thu 12 Mar 15:00 (New York), 20:00 in Stockholm". */
export function bothClocks(time: number, clientId: string | null): string {
  const when = (zone: string) => format(time, { weekday: "short", day: "numeric", month: "short" }, zone);
  const zone = clientZones.of(clientId);
  const own = `${when(currentZone())} ${clockTime(time)}`;
  if (zone === null) return own;
  const isSameDay = when(zone) === when(currentZone());
  return t.bothClocks(own, place(currentZone()), `${isSameDay ? "" : `${when(zone)} `}${clockTime(time, zone)}`, place(zone));
}
