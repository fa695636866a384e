import type { Chat, Message, MessagePage } from "../api/types";
import { applyToChat } from "./chat-events";
import { cached, isDurable, durableTypes, quoteOf } from "./model";
import type { CachedChat, ChatEvent, ServerFrame } from "./model";
import { contains, covers, inserted } from "./ranges";

/** What the replica reads and writes: a transaction of the database, or a map in a test. */
export interface ReplicaStore {
  chats(): Promise<CachedChat[]>;
  chat(id: string): Promise<CachedChat | undefined>;
  save(record: CachedChat): Promise<void>;
  removeChat(id: string): Promise<void>;
  message(id: string): Promise<Message | undefined>;
  put(message: Message): Promise<void>;
  removeMessages(chatId: string): Promise<void>;
  replies(id: string): Promise<Message[]>;
  messages(chatId: string, low: number, high: number): Promise<Message[]>;
  removeEntry(id: string): Promise<void>;
}

/** What came of events: which chats have changed, and what only a fetch can tell. */
export class Outcome {
  readonly changed = new Set<string>();
  /** The chat itself must be fetched again; its history is valid. */
  readonly stale = new Set<string>();
  /** The chat and its history must be fetched again. */
  readonly refetch = new Set<string>();
  refetchAll = false;
  /** The answer is older than what is stored, so it has to be asked for again. */
  repeat = false;

  add(other: Outcome): this {
    for (const id of other.changed) this.changed.add(id);
    for (const id of other.stale) this.stale.add(id);
    for (const id of other.refetch) this.refetch.add(id);
    this.refetchAll ||= other.refetchAll;
    return this;
  }

  static repeated(): Outcome {
    const outcome = new Outcome();
    outcome.repeat = true;
    return outcome;
  }

  static of(parts: { changed?: string; stale?: string | false; refetch?: string }): Outcome {
    const outcome = new Outcome();
    if (parts.changed !== undefined) outcome.changed.add(parts.changed);
    if (parts.stale) outcome.stale.add(parts.stale);
    if (parts.refetch !== undefined) outcome.refetch.add(parts.refetch);
    return outcome;
  }
}

/**
 * Applies the server's events to the stored state, so that the result equals a new fetch.
 *
 * Mirrors `Replica.swift` of SpotterClient: the same events on the same state give the same result.
 */
export class Replica {
  constructor(
    private readonly me: string,
    private readonly store: ReplicaStore,
  ) {}

  /** Durable events must come once and in order. */
  async apply(frame: ServerFrame): Promise<Outcome> {
    if (frame.type === "resync") {
      if (frame.gone === true && frame.chatId !== undefined) return this.removeChat(frame.chatId);
      if (frame.chatId !== undefined) return Outcome.of({ refetch: frame.chatId });
      const outcome = new Outcome();
      outcome.refetchAll = true;
      return outcome;
    }
    if (isDurable(frame)) {
      return durableTypes.has(frame.type) ? this.#applyEvent(frame) : this.#applyUnknown(frame.chatId, frame.seq);
    }
    return this.#applyLatest(frame);
  }

  /** Applies what arrived while `chatId` was fetched, which may be older than what was fetched. */
  async replay(frames: readonly ServerFrame[], chatId: string, after: number): Promise<Outcome> {
    const outcome = new Outcome();
    for (const frame of frames) {
      if (frame.chatId !== undefined && frame.chatId !== chatId) continue;
      if (frame.type === "resync") {
        if (frame.gone === true) outcome.add(await this.removeChat(chatId));
        else {
          const record = await this.store.chat(chatId);
          // The skipped events may have happened after the fetch.
          if (record === undefined || record.position < (frame.seq ?? Infinity)) outcome.refetch.add(chatId);
        }
      } else if (!isDurable(frame)) {
        outcome.add(await this.#applyLatest(frame, chatId));
      } else if (!durableTypes.has(frame.type)) {
        outcome.add(await this.#applyUnknown(chatId, frame.seq));
      } else if (frame.seq > after) {
        if ((await this.store.chat(chatId)) === undefined) return outcome;
        outcome.add(await this.#applyEvent(frame, true));
      }
    }
    return outcome;
  }

  async removeChat(chatId: string): Promise<Outcome> {
    if ((await this.store.chat(chatId)) === undefined) return new Outcome();
    await this.store.removeChat(chatId);
    return Outcome.of({ changed: chatId });
  }

  // Durable events

  async #applyEvent(event: ChatEvent, isReplay = false): Promise<Outcome> {
    const { chatId, member, message } = event;
    const hasLeft = member !== undefined && (member.change === "removed" || member.change === "left");
    if (hasLeft && member.userId === this.me) return this.removeChat(chatId);
    const record = await this.store.chat(chatId);
    if (record === undefined) return Outcome.of({ refetch: chatId });
    const isNew = event.seq > record.position;
    if (!isNew && !isReplay) return Outcome.of({ changed: chatId }); // another tab has applied it
    if (isNew) {
      if (event.seq !== record.position + 1) return Outcome.of({ refetch: chatId });
      record.position = event.seq;
      record.known = inserted(record.known, event.seq, event.seq);
    }
    // In a replay the store may already have the event.
    const before = isNew && message !== undefined ? await this.store.message(message.id) : undefined;
    delete record.tag;
    if (hasLeft) record.formerNames[member.userId] = member.displayName;
    if (message !== undefined) await this.#storeMessage(message, record);
    if (event.seq > record.chat.seq && !applyToChat(record.chat, event, before, this.me)) record.isStale = true;
    await this.store.save(record);
    return Outcome.of({ changed: chatId, stale: record.isStale && chatId });
  }

  /** Stores the message and its quote in replies. Messages outside the known history aren't stored. */
  async #storeMessage(message: Message, record: CachedChat): Promise<void> {
    if (contains(record.known, message.seq)) {
      await this.store.put(message);
      if (message.senderId === this.me) await this.store.removeEntry(message.clientMessageId);
    }
    const quote = quoteOf(message);
    for (const reply of await this.store.replies(message.id)) {
      if (reply.quote?.text === quote.text && reply.quote.deleted === quote.deleted) continue;
      await this.store.put({ ...reply, quote });
    }
  }

  /** A durable event of an unknown kind: only a fetch can tell what it changed. */
  async #applyUnknown(chatId: string, seq: number): Promise<Outcome> {
    const record = await this.store.chat(chatId);
    return record === undefined || seq <= record.position ? new Outcome() : Outcome.of({ refetch: chatId });
  }

  // Events of which the latest wins

  async #applyLatest(frame: ServerFrame, only?: string): Promise<Outcome> {
    if (frame.type === "user.updated") return this.#rename(frame, only);
    const chatId = frame.chatId;
    if (chatId === undefined || (only !== undefined && only !== chatId)) return new Outcome();
    if (!["receipt.updated", "draft.changed", "settings.changed"].includes(frame.type)) return new Outcome();
    const record = await this.store.chat(chatId);
    if (record === undefined) return new Outcome();
    delete record.tag;
    if (frame.type === "draft.changed") record.chat.draft = (frame.draft as Chat["draft"]) ?? null;
    if (frame.type === "settings.changed") {
      record.chat.mutedUntil = (frame.mutedUntil as string | null) ?? null;
      record.chat.isPinned = frame.isPinned === true;
    }
    if (frame.type === "receipt.updated") await this.#receipt(record, frame);
    await this.store.save(record);
    return Outcome.of({ changed: chatId, stale: record.isStale && chatId });
  }

  async #receipt(record: CachedChat, frame: ServerFrame): Promise<void> {
    const [delivered, read] = [Number(frame.deliveredSeq), Number(frame.readSeq)];
    for (const member of record.chat.members) {
      if (member.userId !== frame.userId) continue;
      // Cursors only move forward, whatever the order of receipts.
      member.deliveredSeq = Math.max(member.deliveredSeq, delivered);
      member.readSeq = Math.max(member.readSeq, read);
    }
    if (frame.userId === this.me) await this.markRead(record, read);
  }

  /** The user has read up to `seq`, on any device. What's left is counted if its history is known. */
  async markRead(record: CachedChat, seq: number): Promise<void> {
    const chat = record.chat;
    if (seq <= chat.readSeq) return;
    delete record.tag;
    chat.readSeq = seq;
    if (seq >= Math.max(chat.seq, 1) || seq >= (chat.lastMessage?.seq ?? 0)) {
      chat.unread = 0;
      chat.unreadMentions = 0;
      return;
    }
    if (record.position !== chat.seq || !covers(record.known, seq, chat.seq)) {
      record.isStale = true;
      return;
    }
    const rest = (await this.store.messages(chat.id, seq + 1, chat.seq)).filter(
      (message) => message.senderId !== this.me && message.deletedAt === null && message.imported !== true,
    );
    chat.unread = rest.length;
    chat.unreadMentions = rest.filter((message) => message.mentions.includes(this.me)).length;
  }

  async #rename(frame: ServerFrame, only?: string): Promise<Outcome> {
    const outcome = new Outcome();
    for (const record of await this.store.chats()) {
      const { chat } = record;
      const member = chat.members.find(({ userId }) => userId === frame.userId);
      if (member === undefined || (only !== undefined && only !== chat.id)) continue;
      member.displayName = String(frame.displayName);
      member.photoMediaId = (frame.photoMediaId as string | null) ?? null;
      delete record.tag;
      if (chat.kind === "direct" && member.userId !== this.me) chat.name = member.displayName;
      await this.store.save(record);
      outcome.changed.add(chat.id);
    }
    return outcome;
  }

  // Results of requests

  /** Merges a fetched chat; its history stays. `asked` is its position when it was asked for, `tag` what the server knows it by. */
  async merge(chat: Chat, asked: number, frames: readonly ServerFrame[], tag?: string): Promise<Outcome> {
    if (isInterrupted(chat.id, frames)) return Outcome.of({ stale: chat.id });
    const before = await this.store.chat(chat.id);
    const record = before ?? cached(chat);
    const known = before?.chat.seq ?? 0;
    record.chat = chat;
    record.isStale = false;
    if (tag === undefined) delete record.tag;
    else record.tag = tag;
    await this.store.save(record);
    const outcome = await this.replay(frames, chat.id, before === undefined ? chat.seq : asked);
    const after = await this.store.chat(chat.id);
    if (after === undefined) return outcome;
    // Another tab may have applied events that haven't reached this one.
    if (before !== undefined && after.chat.seq < known) outcome.stale.add(chat.id);
    outcome.changed.add(chat.id);
    return outcome;
  }

  /** Replaces all of a chat by what was fetched: the chat, then its latest page. */
  async reset(chat: Chat, page: MessagePage, frames: readonly ServerFrame[]): Promise<Outcome> {
    const former = (await this.store.chat(chat.id))?.formerNames ?? {};
    await this.store.removeMessages(chat.id);
    const record = { ...cached(chat), formerNames: former };
    await this.#storePage(page, record, undefined, chat.seq);
    await this.store.save(record);
    const outcome = await this.replay(frames, chat.id, chat.seq);
    outcome.changed.add(chat.id);
    return outcome;
  }

  /** Adds a page of history: after `start` if that was asked for, up to `end`. */
  async addPage(
    page: MessagePage,
    chatId: string,
    place: { after?: number; through: number; asked: number },
    frames: readonly ServerFrame[],
  ): Promise<Outcome> {
    const record = await this.store.chat(chatId);
    if (record === undefined) return new Outcome();
    if (isInterrupted(chatId, frames) || !hasAll(frames, chatId, place.asked, record.position)) return Outcome.repeated();
    await this.#storePage(page, record, place.after, place.through);
    await this.store.save(record);
    const outcome = await this.replay(frames, chatId, place.asked);
    outcome.changed.add(chatId);
    return outcome;
  }

  async #storePage(
    page: MessagePage,
    record: CachedChat,
    after: number | undefined,
    end: number,
  ): Promise<void> {
    const first = after !== undefined ? after + 1 : page.hasMore ? page.messages[0]?.seq ?? end + 1 : 1;
    if (first > end) return;
    for (const message of page.messages) {
      if (message.seq > end) continue;
      await this.store.put(message);
      if (message.senderId === this.me) await this.store.removeEntry(message.clientMessageId);
    }
    record.known = inserted(record.known, first, end);
    for (const person of page.people ?? []) record.formerNames[person.userId] = person.displayName;
  }
}

/** Whether events were skipped since the request, so that its result can't be brought up to date. */
function isInterrupted(chatId: string, frames: readonly ServerFrame[]): boolean {
  return frames.some((frame) => frame.type === "resync" && (frame.chatId === undefined || frame.chatId === chatId));
}

/** Whether the events after `asked` that are stored are all here. Those that another tab has applied aren't. */
function hasAll(frames: readonly ServerFrame[], chatId: string, asked: number, position: number): boolean {
  const seen = new Set(frames.flatMap((frame) => (frame.chatId === chatId && isDurable(frame) ? [frame.seq] : [])));
  for (let seq = asked + 1; seq <= position; seq += 1) if (!seen.has(seq)) return false;
  return true;
}
