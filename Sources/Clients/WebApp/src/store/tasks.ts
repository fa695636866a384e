import { asApiError } from "../api/errors";
import { Backoff } from "./timing";

/** Runs tasks by name: each once at a time, again if it was asked for meanwhile, and with patience while it may succeed later. */
export class Tasks {
  readonly #running = new Set<string>();
  readonly #repeats = new Set<string>();
  #isStopped = false;

  constructor(private readonly isOnline: () => boolean) {}

  start(name: string, body: () => Promise<void>): void {
    if (this.#isStopped) return;
    if (this.#running.has(name)) {
      this.#repeats.add(name);
      return;
    }
    this.#running.add(name);
    void this.#perform(name, body).finally(() => this.#running.delete(name));
  }

  stop(): void {
    this.#isStopped = true;
  }

  async #perform(name: string, body: () => Promise<void>): Promise<void> {
    const backoff = new Backoff();
    while (!this.#isStopped) {
      try {
        this.#repeats.delete(name);
        await body();
        backoff.reset();
        if (!this.#repeats.has(name)) return;
      } catch (failure) {
        const error = asApiError(failure);
        // Without a connection the next one starts it again; a retry of anything final can't help.
        if (!error.isTransient || !this.isOnline()) {
          if (error.code === "unexpected") console.error(failure);
          return;
        }
        await new Promise((resolve) => setTimeout(resolve, Math.max(backoff.next(), error.retryAfterMs)));
      }
    }
  }
}
