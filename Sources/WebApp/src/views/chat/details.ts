import type { Message } from "../../api/types";
import { el, fill } from "../../dom/element";
import { icon } from "../../dom/icons";
import { confirm, toast } from "../../dom/overlay";
import { router } from "../../router";
import { t } from "../../text";
import { shortWhen } from "../../text/format";
import { oneLine, safeName } from "../../text/safe";
import { avatar, chatAvatar } from "../avatar";
import { profileEntry } from "../profile/entry";
import { Endings, isPhone, onceAFrame } from "../view";
import type { Client, View } from "../view";

/** Beside a chat: who is in it, what is pinned, and what can be done with it. */
export class Details implements View {
  readonly element: HTMLElement;
  private readonly body = el("div.scroll.page.col", { tabindex: "-1" });
  private readonly endings = new Endings();
  private pinned = new Map<string, Message>();

  constructor(
    private readonly client: Client,
    private readonly chatId: string,
    close: () => void,
  ) {
    const shut = el("button.ib", { type: "button", "aria-label": t.close, title: t.close, onclick: close }, icon("x"));
    this.element = el("aside.pane", { "aria-label": t.showDetails }, el("header.bar", {}, el("h2.grow", { tabindex: "-1", ...(isPhone() ? { role: "heading", "aria-level": "1" } : {}) }, t.showDetails), shut), this.body);
    const draw = onceAFrame(() => this.draw());
    this.endings.add(client.state.changes.on((change) => {
      if ((change.kind === "chats" && change.ids.has(chatId)) || change.kind === "presence") draw();
    }));
    this.draw();
  }

  close(): void {
    this.endings.end();
  }

  private draw(): void {
    const record = this.client.state.chats.get(this.chatId);
    if (record === undefined) return;
    const { chat } = record;
    const isMuted = this.client.state.isMuted(record);
    const isGroup = chat.kind === "group";
    const settings = (body: object) => void this.attempt(() => this.client.http.json("PATCH", `/v1/chats/${chat.id}/settings`, body));
    fill(
      this.body,
      el("div.col.al0", {}, chatAvatar(this.client, chat, "xl"), el("p.t1", {}, el("bdi", {}, safeName(chat.name)))),
      el("div.row.wrap", {},
        el("button.b", { type: "button", onclick: () => settings({ mutedUntil: isMuted ? null : "forever" }) }, icon(isMuted ? "bell" : "belloff", "s"), isMuted ? t.unmute : t.mute),
        el("button.b", { type: "button", onclick: () => settings({ isPinned: !chat.isPinned }) }, icon("pin", "s"), chat.isPinned ? t.unpinChat : t.pinChat)),
      profileEntry(this.client, chat),
      this.pins(chat.pins),
      el("section.blk", {}, el("header", {}, heading(t.members)), el("ul.box", {}, ...chat.members.map((member) => el("li.it", {},
        avatar(this.client, { id: member.userId, name: member.displayName, photo: member.photoMediaId, size: "x", isOnline: this.client.state.isOnline(member.userId) }),
        el("span.grow", {}, el("bdi", {}, member.userId === this.client.me.id ? t.you : safeName(member.displayName))),
        isGroup && member.role === "admin" ? el("span.tag", {}, t.admin) : null)))),
      isGroup ? el("button.b.d", { type: "button", onclick: () => void this.leave() }, t.leave) : null,
    );
  }

  private pins(ids: string[]): HTMLElement | null {
    if (ids.length === 0) return null;
    void this.loadPins(ids);
    return el("section.blk", {}, el("header", {}, heading(t.pinnedMessages)), el("ul.box", {}, ...ids.map((id) => {
      const message = this.pinned.get(id);
      return el("li", {}, el("a.it", { href: `/chats/${this.chatId}/messages/${id}` }, icon("pin", "s"),
        el("span.grow.cut", { dir: "auto" }, message === undefined ? t.loading : oneLine(message.text) || t.file),
        message === undefined ? null : el("span.m.xs", {}, shortWhen(message.createdAt))));
    })));
  }

  private async loadPins(ids: string[]): Promise<void> {
    const missing = ids.filter((id) => !this.pinned.has(id));
    for (const id of missing) {
      const known = await this.client.database.read((transaction) => transaction.message(id));
      const message = known ?? (await this.client.http.get<{ message: Message }>(`/v1/chats/${this.chatId}/messages/${id}`).catch(() => null))?.message;
      if (message !== undefined) this.pinned.set(id, message);
    }
    if (missing.some((id) => this.pinned.has(id))) this.draw();
  }

  private async leave(): Promise<void> {
    if (!(await confirm(t.leaveTitle, t.leaveText, t.leave, t.cancel))) return;
    await this.attempt(() => this.client.http.json("DELETE", `/v1/chats/${this.chatId}`));
    router.go("/chats");
  }

  private async attempt(body: () => Promise<unknown>): Promise<void> {
    try {
      await body();
    } catch (error) {
      toast(t.couldNot(error instanceof Error ? error.message : ""));
    }
  }
}

/** Below the pane's own heading, which is the page's on a phone. */
function heading(text: string): HTMLElement {
  return el(isPhone() ? "h2" : "h3", {}, text);
}
