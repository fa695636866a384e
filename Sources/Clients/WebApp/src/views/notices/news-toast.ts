import type { Notice } from "../../api/types";
import { toast } from "../../dom/overlay";
import { router } from "../../router";
import { t } from "../../text";
import { onceAFrame } from "../view";
import type { Client } from "../view";
import { noticePath, noticeWords } from "./notice-words";
import { showNews } from "./whats-new";

/** Tells at once what the server has just told: one thing by its words, several by their number. @returns the end of it. */
export function newsToasts(client: Client): () => void {
  let arrived: Notice[] = [];
  const tell = onceAFrame(() => {
    const [only, ...others] = arrived.filter(({ id }) => client.state.notices.has(id));
    arrived = [];
    if (only === undefined) return;
    if (others.length > 0) return toast(t.newsCount(others.length + 1), { label: t.show, do: () => showNews(client) });
    toast(noticeWords(only), { label: t.show, do: () => {
      void client.markNoticesSeen([only]);
      router.go(noticePath(only));
    } });
  });
  return client.state.changes.on((change) => {
    if (change.kind !== "notice") return;
    arrived.push(change.notice);
    tell();
  });
}
