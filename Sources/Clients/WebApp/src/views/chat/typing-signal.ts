import type { Client } from "../view";

/** Tells the others of a chat that something is being written, at most every three seconds. */
export class TypingSignal {
  #until = 0;

  constructor(private readonly client: Client, private readonly chatId: string) {}

  start(): void {
    const now = Date.now();
    if (now <= this.#until) return;
    this.#until = now + 3000;
    this.client.setTyping(this.chatId, true);
  }

  stop(): void {
    if (this.#until <= Date.now()) return;
    this.#until = 0;
    this.client.setTyping(this.chatId, false);
  }
}
