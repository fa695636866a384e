import { ApiError } from "./errors";
import type { Method } from "./http";

/** Requests of the operator. The token is kept in memory only: a page that is loaded anew asks for it again. */
export class AdminHttp {
  constructor(private readonly token: string) {}

  get<Answer>(path: string): Promise<Answer> {
    return this.json<Answer>("GET", path);
  }

  async json<Answer>(method: Method, path: string, body?: unknown): Promise<Answer> {
    const response = await this.respond(method, path, body);
    return (response.status === 204 ? null : await response.json()) as Answer;
  }

  async respond(method: Method, path: string, body?: unknown): Promise<Response> {
    const headers = new Headers({ Authorization: `Bearer ${this.token}` });
    if (body !== undefined) headers.set("Content-Type", "application/json");
    let response: Response;
    try {
      response = await fetch(path, { method, headers, credentials: "omit", ...(body === undefined ? {} : { body: JSON.stringify(body) }) });
    } catch {
      throw ApiError.unreachable();
    }
    if (response.ok) return response;
    throw ApiError.of(response.status, await response.json().catch(() => null));
  }
}
