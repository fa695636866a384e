import { el, fill } from "../../dom/element";
import { keepingFocus } from "../../dom/focus";
import { otherMember } from "../../store/model";
import type { Chat } from "../../store/model";
import { t } from "../../text";
import { safeName } from "../../text/safe";
import type { Client } from "../view";

/** The list of a coach's chats by a tag of the clients; hidden while there are no tags. */
export class TagFilter {
  readonly element = el("div.seg.tags", { role: "group", "aria-label": t.tags, hidden: true });
  #chosen: string | null = null;
  #drawn = "";

  constructor(private readonly client: Client, private readonly changed: () => void) {}

  draw(): void {
    if (this.client.me.role !== "trainer") return;
    const tags = this.client.around.tags.current ?? [];
    if (!tags.some(({ tag }) => tag === this.#chosen)) this.#chosen = null;
    const state = JSON.stringify([this.#chosen, tags.map(({ tag }) => tag)]);
    if (state === this.#drawn) return;
    this.#drawn = state;
    this.element.hidden = tags.length === 0;
    const button = (label: string, tag: string | null) => el("button", { type: "button", "aria-pressed": String(tag === this.#chosen), onclick: () => {
      this.#chosen = tag;
      this.changed();
    } }, label);
    keepingFocus(this.element, () => fill(this.element, button(t.everybody, null), ...tags.map(({ tag }) => button(safeName(tag), tag))));
  }

  shows(chat: Chat): boolean {
    if (this.#chosen === null) return true;
    const people = this.client.around.tags.current?.find(({ tag }) => tag === this.#chosen)?.userIds ?? [];
    return chat.kind === "direct" && people.includes(otherMember(chat, this.client.me.id)?.userId ?? "");
  }
}
