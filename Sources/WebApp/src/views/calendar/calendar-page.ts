import type { EventsResponse, ListedEvent } from "../../api/types";
import { el, fill } from "../../dom/element";
import { icon } from "../../dom/icons";
import { sheet, toast } from "../../dom/overlay";
import { serverClock } from "../../store/timing";
import { t } from "../../text";
import { at, clock, currentZone, dayKey, dayName, format, place } from "../../text/format";
import { safeName } from "../../text/safe";
import { Endings, isPhone } from "../view";
import type { Client, View } from "../view";
import { dayRange, editEvent, instant, moveEvent } from "./event-form";

const day = 86_400_000;
const firstHour = 6;
const lastHour = 22;
const hourHeight = 48;

/** One's sessions: a week on a desk, an agenda on a phone. All times are in one's own zone. */
export class CalendarPage implements View {
  readonly element: HTMLElement;
  private readonly heading = el("h1.grow", { tabindex: "-1" });
  private readonly body = el("div.scroll.scrollx", { tabindex: "0", role: "region", "aria-label": t.agenda });
  private readonly endings = new Endings();
  private isWeek = !isPhone();
  private monday: number;
  private events: ListedEvent[] = [];
  private readonly switches: HTMLElement[];

  constructor(private readonly client: Client) {
    this.monday = mondayOf(serverClock.now());
    const step = (by: number) => () => this.go(mondayOf(this.monday + by * 7 * day + day / 2));
    const mode = (isWeek: boolean, name: string) => el("button", { type: "button", onclick: () => {
      this.isWeek = isWeek;
      this.draw();
    } }, name);
    this.switches = [mode(true, t.week), mode(false, t.agenda)];
    const isTrainer = client.me.role === "trainer";
    const add = () => void editEvent(client, null, nextHour(), () => void this.load());
    this.element = el("section.view", { "aria-label": t.calendar },
      el("header.bar.wrap", {}, this.heading,
        el("button.ib.rtlflip", { type: "button", "aria-label": t.previousWeek, title: t.previousWeek, onclick: step(-1) }, icon("left")),
        el("button.b", { type: "button", onclick: () => this.go(mondayOf(serverClock.now())) }, t.today),
        el("button.ib.rtlflip", { type: "button", "aria-label": t.nextWeek, title: t.nextWeek, onclick: step(1) }, icon("right")),
        el("span.seg.only-d", { role: "group", "aria-label": t.calendar }, ...this.switches),
        isTrainer ? el("button.ib", { type: "button", "aria-label": t.newSession, title: t.newSession, onclick: add }, icon("plus")) : null,
        el("button.ib", { type: "button", "aria-label": t.calendarLink, title: t.calendarLink, onclick: () => void this.showLink() }, icon("more"))),
      this.body);
    this.endings.add(client.state.changes.on((change) => {
      if (change.kind === "frame" && change.frame.type.startsWith("event.")) void this.load();
      if (change.kind === "connection" && client.state.connection.kind === "online") void this.load();
    }));
    this.draw();
    void this.load();
  }

  close(): void {
    this.endings.end();
  }

  private go(monday: number): void {
    this.monday = monday;
    this.events = [];
    this.draw();
    void this.load();
  }

  private async load(): Promise<void> {
    const [from, to] = dayRange(this.monday + day / 2, 7);
    try {
      const { events } = await this.client.http.get<EventsResponse>(`/v1/calendar/events?from=${from}&to=${to}`);
      this.events = events.filter(({ status }) => status !== "cancelled").sort((a, b) => at(a.startsAt) - at(b.startsAt));
      this.draw();
    } catch {
      if (this.events.length === 0) fill(this.body, el("p.edge", { role: "status" }, t.unreachable));
    }
  }

  private draw(): void {
    this.heading.textContent = format(this.monday + 3 * day, { month: isPhone() ? "short" : "long", year: "numeric" });
    this.switches.forEach((one, index) => one.setAttribute("aria-pressed", String(this.isWeek === (index === 0))));
    const scroll = this.body.scrollTop;
    fill(this.body, this.isWeek ? this.week() : this.agenda());
    this.body.scrollTop = scroll;
  }

  private days(): number[] {
    return [0, 1, 2, 3, 4, 5, 6].map((index) => instant(dayKey(this.monday + index * day + day / 2), "00:00"));
  }

  private on(key: string): ListedEvent[] {
    return this.events.filter((event) => dayKey(event.startsAt) === key);
  }

  // Agenda

  private agenda(): HTMLElement {
    const days = this.days().filter((start) => this.on(dayKey(start)).length > 0);
    return el("div.page.narrow.col", {}, ...days.map((start) => el("section.blk", {}, el("header", {}, el("h2", {}, dayName(start + day / 2))),
      el("ul.box", {}, ...this.on(dayKey(start)).map((event) => el("li", {}, el("button.it.mi", { type: "button", onclick: () => this.edit(event) },
        el("span.tm", {}, clock(event.startsAt)), el("span.grow", {}, el("b", { dir: "auto" }, safeName(event.title)), el("br"),
          el("span.sm.m", {}, this.detail(event))))))))),
    days.length === 0 ? el("p.edge", {}, t.nothingPlanned) : null);
  }

  private detail(event: ListedEvent): string {
    const type = t.eventTypes[event.eventType] ?? "";
    const parts = [`${clock(event.startsAt)}–${clock(event.endsAt)}`, event.with ? safeName(event.with) : "", type, event.location ? safeName(event.location) : ""];
    return parts.filter((part) => part !== "" && part !== safeName(event.title)).join(" · ");
  }

  private edit(event: ListedEvent): void {
    void editEvent(this.client, event, at(event.startsAt), () => void this.load());
  }

  // Week

  private week(): HTMLElement {
    const now = serverClock.now();
    const hours = Array.from({ length: lastHour - firstHour }, (_, index) => firstHour + index);
    const height = `${hours.length * hourHeight}px`;
    const rail = el("div.grid-hours", { "aria-hidden": "true" }, ...hours.map((hour) => el("span", {}, `${String(hour).padStart(2, "0")}:00`)));
    rail.style.blockSize = height;
    return el("div.cal.week", {},
      el("div.hd.xs", {}, place(currentZone())),
      ...this.days().map((start) => el(dayKey(start) === dayKey(now) ? "h2.hd.tdy" : "h2.hd", {}, format(start + day / 2, { weekday: "short" }), el("b", {}, format(start + day / 2, { day: "numeric" })))),
      rail,
      ...this.days().map((start) => this.column(start, height, now)));
  }

  private column(start: number, height: string, now: number): HTMLElement {
    const isToday = dayKey(start) === dayKey(now);
    const element = el(isToday ? "div.dayc.grid-day.tdy" : "div.dayc.grid-day", { role: "list", "aria-label": dayName(start + day / 2) });
    element.style.blockSize = height;
    element.dataset.start = String(start);
    const events = this.on(dayKey(start));
    for (const event of events) {
      const box = this.box(event, start);
      const beside = events.filter((other) => at(other.startsAt) < at(event.endsAt) && at(other.endsAt) > at(event.startsAt));
      box.style.insetInlineStart = `${(100 / beside.length) * beside.indexOf(event)}%`;
      box.style.inlineSize = `calc(${100 / beside.length}% - 4px)`;
      element.append(el("div", { role: "listitem" }, box));
    }
    if (isToday) {
      const line = el("div.nowbar", { "aria-hidden": "true" });
      line.style.insetBlockStart = `${offsetOf(now, start)}px`;
      element.append(line);
    }
    return element;
  }

  private box(event: ListedEvent, dayStart: number): HTMLElement {
    const kind = event.clientId === null ? "own" : event.eventType === "call" ? "call" : "training";
    const minutes = (at(event.endsAt) - at(event.startsAt)) / 60_000;
    const label = `${safeName(event.title)}, ${this.detail(event)}`;
    const element = el(`button.ev.${kind}`, { type: "button", "aria-label": label, title: label },
      el("b", { dir: "auto" }, safeName(event.title)), el("span", {}, `${clock(event.startsAt)}–${clock(event.endsAt)}`));
    element.style.insetBlockStart = `${offsetOf(at(event.startsAt), dayStart)}px`;
    element.style.blockSize = `${Math.max(20, (minutes / 60) * hourHeight - 2)}px`;
    if (minutes <= 30) element.classList.add("sh");
    if (this.client.me.role === "trainer") this.addMoving(element, event);
    element.addEventListener("click", () => !element.classList.contains("moved") && this.edit(event));
    return element;
  }

  /** By the mouse in steps of a quarter of an hour; by Alt and the arrow keys as well. */
  private addMoving(element: HTMLElement, event: ListedEvent): void {
    let from: { x: number; y: number } | null = null;
    let target = at(event.startsAt);
    element.addEventListener("pointerdown", (pointer) => {
      if (pointer.pointerType !== "mouse" || pointer.button !== 0) return;
      from = { x: pointer.clientX, y: pointer.clientY };
      element.classList.remove("moved");
      element.setPointerCapture(pointer.pointerId);
    });
    element.addEventListener("pointermove", (pointer) => {
      if (from === null || Math.hypot(pointer.clientX - from.x, pointer.clientY - from.y) < 5) return;
      element.classList.add("moved");
      const quarters = Math.round(((pointer.clientY - from.y) / hourHeight) * 4);
      const width = element.closest(".dayc")?.getBoundingClientRect().width ?? 1;
      const days = Math.round((pointer.clientX - from.x) / width);
      element.style.transform = `translate(${days * width}px, ${(quarters * hourHeight) / 4}px)`;
      const sameTime = instant(dayKey(at(event.startsAt) + days * day), clock(event.startsAt));
      target = sameTime + quarters * 15 * 60_000;
    });
    element.addEventListener("pointerup", () => {
      const hasMoved = from !== null && element.classList.contains("moved");
      from = null;
      if (hasMoved) void this.move(event, target);
    });
    element.addEventListener("keydown", (key) => {
      const steps: { [name: string]: number } = { ArrowUp: -15, ArrowDown: 15, ArrowLeft: -1440, ArrowRight: 1440 };
      const by = steps[key.key];
      if (!key.altKey || by === undefined) return;
      key.preventDefault();
      key.stopPropagation();
      void this.move(event, at(event.startsAt) + by * 60_000);
    });
  }

  private async move(event: ListedEvent, startsAt: number): Promise<void> {
    await moveEvent(this.client, event, startsAt);
    await this.load();
    this.draw();
  }

  private async showLink(): Promise<void> {
    try {
      const { url } = await this.client.http.get<{ url: string }>("/v1/calendar/feed");
      const copy = () => void navigator.clipboard?.writeText(url).then(() => toast(t.copied));
      sheet(t.calendarLink, el("p.m", {}, t.calendarLinkText), el("p", {}, el("code", {}, url)), el("button.b", { type: "button", onclick: copy }, icon("copy", "s"), t.copyLink));
    } catch (error) {
      toast(t.couldNot(error instanceof Error ? error.message : ""));
    }
  }
}

function mondayOf(time: number): number {
  const noon = instant(dayKey(time), "12:00");
  const weekday = (new Date(`${dayKey(noon)}T12:00:00Z`).getUTCDay() + 6) % 7;
  return instant(dayKey(noon - weekday * day), "00:00");
}

/** Where a time stands in the column of its day. */
function offsetOf(time: number, dayStart: number): number {
  return Math.min(Math.max(((time - dayStart) / 3_600_000 - firstHour) * hourHeight, 0), (lastHour - firstHour) * hourHeight - 20);
}

function nextHour(): number {
  return Math.ceil(serverClock.now() / 3_600_000) * 3_600_000;
}
