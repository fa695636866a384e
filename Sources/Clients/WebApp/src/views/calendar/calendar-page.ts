import { Newest } from "../../api/newest";
import type { EventsResponse, ListedEvent, Proposal, SchedulingSettingsResponse } from "../../api/types";
import { el, fill } from "../../dom/element";
import { Emitter } from "../../dom/emitter";
import { icon } from "../../dom/icons";
import { menu, sheet } from "../../dom/overlay";
import { serverClock } from "../../store/timing";
import { t } from "../../text";
import { at, currentZone, dayKey, format, place } from "../../text/format";
import { proposalCard } from "../assistant/proposal";
import { NewsLine, showNews } from "../notices/whats-new";
import { Endings, isPhone } from "../view";
import type { Client, View } from "../view";
import { agenda } from "./agenda";
import { showEvent } from "./client-event";
import { editEvent } from "./event-form";
import { showFeed } from "./feed";
import { grid, hourHeight } from "./grid";
import type { GridHost } from "./grid";
import { editHours } from "./hours";
import type { WorkingHours } from "./hours";
import { day, dayStart, hour, instant, minute, range, weekStart } from "./local-time";
import { RemindersView } from "./reminders";
import { moveEvent } from "./series";
import { clientZones } from "./zones";

/** Told when a form has changed something. The page that opened the form may have been replaced by then. */
const changed = new Emitter<void>();

type Mode = "day" | "week" | "agenda" | "reminders";

/** One's sessions by day, week or as a list, and one's reminders. All times are in one's own zone. */
export class CalendarPage implements View, GridHost {
  readonly element: HTMLElement;
  readonly isTrainer: boolean;
  events: ListedEvent[] = [];
  hours: WorkingHours = {};
  slot = { day: 0, row: 18 };
  /** A zone whose hours stand beside one's own. */
  zoneBeside: string | null = null;
  #mode: Mode = isPhone() ? "agenda" : "week";
  /** The start of the first day that's shown. */
  #start: number;
  /** Nobody has gone to another time yet. */
  #isAtNow: boolean;
  #drawn = "";
  #isHeld = false;
  /** The beginning of the time whose list was brought to today. */
  #agendaOf = 0;
  /** The beginning of the time whose sessions are known. */
  #known = "";
  readonly #heading = el("h1.grow", { tabindex: "-1" });
  readonly #body = el("div.scroll.scrollx", { tabindex: "0", role: "region", "aria-label": t.planned });
  readonly #steps = el("span.row.nogap.calsteps");
  readonly #modes = new Map<Mode, HTMLElement>();
  readonly #beside = el("span.row.beside");
  readonly #news: NewsLine;
  readonly #endings = new Endings();
  readonly #newest = new Newest();

  constructor(private readonly client: Client) {
    this.isTrainer = client.me.role === "trainer";
    const wanted = location.hash.slice(1);
    if (wanted === "reminders") this.#mode = "reminders";
    const [date = "", mode = ""] = wanted.split(",");
    if (["day", "week", "agenda"].includes(mode)) this.#mode = mode as Mode;
    this.#isAtNow = !/^\d{4}-\d{2}-\d{2}$/.test(date);
    this.#start = this.#firstOf(this.#isAtNow ? serverClock.now() : instant(date, "12:00"));
    for (const [mode, name] of [["day", t.day], ["week", t.week], ["agenda", t.agenda], ["reminders", t.remindersDue]] as const) {
      this.#modes.set(mode, el(mode === "week" ? "button.only-d" : "button", { type: "button", onclick: () => this.#turnTo(mode) }, name));
    }
    const button = (label: string, sign: "left" | "right", by: 1 | -1) =>
      el("button.ib.rtlflip", { type: "button", "aria-label": label, title: label, onclick: () => this.#step(by) }, icon(sign));
    fill(this.#steps, button(t.earlier, "left", -1),
      el("button.b", { type: "button", onclick: () => this.#goToNow() }, t.today), button(t.later, "right", 1));
    this.#news = new NewsLine(client);
    this.element = el("section.view", { "aria-label": t.calendar },
      el("header.bar.wrap.calbar", {}, this.#heading, this.#beside, this.#steps,
        el("span.seg", { role: "group", "aria-label": t.show }, ...this.#modes.values()),
        this.isTrainer ? el("button.ib", { type: "button", "aria-label": t.newSession, title: t.newSession, onclick: () => this.make(nextHour(), 60) }, icon("plus")) : null,
        el("button.ib", { type: "button", "aria-label": t.more, title: t.more, onclick: (event: Event) => this.#more(event.currentTarget as Element) }, icon("more"))),
      this.#news.element, this.#body);
    this.#endings.add(changed.on(() => {
      void this.load();
      void this.#loadHours();
      client.around.proposals.refresh();
    }));
    this.#endings.add(client.state.changes.on((change) => {
      if (change.kind === "frame" && /^event\./.test(change.frame.type)) void this.load();
      if (change.kind === "around") {
        void this.#loadZones();
        this.#draw();
      }
      if (change.kind === "connection" && client.state.connection.kind === "online") void this.load();
      if (change.kind === "clock") this.#go(this.#isAtNow ? serverClock.now() : this.#start + 2 * hour);
    }));
    client.around.proposals.refresh();
    this.#draw();
    void this.load();
    void this.#loadHours();
    // Before the first sessions come: nothing jumps from midnight then.
    requestAnimationFrame(() => {
      const cal = this.#body.querySelector(".cal");
      if (cal === null || cal.hasAttribute("data-placed")) return;
      this.#body.scrollTop = 6.5 * hourHeight;
      cal.setAttribute("data-placed", "");
    });
  }

  close(): void {
    this.#news.close();
    this.#endings.end();
  }

  // What is shown

  #firstOf(time: number): number {
    return this.#mode === "day" ? dayStart(time) : weekStart(time);
  }

  #turnTo(mode: Mode): void {
    // A week's day is today's if it's in it.
    const now = serverClock.now();
    const isNow = weekStart(now) === weekStart(this.#start + 2 * hour);
    const from = mode === "day" && isNow ? now : this.#start + 2 * hour;
    this.#mode = mode;
    this.#go(from);
    this.#keepPlace();
    this.#modes.get(mode)?.focus();
  }

  #step(by: 1 | -1): void {
    this.#isAtNow = false;
    this.#go(dayStart(this.#start + 2 * hour, by * (this.#mode === "day" ? 1 : 7)) + 2 * hour);
    this.#keepPlace();
  }

  /** The address has what is shown, so that loading the page anew shows it again. */
  #keepPlace(): void {
    const date = this.#isAtNow ? "" : dayKey(this.#start + 2 * hour);
    history.replaceState(history.state, "", `#${this.#mode === "reminders" ? "reminders" : `${date},${this.#mode}`}`);
  }

  #goToNow(): void {
    this.#isAtNow = true;
    this.#go(serverClock.now());
    this.#keepPlace();
  }

  #go(time: number): void {
    this.#start = this.#firstOf(time);
    this.#draw();
    void this.load();
  }

  get #days(): number[] {
    return Array.from({ length: this.#mode === "day" ? 1 : 7 }, (_, index) => dayStart(this.#start + 2 * hour, index));
  }

  async load(): Promise<void> {
    if (this.#mode === "reminders") return;
    const [from, to] = range(this.#start, this.#days.length);
    if (this.#known !== from) {
      const kept = await this.client.sessions.get(from, to);
      if (from !== this.#shownFrom) return;
      if (kept !== undefined) this.#show(from, kept.events);
    }
    try {
      const answer = await this.#newest.ask(() => this.client.http.get<EventsResponse>(`/v1/calendar/events?from=${from}&to=${to}`));
      if (answer === null || from !== this.#shownFrom) return;
      this.client.sessions.put(from, to, answer);
      this.#show(from, answer.events);
    } catch {
      if (this.#known === from || from !== this.#shownFrom) return;
      fill(this.#body, el("p.edge", { role: "status" }, t.unreachable));
      this.#drawn = "";
      return;
    }
    await this.#loadZones();
  }

  get #shownFrom(): string {
    return range(this.#start, this.#days.length)[0];
  }

  #show(from: string, events: ListedEvent[]): void {
    this.events = events.filter(({ status }) => status !== "cancelled").sort((a, b) => at(a.startsAt) - at(b.startsAt));
    this.#known = from;
    this.#draw();
  }

  async #loadZones(): Promise<void> {
    if (await clientZones.load(this.client)) this.#draw();
  }

  async #loadHours(): Promise<void> {
    if (!this.isTrainer) return;
    const path = "/v1/me/scheduling";
    const show = ({ scheduling }: SchedulingSettingsResponse) => {
      this.hours = scheduling.workingHours;
      this.#draw();
    };
    const kept = await this.client.kept.get<SchedulingSettingsResponse>(path);
    if (kept !== undefined) show(kept);
    const answer = await this.client.http.get<SchedulingSettingsResponse>(path).catch(() => null);
    if (answer === null) return;
    this.client.kept.put(path, answer);
    show(answer);
  }

  get pending(): Proposal[] {
    return this.client.around.proposals.current ?? [];
  }

  #draw(): void {
    const mode = this.#mode;
    this.#heading.textContent = this.#title();
    for (const [name, button] of this.#modes) button.setAttribute("aria-pressed", String(name === mode));
    this.#steps.hidden = mode === "reminders";
    this.#drawBeside();
    if (mode === "reminders") {
      if (this.#body.querySelector(".reminders") === null) fill(this.#body, new RemindersView(this.client).element);
      this.#drawn = "";
      return;
    }
    // Drawing anew would take away what is just being dragged, or focused, for nothing.
    if (this.#isHeld || !this.#isOther()) return;
    const isGrid = mode === "day" || mode === "week";
    const isPlaced = this.#body.isConnected && this.#body.querySelector(".cal[data-placed]") !== null;
    const before = this.#body.scrollTop;
    const focused = (document.activeElement as HTMLElement | null)?.dataset.event;
    const wasOnSlot = this.#body.querySelector(".slot") === document.activeElement && document.activeElement !== null;
    fill(this.#body, isGrid ? grid(this, this.#days) : this.#known === this.#shownFrom ? agenda(this, this.#days) : el("p.edge.late", { role: "status" }, t.loading));
    if (isGrid) this.#body.scrollTop = isPlaced ? before : 6.5 * hourHeight;
    else this.#showToday(before);
    this.#body.querySelector(".cal")?.toggleAttribute("data-placed", this.#body.isConnected);
    if (focused !== undefined) this.#body.querySelector<HTMLElement>(`[data-event="${focused}"]`)?.focus();
    if (wasOnSlot) this.#body.querySelector<HTMLElement>(".slot")?.focus({ preventScroll: true });
  }

  /** A list begins with today the first time that it's there; after that it stays where it is. */
  #showToday(before: number): void {
    this.#body.scrollTop = before;
    const today = this.#body.querySelector("[data-today]");
    if (today === null || this.#agendaOf === this.#start || !this.#body.isConnected) return;
    this.#agendaOf = this.#start;
    this.#body.scrollTop += today.getBoundingClientRect().top - this.#body.getBoundingClientRect().top - 16;
  }

  /** Whether something else is to be shown than is. */
  #isOther(): boolean {
    const { events, pending, hours, zoneBeside } = this;
    const zones = events.map(({ clientId }) => clientZones.of(clientId));
    // The line of the present moves a pixel a minute.
    const now = Math.floor(serverClock.now() / minute);
    const state = JSON.stringify([this.#mode, this.#start, events, pending, hours, zoneBeside, zones, this.#known, now]);
    const isOther = state !== this.#drawn;
    this.#drawn = state;
    return isOther;
  }

  hold(): void {
    this.#isHeld = true;
  }

  release(): void {
    this.#isHeld = false;
    this.#draw();
  }

  #title(): string {
    const middle = this.#start + (this.#mode === "day" ? day / 2 : 3 * day);
    if (this.#mode === "reminders") return t.remindersDue;
    if (this.#mode !== "day") return format(middle, { month: isPhone() ? "short" : "long", year: "numeric" });
    return format(middle, { weekday: isPhone() ? "short" : "long", day: "numeric", month: isPhone() ? "short" : "long" });
  }

  /** The zones of those whom one meets, to be shown beside one's own. */
  #drawBeside(): void {
    const zones = [...new Set(this.events.map(({ clientId }) => clientZones.of(clientId)))].filter((zone): zone is string => zone !== null);
    const isGrid = this.#mode === "day" || this.#mode === "week";
    if (!isGrid || (zones.length === 0 && this.zoneBeside === null)) return fill(this.#beside);
    if (this.#beside.contains(document.activeElement)) return;
    if (this.zoneBeside !== null && !zones.includes(this.zoneBeside)) zones.push(this.zoneBeside);
    const select: HTMLSelectElement = el("select", { "aria-label": t.zoneBeside, onchange: () => {
      this.zoneBeside = select.value === "" ? null : select.value;
      this.#draw();
    } }, el("option", { value: "" }, place(currentZone())), ...zones.sort().map((zone) =>
      el("option", { value: zone, selected: zone === this.zoneBeside }, `+ ${place(zone)}`)));
    fill(this.#beside, select);
  }

  // What can be done

  open(event: ListedEvent): void {
    if (this.isTrainer) void editEvent(this.client, event, at(event.startsAt), 60, () => changed.emit());
    else showEvent(this.client, event);
  }

  openPending(proposal: Proposal): void {
    const element = sheet(t.proposals, proposalCard(this.client, proposal));
    element.addEventListener("close", () => changed.emit());
  }

  make(start: number, minutes: number): void {
    void editEvent(this.client, null, start, minutes, () => changed.emit());
  }

  async move(event: ListedEvent, startsAt: number, minutes: number): Promise<void> {
    if (!(await moveEvent(this.client, event, startsAt, minutes, () => this.load()))) {
      // What wasn't moved goes back to its place.
      this.#drawn = "";
      this.#draw();
    }
    // The box that the question would have given the focus back to may have been drawn anew meanwhile.
    if (document.activeElement === document.body) this.#body.querySelector<HTMLElement>(`[data-event="${event.id}"]`)?.focus();
  }

  #more(anchor: Element): void {
    menu(anchor, t.more, [
      { label: t.whatsNew, icon: "bell", do: () => showNews(this.client) },
      { label: t.calendarLink, icon: "jump", do: () => void showFeed(this.client) },
      ...(this.isTrainer ? [{ label: t.workingHours, icon: "gear" as const, do: () => editHours(this.client, this.hours, () => changed.emit()) }] : []),
    ]);
  }
}

function nextHour(): number {
  return Math.ceil(serverClock.now() / hour) * hour;
}
