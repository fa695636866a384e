import type { ListedEvent } from "../../api/types";
import { el } from "../../dom/element";
import { icon } from "../../dom/icons";
import { t } from "../../text";
import { at, clockTime, place } from "../../text/format";
import { safeName } from "../../text/safe";
import { hourHeight } from "./grid";
import type { GridHost } from "./grid";
import { minute, sameTime } from "./local-time";
import { clientZones } from "./zones";

/** A session in the grid: a click opens it; by the mouse, or by Alt and the arrow keys, it moves. */
export function eventBox(host: GridHost, event: ListedEvent): HTMLElement {
  const kind = event.clientId === null && event.prospectId === null ? "own" : event.eventType === "call" ? "call" : "training";
  const label = `${safeName(event.title)}, ${detail(event)}`;
  const theirs = theirTime(event);
  const element = el(`button.ev.${kind}`, { type: "button", "aria-label": label, title: label, "data-event": event.id },
    // In a narrow column a trainer looks for the name; a client's sessions are all with the same one.
    el("b", { dir: "auto" }, safeName(host.isTrainer && event.with ? event.with : event.title), event.seriesId === null ? null : icon("redo", "s")),
    el("span.num", {}, times(event)), theirs === "" ? null : el("span.num.blkm", {}, theirs));
  if (host.isTrainer && event.dayZone === null) addMoving(host, element, event);
  element.addEventListener("click", () => !element.classList.contains("moved") && host.open(event));
  return element;
}

export function times(event: ListedEvent): string {
  return event.dayZone === null ? `${clockTime(event.startsAt)}–${clockTime(event.endsAt)}` : t.allDay;
}

/** The start on the other person's clock, if it says something else. */
export function theirTime(event: ListedEvent): string {
  const zone = clientZones.of(event.clientId);
  return zone === null || event.dayZone !== null ? "" : `${clockTime(event.startsAt, zone)} ${place(zone)}`;
}

/** What a line or a label says besides the title. */
export function detail(event: ListedEvent): string {
  const title = safeName(event.title);
  const parts = [times(event), theirTime(event), event.with ? safeName(event.with) : "", t.eventTypes[event.eventType] ?? "",
    event.location ? safeName(event.location) : "", event.seriesId === null ? "" : t.repeats];
  return parts.filter((part) => part !== "" && part !== title).join(" · ");
}

/** How much of a box, in pixels from its lower edge, changes its length. */
const edge = 8;

/** In steps of a quarter of an hour, and from day to day; by its lower edge, or with Shift, a session gets longer or shorter. */
function addMoving(host: GridHost, element: HTMLElement, event: ListedEvent): void {
  let from: { x: number; y: number; height: number; isEdge: boolean } | null = null;
  let target = at(event.startsAt);
  const length = at(event.endsAt) - target;
  let minutes = length / minute;
  const lengthened = (by: number) => Math.max(15, length / minute + by);
  const end = (isDropped: boolean) => {
    const hasMoved = from !== null && element.classList.contains("moved");
    from = null;
    // The click comes after this, and needs the box that was pressed.
    if (!hasMoved) return void setTimeout(() => host.release());
    // It stays where it was dropped while the question is open.
    if (isDropped) return void host.move(event, target, minutes).finally(() => host.release());
    element.style.transform = "";
    // Drawn anew it has its length again.
    host.release();
  };
  element.addEventListener("pointerdown", (pointer) => {
    // A finger scrolls; it moves a session by its form.
    if (pointer.pointerType === "touch" || pointer.button !== 0) return;
    const box = element.getBoundingClientRect();
    const isEdge = box.bottom - pointer.clientY < edge && box.height > 2 * edge;
    from = { x: pointer.clientX, y: pointer.clientY, height: box.height, isEdge };
    element.classList.remove("moved");
    element.setPointerCapture(pointer.pointerId);
    host.hold();
  });
  element.addEventListener("pointermove", (pointer) => {
    if (from === null || (!element.classList.contains("moved") && Math.hypot(pointer.clientX - from.x, pointer.clientY - from.y) < 5)) return;
    element.classList.add("moved");
    const quarters = Math.round(((pointer.clientY - from.y) / hourHeight) * 4);
    if (from.isEdge) {
      minutes = lengthened(quarters * 15);
      element.style.blockSize = `${from.height + ((minutes - length / minute) / 60) * hourHeight}px`;
      return;
    }
    const width = element.closest(".dayc")?.getBoundingClientRect().width ?? 1;
    const isWeek = element.closest(".grid.one") === null;
    const days = isWeek ? Math.round((pointer.clientX - from.x) / width) : 0;
    element.style.transform = `translate(${days * width}px, ${(quarters * hourHeight) / 4}px)`;
    target = sameTime(at(event.startsAt), days) + quarters * 15 * minute;
  });
  element.addEventListener("pointerup", () => end(true));
  element.addEventListener("pointercancel", () => end(false));
  element.addEventListener("keydown", (key) => {
    const steps: { [name: string]: [days: number, minutes: number] } =
      { ArrowUp: [0, -15], ArrowDown: [0, 15], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };
    const by = steps[key.key];
    if (!key.altKey || by === undefined) return;
    key.preventDefault();
    key.stopPropagation();
    if (!key.shiftKey) void host.move(event, sameTime(at(event.startsAt), by[0]) + by[1] * minute, length / minute);
    else if (by[1] !== 0) void host.move(event, at(event.startsAt), lengthened(by[1]));
  });
}
