import type { ScheduledMessage, ScheduledMessagesResponse } from "../../api/types";
import { el } from "../../dom/element";
import { icon } from "../../dom/icons";
import { sheet, toast } from "../../dom/overlay";
import { newId } from "../../store/timing";
import { t } from "../../text";
import { clock, currentZone, dayKey, place as placeOf, shortDateTime } from "../../text/format";
import { oneLine } from "../../text/safe";
import { load } from "../assistant/loaded";
import { attempt } from "../attempt";
import { field } from "../auth/form";
import { instant } from "../calendar/local-time";
import { snoozeTimes } from "../calendar/snooze-times";
import { choice } from "../settings/parts";
import type { Client } from "../view";

const path = "/v1/scheduled-messages";

/** A message that the server sends later, below it those of this chat that wait already. */
export function sendLater(client: Client, chatId: string, text: string, taken: () => void): void {
  const words = el("textarea", { rows: "3", dir: "auto", maxlength: "10000", required: true });
  words.value = text;
  const first = snoozeTimes().at(-2)?.[1] ?? 0;
  const date = field(t.date, { type: "date", required: true, value: dayKey(first) });
  const time = field(t.hourOfDay, { type: "time", required: true, value: clock(first) }, placeOf(currentZone()));
  const stops = choice(t.stopOnReply, false);
  const clientMessageId = newId();
  const waiting = el("div.col");
  const send = async () => {
    const sendAt = new Date(instant(date.input.value, time.input.value)).toISOString();
    const body = { chatId, clientMessageId, text: words.value.trim(), sendAt, stopOnReply: stops.input.checked };
    if (!(await attempt(() => client.http.post(path, body)))) return;
    taken();
    element.close();
    toast(t.sentLater(shortDateTime(sendAt)));
  };
  const element = sheet(t.sendLater, el("form.col", { "aria-label": t.sendLater, onsubmit: (event: Event) => {
    event.preventDefault();
    void send();
  } }, el("label.f", {}, el("span", {}, t.messageText), words), el("div.row.wrap.tf", {}, date.element, time.element), stops.element,
  el("button.b.p", { type: "submit" }, t.sendLater)), waiting);
  showWaiting(client, chatId, waiting);
}

function showWaiting(client: Client, chatId: string, place: HTMLElement): void {
  void load(place, () => client.http.get<ScheduledMessagesResponse>(path), ({ scheduledMessages }) => {
    const here = scheduledMessages.filter((one) => one.chatId === chatId && one.state !== "sent");
    const remove = async ({ id }: ScheduledMessage) => {
      if (await attempt(() => client.http.json("DELETE", `${path}/${id}`))) showWaiting(client, chatId, place);
    };
    return here.length === 0 ? [] : [el("h3", {}, t.waitsToBeSent), el("ul.box.card0", {}, ...here.map((one) => el("li.it", {}, icon("clock", "s"),
      el("span.grow", { dir: "auto" }, oneLine(one.text, 80)), el("span.xs.m", {}, shortDateTime(one.dueAt)),
      el("button.ib", { type: "button", "aria-label": `${t.removeDo}: ${oneLine(one.text, 40)}`, title: t.removeDo, onclick: () => void remove(one) }, icon("x", "s")))))];
  });
}
