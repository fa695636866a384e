import { el } from "../dom/element";

/** A field to search with; the sign and what clears it stand beside it. */
export function searchField(label: string): HTMLInputElement {
  return el("input", { type: "text", role: "searchbox", "aria-label": label, placeholder: label, autocomplete: "off", maxlength: "200", enterkeyhint: "search" });
}
