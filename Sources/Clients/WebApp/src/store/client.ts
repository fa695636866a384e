import type { AuthGrant, ChatResponse, InboxItem, Notice, Presence, User } from "../api/types";
import { Http } from "../api/http";
import { MediaCache } from "../api/media";
import { Session } from "../api/session";
import { Around } from "./around";
import { ChatRequests } from "./chat-requests";
import { Database } from "./database";
import { startDrafts } from "./drafts";
import { Engine } from "./engine";
import { KeptAnswers } from "./kept-answers";
import { KeptSessions } from "./kept-sessions";
import { Local } from "./local";
import type { Touched } from "./local";
import type { Attachment, ServerFrame } from "./model";
import type { Range } from "./ranges";
import { inserted, span } from "./ranges";
import { State } from "./state";
import type { Connection } from "./state";
import { Tabs } from "./tabs";
import { newId, serverClock } from "./timing";
import { Writing } from "./writing";

/** What tabs tell each other. */
type Note =
  | { kind: "touched"; touched: Touched }
  | { kind: "frame"; frame: ServerFrame }
  | { kind: "send"; frame: { type: string } }
  | { kind: "connection"; connection: Connection }
  | { kind: "asking" }
  | { kind: "snapshot"; connection: Connection; presence: Presence[]; inbox: InboxItem[] | null; notices: Notice[] }
  | { kind: "reconnect" }
  | { kind: "begun" }
  | { kind: "ended"; reason: string };

/** All that the views need: what there is to show, and what can be done. */
export class Client {
  readonly state = new State();
  readonly session: Session;
  readonly http: Http;
  readonly requests: ChatRequests;
  readonly media: MediaCache;
  readonly writing = new Writing(this);
  readonly kept: KeptAnswers;
  readonly sessions: KeptSessions;
  readonly around: Around;
  readonly #tabs: Tabs<Note>;
  #localCopy: Local | null = null;
  #engine: Engine | null = null;
  readonly #shown = new Map<string, Range[]>();
  #ending: Promise<void> = Promise.resolve();

  /** Called when the session ended: by the user, or by the server with its reason. */
  onEnd: (reason: string) => void = () => undefined;
  onBegin: () => void = () => undefined;

  private constructor(readonly database: Database) {
    this.session = new Session(database, (reason) => void this.#end(reason, true));
    this.http = new Http(this.session);
    const isSignedIn = () => this.session.current !== null;
    this.kept = new KeptAnswers(database, isSignedIn);
    this.sessions = new KeptSessions(this.kept);
    this.around = new Around(this.http, this.kept, this.sessions, this.state);
    this.requests = new ChatRequests(this.http);
    this.media = new MediaCache(this.http, new KeptAnswers(database, isSignedIn, "picture", 300));
    this.#tabs = new Tabs((note) => this.#heard(note));
    this.state.changes.on((change) => {
      if (change.kind === "connection" && this.#engine !== null) {
        this.#tabs.tell({ kind: "connection", connection: this.state.connection });
      }
    });
  }

  static async open(): Promise<Client> {
    return new Client(await Database.open());
  }

  get me(): User {
    const user = this.session.current?.user;
    if (user === undefined) throw new Error("nobody is signed in");
    return user;
  }

  get local(): Local {
    if (this.#localCopy === null) throw new Error("nobody is signed in");
    return this.#localCopy;
  }

  // The session

  /** Shows what's kept in this browser, then keeps it up to date. @returns whether somebody is signed in. */
  async start(): Promise<boolean> {
    const stored = await this.session.load();
    if (stored === null) return false;
    serverClock.offset = (await this.database.meta<number>("clockOffset")) ?? 0;
    this.#localCopy = new Local(this.database, this.state, stored.user.id, (touched) => {
      this.#tabs.tell({ kind: "touched", touched });
    });
    await this.#localCopy.load();
    const inbox = await this.kept.get<InboxItem[]>("/v1/inbox");
    if (inbox !== undefined) this.state.setInbox(inbox);
    this.state.setNotices((await this.kept.get<Notice[]>("/v1/notices")) ?? []);
    this.state.setBlocked((await this.kept.get<string[]>("/v1/blocks")) ?? []);
    await this.writing.recover();
    this.#tabs.tell({ kind: "asking" });
    this.#tabs.whenLeading(() => this.#lead());
    return true;
  }

  async #lead(): Promise<void> {
    if (this.#localCopy === null) return;
    await this.#localCopy.load();
    const engine = new Engine(this.#localCopy, this.http, this.session, (frame) => {
      // Lists that this tab has fetched for all are in its own state already.
      if (!frame.type.startsWith("web.")) this.state.applyPassing(frame);
      this.#tabs.tell({ kind: "frame", frame });
    }, this.kept);
    this.#engine = engine;
    await engine.run();
  }

  async signIn(grant: AuthGrant): Promise<void> {
    // A session that is ending may still delete what it left.
    await this.#ending;
    const entries = await this.database.read((transaction) => transaction.outbox());
    const previous = await this.database.meta<string>("outboxOwner");
    // What somebody else hadn't sent isn't for the next one.
    if (entries.length > 0 && previous !== grant.user.id) {
      await this.database.write((transaction) => transaction.wipe(false));
    }
    await this.session.begin(grant, newId());
    await this.database.setMeta("outboxOwner", grant.user.id);
    this.#tabs.tell({ kind: "begun" });
    await this.start();
  }

  /** Ends the session on the server, and deletes all that this browser has of it, unsent messages too. */
  async signOut(): Promise<void> {
    await this.http.post("/v1/auth/logout").catch(() => undefined);
    await this.#end("", false);
  }

  async #end(reason: string, keepingOutbox: boolean): Promise<void> {
    const owner = this.session.current?.user.id;
    this.#tabs.tell({ kind: "ended", reason });
    this.#stop();
    this.#ending = this.#wipe(keepingOutbox, owner);
    // At once: what is still on the screen would ask who is signed in.
    this.onEnd(reason);
    await this.#ending;
  }

  async #wipe(keepingOutbox: boolean, owner: string | undefined): Promise<void> {
    await this.database.write((transaction) => transaction.wipe(keepingOutbox));
    if (keepingOutbox && owner !== undefined) await this.database.setMeta("outboxOwner", owner);
  }

  #stop(): void {
    this.#engine?.stop();
    this.#engine = null;
    this.#engineForFetching = null;
    this.session.forget();
    this.#localCopy = null;
    this.state.chats.clear();
    this.state.isLoaded = false;
    this.state.outbox = [];
    this.state.drafts.clear();
    this.state.inbox.clear();
    this.state.hasInbox = false;
    this.state.notices.clear();
    this.around.forget();
    this.state.blocked = new Set();
  }

  // Other tabs

  #heard(note: Note): void {
    switch (note.kind) {
      case "touched":
        void this.#localCopy?.reload(note.touched).then(() => {
          if (note.touched.outbox) this.#engine?.sender.start();
          if (note.touched.drafts) this.sendDrafts();
          this.#engine?.receipts.startReads();
        });
        break;
      case "frame":
        if (note.frame.type === "web.inbox") {
          this.state.setInbox(note.frame.items as InboxItem[]);
        } else if (note.frame.type === "web.blocks") {
          this.state.setBlocked(note.frame.userIds as string[]);
        } else if (note.frame.type === "web.notices") {
          this.state.setNotices(note.frame.notices as Notice[]);
        } else {
          this.state.applyPassing(note.frame);
        }
        break;
      case "send":
        this.#engine?.connection?.send(note.frame);
        break;
      case "connection":
        if (this.#engine === null) this.state.setConnection(note.connection);
        break;
      case "asking":
        if (this.#engine === null) break;
        this.#tabs.tell({
          kind: "snapshot",
          connection: this.state.connection,
          presence: [...this.state.presence.values()],
          inbox: this.state.hasInbox ? [...this.state.inbox.values()] : null,
          notices: [...this.state.notices.values()],
        });
        break;
      case "snapshot":
        if (this.#engine !== null) break;
        for (const presence of note.presence) this.state.presence.set(presence.userId, presence);
        if (note.inbox !== null) this.state.setInbox(note.inbox);
        this.state.setNotices(note.notices);
        this.state.setConnection(note.connection);
        break;
      case "reconnect":
        this.#engine?.reconnectNow();
        break;
      case "begun":
        if (this.#localCopy === null) void this.start().then((isSignedIn) => isSignedIn && this.onBegin());
        break;
      case "ended":
        this.#stop();
        this.onEnd(note.reason);
        break;
    }
  }

  reconnectNow(): void {
    if (this.#engine !== null) this.#engine.reconnectNow();
    else this.#tabs.tell({ kind: "reconnect" });
  }

  #transmit(frame: { type: string; [field: string]: unknown }): void {
    if (this.#engine !== null) this.#engine.connection?.send(frame);
    else this.#tabs.tell({ kind: "send", frame });
  }

  // Messages

  async send(chatId: string, text: string, replyTo: string | null, attachments: Attachment[] = []): Promise<void> {
    await this.writing.send(chatId, text, replyTo, attachments);
    this.#engine?.sender.start();
  }

  async retry(id: string): Promise<void> {
    await this.local.updateEntry(id, (entry) =>
      entry.state.kind === "failed" ? { ...entry, state: { kind: "staged" } } : entry,
    );
    this.#engine?.sender.start();
  }

  /** Discards a message that isn't in flight: one that is may already be stored. @returns whether it's discarded. */
  async discard(id: string): Promise<boolean> {
    let isDone = false;
    await this.local.updateEntry(id, (entry) => {
      isDone = entry.state.kind === "failed" || entry.state.kind === "staged";
      return isDone ? null : entry;
    });
    return isDone;
  }

  sendDrafts(): void {
    if (this.#engine !== null) startDrafts(this.#engine);
  }

  setTyping(chatId: string, isTyping: boolean): void {
    this.#transmit({ type: isTyping ? "typing.start" : "typing.stop", chatId });
  }

  setPresence(status: "online" | "away", chatId: string | null): void {
    this.#transmit({ type: "presence.set", status, ...(chatId === null ? {} : { chatId }) });
  }

  /** A new chat, or the one that there is. */
  async openChat(memberIds: string[], name?: string): Promise<string> {
    const body = name === undefined ? { kind: "direct", memberIds } : { kind: "group", name, memberIds };
    const { chat } = await this.http.post<ChatResponse>("/v1/chats", body);
    if (!this.state.chats.has(chat.id)) {
      await this.local.change((replica) => replica.merge(chat, 0, []));
    }
    return chat.id;
  }

  async setBlocked(userId: string, isBlocked: boolean): Promise<void> {
    await this.http.json(isBlocked ? "PUT" : "DELETE", `/v1/blocks/${userId}`);
    const others = [...this.state.blocked].filter((one) => one !== userId);
    const userIds = isBlocked ? [...others, userId] : others;
    this.kept.put("/v1/blocks", userIds);
    this.state.setBlocked(userIds);
    this.#tabs.tell({ kind: "frame", frame: { type: "web.blocks", userIds } as unknown as ServerFrame });
  }

  // Notices

  /** Whether this tab is the one that works for all. */
  get isLeading(): boolean {
    return this.#engine !== null;
  }

  /** The user has looked at these; their other devices are told. */
  async markNoticesSeen(notices: readonly Notice[]): Promise<void> {
    const unseen = notices.filter(({ seenAt }) => seenAt === null);
    this.state.forgetNotices(unseen.map(({ id }) => id));
    this.kept.put("/v1/notices", [...this.state.notices.values()]);
    const latest = unseen.at(-1);
    if (latest === undefined) return;
    // The server has them in this order, too; a single one says nothing of those before it.
    const isAll = unseen.length > 1 ? "?earlier=true" : "";
    await this.http.post(`/v1/notices/${latest.id}/seen${isAll}`).catch(() => undefined);
  }

  // History

  async loadOlder(chatId: string, before: number): Promise<void> {
    await this.#fetching.fetcher.loadOlder(chatId, before);
  }

  loadNewer(chatId: string, after: number): Promise<boolean> {
    return this.#fetching.fetcher.loadNewer(chatId, after);
  }

  /** Fetches for a tab that doesn't lead go straight into the local copy, too. */
  get #fetching(): Engine {
    this.#engineForFetching ??= this.#engine ?? new Engine(this.local, this.http, this.session, () => undefined, this.kept);
    return this.#engine ?? this.#engineForFetching;
  }

  #engineForFetching: Engine | null = null;

  /**
   * Everything from `after` to `through` was on the screen. The read cursor moves as far as nothing before it is left
   * to show; never past a message that wasn't shown.
   */
  async markShown(chatId: string, after: number, through: number): Promise<void> {
    const record = this.state.chats.get(chatId);
    if (record === undefined || after >= through) return;
    const shown = inserted(this.#shown.get(chatId) ?? [], after + 1, through);
    this.#shown.set(chatId, shown);
    const read = record.chat.readSeq;
    const reached = span(shown, read + 1)?.[1];
    if (reached === undefined || reached <= read) return;
    const isNew = await this.database.write(async (transaction) => {
      if ((await transaction.pendingRead(chatId)) >= reached) return false;
      await transaction.setPendingRead(chatId, reached);
      return true;
    });
    if (!isNew) return;
    if (this.#engine !== null) this.#engine.receipts.startReads();
    else this.#tabs.tell({ kind: "touched", touched: { chats: [], outbox: false, drafts: false } });
  }
}
