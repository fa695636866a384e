import type { Proposal, ProposalDoubt, ProposalOutcome, ProposalResult } from "../../api/types";
import { el, fill } from "../../dom/element";
import type { Child } from "../../dom/element";
import { icon } from "../../dom/icons";
import { announce } from "../../dom/overlay";
import { t } from "../../text";
import { at, clockTime, currentZone, dateTime, dayKey, format, place, shortDateTime } from "../../text/format";
import { oneLine, safeName } from "../../text/safe";
import { whyOf } from "../attempt";
import { ruleInWords } from "../calendar/recurrence";
import { otherZone } from "../calendar/zones";
import type { Client } from "../view";
import { proposalForm } from "./proposal-form";

/** What waits for a confirmation. Nothing happens before it. */
export function proposalCard(client: Client, proposal: Proposal): HTMLElement {
  return new ProposalCard(client, proposal).element;
}

const signs = { scheduleCall: "cal", rescheduleEvent: "cal", cancelEvent: "cal", setReminder: "bell", sendMessage: "send" } as const;

class ProposalCard {
  readonly element: HTMLElement;
  #problem = "";
  #isWorking = false;
  #isEdited = false;
  #result: ProposalResult = {};

  constructor(private readonly client: Client, private proposal: Proposal) {
    this.element = el("div.prop", { role: "group", "aria-label": headOf(client, proposal) });
    this.#draw();
  }

  #draw(): void {
    const { proposal } = this;
    const tag = { pending: "a", executed: "g", failed: "x" }[proposal.state as string] ?? "w";
    fill(this.element,
      el("header", {}, icon(signs[proposal.tool] ?? "spark"), el("b.grow", { dir: "auto" }, headOf(this.client, proposal)),
        el(`span.tag.${tag}`, {}, this.#stateText())),
      el("div.in2", {},
        zones(proposal),
        proposal.tool === "sendMessage" ? el("p.said", { dir: "auto" }, proposal.arguments.text) : null,
        this.#isEdited ? null : detailOf(proposal),
        ...doubtLines(this.#isEdited ? [] : proposal.doubts ?? []),
        this.#problem === "" ? null : el("p.ban.x", { role: "alert" }, el("span.grow", { dir: "auto" }, this.#problem)),
        this.#foot()));
  }

  #stateText(): string {
    const { state } = this.proposal;
    if (this.#isWorking) return t.working;
    return this.#isEdited && state === "executed" ? t.doneEdited : t.proposalStates[state] ?? state;
  }

  #foot(): Child {
    const { proposal } = this;
    if (proposal.state === "expired") return el("p.sm.m", {}, t.proposalExpired);
    if (proposal.state === "executed") {
      const href = resultLink(proposal, this.#result);
      return href === null ? null : el("footer", {}, el("a.b", { href }, t.openResult));
    }
    if (proposal.state !== "pending") return null;
    const button = (spec: string, label: string, act: () => void) =>
      el(spec, { type: "button", "aria-disabled": this.#isWorking ? "true" : null, onclick: () => this.#isWorking || act() }, label);
    return el("footer", {},
      button("button.b.p", t.confirm, () => void this.#decide("confirm")),
      proposal.tool === "cancelEvent" ? null : button("button.b", t.edit, () => this.#edit()),
      button("button.b.q", t.cancel, () => void this.#decide("cancel")),
      el("span.xs.m", {}, t.nothingBefore(dateTime(proposal.expiresAt))));
  }

  async #decide(verb: "confirm" | "cancel"): Promise<void> {
    await this.#work(async () => {
      const path = `/v1/assistant/proposals/${this.proposal.id}/${verb}`;
      const answer = await this.client.http.post<Partial<ProposalOutcome> & { proposal: Proposal }>(path, verb === "confirm" ? { version: this.proposal.version } : {});
      this.proposal = answer.proposal;
      this.#result = answer.result ?? {};
    });
    announce(this.#problem || this.#stateText());
  }

  /** What it can't do is told on the card, and can be tried again. */
  async #work(body: () => Promise<void>): Promise<void> {
    this.#isWorking = true;
    this.#problem = "";
    this.#draw();
    try {
      await body();
    } catch (error) {
      this.#problem = t.couldNot(whyOf(error));
    }
    this.#isWorking = false;
    this.#draw();
    this.element.setAttribute("tabindex", "-1");
    this.element.focus();
  }

  #edit(): void {
    const form = proposalForm(this.client, this.proposal, (proposal) => (this.proposal = proposal), (proposal, result) => {
      this.proposal = proposal;
      this.#result = result;
      this.#isEdited = true;
      this.#draw();
      announce(this.#stateText());
      this.element.setAttribute("tabindex", "-1");
      this.element.focus();
    }, () => {
      this.#draw();
      this.element.querySelector<HTMLElement>("footer button:nth-child(2)")?.focus();
    });
    this.element.querySelector(".in2")?.replaceChildren(form);
    form.querySelector<HTMLElement>("input,textarea")?.focus();
  }
}

/** What was guessed. The server says it in English; another language has words for each kind. */
export function doubtLines(doubts: readonly ProposalDoubt[]): HTMLElement[] {
  const lines = new Set(doubts.map(({ kind, text }) => t.doubtKinds[kind] ?? text));
  return [...lines].map((line) => el("p.doubt", { dir: "auto" }, icon("warn", "s"), el("span", {}, line)));
}

/** By the tool and what it's for: the server's summary is in English. */
function headOf(client: Client, proposal: Proposal): string {
  switch (proposal.tool) {
    case "scheduleCall":
      return safeName(proposal.arguments.title);
    case "setReminder":
      return oneLine(proposal.arguments.text);
    case "sendMessage": {
      const name = client.state.chats.get(proposal.arguments.chatId)?.chat.name;
      return name === undefined ? safeName(oneLine(proposal.summary.split(/[:：]/)[0] ?? "", 80)) : t.messageFor(safeName(name));
    }
    case "rescheduleEvent":
    case "cancelEvent": {
      const { shown } = proposal.arguments;
      if (shown === undefined) return oneLine(proposal.summary, 80);
      return (proposal.tool === "cancelEvent" ? t.cancelOf : t.moveOf)(oneLine(safeName(shown.title), 80));
    }
  }
}

/** What neither the head nor the clocks say. */
function detailOf(proposal: Proposal): HTMLElement | null {
  const line = (text: string) => el("p.sm.m", { dir: "auto" }, text);
  switch (proposal.tool) {
    case "rescheduleEvent": {
      const { shown, startsAt } = proposal.arguments;
      return line(shown === undefined ? proposal.summary : t.fromTo(shortDateTime(shown.startsAt), shortDateTime(startsAt)));
    }
    case "cancelEvent":
      return line(proposal.arguments.shown === undefined ? proposal.summary : dateTime(proposal.arguments.shown.startsAt));
    case "setReminder":
      return proposal.arguments.recurrence === undefined ? null : line(ruleInWords(proposal.arguments.recurrence));
    case "scheduleCall":
      return line(proposal.arguments.recurrence === undefined ? proposal.summary : ruleInWords(proposal.arguments.recurrence));
    case "sendMessage":
      return null;
  }
}

/** Where what was done can be seen. */
function resultLink(proposal: Proposal, result: ProposalResult): string | null {
  switch (proposal.tool) {
    case "sendMessage":
      return `/chats/${proposal.arguments.chatId}${result.messageId === undefined ? "" : `/messages/${result.messageId}`}`;
    case "scheduleCall":
    case "rescheduleEvent":
      return `/calendar#${dayKey(proposal.arguments.startsAt)}`;
    case "setReminder":
      return "/calendar#reminders";
    case "cancelEvent":
      return null;
  }
}

/** Both clocks: one's own, and the other person's if it says something else. */
function zones(proposal: Proposal): HTMLElement | null {
  const start = proposal.tool === "setReminder" ? proposal.arguments.dueAt
    : proposal.tool === "scheduleCall" || proposal.tool === "rescheduleEvent" ? proposal.arguments.startsAt : null;
  if (start === null) return null;
  const own = currentZone();
  const named = proposal.tool === "scheduleCall" ? proposal.arguments.timezone : own;
  const other = proposal.tool === "setReminder" ? null : otherZone(proposal.summary);
  const minutes = "durationMinutes" in proposal.arguments ? proposal.arguments.durationMinutes : 0;
  const rows: Child[] = [...new Set([own, other ?? own, named])].flatMap((zone) => {
    const end = minutes === 0 ? "" : `–${clockTime(at(start) + minutes * 60_000, zone)}`;
    return [el("dt", {}, place(zone)), el("dd", {}, format(at(start), { weekday: "short", day: "numeric", month: "short" }, zone)),
      el("dd.big", {}, clockTime(start, zone) + end)];
  });
  return el("dl.zones", {}, ...rows);
}
