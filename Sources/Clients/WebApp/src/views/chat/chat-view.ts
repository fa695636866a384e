import type { Message } from "../../api/types";
import { copyText } from "../../dom/clipboard";
import { el, fill } from "../../dom/element";
import { keepingFocus } from "../../dom/focus";
import { icon } from "../../dom/icons";
import { announce, confirm, menu, popover, toast } from "../../dom/overlay";
import { router } from "../../router";
import type { CachedChat, ServerFrame } from "../../store/model";
import { otherMember } from "../../store/model";
import { t } from "../../text";
import { dateTime, shortWhen } from "../../text/format";
import { oneLine, safeName } from "../../text/safe";
import { messageTools } from "../assistant/message-tools";
import { attempt } from "../attempt";
import { chatAvatar } from "../avatar";
import { CheckInCards } from "../check-ins/check-in-cards";
import { Endings, onceAFrame } from "../view";
import type { Client, View } from "../view";
import { ChatSearch } from "./chat-search";
import { Composer } from "./composer";
import { emojiPicker } from "./emoji";
import { mayPin } from "./group/roles";
import { forward } from "./forward";
import { messageGestures } from "./gestures";
import { joinedCard } from "./joined";
import { nameOf } from "./message";
import type { MessageDeeds } from "./message";
import { NextSession, theirClock } from "./next-session";
import { PinnedLine } from "./pins";
import { setBlocked } from "./relation";
import { Timeline } from "./timeline";
import { Wishes } from "./wishes";

export interface ChatHost {
  /** Opens something beside the chat. */
  showPane(kind: "details" | "ask", chatId: string, question?: string): void;
}

/** A chat: who, what was written, and where to write. */
export class ChatView implements View {
  readonly element: HTMLElement;
  readonly composer: Composer;
  readonly search: ChatSearch;
  readonly #timeline: Timeline;
  readonly #header = el("header.bar");
  readonly #pinned: PinnedLine;
  readonly #session: NextSession | null;
  readonly #wishes: Wishes | null;
  readonly #checkIns: CheckInCards | null;
  readonly #typing = el("p.xs.m.typ", { "aria-hidden": "true" });
  readonly #foot = el("div");
  readonly #endings = new Endings();
  #announced: { at: number; count: number } = { at: 0, count: 0 };
  readonly #drawSoon = onceAFrame(() => this.#drawHeader());

  constructor(
    private readonly client: Client,
    readonly chatId: string,
    private readonly host: ChatHost,
  ) {
    const name = safeName(this.#record?.chat.name ?? "");
    const isGroup = this.#record?.chat.kind === "group";
    const label = isGroup ? t.group(name) : t.chatWith(name);
    const other = isGroup || this.#record === undefined ? undefined : otherMember(this.#record.chat, client.me.id);
    this.#session = other === undefined ? null : new NextSession(client, other.userId);
    this.#wishes = other === undefined ? null : new Wishes(client, other.userId);
    const answered = () => this.#header.querySelector("h1")?.focus();
    this.#checkIns = other === undefined || client.me.role !== "client" ? null : new CheckInCards(client, chatId, answered);
    this.#pinned = new PinnedLine(client, chatId, (messageId) => void this.goTo(messageId));
    this.#timeline = new Timeline(client, chatId, this.#deeds(), label);
    this.composer = new Composer(client, chatId, name, () => void this.#timeline.openAtEnd(), () => this.#timeline.choice.step(-1));
    this.search = new ChatSearch(client, chatId, name, (messageId) => void this.goTo(messageId), () => this.#timeline.focus());
    this.element = el("section.view", { "aria-label": label }, this.#header, this.search.element, this.#session?.element ?? null, this.#wishes?.element ?? null, this.#checkIns?.element ?? null, joinedCard(client), this.#pinned.element, this.#timeline.element, this.#typing, this.#foot);
    this.#drawHeader();
    this.#endings.add(
      client.state.changes.on((change) => {
        if (change.kind === "chats" && change.ids.has(chatId)) this.#drawSoon();
        if (["presence", "connection", "blocks", "around"].includes(change.kind)) this.#drawSoon();
        if (change.kind === "connection" && client.state.connection.kind === "online") void this.#checkIns?.refresh();
        if (change.kind === "typing" && change.chatId === chatId) this.#drawSoon();
        if (change.kind === "frame") this.#heard(change.frame);
      }),
    );
    const minutes = setInterval(() => this.#drawSoon(), 60_000);
    this.#endings.add(() => clearInterval(minutes));
    this.#endings.listen(this.element, "keydown", (event: KeyboardEvent) => this.#key(event));
    this.#addDrop();
    this.#endings.add(messageGestures(this.element, this.#timeline, (message) => this.#replyTo(message)));
    this.#tellView();
    this.#endings.listen(document, "visibilitychange", () => this.#tellView());
  }

  async open(messageId: string | null): Promise<void> {
    await this.#timeline.open(messageId);
    if (messageId !== null && this.#timeline.choice.elementOf(messageId) === undefined) toast(t.messageNotHere);
  }

  async goTo(messageId: string): Promise<void> {
    const found = await this.#timeline.openAt(messageId);
    if (!found) toast(t.messageNotHere);
  }

  askDate(): void {
    this.#timeline.askDate();
  }

  close(): void {
    this.client.setPresence(document.hidden ? "away" : "online", null);
    this.#endings.end();
    this.search.close();
    this.#checkIns?.close();
    this.#timeline.close();
    this.composer.close();
  }

  get #record(): CachedChat | undefined {
    return this.client.state.chats.get(this.chatId);
  }

  #tellView(): void {
    this.client.setPresence(document.hidden ? "away" : "online", document.hidden ? null : this.chatId);
  }

  // The header

  #drawHeader(): void {
    const record = this.#record;
    if (record === undefined) return;
    const { chat } = record;
    const button = (label: string, name: Parameters<typeof icon>[0], act: () => void, spec = "button.ib") =>
      el(spec, { type: "button", "aria-label": label, title: label, onclick: act }, icon(name));
    keepingFocus(this.#header, () => fill(
      this.#header,
      el("a.ib.back.rtlflip", { href: "/chats", "aria-label": t.backToChats, title: t.backToChats }, icon("back")),
      chatAvatar(this.client, chat),
      el("div.grow", {}, el("h1.cut", { tabindex: "-1" }, el("bdi", {}, safeName(chat.name))), el("p.cut.xs.m", {}, this.#subtitle(record))),
      button(t.searchHere, "search", () => this.search.open(), "button.ib.only-d"),
      button(t.askHere, "spark", () => this.host.showPane("ask", this.chatId)),
      button(t.showDetails, "panel", () => this.host.showPane("details", this.chatId)),
    ));
    this.#session?.draw();
    this.#wishes?.draw();
    this.#pinned.show(chat.pins);
    this.#drawTyping();
    this.#drawFoot(record);
    this.composer.showDraft();
  }

  #subtitle(record: CachedChat): string {
    const typists = this.client.state.typing(this.chatId).map(safeName);
    if (typists.length === 1) return t.typingOne(typists[0] ?? "");
    if (typists.length > 1) return t.typingMany(typists.length);
    const other = otherMember(record.chat, this.client.me.id);
    if (record.chat.kind === "group") return t.people(record.chat.members.length);
    const presence = other && this.client.state.presence.get(other.userId);
    const isKnown = this.client.state.connection.kind === "online";
    const status = isKnown && presence?.status === "online" ? t.online
      : isKnown && presence?.status === "away" ? t.away
      : presence?.lastSeen ? t.lastSeen(shortWhen(presence.lastSeen)) : "";
    return [status, other === undefined ? "" : theirClock(this.client, other.userId)].filter((part) => part !== "").join(" · ");
  }

  #drawTyping(): void {
    const isTyping = this.client.state.typing(this.chatId).length > 0;
    this.#typing.hidden = !isTyping;
    if (isTyping && this.#typing.childElementCount === 0) {
      this.#typing.append(el("span.bub.typing", {}, el("i"), el("i"), el("i")));
    }
  }

  #drawFoot(record: CachedChat): void {
    const mine = record.chat.members.find(({ userId }) => userId === this.client.me.id);
    const isAlone = record.chat.kind === "direct" && record.chat.members.length < 2;
    const other = otherMember(record.chat, this.client.me.id);
    if (other !== undefined && this.client.state.blocked.has(other.userId)) {
      const text = t.blockedHere(safeName(other.displayName));
      if (this.#foot.querySelector("span")?.textContent !== text) {
        fill(this.#foot, el("p.ban", {}, el("span.grow", {}, text),
          el("button.b", { type: "button", onclick: () => void setBlocked(this.client, other, false) }, t.unblockDo)));
      }
      return;
    }
    const text = isAlone ? t.left : record.chat.announcement && mine?.role !== "admin" ? t.onlyAdmins : "";
    const wanted: HTMLElement = text === "" ? this.composer.element : el("p.ban", {}, text);
    if (text !== "" ? this.#foot.textContent !== text : this.#foot.firstChild !== wanted) fill(this.#foot, wanted);
  }

  // New messages, for those who listen

  #heard(frame: ServerFrame): void {
    this.#pinned.pins.heard(frame);
    this.#checkIns?.heard(frame);
    if (frame.type !== "message.created" || frame.chatId !== this.chatId) return;
    const message = frame.message as Message;
    const record = this.#record;
    if (record === undefined || message.senderId === this.client.me.id) return;
    const now = Date.now();
    this.#announced.count += 1;
    if (now - this.#announced.at < 2000) {
      announce(t.newMany(this.#announced.count));
      return;
    }
    this.#announced = { at: now, count: 1 };
    announce(t.newFrom(nameOf(this.client, record, message.senderId), oneLine(message.text) || t.file));
  }

  // Deeds

  #deeds(): MessageDeeds {
    return {
      reply: (message) => this.#replyTo(message),
      react: (message, anchor) => this.#react(message, anchor),
      toggle: (message, emoji) => void this.#toggle(message, emoji),
      more: (message, anchor) => this.#more(message, anchor),
      goTo: (messageId) => void this.goTo(messageId),
      ask: (message) => this.host.showPane("ask", this.chatId, t.askMessageText(oneLine(message.text, 80))),
      retry: (entry) => void this.client.retry(entry.id),
      discard: (entry) => void this.client.discard(entry.id),
      rewrite: (entry) => void this.client.discard(entry.id).then((isDone) => (isDone ? this.composer.takeBack(entry.text, entry.replyTo) : undefined)),
    };
  }

  #replyTo(message: Message): void {
    this.#timeline.choice.clear();
    this.composer.replyTo(message);
  }

  #edit(message: Message): void {
    this.#timeline.choice.clear();
    this.composer.edit(message);
  }

  #react(message: Message, anchor: Element): void {
    const close = popover(anchor, t.react, emojiPicker((emoji) => {
      close();
      void this.#toggle(message, emoji);
    }));
  }

  async #toggle(message: Message, emoji: string): Promise<void> {
    this.#timeline.choice.clear();
    await attempt(() => this.client.requests.react(this.chatId, message.id, emoji));
  }

  #more(message: Message, anchor: Element): void {
    const isMine = message.senderId === this.client.me.id;
    const isPinned = this.#record?.chat.pins.includes(message.id) === true;
    const path = `${location.origin}/chats/${this.chatId}/messages/${message.id}`;
    const copy = (text: string) => void copyText(text);
    menu(anchor, t.actions, [
      { label: t.react, icon: "smile" as const, do: () => this.#react(message, anchor) },
      { label: t.reply, icon: "reply" as const, do: () => this.#replyTo(message) },
      ...(message.text === "" ? [] : [{ label: t.copy, icon: "copy" as const, do: () => copy(message.text) }]),
      { label: t.linkOf, icon: "jump" as const, do: () => copy(path) },
      { label: t.forward, icon: "right" as const, do: () => forward(this.client, message) },
      ...messageTools(this.client, message),
      ...(this.#record !== undefined && mayPin(this.#record.chat, this.client.me.id)
        ? [{ label: isPinned ? t.unpin : t.pin, icon: "pin" as const, do: () => void attempt(() => this.client.requests.pin(this.chatId, message.id, !isPinned)) }]
        : []),
      ...(isMine && message.text !== "" ? [{ label: t.edit, icon: "edit" as const, do: () => this.#edit(message) }] : []),
      ...(isMine ? [{ label: t.delete, icon: "trash" as const, do: () => void this.#remove(message) }] : []),
    ]);
  }

  async #remove(message: Message): Promise<void> {
    const text = this.#record?.chat.kind === "direct" ? t.deleteText(safeName(this.#record.chat.name)) : dateTime(message.createdAt);
    if (!(await confirm(t.deleteTitle, text, t.delete, t.keep))) return;
    await attempt(() => this.client.requests.remove(this.chatId, message.id));
  }

  // Keys and fingers

  #key(event: KeyboardEvent): void {
    const chosen = this.#timeline.chosen;
    const isWriting = event.target instanceof HTMLTextAreaElement || event.target instanceof HTMLInputElement;
    if (isWriting || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Escape") {
      if (this.#timeline.choice.clear()) this.composer.focus();
      else if (!this.composer.escape()) return;
      event.stopPropagation();
      return;
    }
    if (event.key === "ArrowUp" || event.key === "ArrowDown") {
      if (chosen === undefined) return;
      event.preventDefault();
      return this.#timeline.choice.step(event.key === "ArrowUp" ? -1 : 1);
    }
    if (chosen === undefined || event.target instanceof HTMLButtonElement || event.target instanceof HTMLAnchorElement) return;
    const element = this.#timeline.choice.elementOf(chosen.id)?.querySelector(".bub");
    const isMine = chosen.senderId === this.client.me.id && chosen.deletedAt === null;
    const deed = {
      r: () => this.#replyTo(chosen),
      e: () => element && this.#react(chosen, element),
      Enter: () => isMine && chosen.text !== "" && this.#edit(chosen),
      Backspace: () => isMine && void this.#remove(chosen),
      Delete: () => isMine && void this.#remove(chosen),
    }[event.key];
    if (deed === undefined) return;
    event.preventDefault();
    deed();
  }

  #addDrop(): void {
    const has = (event: DragEvent) => event.dataTransfer?.types.includes("Files") === true;
    this.#endings.listen(this.element, "dragover", (event: DragEvent) => {
      if (!has(event)) return;
      event.preventDefault();
      this.element.classList.add("drop");
    });
    this.#endings.listen(this.element, "dragleave", () => this.element.classList.remove("drop"));
    this.#endings.listen(this.element, "drop", (event: DragEvent) => {
      if (!has(event)) return;
      event.preventDefault();
      this.element.classList.remove("drop");
      this.composer.attach([...(event.dataTransfer?.files ?? [])]);
    });
  }
}

/** What's shown for a chat that the user isn't in. */
export function missingChat(): View {
  const go = () => router.go("/chats");
  return {
    element: el("section.view", {}, el("div.empty", {}, el("h1", { tabindex: "-1" }, t.notHere), el("p.m", {}, t.notHereText),
      el("button.b.p", { type: "button", onclick: go }, t.toChats))),
  };
}
