import { append, el } from "../../dom/element";
import { isSameName, parts } from "../../text/safe";

/** A text with addresses that can be followed and mentions that stand out; nothing else in it means anything. */
export function richText(text: string, names: readonly string[] = [], myName = ""): HTMLElement {
  const element = el("span.tx", { dir: "auto" });
  for (const part of parts(text, names)) {
    if (part.kind === "link" && part.href !== undefined) {
      element.append(el("a", { href: part.href, target: "_blank", rel: "noopener noreferrer nofollow" }, part.text));
    } else if (part.kind === "mention") {
      const isMine = myName !== "" && isSameName(part.text.slice(1), myName);
      element.append(el(isMine ? "b.mention.mine" : "b.mention", {}, part.text));
    } else {
      append(element, [part.text]);
    }
  }
  return element;
}
