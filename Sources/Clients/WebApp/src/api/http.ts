import { ApiError } from "./errors";
import type { Session } from "./session";

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** Requests to the server's API, with the user's token. */
export class Http {
  constructor(private readonly session: Session) {}

  get<Answer>(path: string): Promise<Answer> {
    return this.json<Answer>("GET", path);
  }

  post<Answer>(path: string, body: unknown = {}): Promise<Answer> {
    return this.json<Answer>("POST", path, body);
  }

  /** Sends JSON and reads JSON; an empty answer is `null`. */
  async json<Answer>(method: Method, path: string, body?: unknown): Promise<Answer> {
    const init: RequestInit = { method };
    if (body !== undefined) {
      init.headers = { "Content-Type": "application/json" };
      init.body = JSON.stringify(body);
    }
    const response = await this.respond(path, init);
    if (response.status === 204) return null as Answer;
    return (await response.json()) as Answer;
  }

  /** Any request. An expired token is renewed once. */
  async respond(path: string, init: RequestInit = {}): Promise<Response> {
    const token = this.session.current?.accessToken;
    const response = await this.#attempt(path, init, token);
    if (response.status !== 401 || token === undefined) return this.#checked(response);
    return this.#checked(await this.#attempt(path, init, await this.session.renewed(token)));
  }

  async #attempt(path: string, init: RequestInit, token: string | undefined): Promise<Response> {
    const headers = new Headers(init.headers);
    if (token !== undefined) headers.set("Authorization", `Bearer ${token}`);
    try {
      return await fetch(path, { ...init, headers, credentials: "omit" });
    } catch (error) {
      if (init.signal?.aborted) throw error;
      throw ApiError.unreachable();
    }
  }

  async #checked(response: Response): Promise<Response> {
    if (response.ok) return response;
    throw ApiError.of(response.status, await response.json().catch(() => null));
  }
}
