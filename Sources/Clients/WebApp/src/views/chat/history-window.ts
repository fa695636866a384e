import type { Message, MessagePage } from "../../api/types";
import type { CachedChat, OutboxEntry } from "../../store/model";
import { endAfter, startOf } from "../../store/ranges";
import { at } from "../../text/format";
import type { Client } from "../view";

/** At most this many messages are in the page; `step` are added at an end that is reached. */
const most = 120;
const step = 30;

/** The part of a chat's history that is on the page. It grows at the end that is reached, and shrinks at the other. */
export class HistoryWindow {
  messages: Message[] = [];
  /** What waits to be sent, as of the same moment as the messages: a message is never in neither. */
  pending: OutboxEntry[] = [];
  /** Whether the window ends with the newest message. */
  isAtEnd = true;
  isBeginning = false;
  /** The last request for more wasn't answered. */
  isUnreachable = false;
  /** Counts the changes of what is shown: what was read to add to an earlier one is too late. */
  #turn = 0;
  #moves = 0;

  constructor(
    private readonly client: Client,
    private readonly chatId: string,
  ) {}

  get record(): CachedChat | undefined {
    return this.client.state.chats.get(this.chatId);
  }

  /** Takes the messages around a position: what's known, after fetching what isn't. */
  async moveTo(seq: number): Promise<void> {
    const record = this.record;
    if (record === undefined) return;
    const move = (this.#moves += 1);
    let start = startOf(record.known, Math.min(seq, record.position));
    const lacks = start > Math.max(1, seq - step) && start > 1;
    const before = Math.min(seq, record.position) + 1 + (seq > record.position ? 0 : step / 2);
    if (lacks) await this.#attempt(() => this.client.loadOlder(this.chatId, before));
    const known = this.record?.known ?? [];
    const position = this.record?.position ?? 0;
    const place = Math.min(seq, position);
    start = startOf(known, place);
    const end = Math.max(place, endAfter(known, place, position));
    const [older, newer] = await this.client.database.read(async (transaction) => [
      await transaction.latest(this.chatId, start, place - 1, step),
      await transaction.messages(this.chatId, place, end, step),
    ] as const);
    if (move !== this.#moves) return;
    this.#turn += 1;
    this.messages = this.#orLatest([...older, ...newer]);
    this.isBeginning = start <= 1 && older.length < step;
    // What has arrived meanwhile follows by `refresh`.
    this.isAtEnd = end >= position && newer.length < step;
  }

  /** Takes messages after a position that isn't known yet, if there are any. */
  async fill(after: number): Promise<void> {
    const end = endAfter(this.record?.known ?? [], after, this.record?.position ?? 0);
    if (end < (this.record?.position ?? 0)) await this.#attempt(() => this.client.loadNewer(this.chatId, after));
  }

  /** In a chat that was never opened here, without the network: the message that the list of chats has. */
  #orLatest(messages: Message[]): Message[] {
    const latest = this.record?.chat.lastMessage ?? null;
    return messages.length === 0 && this.isUnreachable && latest !== null ? [latest] : messages;
  }

  /**
   * The first message at a time or after it, found by halving what may be before it: some 17 questions for 100 000 messages.
   *
   * @returns `null` if there is none.
   */
  async firstSince(time: number): Promise<Message | null> {
    let [low, high] = [1, (this.record?.position ?? 0) + 1];
    let found: Message | null = null;
    while (low < high) {
      const middle = Math.floor((low + high) / 2);
      const message = await this.#messageFrom(middle);
      if (message === undefined || at(message.createdAt) >= time) {
        found = message ?? found;
        high = middle;
      } else {
        low = message.seq + 1;
      }
    }
    return found;
  }

  /** The first message at a position or after it. */
  async #messageFrom(seq: number): Promise<Message | undefined> {
    const end = endAfter(this.record?.known ?? [], seq - 1, this.record?.position ?? 0);
    const [known] = await this.client.database.read((transaction) => transaction.messages(this.chatId, seq, end, 1));
    if (known !== undefined) return known;
    const page = await this.client.http.get<MessagePage>(`/v1/chats/${this.chatId}/messages?after=${seq - 1}&limit=1`);
    return page.messages[0];
  }

  async #attempt(body: () => Promise<unknown>): Promise<void> {
    try {
      await body();
      this.isUnreachable = false;
    } catch {
      this.isUnreachable = true;
    }
  }

  async growOlder(): Promise<void> {
    const first = this.messages[0]?.seq;
    if (first === undefined) return;
    const turn = this.#turn;
    let found = await this.#knownBefore(first);
    if (found.length === 0 && startOf(this.record?.known ?? [], first - 1) > 1) {
      await this.#attempt(() => this.client.loadOlder(this.chatId, startOf(this.record?.known ?? [], first - 1)));
      if (this.isUnreachable) return;
      found = await this.#knownBefore(first);
    }
    if (turn !== this.#turn) return;
    this.#turn += 1;
    this.isBeginning = found.length < step && startOf(this.record?.known ?? [], first - 1) <= 1;
    if (this.messages.length + found.length > most) this.isAtEnd = false;
    this.messages = [...found, ...this.messages].slice(0, most);
  }

  #knownBefore(seq: number): Promise<Message[]> {
    const start = startOf(this.record?.known ?? [], seq - 1);
    return this.client.database.read((transaction) => transaction.latest(this.chatId, start, seq - 1, step));
  }

  async growNewer(): Promise<void> {
    const turn = this.#turn;
    const last = this.messages.at(-1)?.seq ?? 0;
    const position = this.record?.position ?? 0;
    await this.fill(last);
    const end = endAfter(this.record?.known ?? [], last, position);
    const found = await this.client.database.read((transaction) => transaction.messages(this.chatId, last + 1, end, step));
    if (turn !== this.#turn) return;
    this.#turn += 1;
    if (this.messages.length + found.length > most) this.isBeginning = false;
    this.messages = [...this.messages, ...found].slice(-most);
    this.isAtEnd = end >= position && found.length < step;
  }

  /** Reads the window again after a change; at the end it takes in what is new. @returns how many of others are new. */
  async refresh(isPinned: boolean): Promise<number> {
    const record = this.record;
    if (record === undefined) return 0;
    const turn = this.#turn;
    const first = this.messages[0]?.seq ?? 1;
    const before = this.messages.at(-1)?.seq ?? 0;
    const last = this.isAtEnd ? record.position : before;
    const pending = this.client.state.pending(this.chatId);
    const messages = await this.client.database.read((transaction) => transaction.messages(this.chatId, first, last));
    if (turn !== this.#turn) return this.refresh(isPinned);
    this.messages = this.#orLatest(messages);
    const arrived = new Set(this.messages.map(({ clientMessageId }) => clientMessageId));
    this.pending = pending.filter(({ id }) => !arrived.has(id));
    if (isPinned && this.messages.length > most) {
      this.messages = this.messages.slice(-most);
      this.isBeginning = false;
    }
    return this.messages.filter(({ seq, senderId }) => seq > before && senderId !== this.client.me.id).length;
  }
}
