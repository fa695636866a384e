import { el, fill } from "../../dom/element";
import type { Child } from "../../dom/element";
import { keepingFocus } from "../../dom/focus";
import { whenReleased } from "../../dom/press";
import { t } from "../../text";
import { statusItem } from "../status-item";

/** A part of the desk: a heading, how many there are, and a list. */
export interface Block {
  element: HTMLElement;
  /** That nothing is known yet, or why it can't be. What was shown stays. */
  wait(text: string): void;
  count(count: number): void;
  /** With no items and no words for that, it's hidden. */
  show(items: HTMLElement[], empty: string): void;
  /** What shows the items that are left out; `null` if there are none. */
  fold(label: string | null, unfold: () => void): void;
}

export function block(title: string, ...aside: Child[]): Block {
  const number = el("span.tag.w", { hidden: true });
  const list = el("ul.box");
  const element = el("section.blk", {}, el("header", {}, el("h2.grow", {}, title), number, ...aside), list);
  let isShown = false;
  const wait = (text: string) => {
    if (!isShown) fill(list, statusItem(text, "li.it.m.late"));
  };
  wait(t.loading);
  const more = el("button.b.q.w", { type: "button" });
  return {
    fold(label, unfold) {
      more.remove();
      if (label === null) return;
      more.textContent = label;
      more.onclick = () => {
        more.remove();
        unfold();
        list.querySelector<HTMLElement>(`:scope > li:nth-child(${list.childElementCount}) a`)?.focus({ preventScroll: true });
      };
      element.append(more);
    },
    element,
    wait,
    count(count) {
      number.hidden = count === 0;
      number.textContent = String(count);
    },
    show(items, empty) {
      isShown = true;
      element.hidden = items.length === 0 && empty === "";
      whenReleased(() => keepingFocus(list, () => {
        fill(list, ...items.map((item) => el("li", {}, item)));
        if (items.length === 0 && empty !== "") list.append(el("li.it.m", {}, empty));
      }));
    },
  };
}
