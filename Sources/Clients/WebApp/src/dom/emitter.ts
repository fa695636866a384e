/** Tells its listeners of changes. A listener that throws doesn't stop the others. */
export class Emitter<Change> {
  readonly #listeners = new Set<(change: Change) => void>();

  /** @returns a function that ends the subscription. */
  on(listener: (change: Change) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  emit(change: Change): void {
    for (const listener of [...this.#listeners]) {
      try {
        listener(change);
      } catch (error) {
        console.error(error);
      }
    }
  }
}
