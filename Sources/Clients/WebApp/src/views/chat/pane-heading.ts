import { el } from "../../dom/element";
import { isPhone } from "../view";

/** Below the pane's own heading, which is the page's on a phone. */
export function paneHeading(text: string): HTMLElement {
  return el(isPhone() ? "h2.grow" : "h3.grow", {}, text);
}
