import type { ChatSummary, SummaryPoint } from "../../api/types";
import { el } from "../../dom/element";
import type { Child } from "../../dom/element";
import { serverClock } from "../../store/timing";
import { t } from "../../text";
import { shortWhen } from "../../text/format";
import { day } from "../calendar/local-time";
import { paneHeading } from "../chat/pane-heading";
import type { Client } from "../view";
import { linkTo } from "./answer";
import { load } from "./loaded";
import { modelName } from "./models";

/** What a chat was about in a period. Each line leads to the message it's from. */
export function summaryView(client: Client, chatId: string): HTMLElement {
  const place = el("div.col");
  const period: HTMLSelectElement = el("select", { onchange: () => void show() },
    ...([["7", t.lastWeek], ["30", t.lastMonth], ["", t.everything]] as const).map(([value, name]) =>
      el("option", { value, selected: value === "30" }, name)));
  const show = () => {
    const days = Number(period.value);
    const since = days === 0 ? null : new Date(serverClock.now() - days * day).toISOString();
    return load(place, () => client.http.post<ChatSummary>(`/v1/chats/${chatId}/summary`, { since }), drawSummary);
  };
  void show();
  return el("div.as.digest", {}, el("label.f", {}, el("span", {}, t.period), period), place);
}

function drawSummary(summary: ChatSummary): Child[] {
  const parts: [string, SummaryPoint[]][] = [
    [t.points, summary.points], [t.decisions, summary.decisions], [t.toDo, summary.actionItems],
    [t.openQuestions, summary.openQuestions], [t.dates, summary.dates],
  ];
  const filled = parts.filter(([, points]) => points.length > 0);
  return [
    summary.notice === undefined ? null : el("p.doubt", { dir: "auto" }, summary.notice),
    ...filled.map(([title, points]) => el("section", {}, paneHeading(title), el("ul.lines", {}, ...points.map(line)))),
    filled.length === 0 ? el("p.m", {}, t.nothingToSum) : null,
    el("p.xs.m", {}, `${t.answeredBy(modelName(summary.model))} · ${t.messagesRead(summary.messages)}`),
  ];
}

function line(point: SummaryPoint): HTMLElement {
  const [first, ...others] = point.citations;
  const when = (sentAt: string) => el("span.m.xs", {}, shortWhen(sentAt));
  if (first === undefined) return el("li", { dir: "auto" }, point.text);
  return el("li", {}, el("a.line", { href: linkTo(first) }, el("span.grow", { dir: "auto" }, point.text), when(first.sentAt)),
    ...others.map((citation) => el("a.line.m.xs", { href: linkTo(citation), dir: "auto" }, citation.quote)));
}
