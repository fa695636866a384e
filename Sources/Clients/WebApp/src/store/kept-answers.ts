import type { Database } from "./database";

/** So many answers are kept; those that weren't asked for the longest go first. */
const most = 60;

/**
 * The server's last answers to what pages show: they stand there until a newer one comes, and without the network. They go
 * with everything else when the session ends.
 */
export class KeptAnswers {
  constructor(
    private readonly database: Database,
    private readonly isSignedIn: () => boolean,
  ) {}

  async get<Answer>(path: string): Promise<Answer | undefined> {
    return this.database.meta<Answer>(`answer ${path}`);
  }

  put(path: string, answer: unknown): void {
    // What comes after the end of the session isn't for the next one.
    if (this.isSignedIn()) void this.database.keep("answers", `answer ${path}`, answer, most).catch(() => undefined);
  }
}
