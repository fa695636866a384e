import type { EventResponse, MessageResponse, Proposal, ProposalResult, ReminderResponse } from "../../api/types";
import { ApiError } from "../../api/errors";
import { el, fill } from "../../dom/element";
import type { Child } from "../../dom/element";
import { toast } from "../../dom/overlay";
import { t } from "../../text";
import { clock, currentZone, dayKey, place } from "../../text/format";
import { field } from "../auth/form";
import { instant, minute } from "../calendar/local-time";
import type { Client } from "../view";

type Done = (proposal: Proposal, result: ProposalResult) => void;

/** What a proposal would do, to be changed first. Saving is the user's own deed: the proposal is withdrawn with it. */
export function proposalForm(client: Client, proposal: Proposal, done: Done, close: () => void): HTMLFormElement {
  const { content, read } = fieldsOf(proposal);
  const problem = el("p.ban.x", { hidden: true, role: "alert" });
  let isWorking = false;
  const save = async () => {
    if (isWorking) return;
    isWorking = true;
    try {
      const edited = read();
      const result = await perform(client, edited);
      // The deed is done. If only the withdrawal fails, doing it again would do it twice.
      await client.http.post(`/v1/assistant/proposals/${proposal.id}/cancel`).catch(() => toast(t.withdrawProposal));
      done({ ...edited, state: "executed" }, result);
    } catch (error) {
      problem.hidden = false;
      fill(problem, el("span", { dir: "auto" }, error instanceof ApiError && error.code !== "unreachable" ? error.message : t.unreachable));
    } finally {
      isWorking = false;
    }
  };
  return el("form.col", { "aria-label": t.edit, onsubmit: (event: Event) => {
    event.preventDefault();
    void save();
  } }, ...content, problem,
  el("footer", {}, el("button.b.p", { type: "submit" }, t.confirmEdited), el("button.b.q", { type: "button", onclick: close }, t.dontEdit)));
}

interface Fields {
  content: Child[];
  read(): Proposal;
}

function fieldsOf(proposal: Proposal): Fields {
  switch (proposal.tool) {
    case "scheduleCall": {
      const args = proposal.arguments;
      const title = field(t.title, { type: "text", maxlength: "200", required: true, value: args.title });
      // A series begins on the first day of its rule, so its day isn't changed here.
      const when = timeFields(args.startsAt, args.durationMinutes, args.recurrence === undefined);
      return { content: [title.element, when.element], read: () =>
        ({ ...proposal, arguments: { ...args, title: title.input.value.trim(), startsAt: when.start(), durationMinutes: when.minutes() } }) };
    }
    case "rescheduleEvent": {
      const args = proposal.arguments;
      const when = timeFields(args.startsAt, args.durationMinutes);
      return { content: [when.element], read: () =>
        ({ ...proposal, arguments: { ...args, startsAt: when.start(), durationMinutes: when.minutes() } }) };
    }
    case "setReminder": {
      const args = proposal.arguments;
      const text = words(args.text, t.reminderText);
      const when = timeFields(args.dueAt, null);
      return { content: [text.element, when.element], read: () =>
        ({ ...proposal, arguments: { ...args, text: text.input.value.trim(), dueAt: when.start() } }) };
    }
    case "sendMessage": {
      const args = proposal.arguments;
      const text = words(args.text, t.messageText);
      return { content: [text.element], read: () => ({ ...proposal, arguments: { ...args, text: text.input.value.trim() } }) };
    }
    case "cancelEvent":
      return { content: [], read: () => proposal };
  }
}

function words(value: string, label: string): { element: HTMLElement; input: HTMLTextAreaElement } {
  const input = el("textarea", { rows: "2", dir: "auto", maxlength: "10000", required: true });
  input.value = value;
  return { element: el("label.f", {}, el("span", {}, label), input), input };
}

function timeFields(startsAt: string, minutes: number | null, hasDate = true) {
  const date = field(t.date, { type: "date", required: true, value: dayKey(startsAt) });
  const time = field(t.starts, { type: "time", required: true, value: clock(startsAt) }, place(currentZone()));
  const length = field(t.minutes, { type: "number", min: "5", max: "1440", step: "5", required: true, value: String(minutes ?? 0) });
  return {
    element: el("div.row.wrap.tf", {}, hasDate ? date.element : null, time.element, minutes === null ? null : length.element),
    start: () => new Date(instant(date.input.value, time.input.value)).toISOString(),
    minutes: () => Number(length.input.value),
  };
}

async function perform(client: Client, proposal: Proposal): Promise<ProposalResult> {
  const { http } = client;
  switch (proposal.tool) {
    case "scheduleCall": {
      const { clientId, prospectId, title, eventType, startsAt, durationMinutes, recurrence, timezone, leftOut } = proposal.arguments;
      const series = recurrence === undefined ? {} : { rrule: recurrence, zone: timezone, skipTaken: leftOut !== undefined };
      const body = { clientId, prospectId, title, eventType, startsAt, endsAt: endOf(startsAt, durationMinutes), ...series };
      return { eventId: (await http.post<EventResponse>("/v1/calendar/events", body)).event.id };
    }
    case "rescheduleEvent": {
      const { eventId, startsAt, durationMinutes } = proposal.arguments;
      await http.json("PATCH", `/v1/calendar/events/${eventId}`, { startsAt, endsAt: endOf(startsAt, durationMinutes) });
      return { eventId };
    }
    case "setReminder": {
      const { text, dueAt, clientId, recurrence } = proposal.arguments;
      return { reminderId: (await http.post<ReminderResponse>("/v1/reminders", { text, dueAt, clientId, recurrence })).reminder.id };
    }
    case "sendMessage": {
      const { chatId, text } = proposal.arguments;
      // The id makes a second attempt the same message.
      const body = { clientMessageId: `proposal-${proposal.id}`, text };
      return { messageId: (await http.post<MessageResponse>(`/v1/chats/${chatId}/messages`, body)).message.id };
    }
    case "cancelEvent":
      return {};
  }
}

function endOf(startsAt: string, minutes: number): string {
  return new Date(Date.parse(startsAt) + minutes * minute).toISOString();
}
