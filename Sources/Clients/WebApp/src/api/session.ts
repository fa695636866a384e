import type { AuthGrant, User } from "./types";
import type { Database } from "../store/database";
import { ApiError } from "./errors";

/** The signed-in user of this browser, with the tokens. They are kept in IndexedDB and nowhere else. */
export interface StoredSession {
  user: User;
  accessToken: string;
  refreshToken: string;
  deviceId: string;
}

/** Reads, renews and ends the session. Two tabs never renew it at once. */
export class Session {
  #stored: StoredSession | null = null;
  #refreshing: Promise<string> | null = null;

  constructor(
    private readonly database: Database,
    private readonly ended: (reason: string) => void,
  ) {}

  async load(): Promise<StoredSession | null> {
    this.#stored = (await this.database.meta<StoredSession>("session")) ?? null;
    return this.#stored;
  }

  get current(): StoredSession | null {
    return this.#stored;
  }

  async begin(grant: AuthGrant, deviceId: string): Promise<void> {
    this.#stored = { user: grant.user, accessToken: grant.accessToken, refreshToken: grant.refreshToken, deviceId };
    await this.database.setMeta("session", this.#stored);
  }

  async rename(user: User): Promise<void> {
    if (this.#stored === null) return;
    this.#stored = { ...this.#stored, user };
    await this.database.setMeta("session", this.#stored);
  }

  forget(): void {
    this.#stored = null;
  }

  /** A token to replace `rejected`, which the server has refused. */
  async renewed(rejected: string): Promise<string> {
    this.#refreshing ??= this.#locked(() => this.#refresh(rejected)).finally(() => (this.#refreshing = null));
    return this.#refreshing;
  }

  async #locked<Value>(body: () => Promise<Value>): Promise<Value> {
    // Without a secure context there are no locks; the server gives the same successor to two tabs for a minute.
    return navigator.locks === undefined ? body() : navigator.locks.request("spotter-refresh", body);
  }

  async #refresh(rejected: string): Promise<string> {
    const known = await this.load();
    if (known === null) throw new ApiError("session_ended", "");
    if (known.accessToken !== rejected) return known.accessToken;
    let response: Response;
    try {
      response = await fetch("/v1/auth/refresh", {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify({ refreshToken: known.refreshToken }),
      });
    } catch {
      throw ApiError.unreachable();
    }
    const body: unknown = await response.json().catch(() => null);
    if (response.ok) {
      await this.begin(body as AuthGrant, known.deviceId);
      return (body as AuthGrant).accessToken;
    }
    const error = ApiError.of(response.status, body);
    if (error.isTransient || response.status >= 500 || response.status === 429) throw error;
    this.ended(error.code);
    throw new ApiError("session_ended", error.message, response.status);
  }
}
