import { el } from "./element";
import type { Child } from "./element";
import { icon } from "./icons";
import { openLayer } from "./layers";
import { t } from "../text";

let toasts: HTMLElement | null = null;
let polite: HTMLElement | null = null;
let urgent: HTMLElement | null = null;

/** The places for what is said without taking the focus. Both are empty at the start, or nothing would be read out. */
export function addLiveRegions(): void {
  polite = el("div.vh", { role: "status", "aria-live": "polite" });
  urgent = el("div.vh", { role: "alert" });
  toasts = el("div.toasts");
  document.body.append(polite, urgent, toasts);
}

/** Tells screen readers. */
export function announce(text: string, isUrgent = false): void {
  const region = isUrgent ? urgent : polite;
  if (region !== null) region.textContent = text;
}

/** Says something for eight seconds; longer while it's looked at. */
export function toast(text: string, action?: { label: string; do: () => void }): void {
  const element = el("div.toast", {}, el("span", { dir: "auto" }, text));
  const remove = () => element.remove();
  let timer = setTimeout(remove, 8000);
  const hold = () => clearTimeout(timer);
  const release = () => (timer = setTimeout(remove, 8000));
  element.addEventListener("pointerenter", hold);
  element.addEventListener("pointerleave", release);
  element.addEventListener("focusin", hold);
  element.addEventListener("focusout", release);
  if (action !== undefined) {
    const act = () => {
      remove();
      action.do();
    };
    element.append(el("button.b", { type: "button", onclick: act }, action.label));
  }
  toasts?.replaceChildren(element);
  announce(text);
}

/** A dialog. It closes with Esc, and gives the focus back. */
export function dialog(label: string, spec = "dialog"): HTMLDialogElement {
  const before = document.activeElement;
  const element = el(spec, { "aria-label": label }) as HTMLDialogElement;
  const closed = openLayer(() => element.close());
  element.addEventListener("close", () => {
    closed();
    element.remove();
    if (before instanceof HTMLElement && before.isConnected) before.focus();
  });
  element.addEventListener("click", (event) => {
    if (event.target === element) element.close();
  });
  document.body.append(element);
  return element;
}

/** Asks before what can't be undone. The first button is the deed; the focus starts on the other. */
export function confirm(title: string, text: string, deed: string, keep: string, isDanger = true): Promise<boolean> {
  return new Promise((resolve) => {
    const element = dialog(title);
    let agreed = false;
    const yes = () => {
      agreed = true;
      element.close();
    };
    const other = el("button.b", { type: "button", onclick: () => element.close() }, keep);
    element.append(
      el(
        "div.dlg.col",
        {},
        el("h2", { dir: "auto" }, title),
        text === "" ? null : el("p.m", { dir: "auto" }, text),
        el("div.row", {}, el(isDanger ? "button.b.d" : "button.b.p", { type: "button", onclick: yes }, deed), other),
      ),
    );
    element.addEventListener("close", () => resolve(agreed));
    element.showModal();
    other.focus();
  });
}

/** A dialog with a heading, content and a button that closes it. */
export function sheet(title: string, ...content: Child[]): HTMLDialogElement {
  const element = dialog(title);
  const close = el("button.ib", { type: "button", "aria-label": t.close, onclick: () => element.close() }, icon("x"));
  element.append(el("div.dlg.col", {}, el("div.row", {}, el("h2.grow", {}, title), close), ...content));
  element.showModal();
  return element;
}

/** Something small beside what opened it; closed by Esc, a click elsewhere or a choice. */
export function popover(anchor: Element, label: string, content: HTMLElement): () => void {
  const element = el("div.pop", { role: "dialog", "aria-label": label }, content);
  document.body.append(element);
  const place = anchor.getBoundingClientRect();
  const size = element.getBoundingClientRect();
  const left = Math.min(Math.max(8, place.left), innerWidth - size.width - 8);
  const above = place.bottom + size.height + 8 > innerHeight;
  const top = above ? Math.max(8, place.top - size.height - 4) : place.bottom + 4;
  element.style.left = `${left}px`;
  element.style.top = `${top}px`;
  let closed = () => {};
  const close = () => {
    closed();
    removeEventListener("pointerdown", outside, true);
    removeEventListener("keydown", key, true);
    element.remove();
    if (anchor instanceof HTMLElement && anchor.isConnected) anchor.focus();
  };
  const outside = (event: Event) => {
    if (!element.contains(event.target as Node)) close();
  };
  const key = (event: KeyboardEvent) => {
    if (event.key === "Escape") {
      event.stopPropagation();
      close();
    } else if (["ArrowDown", "ArrowUp", "ArrowLeft", "ArrowRight"].includes(event.key)) {
      event.preventDefault();
      step(element, event.key === "ArrowDown" || event.key === "ArrowRight" ? 1 : -1);
    }
  };
  closed = openLayer(close);
  addEventListener("pointerdown", outside, true);
  addEventListener("keydown", key, true);
  element.querySelector<HTMLElement>("button,a,input")?.focus();
  return close;
}

function step(element: Element, by: number): void {
  const items = [...element.querySelectorAll<HTMLElement>("button:not([disabled]),a")];
  const index = items.indexOf(document.activeElement as HTMLElement);
  items[(index + by + items.length) % items.length]?.focus();
}

/** A menu of deeds. */
export function menu(anchor: Element, label: string, items: { label: string; icon: Parameters<typeof icon>[0]; do: () => void }[]): void {
  let close = () => {};
  const buttons = items.map((item) => {
    const act = () => {
      close();
      item.do();
    };
    return el("button.mi.row", { type: "button", onclick: act }, icon(item.icon), item.label);
  });
  close = popover(anchor, label, el("div.menu", {}, ...buttons));
}
