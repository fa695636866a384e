import type { Message } from "../../api/types";
import { el } from "../../dom/element";
import { icon } from "../../dom/icons";
import { t } from "../../text";
import { oneLine } from "../../text/safe";

/** What a message answers, or which one is being changed, with a button that ends it. */
export function quoteStrip(message: Message, title: string, stop: string, end: () => void): HTMLElement {
  return el("div.rp", {},
    el("div.qt", {}, el("b", { dir: "auto" }, title), el("span.cut", { dir: "auto" }, oneLine(message.text) || t.file)),
    el("button.ib", { type: "button", "aria-label": stop, title: stop, onclick: end }, icon("x")));
}
