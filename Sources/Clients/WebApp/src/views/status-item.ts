import { el } from "../dom/element";

/** What a list says in the place of items. Within the item, since a list may have nothing but items. */
export function statusItem(text: string, spec = "li.it.m"): HTMLElement {
  return el(spec, {}, el("span", { role: "status" }, text));
}
