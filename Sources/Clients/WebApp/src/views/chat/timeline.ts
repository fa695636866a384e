import type { Message } from "../../api/types";
import { el } from "../../dom/element";
import { KeyedList } from "../../dom/list";
import { serverClock } from "../../store/timing";
import { t } from "../../text";
import { attempt } from "../attempt";
import { noticeLine, noticesOf, seeNotices } from "../notices/chat-notices";
import { Endings, onceAFrame } from "../view";
import type { Client, View } from "../view";
import { ChosenMessage } from "./chosen-message";
import { markFound } from "./found-words";
import { HistoryWindow } from "./history-window";
import { askDate } from "./jump-to-date";
import { JumpChips } from "./jump-chips";
import { addActions, messageRow, pendingRow } from "./message";
import type { MessageDeeds, Row } from "./message";
import { isSameRow, rowsOf, topOf } from "./rows";
import { firstVisible, visibleRange } from "./visible-messages";
import { closeVideos } from "./video";
import { closePlayers } from "./voice/voice-message";

/** How near an end of the window, in pixels, more is loaded. */
const nearEdge = 600;

/**
 * The messages of a chat: a window over the local history that follows the scrolling. Whatever is loaded, what is being
 * read stays where it is.
 */
export class Timeline implements View {
  readonly element: HTMLElement;
  readonly choice: ChosenMessage;
  readonly #scroller: HTMLElement;
  readonly #list = el("ol.tl");
  readonly #rows: KeyedList<Row>;
  readonly #chips: JumpChips;
  readonly #history: HistoryWindow;
  readonly #endings = new Endings();
  #firstUnread: number | null = null;
  #unreadCount = 0;
  /** Whether new messages scroll the others up. */
  #isPinned = true;
  #isLoading = false;
  #isClosed = false;
  #hasOpened = false;
  #newSince = 0;
  #lastSize = "";
  readonly #readSoon = onceAFrame(() => this.#markVisible());
  readonly #drawSoon = onceAFrame(() => void this.#refresh());

  constructor(
    private readonly client: Client,
    private readonly chatId: string,
    private readonly deeds: MessageDeeds,
    label: string,
  ) {
    this.#history = new HistoryWindow(client, chatId);
    this.choice = new ChosenMessage(this.#list, (element) => this.#offerActions(element));
    this.#scroller = el("div.scroll", { tabindex: "0", role: "log", "aria-live": "off", "aria-label": label }, this.#list);
    this.#chips = new JumpChips(this.#scroller, () => void this.openAtEnd(), () => this.#showUnread(), () => this.#markAllRead());
    this.element = el("div.rel.grow.row", {}, this.#scroller, this.#chips.toUnread, this.#chips.markRead, this.#chips.toNewest);
    this.#rows = new KeyedList(this.#list, (row) => row.key, (row) => this.#make(row), isSameRow);
    this.#endings.listen(this.#scroller, "scroll", () => this.#scrolled());
    for (const type of ["pointerover", "focusin"]) {
      this.#endings.listen(this.#list, type, (event: Event) => {
        const element = (event.target as Element).closest<HTMLElement>(".msg[data-id]");
        if (element !== null) this.#offerActions(element);
      });
    }
    this.#endings.listen(document, "visibilitychange", () => this.#readSoon());
    this.#endings.listen(window, "focus", () => this.#readSoon());
    const observer = new ResizeObserver(() => this.#isPinned && this.#scrollToEnd());
    observer.observe(this.#scroller);
    observer.observe(this.#list);
    this.#endings.add(() => observer.disconnect());
    this.#endings.add(
      client.state.changes.on((change) => {
        if ((change.kind === "chats" && change.ids.has(chatId)) || change.kind === "connection" || change.kind === "around") this.#drawSoon();
        if (change.kind === "progress") this.#showProgress(change.id, change.sent, change.total);
      }),
    );
  }

  close(): void {
    closePlayers();
    closeVideos();
    this.#isClosed = true;
    this.#endings.end();
  }

  focus(): void {
    this.#scroller.focus();
  }

  // Opening

  /** Shows the first unread message, or the end. */
  async open(messageId: string | null): Promise<void> {
    const record = this.#history.record;
    if (record === undefined) return;
    if (messageId !== null && (await this.openAt(messageId))) return;
    if (record.chat.unread > 0) {
      this.#unreadCount = record.chat.unread;
      await this.#openUnread(record.chat.readSeq);
    } else {
      await this.openAtEnd();
    }
    this.#hasOpened = true;
  }

  async #openUnread(readSeq: number): Promise<void> {
    await this.#history.fill(readSeq);
    await this.#history.moveTo(readSeq + 1);
    this.#drawSoon();
    const first = this.#history.messages.find(
      ({ seq, senderId, deletedAt }) => seq > readSeq && senderId !== this.client.me.id && deletedAt === null,
    );
    this.#firstUnread = first?.seq ?? null;
    this.#draw();
    if (first === undefined) return this.#scrollToEnd();
    this.#isPinned = false;
    const place = this.#list.querySelector(".unl") ?? this.choice.elementOf(first.id);
    place?.scrollIntoView({ block: "start" });
    this.#scrolled();
  }

  async openAtEnd(): Promise<void> {
    if (!this.#history.isAtEnd || !this.#hasOpened) {
      await this.#history.moveTo((this.#history.record?.position ?? 0) + 1);
      this.#drawSoon();
    }
    this.#newSince = 0;
    this.#isPinned = true;
    this.#draw();
    this.#scrollToEnd();
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
    await this.#history.moveTo(found.seq);
    this.#drawSoon();
    this.#isPinned = false;
    this.#draw();
    const element = this.choice.elementOf(messageId);
    element?.scrollIntoView({ block: "center" });
    this.#mark(element);
    this.#hasOpened = true;
    this.#scrolled();
    return element !== undefined;
  }

  /** Asks for a day, and goes to its first message, or to the first after it. */
  askDate(time = serverClock.now()): void {
    askDate(time, (day) => void attempt(async () => {
      const message = await this.#history.firstSince(day);
      if (message === null) await this.openAtEnd();
      else await this.openAt(message.id);
    }));
  }

  #mark(element: HTMLElement | undefined): void {
    for (const other of this.#list.querySelectorAll(".hit")) other.classList.remove("hit");
    element?.classList.add("hit");
    setTimeout(() => element?.classList.remove("hit"), 4000);
  }

  // Following

  #scrolled(): void {
    const { scrollTop, scrollHeight, clientHeight } = this.#scroller;
    const fromEnd = scrollHeight - scrollTop - clientHeight;
    const size = `${scrollHeight} ${clientHeight}`;
    const isResized = size !== this.#lastSize;
    this.#lastSize = size;
    // A pane or a keyboard has taken room; nobody has scrolled.
    if (this.#isPinned && isResized && fromEnd >= 40) return this.#scrollToEnd();
    this.#isPinned = this.#history.isAtEnd && fromEnd < 40;
    if (this.#isPinned) this.#newSince = 0;
    this.#showChips(fromEnd);
    this.#readSoon();
    if (!this.#hasOpened || this.#isLoading) return;
    if (scrollTop < nearEdge && !this.#history.isBeginning) void this.#grow(() => this.#history.growOlder());
    else if (fromEnd < nearEdge && !this.#history.isAtEnd) void this.#grow(() => this.#history.growNewer());
  }

  async #grow(load: () => Promise<void>): Promise<void> {
    this.#isLoading = true;
    try {
      await load();
      this.#draw();
    } finally {
      this.#isLoading = false;
    }
  }

  async #refresh(): Promise<void> {
    if (this.#isClosed || !this.#hasOpened) return;
    const added = await this.#history.refresh(this.#isPinned);
    if (!this.#isPinned && this.#history.isAtEnd) this.#newSince += added;
    this.#draw();
  }

  // Drawing

  #draw(): void {
    const { record, messages, pending, isAtEnd, isBeginning, isUnreachable } = this.#history;
    if (record === undefined || this.#isClosed) return;
    const anchor = this.#isPinned ? null : firstVisible(this.#scroller, this.#list);
    const rows = rowsOf(record, {
      messages,
      pending: isAtEnd ? pending : [],
      firstUnread: this.#firstUnread,
      unreadCount: this.#unreadCount,
      isOffline: this.client.state.connection.kind === "waiting",
      notices: noticesOf(this.client, record.chat),
      isAtEnd,
      top: topOf(isBeginning, isUnreachable),
    }, this.client.me.id);
    const hadFocus = this.#list.contains(document.activeElement);
    this.#rows.show(rows);
    this.choice.restore(hadFocus);
    markFound(this.#list);
    if (this.#isPinned) this.#scrollToEnd();
    else if (anchor !== null && anchor.element.isConnected) {
      this.#scroller.scrollTop += anchor.element.getBoundingClientRect().top - anchor.top;
    }
    this.#showChips(this.#scroller.scrollHeight - this.#scroller.scrollTop - this.#scroller.clientHeight);
    this.#readSoon();
  }

  #make(row: Row): HTMLElement {
    const { record } = this.#history;
    switch (row.kind) {
      case "day":
        return el("li.day", {}, el("h2.xs", {}, el("button", { type: "button", title: t.jumpToDate, onclick: () => this.askDate(row.time) }, row.label)));
      case "unread":
        return el("li.unl", {}, t.unreadCount(row.count));
      case "edge":
        return el("li.edge", {}, row.text);
      case "notice":
        return noticeLine(row.notice);
      case "pending":
        return pendingRow(row, record?.chat.kind === "group", this.deeds);
      case "message":
        return record === undefined ? el("li") : messageRow(this.client, record, row, this.deeds);
    }
  }

  messageOf(element: HTMLElement): Message | undefined {
    return this.#history.messages.find(({ id }) => id === element.dataset.id);
  }

  #offerActions(element: HTMLElement): void {
    const message = this.messageOf(element);
    if (message !== undefined) addActions(element, message, this.deeds);
  }

  #scrollToEnd(): void {
    this.#scroller.scrollTop = this.#scroller.scrollHeight;
  }

  #showChips(fromEnd: number): void {
    const { record } = this.#history;
    // What was passed over on the way to the end; the rest counts as read by being seen.
    const firstShown = this.#history.messages[0]?.seq ?? 0;
    const isPassed = this.#isPinned && record !== undefined && record.chat.readSeq + 1 < firstShown;
    this.#chips.show(!this.#history.isAtEnd || fromEnd > 400 || this.#newSince > 0, this.#newSince, isPassed ? record.chat.unread : 0);
  }

  #markAllRead(): void {
    const { record } = this.#history;
    if (record !== undefined) void this.client.markShown(this.chatId, record.chat.readSeq, record.position);
    this.#scroller.focus();
  }

  #showUnread(): void {
    this.#list.querySelector(".unl")?.scrollIntoView({ block: "start" });
    this.#scroller.focus();
  }

  #showProgress(id: string, sent: number, total: number): void {
    const bar = this.#list.querySelector<HTMLProgressElement>(`[data-upload="${CSS.escape(id)}"]`);
    if (bar === null || total === 0) return;
    bar.value = Math.round((sent / total) * 100);
    bar.setAttribute("aria-label", t.uploading(bar.value));
  }

  // Reading

  /** What is on the screen has been read, as far as nothing before it is left. */
  #markVisible(): void {
    const { record, messages, isAtEnd } = this.#history;
    if (record === undefined || this.#isClosed || document.hidden || !document.hasFocus()) return;
    seeNotices(this.client, this.#scroller);
    if (record.chat.unread === 0) return;
    const range = visibleRange(this.#scroller, this.#list, (messages[0]?.seq ?? 1) - 1);
    if (range === null) return;
    const [after, through] = range;
    const isLast = isAtEnd && through === messages.at(-1)?.seq;
    void this.client.markShown(this.chatId, after, isLast ? Math.max(through, record.position) : through);
  }

  /** The message that keys are about. */
  get chosen(): Message | undefined {
    return this.#history.messages.find((message) => message.id === this.choice.id);
  }
}
