import type { AssistantAnswer, Citation } from "../../api/types";
import { ApiError } from "../../api/errors";
import { stream } from "../../api/stream";
import { el, fill } from "../../dom/element";
import { t } from "../../text";
import { onceAFrame } from "../view";
import type { Client } from "../view";
import { answerText } from "./answer";

/** An answer while it's being made: the words that have come, and a way to end it. */
export class RunningAnswer {
  readonly element = el("div", { "aria-busy": "true" }, el("p.m", {}, t.thinking));
  #messageId: string | null = null;
  #isStopped = false;
  #isOver = false;
  #written = "";
  #citations: Citation[] = [];
  /** Called as soon as the server has named the conversation. */
  onStarted: (conversationId: string) => void = () => undefined;

  constructor(private readonly client: Client) {}

  /** @returns the whole answer, or `null` if it ended before. */
  async run(path: string, body: object): Promise<AssistantAnswer | null> {
    let answer: AssistantAnswer | null = null;
    try {
      await stream(this.client.http, path, body, ({ event, data }) => {
        if (event === "completed") answer = data as AssistantAnswer;
        else if (event === "error") throw ApiError.of(500, data);
        else this.#take(event, (data ?? {}) as { [name: string]: unknown });
      });
    } catch (error) {
      if (!this.#isStopped) throw error;
    } finally {
      this.#isOver = true;
    }
    return answer;
  }

  #take(event: string, fields: { [name: string]: unknown }): void {
    if (event === "started") {
      this.#messageId = String(fields.messageId);
      this.onStarted(String(fields.conversationId));
      if (this.#isStopped) this.#tellStop();
    } else if (event === "retrieved") {
      this.#citations = (fields.citations as Citation[] | undefined) ?? [];
    } else if (event === "text.delta") {
      this.#written += String(fields.text);
      this.#draw();
    } else if (event === "web.search" && fields.state === "started") {
      fill(this.element, el("p.m", { dir: "auto" }, String(fields.text)));
    }
  }

  /** What was written so far is kept. */
  stop(): void {
    this.#isStopped = true;
    this.#tellStop();
  }

  #tellStop(): void {
    if (this.#messageId !== null) void this.client.http.post(`/v1/assistant/messages/${this.#messageId}/stop`).catch(() => undefined);
  }

  readonly #draw = onceAFrame(() => {
    if (this.#isOver) return;
    fill(this.element, answerText(this.#written, this.#citations), el("span.caret", { "aria-hidden": "true" }));
  });
}
