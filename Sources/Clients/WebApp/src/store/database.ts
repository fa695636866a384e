import type { Message } from "../api/types";
import type { CachedChat, OutboxEntry, PendingDraft } from "./model";

const version = 1;

/** Waits for a request. Within a transaction nothing else may be awaited, or it commits. */
export function wait<Value>(request: IDBRequest<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

function abort(transaction: IDBTransaction): void {
  try {
    transaction.abort();
  } catch {
    // It has already ended.
  }
}

const highest = Number.MAX_SAFE_INTEGER;

/** What this browser keeps: the session, chats, the known parts of their histories, and what waits to be sent. */
export class Database {
  readonly #running = new Set<IDBTransaction>();
  #isLeft = false;

  private constructor(private readonly db: IDBDatabase) {
    // WebKit keeps a page that is left with its transactions open, and whatever the next page asks for waits for them for ever.
    addEventListener("pagehide", ({ persisted }) => {
      this.#isLeft ||= persisted;
      if (persisted) for (const one of this.#running) abort(one);
    });
  }

  static async open(name = "spotter"): Promise<Database> {
    const request = indexedDB.open(name, version);
    request.onupgradeneeded = () => {
      const db = request.result;
      db.createObjectStore("meta");
      db.createObjectStore("chats", { keyPath: "chat.id" });
      const messages = db.createObjectStore("messages", { keyPath: ["chatId", "seq"] });
      messages.createIndex("id", "id");
      messages.createIndex("replyTo", "replyTo");
      db.createObjectStore("outbox", { keyPath: "id" });
      db.createObjectStore("reads");
      db.createObjectStore("drafts", { keyPath: "chatId" });
    };
    const db = await wait(request);
    // Another tab deletes the database on log-out.
    db.onversionchange = () => db.close();
    return new Database(db);
  }

  static async remove(name = "spotter"): Promise<void> {
    await wait(indexedDB.deleteDatabase(name));
  }

  close(): void {
    this.db.close();
  }

  #begin(stores: string | string[], mode: IDBTransactionMode = "readonly", options?: IDBTransactionOptions): IDBTransaction {
    if (this.#isLeft) throw new Error("the page was left");
    const transaction = this.db.transaction(stores, mode, options);
    this.#running.add(transaction);
    for (const end of ["complete", "abort"]) transaction.addEventListener(end, () => this.#running.delete(transaction));
    return transaction;
  }

  async meta<Value>(key: string): Promise<Value | undefined> {
    return wait(this.#begin("meta").objectStore("meta").get(key));
  }

  async setMeta(key: string, value: unknown): Promise<void> {
    await wait(this.#begin("meta", "readwrite").objectStore("meta").put(value, key));
  }

  async removeMeta(key: string): Promise<void> {
    await wait(this.#begin("meta", "readwrite").objectStore("meta").delete(key));
  }

  /** Stores a value among those of a list of keys. Only the `most` that were stored last stay. */
  async keep(list: string, key: string, value: unknown, most: number): Promise<void> {
    const store = this.#begin("meta", "readwrite").objectStore("meta");
    const known = (await wait<string[] | undefined>(store.get(list))) ?? [];
    const keys = [key, ...known.filter((one) => one !== key)];
    for (const old of keys.splice(most)) void store.delete(old);
    void store.put(value, key);
    await wait(store.put(keys, list));
  }

  /** Runs `body` in one transaction over everything; what it writes is stored together or not at all. */
  async write<Value>(body: (transaction: Transaction) => Promise<Value>): Promise<Value> {
    const transaction = this.#begin(
      ["meta", "chats", "messages", "outbox", "reads", "drafts"],
      "readwrite",
      { durability: "strict" },
    );
    const done = new Promise<void>((resolve, reject) => {
      transaction.oncomplete = () => resolve();
      transaction.onabort = () => reject(transaction.error ?? new Error("the local copy can't be written"));
    });
    let value: Value;
    try {
      value = await body(new Transaction(transaction));
    } catch (error) {
      done.catch(() => undefined);
      abort(transaction);
      throw error;
    }
    await done;
    return value;
  }

  async read<Value>(body: (transaction: Transaction) => Promise<Value>): Promise<Value> {
    return body(new Transaction(this.#begin(["chats", "messages", "outbox", "reads", "drafts"])));
  }
}

/** The requests of one transaction. */
export class Transaction {
  constructor(private readonly transaction: IDBTransaction) {}

  #store(name: string): IDBObjectStore {
    return this.transaction.objectStore(name);
  }

  // Chats

  chats(): Promise<CachedChat[]> {
    return wait(this.#store("chats").getAll());
  }

  chat(id: string): Promise<CachedChat | undefined> {
    return wait(this.#store("chats").get(id));
  }

  async save(record: CachedChat): Promise<void> {
    await wait(this.#store("chats").put(record));
  }

  async removeChat(id: string): Promise<void> {
    await wait(this.#store("chats").delete(id));
    await this.removeMessages(id);
    await wait(this.#store("reads").delete(id));
    await wait(this.#store("drafts").delete(id));
    await wait(this.#store("meta").delete(`attached ${id}`));
  }

  // Messages

  async message(id: string): Promise<Message | undefined> {
    return wait(this.#store("messages").index("id").get(id));
  }

  async put(message: Message): Promise<void> {
    if (message.deletedAt !== null) await this.#removePictures(await this.message(message.id));
    await wait(this.#store("messages").put(message));
  }

  async removeMessages(chatId: string): Promise<void> {
    const all = IDBKeyRange.bound([chatId, 0], [chatId, highest]);
    for (const message of await wait<Message[]>(this.#store("messages").getAll(all))) await this.#removePictures(message);
    await wait(this.#store("messages").delete(all));
  }

  /** What `MediaCache` has kept of a message goes with it. */
  async #removePictures(message: Message | undefined): Promise<void> {
    for (const { id } of message?.media ?? []) {
      for (const part of ["thumbnail", "content"]) await wait(this.#store("meta").delete(`picture /v1/media/${id}/${part}`));
    }
  }

  async replies(id: string): Promise<Message[]> {
    return wait(this.#store("messages").index("replyTo").getAll(id));
  }

  /** Messages from `low` to `high`, both included, oldest first. */
  async messages(chatId: string, low: number, high: number, limit?: number): Promise<Message[]> {
    if (low > high) return [];
    return wait(this.#store("messages").getAll(IDBKeyRange.bound([chatId, low], [chatId, high]), limit));
  }

  /** The last `limit` messages up to `high`, oldest first. */
  async latest(chatId: string, low: number, high: number, limit: number): Promise<Message[]> {
    if (low > high) return [];
    const range = IDBKeyRange.bound([chatId, low], [chatId, high]);
    const request = this.#store("messages").openCursor(range, "prev");
    const found: Message[] = [];
    return new Promise((resolve, reject) => {
      request.onerror = () => reject(request.error);
      request.onsuccess = () => {
        const cursor = request.result;
        if (cursor !== null && found.push(cursor.value as Message) < limit) cursor.continue();
        else resolve(found.reverse());
      };
    });
  }

  // What waits to be sent

  outbox(): Promise<OutboxEntry[]> {
    return wait(this.#store("outbox").getAll());
  }

  entry(id: string): Promise<OutboxEntry | undefined> {
    return wait(this.#store("outbox").get(id));
  }

  async putEntry(entry: OutboxEntry): Promise<void> {
    await wait(this.#store("outbox").put(entry));
  }

  async removeEntry(id: string): Promise<void> {
    await wait(this.#store("outbox").delete(id));
  }

  async pendingReads(): Promise<[chatId: string, seq: number][]> {
    const store = this.#store("reads");
    const [keys, values] = [await wait(store.getAllKeys()), await wait(store.getAll())];
    return keys.map((key, index) => [String(key), Number(values[index])]);
  }

  async pendingRead(chatId: string): Promise<number> {
    return (await wait<number | undefined>(this.#store("reads").get(chatId))) ?? 0;
  }

  async setPendingRead(chatId: string, seq: number): Promise<void> {
    await wait(this.#store("reads").put(seq, chatId));
  }

  async removePendingRead(chatId: string): Promise<void> {
    await wait(this.#store("reads").delete(chatId));
  }

  pendingDrafts(): Promise<PendingDraft[]> {
    return wait(this.#store("drafts").getAll());
  }

  async setPendingDraft(draft: PendingDraft): Promise<void> {
    await wait(this.#store("drafts").put(draft));
  }

  async pendingDraft(chatId: string): Promise<PendingDraft | undefined> {
    return wait(this.#store("drafts").get(chatId));
  }

  async removePendingDraft(chatId: string): Promise<void> {
    await wait(this.#store("drafts").delete(chatId));
  }

  /** Deletes what the server has as well, and the outbox too unless it's kept. */
  async wipe(keepingOutbox: boolean): Promise<void> {
    const names = ["meta", "chats", "messages", "reads", "drafts"];
    for (const name of keepingOutbox ? names : [...names, "outbox"]) await wait(this.#store(name).clear());
  }
}
