/** What somebody is just writing in a chat. */
export interface Unfinished {
  text: string;
  replyTo: string | null;
  /** The own message that is being changed, with its text so far. */
  editing: { messageId: string; text: string } | null;
}

/** A message on its way from the field into the outbox. It keeps its id, under which the server takes it only once. */
export interface Leaving {
  id: string;
  chatId: string;
  text: string;
  replyTo: string | null;
}

/**
 * What is being written when a page goes away. A transaction of the database that begins then may never end, but local
 * storage has it at once. Each account has its own, since a browser may be handed on.
 */
export class UnfinishedTexts {
  readonly #texts: Items<Unfinished>;
  readonly #messages: Items<Leaving>;

  constructor(userId: string) {
    this.#texts = new Items(`writing ${userId} `);
    this.#messages = new Items(`leaving ${userId} `);
  }

  keep(chatId: string, unfinished: Unfinished): void {
    this.#texts.set(chatId, unfinished);
  }

  /** Forgets what is stored elsewhere by now, unless something newer has been kept. */
  forget(chatId: string, stored: Unfinished): void {
    if (JSON.stringify(this.get(chatId)) === JSON.stringify(stored)) this.#texts.remove(chatId);
  }

  get(chatId: string): Unfinished | null {
    return this.#texts.get(chatId);
  }

  all(): [chatId: string, unfinished: Unfinished][] {
    return this.#texts.all();
  }

  leaves(message: Leaving): void {
    this.#messages.set(message.id, message);
  }

  hasLeft(id: string): void {
    this.#messages.remove(id);
  }

  /** In the order of writing. */
  get leaving(): Leaving[] {
    return this.#messages.all().sort(([a], [b]) => (a < b ? -1 : 1)).map(([, message]) => message);
  }
}

/** Values in local storage whose keys begin alike. */
class Items<Value> {
  constructor(private readonly prefix: string) {}

  set(key: string, value: Value): void {
    try {
      localStorage.setItem(this.prefix + key, JSON.stringify(value));
    } catch {
      // The storage is full or forbidden; the database still gets it, if it can.
    }
  }

  get(key: string): Value | null {
    try {
      return JSON.parse(localStorage.getItem(this.prefix + key) ?? "null") as Value | null;
    } catch {
      return null;
    }
  }

  remove(key: string): void {
    localStorage.removeItem(this.prefix + key);
  }

  all(): [key: string, value: Value][] {
    const keys = Object.keys(localStorage).filter((key) => key.startsWith(this.prefix)).map((key) => key.slice(this.prefix.length));
    return keys.flatMap((key) => {
      const value = this.get(key);
      return value === null ? [] : [[key, value] as [string, Value]];
    });
  }
}
