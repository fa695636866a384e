import { ApiError } from "../api/errors";
import type { ReadPosition } from "../api/types";
import type { Engine } from "./engine";
import type { ServerFrame } from "./model";
import { endAfter } from "./ranges";
import { Outcome } from "./replica";

/** Most messages of a chat that are fetched only to have them; the rest comes when the chat is opened. */
const maxUndelivered = 1000;

/** Tells the server what has arrived and what was read. A message is delivered once this device has stored it, and everything before it. */
export class Receipts {
  constructor(private readonly engine: Engine) {}

  deliver(frames: ServerFrame[]): void {
    const chats = new Set<string>();
    for (const frame of frames) {
      const sender = (frame.message as { senderId?: string } | undefined)?.senderId;
      if (frame.type === "message.created" && sender !== this.engine.local.me) chats.add(String(frame.chatId));
    }
    for (const id of chats) this.startUndelivered(id);
  }

  startUndelivered(id: string): void {
    const record = this.engine.local.state.chats.get(id);
    const mine = record?.chat.members.find(({ userId }) => userId === this.engine.local.me);
    const last = record?.chat.lastMessage;
    if (record === undefined || mine === undefined || !last || mine.deliveredSeq >= last.seq) return;
    if (record.chat.unread === 0 && last.senderId === this.engine.local.me) return;
    this.engine.tasks.start(`undelivered ${id}`, () => this.#fetchUndelivered(id, mine.deliveredSeq));
  }

  async #fetchUndelivered(id: string, delivered: number): Promise<void> {
    for (let fetched = 0; fetched < maxUndelivered; fetched += 200) {
      const record = this.engine.local.state.chats.get(id);
      if (record === undefined) return;
      const end = endAfter(record.known, delivered, record.position);
      if (end > delivered) this.engine.connection?.send({ type: "receipt.delivered", chatId: id, seq: end });
      if (end >= record.position || !(await this.engine.fetcher.loadNewer(id, end))) return;
    }
  }

  startReads(): void {
    this.engine.tasks.start("reads", async () => {
      for (const [id, seq] of await this.engine.local.database.read((transaction) => transaction.pendingReads())) {
        await this.#sendRead(id, seq);
      }
    });
  }

  async #sendRead(id: string, seq: number): Promise<void> {
    let reached: number | null = null;
    try {
      reached = (await this.engine.http.post<ReadPosition>(`/v1/chats/${id}/read`, { seq })).readSeq;
    } catch (error) {
      if (!(error instanceof ApiError) || error.isTransient || error.meansSessionEnd) throw error;
      // The chat is gone, so nothing is left to read.
    }
    const outcome = await this.engine.local.change(async (replica, transaction) => {
      if ((await transaction.pendingRead(id)) <= seq) await transaction.removePendingRead(id);
      const record = await transaction.chat(id);
      if (record === undefined || reached === null) return new Outcome();
      await replica.markRead(record, reached);
      await transaction.save(record);
      return Outcome.of({ changed: id, stale: record.isStale && id });
    });
    this.engine.fetcher.handle(outcome);
  }
}
