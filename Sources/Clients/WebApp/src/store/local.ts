import type { Database, Transaction } from "./database";
import { Outcome, Replica } from "./replica";
import type { OutboxEntry, PendingDraft } from "./model";
import type { State } from "./state";
import { serverClock } from "./timing";

/** What a change touched, for other tabs: they read it from the database. */
export interface Touched {
  chats: string[];
  outbox: boolean;
  drafts: boolean;
}

/** Writes to the local copy, and keeps the tab's state beside it. */
export class Local {
  constructor(
    readonly database: Database,
    readonly state: State,
    readonly me: string,
    private readonly tell: (touched: Touched) => void,
  ) {}

  async load(): Promise<void> {
    await this.reload({ chats: [], outbox: true, drafts: true }, true);
  }

  /** Reads what another tab has changed. */
  async reload(touched: Touched, all = false): Promise<void> {
    const { state } = this;
    await this.database.read(async (transaction) => {
      if (all) {
        state.chats = new Map((await transaction.chats()).map((record) => [record.chat.id, record]));
      }
      await this.#refresh(transaction, touched);
    });
    if (state.chats.size > 0) state.isLoaded = true;
    state.changes.emit({ kind: "chats", ids: new Set(all ? state.chats.keys() : touched.chats) });
  }

  async #refresh(transaction: Transaction, touched: Touched): Promise<void> {
    for (const id of touched.chats) {
      const record = await transaction.chat(id);
      if (record === undefined) this.state.chats.delete(id);
      else this.state.chats.set(id, record);
    }
    if (touched.outbox) this.state.outbox = await transaction.outbox();
    if (touched.drafts) {
      this.state.drafts = new Map((await transaction.pendingDrafts()).map((draft) => [draft.chatId, draft]));
    }
  }

  /** Changes the replica in one transaction, then what's shown. */
  async change(body: (replica: Replica, transaction: Transaction) => Promise<Outcome>): Promise<Outcome> {
    let touched: Touched = { chats: [], outbox: true, drafts: false };
    const outcome = await this.database.write(async (transaction) => {
      const outcome = await body(new Replica(this.me, transaction), transaction);
      touched = { ...touched, chats: [...outcome.changed] };
      if (touched.chats.length > 0) await this.#refresh(transaction, touched);
      return outcome;
    });
    if (touched.chats.length > 0) this.#publish(touched);
    return outcome;
  }

  #publish(touched: Touched, chatId?: string): void {
    this.tell(touched);
    this.state.changes.emit({ kind: "chats", ids: new Set(chatId === undefined ? touched.chats : [chatId]) });
  }

  // The outbox

  /** Puts a message into the outbox; it's shown at once. */
  async enqueue(entry: Omit<OutboxEntry, "writtenAt" | "state">): Promise<OutboxEntry> {
    const full: OutboxEntry = {
      ...entry,
      writtenAt: new Date(serverClock.now()).toISOString(),
      state: { kind: "staged" },
    };
    this.state.outbox = [...this.state.outbox, full];
    this.state.changes.emit({ kind: "chats", ids: new Set([entry.chatId]) });
    const touched = { chats: [], outbox: true, drafts: false };
    await this.database.write(async (transaction) => {
      await transaction.putEntry(full);
      // What was read meanwhile didn't have it yet.
      await this.#refresh(transaction, touched);
    });
    this.#publish(touched, entry.chatId);
    return full;
  }

  /** Changes an entry that is still there. */
  async updateEntry(id: string, body: (entry: OutboxEntry) => OutboxEntry | null): Promise<OutboxEntry | null> {
    const after = await this.database.write(async (transaction) => {
      const entry = await transaction.entry(id);
      if (entry === undefined) return null;
      const changed = body(entry);
      if (changed === null) await transaction.removeEntry(id);
      else await transaction.putEntry(changed);
      await this.#refresh(transaction, { chats: [], outbox: true, drafts: false });
      return changed ?? entry;
    });
    if (after !== null) this.#publish({ chats: [], outbox: true, drafts: false }, after.chatId);
    return after;
  }

  // Drafts

  async setDraft(draft: PendingDraft): Promise<void> {
    this.state.drafts.set(draft.chatId, draft);
    await this.database.write(async (transaction) => {
      await transaction.setPendingDraft(draft);
      await this.#refresh(transaction, { chats: [], outbox: false, drafts: true });
    });
    this.#publish({ chats: [], outbox: false, drafts: true }, draft.chatId);
  }

  async removeDraft(sent: PendingDraft): Promise<void> {
    await this.database.write(async (transaction) => {
      const pending = await transaction.pendingDraft(sent.chatId);
      if (pending?.updatedAt === sent.updatedAt) await transaction.removePendingDraft(sent.chatId);
      await this.#refresh(transaction, { chats: [], outbox: false, drafts: true });
    });
    this.#publish({ chats: [], outbox: false, drafts: true }, sent.chatId);
  }

  /** The draft of a chat: this device's own until the server has it. */
  draft(chatId: string): { text: string; replyTo: string | null } | null {
    return this.state.drafts.get(chatId) ?? this.state.chats.get(chatId)?.chat.draft ?? null;
  }
}
