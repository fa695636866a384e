import type { AssistantAnswer, Citation, WebSource } from "../../api/types";
import { el } from "../../dom/element";
import type { Child } from "../../dom/element";
import { t } from "../../text";
import { shortWhen } from "../../text/format";
import { oneLine, parts, safeName } from "../../text/safe";
import type { Client } from "../view";
import { needsElement, saidByNeeds } from "./needs";
import { proposalCard } from "./proposal";
import { richAnswer } from "./rich-answer";

/** An answer: its text with numbered sources, and what it proposes or needs. */
export function answerElement(client: Client, answer: AssistantAnswer, ask: (text: string) => void): HTMLElement {
  const web = answer.webSources ?? [];
  const text = withoutCards(answer);
  return el(
    "article.ans",
    { "aria-label": t.answer },
    text === "" ? null : answerText(text, answer.citations, web),
    sources(answer.citations),
    webSources(web),
    ...answer.proposals.map((proposal) => proposalCard(client, proposal)),
    answer.needs === null ? null : needsElement(answer.needs, ask),
  );
}

/** How the built-in assistant begins and ends what it prepares. */
const frame = /^(I have prepared this:|Nothing has happened yet: confirm (it or cancel it|or cancel each of them)\.)$/;

/** What stands on cards and buttons needn't be read twice, nor in the server's English. */
function withoutCards({ text, needs, proposals }: AssistantAnswer): string {
  const told = [...proposals.flatMap(({ summary, doubts }) => [summary, ...(doubts ?? []).map((doubt) => doubt.text)]), ...needs === null ? [] : saidByNeeds(needs)];
  const lines = text.split("\n").filter((line) => !told.some((one) => one !== "" && line.includes(one)) && !(proposals.length > 0 && frame.test(line)));
  return lines.filter((line) => needs === null || !/^\d+\. /.test(line)).join("\n").trim();
}

/** Text with `[1]` and `[w1]` as links to the sources, in the shape that its Markdown gives it. */
export function answerText(text: string, citations: Citation[], web: WebSource[] = []): HTMLElement {
  return el("div.tx", { dir: "auto" }, ...richAnswer(text, (line) => cited(line, citations, web)));
}

function cited(text: string, citations: Citation[], web: WebSource[]): Child[] {
  const found: Child[] = [];
  for (const piece of text.split(/(\[w?\d{1,3}\])/)) {
    const [, isWeb, number] = /^\[(w?)(\d+)\]$/.exec(piece) ?? [];
    const citation = isWeb === "" ? citations[Number(number) - 1] : undefined;
    const page = isWeb === "w" ? web[Number(number) - 1] : undefined;
    if (citation !== undefined) {
      const label = t.source(Number(number), safeName(citation.senderName), shortWhen(citation.sentAt));
      found.push(el("a.cite", { href: linkTo(citation), "aria-label": label }, number));
    } else if (page !== undefined && isWebAddress(page.url)) {
      found.push(outside("a.cite", page.url, `w${number}`));
    } else {
      for (const part of parts(piece)) found.push(part.href === undefined ? part.text : outside("a", part.href, part.text));
    }
  }
  return found;
}

export function linkTo(citation: Citation): string {
  return `/chats/${citation.chatId}/messages/${citation.messageId}`;
}

function outside(spec: "a" | "a.cite", href: string, text: string): HTMLElement {
  return el(spec, { href, target: "_blank", rel: "noopener noreferrer nofollow" }, text);
}

function isWebAddress(address: string): boolean {
  return /^https?:\/\/[^\s@/]+(\/|$|\?|#)/.test(address);
}

/** Whose words an answer stands on. Each leads to its message. */
export function sources(citations: Citation[]): HTMLElement | null {
  if (citations.length === 0) return null;
  return el("ol.src", { "aria-label": t.sources }, ...citations.map((citation, index) => el("li", {}, source(citation, index + 1))));
}

/** A message as a line that leads to it. */
export function source(citation: Citation, number: number | null = null): HTMLElement {
  return el(number === null ? "a.nonum" : "a", { href: linkTo(citation) },
    number === null ? null : el("span.k", {}, String(number)),
    el("span", {}, el("b", {}, el("bdi", {}, safeName(citation.senderName))), " ", el("span", { dir: "auto" }, oneLine(citation.quote))),
    el("span.m.xs", {}, shortWhen(citation.sentAt)));
}

function webSources(web: WebSource[]): HTMLElement | null {
  const safe = web.filter(({ url }) => isWebAddress(url));
  if (safe.length === 0) return null;
  return el("ul.web", { "aria-label": t.webSources }, ...safe.map((page) =>
    el("li", {}, outside("a", page.url, oneLine(page.title, 100) || page.host), el("span.m.xs", {}, ` ${safeName(page.host)}`))));
}
