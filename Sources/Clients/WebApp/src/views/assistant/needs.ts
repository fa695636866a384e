import type { Needs } from "../../api/types";
import { el } from "../../dom/element";
import type { Child } from "../../dom/element";
import { t } from "../../text";
import { at, clock, currentZone, dayKey, dateTime, place } from "../../text/format";
import { safeName } from "../../text/safe";
import { clientZones } from "../calendar/zones";

/** What is missing, as choices: each is a button, and a key with its number. */
export function needsElement(needs: Needs, ask: (text: string) => void): HTMLElement {
  switch (needs.kind) {
    case "selection": {
      const isClear = new Set(needs.options.map(({ title }) => title)).size === needs.options.length;
      return el("section.col", { "aria-label": needs.prompt }, ...needs.options.map((one, index) =>
        option(el("bdi", {}, safeName(one.title)), one.subtitle, index + 1, () => ask(isClear ? one.title : String(index + 1)))));
    }
    case "conflict":
      return conflict(needs, ask);
    case "notFound":
      return el("p", { dir: "auto" }, t.notFound(safeName(needs.name)));
    case "clarification":
      return el("p", { dir: "auto" }, needs.prompt);
    case "refusal":
      return el("p", { dir: "auto" }, needs.reason);
  }
}

/** What stands at that time, and starts that are free, on both clocks. */
function conflict(needs: Needs & { kind: "conflict" }, ask: (text: string) => void): HTMLElement {
  const { proposed } = needs;
  const zone = clientZones.of(proposed.tool === "scheduleCall" ? proposed.arguments.clientId ?? null : null);
  const what = needs.conflictsWith.map((event) => `${clock(event.startsAt)}–${clock(event.endsAt)} ${safeName(event.title)}`);
  return el("section.col", { "aria-label": t.conflictWith(what.join(", ")) }, ...needs.suggestions.map((start, index) => {
    const theirs = zone === null ? "" : `${clock(start, zone)} ${place(zone)}`;
    // Said as a date that the server reads in every language.
    return option(dateTime(start), theirs, index + 1, () => ask(`${dayKey(start, currentZone())} ${clock(at(start))}`));
  }));
}

function option(label: Child, detail: string, number: number, act: () => void): HTMLElement {
  return el("button.opt", { type: "button", "data-option": String(number), onclick: act },
    el("span.grow", {}, label, detail === "" ? null : el("span.m.sm", {}, ` ${detail}`)),
    el("kbd.only-d", { "aria-hidden": "true" }, String(number)));
}
