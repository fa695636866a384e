/**
 * The answers to a question that is asked again whenever something changes. They may come in another order than they were
 * asked for: one that was asked for earlier never replaces one that was asked for later.
 */
export class Newest {
  #asked = 0;
  #shown = 0;

  /** @returns the answer; `null` if a later one, or its error, came first. */
  async ask<Answer>(fetch: () => Promise<Answer>): Promise<Answer | null> {
    const number = ++this.#asked;
    try {
      const answer = await fetch();
      return number < this.#shown ? null : answer;
    } catch (error) {
      if (number < this.#shown) return null;
      throw error;
    } finally {
      this.#shown = Math.max(this.#shown, number);
    }
  }
}
