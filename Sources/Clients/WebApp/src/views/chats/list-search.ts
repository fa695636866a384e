import type { SearchResponse, SearchResult } from "../../api/types";
import { ApiError } from "../../api/errors";
import { append, el, fill } from "../../dom/element";
import type { Child } from "../../dom/element";
import { icon } from "../../dom/icons";
import { announce } from "../../dom/overlay";
import type { CachedChat } from "../../store/model";
import { t } from "../../text";
import { dateTime, shortWhen } from "../../text/format";
import { folded, safeName } from "../../text/safe";
import { whyOf } from "../attempt";
import { avatar } from "../avatar";
import { setFound } from "../chat/found-words";
import { searchField } from "../search-field";
import type { Client } from "../view";

/** The search in all chats: people at once, then messages, best first and page by page. */
export class ListSearch {
  readonly element: HTMLElement;
  readonly input: HTMLInputElement;
  readonly results = el("div", { hidden: true });
  readonly #clear: HTMLElement;
  /** The messages that were found so far. */
  #found: SearchResult[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  #asking = new AbortController();

  /** @param onToggle told whether something is searched. */
  constructor(
    private readonly client: Client,
    private readonly personRow: (record: CachedChat) => HTMLElement,
    private readonly onToggle: (isSearching: boolean) => void,
  ) {
    this.input = searchField(t.find);
    this.#clear = el("button.ib", { type: "button", hidden: true, "aria-label": t.clearSearch, onclick: () => this.#leave() }, icon("x", "s"));
    this.element = el("div.find", { role: "search" }, icon("search", "s"), this.input, el("kbd.only-d", { "aria-hidden": "true" }, "/"), this.#clear);
    this.input.addEventListener("input", () => this.#typed());
    this.input.addEventListener("keydown", (event) => event.key === "Escape" && this.#leave());
  }

  #toggle(isSearching: boolean): void {
    this.results.hidden = !isSearching;
    this.onToggle(isSearching);
  }

  #typed(): void {
    const query = this.input.value.trim();
    this.#clear.hidden = query === "";
    clearTimeout(this.#timer);
    this.#asking.abort();
    if (query === "") return this.#leave();
    this.#toggle(true);
    this.#showFound(query, null);
    this.#timer = setTimeout(() => void this.#find(query), 250);
  }

  #leave(): void {
    this.input.value = "";
    this.#clear.hidden = true;
    this.#toggle(false);
    fill(this.results);
    this.#found = [];
    setFound([]);
  }

  /** @param cursor leads to a further page. */
  async #find(query: string, cursor: string | null = null): Promise<void> {
    this.#asking = new AbortController();
    const { signal } = this.#asking;
    const body = { query, limit: 30, cursor };
    try {
      const response = await this.client.http.respond("/v1/search", {
        method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body), signal,
      });
      if (!signal.aborted) this.#showFound(query, (await response.json()) as SearchResponse);
    } catch (error) {
      if (signal.aborted) return;
      const text = error instanceof ApiError && error.code !== "unreachable" ? whyOf(error) : t.searchOffline;
      append(this.results, [el("p.edge", { role: "status" }, text)]);
    }
  }

  #showFound(query: string, answer: SearchResponse | null): void {
    // People are known at once. Messages follow below them, and take the focus from nobody.
    if (answer === null) {
      this.#found = [];
      return fill(this.results, ...this.#peopleNamed(query));
    }
    const isFirst = this.#found.length === 0;
    this.#found.push(...answer.results);
    setFound(this.#found);
    const { length } = this.#found;
    const text = length === 0 ? t.nothingFound(query) : answer.nextCursor === null ? t.searchResults(length) : t.firstResults(length);
    const hits = el("ul.hits", {}, ...answer.results.map((result) => this.#result(result)));
    if (isFirst) {
      append(this.results, [
        el("p.sec.said", { role: "status", dir: "auto" }),
        answer.degraded === null ? null : el("p.sec", {}, el("span.m", {}, t.byWordsOnly)),
        hits,
      ]);
    } else {
      this.results.querySelector(".more")?.replaceWith(hits);
      hits.querySelector("a")?.focus();
    }
    if (answer.nextCursor !== null) {
      const { nextCursor } = answer;
      this.results.append(el("button.b.q.w.more", { type: "button", onclick: () => void this.#find(query, nextCursor) }, t.showMore));
    }
    const said = this.results.querySelector(".said");
    if (said !== null) said.textContent = text;
    announce(text);
  }

  #peopleNamed(query: string): HTMLElement[] {
    const wanted = folded(query);
    return this.client.state.listed
      .filter(({ chat }) => folded(chat.name).includes(wanted))
      .slice(0, 5)
      .map(this.personRow);
  }

  #result(result: SearchResult): HTMLElement {
    const chat = this.client.state.chats.get(result.chatId)?.chat;
    const isGroup = chat?.kind === "group";
    return el("li", {}, el(
      "a.ch.in",
      { href: `/chats/${result.chatId}/messages/${result.messageId}` },
      avatar(this.client, { id: result.senderId, name: result.senderName, photo: null }),
      el("span.t", {},
        el("span.who.cut", {}, el("bdi", {}, safeName(result.senderName)), isGroup ? el("bdi.m.sm", {}, ` ${safeName(chat.name)}`) : null),
        el("span.when", { title: dateTime(result.sentAt) }, shortWhen(result.sentAt)),
        el("span.last", {}, el("span.last2", { dir: "auto" }, ...highlighted(result)))),
    ));
  }
}

/** The part of a text around the first hit, with its hits marked. */
function highlighted(result: SearchResult): Child[] {
  const characters = [...result.text];
  const marks = [...result.highlights].sort((a, b) => a.start - b.start);
  const begin = Math.max(0, (marks[0]?.start ?? 0) - 24);
  const end = Math.min(characters.length, begin + 200);
  const parts: Child[] = begin > 0 ? ["…"] : [];
  let at = begin;
  for (const { start, length } of marks) {
    if (start < at || start >= end) continue;
    parts.push(characters.slice(at, start).join(""), el("mark", {}, characters.slice(start, start + length).join("")));
    at = start + length;
  }
  return [...parts, characters.slice(at, end).join("")];
}
