import type { Notice, NoticesResponse } from "../../api/types";
import { el } from "../../dom/element";
import { icon } from "../../dom/icons";
import { t } from "../../text";
import { shortWhen } from "../../text/format";
import { leadingSheet } from "../assistant/sheet";
import { loadKept } from "../assistant/loaded";
import { Endings, onceAFrame } from "../view";
import type { Client, View } from "../view";
import { requestRows } from "./requests";
import { noticePath, noticeWords } from "./notice-words";

/** All that one is told of: what is new first, then what was seen. Whoever opens it has seen it, on all devices. */
export function showNews(client: Client): void {
  const place = el("div.col");
  leadingSheet(t.whatsNew, place);
  void loadKept(client, place, "/v1/notices?all=true&limit=100", ({ notices }: NoticesResponse) => {
    void client.markNoticesSeen(notices);
    const shown = [...notices].sort((a, b) => b.createdAt.localeCompare(a.createdAt));
    const asking = requestRows(client, client.me.role === "trainer" ? [] : client.around.requests.current ?? []);
    return [shown.length + asking.length === 0 ? el("p.edge", {}, t.nothingNew)
      : el("ul.box.card0", { "data-news": "" }, ...asking, ...shown.map(row))];
  });
}

function row(notice: Notice): HTMLElement {
  const sign = notice.kind === "reminder.due" ? "bell" : notice.kind === "week.ready" ? "today" : "cal";
  const isNew = notice.seenAt === null;
  return el("li", {}, el("a.it", { href: noticePath(notice) }, icon(sign),
    el("span.grow", { dir: "auto" }, isNew ? el("b", {}, noticeWords(notice)) : noticeWords(notice)),
    isNew ? el("span.tag", {}, t.newMark) : null,
    el("span.xs.m", {}, shortWhen(notice.createdAt))));
}

/** A line that says how much is new, on the pages where it belongs; hidden while there is nothing. */
export class NewsLine implements View {
  readonly element = el("div.ban.a.news", { hidden: true });
  private readonly text = el("span.grow");
  private readonly endings = new Endings();

  constructor(private readonly client: Client) {
    this.element.append(icon("bell"), this.text, el("button.b", { type: "button", onclick: () => showNews(client) }, t.show));
    const draw = onceAFrame(() => this.draw());
    this.endings.add(client.state.changes.on((change) => {
      if (change.kind === "notices") draw();
    }));
    this.draw();
  }

  close(): void {
    this.endings.end();
  }

  private draw(): void {
    const count = this.client.state.notices.size;
    this.element.hidden = count === 0;
    this.text.textContent = t.newsCount(count);
  }
}
