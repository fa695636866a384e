import type { ContactsResponse, ListedEvent } from "../../api/types";
import { ApiError } from "../../api/errors";
import { el } from "../../dom/element";
import { confirm, sheet, toast } from "../../dom/overlay";
import { serverClock } from "../../store/timing";
import { t } from "../../text";
import { at, clock, currentZone, dayKey, place } from "../../text/format";
import { safeName } from "../../text/safe";
import { field } from "../auth/form";
import type { Client } from "../view";

/** The instant of a wall-clock time in a zone. Of a gap, the time after it. */
export function instant(day: string, time: string, zone = currentZone()): number {
  const wanted = Date.parse(`${day}T${time}:00Z`);
  let guess = wanted;
  for (let round = 0; round < 3; round += 1) {
    const shown = Date.parse(`${dayKey(guess, zone)}T${clock(guess, zone)}:00Z`);
    if (shown === wanted) break;
    guess += wanted - shown;
  }
  return guess;
}

/** The day of an instant in the user's zone, as the `from` and `to` of a request. */
export function dayRange(time: number, days = 1): [from: string, to: string] {
  const start = instant(dayKey(time), "00:00");
  const end = instant(dayKey(start + days * 86_400_000 + 7_200_000), "00:00");
  return [new Date(start).toISOString(), new Date(end).toISOString()];
}

/** Makes a session, or changes one. */
export async function editEvent(client: Client, event: ListedEvent | null, start: number, done: () => void): Promise<void> {
  const isTrainer = client.me.role === "trainer";
  if (!isTrainer) return showEvent(event);
  const { contacts } = await client.http.get<ContactsResponse>("/v1/contacts").catch(() => ({ contacts: [] }));
  const begin = event === null ? start : at(event.startsAt);
  const length = event === null ? 60 : Math.round((at(event.endsAt) - at(event.startsAt)) / 60_000);
  const title = field(t.title, { type: "text", maxlength: "200", value: event?.title ?? "" });
  const day = field(t.date, { type: "date", required: true, value: dayKey(begin) });
  const time = field(t.starts, { type: "time", required: true, value: clock(begin) }, place(currentZone()));
  const minutes = field(t.minutes, { type: "number", min: "5", max: "1440", step: "5", required: true, value: String(length) });
  const kind = el("select", {}, ...Object.entries(t.eventTypes).map(([value, name]) => el("option", { value, selected: value === (event?.eventType ?? "training") }, name)));
  const who = el("select", {}, el("option", { value: "" }, t.nobody), ...contacts.map((contact) =>
    el("option", { value: contact.userId, selected: contact.userId === event?.clientId }, safeName(contact.displayName))));
  const problem = el("p.ban.x", { hidden: true, role: "alert" });
  const otherName = () => who.selectedOptions[0]?.value ? who.selectedOptions[0].textContent ?? "" : "";

  const save = async () => {
    const startsAt = instant(day.input.value, time.input.value);
    const endsAt = startsAt + Number(minutes.input.value) * 60_000;
    if (Number.isNaN(endsAt)) return day.input.focus();
    const body = {
      title: title.input.value.trim() || t.eventTypes[kind.value] || kind.value,
      eventType: kind.value,
      startsAt: new Date(startsAt).toISOString(),
      endsAt: new Date(endsAt).toISOString(),
      ...(who.value === "" ? {} : { clientId: who.value }),
    };
    const hasMoved = event !== null && startsAt !== at(event.startsAt);
    if (hasMoved && !(await confirm(t.moveTitle(otherName()), "", t.move, t.cancel, false))) return;
    try {
      await client.http.json(event === null ? "POST" : "PATCH", `/v1/calendar/events${event === null ? "" : `/${event.id}`}`, body);
      element.close();
      done();
    } catch (error) {
      problem.hidden = false;
      problem.textContent = error instanceof ApiError && error.code !== "unreachable" ? error.message : t.unreachable;
    }
  };
  const cancel = async () => {
    if (event === null || !(await confirm(t.cancelTitle, t.cancelText(event.with ?? ""), t.cancelSession, t.keep))) return;
    try {
      await client.http.json("PATCH", `/v1/calendar/events/${event.id}`, { status: "cancelled" });
      element.close();
      done();
    } catch (error) {
      toast(t.couldNot(error instanceof Error ? error.message : ""));
    }
  };
  const element = sheet(
    event === null ? t.newSession : safeName(event.title),
    el("form.col", { onsubmit: (submit: Event) => {
      submit.preventDefault();
      void save();
    } },
      el("label.f", {}, el("span", {}, t.withWhom), who), el("label.f", {}, el("span", {}, t.kind), kind), title.element,
      el("div.row.wrap", {}, day.element, time.element, minutes.element), problem,
      el("div.row.wrap", {}, el("button.b.p", { type: "submit" }, t.save),
        event === null ? null : el("button.b.d", { type: "button", onclick: () => void cancel() }, t.cancelSession))),
  );
}

function showEvent(event: ListedEvent | null): void {
  if (event === null) return;
  sheet(safeName(event.title), el("p", {}, `${clock(event.startsAt)}–${clock(event.endsAt)} · ${place(currentZone())}`),
    event.with ? el("p.m", {}, el("bdi", {}, safeName(event.with))) : null,
    event.location ? el("p.m", { dir: "auto" }, event.location) : null);
}

/** Moves a session by minutes, after asking. */
export async function moveEvent(client: Client, event: ListedEvent, startsAt: number): Promise<boolean> {
  if (startsAt === at(event.startsAt) || startsAt < serverClock.now() - 86_400_000 * 365) return false;
  const text = `${dayKey(startsAt)} ${clock(startsAt)}`;
  if (!(await confirm(t.moveTitle(event.with ? safeName(event.with) : ""), text, t.move, t.cancel, false))) return false;
  const endsAt = startsAt + at(event.endsAt) - at(event.startsAt);
  try {
    await client.http.json("PATCH", `/v1/calendar/events/${event.id}`, {
      startsAt: new Date(startsAt).toISOString(), endsAt: new Date(endsAt).toISOString(),
    });
    return true;
  } catch (error) {
    toast(t.couldNot(error instanceof Error ? error.message : ""));
    return false;
  }
}
