import type {
  EventsResponse, ListedEvent, ProactiveSettings, ProactiveSettingsResponse, Reminder, RemindersResponse, WeekPage,
} from "../../api/types";
import { Newest } from "../../api/newest";
import { el, fill } from "../../dom/element";
import { icon } from "../../dom/icons";
import { sheet } from "../../dom/overlay";
import { serverClock } from "../../store/timing";
import { t } from "../../text";
import { at, clockTime, currentZone, dateTime, dayKey, duration, format, place } from "../../text/format";
import { oneLine, safeName } from "../../text/safe";
import { proposalCard } from "../assistant/proposal";
import { chatAvatar } from "../avatar";
import { invitation } from "../chats/new-chat";
import { waitingButton, waitsLong } from "../chats/waiting-deeds";
import { NewsLine } from "../notices/whats-new";
import { Endings, isPhone, onceAFrame } from "../view";
import type { Client, View } from "../view";
import { block } from "./block";
import type { Block } from "./block";
import { whyOf } from "../attempt";
import { weekPerson } from "./week-person";
import { weeklySwitch } from "./weekly";
import { theirTime } from "../calendar/event-box";
import { editEvent } from "../calendar/event-form";
import { dayStart, range } from "../calendar/local-time";
import { newReminder, openReminders, reminderRow } from "../calendar/reminders";
import { clientZones } from "../calendar/zones";

/** On a phone so many people are shown until somebody asks for the others. */
const folded = 3;

/** Something that the page asks the server. */
interface Question {
  path: string;
  query: string;
  /** Where it's said if it can't be answered. */
  blocks: Block[];
  show(answer: unknown): void;
  /** What was answered last, and what stores an answer for that. */
  kept(): Promise<unknown>;
  keep(answer: unknown): void;
}

/** A trainer's desk: who waits, what is on today, what is due, what waits for a confirmation, who is worth a look. */
export class TodayPage implements View {
  readonly element: HTMLElement;
  readonly #waiting = block(t.waiting);
  readonly #sessions = block(t.todaysSessions);
  readonly #reminders: Block;
  readonly #proposals = block(t.proposals);
  readonly #gone = block(t.goneQuiet);
  readonly #week = block(t.quiet);
  readonly #weekly = el("div");
  readonly #title = el("h1.t1", { tabindex: "-1" });
  readonly #when = el("p.m");
  readonly #body: HTMLElement;
  readonly #news: NewsLine;
  readonly #endings = new Endings();
  /** By path. */
  readonly #newest = new Map<string, Newest>();
  /** What the server has answered since the page is there, by path. */
  readonly #answered = new Set<string>();
  /** `null` until it's known. */
  #planned: ListedEvent[] | null = null;
  #drawnWeek = "";
  #drawnProposals = "";

  constructor(private readonly client: Client) {
    const add = () => void newReminder(client, () => void this.#load());
    this.#reminders = block(t.remindersDue, el("button.ib", { type: "button", "aria-label": t.newReminder, title: t.newReminder, onclick: add }, icon("plus", "s")));
    this.#news = new NewsLine(client);
    this.#body = el("div.col.gap", { hidden: true }, ...this.#columns());
    const invite = () => sheet(t.inviteClient, invitation(client, false));
    this.element = el("section.view.scroll", { "aria-label": t.today, tabindex: "0" }, el("div.page.col", {},
      el("header.row.wrap", {},
        el("div.grow", {}, this.#title, this.#when),
        el("button.b", { type: "button", onclick: invite }, icon("plus", "s"), t.inviteClient),
        el("a.b.p", { href: "/assistant" }, icon("spark", "s"), t.ask)),
      this.#news.element,
      this.#body));
    const draw = onceAFrame(() => this.#drawWaiting());
    this.#endings.add(client.state.changes.on((change) => {
      if (change.kind === "around") {
        void this.#loadZones();
        this.#drawProposals();
      }
      if (change.kind === "inbox" || change.kind === "chats") draw();
      if (change.kind === "connection") draw();
      if (change.kind === "connection" && client.state.connection.kind === "online") void this.#load();
      if (change.kind === "clock") this.#clockChanged();
      if (change.kind === "frame" && /^(event\.|reminder\.|assistant\.)/.test(change.frame.type)) void this.#load();
    }));
    for (const one of [this.#proposals, this.#gone, this.#week]) one.element.hidden = true;
    client.around.proposals.refresh();
    this.#drawTitle();
    this.#drawWaiting();
    void this.#begin();
  }

  /** What was known stands there before anything of it is seen, and nothing moves when it comes. */
  async #begin(): Promise<void> {
    const { contacts, proposals } = this.client.around;
    if ((await contacts.stored()) !== null) await clientZones.load(this.client);
    await Promise.all([proposals.stored(), ...this.#questions().map(async ({ path, kept, show }) => {
      const answer = await kept();
      if (answer !== undefined && !this.#answered.has(path)) show(answer);
    })]);
    this.#drawProposals();
    this.#body.hidden = false;
    await this.#load();
  }

  /** On a phone what happens at a time comes first: it's what somebody looks for there. */
  #columns(): HTMLElement[] {
    const [waiting, sessions, rest, later] = [this.#waiting.element, this.#sessions.element,
      [this.#gone.element, this.#week.element, this.#weekly], [this.#proposals.element, this.#reminders.element]] as const;
    if (isPhone()) return [el("div.col.gap", {}, sessions, waiting, ...later, ...rest)];
    return [el("div.cols", {}, el("div.col", {}, waiting, ...rest), el("div.col", {}, sessions, ...later))];
  }

  close(): void {
    this.#news.close();
    this.#endings.end();
  }

  #drawTitle(): void {
    const now = serverClock.now();
    const hour = Number(format(now, { hour: "2-digit", hourCycle: "h23" }));
    fill(this.#title, t.greeting(hour, safeName(this.client.me.displayName).split(" ")[0] ?? ""));
    fill(this.#when, `${format(now, { weekday: "long", day: "numeric", month: "long" })}, ${clockTime(now)} · ${place(currentZone())}`);
  }

  #clockChanged(): void {
    this.#drawTitle();
    this.#drawWaiting();
    void this.#load();
  }

  #drawWaiting(): void {
    const { hasInbox, connection } = this.client.state;
    if (!hasInbox) return this.#waiting.wait(connection.kind === "waiting" ? t.unreachable : t.loading);
    const items = [...this.client.state.inbox.values()].sort((a, b) => a.waitingSince.localeCompare(b.waitingSince));
    this.#waiting.count(items.length);
    this.#waiting.show(items.flatMap((item) => {
      const chat = this.client.state.chats.get(item.chatId)?.chat;
      if (chat === undefined) return [];
      return [el("div.wrow", {}, el("a.it.in", { href: `/chats/${chat.id}` }, chatAvatar(this.client, chat), el("span.grow", {},
        el("span.row", {}, el("b.grow.cut", {}, el("bdi", {}, safeName(chat.name))), el(waitsLong(item.waitingSince) ? "span.tag.w" : "span.tag", {}, duration(serverClock.now() - at(item.waitingSince)))),
        el("span.sm.m.last2", { dir: "auto" }, oneLine(item.lastMessage.text) || t.file))), waitingButton(this.client, chat.id))];
    }), t.nobodyWaits);
  }

  async #load(): Promise<void> {
    await Promise.all(this.#questions().map((question) => this.#ask(question)));
  }

  #questions(): Question[] {
    const [from, to] = range(dayStart(serverClock.now()), 1);
    const { kept, sessions } = this.client;
    const question = <Answer>(path: string, blocks: Block[], show: (answer: Answer) => void): Question => ({
      path, query: "", blocks, show: show as Question["show"], kept: () => kept.get(path), keep: (answer) => kept.put(path, answer),
    });
    return [
      {
        ...question("/v1/calendar/events", [this.#sessions], ({ events }: EventsResponse) => this.#drawSessions(events)),
        query: `?from=${from}&to=${to}`,
        kept: () => sessions.get(from, to),
        keep: (answer) => sessions.put(from, to, answer as EventsResponse),
      },
      question("/v1/reminders", [this.#reminders], ({ reminders }: RemindersResponse) => this.#drawReminders(reminders)),
      question("/v1/assistant/week", [this.#gone, this.#week], (week: WeekPage) => this.#drawWeek(week)),
      question("/v1/me/proactive", [], ({ proactive }: ProactiveSettingsResponse) => this.#drawWeekly(proactive)),
    ];
  }

  async #ask({ path, query, blocks, show, keep }: Question): Promise<void> {
    const newest = this.#newest.get(path) ?? new Newest();
    this.#newest.set(path, newest);
    try {
      const answer = await newest.ask(() => this.client.http.get(path + query));
      if (answer === null) return;
      this.#answered.add(path);
      keep(answer);
      show(answer);
    } catch (error) {
      for (const block of blocks) block.wait(whyOf(error));
    }
  }

  #drawSessions(events: ListedEvent[]): void {
    const now = serverClock.now();
    const planned = events.filter(({ status }) => status !== "cancelled").sort((a, b) => at(a.startsAt) - at(b.startsAt));
    this.#sessions.count(planned.filter(({ endsAt }) => at(endsAt) >= now).length);
    this.#sessions.show(planned.map((event) => this.#session(event, now)), t.noSessions);
    this.#planned = planned;
    void this.#loadZones();
  }

  async #loadZones(): Promise<void> {
    if ((await clientZones.load(this.client)) && this.#planned !== null) this.#drawSessions(this.#planned);
  }

  #session(event: ListedEvent, now: number): HTMLElement {
    const isPast = at(event.endsAt) < now;
    const wait = at(event.startsAt) - now;
    const about = [`${clockTime(event.startsAt)}–${clockTime(event.endsAt)}`, event.with ? safeName(event.with) : "", theirTime(event)];
    const open = () => void editEvent(this.client, event, 0, 0, () => void this.#load());
    return el(isPast ? "button.it.mi.past" : "button.it.mi", { type: "button", onclick: open },
      el("span.tm", {}, clockTime(event.startsAt)),
      el("span.grow", {}, el("b", { dir: "auto" }, safeName(event.title)), el("span.sm.m.blkm", {}, about.filter((part) => part !== "").join(" · "))),
      isPast || wait > 12 * 3_600_000 ? null : el("span.tag", {}, wait <= 0 ? t.now : t.inTime(duration(wait))));
  }

  #drawReminders(reminders: Reminder[]): void {
    const open = openReminders(reminders);
    this.#reminders.count(open.filter(({ dueAt }) => at(dueAt) < serverClock.now()).length);
    this.#reminders.show(open.slice(0, 8).map((reminder) => reminderRow(this.client, reminder, () => void this.#load())), t.noReminders);
  }

  #drawProposals(): void {
    const proposals = this.client.around.proposals.current;
    // What somebody is just editing or has just confirmed stays on the screen.
    if (proposals === null || this.#proposals.element.contains(document.activeElement)) return;
    const state = proposals.map(({ id, version }) => `${id} ${version}`).join();
    if (state === this.#drawnProposals) return;
    this.#drawnProposals = state;
    this.#proposals.count(proposals.length);
    this.#proposals.show(proposals.map((proposal) => proposalCard(this.client, proposal)), "");
  }

  /** Who has gone quiet stands by itself; the page has everybody else. */
  #drawWeek(week: WeekPage): void {
    // What is drafted below a reason stays there as long as the reasons are the same.
    const state = JSON.stringify([week.people, dayKey(serverClock.now())]);
    if (state === this.#drawnWeek || this.#week.element.contains(document.activeElement)) return;
    this.#drawnWeek = state;
    const isQuiet = (kind: string) => kind === "quiet";
    const quiet = week.people.filter(({ reasons }) => reasons[0] !== undefined && isQuiet(reasons[0].kind));
    this.#gone.count(quiet.length);
    this.#gone.show(quiet.map((person) => weekPerson(this.client, person)), t.nobodyQuiet);
    const others = week.people.filter((person) => !quiet.includes(person));
    const show = (people: WeekPage["people"]) => this.#week.show(people.map((person) => weekPerson(this.client, person)), "");
    const isFolded = isPhone() && others.length > folded + 1;
    show(isFolded ? others.slice(0, folded) : others);
    this.#week.fold(isFolded ? t.showAll(others.length) : null, () => show(others));
    this.#week.element.title = t.weekMade(dateTime(week.createdAt));
  }

  #drawWeekly(settings: ProactiveSettings): void {
    if (this.#weekly.contains(document.activeElement)) return;
    fill(this.#weekly, weeklySwitch(this.client, settings));
  }
}
