import type { SearchResponse, SearchResult } from "../../api/types";
import { ApiError } from "../../api/errors";
import { el } from "../../dom/element";
import { icon } from "../../dom/icons";
import { openLayer } from "../../dom/layers";
import { announce } from "../../dom/overlay";
import { t } from "../../text";
import { at } from "../../text/format";
import { whyOf } from "../attempt";
import { searchField } from "../search-field";
import type { Client, View } from "../view";
import { setFound } from "./found-words";

/** As many results as a page of the server has, and as many pages as are asked for. */
const pageSize = 50;
const mostPages = 4;

/** The search within a chat: from the newest message with the words to older ones and back. The chat stays where it is. */
export class ChatSearch implements View {
  readonly element = el("div.find.inchat", { role: "search", "aria-label": t.searchHere, hidden: true });
  readonly #input: HTMLInputElement;
  readonly #count = el("span.xs.m.num", { role: "status" });
  readonly #steps = el("span.row.nogap", { hidden: true });
  #results: SearchResult[] = [];
  #shown = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #asking = new AbortController();
  #layerClosed: () => void = () => undefined;

  constructor(
    private readonly client: Client,
    private readonly chatId: string,
    name: string,
    private readonly goTo: (messageId: string) => void,
    private readonly onClose: () => void,
  ) {
    this.#input = searchField(`${t.searchHere}: ${name}`);
    const button = (label: string, spec: string, sign: "left" | "x", act: () => void) =>
      el(`button.ib${spec}`, { type: "button", "aria-label": label, title: label, onclick: act }, icon(sign, "s"));
    this.#steps.append(button(t.earlierHit, ".up", "left", () => this.#step(1)), button(t.laterHit, ".dn", "left", () => this.#step(-1)));
    this.element.append(icon("search", "s"), this.#input, this.#count, this.#steps, button(t.close, "", "x", () => this.#leave()));
    this.#input.addEventListener("input", () => this.#typed());
    this.element.addEventListener("keydown", (event) => {
      if (event.key === "Escape") {
        event.stopPropagation();
        this.#leave();
      } else if (event.key === "Enter" && event.target === this.#input) {
        event.preventDefault();
        this.#step(event.shiftKey ? -1 : 1);
      }
    });
  }

  open(): void {
    if (this.element.hidden) this.#layerClosed = openLayer(() => this.#leave());
    this.element.hidden = false;
    this.#input.focus();
    this.#input.select();
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#asking.abort();
    if (this.element.hidden) return;
    this.element.hidden = true;
    this.#show([], "");
    this.#layerClosed();
  }

  #leave(): void {
    this.close();
    this.onClose();
  }

  #typed(): void {
    clearTimeout(this.#timer);
    this.#asking.abort();
    this.#show([], "");
    const query = this.#input.value.trim();
    if (query !== "") this.#timer = setTimeout(() => void this.#find(query), 250);
  }

  async #find(query: string): Promise<void> {
    this.#asking = new AbortController();
    const { signal } = this.#asking;
    try {
      const byWords = await this.#ask(query, "text", mostPages, signal);
      byWords.sort((a, b) => at(b.sentAt) - at(a.sentAt));
      // Without the words, what means the same, best first.
      const results = byWords.length > 0 ? byWords : await this.#ask(query, "hybrid", 1, signal);
      if (signal.aborted) return;
      this.#show(results, results.length === 0 ? t.nothingFound(query) : "");
      this.#go();
    } catch (error) {
      if (signal.aborted) return;
      this.#show([], error instanceof ApiError && error.code !== "unreachable" ? whyOf(error) : t.searchOffline);
    }
  }

  async #ask(query: string, mode: string, pages: number, signal: AbortSignal): Promise<SearchResult[]> {
    const found: SearchResult[] = [];
    let cursor: string | null = null;
    for (let page = 0; page < pages; page += 1) {
      const body: string = JSON.stringify({ query, mode, chatId: this.chatId, limit: pageSize, cursor });
      const response = await this.client.http.respond("/v1/search", {
        method: "POST", headers: { "Content-Type": "application/json" }, body, signal,
      });
      const answer = (await response.json()) as SearchResponse;
      found.push(...answer.results);
      cursor = answer.nextCursor;
      if (cursor === null) break;
    }
    return found;
  }

  #show(results: SearchResult[], text: string): void {
    this.#results = results;
    this.#shown = 0;
    setFound(results);
    this.#steps.hidden = results.length === 0;
    this.#count.textContent = text;
    this.#count.classList.toggle("line", text !== "");
  }

  #step(by: 1 | -1): void {
    if (this.#results.length === 0) return;
    this.#shown = (this.#shown + by + this.#results.length) % this.#results.length;
    this.#go();
  }

  #go(): void {
    const result = this.#results[this.#shown];
    if (result === undefined) return;
    this.#count.textContent = t.version(this.#shown + 1, this.#results.length);
    announce(this.#count.textContent);
    this.goTo(result.messageId);
  }
}
