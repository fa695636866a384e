import { Newest } from "../../api/newest";
import type { ConversationHead, ConversationTreePage } from "../../api/types";
import { el, fill, spoken } from "../../dom/element";
import { icon } from "../../dom/icons";
import { confirm, menu, sheet, toast } from "../../dom/overlay";
import { router } from "../../router";
import { t } from "../../text";
import { shortWhen } from "../../text/format";
import { safeName } from "../../text/safe";
import { attempt, whyOf } from "../attempt";
import { searchField } from "../search-field";
import { statusItem } from "../status-item";
import { Endings, isPhone, isTouch } from "../view";
import type { Client, View } from "../view";
import { field } from "../auth/form";
import { Conversation } from "./conversation";
import { leadingSheet } from "./sheet";

/** The assistant: conversations, and the one that is open. */
export class AssistantPage implements View {
  readonly element: HTMLElement;
  readonly #list = el("ul");
  readonly #endings = new Endings();
  readonly #newest = new Newest();
  #current: string | null;
  #heads: ConversationHead[] = [];
  readonly #find = searchField(t.findConversations);
  /** The search and the list: beside the conversation, or in a sheet where there is no room. */
  readonly #finding = el("div.finding", {}, el("div.find", { role: "search" }, icon("search", "s"), this.#find), this.#list);
  readonly #place = el("div.scroll", { tabindex: "-1" }, this.#finding);
  #showsArchived = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly client: Client, conversationId: string | null) {
    this.#current = conversationId;
    const conversation = new Conversation(client, conversationId, null);
    conversation.onBegun = (id) => {
      this.#current = id;
      history.replaceState(null, "", `/assistant/${id}`);
      void this.#loadList();
    };
    const add = el("a.ib", { href: "/assistant", "aria-label": t.newConversation, title: t.newConversation }, icon("plus"));
    this.element = el("div.grow.row.as-page", {},
      el("section.side.only-d", { "aria-label": t.conversations },
        el("header.bar", {}, el("h2.grow", {}, t.conversations), add), this.#place),
      el("section.view", { "aria-label": t.assistant },
        el("header.bar", {}, icon("spark"), el("div.grow", {}, el("h1.cut", { tabindex: "-1" }, t.assistant), el("p.cut.xs.m", {}, t.askHint)),
          el("button.ib.only-n", { type: "button", "aria-label": t.conversations, title: t.conversations, onclick: () => this.#showList() }, icon("chats")),
          el("button.ib", { type: "button", "aria-label": t.more, title: t.more, onclick: (event: Event) => this.#more(event.currentTarget as Element) }, icon("more")),
          el("a.ib.only-n", { href: "/assistant", "aria-label": t.newConversation, title: t.newConversation }, icon("plus"))),
        conversation.scroller, conversation.form));
    this.#find.addEventListener("input", () => {
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => void this.#loadList(), 250);
    });
    this.#endings.add(client.state.changes.on((change) => {
      if (change.kind !== "frame" || change.frame.type !== "assistant.conversation") return;
      void this.#loadList();
      if (change.frame.conversationId === this.#current) void conversation.load().catch(() => undefined);
    }));
    void conversation.load().catch(() => undefined);
    void this.#loadList();
    if (!isTouch()) queueMicrotask(() => conversation.field.focus());
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#endings.end();
  }

  /** The list, where there's no room for it beside the conversation. */
  #showList(): void {
    const element = leadingSheet(t.conversations, this.#finding);
    element.addEventListener("close", () => this.#place.append(this.#finding));
  }

  #more(anchor: Element): void {
    const id = this.#current;
    const archive = { label: this.#showsArchived ? t.conversations : t.archivedConversations, icon: "file" as const, do: () => {
      this.#showsArchived = !this.#showsArchived;
      void this.#loadList().then(() => isPhone() && this.#showList());
    } };
    if (id === null) return menu(anchor, t.more, [archive]);
    const head = this.#heads.find((one) => one.id === id);
    const change = (body: object) => void attempt(() => this.client.http.json("PATCH", `/v1/assistant/conversations/${id}`, body)).then(() => this.#loadList());
    menu(anchor, t.more, [
      { label: head?.isPinned ? t.unpinChat : t.pinChat, icon: "pin", do: () => change({ isPinned: !head?.isPinned }) },
      { label: head?.isArchived ? t.unarchive : t.archive, icon: "file", do: () => change({ isArchived: !head?.isArchived }) },
      archive,
      { label: t.renameConversation, icon: "edit", do: () => this.#rename(id) },
      { label: t.deleteConversation, icon: "trash", do: () => void this.#remove(id) },
    ]);
  }

  #rename(id: string): void {
    const title = field(t.title, { type: "text", maxlength: "200", required: true });
    const save = async (event: Event) => {
      event.preventDefault();
      try {
        await this.client.http.json("PATCH", `/v1/assistant/conversations/${id}`, { title: title.input.value.trim() });
        element.close();
      } catch (error) {
        title.fail(whyOf(error));
      }
    };
    const element = sheet(t.renameConversation, el("form.col", { onsubmit: (event: Event) => void save(event) }, title.element,
      el("button.b.p", { type: "submit" }, t.save)));
    title.input.focus();
  }

  async #remove(id: string): Promise<void> {
    if (!(await confirm(t.deleteConversationTitle, t.deleteConversationText, t.delete, t.keep))) return;
    try {
      await this.client.http.json("DELETE", `/v1/assistant/conversations/${id}`);
      router.go("/assistant");
    } catch (error) {
      toast(t.couldNot(whyOf(error)));
    }
  }

  /** @param before leads to a further page. */
  async #loadList(before?: string): Promise<void> {
    const query = this.#find.value.trim();
    const path = `/v1/assistant/conversations?limit=50&archived=${this.#showsArchived}${query === "" ? "" : `&query=${encodeURIComponent(query)}`}`;
    if (query === "" && this.#list.childElementCount === 0) {
      const kept = await this.client.kept.get<ConversationTreePage>(path);
      if (kept !== undefined) this.#drawList(kept);
    }
    const page = await this.#newest.ask(() => this.client.http.get<ConversationTreePage>(before === undefined ? path : `${path}&before=${before}`)).catch(() => null);
    if (page === null) return;
    const heads = this.#heads;
    if (before !== undefined) {
      this.#drawList({ ...page, conversations: [...heads, ...page.conversations] });
      return this.#list.querySelectorAll("a")[heads.length]?.focus();
    }
    if (query === "") this.client.kept.put(path, page);
    this.#drawList(page);
  }

  #drawList({ conversations: heads, hasMore }: ConversationTreePage): void {
    this.#heads = heads;
    const last = heads.at(-1)?.id;
    fill(this.#list, ...heads.map((head) => el("li", {}, el(
      "a.ch.in",
      { href: `/assistant/${head.id}`, "aria-current": head.id === this.#current ? "page" : null },
      el("span.t", {}, el("span.who.cut", {}, el("bdi", {}, safeName(head.title)), head.isPinned ? el("span.pin-s", { title: t.onTop }, icon("pin", "s"), spoken(`, ${t.onTop}`)) : null), el("span.when", {}, shortWhen(head.updatedAt))),
    ))), hasMore && el("li", {}, el("button.b.q.w", { type: "button", onclick: () => void this.#loadList(last) }, t.showMore)));
    if (heads.length > 0) return;
    const query = this.#find.value.trim();
    this.#list.append(statusItem(query === "" ? t.noConversations : t.noConversationFound(query), "li.edge"));
  }
}
