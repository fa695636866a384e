import type { Message } from "../../api/types";
import { el, fill } from "../../dom/element";
import { icon } from "../../dom/icons";
import type { ServerFrame } from "../../store/model";
import { t } from "../../text";
import { shortWhen } from "../../text/format";
import { oneLine } from "../../text/safe";
import { attempt } from "../attempt";
import type { Client } from "../view";
import { paneHeading } from "./pane-heading";

/** The messages that are pinned in a chat, which needn't be in the part of its history that is here. */
export class PinnedMessages {
  readonly #known = new Map<string, Message>();
  readonly #asked = new Set<string>();

  constructor(
    private readonly client: Client,
    private readonly chatId: string,
    private readonly onLoaded: () => void,
    private readonly onJump: () => void,
  ) {}

  /** The list of all, each of which leads to its message. */
  section(ids: readonly string[], mayUnpin: boolean): HTMLElement | null {
    if (ids.length === 0) return null;
    return el("section.blk", {}, el("header", {}, paneHeading(t.pinnedMessages)),
      el("ul.box", {}, ...ids.map((id) => this.#row(id, mayUnpin))));
  }

  #row(id: string, mayUnpin: boolean): HTMLElement {
    const message = this.#message(id);
    const text = this.textOf(id);
    const unpin = () => void attempt(() => this.client.requests.pin(this.chatId, id, false));
    return el("li.row", {},
      el("a.it.grow.in", { href: `/chats/${this.chatId}/messages/${id}`, onclick: () => this.onJump() }, icon("pin", "s"),
        el("span.grow.cut", { dir: "auto" }, text),
        message === undefined ? null : el("span.m.xs", {}, shortWhen(message.createdAt))),
      mayUnpin ? el("button.ib", { type: "button", "aria-label": t.unpinThat(text), title: t.unpin, onclick: unpin }, icon("x", "s")) : null);
  }

  textOf(id: string): string {
    const message = this.#message(id);
    return message === undefined ? t.loading : oneLine(message.text, 80) || t.file;
  }

  #message(id: string): Message | undefined {
    if (!this.#asked.has(id)) void this.#load(id);
    return this.#known.get(id);
  }

  async #load(id: string): Promise<void> {
    this.#asked.add(id);
    const stored = await this.client.database.read((transaction) => transaction.message(id));
    const path = `/v1/chats/${this.chatId}/messages/${id}`;
    const message = stored ?? (await this.client.http.get<{ message: Message }>(path).catch(() => null))?.message;
    if (message === undefined) return void this.#asked.delete(id);
    this.#known.set(id, message);
    this.onLoaded();
  }

  /** Takes in what a pinned message has been changed to. */
  heard(frame: ServerFrame): void {
    const message = frame.message as Message | undefined;
    if (frame.type !== "message.edited" || message === undefined || !this.#known.has(message.id)) return;
    this.#known.set(message.id, message);
    this.onLoaded();
  }
}

/** The line below the chat's header: the last pinned message; each press leads to the one before it. */
export class PinnedLine {
  readonly element = el("div.pinned", { hidden: true });
  readonly pins: PinnedMessages;
  #ids: readonly string[] = [];
  #shown = 0;

  constructor(
    client: Client,
    chatId: string,
    private readonly goTo: (messageId: string) => void,
  ) {
    this.pins = new PinnedMessages(client, chatId, () => this.#draw(), () => undefined);
  }

  show(ids: readonly string[]): void {
    if (ids.join() === this.#ids.join()) return;
    this.#ids = [...ids];
    this.#shown = ids.length - 1;
    this.#draw();
  }

  #draw(): void {
    const id = this.#ids[this.#shown];
    const hadFocus = this.element.contains(document.activeElement);
    this.element.hidden = id === undefined;
    if (id === undefined) return fill(this.element);
    const count = this.#ids.length;
    const button = el("button.row", { type: "button", title: t.goToPinned, onclick: () => this.#jump(id) },
      icon("pin", "s"), el("b.xs", {}, count === 1 ? t.pinnedOne : t.pinnedOf(this.#shown + 1, count)),
      el("span.grow.cut.sm", { dir: "auto" }, this.pins.textOf(id)));
    fill(this.element, button);
    if (hadFocus) button.focus();
  }

  #jump(id: string): void {
    this.goTo(id);
    this.#shown = (this.#shown || this.#ids.length) - 1;
    this.#draw();
  }
}
