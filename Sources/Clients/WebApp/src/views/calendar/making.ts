import { el } from "../../dom/element";
import { t } from "../../text";
import { clock, dayName } from "../../text/format";
import { hourHeight } from "./grid";
import type { GridHost } from "./grid";
import { hour, instant, dayStart, minute } from "./local-time";
import { dayKey } from "../../text/format";

/** A click on a free place makes a session of an hour, a drag one of its length. */
export function addMaking(host: GridHost, column: HTMLElement, start: number): void {
  let first: number | null = null;
  const ghost = el("div.ev.pend.ghost", { "aria-hidden": "true" });
  const rowAt = (event: MouseEvent) =>
    Math.min(Math.max(Math.floor(((event.clientY - column.getBoundingClientRect().top) / hourHeight) * 2), 0), 47);
  const draw = (from: number, to: number) => {
    ghost.style.insetBlockStart = `${(from * hourHeight) / 2}px`;
    ghost.style.blockSize = `${((to - from) * hourHeight) / 2}px`;
    ghost.textContent = `${clockOf(from)}–${clockOf(to)}`;
  };
  const finish = () => {
    first = null;
    ghost.remove();
    host.release();
  };
  column.addEventListener("pointerdown", (event) => {
    if (event.target !== column || event.pointerType === "touch" || event.button !== 0) return;
    first = rowAt(event);
    host.hold();
    column.setPointerCapture(event.pointerId);
    draw(first, first + 2);
    column.append(ghost);
  });
  column.addEventListener("pointermove", (event) => {
    if (first === null) return;
    const row = rowAt(event);
    draw(Math.min(first, row), row === first ? first + 2 : Math.max(first, row) + 1);
  });
  column.addEventListener("pointerup", (event) => {
    if (first === null) return;
    const row = rowAt(event);
    const from = Math.min(first, row);
    const minutes = row === first ? 60 : (Math.abs(row - first) + 1) * 30;
    finish();
    host.make(timeOf(start, from), minutes);
  });
  column.addEventListener("pointercancel", finish);
  column.addEventListener("click", (event) => {
    if (event.target === column && (event as PointerEvent).pointerType === "touch") host.make(timeOf(start, rowAt(event)), 60);
  });
}

/** A free place for the keyboard: the arrow keys move it, Enter makes a session there. */
export function slotButton(host: GridHost, grid: HTMLElement, days: number[]): void {
  const { slot } = host;
  slot.day = Math.min(slot.day, days.length - 1);
  const button = el("button.slot", { type: "button", onclick: () => host.make(timeOf(days[slot.day] ?? 0, slot.row), 60) }, el("span", {}, "+"));
  const place = () => {
    const { row } = slot;
    const start = days[slot.day] ?? 0;
    button.style.insetBlockStart = `${(row * hourHeight) / 2}px`;
    button.setAttribute("aria-label", t.newSessionAt(dayName(start + 12 * hour), clockOf(row)));
    grid.querySelectorAll(".dayc")[slot.day]?.append(button);
  };
  button.addEventListener("keydown", (event) => {
    const step = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] }[event.key];
    if (step === undefined || event.altKey) return;
    event.preventDefault();
    slot.day = Math.min(Math.max(slot.day + (step[0] ?? 0), 0), days.length - 1);
    slot.row = Math.min(Math.max(slot.row + (step[1] ?? 0), 0), 47);
    place();
    button.focus();
    button.scrollIntoView({ block: "nearest", inline: "nearest" });
  });
  place();
}

function timeOf(start: number, row: number): number {
  return instant(dayKey(dayStart(start + 2 * hour) + 2 * hour), clockOf(row));
}

function clockOf(row: number): string {
  if (row >= 48) return "24:00";
  return clock(row * 30 * minute, "UTC");
}
