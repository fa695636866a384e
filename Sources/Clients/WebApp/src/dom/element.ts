// Elements are made by name, attributes and children. Nothing here parses HTML: text is always a text node.

export type Child = Node | string | number | false | null | undefined;
type Handler = (event: any) => void;
type Value = string | number | boolean | null | undefined | Handler;
type TagOf<Spec extends string> = Spec extends `${infer Tag}.${string}` ? Tag : Spec;
type ElementOf<Spec extends string> = TagOf<Spec> extends keyof HTMLElementTagNameMap
  ? HTMLElementTagNameMap[TagOf<Spec>]
  : HTMLElement;

/** An element: `el("button.b.p", { type: "button", onclick: save }, "Save")`. */
export function el<Spec extends string>(
  spec: Spec,
  attributes: { [name: string]: Value } = {},
  ...children: Child[]
): ElementOf<Spec> {
  const [tag, ...classes] = spec.split(".");
  const element = document.createElement(tag ?? "div");
  if (classes.length > 0) element.className = classes.join(" ");
  setAttributes(element, attributes);
  append(element, children);
  return element as ElementOf<Spec>;
}

/** Sets attributes. `null` and `false` remove one; a function listens to the event `on…`. */
export function setAttributes(element: Element, attributes: { [name: string]: Value }): void {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") {
      element.addEventListener(name.slice(2), value);
    } else if (name.startsWith("on") || name === "style" || name === "srcdoc") {
      throw new TypeError(`the policy forbids ${name}`);
    } else if (value === null || value === undefined || value === false) {
      element.removeAttribute(name);
    } else if (name === "href" && !isSafeAddress(String(value))) {
      throw new TypeError(`not an address: ${String(value)}`);
    } else {
      element.setAttribute(name, value === true ? "" : String(value));
    }
  }
}

/** Addresses that can't run a script: within the app, of the web, of mail, and of blobs that the app made. */
export function isSafeAddress(address: string): boolean {
  return /^(\/(?!\/)|#|https?:\/\/|mailto:|blob:)/.test(address);
}

export function append(element: Element, children: Child[]): void {
  for (const child of children) {
    if (child === null || child === undefined || child === false) continue;
    element.append(child instanceof Node ? child : String(child));
  }
}

/** Replaces all children. */
export function fill(element: Element, ...children: Child[]): void {
  element.replaceChildren();
  append(element, children);
}

/** Text for screen readers only. */
export function spoken(text: string): HTMLElement {
  return el("span.vh", {}, text);
}

/** A name or another short text of a person, which can't turn round what stands beside it. */
export function isolated(text: string, spec = "bdi"): HTMLElement {
  return el(spec, {}, text);
}
