import { el } from "../../dom/element";
import { serverClock } from "../../store/timing";
import { t } from "../../text";
import { at, clockTime, dayKey, dayName } from "../../text/format";
import { safeName } from "../../text/safe";
import { detail } from "./event-box";
import type { GridHost } from "./grid";
import { day, dayStart, hour } from "./local-time";

/** The sessions as a list by days. */
export function agenda(host: GridHost, days: number[]): HTMLElement {
  const sections = days.flatMap((start) => {
    const next = dayStart(start + 2 * hour, 1);
    const events = host.events.filter(({ startsAt }) => at(startsAt) >= start && at(startsAt) < next);
    if (events.length === 0) return [];
    const isToday = dayKey(start + 2 * hour) === dayKey(serverClock.now());
    return [el("section.blk", { "data-today": isToday }, el("header", {}, el("h2", {}, dayName(start + day / 2))),
      el("ul.box", {}, ...events.map((event) => el("li", {},
        el("button.it.mi", { type: "button", "data-event": event.id, onclick: () => host.open(event) },
          el("span.tm", {}, event.dayZone === null ? clockTime(event.startsAt) : t.allDay),
          el("span.grow", {}, el("b", { dir: "auto" }, safeName(event.title)), el("br"), el("span.sm.m", {}, detail(event))))))))];
  });
  return el("div.page.narrow.col", {}, ...sections, sections.length === 0 ? el("p.edge", {}, t.nothingPlanned) : null);
}
