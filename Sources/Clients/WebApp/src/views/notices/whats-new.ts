import type { Notice, NoticesResponse } from "../../api/types";
import { el } from "../../dom/element";
import { icon } from "../../dom/icons";
import { t } from "../../text";
import { shortWhen } from "../../text/format";
import { leadingSheet } from "../assistant/sheet";
import { loadKept } from "../assistant/loaded";
import { attempt } from "../attempt";
import { Endings, onceAFrame } from "../view";
import type { Client, View } from "../view";
import { requestRows } from "./requests";
import { noticePath, noticeWords } from "./notice-words";

const path = "/v1/notices?all=true&limit=100";

/** All that one was told of, latest first. Whoever opens it has seen what is new, on all devices. */
export function showNews(client: Client): void {
  const place = el("div.col");
  leadingSheet(t.whatsNew, place);
  void loadKept(client, place, path, ({ notices, hasMore }: NoticesResponse) => {
    void client.markNoticesSeen(notices);
    const shown = [...notices].sort((a, b) => b.createdAt.localeCompare(a.createdAt));
    const asking = requestRows(client, client.me.role === "trainer" ? [] : client.around.requests.current ?? []);
    if (shown.length + asking.length === 0) return [el("p.edge", {}, t.nothingNew)];
    const list = el("ul.box.card0", { "data-news": "" }, ...asking, ...shown.map(row));
    return [list, hasMore ? older(client, list, shown.at(-1)?.id) : null];
  });
}

/** Adds a page of what was told before, each time that it's pressed. */
function older(client: Client, list: HTMLElement, last: string | undefined): HTMLElement {
  const button: HTMLElement = el("button.b.q.w", { type: "button", onclick: async () => {
    button.hidden = true;
    const isDone = await attempt(async () => {
      const { notices, hasMore } = await client.http.get<NoticesResponse>(`${path}&before=${last}`);
      const rows = notices.map(row);
      list.append(...rows);
      rows[0]?.querySelector("a")?.focus();
      last = notices.at(-1)?.id ?? last;
      button.hidden = !hasMore;
    });
    if (!isDone) button.hidden = false;
  } }, t.showMore);
  return button;
}

function row(notice: Notice): HTMLElement {
  const sign = notice.kind === "reminder.due" ? "bell" : notice.kind === "week.ready" || notice.kind === "measure.alert" ? "today" : "cal";
  const isNew = notice.seenAt === null;
  return el("li", {}, el("a.it", { href: noticePath(notice) }, icon(sign),
    el("span.grow", { dir: "auto" }, isNew ? el("b", {}, noticeWords(notice)) : noticeWords(notice)),
    isNew ? el("span.tag", {}, t.newMark) : null,
    el("span.xs.m", {}, shortWhen(notice.createdAt))));
}

/** A line that says how much is new, on the pages where it belongs; hidden while there is nothing. */
export class NewsLine implements View {
  readonly element = el("div.ban.a.news", { hidden: true });
  readonly #text = el("span.grow");
  readonly #endings = new Endings();

  constructor(private readonly client: Client) {
    this.element.append(icon("bell"), this.#text, el("button.b", { type: "button", onclick: () => showNews(client) }, t.show));
    const draw = onceAFrame(() => this.#draw());
    this.#endings.add(client.state.changes.on((change) => {
      if (change.kind === "notices") draw();
    }));
    this.#draw();
  }

  close(): void {
    this.#endings.end();
  }

  #draw(): void {
    const count = this.client.state.notices.size;
    this.element.hidden = count === 0;
    this.#text.textContent = t.newsCount(count);
  }
}
