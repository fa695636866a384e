import { ApiError } from "../../api/errors";
import type { ListedEvent, SessionWishRequest } from "../../api/types";
import { el } from "../../dom/element";
import { icon } from "../../dom/icons";
import { confirm, toast } from "../../dom/overlay";
import { saveFile } from "../../dom/save";
import { router } from "../../router";
import { serverClock } from "../../store/timing";
import { t } from "../../text";
import { at, clock, currentZone, dateTime, dayKey, format, place } from "../../text/format";
import { oneLine, safeName } from "../../text/safe";
import { leadingSheet } from "../assistant/sheet";
import { attempt } from "../attempt";
import { field } from "../auth/form";
import { richText } from "../chat/rich-text";
import type { Client } from "../view";
import { detail } from "./event-box";
import { instant } from "./local-time";
import { ruleInWords } from "./recurrence";

/** A session as its client sees it, with what can be asked of the coach: a message in their chat says it, a proposal does it once they agree. */
export function showEvent(client: Client, event: ListedEvent): void {
  const title = oneLine(safeName(event.title));
  /** @param wish what the coach would have to confirm. */
  const ask = (text: string, wish: SessionWishRequest | null = null) => attempt(async () => {
    const chatId = await client.openChat([event.trainerId]);
    if (wish !== null) await propose(client, event, wish);
    await client.send(chatId, text, null);
    element.close();
    toast(t.coachIsAsked, { label: t.show, do: () => router.go(`/chats/${chatId}`) });
  });
  const button = (label: string, act: () => void) => el("button.b", { type: "button", onclick: act }, label);
  const cancel = async () => {
    if (await confirm(t.askCancelTitle, t.askCancelText, t.askDo, t.keep)) await ask(t.askCancel(title, moment(event.startsAt)), {});
  };
  const isAhead = event.status === "scheduled" && at(event.startsAt) > serverClock.now();
  const moving = movingForm(event, (starts) =>
    void ask(t.askMove(title, moment(event.startsAt), moment(starts)), { startsAt: new Date(starts).toISOString() }));
  const element = leadingSheet(safeName(event.title),
    el("p", {}, `${dateTime(event.startsAt)} · ${place(currentZone())}`), el("p.m", { dir: "auto" }, detail(event)),
    event.rrule === null ? null : el("p.m", {}, ruleInWords(event.rrule)),
    whereLine(event),
    el("div.row.wrap", {},
      isAhead ? button(t.confirmSession, () => void ask(t.sessionConfirmed(title, moment(event.startsAt)))) : null,
      isAhead ? button(t.askMoveDo, () => {
        moving.hidden = false;
        moving.querySelector("input")?.focus();
      }) : null,
      isAhead ? button(t.askCancelDo, () => void cancel()) : null,
      chatLink(client, event.trainerId),
      button(t.addToCalendar, () => void attempt(() => saveEvent(client, event)))),
    moving);
}

/** What is said in the chat also waits there for the coach's confirmation. A coach who has enough of them reads the message only. */
async function propose(client: Client, event: ListedEvent, wish: SessionWishRequest): Promise<void> {
  try {
    await client.http.post(`/v1/calendar/events/${event.id}/wish`, wish);
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== "conflict") throw error;
  }
}

/** The way to the chat with whom the session is. */
export function chatLink(client: Client, userId: string | null): HTMLElement | null {
  const chatId = userId === null ? undefined : client.state.directWith(userId);
  return chatId === undefined ? null : el("a.b", { href: `/chats/${chatId}` }, t.writeTo);
}

/** The place, where an address is a link. */
export function whereLine(event: ListedEvent): HTMLElement | null {
  return event.location === null ? null : el("p.row", {}, icon("globe", "s"), richText(safeName(event.location)));
}

/** The session as a file that every calendar takes. */
async function saveEvent(client: Client, event: ListedEvent): Promise<void> {
  const response = await client.http.respond(`/v1/calendar/events/${event.id}/ics`);
  saveFile(await response.blob(), `${dayKey(event.startsAt)}.ics`);
}

function movingForm(event: ListedEvent, send: (starts: number) => void): HTMLFormElement {
  const date = field(t.date, { type: "date", required: true, value: dayKey(event.startsAt) });
  const time = field(t.starts, { type: "time", required: true, value: clock(event.startsAt) }, place(currentZone()));
  return el("form.col", { hidden: true, "aria-label": t.askMoveDo, onsubmit: (submit: Event) => {
    submit.preventDefault();
    send(instant(date.input.value, time.input.value));
  } }, el("div.row.wrap.tf", {}, date.element, time.element), el("button.b.p", { type: "submit" }, t.askDo));
}

/** A time that means the same to whoever reads it elsewhere. */
function moment(time: number | string): string {
  const day = format(at(time), { weekday: "short", day: "numeric", month: "short" });
  return `${day}, ${clock(time)} (${place(currentZone())})`;
}
