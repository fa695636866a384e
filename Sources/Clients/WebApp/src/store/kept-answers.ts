import type { Database } from "./database";

/**
 * The server's last answers to what pages show: they stand there until a newer one comes, and without the network. They go
 * with everything else when the session ends.
 *
 * @param name what they are called in the database.
 * @param most so many are kept: those that were stored last.
 */
export class KeptAnswers {
  constructor(
    private readonly database: Database,
    private readonly isSignedIn: () => boolean,
    private readonly name = "answer",
    private readonly most = 60,
  ) {}

  async get<Answer>(path: string): Promise<Answer | undefined> {
    return this.database.meta<Answer>(`${this.name} ${path}`);
  }

  put(path: string, answer: unknown): void {
    // What comes after the end of the session isn't for the next one.
    if (this.isSignedIn()) void this.database.keep(`${this.name}s`, `${this.name} ${path}`, answer, this.most).catch(() => undefined);
  }
}
