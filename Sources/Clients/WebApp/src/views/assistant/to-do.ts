import type { ActionItem, ActionItemResponse, ChatInsights, Decision, MeetingSuggestions, SuggestedProposalsResponse } from "../../api/types";
import { el, fill } from "../../dom/element";
import type { Child } from "../../dom/element";
import { announce, toast } from "../../dom/overlay";
import { t } from "../../text";
import { at, dateTime, format } from "../../text/format";
import { safeName } from "../../text/safe";
import { whyOf } from "../attempt";
import { paneHeading } from "../chat/pane-heading";
import type { Client } from "../view";
import { source } from "./answer";
import { load } from "./loaded";
import { needsLine } from "./needs";
import { proposalCard } from "./proposal";

/** What is to be done in a chat and what was decided; for a trainer also times to meet. */
export function toDoView(client: Client, chatId: string): HTMLElement {
  const place = el("div.col");
  void load(place, () => client.http.get<ChatInsights>(`/v1/chats/${chatId}/insights`), (insights) => [
    part(t.toDo, insights.actionItems.map((item) => actionItem(client, chatId, item)), t.nothingToDo),
    part(t.decisions, insights.decisions.map(decision), t.nothingDecided),
    client.me.role === "trainer" ? meeting(client, chatId, insights) : null,
    el("p.xs.m", {}, t.readByRules),
  ]);
  return el("div.as.digest", {}, place);
}

function part(title: string, items: HTMLElement[], empty: string): HTMLElement {
  return el("section", {}, paneHeading(title), items.length === 0 ? el("p.m.sm", {}, empty) : el("ul.lines", {}, ...items));
}

/** A task with its tick, whose it is, by when, and the message that says so. */
function actionItem(client: Client, chatId: string, item: ActionItem): HTMLElement {
  const tick = el("input", { type: "checkbox", checked: item.done });
  tick.addEventListener("change", async () => {
    const done = tick.checked;
    try {
      await client.http.json<ActionItemResponse>("PATCH", `/v1/chats/${chatId}/action-items/${item.id}`, { done });
      element.classList.toggle("gone", done);
      announce(done ? t.taskDone : t.taskOpen);
    } catch (error) {
      tick.checked = !done;
      toast(t.couldNot(whyOf(error)));
    }
  });
  const doer = item.doer.userId === client.me.id ? t.you : safeName(item.doer.name);
  const due = item.due === null ? "" : ` · ${item.due.at === null
    ? format(at(`${item.due.date}T12:00:00Z`), { weekday: "short", day: "numeric", month: "short" }, "UTC") : dateTime(item.due.at)}`;
  const element = el(item.done ? "li.gone" : "li", {},
    el("label.task", {}, tick, el("span", {}, el("span.tx", { dir: "auto" }, item.text), el("span.xs.m.blkm", {}, el("bdi", {}, doer), due))),
    source(item.citation));
  return element;
}

function decision(one: Decision): HTMLElement {
  return el("li", {}, el("p", { dir: "auto" }, one.text), ...one.citations.map((citation) => source(citation)));
}

/** Times that suit everybody in the chat; the one that's chosen becomes proposals. */
function meeting(client: Client, chatId: string, insights: ChatInsights): HTMLElement {
  const place = el("div.col");
  const path = `/v1/chats/${chatId}/meeting-suggestions`;
  const choose = (startsAt: string) => load(place, () => client.http.post<SuggestedProposalsResponse>(path, { startsAt }), ({ proposals, needs }) => [
    ...proposals.map((proposal) => proposalCard(client, proposal)),
    needsLine(needs, t.timeTaken),
  ]);
  const show = () => load(place, () => client.http.get<MeetingSuggestions>(path), ({ slots, note }): Child[] => [
    note === null ? null : el("p.m.sm", { dir: "auto" }, note),
    ...slots.map((slot) => el("button.opt", { type: "button", onclick: () => {
      fill(place);
      void choose(slot.startsAt);
    } }, el("span.grow", {}, slot.text))),
    slots.length === 0 && note === null ? el("p.m.sm", {}, t.noCommonTime) : null,
  ]);
  fill(place, el("button.b", { type: "button", onclick: () => void show() }, t.findTimes));
  return el("section", {}, paneHeading(t.meet), insights.meeting === null ? null : source(insights.meeting.citation), place);
}
