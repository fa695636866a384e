import type { ServerFrame } from "./model";

/** Keeps the events that arrive while fetches are under way. */
export class EventBuffer {
  #frames: ServerFrame[] = [];
  /** The position of the first one. */
  #base = 0;
  readonly #bookmarks = new Map<number, number>();
  #opened = 0;

  /** @returns the position of the batch's first event, for `open` until the next `trim`. */
  append(batch: readonly ServerFrame[]): number {
    const place = this.#base + this.#frames.length;
    this.#frames.push(...batch);
    return place;
  }

  /** Keeps all events from now on, or from an earlier position, until the bookmark is closed. */
  open(place = this.#base + this.#frames.length): number {
    this.#opened += 1;
    this.#bookmarks.set(this.#opened, Math.max(place, this.#base));
    return this.#opened;
  }

  /** @returns the events since the bookmark was opened. */
  close(bookmark: number): ServerFrame[] {
    const place = this.#bookmarks.get(bookmark);
    if (place === undefined) return [];
    this.#bookmarks.delete(bookmark);
    const found = this.#frames.slice(place - this.#base);
    this.trim();
    return found;
  }

  /** Drops events that no bookmark needs. */
  trim(): void {
    const first = Math.min(this.#base + this.#frames.length, ...this.#bookmarks.values());
    this.#frames.splice(0, first - this.#base);
    this.#base = first;
  }
}
