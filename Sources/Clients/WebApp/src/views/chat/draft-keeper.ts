import { UnfinishedTexts } from "../../store/unfinished";
import type { Unfinished } from "../../store/unfinished";
import { Endings } from "../view";
import type { Client } from "../view";

/**
 * Stores what is being written. Every change goes into local storage at once: a browser that closes a tab gives its page
 * little time, or none. A little later, and when the page is hidden, it becomes the chat's draft.
 */
export class DraftKeeper {
  readonly #texts: UnfinishedTexts;
  readonly #endings = new Endings();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly client: Client,
    private readonly chatId: string,
    private readonly read: () => Unfinished,
  ) {
    this.#texts = new UnfinishedTexts(client.me.id);
    // A phone may end a page that is hidden without telling it anything more.
    this.#endings.listen(document, "visibilitychange", () => document.hidden && this.#leave());
    this.#endings.listen(window, "pagehide", () => this.#leave());
  }

  /** What was being changed when the page went away. */
  get interrupted(): Unfinished["editing"] {
    return this.#texts.get(this.chatId)?.editing ?? null;
  }

  changed(): void {
    this.keep();
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.store(), 800);
  }

  keep(): void {
    const now = this.read();
    if (now.text !== "" || now.editing !== null || this.#texts.get(this.chatId) !== null) this.#texts.keep(this.chatId, now);
  }

  async store(): Promise<void> {
    clearTimeout(this.#timer);
    const now = this.read();
    if (this.client.session.current === null || !this.client.state.chats.has(this.chatId)) return;
    // A change of a message is nothing that the server keeps.
    if (now.editing !== null) this.#texts.keep(this.chatId, now);
    await this.client.writing.setDraft(this.chatId, now.text, now.replyTo);
    if (now.editing === null) this.#texts.forget(this.chatId, now);
  }

  close(): void {
    this.#endings.end();
    this.#leave();
  }

  #leave(): void {
    this.keep();
    void this.store();
  }
}
