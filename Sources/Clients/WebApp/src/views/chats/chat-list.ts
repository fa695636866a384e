import { el, setAttributes, spoken } from "../../dom/element";
import type { Child } from "../../dom/element";
import { icon, tick } from "../../dom/icons";
import { KeyedList } from "../../dom/list";
import type { CachedChat } from "../../store/model";
import { lastActivity, otherMember, statusOf } from "../../store/model";
import { serverClock } from "../../store/timing";
import { t } from "../../text";
import { at, duration, shortWhen } from "../../text/format";
import { oneLine, safeName } from "../../text/safe";
import { chatAvatar } from "../avatar";
import { nameOf } from "../chat/message";
import { soundType } from "../chat/voice/sound";
import { touchGestures } from "../touch-gestures";
import { Endings, onceAFrame } from "../view";
import type { Client, View } from "../view";
import { ListSearch } from "./list-search";
import { newChat } from "./new-chat";
import { TagFilter } from "./tag-filter";
import { setArchived } from "./archive";
import { chatMenu, finishWaiting, putOff, waitingButton, waitsLong } from "./waiting-deeds";

interface Entry {
  record: CachedChat;
  /** What can change without the record: presence, waiting, the open chat, the minute. */
  state: string;
  waits: string | null;
}

/** The chats: those who wait for an answer first, longest first; then the others, latest first; those that were put away by a button. */
export class ChatList implements View {
  readonly element: HTMLElement;
  readonly #search: ListSearch;
  readonly #scroller = el("div.scroll", { tabindex: "-1" });
  readonly #waitingHead = el("h2.sec", {}, el("span", {}, t.waiting), el("span", {}, t.longestFirst));
  readonly #otherHead = el("h2.sec", {}, el("span", {}, t.everyone));
  readonly #waiting: KeyedList<Entry>;
  readonly #others: KeyedList<Entry>;
  readonly #archived: KeyedList<Entry>;
  readonly #archiveButton = el("button.b.q.w.arch", { type: "button", hidden: true, onclick: () => this.#toggleArchive() });
  #showsArchive = false;
  readonly #lists = el("div");
  readonly #tags: TagFilter;
  /** By chat: a row stays the same element whatever changes in it, so that it keeps the focus. */
  readonly #rows = new Map<string, HTMLElement>();
  readonly #endings = new Endings();
  #current: string | null = null;
  /** The chat whose row had the focus last. */
  #roving: string | null = null;
  readonly #drawSoon = onceAFrame(() => this.#draw());

  constructor(private readonly client: Client) {
    const personRow = (record: CachedChat) => this.#row({ record, waits: null, state: "" }).firstElementChild as HTMLElement;
    this.#search = new ListSearch(client, personRow, (isSearching) => (this.#lists.hidden = isSearching));
    const [waiting, others, archived] = [el("ul"), el("ul"), el("ul", { "aria-label": t.archivedChats })];
    const make = (entry: Entry) => this.#keptRow(entry);
    const same = (a: Entry, b: Entry) => a.record === b.record && a.state === b.state;
    this.#waiting = new KeyedList(waiting, (entry) => entry.record.chat.id, make, same);
    this.#others = new KeyedList(others, (entry) => entry.record.chat.id, make, same);
    this.#archived = new KeyedList(archived, (entry) => entry.record.chat.id, make, same);
    this.#tags = new TagFilter(client, () => this.#draw());
    this.#lists.append(this.#tags.element, this.#waitingHead, waiting, this.#otherHead, others, this.#archiveButton, archived);
    this.#scroller.append(this.#lists, this.#search.results);
    const add = el("button.ib", { type: "button", "aria-label": t.newChat, title: t.newChat, onclick: () => newChat(client) }, icon("plus"));
    this.element = el(
      "section.side",
      { "aria-label": t.chats },
      el("header.bar", {}, el("h1.grow", { tabindex: "-1" }, t.chats), add),
      this.#search.element,
      this.#scroller,
    );
    this.#search.input.addEventListener("keydown", (event) => event.key === "ArrowDown" && this.#step(1, event));
    this.#scroller.addEventListener("keydown", (event) => {
      if (event.key === "ArrowDown") this.#step(1, event);
      if (event.key === "ArrowUp") this.#step(-1, event);
      if (event.ctrlKey || event.metaKey || event.altKey || localStorage.getItem("letters") === "off") return;
      if (event.key === "e") this.#finish(event);
      if (event.key === "l") this.#later(event);
      if (event.key === "y") this.#archive(event);
    });
    this.#lists.addEventListener("contextmenu", (event) => {
      const link = (event.target as Element).closest<HTMLElement>("a.ch");
      if (link === null) return;
      event.preventDefault();
      // A finger's long press has opened it already.
      if ((event as PointerEvent).pointerType !== "touch") this.#menu(link);
    });
    this.#endings.add(touchGestures(this.#lists, {
      elements: "a.ch",
      others: ".end-w",
      long: (link) => this.#menu(link),
      swipe: (link, forth, isFar) => this.#swipe(link, forth, isFar),
    }));
    this.#lists.addEventListener("focusin", (event) => {
      const chatId = (event.target as HTMLElement).closest("li")?.querySelector<HTMLElement>("a.ch")?.dataset.chat;
      if (chatId === undefined || chatId === this.#roving) return;
      this.#roving = chatId;
      this.#rove();
    });
    this.#endings.add(
      client.state.changes.on((change) => {
        if (["chats", "inbox", "presence", "typing", "connection", "around"].includes(change.kind)) this.#drawSoon();
      }),
    );
    const minutes = setInterval(() => this.#drawSoon(), 60_000);
    this.#endings.add(() => clearInterval(minutes));
    this.#draw();
  }

  close(): void {
    this.#endings.end();
  }

  show(current: string | null): void {
    this.#current = current;
    this.#draw();
  }

  focusSearch(): void {
    this.#search.input.focus();
    this.#search.input.select();
  }

  #step(by: number, event: KeyboardEvent): void {
    const links = [...this.#scroller.querySelectorAll<HTMLElement>("a.ch")].filter((link) => link.offsetParent !== null);
    const index = links.indexOf(document.activeElement as HTMLElement);
    const next = links[index + by];
    event.preventDefault();
    if (next !== undefined) next.focus();
    else if (index + by < 0) this.#search.input.focus();
  }

  /** The list is one stop of the tab key: the chat that was focused last, else the open one, else the first. */
  #rove(): void {
    const links = [...this.#lists.querySelectorAll<HTMLElement>("a.ch")];
    const stop = links.find((link) => link.dataset.chat === this.#roving) ?? links.find((link) => link.dataset.chat === this.#current) ?? links[0];
    for (const link of links) {
      const index = link === stop ? "0" : "-1";
      if (link.getAttribute("tabindex") === index) continue;
      link.setAttribute("tabindex", index);
      link.parentElement?.querySelector(".end-w")?.setAttribute("tabindex", index);
    }
  }

  #finish(event: KeyboardEvent): void {
    const chatId = (event.target as HTMLElement).dataset.chat;
    if (chatId === undefined || !this.client.state.inbox.has(chatId)) return;
    this.#step(1, event);
    void finishWaiting(this.client, chatId);
  }

  #later(event: KeyboardEvent): void {
    const link = event.target as HTMLElement;
    if (!this.client.state.inbox.has(link.dataset.chat ?? "")) return;
    event.preventDefault();
    putOff(this.client, link.dataset.chat ?? "", link);
  }

  #archive(event: KeyboardEvent): void {
    const chat = this.client.state.chats.get((event.target as HTMLElement).dataset.chat ?? "")?.chat;
    if (chat === undefined) return;
    this.#step(1, event);
    void setArchived(this.client, chat.id, !this.client.around.isArchived(chat));
  }

  #menu(link: HTMLElement): void {
    chatMenu(this.client, link.dataset.chat ?? "", link);
  }

  /**
   * In the direction of reading nothing is to be answered any more, or far in that direction later; against it a chat is put
   * away or taken back. The row says which.
   */
  #swipe(link: HTMLElement, forth: boolean, isFar: boolean): (() => void) | null {
    const { client } = this;
    const chat = client.state.chats.get(link.dataset.chat ?? "")?.chat;
    if (chat === undefined || (forth && !client.state.inbox.has(chat.id))) return null;
    const isArchived = client.around.isArchived(chat);
    const says = !forth ? (isArchived ? t.unarchive : t.archive) : isFar ? t.putOff : t.nothingToAnswer;
    link.parentElement?.setAttribute("data-swipe", says);
    if (!forth) return () => void setArchived(client, chat.id, !isArchived);
    return isFar ? () => putOff(client, chat.id, link) : () => void finishWaiting(client, chat.id);
  }

  #toggleArchive(): void {
    this.#showsArchive = !this.#showsArchive;
    this.#draw();
  }

  /** The next or previous chat with something unread. */
  unreadNeighbour(by: 1 | -1): string | null {
    const all = [...this.#lists.querySelectorAll<HTMLElement>("a.ch")].map((link) => link.dataset.chat ?? "");
    const index = all.indexOf(this.#current ?? "");
    const order = by > 0 ? [...all.slice(index + 1), ...all.slice(0, Math.max(index, 0))] : [...all.slice(0, Math.max(index, 0)).reverse(), ...all.slice(index + 1).reverse()];
    return order.find((id) => (this.client.state.chats.get(id)?.chat.unread ?? 0) > 0) ?? null;
  }

  // Drawing

  #draw(): void {
    const { state } = this.client;
    this.#tags.draw();
    const all = state.listed.filter(({ chat }) => this.#tags.shows(chat)).map((record) => this.#entry(record));
    const isAway = ({ record }: Entry) => this.client.around.isArchived(record.chat);
    const [entries, away] = [all.filter((entry) => !isAway(entry)), all.filter(isAway)];
    const waiting = entries.filter((entry) => entry.waits !== null);
    const onTop = (entry: Entry) => Number(entry.record.chat.isPinned);
    waiting.sort((a, b) => onTop(b) - onTop(a) || (a.waits ?? "").localeCompare(b.waits ?? ""));
    const others = entries.filter((entry) => entry.waits === null);
    this.#waitingHead.hidden = waiting.length === 0;
    this.#otherHead.hidden = waiting.length === 0 || others.length === 0;
    const focused = document.activeElement;
    this.#waiting.show(waiting);
    this.#others.show(others);
    this.#archived.show(this.#showsArchive ? away : []);
    this.#archiveButton.hidden = away.length === 0;
    this.#archiveButton.setAttribute("aria-expanded", String(this.#showsArchive));
    const words = `${t.archivedChats} (${away.length})`;
    if (this.#archiveButton.textContent !== words) this.#archiveButton.textContent = words;
    if (focused instanceof HTMLElement && focused !== document.activeElement && this.#lists.contains(focused)) focused.focus({ preventScroll: true });
    this.#rove();
    const isEmpty = state.isLoaded && state.chats.size === 0;
    const empty = this.#lists.querySelector(".empty");
    if (!isEmpty) empty?.remove();
    else if (empty === null) {
      const isTrainer = this.client.me.role === "trainer";
      this.#lists.append(el("div.empty", {}, el("h2", {}, t.noChats), el("p.m", {}, isTrainer ? t.noChatsTrainer : t.noChatsClient),
        isTrainer ? el("button.b.p", { type: "button", onclick: () => newChat(this.client) }, t.inviteClient) : null));
    }
  }

  #entry(record: CachedChat): Entry {
    const { state, me } = this.client;
    const waits = state.inbox.get(record.chat.id)?.waitingSince ?? null;
    const others = record.chat.members.filter(({ userId }) => userId !== me.id);
    const minute = waits === null ? 0 : Math.floor((serverClock.now() - at(waits)) / 60_000);
    const parts = [
      record.chat.kind === "direct" && others.some(({ userId }) => state.isOnline(userId)),
      waits, minute, this.#current === record.chat.id, state.typing(record.chat.id).join(),
      state.drafts.get(record.chat.id)?.text ?? "", state.pending(record.chat.id).map((one) => one.id + one.state.kind).join(),
    ];
    return { record, waits, state: JSON.stringify(parts) };
  }

  #keptRow(entry: Entry): HTMLElement {
    const { id } = entry.record.chat;
    const made = this.#row(entry);
    const row = this.#rows.get(id);
    const [link, newLink] = [row?.firstElementChild, made.firstElementChild];
    if (row === undefined || !link || !newLink) {
      this.#rows.set(id, made);
      return made;
    }
    row.className = made.className;
    link.className = newLink.className;
    setAttributes(link, { "aria-current": newLink.getAttribute("aria-current") });
    link.replaceChildren(...newLink.childNodes);
    const [button, newButton] = [link.nextElementSibling, newLink.nextElementSibling];
    if (newButton === null) {
      if (button !== null && button === document.activeElement) (link as HTMLElement).focus({ preventScroll: true });
      button?.remove();
    } else if (button === null) row.append(newButton);
    else setAttributes(button, { "aria-label": newButton.getAttribute("aria-label") });
    return row;
  }

  #row({ record, waits }: Entry): HTMLElement {
    const { chat } = record;
    const isMuted = this.client.state.isMuted(record);
    const other = otherMember(chat, this.client.me.id);
    const isOnline = chat.kind === "direct" && other !== undefined && this.client.state.isOnline(other.userId);
    const when = waits === null ? shortWhen(lastActivity(chat)) : duration(serverClock.now() - at(waits), "narrow");
    const link = el(
      "a.ch.in",
      { href: `/chats/${chat.id}`, "data-chat": chat.id, "aria-current": chat.id === this.#current ? "page" : null },
      chatAvatar(this.client, chat),
      el(
        "span.t",
        {},
        el("span.who.cut", {}, el("bdi", {}, safeName(chat.name)), isOnline ? spoken(`, ${t.online}`) : null,
          chat.isPinned ? el("span.pin-s", { title: t.onTop }, icon("pin", "s"), spoken(`, ${t.onTop}`)) : null, isMuted ? icon("belloff", "s") : null),
        el("span.when", {}, waits !== null && waitsLong(waits) ? el("span.wait", {}, when) : when),
        el("span.last", {}, ...this.#lastLine(record)),
        el("span.when", {}, chat.unreadMentions === 0 ? null : el("span.n.at", {}, "@", spoken(` ${t.mentionsOfYou(chat.unreadMentions)}`)),
          chat.unread === 0 ? null : el(isMuted ? "span.n.mute" : "span.n", {}, chat.unread > 999 ? "999+" : String(chat.unread), spoken(` ${t.unreadCount(chat.unread)}`))),
      ),
    );
    if (chat.unread > 0) link.classList.add("un");
    return waits === null ? el("li", {}, link) : el("li.wrow", {}, link, waitingButton(this.client, chat.id));
  }

  #lastLine(record: CachedChat): Child[] {
    const { chat } = record;
    const typists = this.client.state.typing(chat.id);
    if (typists.length > 0) return [el("span.cut", { dir: "auto" }, t.typingOne(safeName(typists[0] ?? "")))];
    const pending = this.client.state.pending(chat.id).at(-1);
    if (pending !== undefined) {
      const sign = tick(pending.state.kind === "failed" ? "failed" : "queued");
      return [sign, el("span.cut", { dir: "auto" }, oneLine(pending.text) || t.file)];
    }
    const draft = this.client.local.draft(chat.id)?.text ?? "";
    if (draft !== "" && chat.id !== this.#current) {
      return [el("span.draft", {}, t.draft), el("span.cut", { dir: "auto" }, oneLine(draft))];
    }
    const message = chat.lastMessage;
    if (message === null) return [el("span.cut", {}, t.noMessages)];
    const isMine = message.senderId === this.client.me.id;
    const name = nameOf(this.client, record, message.senderId);
    if (message.deletedAt !== null) return [el("span.cut", { dir: "auto" }, isMine ? t.deletedByYou : t.deletedBy(name))];
    const media = message.media[0];
    const kind = media === undefined ? "" : media.kind === "image" ? t.photo : soundType(media) !== null ? t.voiceMessage : media.kind === "video" ? t.video : safeName(media.fileName);
    const line: Child[] = [];
    if (isMine) line.push(tick(statusOf(chat, message)));
    const text = oneLine(message.text) || kind;
    line.push(chat.kind === "group" && !isMine
      ? el("span.cut", {}, el("bdi", {}, name.split(" ")[0] ?? name), ": ", el("bdi", { dir: "auto" }, text))
      : el("span.cut", { dir: "auto" }, text));
    return line;
  }
}
