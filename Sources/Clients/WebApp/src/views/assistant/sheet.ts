import { sheet } from "../../dom/overlay";
import type { Child } from "../../dom/element";

/** A dialog whose links lead out of it: where they lead must be seen. */
export function leadingSheet(title: string, ...content: Child[]): HTMLDialogElement {
  const element = sheet(title, ...content);
  element.addEventListener("click", (event) => {
    if ((event.target as Element).closest("a[href^='/']") !== null) element.close();
  });
  return element;
}
