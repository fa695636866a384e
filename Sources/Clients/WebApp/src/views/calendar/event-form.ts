import type { EventResponse, ListedEvent, ProspectsResponse } from "../../api/types";
import { ApiError } from "../../api/errors";
import { el, fill } from "../../dom/element";
import { confirm, toast } from "../../dom/overlay";
import { t } from "../../text";
import { at, clock, currentZone, dateTime, dayKey, place } from "../../text/format";
import { safeName } from "../../text/safe";
import { leadingSheet } from "../assistant/sheet";
import { whyOf } from "../attempt";
import { field } from "../auth/form";
import type { Client } from "../view";
import { chatLink, whereLine } from "./client-event";
import { instant, minute } from "./local-time";
import { repeatFields } from "./recurrence";
import { bothClocks, cancelEvents, changeEvent, chooseScope } from "./series";
import type { Scope } from "./series";
import { clientZones } from "./zones";

/** Makes a session, or changes one; of a series those that are meant. */
export async function editEvent(client: Client, event: ListedEvent | null, start: number, length: number, done: () => void): Promise<void> {
  const begin = event === null ? start : at(event.startsAt);
  const minutesLong = event === null ? length : Math.round((at(event.endsAt) - at(event.startsAt)) / minute);
  const title = field(t.title, { type: "text", maxlength: "200", value: event?.title ?? "" }, event === null ? t.titleHint : "");
  const date = field(t.date, { type: "date", required: true, value: dayKey(begin) });
  const time = field(t.starts, { type: "time", required: true, value: clock(begin) });
  const minutes = field(t.minutes, { type: "number", min: "5", max: "1440", step: "5", required: true, value: String(minutesLong) });
  const location = field(t.place, { type: "text", maxlength: "200", value: event?.location ?? "" });
  const notes = el("textarea", { rows: "2", dir: "auto", maxlength: "2000" });
  notes.value = event?.notes ?? "";
  const kind = el("select", {}, ...Object.entries(t.eventTypes).map(([value, name]) => el("option", { value, selected: value === (event?.eventType ?? "training") }, name)));
  const who = await people(client, event);
  // What is with nobody is neither a training nor a call.
  const fitKind = () => {
    if (who.value === "") kind.value = "adhoc";
    else if (kind.value === "adhoc") kind.value = "training";
  };
  if (event === null) fitKind();
  who.addEventListener("change", fitKind);
  const repeat = repeatFields(event?.rrule ?? null);
  const problem = el("div.ban.x.wrap", { hidden: true, role: "alert" });
  const clocks = el("p.sm.m", { "aria-live": "polite" });
  const startsAt = () => instant(date.input.value, time.input.value);
  const showClocks = () => {
    const clientId = who.value.startsWith("p:") ? null : who.value || null;
    clocks.textContent = Number.isNaN(startsAt()) ? "" : clientZones.of(clientId) === null ? t.timesIn(place(currentZone())) : bothClocks(startsAt(), clientId);
    if (clientId !== null) void clientZones.load(client).then((isNew) => isNew && showClocks());
  };
  for (const input of [date.input, time.input, who]) input.addEventListener("change", showClocks);
  showClocks();

  const save = async (skipTaken = false) => {
    const starts = startsAt();
    const ends = starts + Number(minutes.input.value) * minute;
    if (Number.isNaN(ends)) return date.input.focus();
    const rule = repeat.rule(starts);
    // Both are named: what is left out of a change stays as it was.
    const isProspect = who.value.startsWith("p:");
    const person = { clientId: isProspect ? null : who.value || null, prospectId: isProspect ? who.value.slice(2) : null };
    const body = {
      title: title.input.value.trim() || t.eventTypes[kind.value] || kind.value,
      eventType: kind.value as ListedEvent["eventType"],
      startsAt: new Date(starts).toISOString(),
      endsAt: new Date(ends).toISOString(),
      location: location.input.value.trim() || null,
      notes: notes.value.trim() || null,
      ...person,
      ...(rule === undefined || rule === null ? {} : { rrule: rule, skipTaken }),
    };
    const scope = await scopeOf(event, starts, rule != null);
    if (scope === null) return;
    try {
      if (event === null) told(await client.http.post<EventResponse>("/v1/calendar/events", body));
      else await changeEvent(client, event, body, scope);
      element.close();
      done();
    } catch (error) {
      problem.hidden = false;
      const isTaken = error instanceof ApiError && error.code === "conflict" && rule != null && !skipTaken;
      fill(problem, el("span.grow", { dir: "auto" }, whyOf(error)),
        isTaken ? el("button.b", { type: "button", onclick: () => void save(true) }, t.leaveOutTaken) : null);
    }
  };
  const cancel = async () => {
    if (event === null) return;
    const text = t.cancelText(event.with ? safeName(event.with) : "");
    const scope = event.seriesId === null ? ((await confirm(t.cancelTitle, text, t.cancelSession, t.keep)) ? "this" : null)
      : await chooseScope(t.cancelTitle, text);
    if (scope === null) return;
    try {
      await cancelEvents(client, event, scope);
      element.close();
      done();
    } catch (error) {
      toast(t.couldNot(whyOf(error)));
    }
  };
  const element = leadingSheet(
    event === null ? t.newSession : safeName(event.title),
    el("form.col", { onsubmit: (submit: Event) => {
      submit.preventDefault();
      void save();
    } },
      el("label.f", {}, el("span", {}, t.withWhom), who), el("label.f", {}, el("span", {}, t.kind), kind), title.element,
      el("div.row.wrap.tf", {}, date.element, time.element, minutes.element), clocks, repeat.element,
      el("details", { open: event !== null && (event.location !== null || event.notes !== null) }, el("summary", {}, t.placeAndNotes),
        location.element, el("label.f", {}, el("span", {}, t.notes), notes)),
      event === null ? null : whereLine(event), problem,
      el("div.row.wrap", {}, el("button.b.p", { type: "submit" }, t.save),
        event === null ? null : chatLink(client, event.clientId),
        event === null ? null : el("button.b.d", { type: "button", onclick: () => void cancel() }, t.cancelSession))),
  );
}

/** Those of a series that are meant; else whether a client is to be told of another time. */
async function scopeOf(event: ListedEvent | null, startsAt: number, hasNewRule: boolean): Promise<Scope | null> {
  if (event === null) return "this";
  const hasMoved = startsAt !== at(event.startsAt);
  const name = event.with ? safeName(event.with) : "";
  const clocks = hasMoved ? bothClocks(startsAt, event.clientId) : "";
  if (event.seriesId !== null) return chooseScope(hasMoved ? t.moveTitle(name) : t.changeTitle, clocks, !hasNewRule);
  if (!hasMoved) return "this";
  return (await confirm(t.moveTitle(name), clocks, t.move, t.cancel, false)) ? "this" : null;
}

function told({ skipped }: EventResponse): void {
  if (skipped !== undefined && skipped.length > 0) toast(t.leftOut(skipped.map((time) => dateTime(time)).join(", ")));
}

async function people(client: Client, event: ListedEvent | null): Promise<HTMLSelectElement> {
  const [contacts, { prospects }] = await Promise.all([
    client.around.contacts.known(),
    client.http.get<ProspectsResponse>("/v1/prospects").catch((): ProspectsResponse => ({ prospects: [] })),
  ]);
  return el("select", {}, el("option", { value: "" }, t.nobody),
    ...(contacts ?? []).map((one) => el("option", { value: one.userId, selected: one.userId === event?.clientId }, safeName(one.displayName))),
    ...prospects.filter(({ convertedToClientId }) => convertedToClientId === null).map((one) =>
      el("option", { value: `p:${one.id}`, selected: one.id === event?.prospectId }, t.prospect(safeName(one.displayName)))));
}
