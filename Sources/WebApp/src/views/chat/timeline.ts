import type { Message } from "../../api/types";
import { el } from "../../dom/element";
import { icon } from "../../dom/icons";
import { KeyedList } from "../../dom/list";
import type { OutboxEntry } from "../../store/model";
import { endAfter, startOf } from "../../store/ranges";
import { t } from "../../text";
import { Endings, onceAFrame } from "../view";
import type { Client, View } from "../view";
import { messageRow, pendingRow } from "./message";
import type { MessageDeeds, Row } from "./message";
import { isSameRow, rowsOf, topOf } from "./rows";
import { stopPlaying } from "./voice/player";

/** At most this many messages are in the page; `step` are added at an end that is reached. */
const most = 120;
const step = 40;
const nearEdge = 600;

/**
 * The messages of a chat: a window over the local history that follows the scrolling. Whatever is loaded, what is being
 * read stays where it is.
 */
export class Timeline implements View {
  readonly element: HTMLElement;
  private readonly scroller: HTMLElement;
  private readonly list: HTMLElement;
  private readonly rows: KeyedList<Row>;
  private readonly toNewest: HTMLElement;
  private readonly toUnread: HTMLElement;
  private readonly endings = new Endings();
  private messages: Message[] = [];
  /** What waits to be sent, as of the same moment as the messages: a message is never in neither. */
  private pending: OutboxEntry[] = [];
  /** Whether the window ends with the newest message. */
  private isAtEnd = true;
  private isBeginning = false;
  private isUnreachable = false;
  private isLoading = false;
  private firstUnread: number | null = null;
  private unreadCount = 0;
  private isClosed = false;
  private hasOpened = false;
  private newSince = 0;
  private readonly readSoon = onceAFrame(() => this.markVisible());
  private readonly drawSoon = onceAFrame(() => void this.refresh());

  constructor(
    private readonly client: Client,
    private readonly chatId: string,
    private readonly deeds: MessageDeeds,
    label: string,
  ) {
    this.list = el("ol.tl");
    this.scroller = el("div.scroll", { tabindex: "0", role: "log", "aria-live": "off", "aria-label": label }, this.list);
    this.toNewest = el("button.b.jump.dn", { type: "button", hidden: true, onclick: () => void this.openAtEnd() });
    this.toUnread = el("button.b.jump", { type: "button", hidden: true, onclick: () => this.showUnread() }, icon("left", "s"), t.toFirstUnread);
    this.element = el("div.rel.grow.row", {}, this.scroller, this.toUnread, this.toNewest);
    this.rows = new KeyedList(this.list, (row) => row.key, (row) => this.make(row), isSameRow);
    this.endings.listen(this.scroller, "scroll", () => this.scrolled());
    this.endings.listen(document, "visibilitychange", () => this.readSoon());
    this.endings.listen(window, "focus", () => this.readSoon());
    const observer = new ResizeObserver(() => this.isPinned && this.scrollToEnd());
    observer.observe(this.scroller);
    observer.observe(this.list);
    this.endings.add(() => observer.disconnect());
    this.endings.add(
      client.state.changes.on((change) => {
        if (change.kind === "chats" && change.ids.has(chatId)) this.drawSoon();
        if (change.kind === "progress") this.showProgress(change.id, change.sent, change.total);
      }),
    );
  }

  private isPinned = true;
  private lastSize = "";

  close(): void {
    stopPlaying();
    this.isClosed = true;
    this.endings.end();
  }

  // Opening

  /** Shows the first unread message, or the end. */
  async open(messageId: string | null): Promise<void> {
    const record = this.client.state.chats.get(this.chatId);
    if (record === undefined) return;
    if (messageId !== null && (await this.openAt(messageId))) return;
    if (record.chat.unread > 0) {
      this.unreadCount = record.chat.unread;
      await this.openUnread(record.chat.readSeq);
    } else {
      await this.openAtEnd();
    }
    this.hasOpened = true;
  }

  private async openUnread(readSeq: number): Promise<void> {
    const end = endAfter(this.record?.known ?? [], readSeq, this.record?.position ?? 0);
    if (end < (this.record?.position ?? 0)) await this.attempt(() => this.client.loadNewer(this.chatId, readSeq));
    await this.loadAround(readSeq + 1);
    const first = this.messages.find(({ seq, senderId, deletedAt }) => seq > readSeq && senderId !== this.client.me.id && deletedAt === null);
    this.firstUnread = first?.seq ?? null;
    this.draw();
    if (first === undefined) return this.scrollToEnd();
    this.isPinned = false;
    const place = this.list.querySelector(".unl") ?? this.elementOf(first.id);
    place?.scrollIntoView({ block: "start" });
    this.scrolled();
  }

  async openAtEnd(): Promise<void> {
    if (!this.isAtEnd || !this.hasOpened) await this.loadAround((this.record?.position ?? 0) + 1);
    this.newSince = 0;
    this.isPinned = true;
    this.draw();
    this.scrollToEnd();
  }

  /** Shows a message with what's around it. @returns whether it's there. */
  async openAt(messageId: string): Promise<boolean> {
    let found = await this.client.database.read((transaction) => transaction.message(messageId));
    if (found?.chatId !== this.chatId) {
      const path = `/v1/chats/${this.chatId}/messages/${messageId}`;
      const answer = await this.client.http.get<{ message: Message }>(path).catch(() => null);
      found = answer?.message;
    }
    if (found === undefined) return false;
    await this.loadAround(found.seq);
    this.isPinned = false;
    this.draw();
    const element = this.elementOf(messageId);
    element?.scrollIntoView({ block: "center" });
    this.mark(element);
    this.hasOpened = true;
    this.scrolled();
    return element !== undefined;
  }

  private mark(element: HTMLElement | undefined): void {
    for (const other of this.list.querySelectorAll(".hit")) other.classList.remove("hit");
    element?.classList.add("hit");
    setTimeout(() => element?.classList.remove("hit"), 4000);
  }

  private get record() {
    return this.client.state.chats.get(this.chatId);
  }

  /** Loads the window around a position: what's known, after fetching what isn't. */
  private async loadAround(seq: number): Promise<void> {
    const record = this.record;
    if (record === undefined) return;
    let start = startOf(record.known, Math.min(seq, record.position));
    const lacks = start > Math.max(1, seq - step) && start > 1;
    if (lacks) await this.attempt(() => this.client.loadOlder(this.chatId, Math.min(seq, record.position) + 1 + (seq > record.position ? 0 : step / 2)));
    const known = this.record?.known ?? [];
    const position = this.record?.position ?? 0;
    const place = Math.min(seq, position);
    start = startOf(known, place);
    const end = Math.max(place, endAfter(known, place, position));
    const [older, newer] = await this.client.database.read(async (transaction) => [
      await transaction.latest(this.chatId, start, place - 1, step),
      await transaction.messages(this.chatId, place, end, step),
    ] as const);
    this.messages = [...older, ...newer];
    this.isBeginning = start <= 1 && older.length < step;
    // What has arrived meanwhile follows by `refresh`.
    this.isAtEnd = end >= position && newer.length < step;
    this.drawSoon();
  }

  private async attempt<Value>(body: () => Promise<Value>): Promise<Value | null> {
    try {
      const value = await body();
      this.isUnreachable = false;
      return value;
    } catch {
      this.isUnreachable = true;
      return null;
    }
  }

  // Following

  private scrolled(): void {
    const { scrollTop, scrollHeight, clientHeight } = this.scroller;
    const fromEnd = scrollHeight - scrollTop - clientHeight;
    const size = `${scrollHeight} ${clientHeight}`;
    const isResized = size !== this.lastSize;
    this.lastSize = size;
    // A pane or a keyboard has taken room; nobody has scrolled.
    if (this.isPinned && isResized && fromEnd >= 40) return this.scrollToEnd();
    this.isPinned = this.isAtEnd && fromEnd < 40;
    if (this.isPinned) this.newSince = 0;
    this.showChips(fromEnd);
    this.readSoon();
    if (!this.hasOpened || this.isLoading) return;
    if (scrollTop < nearEdge && !this.isBeginning) void this.grow("older");
    else if (fromEnd < nearEdge && !this.isAtEnd) void this.grow("newer");
  }

  private async grow(direction: "older" | "newer"): Promise<void> {
    this.isLoading = true;
    try {
      if (direction === "older") await this.growOlder();
      else await this.growNewer();
    } finally {
      this.isLoading = false;
    }
  }

  private async growOlder(): Promise<void> {
    const first = this.messages[0]?.seq;
    if (first === undefined) return;
    let found = await this.knownBefore(first);
    if (found.length === 0 && startOf(this.record?.known ?? [], first - 1) > 1) {
      await this.attempt(() => this.client.loadOlder(this.chatId, startOf(this.record?.known ?? [], first - 1)));
      if (this.isUnreachable) return this.draw();
      found = await this.knownBefore(first);
    }
    this.isBeginning = found.length < step && startOf(this.record?.known ?? [], first - 1) <= 1;
    if (this.messages.length + found.length > most) this.isAtEnd = false;
    this.messages = [...found, ...this.messages].slice(0, most);
    this.draw();
  }

  private knownBefore(seq: number): Promise<Message[]> {
    const start = startOf(this.record?.known ?? [], seq - 1);
    return this.client.database.read((transaction) => transaction.latest(this.chatId, start, seq - 1, step));
  }

  private async growNewer(): Promise<void> {
    const last = this.messages.at(-1)?.seq ?? 0;
    const position = this.record?.position ?? 0;
    if (endAfter(this.record?.known ?? [], last, position) < position) {
      await this.attempt(() => this.client.loadNewer(this.chatId, last));
    }
    const end = endAfter(this.record?.known ?? [], last, position);
    const found = await this.client.database.read((transaction) => transaction.messages(this.chatId, last + 1, end, step));
    if (this.messages.length + found.length > most) this.isBeginning = false;
    this.messages = [...this.messages, ...found].slice(-most);
    this.isAtEnd = end >= position && found.length < step;
    this.draw();
  }

  /** Reads the window again after a change; at the end it takes in what is new. */
  private async refresh(): Promise<void> {
    const record = this.record;
    if (this.isClosed || record === undefined || !this.hasOpened) return;
    const first = this.messages[0]?.seq ?? 1;
    const before = this.messages.at(-1)?.seq ?? 0;
    const last = this.isAtEnd ? record.position : before;
    const pending = this.client.state.pending(this.chatId);
    this.messages = await this.client.database.read((transaction) => transaction.messages(this.chatId, first, last));
    const arrived = new Set(this.messages.map(({ clientMessageId }) => clientMessageId));
    this.pending = pending.filter(({ id }) => !arrived.has(id));
    if (this.isPinned && this.messages.length > most) {
      this.messages = this.messages.slice(-most);
      this.isBeginning = false;
    }
    const added = this.messages.filter(({ seq, senderId }) => seq > before && senderId !== this.client.me.id);
    if (!this.isPinned) this.newSince += this.isAtEnd ? added.length : 0;
    this.draw();
  }

  // Drawing

  private draw(): void {
    const record = this.record;
    if (record === undefined || this.isClosed) return;
    const anchor = this.isPinned ? null : this.anchor();
    const rows = rowsOf(record, {
      messages: this.messages,
      pending: this.isAtEnd ? this.pending : [],
      firstUnread: this.firstUnread,
      unreadCount: this.unreadCount,
      top: topOf(this.isBeginning, this.isUnreachable),
    }, this.client.me.id);
    const focused = document.activeElement;
    const hadFocus = this.list.contains(focused);
    this.rows.show(rows);
    // A player moves into the new element of its message, and loses the focus by that.
    if (hadFocus && focused !== document.activeElement && focused instanceof HTMLElement) focused.focus({ preventScroll: true });
    this.showChosen(hadFocus);
    if (this.isPinned) this.scrollToEnd();
    else if (anchor !== null && anchor.element.isConnected) {
      this.scroller.scrollTop += anchor.element.getBoundingClientRect().top - anchor.top;
    }
    this.showChips(this.scroller.scrollHeight - this.scroller.scrollTop - this.scroller.clientHeight);
    this.readSoon();
  }

  private make(row: Row): HTMLElement {
    const record = this.record;
    switch (row.kind) {
      case "day":
        return el("li.day", {}, el("h2.xs", {}, row.label));
      case "unread":
        return el("li.unl", {}, t.unreadCount(row.count));
      case "edge":
        return el("li.edge", {}, row.text);
      case "pending":
        return pendingRow(row, record?.chat.kind === "group", this.deeds);
      case "message":
        return record === undefined ? el("li") : messageRow(this.client, record, row, this.deeds);
    }
  }

  /** The first message that is seen, and where it is. */
  private anchor(): { element: Element; top: number } | null {
    const top = this.scroller.getBoundingClientRect().top;
    for (const element of this.list.children) {
      const place = element.getBoundingClientRect();
      if (place.bottom > top && element.classList.contains("msg")) return { element, top: place.top };
    }
    return null;
  }

  private scrollToEnd(): void {
    this.scroller.scrollTop = this.scroller.scrollHeight;
  }

  private showChips(fromEnd: number): void {
    const isAway = !this.isAtEnd || fromEnd > 400 || this.newSince > 0;
    this.toNewest.hidden = !isAway;
    const count = this.newSince > 0 ? ` · ${this.newSince}` : "";
    this.toNewest.replaceChildren(icon("down", "s"), t.toNewest + count);
    const line = this.list.querySelector(".unl");
    const isAbove = line !== null && line.getBoundingClientRect().bottom < this.scroller.getBoundingClientRect().top;
    this.toUnread.hidden = !isAbove;
  }

  private showUnread(): void {
    this.list.querySelector(".unl")?.scrollIntoView({ block: "start" });
    this.scroller.focus();
  }

  private showProgress(id: string, sent: number, total: number): void {
    const bar = this.list.querySelector<HTMLProgressElement>(`[data-upload="${CSS.escape(id)}"]`);
    if (bar === null || total === 0) return;
    bar.value = Math.round((sent / total) * 100);
    bar.setAttribute("aria-label", t.uploading(bar.value));
  }

  // Reading

  /** What is on the screen has been read, as far as nothing before it is left. */
  private markVisible(): void {
    const record = this.record;
    if (record === undefined || this.isClosed || document.hidden || !document.hasFocus() || record.chat.unread === 0) return;
    const view = this.scroller.getBoundingClientRect();
    let after: number | null = null;
    let through = 0;
    let previous = (this.messages[0]?.seq ?? 1) - 1;
    for (const element of this.list.children) {
      const seq = Number((element as HTMLElement).dataset.seq);
      if (!seq) continue;
      const place = element.getBoundingClientRect();
      // A message longer than the screen counts once its end was seen.
      if (place.bottom > view.top && place.bottom <= view.bottom + 8) {
        after ??= previous;
        through = seq;
      }
      previous = seq;
    }
    if (after === null) return;
    const isLast = this.isAtEnd && through === this.messages.at(-1)?.seq;
    void this.client.markShown(this.chatId, after, isLast ? Math.max(through, record.position) : through);
  }

  // Choosing messages by keys

  private chosenId: string | null = null;

  get chosen(): Message | undefined {
    return this.messages.find((message) => message.id === this.chosenId);
  }

  /** A changed message is drawn anew; it stays chosen, and keeps the focus. */
  private showChosen(hadFocus: boolean): void {
    if (this.chosenId === null) return;
    const element = this.elementOf(this.chosenId);
    element?.classList.add("chosen");
    if (hadFocus && !this.list.contains(document.activeElement)) element?.focus({ preventScroll: true });
  }

  choose(by: -1 | 1): void {
    const all = [...this.list.querySelectorAll<HTMLElement>(".msg[data-id]")];
    const index = all.findIndex((element) => element.classList.contains("chosen"));
    const next = all[index < 0 ? (by < 0 ? all.length - 1 : 0) : index + by];
    if (next === undefined) return;
    this.chooseElement(next);
    next.focus({ preventScroll: true });
    next.scrollIntoView({ block: "nearest" });
  }

  chooseElement(element: HTMLElement): void {
    this.unchoose();
    this.chosenId = element.dataset.id ?? null;
    element.classList.add("chosen");
  }

  unchoose(): boolean {
    this.chosenId = null;
    const chosen = this.list.querySelectorAll(".chosen");
    for (const element of chosen) element.classList.remove("chosen");
    return chosen.length > 0;
  }

  elementOf(messageId: string): HTMLElement | undefined {
    return this.list.querySelector<HTMLElement>(`[data-id="${CSS.escape(messageId)}"]`) ?? undefined;
  }
}
