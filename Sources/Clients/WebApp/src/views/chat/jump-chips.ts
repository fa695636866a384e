import { el } from "../../dom/element";
import { icon } from "../../dom/icons";
import { t } from "../../text";

/** What leads back to the newest message, and up to the first that isn't read. */
export class JumpChips {
  readonly toNewest: HTMLElement;
  readonly toUnread: HTMLElement;
  readonly markRead: HTMLElement;
  #said = "";

  constructor(
    private readonly scroller: HTMLElement,
    goToNewest: () => void,
    goToUnread: () => void,
    markRead: () => void,
  ) {
    this.markRead = el("button.b.jump", { type: "button", hidden: true, onclick: markRead }, icon("check", "s"));
    this.toNewest = el("button.b.jump.dn", { type: "button", hidden: true, onclick: goToNewest });
    this.toUnread = el("button.b.jump", { type: "button", hidden: true, onclick: goToUnread }, icon("left", "s"), t.toFirstUnread);
  }

  /** @param unread how many messages above the newest, which is seen, weren't. */
  show(isAway: boolean, newSince: number, unread: number): void {
    this.markRead.hidden = unread === 0;
    const label = t.markRead(unread);
    if (!this.markRead.hidden && this.markRead.textContent !== label) this.markRead.replaceChildren(icon("check", "s"), label);
    this.toNewest.hidden = !isAway;
    const text = t.toNewest + (newSince > 0 ? ` · ${newSince}` : "");
    if (text !== this.#said) this.toNewest.replaceChildren(icon("down", "s"), text);
    this.#said = text;
    const line = this.scroller.querySelector(".unl");
    const isAbove = line !== null && line.getBoundingClientRect().bottom < this.scroller.getBoundingClientRect().top;
    this.toUnread.hidden = !isAbove || unread > 0;
  }
}
