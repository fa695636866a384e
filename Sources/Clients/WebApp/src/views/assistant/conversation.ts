import type { AnswerRating, ConversationTree, ConversationTurn } from "../../api/types";
import { Newest } from "../../api/newest";
import { el, fill } from "../../dom/element";
import { icon } from "../../dom/icons";
import { announce, toast } from "../../dom/overlay";
import { t } from "../../text";
import { currentZone } from "../../text/format";
import { attempt, whyOf } from "../attempt";
import { keepText } from "../kept-text";
import { isTouch } from "../view";
import type { Client } from "../view";
import { answerElement } from "./answer";
import { ModelChoice } from "./models";
import { RunningAnswer } from "./running";
import { answer, question, questionText } from "./turn";
import type { TurnDeeds } from "./turn";

/** Questions and answers on the branch that is shown, and the field for the next question. */
export class Conversation {
  readonly thread = el("div.as");
  readonly form: HTMLFormElement;
  readonly field: HTMLTextAreaElement;
  readonly scroller: HTMLElement;
  readonly #models: ModelChoice;
  readonly #keep: () => void;
  readonly #sendButton: HTMLElement;
  readonly #stopButton: HTMLElement;
  #tree: ConversationTree | null = null;
  #drawn = "";
  readonly #newest = new Newest();
  #running: RunningAnswer | null = null;
  /** Called when the first question has made a conversation. */
  onBegun: (id: string) => void = () => undefined;

  constructor(
    private readonly client: Client,
    private conversationId: string | null,
    private readonly chatId: string | null,
  ) {
    this.#models = new ModelChoice(client);
    this.field = el("textarea", { rows: "1", dir: "auto", "aria-label": t.askPlaceholder, placeholder: t.askPlaceholder, maxlength: "8000" });
    this.#keep = keepText(client, `question ${chatId ?? conversationId ?? ""}`, this.field);
    this.field.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" || event.shiftKey || event.isComposing || isTouch()) return;
      event.preventDefault();
      this.#submit();
    });
    this.#sendButton = el("button.ib.p", { type: "submit", "aria-label": t.ask, title: t.ask }, icon("send"));
    this.#stopButton = el("button.ib.p", { type: "button", hidden: true, "aria-label": t.stop, title: t.stop, onclick: () => this.#running?.stop() }, icon("stop"));
    this.form = el("form.cmp", { "aria-label": t.ask, onsubmit: (event: Event) => {
      event.preventDefault();
      this.#submit();
    } }, el("div.in", {}, this.field, this.#sendButton, this.#stopButton), this.#models.element);
    this.scroller = el("div.scroll", { tabindex: "0", role: "region", "aria-label": t.askTitle }, this.thread);
    this.scroller.addEventListener("keydown", (event) => this.#key(event));
    fill(this.thread, this.#beginning());
  }

  /** What one can ask, before anything was. A press writes it; sending it stays one's own. */
  #beginning(): HTMLElement {
    const examples = this.conversationId !== null ? [] : this.chatId !== null ? t.chatAsksFor : this.client.me.role === "trainer" ? t.coachAsksFor : t.clientAsksFor;
    return el("div.col", {}, el("p.m", {}, t.askHint), ...examples.map((text) => el("button.b.al0", { type: "button", onclick: () => {
      this.field.value = text;
      this.#keep();
      this.field.focus();
    } }, text)));
  }

  /** Shows what was asked before, as it is now on the server. */
  async load(): Promise<void> {
    if (this.conversationId === null || this.#running !== null) return;
    const path = `/v1/assistant/conversations/${this.conversationId}`;
    if (this.#tree === null) {
      const kept = await this.client.kept.get<ConversationTree>(path);
      if (this.#running !== null) return;
      if (kept !== undefined && this.#tree === null) this.#show(kept);
    }
    let tree: ConversationTree | null;
    try {
      tree = await this.#newest.ask(() => this.client.http.get<ConversationTree>(path));
    } catch (error) {
      if (this.#tree === null && this.#running === null) fill(this.thread, problemElement(error, () => void this.load().catch(() => undefined)));
      throw error;
    }
    if (tree === null || this.#running !== null) return;
    this.client.kept.put(path, tree);
    this.#show(tree);
  }

  #show(tree: ConversationTree): void {
    const isFirst = this.#tree === null;
    this.#tree = tree;
    this.#models.keep(tree.conversation.id, tree.conversation.settings.model);
    const state = stateOf(tree);
    // A title that changed, say, mustn't take away what somebody is just doing in a card.
    if (state === this.#drawn) return;
    this.#drawn = state;
    const turns = new Map(tree.turns.map((turn) => [turn.id, turn]));
    fill(this.thread, ...tree.branch.flatMap((step) => {
      const turn = turns.get(step.messageId);
      if (turn === undefined) return [];
      return [turn.role === "user" ? question(turn, step, this.#deeds) : answer(this.client, turn, step, this.#deeds)];
    }));
    if (isFirst) this.scroller.scrollTop = this.scroller.scrollHeight;
  }

  readonly #deeds: TurnDeeds = {
    ask: (text) => void this.ask(text),
    again: (messageId) => void this.#again(messageId),
    replace: (turn, text) => void this.#replace(turn, text),
    rate: (messageId, rating) => this.#rate(messageId, rating),
    step: (messageId, by) => void this.#step(messageId, by),
  };

  #submit(): void {
    const text = this.field.value.trim();
    if (text === "" || this.#running !== null) return;
    this.field.value = "";
    this.#keep();
    void this.ask(text);
  }

  /** Asks at the end of what is shown. The answer grows below the question, which is scrolled to the top once. */
  async ask(text: string): Promise<void> {
    if (this.#running !== null) return;
    if (this.#tree === null && this.thread.querySelector(".ask") === null) fill(this.thread);
    const asked = questionText(text);
    this.thread.append(asked);
    await this.#run("/v1/assistant/query", this.#query(text), asked, () => void this.ask(text));
  }

  #query(text: string): object {
    const { conversationId, chatId } = this;
    return { message: text, conversationId, chatId, model: this.#models.id, timezone: currentZone() };
  }

  /** Another answer takes the place of this one on the screen; the old one stays beside it. */
  async #again(messageId: string): Promise<void> {
    if (this.#running !== null) return;
    this.#cutFrom(messageId);
    const body = { model: this.#models.id, timezone: currentZone() };
    await this.#run(`/v1/assistant/messages/${messageId}/regenerate`, body, null, () => void this.#again(messageId));
  }

  async #replace(turn: ConversationTurn, text: string): Promise<void> {
    if (this.#running !== null) return;
    this.#cutFrom(turn.id);
    const asked = questionText(text);
    this.thread.append(asked);
    const body = { ...this.#query(text), parentId: turn.parentId ?? "root" };
    await this.#run("/v1/assistant/query", body, asked, () => void this.#replace(turn, text));
  }

  /** Takes away what's shown from a turn on. */
  #cutFrom(messageId: string): void {
    const index = this.#tree?.branch.findIndex((step) => step.messageId === messageId) ?? -1;
    if (index < 0) return;
    for (const element of [...this.thread.children].slice(index)) element.remove();
  }

  async #run(path: string, body: object, asked: HTMLElement | null, again: () => void): Promise<void> {
    const running = new RunningAnswer(this.client);
    this.#running = running;
    this.#arrange();
    this.thread.append(running.element);
    (asked ?? running.element).scrollIntoView({ block: asked === null ? "nearest" : "start" });
    running.onStarted = (id) => {
      if (this.conversationId !== null) return;
      this.conversationId = id;
      this.onBegun(id);
    };
    try {
      const whole = await running.run(path, body);
      this.#settle();
      announce((whole?.text ?? t.turnStates.stopped ?? "").slice(0, 2000));
      if (whole !== null) fill(running.element, answerElement(this.client, whole, (text) => void this.ask(text)));
      running.element.removeAttribute("aria-busy");
      await this.#reload();
    } catch (error) {
      this.#settle();
      asked?.remove();
      running.element.remove();
      await this.#reload();
      const problem = problemElement(error, () => {
        problem.remove();
        // The question may have been stored before its answer failed.
        const last = this.#tree?.turns.find(({ id }) => id === this.#tree?.activeId);
        if (last?.role === "assistant" && last.state === "failed") void this.#again(last.id);
        else again();
      });
      this.thread.append(problem);
    }
  }

  #settle(): void {
    this.#running = null;
    this.#drawn = "";
    this.#arrange();
  }

  /** Shows the server's tree in the place of what was streamed. What somebody reads stays where it is. */
  async #reload(): Promise<void> {
    const top = this.scroller.scrollTop;
    await this.load().catch(() => undefined);
    this.scroller.scrollTop = top;
  }

  /** What is pressed is on the screen already, so that nothing is drawn anew for it. */
  async #rate(messageId: string, rating: AnswerRating | null): Promise<boolean> {
    const set = (value: AnswerRating | null) => {
      const tree = this.#tree;
      for (const turn of tree?.turns ?? []) if (turn.id === messageId) turn.rating = value;
      if (tree !== null) this.#drawn = stateOf(tree);
    };
    const before = this.#tree?.turns.find(({ id }) => id === messageId)?.rating ?? null;
    set(rating);
    const isDone = await attempt(() => this.client.http.json("PUT", `/v1/assistant/messages/${messageId}/rating`, { rating }));
    if (!isDone) set(before);
    return isDone;
  }

  async #step(messageId: string, by: 1 | -1): Promise<void> {
    if (this.#running !== null) return;
    try {
      await this.client.http.post(`/v1/assistant/messages/${messageId}/select`, { step: by });
      const index = this.#tree?.branch.findIndex((step) => step.messageId === messageId) ?? 0;
      await this.load();
      const group = this.thread.children[index]?.querySelector<HTMLElement>(".vers");
      group?.querySelector<HTMLElement>(`[data-step="${by}"]`)?.focus();
      announce(group?.textContent ?? "");
    } catch (error) {
      toast(t.couldNot(whyOf(error)));
    }
  }

  #arrange(): void {
    const hadFocus = this.form.contains(document.activeElement);
    this.#sendButton.hidden = this.#running !== null;
    this.#stopButton.hidden = this.#running === null;
    if (hadFocus && document.activeElement !== this.field) this.field.focus();
  }

  /** A number chooses the option of the last answer; Ctrl and Enter confirm its card. */
  #key(event: KeyboardEvent): void {
    if (event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement) return;
    const last = this.thread.lastElementChild;
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      last?.querySelector<HTMLElement>(".prop footer .b.p")?.click();
    } else if (/^[1-9]$/.test(event.key) && !event.ctrlKey && !event.metaKey && !event.altKey) {
      last?.querySelector<HTMLElement>(`[data-option="${event.key}"]`)?.click();
    }
  }
}

/** What of a conversation is on the screen. */
function stateOf({ branch, turns }: ConversationTree): string {
  return JSON.stringify([branch, turns.map(({ id, state, rating, answer }) => [id, state, rating, answer?.proposals.map((one) => one.state)])]);
}

function problemElement(error: unknown, again: () => void): HTMLElement {
  return el("p.ban.x", { role: "alert" }, el("span.grow", { dir: "auto" }, whyOf(error)), el("button.b", { type: "button", onclick: again }, t.retry));
}
