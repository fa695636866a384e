import type { Message, ReminderSuggestion, SearchResponse, SearchResult, SuggestedProposalsResponse } from "../../api/types";
import { el, fill } from "../../dom/element";
import type { Child } from "../../dom/element";
import type { IconName } from "../../dom/icons";
import { t } from "../../text";
import { at, clock, currentZone, dayKey, place as placeOf } from "../../text/format";
import { field } from "../auth/form";
import { instant } from "../calendar/local-time";
import type { Client } from "../view";
import { source } from "./answer";
import { load } from "./loaded";
import { needsLine } from "./needs";
import { doubtLines, proposalCard } from "./proposal";
import { leadingSheet } from "./sheet";

/** What the assistant offers for a message, as entries of its menu. */
export function messageTools(client: Client, message: Message): { label: string; icon: IconName; do: () => void }[] {
  if (message.deletedAt !== null) return [];
  return [
    { label: t.relatedMessages, icon: "search", do: () => showRelated(client, message) },
    { label: t.suggestReminder, icon: "bell", do: () => suggestReminder(client, message) },
  ];
}

function showRelated(client: Client, message: Message): void {
  const place = el("div.col");
  leadingSheet(t.relatedMessages, place);
  void load(place, () => client.http.get<SearchResponse>(`/v1/messages/${message.id}/related?limit=8`), ({ results, degraded }) => [
    results.length === 0 ? el("p.m", {}, t.noRelated) : el("ul.src", {}, ...results.map((result) => el("li", {}, source(citationOf(result))))),
    degraded === null ? null : el("p.xs.m", {}, t.byWordsOnly),
  ]);
}

function citationOf(result: SearchResult) {
  const { chatId, clientMessageId, messageId, senderName, sentAt, text } = result;
  return { chatId, clientMessageId, messageId, senderName, sentAt, quote: text };
}

/** A reminder as the message suggests it, to be changed and then confirmed. */
function suggestReminder(client: Client, message: Message): void {
  const place = el("div.col");
  leadingSheet(t.suggestReminder, place);
  const path = `/v1/messages/${message.id}/reminder-suggestion`;
  void load(place, () => client.http.get<ReminderSuggestion>(path), (suggestion) => [reminderForm(suggestion, (text, dueAt) => {
    fill(place);
    void load(place, () => client.http.post<SuggestedProposalsResponse>(path, { text, dueAt }), ({ proposals, needs }): Child[] => [
      ...proposals.map((proposal) => proposalCard(client, proposal)),
      needsLine(needs, t.noTimeFound),
    ]);
  })]);
}

function reminderForm(suggestion: ReminderSuggestion, propose: (text: string, dueAt: string) => void): HTMLElement {
  const text = el("textarea", { rows: "2", dir: "auto", maxlength: "2000", required: true });
  text.value = suggestion.text;
  const date = field(t.date, { type: "date", required: true, value: dayKey(suggestion.dueAt) });
  const time = field(t.starts, { type: "time", required: true, value: clock(at(suggestion.dueAt)) }, placeOf(currentZone()));
  return el("form.col", { "aria-label": t.suggestReminder, onsubmit: (event: Event) => {
    event.preventDefault();
    propose(text.value.trim(), new Date(instant(date.input.value, time.input.value)).toISOString());
  } },
  el("ul.src", {}, el("li", {}, source(suggestion.citation))),
  el("label.f", {}, el("span", {}, t.reminderText), text),
  el("div.row.wrap.tf", {}, date.element, time.element),
  ...doubtLines(suggestion.doubts),
  el("button.b.p", { type: "submit" }, t.propose));
}
