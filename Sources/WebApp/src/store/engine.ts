import type { Http } from "../api/http";
import type { ChatResponse, ChatsResponse, InboxResponse, MessagePage, PresenceResponse, ReadPosition } from "../api/types";
import { ApiError, asApiError } from "../api/errors";
import type { Session } from "../api/session";
import { EventBuffer } from "./event-buffer";
import { Live } from "./live";
import type { LiveDelegate } from "./live";
import type { Local } from "./local";
import type { ServerFrame } from "./model";
import { endAfter } from "./ranges";
import { Outcome } from "./replica";
import { Sender } from "./sender";
import { Tasks } from "./tasks";
import { Backoff, Pause, serverClock } from "./timing";

/** Most messages of a chat that are fetched only to have them; the rest comes when the chat is opened. */
const maxUndelivered = 1000;

/**
 * Keeps the local copy equal to the server, and sends what waits. Only one tab has one that runs.
 *
 * Mirrors `SyncEngine` of SpotterClient.
 */
export class Engine implements LiveDelegate {
  readonly deviceId: string;
  readonly tasks: Tasks;
  readonly sender: Sender;
  private live: Live | null = null;
  private readonly buffer = new EventBuffer();
  /** Chats that are being refetched, with the bookmark from which their events are buffered. */
  private readonly refetching = new Map<string, number>();
  private queue: ServerFrame[] = [];
  private draining: Promise<void> | null = null;
  private readonly pause = new Pause();
  private isStopped = false;

  constructor(
    readonly local: Local,
    readonly http: Http,
    private readonly session: Session,
    private readonly passing: (frame: ServerFrame) => void,
  ) {
    this.deviceId = session.current?.deviceId ?? "web";
    this.tasks = new Tasks(() => this.isOnline);
    this.sender = new Sender(this);
  }

  get isOnline(): boolean {
    return this.local.state.connection.kind === "online";
  }

  get connection(): Live | null {
    return this.live;
  }

  async run(): Promise<void> {
    await this.sender.restage();
    if (!(await this.fetchInitialChats())) return;
    const positions = new Map([...this.local.state.chats].map(([id, record]) => [id, record.position]));
    this.live = new Live(this, positions);
    await this.live.run();
  }

  stop(): void {
    this.isStopped = true;
    this.tasks.stop();
    this.pause.end();
    this.live?.end();
  }

  reconnectNow(): void {
    this.pause.end();
    this.live?.reconnectNow();
  }

  /** With the chats' positions known, no later event is missed. */
  private async fetchInitialChats(): Promise<boolean> {
    const backoff = new Backoff();
    while (!this.isStopped) {
      if (this.local.state.isLoaded) return true;
      try {
        await this.fetchAll();
        return true;
      } catch (failure) {
        const error = asApiError(failure);
        if (!error.isTransient) return false;
        const wait = Math.max(backoff.next(), error.retryAfterMs);
        this.waiting(Date.now() + wait);
        await this.pause.wait(wait);
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
    for (const chat of this.refetching.keys()) this.startRefetch(chat);
    this.tasks.start("chats", () => this.fetchAll());
    this.tasks.start("inbox", () => this.fetchInbox());
    this.startReads();
    this.startDrafts();
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
    this.queue.push(...frames);
    this.draining ??= this.drain().finally(() => (this.draining = null));
  }

  private async drain(): Promise<void> {
    while (this.queue.length > 0 && !this.isStopped) {
      const batch = this.queue;
      this.queue = [];
      const place = this.buffer.append(batch);
      const outcome = await this.local.change(async (replica) => {
        const outcome = new Outcome();
        for (const frame of batch) outcome.add(await replica.apply(frame));
        return outcome;
      });
      this.handle(outcome, place);
      this.buffer.trim();
      for (const frame of batch) this.tellOf(frame);
      this.deliver(batch);
    }
  }

  private tellOf(frame: ServerFrame): void {
    this.passing(frame);
    const member = frame.member as { userId?: string; change?: string } | undefined;
    if (member?.userId === this.local.me && member.change !== "added" && frame.chatId !== undefined) {
      this.live?.left(frame.chatId);
    }
    if (frame.type === "user.updated" && frame.userId === this.local.me) this.tasks.start("chats", () => this.fetchAll());
    if (["message.created", "message.deleted", "inbox.changed"].includes(frame.type)) {
      this.tasks.start("inbox", () => this.fetchInbox());
    }
  }

  private handle(outcome: Outcome, place?: number): void {
    const refetch = new Set(outcome.refetch);
    if (outcome.refetchAll) for (const id of this.local.state.chats.keys()) refetch.add(id);
    for (const id of refetch) {
      if (this.refetching.has(id)) continue;
      this.refetching.set(id, this.buffer.open(place));
      this.startRefetch(id);
    }
    for (const id of outcome.stale) if (!this.refetching.has(id)) this.startFetch(id);
    if (outcome.refetchAll) this.tasks.start("chats", () => this.fetchAll());
  }

  // Fetching: events that arrive meanwhile are buffered, and applied to the result

  private async buffered<Answer>(request: () => Promise<Answer>): Promise<[Answer, ServerFrame[]]> {
    const bookmark = this.buffer.open();
    try {
      const answer = await request();
      await this.draining;
      return [answer, this.buffer.close(bookmark)];
    } catch (error) {
      this.buffer.close(bookmark);
      throw error;
    }
  }

  async fetchAll(): Promise<void> {
    const { state } = this.local;
    const asked = new Map([...state.chats].map(([id, record]) => [id, record.position]));
    const [{ chats }, frames] = await this.buffered(() => this.http.get<ChatsResponse>("/v1/chats?empty=true"));
    const outcome = await this.local.change(async (replica) => {
      const outcome = new Outcome();
      for (const chat of chats) {
        if (!this.refetching.has(chat.id)) outcome.add(await replica.merge(chat, asked.get(chat.id) ?? 0, frames));
      }
      // Chats that are gone from the list, unless an event of theirs has arrived since.
      const known = new Set([...chats.map(({ id }) => id), ...frames.map(({ chatId }) => chatId)]);
      for (const id of asked.keys()) if (!known.has(id)) outcome.add(await replica.removeChat(id));
      return outcome;
    });
    state.isLoaded = true;
    if (chats.length === 0) state.changes.emit({ kind: "chats", ids: new Set() });
    this.handle(outcome);
    for (const chat of chats) this.startUndelivered(chat.id);
    this.tasks.start("presence", () => this.fetchPresence());
  }

  startFetch(id: string): void {
    this.tasks.start(`chat ${id}`, () => this.fetch(id));
  }

  private async fetch(id: string): Promise<void> {
    const asked = this.local.state.chats.get(id)?.position ?? 0;
    const [chat, frames] = await this.buffered(() => this.existing<ChatResponse>(`/v1/chats/${id}`));
    this.handle(
      await this.local.change((replica) =>
        chat === null ? replica.removeChat(id) : replica.merge(chat.chat, asked, frames),
      ),
    );
  }

  private startRefetch(id: string): void {
    this.tasks.start(`refetch ${id}`, () => this.refetch(id));
  }

  private async refetch(id: string): Promise<void> {
    const bookmark = this.refetching.get(id);
    if (bookmark === undefined) return;
    const chat = await this.existing<ChatResponse>(`/v1/chats/${id}`);
    const page = chat && (await this.existing<MessagePage>(`/v1/chats/${id}/messages`));
    this.refetching.delete(id);
    await this.draining;
    const frames = this.buffer.close(bookmark);
    const outcome = await this.local.change((replica) =>
      chat === null || page === null ? replica.removeChat(id) : replica.reset(chat.chat, page, frames),
    );
    this.handle(outcome);
    if (chat !== null) this.startUndelivered(id);
  }

  /** `null` if the chat isn't there for the user. */
  private async existing<Answer>(path: string): Promise<Answer | null> {
    try {
      return await this.http.get<Answer>(path);
    } catch (error) {
      if (error instanceof ApiError && error.meansUnknownChat) return null;
      throw error;
    }
  }

  private async fetchInbox(): Promise<void> {
    const { items } = await this.http.get<InboxResponse>("/v1/inbox");
    this.local.state.inbox = new Map(items.map((item) => [item.chatId, item]));
    this.passing({ type: "web.inbox", items });
    this.local.state.changes.emit({ kind: "inbox" });
  }

  private async fetchPresence(): Promise<void> {
    const people = new Set<string>();
    for (const { chat } of this.local.state.chats.values()) {
      for (const member of chat.members) if (member.userId !== this.local.me) people.add(member.userId);
    }
    const ids = [...people].slice(0, 100);
    if (ids.length === 0) return;
    const { presence } = await this.http.get<PresenceResponse>(`/v1/presence?userIds=${ids.join(",")}`);
    for (const one of presence) this.passing({ type: "presence", ...one });
  }

  // History

  /** Fetches messages before a position, as given by a gap. */
  async loadOlder(chatId: string, before: number, limit = 60): Promise<void> {
    const asked = this.local.state.chats.get(chatId)?.position ?? 0;
    const path = `/v1/chats/${chatId}/messages?limit=${limit}`;
    const end = before > asked ? asked : before - 1;
    const query = before > asked ? "" : `&before=${before}`;
    const [page, frames] = await this.buffered(() => this.http.get<MessagePage>(path + query));
    this.handle(
      await this.local.change((replica) => replica.addPage(page, chatId, { through: end, asked }, frames)),
    );
  }

  /** Fetches messages after a position. @returns whether more is known than before. */
  async loadNewer(chatId: string, after: number, limit = 200): Promise<boolean> {
    const asked = this.local.state.chats.get(chatId)?.position ?? 0;
    const path = `/v1/chats/${chatId}/messages?after=${after}&limit=${limit}`;
    const [page, frames] = await this.buffered(() => this.http.get<MessagePage>(path));
    const through = Math.min(page.hasMore ? page.messages.at(-1)?.seq ?? after : asked, asked);
    if (through <= after) return false;
    this.handle(
      await this.local.change((replica) => replica.addPage(page, chatId, { after, through, asked }, frames)),
    );
    return true;
  }

  // Receipts: a message is delivered once this device has stored it, and everything before it

  private deliver(frames: ServerFrame[]): void {
    const chats = new Set<string>();
    for (const frame of frames) {
      const sender = (frame.message as { senderId?: string } | undefined)?.senderId;
      if (frame.type === "message.created" && sender !== this.local.me) chats.add(String(frame.chatId));
    }
    for (const id of chats) this.startUndelivered(id);
  }

  private startUndelivered(id: string): void {
    const record = this.local.state.chats.get(id);
    const mine = record?.chat.members.find(({ userId }) => userId === this.local.me);
    const last = record?.chat.lastMessage;
    if (record === undefined || mine === undefined || !last || mine.deliveredSeq >= last.seq) return;
    if (record.chat.unread === 0 && last.senderId === this.local.me) return;
    this.tasks.start(`undelivered ${id}`, () => this.fetchUndelivered(id, mine.deliveredSeq));
  }

  private async fetchUndelivered(id: string, delivered: number): Promise<void> {
    for (let fetched = 0; fetched < maxUndelivered; fetched += 200) {
      const record = this.local.state.chats.get(id);
      if (record === undefined) return;
      const end = endAfter(record.known, delivered, record.position);
      if (end > delivered) this.live?.send({ type: "receipt.delivered", chatId: id, seq: end });
      if (end >= record.position || !(await this.loadNewer(id, end))) return;
    }
  }

  startReads(): void {
    this.tasks.start("reads", async () => {
      for (const [id, seq] of await this.local.database.read((transaction) => transaction.pendingReads())) {
        await this.sendRead(id, seq);
      }
    });
  }

  private async sendRead(id: string, seq: number): Promise<void> {
    let reached: number | null = null;
    try {
      reached = (await this.http.post<ReadPosition>(`/v1/chats/${id}/read`, { seq })).readSeq;
    } catch (error) {
      if (!(error instanceof ApiError) || error.isTransient || error.meansSessionEnd) throw error;
      // The chat is gone, so nothing is left to read.
    }
    const outcome = await this.local.change(async (replica, transaction) => {
      if ((await transaction.pendingRead(id)) <= seq) await transaction.removePendingRead(id);
      const record = await transaction.chat(id);
      if (record === undefined || reached === null) return new Outcome();
      await replica.markRead(record, reached);
      await transaction.save(record);
      return Outcome.of({ changed: id, stale: record.isStale && id });
    });
    this.handle(outcome);
  }

  startDrafts(): void {
    this.tasks.start("drafts", async () => {
      for (const draft of await this.local.database.read((transaction) => transaction.pendingDrafts())) {
        const { chatId, text, replyTo } = draft;
        try {
          if (text === "") await this.http.json("DELETE", `/v1/chats/${chatId}/draft`);
          else await this.http.json("PUT", `/v1/chats/${chatId}/draft`, { text, replyTo });
        } catch (error) {
          if (!(error instanceof ApiError) || error.isTransient || error.meansSessionEnd) throw error;
        }
        await this.local.removeDraft(draft);
        this.startFetch(chatId);
      }
    });
  }
}
