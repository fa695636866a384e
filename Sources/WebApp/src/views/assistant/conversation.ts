import type { AssistantAnswer, Citation, ConversationTree } from "../../api/types";
import { ApiError } from "../../api/errors";
import { stream } from "../../api/stream";
import { el, fill, spoken } from "../../dom/element";
import { icon } from "../../dom/icons";
import { announce } from "../../dom/overlay";
import { t } from "../../text";
import { currentZone } from "../../text/format";
import { isTouch, onceAFrame } from "../view";
import type { Client } from "../view";
import { answerElement, answerText } from "./answer";

/** Questions and answers, and the field for the next question. */
export class Conversation {
  readonly thread = el("div.as");
  readonly form: HTMLFormElement;
  readonly field: HTMLTextAreaElement;
  readonly scroller: HTMLElement;
  private running: { messageId: string } | null = null;
  private isAsking = false;
  /** Called when the first answer has made a conversation. */
  onBegun: (id: string) => void = () => undefined;

  constructor(
    private readonly client: Client,
    private conversationId: string | null,
    private readonly chatId: string | null,
  ) {
    this.field = el("textarea", { rows: "1", dir: "auto", "aria-label": t.askPlaceholder, placeholder: t.askPlaceholder, maxlength: "8000" });
    this.field.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" || event.shiftKey || event.isComposing || isTouch()) return;
      event.preventDefault();
      void this.submit();
    });
    this.form = el("form.cmp", { "aria-label": t.ask, onsubmit: (event: Event) => {
      event.preventDefault();
      void this.submit();
    } }, el("div.in", {}, this.field, el("button.ib.p", { type: "submit", "aria-label": t.ask, title: t.ask }, icon("send"))));
    this.scroller = el("div.scroll", { tabindex: "0", role: "region", "aria-label": t.askTitle }, this.thread);
    this.scroller.addEventListener("keydown", (event) => {
      if (!/^[1-9]$/.test(event.key)) return;
      const options = this.thread.lastElementChild?.querySelectorAll<HTMLElement>("[data-option]");
      [...(options ?? [])].find((one) => one.dataset.option === event.key)?.click();
    });
    fill(this.thread, el("p.m", {}, t.askHint));
  }

  /** Shows what was asked before: the active branch. */
  async load(): Promise<void> {
    if (this.conversationId === null) return;
    const tree = await this.client.http.get<ConversationTree>(`/v1/assistant/conversations/${this.conversationId}`);
    const turns = new Map(tree.turns.map((turn) => [turn.id, turn]));
    const shown = tree.branch.flatMap(({ messageId }) => {
      const turn = turns.get(messageId);
      if (turn === undefined) return [];
      if (turn.role === "user") return [this.question(turn.text)];
      if (turn.answer !== null) return [answerElement(this.client, turn.answer, (text) => void this.ask(text))];
      return turn.text === "" ? [] : [el("article.ans", { "aria-label": t.answer }, answerText(turn.text, []))];
    });
    fill(this.thread, ...shown);
    this.scroller.scrollTop = this.scroller.scrollHeight;
  }

  private question(text: string): HTMLElement {
    return el("p.ask", { dir: "auto" }, spoken(t.yours), text);
  }

  private async submit(): Promise<void> {
    const text = this.field.value.trim();
    if (text === "" || this.isAsking) return;
    this.field.value = "";
    await this.ask(text);
  }

  /** Asks. The answer grows below the question, which is scrolled to the top once. */
  async ask(text: string): Promise<void> {
    if (this.isAsking) return;
    this.isAsking = true;
    const question = this.question(text);
    const answer = el("div", {}, el("p.m", {}, t.thinking));
    if (this.conversationId === null && this.thread.querySelector(".ask") === null) fill(this.thread);
    this.thread.append(question, answer);
    question.scrollIntoView({ block: "start" });
    let written = "";
    let citations: Citation[] = [];
    const draw = onceAFrame(() => {
      if (!this.isAsking) return;
      fill(answer, answerText(written, citations), el("span.caret", { "aria-hidden": "true" }), this.stopButton());
    });
    try {
      const body = { message: text, conversationId: this.conversationId, chatId: this.chatId, timezone: currentZone() };
      await stream(this.client.http, "/v1/assistant/query", body, ({ event, data }) => {
        const fields = (data ?? {}) as { [name: string]: any };
        if (event === "started") {
          this.running = { messageId: String(fields.messageId) };
          if (this.conversationId === null) this.begun(String(fields.conversationId));
        } else if (event === "retrieved") citations = (fields.citations as Citation[]) ?? [];
        else if (event === "text.delta") {
          written += String(fields.text);
          draw();
        } else if (event === "completed") {
          this.isAsking = false;
          this.finish(answer, data as AssistantAnswer);
        } else if (event === "error") throw ApiError.of(500, data);
      });
    } catch (error) {
      this.isAsking = false;
      const reason = error instanceof ApiError ? (error.code === "unreachable" ? t.unreachable : error.message) : String(error);
      const again = () => {
        question.remove();
        answer.remove();
        void this.ask(text);
      };
      fill(answer, el("p.ban.x", { role: "alert" }, el("span.grow", { dir: "auto" }, reason), el("button.b", { type: "button", onclick: again }, t.retry)));
    } finally {
      this.isAsking = false;
      this.running = null;
    }
  }

  private begun(id: string): void {
    this.conversationId = id;
    this.onBegun(id);
  }

  private finish(place: HTMLElement, answer: AssistantAnswer): void {
    fill(place, answerElement(this.client, answer, (text) => void this.ask(text)));
    announce(answer.text.slice(0, 2000));
  }

  private stopButton(): HTMLElement {
    const stop = () => {
      if (this.running !== null) void this.client.http.post(`/v1/assistant/messages/${this.running.messageId}/stop`).catch(() => undefined);
    };
    return el("button.b.q", { type: "button", onclick: stop }, icon("stop", "s"), t.stop);
  }
}
