import type { BlocksResponse, ChatChangesResponse, ChatResponse, InboxResponse, MessagePage, NoticesResponse, PresenceResponse } from "../api/types";
import { ApiError } from "../api/errors";
import type { Engine } from "./engine";
import { EventBuffer } from "./event-buffer";
import type { ServerFrame } from "./model";
import { Outcome } from "./replica";

/** Fetches chats and parts of their histories. Events that arrive meanwhile are buffered, and applied to the result. */
export class ChatFetcher {
  readonly #buffer = new EventBuffer();
  /** Chats that are being refetched, with the bookmark from which their events are buffered. */
  readonly #refetching = new Map<string, number>();

  constructor(private readonly engine: Engine) {}

  /** Keeps a batch of events for the fetches under way. @returns its place, for `handle`. */
  keep(batch: readonly ServerFrame[]): number {
    return this.#buffer.append(batch);
  }

  trim(): void {
    this.#buffer.trim();
  }

  /** Refetches that a lost connection has interrupted go on. */
  resume(): void {
    for (const chat of this.#refetching.keys()) this.#startRefetch(chat);
  }

  /** Fetches what events couldn't tell. */
  handle(outcome: Outcome, place?: number): void {
    const refetch = new Set(outcome.refetch);
    if (outcome.refetchAll) for (const id of this.engine.local.state.chats.keys()) refetch.add(id);
    for (const id of refetch) {
      if (this.#refetching.has(id)) continue;
      this.#refetching.set(id, this.#buffer.open(place));
      this.#startRefetch(id);
    }
    for (const id of outcome.stale) if (!this.#refetching.has(id)) this.startFetch(id);
    if (outcome.refetchAll) this.engine.tasks.start("chats", () => this.fetchAll());
  }

  async #buffered<Answer>(request: () => Promise<Answer>): Promise<[Answer, ServerFrame[]]> {
    const bookmark = this.#buffer.open();
    try {
      const answer = await request();
      await this.engine.draining;
      return [answer, this.#buffer.close(bookmark)];
    } catch (error) {
      this.#buffer.close(bookmark);
      throw error;
    }
  }

  /** Fetches the chats that the server has otherwise than they are here. */
  async fetchAll(): Promise<void> {
    const { state } = this.engine.local;
    const asked = new Map([...state.chats].map(([id, record]) => [id, record.position]));
    const known: { [id: string]: string } = {};
    for (const [id, { tag, isStale }] of state.chats) if (tag !== undefined && !isStale) known[id] = tag;
    const [{ chats, gone }, frames] = await this.#buffered(() =>
      this.engine.http.post<ChatChangesResponse>("/v1/chats/changes", { known }));
    const outcome = await this.engine.local.change(async (replica) => {
      const outcome = new Outcome();
      for (const { chat, tag } of chats) {
        if (!this.#refetching.has(chat.id)) outcome.add(await replica.merge(chat, asked.get(chat.id) ?? 0, frames, tag));
      }
      // Chats that are gone from the list, unless an event of theirs has arrived since.
      const there = new Set([...chats.map(({ chat }) => chat.id), ...Object.keys(known), ...frames.map(({ chatId }) => chatId)]);
      for (const id of gone) if (!frames.some(({ chatId }) => chatId === id)) there.delete(id);
      for (const id of asked.keys()) if (!there.has(id)) outcome.add(await replica.removeChat(id));
      return outcome;
    });
    state.isLoaded = true;
    if (chats.length === 0) state.changes.emit({ kind: "chats", ids: new Set() });
    this.handle(outcome);
    for (const id of state.chats.keys()) this.engine.receipts.startUndelivered(id);
    this.engine.tasks.start("presence", () => this.#fetchPresence());
  }

  startFetch(id: string): void {
    this.engine.tasks.start(`chat ${id}`, () => this.#fetch(id));
  }

  async #fetch(id: string): Promise<void> {
    const asked = this.engine.local.state.chats.get(id)?.position ?? 0;
    const [chat, frames] = await this.#buffered(() => this.#existing<ChatResponse>(`/v1/chats/${id}`));
    this.handle(
      await this.engine.local.change((replica) =>
        chat === null ? replica.removeChat(id) : replica.merge(chat.chat, asked, frames),
      ),
    );
  }

  #startRefetch(id: string): void {
    this.engine.tasks.start(`refetch ${id}`, () => this.#refetch(id));
  }

  async #refetch(id: string): Promise<void> {
    const bookmark = this.#refetching.get(id);
    if (bookmark === undefined) return;
    const chat = await this.#existing<ChatResponse>(`/v1/chats/${id}`);
    const page = chat && (await this.#existing<MessagePage>(`/v1/chats/${id}/messages`));
    this.#refetching.delete(id);
    await this.engine.draining;
    const frames = this.#buffer.close(bookmark);
    const outcome = await this.engine.local.change((replica) =>
      chat === null || page === null ? replica.removeChat(id) : replica.reset(chat.chat, page, frames),
    );
    this.handle(outcome);
    if (chat !== null) this.engine.receipts.startUndelivered(id);
  }

  /** `null` if the chat isn't there for the user. */
  async #existing<Answer>(path: string): Promise<Answer | null> {
    try {
      return await this.engine.http.get<Answer>(path);
    } catch (error) {
      if (error instanceof ApiError && error.meansUnknownChat) return null;
      throw error;
    }
  }

  async fetchInbox(): Promise<void> {
    const { items } = await this.engine.http.get<InboxResponse>("/v1/inbox");
    this.engine.passing({ type: "web.inbox", items });
    this.engine.kept.put("/v1/inbox", items);
    this.engine.local.state.setInbox(items);
  }

  async fetchBlocks(): Promise<void> {
    const { blocks } = await this.engine.http.get<BlocksResponse>("/v1/blocks");
    const userIds = blocks.map(({ userId }) => userId);
    this.engine.kept.put("/v1/blocks", userIds);
    this.engine.passing({ type: "web.blocks", userIds });
    this.engine.local.state.setBlocked(userIds);
  }

  async fetchNotices(): Promise<void> {
    const { state } = this.engine.local;
    const asked = new Set(state.notices.keys());
    const { notices } = await this.engine.http.get<NoticesResponse>("/v1/notices");
    state.setNotices(notices, asked);
    const known = [...state.notices.values()];
    this.engine.kept.put("/v1/notices", known);
    this.engine.passing({ type: "web.notices", notices: known });
  }

  async #fetchPresence(): Promise<void> {
    const people = new Set<string>();
    for (const { chat } of this.engine.local.state.chats.values()) {
      for (const member of chat.members) if (member.userId !== this.engine.local.me) people.add(member.userId);
    }
    // The server takes a hundred at a time.
    for (let ids = [...people]; ids.length > 0; ids = ids.slice(100)) {
      const path = `/v1/presence?userIds=${ids.slice(0, 100).join(",")}`;
      const { presence } = await this.engine.http.get<PresenceResponse>(path);
      for (const one of presence) this.engine.passing({ type: "presence", ...one });
    }
  }

  // History

  /** Fetches messages before a position, as given by a gap. */
  async loadOlder(chatId: string, before: number, limit = 60): Promise<void> {
    const path = `/v1/chats/${chatId}/messages?limit=${limit}`;
    await this.#loadPage(chatId, (asked) => {
      const isLatest = before > asked;
      return { path: isLatest ? path : `${path}&before=${before}`, place: () => ({ through: isLatest ? asked : before - 1 }) };
    });
  }

  /** Fetches messages after a position. @returns whether more is known than before. */
  async loadNewer(chatId: string, after: number, limit = 200): Promise<boolean> {
    const path = `/v1/chats/${chatId}/messages?after=${after}&limit=${limit}`;
    return this.#loadPage(chatId, (asked) => ({ path, place: (page) => {
      const through = Math.min(page.hasMore ? page.messages.at(-1)?.seq ?? after : asked, asked);
      return through <= after ? null : { after, through };
    } }));
  }

  /** Fetches a page until none of its messages is older than what is stored. @returns whether there was anything. */
  async #loadPage(chatId: string, query: (asked: number) => PageQuery): Promise<boolean> {
    for (let attempt = 0; attempt < maxRepeats; attempt += 1) {
      const asked = this.engine.local.state.chats.get(chatId)?.position ?? 0;
      const { path, place } = query(asked);
      const [page, frames] = await this.#buffered(() => this.engine.http.get<MessagePage>(path));
      const where = place(page);
      if (where === null) return false;
      const outcome = await this.engine.local.change((replica) => replica.addPage(page, chatId, { ...where, asked }, frames));
      this.handle(outcome);
      if (!outcome.repeat) return true;
    }
    return false;
  }
}

/** A page that is overtaken by events as often as this is left for later. */
const maxRepeats = 4;

interface PageQuery {
  path: string;
  /** Which part of the history the page is; `null` if it adds nothing. */
  place: (page: MessagePage) => { after?: number; through: number } | null;
}
