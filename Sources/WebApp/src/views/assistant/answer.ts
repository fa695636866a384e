import type { AssistantAnswer, Citation, Needs, Proposal, ProposalOutcome } from "../../api/types";
import { ApiError } from "../../api/errors";
import { el, fill } from "../../dom/element";
import type { Child } from "../../dom/element";
import { icon } from "../../dom/icons";
import { announce } from "../../dom/overlay";
import { t } from "../../text";
import { at, clock, currentZone, dateTime, format, place, shortWhen } from "../../text/format";
import { oneLine, parts, safeName } from "../../text/safe";
import type { Client } from "../view";

/** An answer: its text with numbered sources, what it proposes or needs, and who answered. */
export function answerElement(client: Client, answer: AssistantAnswer, ask: (text: string) => void): HTMLElement {
  return el(
    "article.ans",
    { "aria-label": t.answer },
    answer.text === "" ? null : answerText(answer.text, answer.citations),
    sources(answer.citations),
    ...answer.proposals.map((proposal) => proposalCard(client, proposal)),
    answer.needs === null ? null : needsElement(answer.needs, ask),
    el("p.mod", {}, t.answeredBy(answer.model === "built-in" ? t.builtIn : safeName(answer.model))),
  );
}

/** Text with `[1]` as a link to the source, and nothing else that means anything. */
export function answerText(text: string, citations: Citation[]): HTMLElement {
  const element = el("p.tx", { dir: "auto" });
  for (const piece of text.split(/(\[\d{1,3}\])/)) {
    const number = /^\[(\d+)\]$/.exec(piece)?.[1];
    const citation = number === undefined ? undefined : citations[Number(number) - 1];
    if (citation === undefined) {
      for (const part of parts(piece)) {
        element.append(part.href === undefined ? part.text
          : el("a", { href: part.href, target: "_blank", rel: "noopener noreferrer nofollow" }, part.text));
      }
    } else {
      element.append(el("a.cite", {
        href: linkTo(citation),
        "aria-label": t.source(Number(number), safeName(citation.senderName), shortWhen(citation.sentAt)),
      }, number ?? ""));
    }
  }
  return element;
}

function linkTo(citation: Citation): string {
  return `/chats/${citation.chatId}/messages/${citation.messageId}`;
}

function sources(citations: Citation[]): HTMLElement | null {
  if (citations.length === 0) return null;
  return el("ol.src", {}, ...citations.map((citation, index) => el("li", {}, el(
    "a",
    { href: linkTo(citation) },
    el("span.k", {}, String(index + 1)),
    el("span", {}, el("b", {}, el("bdi", {}, safeName(citation.senderName))), " ", el("span", { dir: "auto" }, oneLine(citation.quote))),
    el("span.m.xs", {}, shortWhen(citation.sentAt)),
  ))));
}

/** What waits for a confirmation. Nothing happens before it. */
export function proposalCard(client: Client, proposal: Proposal): HTMLElement {
  const element = el("section.prop", { "aria-label": proposal.summary });
  let current = proposal;
  const draw = (problem = "", isWorking = false) => {
    const isPending = current.state === "pending";
    const act = (verb: "confirm" | "cancel") => async () => {
      if (isWorking) return;
      draw("", true);
      try {
        const path = `/v1/assistant/proposals/${current.id}/${verb}`;
        const answer = await client.http.post<Partial<ProposalOutcome> & { proposal: Proposal }>(path);
        current = answer.proposal;
        draw();
        announce(t.proposalStates[current.state] ?? current.state);
      } catch (error) {
        draw(t.couldNot(error instanceof ApiError && error.code !== "unreachable" ? error.message : t.unreachable));
      }
    };
    const button = (spec: string, label: string, verb: "confirm" | "cancel") =>
      el(spec, { type: "button", "aria-disabled": isWorking ? "true" : null, onclick: () => void act(verb)() }, label);
    const tag = { pending: "a", executed: "g", failed: "x" }[current.state as string] ?? "w";
    fill(
      element,
      el("header", {}, icon(signs[current.tool] ?? "spark"), el("b.grow", { dir: "auto" }, headOf(current)),
        el(`span.tag.${tag}`, {}, t.proposalStates[current.state] ?? current.state)),
      el("div.in2", {},
        zones(client, current),
        current.tool === "sendMessage" ? el("p", { dir: "auto" }, current.arguments.text) : null,
        current.tool === "sendMessage" ? null : el("p.sm.m", { dir: "auto" }, current.summary),
        ...(current.doubts ?? []).map((doubt) => el("p.doubt", { dir: "auto" }, icon("warn", "s"), el("span", {}, doubt.text))),
        problem === "" ? null : el("p.ban.x", { role: "alert" }, problem),
        isPending ? el("footer", {}, button("button.b.p", t.confirm, "confirm"), button("button.b", t.cancel, "cancel"),
          el("span.xs.m", {}, t.expires(dateTime(current.expiresAt)))) : null),
    );
  };
  draw();
  return element;
}

const signs = { scheduleCall: "cal", rescheduleEvent: "cal", cancelEvent: "cal", setReminder: "bell", sendMessage: "send" } as const;

function headOf(proposal: Proposal): string {
  switch (proposal.tool) {
    case "scheduleCall":
      return safeName(proposal.arguments.title);
    case "setReminder":
      return oneLine(proposal.arguments.text);
    default:
      return oneLine(proposal.summary, 80);
  }
}

/** Both clocks: one's own, and the other's if it differs. */
function zones(client: Client, proposal: Proposal): HTMLElement | null {
  const start = proposal.tool === "setReminder" ? proposal.arguments.dueAt
    : proposal.tool === "scheduleCall" || proposal.tool === "rescheduleEvent" ? proposal.arguments.startsAt : null;
  if (start === null) return null;
  const own = currentZone();
  const other = proposal.tool === "scheduleCall" ? proposal.arguments.timezone : own;
  const minutes = "durationMinutes" in proposal.arguments ? proposal.arguments.durationMinutes : 0;
  const rows: Child[] = [...new Set([own, other, client.me.timezone])].flatMap((zone) => {
    const end = minutes === 0 ? "" : `–${clock(at(start) + minutes * 60_000, zone)}`;
    return [el("dt", {}, place(zone)), el("dd", {}, format(at(start), { weekday: "short", day: "numeric", month: "short" }, zone)),
      el("dd.big", {}, clock(start, zone) + end)];
  });
  return el("dl.zones", {}, ...rows);
}

/** What is missing, as choices: each is a button, and a key with its number. */
function needsElement(needs: Needs, ask: (text: string) => void): HTMLElement {
  const option = (label: Child, detail: string, number: number, act: () => void) =>
    el("button.opt", { type: "button", "data-option": String(number), onclick: act },
      el("span.grow", {}, label, detail === "" ? null : el("span.m.sm", {}, ` ${detail}`)), el("kbd", { "aria-hidden": "true" }, String(number)));
  switch (needs.kind) {
    case "selection":
      return el("section.col", { "aria-label": needs.prompt }, ...needs.options.map((one, index) =>
        option(el("bdi", {}, safeName(one.title)), one.subtitle, index + 1, () => ask(one.title))));
    case "conflict": {
      const what = needs.conflictsWith.map((event) => `${clock(event.startsAt)}–${clock(event.endsAt)} ${safeName(event.title)}`).join(", ");
      return el("section.col", {}, el("p", { dir: "auto" }, t.conflictWith(what)), ...needs.suggestions.map((start, index) =>
        option(dateTime(start), "", index + 1, () => ask(dateTime(start)))));
    }
    case "notFound":
      return el("p", { dir: "auto" }, t.notFound(safeName(needs.name)));
    case "clarification":
      return el("p", { dir: "auto" }, needs.prompt);
    case "refusal":
      return el("p", { dir: "auto" }, needs.reason);
  }
}
