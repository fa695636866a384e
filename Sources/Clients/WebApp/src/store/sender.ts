import { asApiError } from "../api/errors";
import type { ApiError } from "../api/errors";
import { upload } from "../api/media";
import type { Message } from "../api/types";
import type { Engine } from "./engine";
import type { OutboxEntry } from "./model";
import { Backoff } from "./timing";

/**
 * Sends what's in the outbox: one message per chat at a time, in the order of writing. The server might refuse one for
 * a moment and take the next, which would change their order. Chats don't wait for each other.
 */
export class Sender {
  readonly #backoffs = new Map<string, Backoff>();

  constructor(private readonly engine: Engine) {}

  /** Entries that were in flight when the last run ended are sent again, under the same ids. */
  async restage(): Promise<void> {
    for (const entry of this.engine.local.state.outbox) {
      if (entry.state.kind === "sending") await this.#set(entry.id, { kind: "staged" });
    }
  }

  start(): void {
    this.engine.tasks.start("uploads", () => this.#uploadAll());
    this.engine.tasks.start("outbox", () => this.#sendReady());
  }

  #set(id: string, state: OutboxEntry["state"]): Promise<OutboxEntry | null> {
    return this.engine.local.updateEntry(id, (entry) => ({ ...entry, state }));
  }

  async #sendReady(): Promise<void> {
    const live = this.engine.connection;
    // What waits for a connection can still be taken back.
    if (live === null || !this.engine.isOnline) return;
    for (const entry of ready(this.engine.local.state.outbox)) {
      const mediaIds = entry.attachments.flatMap(({ mediaId }) => (mediaId === null ? [] : [mediaId]));
      if (mediaIds.length < entry.attachments.length) continue;
      await this.#set(entry.id, { kind: "sending" });
      const { chatId, text, replyTo } = entry;
      live.post({ chatId, clientMessageId: entry.id, text, replyTo, mediaIds }, (result) => {
        void ("message" in result ? this.#sent(entry, result.message) : this.#notSent(entry, result.error));
      });
    }
  }

  async #sent(entry: OutboxEntry, message: Message): Promise<void> {
    this.#backoffs.delete(entry.chatId);
    const position = this.engine.local.state.chats.get(entry.chatId)?.position ?? 0;
    await this.engine.local.updateEntry(entry.id, (found) =>
      position >= message.seq ? null : { ...found, state: { kind: "sent", seq: message.seq } },
    );
    this.start();
  }

  async #notSent(entry: OutboxEntry, error: ApiError): Promise<void> {
    if (!error.isTransient && !error.meansSessionEnd) return this.#fail(entry, error);
    // Refused for a moment. It keeps its place, so later messages of the chat wait.
    const backoff = this.#backoffs.get(entry.chatId) ?? new Backoff();
    this.#backoffs.set(entry.chatId, backoff);
    setTimeout(() => {
      void this.#set(entry.id, { kind: "staged" }).then(() => this.start());
    }, Math.max(backoff.next(), error.retryAfterMs));
  }

  async #fail(entry: OutboxEntry, error: ApiError): Promise<void> {
    // What's invalid stays so; a membership may return.
    const retryable = error.code !== "invalid_request" && error.code !== "too_large";
    const state = { kind: "failed", code: error.code, reason: error.message, retryable } as const;
    const failed = await this.#set(entry.id, state);
    if (failed !== null) this.engine.local.state.changes.emit({ kind: "failed", entry: failed });
    this.start();
  }

  // Files, one after another

  async #uploadAll(): Promise<void> {
    for (const entry of this.engine.local.state.outbox) {
      if (entry.state.kind !== "staged") continue;
      const isGone = () => !this.engine.local.state.outbox.some(({ id }) => id === entry.id);
      for (const attachment of entry.attachments) {
        if (attachment.mediaId !== null) continue;
        if (isGone()) break;
        try {
          const mediaId = await upload(this.engine.http, attachment, (sent) => {
            if (isGone()) throw takenBack;
            const total = attachment.size;
            this.engine.local.state.changes.emit({ kind: "progress", id: attachment.clientMediaId, sent, total });
          });
          await this.engine.local.updateEntry(entry.id, (found) => ({
            ...found,
            attachments: found.attachments.map((one) =>
              one.clientMediaId === attachment.clientMediaId ? { ...one, mediaId } : one,
            ),
          }));
        } catch (failure) {
          if (failure === takenBack) break;
          const error = asApiError(failure);
          if (error.isTransient || error.meansSessionEnd) throw error;
          await this.#fail(entry, error);
          break;
        }
      }
      this.engine.tasks.start("outbox", () => this.#sendReady());
    }
  }
}

/** Ends the upload of a message that was taken back. */
const takenBack = new Error();

/** The first open entry of each chat, unless it's in flight. */
export function ready(entries: readonly OutboxEntry[]): OutboxEntry[] {
  const taken = new Set<string>();
  return entries.filter(({ chatId, state }) => {
    if (state.kind === "failed" || state.kind === "sent" || taken.has(chatId)) return false;
    taken.add(chatId);
    return state.kind === "staged";
  });
}
