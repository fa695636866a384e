import type { Needs } from "../../api/types";
import { el } from "../../dom/element";
import type { Child } from "../../dom/element";
import { t } from "../../text";
import { at, clock, clockTime, currentZone, dayKey, dateTime, place } from "../../text/format";
import { safeName } from "../../text/safe";
import { clientZones } from "../calendar/zones";

/** What is missing, as choices: each is a button, and a key with its number. */
export function needsElement(needs: Needs, ask: (text: string) => void): HTMLElement {
  switch (needs.kind) {
    case "selection": {
      const isClear = new Set(needs.options.map(({ title }) => title)).size === needs.options.length;
      const text = needsText(needs);
      return el("section.col", { "aria-label": text }, el("p", { dir: "auto" }, text), ...needs.options.map((one, index) =>
        option(el("bdi", {}, safeName(one.title)), one.subtitle, index + 1, () => ask(isClear ? one.title : String(index + 1)))));
    }
    case "conflict":
      return conflict(needs, ask);
    default:
      return el("p", { dir: "auto" }, needsText(needs));
  }
}

/** What is missing, in words: the server says it in English; another language has words for its codes. */
function needsText(needs: Needs): string {
  switch (needs.kind) {
    case "selection":
      return t.needsWords.selection ?? needs.prompt;
    case "clarification": {
      const words = needs.missing.map((one) => t.needsWords[one] ?? "");
      return words.length === 0 || words.includes("") ? needs.prompt : words.join(" ");
    }
    case "notFound":
      return (needs.about === "event" ? t.eventNotFound : t.notFound)(safeName(needs.name));
    case "refusal":
      return needs.reason;
    case "conflict":
      return "";
  }
}

/** What stands in the way of a suggestion. @param other is said of what has no words. */
export function needsLine(needs: Needs | null, other: string): HTMLElement | null {
  return needs === null ? null : el("p.doubt", { dir: "auto" }, needsText(needs) || other);
}

/** What of an answer's text these words say, too. */
export function saidByNeeds(needs: Needs): string[] {
  switch (needs.kind) {
    case "refusal":
      return [needs.reason];
    case "conflict":
      return ["That overlaps with "];
    case "notFound":
      return ["I can't find "];
    default:
      return [needs.prompt];
  }
}

/** What stands at that time, and starts that are free, on both clocks. */
function conflict(needs: Needs & { kind: "conflict" }, ask: (text: string) => void): HTMLElement {
  const { proposed } = needs;
  const zone = clientZones.of(proposed.tool === "scheduleCall" ? proposed.arguments.clientId ?? null : null);
  const what = needs.conflictsWith.map((event) => `${clockTime(event.startsAt)}–${clockTime(event.endsAt)} ${safeName(event.title)}`);
  const text = (needs.suggestions.length === 0 ? t.takenBy : t.conflictWith)(what.join(", "));
  return el("section.col", { "aria-label": text }, el("p", { dir: "auto" }, text), ...needs.suggestions.map((start, index) => {
    const theirs = zone === null ? "" : `${clockTime(start, zone)} ${place(zone)}`;
    // Said as a date that the server reads in every language.
    return option(dateTime(start), theirs, index + 1, () => ask(`${dayKey(start, currentZone())} ${clock(at(start))}`));
  }));
}

function option(label: Child, detail: string, number: number, act: () => void): HTMLElement {
  return el("button.opt", { type: "button", "data-option": String(number), onclick: act },
    el("span.grow", {}, label, detail === "" ? null : el("span.m.sm", {}, ` ${detail}`)),
    el("kbd.only-d", { "aria-hidden": "true" }, String(number)));
}
