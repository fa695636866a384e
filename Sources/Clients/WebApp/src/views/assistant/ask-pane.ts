import { el, fill } from "../../dom/element";
import { icon } from "../../dom/icons";
import { t } from "../../text";
import { isPhone } from "../view";
import type { Client, View } from "../view";
import { Conversation } from "./conversation";
import { summaryView } from "./summary";
import { toDoView } from "./to-do";

type Tab = "ask" | "summary" | "toDo";

/** The conversation that was begun beside a chat: closing the pane doesn't end it. By the ids of chats, until the page is loaded anew. */
const asked = new Map<string, string>();

/** The assistant beside a chat: questions about it, what it was about, what is to be done. */
export class AskPane implements View {
  readonly element: HTMLElement;
  #conversation: Conversation;
  readonly #body = el("div.tabbody");
  readonly #tabs: { [tab in Tab]: HTMLElement };

  constructor(private readonly client: Client, private readonly chatId: string, question: string, close: () => void) {
    this.#conversation = new Conversation(client, asked.get(chatId) ?? null, chatId);
    this.#conversation.onBegun = (id) => asked.set(chatId, id);
    void this.#conversation.load().catch(() => undefined);
    if (question !== "") this.#conversation.field.value = question;
    const tab = (name: Tab, label: string) => el("button", { type: "button", onclick: () => this.#show(name) }, label);
    this.#tabs = { ask: tab("ask", t.ask), summary: tab("summary", t.summary), toDo: tab("toDo", t.toDoTab) };
    const shut = el("button.ib", { type: "button", "aria-label": t.close, title: t.close, onclick: close }, icon("x"));
    const heading = el("h2.grow", { tabindex: "-1", ...(isPhone() ? { role: "heading", "aria-level": "1" } : {}) }, t.askHere);
    this.element = el("aside.pane", { "aria-label": t.askHere },
      el("header.bar", {}, icon("spark"), heading,
        el("button.ib", { type: "button", "aria-label": t.newConversation, title: t.newConversation, onclick: () => this.#begin() }, icon("plus")), shut),
      el("div.tabs", {}, el("span.seg", { role: "group", "aria-label": t.askHere }, ...Object.values(this.#tabs))), this.#body);
    this.#show("ask");
    // A pane covers the chat on a phone, where a source leads.
    this.element.addEventListener("click", (event) => {
      if (isPhone() && (event.target as Element).closest("a[href^='/chats/']") !== null) queueMicrotask(close);
    });
  }

  /** Another conversation takes the place of this one, which stays in the assistant's list. */
  #begin(): void {
    asked.delete(this.chatId);
    this.#conversation = new Conversation(this.client, null, this.chatId);
    this.#conversation.onBegun = (id) => asked.set(this.chatId, id);
    this.#show("ask");
    this.#conversation.field.focus();
  }

  #show(tab: Tab): void {
    for (const [name, button] of Object.entries(this.#tabs)) button.setAttribute("aria-pressed", String(name === tab));
    const scroller = (label: string, content: HTMLElement) => el("div.scroll", { tabindex: "0", role: "region", "aria-label": label }, content);
    if (tab === "ask") fill(this.#body, this.#conversation.scroller, this.#conversation.form);
    else if (tab === "summary") fill(this.#body, scroller(t.summary, summaryView(this.client, this.chatId)));
    else fill(this.#body, scroller(t.toDoTab, toDoView(this.client, this.chatId)));
  }
}
