import { asApiError } from "../api/errors";
import type { Http } from "../api/http";
import type { Session } from "../api/session";
import { ChatFetcher } from "./chat-fetcher";
import { startDrafts } from "./drafts";
import { Live } from "./live";
import type { LiveDelegate } from "./live";
import type { KeptAnswers } from "./kept-answers";
import type { Local } from "./local";
import type { ServerFrame } from "./model";
import { Receipts } from "./receipts";
import { Outcome } from "./replica";
import { Sender } from "./sender";
import { Tasks } from "./tasks";
import { Backoff, Pause, serverClock } from "./timing";

/**
 * Keeps the local copy equal to the server, and sends what waits. Only one tab has one that runs.
 *
 * Mirrors `SyncEngine` of SpotterClient.
 */
export class Engine implements LiveDelegate {
  readonly deviceId: string;
  readonly tasks: Tasks;
  readonly sender: Sender;
  readonly fetcher: ChatFetcher;
  readonly receipts: Receipts;
  #live: Live | null = null;
  #queue: ServerFrame[] = [];
  /** Ends when all events that have arrived are stored. */
  draining: Promise<void> | null = null;
  readonly #pause = new Pause();
  #isStopped = false;

  constructor(
    readonly local: Local,
    readonly http: Http,
    private readonly session: Session,
    readonly passing: (frame: ServerFrame) => void,
    readonly kept: KeptAnswers,
  ) {
    this.deviceId = session.current?.deviceId ?? "web";
    this.tasks = new Tasks(() => this.isOnline);
    this.sender = new Sender(this);
    this.fetcher = new ChatFetcher(this);
    this.receipts = new Receipts(this);
  }

  get isOnline(): boolean {
    return this.local.state.connection.kind === "online";
  }

  get connection(): Live | null {
    return this.#live;
  }

  async run(): Promise<void> {
    await this.sender.restage();
    if (!(await this.#fetchInitialChats())) return;
    const positions = new Map([...this.local.state.chats].map(([id, record]) => [id, record.position]));
    this.#live = new Live(this, positions);
    await this.#live.run();
  }

  stop(): void {
    this.#isStopped = true;
    this.tasks.stop();
    this.#pause.end();
    this.#live?.end();
  }

  reconnectNow(): void {
    this.#pause.end();
    this.#live?.reconnectNow();
  }

  /** With the chats' positions known, no later event is missed. */
  async #fetchInitialChats(): Promise<boolean> {
    const backoff = new Backoff();
    while (!this.#isStopped) {
      if (this.local.state.isLoaded) return true;
      try {
        await this.fetcher.fetchAll();
        return true;
      } catch (failure) {
        const error = asApiError(failure);
        if (!error.isTransient) return false;
        const wait = Math.max(backoff.next(), error.retryAfterMs);
        this.waiting(Date.now() + wait);
        await this.#pause.wait(wait);
      }
    }
    return false;
  }

  // What the connection tells

  token(): string | null {
    return this.session.current?.accessToken ?? null;
  }

  renewed(token: string): Promise<string> {
    return this.session.renewed(token);
  }

  connected(): void {
    this.local.state.setConnection({ kind: "online" });
    this.fetcher.resume();
    this.tasks.start("chats", () => this.fetcher.fetchAll());
    this.tasks.start("inbox", () => this.fetcher.fetchInbox());
    this.tasks.start("blocks", () => this.fetcher.fetchBlocks());
    this.tasks.start("notices", () => this.fetcher.fetchNotices());
    this.receipts.startReads();
    startDrafts(this);
    this.sender.start();
  }

  clockChanged(): void {
    void this.local.database.setMeta("clockOffset", serverClock.offset);
    this.local.state.changes.emit({ kind: "clock" });
  }

  waiting(retryAt: number): void {
    const before = this.local.state.connection;
    const since = before.kind === "waiting" ? before.since : Date.now();
    this.local.state.setConnection({ kind: "waiting", since, retryAt });
  }

  /** Frames are applied in batches, one transaction each: events and positions are stored together. */
  frames(frames: ServerFrame[]): void {
    this.#queue.push(...frames);
    this.draining ??= this.#drain().finally(() => (this.draining = null));
  }

  async #drain(): Promise<void> {
    while (this.#queue.length > 0 && !this.#isStopped) {
      const batch = this.#queue;
      this.#queue = [];
      const place = this.fetcher.keep(batch);
      const outcome = await this.local.change(async (replica) => {
        const outcome = new Outcome();
        for (const frame of batch) outcome.add(await replica.apply(frame));
        return outcome;
      });
      this.fetcher.handle(outcome, place);
      this.fetcher.trim();
      for (const frame of batch) this.#tellOf(frame);
      this.receipts.deliver(batch);
    }
  }

  #tellOf(frame: ServerFrame): void {
    this.passing(frame);
    const member = frame.member as { userId?: string; change?: string } | undefined;
    if (member?.userId === this.local.me && member.change !== "added" && frame.chatId !== undefined) {
      this.#live?.left(frame.chatId);
    }
    if (frame.type === "user.updated" && frame.userId === this.local.me) this.tasks.start("chats", () => this.fetcher.fetchAll());
    if (["message.created", "message.deleted", "inbox.changed"].includes(frame.type)) {
      this.tasks.start("inbox", () => this.fetcher.fetchInbox());
    }
  }
}
