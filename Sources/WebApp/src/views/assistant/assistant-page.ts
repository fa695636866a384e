import type { ConversationTreePage } from "../../api/types";
import { el, fill } from "../../dom/element";
import { icon } from "../../dom/icons";
import { t } from "../../text";
import { shortWhen } from "../../text/format";
import { safeName } from "../../text/safe";
import { Endings, isTouch } from "../view";
import type { Client, View } from "../view";
import { Conversation } from "./conversation";

interface Head {
  id: string;
  title: string;
  updatedAt: string;
}

/** The assistant: conversations, and the one that is open. */
export class AssistantPage implements View {
  readonly element: HTMLElement;
  private readonly list = el("ul");
  private readonly endings = new Endings();
  private current: string | null;

  constructor(private readonly client: Client, conversationId: string | null) {
    this.current = conversationId;
    const conversation = new Conversation(client, conversationId, null);
    conversation.onBegun = (id) => {
      this.current = id;
      history.replaceState(null, "", `/assistant/${id}`);
      void this.loadList();
    };
    const add = el("a.ib", { href: "/assistant", "aria-label": t.newConversation, title: t.newConversation }, icon("plus"));
    this.element = el("div.grow.row.as-page", {},
      el("section.side.only-d", { "aria-label": t.conversations },
        el("header.bar", {}, el("h2.grow", {}, t.conversations), add), el("div.scroll", { tabindex: "-1" }, this.list)),
      el("section.view", { "aria-label": t.assistant },
        el("header.bar", {}, icon("spark"), el("div.grow", {}, el("h1.cut", { tabindex: "-1" }, t.assistant), el("p.cut.xs.m", {}, t.askHint)),
          el("a.ib.only-p", { href: "/assistant", "aria-label": t.newConversation }, icon("plus"))),
        conversation.scroller, conversation.form));
    this.endings.add(client.state.changes.on((change) => {
      if (change.kind !== "frame" || change.frame.type !== "assistant.conversation") return;
      void this.loadList();
      if (change.frame.conversationId === this.current) void conversation.load().catch(() => undefined);
    }));
    void conversation.load().catch(() => undefined);
    void this.loadList();
    if (!isTouch()) queueMicrotask(() => conversation.field.focus());
  }

  close(): void {
    this.endings.end();
  }

  private async loadList(): Promise<void> {
    const page = await this.client.http.get<ConversationTreePage>("/v1/assistant/conversations?limit=50").catch(() => null);
    if (page === null) return;
    const heads: Head[] = page.conversations;
    fill(this.list, ...heads.map((head) => el("li", {}, el(
      "a.ch.in",
      { href: `/assistant/${head.id}`, "aria-current": head.id === this.current ? "page" : null },
      el("span.t", {}, el("span.who.cut", {}, el("bdi", {}, safeName(head.title))), el("span.when", {}, shortWhen(head.updatedAt))),
    ))));
    if (heads.length === 0) this.list.append(el("li.edge", {}, t.noConversations));
  }
}
