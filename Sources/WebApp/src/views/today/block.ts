import { el, fill } from "../../dom/element";
import type { Child } from "../../dom/element";

/** A part of the desk: a heading, how many there are, and a list. */
export interface Block {
  element: HTMLElement;
  count(count: number): void;
  /** With no items and no words for that, it's hidden. */
  show(items: HTMLElement[], empty: string): void;
}

export function block(title: string, ...aside: Child[]): Block {
  const number = el("span.tag.w", { hidden: true });
  const list = el("ul.box");
  const element = el("section.blk", {}, el("header", {}, el("h2.grow", {}, title), number, ...aside), list);
  return {
    element,
    count(count) {
      number.hidden = count === 0;
      number.textContent = String(count);
    },
    show(items, empty) {
      element.hidden = items.length === 0 && empty === "";
      fill(list, ...items.map((item) => el("li", {}, item)));
      if (items.length === 0 && empty !== "") list.append(el("li.it.m", {}, empty));
    },
  };
}
