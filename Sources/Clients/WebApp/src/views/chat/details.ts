import { el, fill } from "../../dom/element";
import { keepingFocus } from "../../dom/focus";
import { icon } from "../../dom/icons";
import { confirm } from "../../dom/overlay";
import { router } from "../../router";
import type { CachedChat, Chat } from "../../store/model";
import { otherMember } from "../../store/model";
import { t } from "../../text";
import { safeName } from "../../text/safe";
import { attempt } from "../attempt";
import { chatAvatar } from "../avatar";
import { setArchived } from "../chats/archive";
import { finishWaiting } from "../chats/waiting-deeds";
import { profileEntry } from "../profile/entry";
import { Endings, isPhone, onceAFrame } from "../view";
import type { Client, View } from "../view";
import { clientNotes } from "./client-notes";
import { editGroup } from "./group/group-form";
import { membersOf } from "./group/members";
import { isAdmin } from "./group/roles";
import { muteButton, mutedText } from "./mute";
import { PinnedMessages } from "./pins";
import { Relation } from "./relation";
import { showShared } from "./shared";
import { importChat } from "./whatsapp";

/** Beside a chat: who is in it, what is pinned, and what can be done with it. */
export class Details implements View {
  readonly element: HTMLElement;
  readonly #body = el("div.scroll.page.col", { tabindex: "-1" });
  readonly #endings = new Endings();
  readonly #pins: PinnedMessages;
  readonly #relation: Relation | null;
  readonly #notes: HTMLElement | null;

  constructor(
    private readonly client: Client,
    private readonly chatId: string,
    close: () => void,
    private readonly searchIn: () => void,
    private readonly askDate: () => void,
  ) {
    const shut = el("button.ib", { type: "button", "aria-label": t.close, title: t.close, onclick: close }, icon("x"));
    const level = isPhone() ? { role: "heading", "aria-level": "1" } : {};
    this.element = el("aside.pane", { "aria-label": t.showDetails },
      el("header.bar", {}, el("h2.grow", { tabindex: "-1", ...level }, t.showDetails), shut), this.#body);
    const draw = onceAFrame(() => keepingFocus(this.#body, () => this.#draw()));
    // On a phone the pane covers the chat.
    this.#pins = new PinnedMessages(client, chatId, draw, () => isPhone() && close());
    const chat = client.state.chats.get(chatId)?.chat;
    this.#relation = chat === undefined ? null : new Relation(client, chat, draw);
    const other = chat?.kind === "direct" && client.me.role === "trainer" ? otherMember(chat, client.me.id) : undefined;
    this.#notes = other === undefined ? null : clientNotes(client, other.userId);
    this.#endings.add(client.state.changes.on((change) => {
      if ((change.kind === "chats" && change.ids.has(chatId)) || ["presence", "inbox", "blocks", "around"].includes(change.kind)) draw();
      if (change.kind === "frame") this.#pins.heard(change.frame);
    }));
    this.#draw();
  }

  close(): void {
    this.#endings.end();
  }

  #draw(): void {
    const record = this.client.state.chats.get(this.chatId);
    if (record === undefined) return;
    const { chat } = record;
    const isGroup = chat.kind === "group";
    fill(
      this.#body,
      el("div.col.al0", {}, chatAvatar(this.client, chat, "xl"), el("p.t1", {}, el("bdi", {}, safeName(chat.name))),
        chat.announcement ? el("p.m.sm", {}, t.onlyAdminsWrite) : null),
      this.#deeds(record),
      mutedText(this.client, record),
      profileEntry(this.client, chat),
      this.#notes,
      this.#pins.section(chat.pins, !isGroup || isAdmin(chat, this.client.me.id)),
      membersOf(this.client, chat),
      isGroup ? el("button.b.d", { type: "button", onclick: () => void this.#leave() }, t.leave) : this.#relation?.deeds() ?? null,
    );
  }

  #deeds(record: CachedChat): HTMLElement {
    const { chat } = record;
    const isArchived = this.client.around.isArchived(chat);
    const pin = () => void attempt(() => this.client.requests.changeSettings(chat.id, { isPinned: !chat.isPinned }));
    return el("div.row.wrap", {},
      isPhone() ? el("button.b", { type: "button", onclick: this.searchIn }, icon("search", "s"), t.searchHere) : null,
      this.client.state.inbox.has(chat.id)
        ? el("button.b", { type: "button", onclick: () => void finishWaiting(this.client, chat.id) }, icon("check", "s"), t.nothingToAnswer)
        : null,
      el("button.b", { type: "button", onclick: this.askDate }, icon("cal", "s"), t.jumpToDate),
      el("button.b", { type: "button", onclick: () => showShared(this.client, chat.id) }, icon("file", "s"), t.sharedHere),
      muteButton(this.client, record),
      el("button.b", { type: "button", onclick: pin }, icon("pin", "s"), chat.isPinned ? t.unpinChat : t.pinChat),
      el("button.b", { type: "button", onclick: () => void setArchived(this.client, chat.id, !isArchived) }, icon("file", "s"), isArchived ? t.unarchive : t.archive),
      chat.kind === "direct" && this.client.me.role === "trainer" && this.#isWithContact(chat)
        ? el("button.b", { type: "button", onclick: () => importChat(this.client, chat.id, safeName(chat.name)) }, icon("dl", "s"), t.importChat) : null,
      chat.kind === "group" && isAdmin(chat, this.client.me.id)
        ? el("button.b", { type: "button", onclick: () => editGroup(this.client, chat) }, icon("edit", "s"), t.editGroup)
        : null);
  }

  #isWithContact(chat: Chat): boolean {
    const other = otherMember(chat, this.client.me.id)?.userId;
    return this.client.around.contacts.current?.some(({ userId }) => userId === other) === true;
  }

  async #leave(): Promise<void> {
    if (!(await confirm(t.leaveTitle, t.leaveText, t.leave, t.cancel))) return;
    if (await attempt(() => this.client.requests.leave(this.chatId))) router.go("/chats");
  }
}
