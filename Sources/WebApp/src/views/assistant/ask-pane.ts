import { el } from "../../dom/element";
import { icon } from "../../dom/icons";
import { t } from "../../text";
import { isPhone } from "../view";
import type { Client, View } from "../view";
import { Conversation } from "./conversation";

/** The assistant beside a chat: questions about that chat. */
export class AskPane implements View {
  readonly element: HTMLElement;

  constructor(client: Client, chatId: string, question: string, close: () => void) {
    const conversation = new Conversation(client, null, chatId);
    conversation.field.value = question;
    const shut = el("button.ib", { type: "button", "aria-label": t.close, title: t.close, onclick: close }, icon("x"));
    this.element = el("aside.pane", { "aria-label": t.askHere },
      el("header.bar", {}, icon("spark"), el("h2.grow", { tabindex: "-1", ...(isPhone() ? { role: "heading", "aria-level": "1" } : {}) }, t.askHere), shut),
      conversation.scroller, conversation.form);
    // A pane covers the chat on a phone, where a source leads.
    this.element.addEventListener("click", (event) => {
      if (isPhone() && (event.target as Element).closest("a[href^='/chats/']") !== null) queueMicrotask(close);
    });
  }
}
