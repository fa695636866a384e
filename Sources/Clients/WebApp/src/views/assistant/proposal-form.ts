import type { EditProposalRequest, Proposal, ProposalOutcome, ProposalResponse, ProposalResult } from "../../api/types";
import { el, fill } from "../../dom/element";
import type { Child } from "../../dom/element";
import { t } from "../../text";
import { clock, currentZone, dayKey, place } from "../../text/format";
import { whyOf } from "../attempt";
import { field } from "../auth/form";
import { instant } from "../calendar/local-time";
import type { Client } from "../view";

type Done = (proposal: Proposal, result: ProposalResult) => void;

/**
 * What a proposal would do, to be changed first. The server keeps what was proposed and what it was changed to, and does it once.
 *
 * @param changed told of the proposal that the server has now, even if it can't be done like that.
 */
export function proposalForm(client: Client, proposal: Proposal, changed: (proposal: Proposal) => void, done: Done, close: () => void): HTMLFormElement {
  const { content, read } = fieldsOf(proposal);
  const problem = el("p.ban.x", { hidden: true, role: "alert" });
  const path = `/v1/assistant/proposals/${proposal.id}`;
  let { version } = proposal;
  let isWorking = false;
  const save = async () => {
    if (isWorking) return;
    isWorking = true;
    try {
      const edited = (await client.http.json<ProposalResponse>("PATCH", path, { version, ...read() })).proposal;
      version = edited.version;
      changed(edited);
      const outcome = await client.http.post<ProposalOutcome>(`${path}/confirm`, { version });
      done(outcome.proposal, outcome.result);
    } catch (error) {
      problem.hidden = false;
      fill(problem, el("span", { dir: "auto" }, whyOf(error)));
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
  /** What is to be another than was proposed. */
  read(): Omit<EditProposalRequest, "version">;
}

function fieldsOf(proposal: Proposal): Fields {
  switch (proposal.tool) {
    case "scheduleCall": {
      const args = proposal.arguments;
      const title = field(t.title, { type: "text", maxlength: "200", required: true, value: args.title });
      // A series begins on the first day of its rule, so its day isn't changed here.
      const when = timeFields(args.startsAt, args.durationMinutes, args.recurrence === undefined);
      return { content: [title.element, when.element], read: () =>
        ({ title: title.input.value.trim(), startsAt: when.start(), durationMinutes: when.minutes() }) };
    }
    case "rescheduleEvent": {
      const args = proposal.arguments;
      const when = timeFields(args.startsAt, args.durationMinutes);
      return { content: [when.element], read: () => ({ startsAt: when.start(), durationMinutes: when.minutes() }) };
    }
    case "setReminder": {
      const args = proposal.arguments;
      const text = words(args.text, t.reminderText);
      const when = timeFields(args.dueAt, null);
      return { content: [text.element, when.element], read: () => ({ text: text.input.value.trim(), dueAt: when.start() }) };
    }
    case "sendMessage": {
      const text = words(proposal.arguments.text, t.messageText);
      return { content: [text.element], read: () => ({ text: text.input.value.trim() }) };
    }
    case "cancelEvent":
      return { content: [], read: () => ({}) };
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
