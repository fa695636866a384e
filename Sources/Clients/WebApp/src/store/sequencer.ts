import type { ServerFrame } from "./model";

interface Position {
  seq: number;
  /** Events after a gap; delivered once it's filled. */
  early: Map<number, ServerFrame>;
}

/** Beyond this distance from a gap, events aren't just out of order. */
const maxEarly = 256;

/** The client's position in each chat: lets each durable event through once and in order, and notices gaps. */
export class Sequencer {
  #chats = new Map<string, Position>();

  constructor(known: ReadonlyMap<string, number>) {
    for (const [chat, seq] of known) this.set(chat, seq);
  }

  get positions(): Map<string, number> {
    return new Map([...this.#chats].map(([chat, { seq }]) => [chat, seq]));
  }

  seq(chat: string): number | undefined {
    return this.#chats.get(chat)?.seq;
  }

  hasGap(chat: string): boolean {
    return (this.#chats.get(chat)?.early.size ?? 0) > 0;
  }

  get chatsWithGaps(): string[] {
    return [...this.#chats.keys()].filter((chat) => this.hasGap(chat));
  }

  latestEarly(chat: string): number | undefined {
    const early = this.#chats.get(chat)?.early;
    return early === undefined || early.size === 0 ? undefined : Math.max(...early.keys());
  }

  remove(chat: string): void {
    this.#chats.delete(chat);
  }

  set(chat: string, seq: number): void {
    this.#chats.set(chat, { seq, early: new Map() });
  }

  /** Drops events after gaps, because a new connection replays them. */
  dropEarly(): void {
    for (const position of this.#chats.values()) position.early.clear();
  }

  /** The events that can be delivered now, in order: none for a repeat or after a gap. */
  accept(frame: ServerFrame, chat: string, seq: number): ServerFrame[] {
    const position = this.#chats.get(chat);
    if (position === undefined) {
      this.set(chat, seq);
      return [frame];
    }
    if (seq <= position.seq) return [];
    if (seq - position.seq > 1) {
      if (position.early.size < maxEarly) position.early.set(seq, frame);
      return [];
    }
    const ready = [frame];
    position.seq = seq;
    for (let next = position.early.get(seq + 1); next !== undefined; next = position.early.get(position.seq + 1)) {
      position.seq += 1;
      position.early.delete(position.seq);
      ready.push(next);
    }
    return ready;
  }

  /** What the server's heartbeat has too: the first 16 digits of SHA-256 over the sorted lines `chat:seq`. */
  async digest(): Promise<string | null> {
    if (crypto.subtle === undefined) return null; // not a secure context
    const lines = [...this.#chats].map(([chat, { seq }]) => `${chat}:${seq}`).sort();
    const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(lines.join("\n")));
    return [...new Uint8Array(hash, 0, 8)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  }
}

/** Compares digests. A different one may only be older than an event, so it's asked for again before anything is done. */
export class DigestMonitor {
  #differences = 0;
  #hasResumed = false;
  #hasRefetched = false;

  compare(theirs: unknown, ours: string | null): "agrees" | "pingAgain" | "resume" | "refetch" {
    if (typeof theirs !== "string" || ours === null || theirs === ours) {
      this.#differences = 0;
      this.#hasResumed = false;
      this.#hasRefetched = false;
      return "agrees";
    }
    if (this.#hasRefetched) return "agrees";
    this.#differences += 1;
    if (this.#differences < 3) return "pingAgain";
    this.#differences = 0;
    if (this.#hasResumed) {
      this.#hasRefetched = true;
      return "refetch";
    }
    this.#hasResumed = true;
    return "resume";
  }
}
