import { Newest } from "../api/newest";
import type { Http } from "../api/http";
import type { KeptAnswers } from "./kept-answers";

/**
 * An answer that several views show. It's asked for when one first needs it, and again when it may have changed; until then, and
 * without the network, the last one stands.
 */
export class SharedAnswer<Whole, Answer> {
  private value: Answer | null = null;
  private isAsked = false;
  private newest = new Newest();

  constructor(
    private readonly http: Http,
    private readonly kept: KeptAnswers,
    private readonly name: string,
    private readonly path: () => string,
    private readonly part: (whole: Whole) => Answer,
    private readonly changed: () => void,
  ) {}

  /** `null` until it's known. */
  get current(): Answer | null {
    if (!this.isAsked) void this.load();
    return this.value;
  }

  /** It may be another one now. What nobody has needed yet isn't asked for. */
  refresh(): void {
    if (this.isAsked) void this.load();
  }

  /** The session has ended: what is still on its way isn't for the next one. */
  forget(): void {
    this.newest = new Newest();
    this.value = null;
    this.isAsked = false;
  }

  private async load(): Promise<void> {
    this.isAsked = true;
    const { newest } = this;
    if (this.value === null) {
      const kept = await this.kept.get<Answer>(this.name);
      if (newest !== this.newest) return;
      this.value ??= kept ?? null;
      if (this.value !== null) this.changed();
    }
    const whole = await newest.ask(() => this.http.get<Whole>(this.path())).catch(() => null);
    if (whole === null || newest !== this.newest) return;
    this.value = this.part(whole);
    this.kept.put(this.name, this.value);
    this.changed();
  }
}
