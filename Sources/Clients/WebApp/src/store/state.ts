import { Emitter } from "../dom/emitter";
import type { InboxItem, Notice, Presence } from "../api/types";
import type { CachedChat, OutboxEntry, PendingDraft, ServerFrame } from "./model";
import { lastActivity } from "./model";
import { serverClock } from "./timing";

export type Connection =
  | { kind: "connecting" }
  | { kind: "online" }
  /** Not connected since a time of this device's clock; the next attempt may be known. */
  | { kind: "waiting"; since: number; retryAt: number };

export type Change =
  | { kind: "chats"; ids: ReadonlySet<string> }
  | { kind: "inbox" }
  | { kind: "blocks" }
  | { kind: "connection" }
  /** Something that stands around the chats. */
  | { kind: "around" }
  | { kind: "typing"; chatId: string }
  | { kind: "presence" }
  /** The server's time is another one than was believed. */
  | { kind: "clock" }
  /** Which notices haven't been seen. */
  | { kind: "notices" }
  /** One that has just come. */
  | { kind: "notice"; notice: Notice }
  | { kind: "failed"; entry: OutboxEntry }
  | { kind: "progress"; id: string; sent: number; total: number }
  | { kind: "frame"; frame: ServerFrame };

/** What a tab shows: a copy of what's stored, and what is only true for the moment. */
export class State {
  readonly changes = new Emitter<Change>();
  chats = new Map<string, CachedChat>();
  outbox: OutboxEntry[] = [];
  drafts = new Map<string, PendingDraft>();
  /** Who waits for an answer; empty until it has been fetched. */
  inbox = new Map<string, InboxItem>();
  hasInbox = false;
  /** Due reminders and changed appointments that nobody has looked at yet on any device. */
  notices = new Map<string, Notice>();
  /** Those that were seen since the start, so that an answer which was on its way doesn't bring them back. */
  readonly #seenNotices = new Set<string>();
  /** Whom the user has blocked. */
  blocked: ReadonlySet<string> = new Set();
  presence = new Map<string, Presence>();
  connection: Connection = { kind: "connecting" };
  /** Whether the list of chats has been fetched at least once. */
  isLoaded = false;
  #typists = new Map<string, Map<string, { name: string; until: number }>>();

  setInbox(items: readonly InboxItem[]): void {
    this.inbox = new Map(items.map((item) => [item.chatId, item]));
    this.hasInbox = true;
    this.changes.emit({ kind: "inbox" });
  }

  /** @param asked what was known when the list was asked for: what has come since is kept. */
  setNotices(unseen: readonly Notice[], asked: ReadonlySet<string> = new Set(this.notices.keys())): void {
    const later = [...this.notices.values()].filter(({ id }) => !asked.has(id));
    this.notices = new Map([...unseen, ...later].filter(({ id }) => !this.#seenNotices.has(id)).map((one) => [one.id, one]));
    this.changes.emit({ kind: "notices" });
  }

  forgetNotices(ids: readonly string[]): void {
    for (const id of ids) {
      this.#seenNotices.add(id);
      this.notices.delete(id);
    }
    this.changes.emit({ kind: "notices" });
  }

  #addNotice(notice: Notice): void {
    if (this.notices.has(notice.id) || this.#seenNotices.has(notice.id)) return;
    this.notices.set(notice.id, notice);
    this.changes.emit({ kind: "notices" });
    this.changes.emit({ kind: "notice", notice });
  }

  setBlocked(userIds: readonly string[]): void {
    this.blocked = new Set(userIds);
    this.changes.emit({ kind: "blocks" });
  }

  setConnection(connection: Connection): void {
    this.connection = connection;
    this.changes.emit({ kind: "connection" });
  }

  pending(chatId: string): OutboxEntry[] {
    return this.outbox.filter((entry) => entry.chatId === chatId);
  }

  /** Chats by last activity, pinned ones first. */
  get listed(): CachedChat[] {
    const key = (record: CachedChat) => lastActivity(record.chat);
    return [...this.chats.values()].sort(
      (a, b) => Number(b.chat.isPinned) - Number(a.chat.isPinned) || key(b) - key(a) || (a.chat.id < b.chat.id ? 1 : -1),
    );
  }

  /** The chat with somebody else; `undefined` if there is none here. */
  directWith(userId: string): string | undefined {
    for (const { chat } of this.chats.values()) if (chat.kind === "direct" && chat.members.some((one) => one.userId === userId)) return chat.id;
    return undefined;
  }

  isOnline(userId: string): boolean {
    return this.connection.kind === "online" && this.presence.get(userId)?.status === "online";
  }

  // Typing

  typing(chatId: string): string[] {
    const now = Date.now();
    return [...(this.#typists.get(chatId)?.values() ?? [])].filter(({ until }) => until > now).map(({ name }) => name);
  }

  setTyping(frame: ServerFrame): void {
    const chatId = frame.chatId;
    if (chatId === undefined) return;
    const typists = this.#typists.get(chatId) ?? new Map<string, { name: string; until: number }>();
    this.#typists.set(chatId, typists);
    const lasts = Number(frame.expiresInMs) || 5000;
    if (frame.isTyping === true) {
      typists.set(String(frame.userId), { name: String(frame.displayName), until: Date.now() + lasts });
      setTimeout(() => this.changes.emit({ kind: "typing", chatId }), lasts + 50);
    } else {
      typists.delete(String(frame.userId));
    }
    this.changes.emit({ kind: "typing", chatId });
  }

  stopTyping(chatId: string, userId: string): void {
    if (this.#typists.get(chatId)?.delete(userId)) this.changes.emit({ kind: "typing", chatId });
  }

  /** Applies a frame that changes nothing stored. */
  applyPassing(frame: ServerFrame): void {
    if (frame.type === "typing") this.setTyping(frame);
    if (frame.type === "presence") {
      this.presence.set(String(frame.userId), frame as unknown as Presence);
      this.changes.emit({ kind: "presence" });
    }
    if (frame.type === "message.created" && frame.chatId !== undefined) {
      this.stopTyping(frame.chatId, String((frame.message as { senderId?: string } | undefined)?.senderId));
    }
    if (typeof frame.notice === "object" && frame.notice !== null) this.#addNotice(frame.notice as Notice);
    if (frame.type === "notice.seen" && Array.isArray(frame.noticeIds)) this.forgetNotices(frame.noticeIds.map(String));
    this.changes.emit({ kind: "frame", frame });
  }

  isMuted(record: CachedChat): boolean {
    const until = record.chat.mutedUntil;
    return until !== null && Date.parse(until) > serverClock.now();
  }
}
