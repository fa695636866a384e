import { ApiError } from "../api/errors";
import type { Message } from "../api/types";
import { isDurable } from "./model";
import type { ServerFrame } from "./model";
import { DigestMonitor, Sequencer } from "./sequencer";
import { Backoff, Pause, serverClock } from "./timing";

export interface Draft {
  chatId: string;
  clientMessageId: string;
  text: string;
  replyTo: string | null;
  mediaIds: string[];
}

type Settled = (result: { message: Message } | { error: ApiError }) => void;

export interface LiveDelegate {
  readonly deviceId: string;
  token(): string | null;
  /** A token to replace one that was refused. */
  renewed(token: string): Promise<string>;
  connected(): void;
  clockChanged(): void;
  waiting(retryAt: number): void;
  frames(frames: ServerFrame[]): void;
}

interface Welcome {
  serverTime: string;
  heartbeatSeconds: number;
  chats: { chatId: string; seq: number }[];
}

/**
 * The connection: it comes back by itself, tells what was missed, lets each event through once and in order, and
 * repeats what wasn't acknowledged. Mirrors `ReconnectingSocket.swift` of SpotterClient.
 */
export class Live {
  readonly #sequencer: Sequencer;
  readonly #digests = new DigestMonitor();
  readonly #backoff = new Backoff();
  readonly #pause = new Pause();
  readonly #unacked = new Map<string, { draft: Draft; settled: Settled }>();
  /** The newest receipts, to be repeated: they only move forward. */
  readonly #delivered = new Map<string, number>();
  #reportedGaps = new Map<string, number>();
  #suspectedGaps = new Set<string>();
  #socket: WebSocket | null = null;
  #isOpen = false;
  #isFinished = false;
  #lastHeard = 0;
  #lastPresence: object | null = null;

  constructor(
    private readonly delegate: LiveDelegate,
    positions: ReadonlyMap<string, number>,
  ) {
    this.#sequencer = new Sequencer(positions);
  }

  /** Connects until `end()`. */
  async run(): Promise<void> {
    while (!this.#isFinished) {
      await this.#connection();
      if (this.#isFinished) return;
      const wait = this.#backoff.next();
      this.delegate.waiting(Date.now() + wait);
      await this.#pause.wait(wait);
    }
  }

  reconnectNow(): void {
    this.#backoff.reset();
    this.#pause.end();
    this.#socket?.close();
  }

  end(): void {
    this.#isFinished = true;
    this.reconnectNow();
  }

  /** Sends a message, over several connections if need be. `settled` is called once. */
  post(draft: Draft, settled: Settled): void {
    if (this.#unacked.has(draft.clientMessageId)) return;
    this.#unacked.set(draft.clientMessageId, { draft, settled });
    this.#transmit(frameOf(draft));
  }

  /** Typing and presence, if connected; receipts are repeated on the next connection. */
  send(frame: { type: string; chatId?: string; seq?: number }): void {
    if (frame.type === "presence.set") this.#lastPresence = frame;
    if (frame.type === "receipt.delivered" && frame.chatId !== undefined && frame.seq !== undefined) {
      if (frame.seq <= (this.#delivered.get(frame.chatId) ?? 0)) return;
      this.#delivered.set(frame.chatId, frame.seq);
    }
    this.#transmit(frame);
  }

  #transmit(frame: object): void {
    if (this.#isOpen) this.#socket?.send(JSON.stringify(frame));
  }

  // One connection

  async #connection(): Promise<void> {
    const token = this.delegate.token();
    if (token === null) return;
    this.#sequencer.dropEarly();
    this.#suspectedGaps.clear();
    const address = `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/v1/socket`;
    const socket = new WebSocket(address);
    this.#socket = socket;
    let refused = false;
    let heartbeat: ReturnType<typeof setInterval> | undefined;
    await new Promise<void>((resolve) => {
      // A network that swallows packets must not keep it waiting for minutes.
      const timeout = setTimeout(() => !this.#isOpen && socket.close(), 15_000);
      socket.onopen = () => socket.send(JSON.stringify(this.#hello(token)));
      socket.onerror = () => socket.close();
      socket.onclose = (event) => {
        clearTimeout(timeout);
        refused = event.code === 4500 || event.code === 4501;
        resolve();
      };
      socket.onmessage = (event) => {
        // What is stored after the end of a session would be left for the next one.
        if (this.#isFinished) return;
        this.#lastHeard = Date.now();
        const frame = parse(event.data);
        if (frame === null) return;
        if (frame.type === "welcome") {
          this.#isOpen = true;
          const welcome = frame as unknown as Welcome;
          heartbeat = setInterval(() => this.#beat(welcome.heartbeatSeconds), welcome.heartbeatSeconds * 1000);
          this.#welcomed(welcome);
        } else if (!this.#isOpen && frame.type === "error") {
          socket.close();
        } else {
          void this.#handle(frame).then((goesOn) => goesOn || socket.close());
        }
      };
    });
    clearInterval(heartbeat);
    this.#isOpen = false;
    this.#socket = null;
    // A token that has expired is renewed; a session that has ended is noticed by that.
    if (refused) await this.delegate.renewed(token).catch(() => undefined);
  }

  #hello(token: string): object {
    const positions = Object.fromEntries(this.#sequencer.positions);
    return { type: "hello", token, deviceId: this.delegate.deviceId, positions };
  }

  #beat(seconds: number): void {
    if (Date.now() - this.#lastHeard > (seconds + 15) * 1000) this.#socket?.close();
    else this.#transmit({ type: "ping", id: "beat" });
  }

  #welcomed(welcome: Welcome): void {
    if (serverClock.set(welcome.serverTime)) this.delegate.clockChanged();
    this.delegate.connected();
    for (const chat of welcome.chats) {
      const seq = this.#sequencer.seq(chat.chatId);
      // The server has fewer events than were seen: it was restored from a backup.
      if (seq !== undefined && chat.seq < seq) this.#restart(chat.chatId, chat.seq);
      // A chat that wasn't in the hello is replayed from its start.
      else if (seq === undefined) this.#sequencer.set(chat.chatId, 0);
    }
    if (this.#lastPresence !== null) this.#transmit(this.#lastPresence);
    for (const [chatId, seq] of this.#delivered) this.#transmit({ type: "receipt.delivered", chatId, seq });
    for (const { draft } of this.#unacked.values()) this.#transmit(frameOf(draft));
  }

  // Frames

  /** @returns `false` if only a new connection can fill a gap. */
  async #handle(frame: ServerFrame): Promise<boolean> {
    switch (frame.type) {
      case "ack":
        return this.#acknowledged(frame);
      case "error":
        this.#refused(frame);
        return true;
      case "pong":
        this.#backoff.reset();
        return this.#persistentGapsAreHandled() && (await this.#agrees(frame.digest));
      case "resync":
        if (frame.chatId === undefined) break;
        if (frame.gone === true) this.#forget(frame.chatId);
        else return this.#restart(frame.chatId, frame.seq ?? this.#sequencer.seq(frame.chatId) ?? 0);
        break;
      default:
        if (isDurable(frame)) return this.#deliver(frame, frame.chatId, frame.seq);
    }
    this.delegate.frames([frame]);
    return true;
  }

  #acknowledged(frame: ServerFrame): boolean {
    this.#backoff.reset();
    const message = (frame.result as { message?: Message } | undefined)?.message;
    if (message === undefined) return true;
    const waiting = this.#unacked.get(String(frame.id));
    this.#unacked.delete(String(frame.id));
    waiting?.settled({ message });
    const created = { type: "message.created", chatId: message.chatId, seq: message.seq, message };
    return this.#deliver(created, message.chatId, message.seq);
  }

  #refused(frame: ServerFrame): void {
    const error = ApiError.of(400, frame);
    const waiting = this.#unacked.get(String(frame.id));
    // A server that is shutting down takes it after its restart.
    if (waiting === undefined || error.code === "shutting_down") return;
    this.#unacked.delete(String(frame.id));
    waiting.settled({ error });
  }

  #deliver(frame: ServerFrame, chat: string, seq: number): boolean {
    const ready = this.#sequencer.accept(frame, chat, seq);
    if (ready.length > 0) this.delegate.frames(ready);
    if (!this.#sequencer.hasGap(chat)) {
      this.#suspectedGaps.delete(chat);
      return true;
    }
    // An ack that is under way may fill the gap.
    return [...this.#unacked.values()].some(({ draft }) => draft.chatId === chat) || this.#gapIsHandled(chat);
  }

  #restart(chat: string, seq: number): boolean {
    this.#sequencer.set(chat, seq);
    this.#reportedGaps.delete(chat);
    this.delegate.frames([{ type: "resync", chatId: chat, seq }]);
    return true;
  }

  #forget(chat: string): void {
    this.#sequencer.remove(chat);
    this.#reportedGaps.delete(chat);
  }

  /** Each gap is tolerated from one heartbeat to the next. */
  #persistentGapsAreHandled(): boolean {
    const gaps = new Set(this.#sequencer.chatsWithGaps);
    const old = [...gaps].filter((chat) => this.#suspectedGaps.has(chat));
    this.#suspectedGaps = gaps;
    return old.every((chat) => this.#gapIsHandled(chat));
  }

  /** `false` the first time, so that resuming fills the gap; after that the chat starts anew. */
  #gapIsHandled(chat: string): boolean {
    const seq = this.#sequencer.seq(chat);
    if (seq === undefined) return true;
    if (this.#reportedGaps.get(chat) === seq) return this.#restart(chat, this.#sequencer.latestEarly(chat) ?? seq);
    this.#reportedGaps.set(chat, seq);
    return false;
  }

  async #agrees(theirs: unknown): Promise<boolean> {
    switch (this.#digests.compare(theirs, await this.#sequencer.digest())) {
      case "pingAgain":
        this.#transmit({ type: "ping", id: "again" });
        return true;
      case "resume":
        return false;
      case "refetch":
        this.delegate.frames([{ type: "resync" }]);
        return true;
      case "agrees":
        return true;
    }
  }

  /** The user has left a chat, or was removed: it has no position any more. */
  left(chat: string): void {
    this.#forget(chat);
  }
}

function frameOf(draft: Draft): object {
  return {
    type: "message.send",
    id: draft.clientMessageId,
    chatId: draft.chatId,
    clientMessageId: draft.clientMessageId,
    text: draft.text,
    ...(draft.replyTo === null ? {} : { replyTo: draft.replyTo }),
    ...(draft.mediaIds.length === 0 ? {} : { mediaIds: draft.mediaIds }),
  };
}

function parse(data: unknown): ServerFrame | null {
  try {
    const frame: unknown = JSON.parse(String(data));
    return typeof frame === "object" && frame !== null && "type" in frame ? (frame as ServerFrame) : null;
  } catch {
    return null;
  }
}
