/** Lets one tab of the browser do the work for all, and carries what tabs tell each other. */
export class Tabs<Note> {
  readonly #channel = typeof BroadcastChannel === "undefined" ? null : new BroadcastChannel("spotter");

  constructor(heard: (note: Note) => void) {
    if (this.#channel !== null) this.#channel.onmessage = (event) => heard(event.data as Note);
  }

  tell(note: Note): void {
    this.#channel?.postMessage(note);
  }

  /** Calls `lead` once this tab is the one that works: at once, or when the other is closed. */
  whenLeading(lead: () => Promise<void>): void {
    // Without a secure context there are no locks: then each tab works for itself, which the replica allows.
    if (navigator.locks === undefined) void lead();
    else void navigator.locks.request("spotter-engine", lead);
  }

  close(): void {
    this.#channel?.close();
  }
}
