import type { AssistantModel, AssistantModelsResponse } from "../../api/types";
import { el, fill } from "../../dom/element";
import { t } from "../../text";
import { safeName } from "../../text/safe";
import { attempt } from "../attempt";
import type { Client } from "../view";

export const builtIn = "built-in";

export function modelName(id: string): string {
  return id === builtIn ? t.builtIn : safeName(id);
}

/** Which model answers the next question: in words, and as a choice where there is one. */
export class ModelChoice {
  readonly element = el("div.model");
  #models: AssistantModel[] = [];
  #chosen: string | null = null;
  #conversationId: string | null = null;

  constructor(private readonly client: Client) {
    void this.#load();
  }

  /** The model to ask; `null` for the server's default. */
  get id(): string | null {
    return this.#chosen;
  }

  /** The model that a conversation keeps. */
  keep(conversationId: string, model: string | null): void {
    this.#conversationId = conversationId;
    this.#chosen = model;
    this.#draw();
  }

  async #load(): Promise<void> {
    const answer = await this.client.http.get<AssistantModelsResponse>("/v1/assistant/models").catch(() => null);
    this.#models = answer?.models ?? [];
    this.#draw();
  }

  #draw(): void {
    const [standard] = this.#models;
    if (standard === undefined) return fill(this.element);
    if (this.#models.length === 1) return fill(this.element, el("p.xs.m", {}, t.noModelSetUp));
    const current = this.#models.find(({ id }) => id === this.#chosen) ?? standard;
    const select: HTMLSelectElement = el("select", { onchange: () => void this.#choose(select.value) }, ...this.#models.map(({ id }) =>
      el("option", { value: id, selected: id === current.id }, modelName(id))));
    fill(this.element, el("label.xs.m", {}, t.answers, " ", select),
      el("span.xs.m", {}, current.isExternal ? t.modelReads : t.builtInReads));
  }

  async #choose(model: string): Promise<void> {
    this.#chosen = model;
    this.#draw();
    this.element.querySelector("select")?.focus();
    if (this.#conversationId === null) return;
    await attempt(() => this.client.http.json("PATCH", `/v1/assistant/conversations/${this.#conversationId}`, { model }));
  }
}
