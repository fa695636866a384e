import { copyText } from "../../dom/clipboard";
import { el, fill } from "../../dom/element";
import type { Child } from "../../dom/element";
import { toast } from "../../dom/overlay";
import { t } from "../../text";
import { whyOf } from "../attempt";
import type { Client } from "../view";

/** What a section of the settings gets. */
export interface Place {
  readonly client: Client;
  /** Shows the section anew, from what the server says now. */
  redraw(): Promise<void>;
}

/** Fetches what a section shows, and makes its elements. */
export type Section = (place: Place) => Promise<Child[]>;

export function block(title: string, ...content: Child[]): HTMLElement {
  return el("section.blk", {}, el("header", {}, el("h2", {}, title)), ...content);
}

export function card(...content: Child[]): HTMLElement {
  return el("div.card.col", {}, ...content);
}

export function hint(text: string): HTMLElement {
  return el("p.m.sm", { dir: "auto" }, text);
}

export function button(label: string, act: () => unknown, spec: "" | "p" | "d" = ""): HTMLButtonElement {
  return el(spec === "" ? "button.b" : `button.b.${spec}` as "button.b", { type: "button", onclick: () => void act() }, label);
}

export interface Option {
  value: string;
  label: string;
}

export function select(label: string, options: readonly Option[], chosen: string, help = ""): { element: HTMLElement; input: HTMLSelectElement } {
  const input = el("select", {}, ...options.map(({ value, label }) => el("option", { value, selected: value === chosen }, label)));
  return { element: el("label.f", {}, el("span", {}, label), input, help === "" ? null : el("span.h", {}, help)), input };
}

/** A switch that acts at once, and goes back if that fails. */
export function toggle(label: string, isOn: boolean, set: (on: boolean) => Promise<unknown>): HTMLElement {
  const input = el("input", { type: "checkbox", role: "switch", checked: isOn });
  input.addEventListener("change", () => {
    set(input.checked).catch((error) => {
      input.checked = !input.checked;
      toast(t.couldNot(whyOf(error)));
    });
  });
  return el("label.sw", {}, input, el("span", {}, label));
}

/** A switch that only counts once its form is sent. */
export function choice(label: string, isOn: boolean): { element: HTMLElement; input: HTMLInputElement } {
  const input = el("input", { type: "checkbox", checked: isOn });
  return { element: el("label.sw.ck", {}, input, el("span", {}, label)), input };
}

/** A row of a list: what it is, and what can be done with it. */
export function item(sign: Child, title: Child, detail: Child, ...deeds: Child[]): HTMLElement {
  return el("li.it", {}, sign, el("span.grow", {}, el("b", {}, title), el("br"), el("span.sm.m", {}, detail)), ...deeds);
}

/** The value that is shown once, with a button that copies it. */
export function secret(value: string): HTMLElement {
  const said = el("span.sm.m", { role: "status" });
  const copy = async () => {
    fill(said, (await copyText(value)) ? t.copied : t.copyFailed);
  };
  return el("div.row.wrap", {}, el("code.grow.secret", { "data-secret": true }, value), button(t.copy, copy), said);
}
