import type { Notice } from "../../api/types";
import { el } from "../../dom/element";
import { icon } from "../../dom/icons";
import { otherMember } from "../../store/model";
import type { Chat } from "../../store/model";
import { t } from "../../text";
import { shortDateTime } from "../../text/format";
import type { Client } from "../view";
import { noticePath, noticeWords } from "./notice-words";

/** What was told about the two of a direct chat, in the order in which it came. A coach's contacts have different names. */
export function noticesOf(client: Client, chat: Chat): Notice[] {
  const other = chat.kind === "direct" ? otherMember(chat, client.me.id) : undefined;
  if (other === undefined) return [];
  return (client.around.notices.current ?? []).filter((one) => one.with.includes(other.displayName))
    .sort((a, b) => a.createdAt.localeCompare(b.createdAt));
}

/** A line among the messages. */
export function noticeLine(notice: Notice): HTMLElement {
  return el("li.told", { "data-notice": notice.id }, icon(notice.kind === "reminder.due" ? "bell" : "cal", "s"),
    el("a", { href: noticePath(notice), dir: "auto" }, noticeWords(notice)), el("span.m", {}, shortDateTime(notice.createdAt)),
    notice.seenAt === null ? el("span.tag", {}, t.newMark) : null);
}

/** Those of them that are on the screen have been seen. */
export function seeNotices(client: Client, scroller: Element): void {
  const { notices } = client.state;
  if (notices.size === 0) return;
  const { top, bottom } = scroller.getBoundingClientRect();
  for (const line of scroller.querySelectorAll<HTMLElement>("[data-notice]")) {
    const notice = notices.get(line.dataset.notice ?? "");
    const place = line.getBoundingClientRect();
    if (notice !== undefined && place.bottom > top && place.top < bottom) void client.markNoticesSeen([notice]);
  }
}
