import type { Http } from "../api/http";
import type { KeptAnswers } from "./kept-answers";

/**
 * An answer that several views show. It's asked for when one first needs it and there is a connection, and again when it may
 * have changed; until then, and without the network, the last one stands. One request is under way at a time: what changes
 * meanwhile, however often, leads to one more.
 */
export class SharedAnswer<Whole, Answer> {
  #value: Answer | null = null;
  #isWanted = false;
  #loading: Promise<void> | null = null;
  #isOutdated = false;
  #session = 0;

  constructor(
    private readonly http: Http,
    private readonly kept: KeptAnswers,
    private readonly isOnline: () => boolean,
    private readonly name: string,
    private readonly path: () => string,
    private readonly part: (whole: Whole) => Answer,
    private readonly changed: () => void,
  ) {}

  /** `null` until it's known. */
  get current(): Answer | null {
    if (!this.#isWanted) void this.#load();
    return this.#value;
  }

  /** What was known here last, without asking. */
  async stored(): Promise<Answer | null> {
    const session = this.#session;
    const kept = this.#value ?? (await this.kept.get<Answer>(this.name)) ?? null;
    if (session !== this.#session) return null;
    this.#value ??= kept;
    return this.#value;
  }

  /** The answer as soon as there is one; `null` if it can't be had. */
  async known(): Promise<Answer | null> {
    if (this.#value === null) await this.#load();
    if (this.#value === null) await this.#load(true);
    return this.#value;
  }

  /** It may be another one now. What nobody has needed yet isn't asked for. */
  refresh(): void {
    if (this.#isWanted) void this.#load();
  }

  /** The session has ended: what is still on its way isn't for the next one. */
  forget(): void {
    this.#session += 1;
    this.#value = null;
    this.#isWanted = false;
    this.#loading = null;
  }

  /** @param isForced even if nothing would tell of later changes. */
  #load(isForced = false): Promise<void> {
    this.#isWanted = true;
    this.#isOutdated = true;
    if (this.#loading === null) {
      const session = this.#session;
      const loading = this.#fetch(session, isForced).finally(() => {
        if (this.#loading === loading) this.#loading = null;
      });
      this.#loading = loading;
    }
    return this.#loading;
  }

  async #fetch(session: number, isForced: boolean): Promise<void> {
    if (this.#value === null) {
      const kept = await this.stored();
      if (session !== this.#session) return;
      if (kept !== null) this.changed();
    }
    while (this.#isOutdated && (isForced || this.isOnline())) {
      this.#isOutdated = false;
      const whole = await this.http.get<Whole>(this.path()).catch(() => null);
      if (session !== this.#session) return;
      if (whole === null) continue;
      this.#value = this.part(whole);
      this.kept.put(this.name, this.#value);
      this.changed();
    }
  }
}
