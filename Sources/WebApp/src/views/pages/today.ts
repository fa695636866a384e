import type { EventsResponse, ListedEvent, Proposal, ProposalsResponse, Reminder, RemindersResponse, WeekPage } from "../../api/types";
import { el, fill } from "../../dom/element";
import type { Child } from "../../dom/element";
import { icon } from "../../dom/icons";
import { sheet, toast } from "../../dom/overlay";
import { serverClock } from "../../store/timing";
import { t } from "../../text";
import { at, clock, currentZone, dateTime, dayKey, dayName, duration, format, place } from "../../text/format";
import { oneLine, safeName } from "../../text/safe";
import { proposalCard } from "../assistant/proposal";
import { chatAvatar } from "../avatar";
import { invitation } from "../chats/new-chat";
import { Endings, onceAFrame } from "../view";
import type { Client, View } from "../view";
import { dayRange } from "./event-form";

/** A trainer's desk: who waits, what is on today, what is due, what waits for a confirmation, who is worth a look. */
export class TodayPage implements View {
  readonly element: HTMLElement;
  private readonly waiting = block(t.waiting);
  private readonly sessions = block(t.todaysSessions);
  private readonly reminders = block(t.remindersDue);
  private readonly proposals = block(t.proposals);
  private readonly quiet = block(t.quiet);
  private readonly endings = new Endings();

  constructor(private readonly client: Client) {
    const now = serverClock.now();
    const hour = Number(format(now, { hour: "2-digit", hourCycle: "h23" }));
    const invite = () => sheet(t.inviteClient, invitation(client));
    const when = `${format(now, { weekday: "long", day: "numeric", month: "long" })}, ${clock(now)} · ${place(currentZone())}`;
    this.element = el("section.view.scroll", { "aria-label": t.today, tabindex: "0" }, el("div.page.col", {},
      el("header.row.wrap", {},
        el("div.grow", {}, el("h1.t1", { tabindex: "-1" }, t.greeting(hour, safeName(client.me.displayName).split(" ")[0] ?? "")), el("p.m", {}, when)),
        el("button.b", { type: "button", onclick: invite }, icon("plus", "s"), t.inviteClient),
        el("a.b.p", { href: "/assistant" }, icon("spark", "s"), t.ask)),
      el("div.cols", {},
        el("div.col", {}, this.waiting.element, this.proposals.element, this.quiet.element),
        el("div.col", {}, this.sessions.element, this.reminders.element))));
    const draw = onceAFrame(() => this.drawWaiting());
    this.endings.add(client.state.changes.on((change) => {
      if (change.kind === "inbox" || change.kind === "chats") draw();
      if (change.kind === "connection" && client.state.connection.kind === "online") void this.load();
      if (change.kind === "frame" && /^(event\.|reminder\.|assistant\.)/.test(change.frame.type)) void this.load();
    }));
    this.proposals.element.hidden = true;
    this.quiet.element.hidden = true;
    this.drawWaiting();
    void this.load();
  }

  close(): void {
    this.endings.end();
  }

  private drawWaiting(): void {
    const items = [...this.client.state.inbox.values()].sort((a, b) => a.waitingSince.localeCompare(b.waitingSince));
    this.waiting.count(items.length);
    this.waiting.show(items.flatMap((item) => {
      const chat = this.client.state.chats.get(item.chatId)?.chat;
      if (chat === undefined) return [];
      return [el("a.it.in", { href: `/chats/${chat.id}` }, chatAvatar(this.client, chat), el("span.grow", {},
        el("span.row", {}, el("b.grow.cut", {}, el("bdi", {}, safeName(chat.name))), el("span.tag.w", {}, duration(serverClock.now() - at(item.waitingSince)))),
        el("span.sm.m.last2", { dir: "auto" }, oneLine(item.lastMessage.text) || t.file)))];
    }), t.nobodyWaits);
  }

  private async load(): Promise<void> {
    const { http } = this.client;
    const [from, to] = dayRange(serverClock.now());
    await Promise.allSettled([
      http.get<EventsResponse>(`/v1/calendar/events?from=${from}&to=${to}`).then(({ events }) => this.drawSessions(events)),
      http.get<RemindersResponse>("/v1/reminders").then(({ reminders }) => this.drawReminders(reminders)),
      http.get<ProposalsResponse>("/v1/assistant/proposals?state=pending").then(({ proposals }) => this.drawProposals(proposals)),
      http.get<WeekPage>("/v1/assistant/week").then((week) => this.drawQuiet(week)),
    ]);
  }

  private drawSessions(events: ListedEvent[]): void {
    const now = serverClock.now();
    const planned = events.filter(({ status }) => status !== "cancelled").sort((a, b) => at(a.startsAt) - at(b.startsAt));
    this.sessions.count(planned.length);
    this.sessions.show(planned.map((event) => el(at(event.endsAt) < now ? "div.it.past" : "div.it", {},
      el("span.tm", {}, clock(event.startsAt)),
      el("span.grow", {}, el("b", { dir: "auto" }, safeName(event.title)), el("br"),
        el("span.sm.m", {}, `${clock(event.startsAt)}–${clock(event.endsAt)}`, event.with ? el("bdi", {}, ` · ${safeName(event.with)}`) : null)))), t.noSessions);
  }

  private drawReminders(reminders: Reminder[]): void {
    const open = reminders.filter(({ completed }) => !completed).sort((a, b) => at(a.dueAt) - at(b.dueAt)).slice(0, 8);
    this.reminders.count(open.filter(({ dueAt }) => at(dueAt) < serverClock.now()).length);
    this.reminders.show(open.map((reminder) => {
      const complete = async () => {
        await this.client.http.post(`/v1/reminders/${reminder.id}/complete`).catch((error) => toast(t.couldNot(String(error.message))));
        await this.load();
      };
      const isToday = dayKey(reminder.dueAt) === dayKey(serverClock.now());
      return el("div.it", {}, icon("bell"), el("span.grow", {}, el("b", { dir: "auto" }, oneLine(reminder.text)), el("br"),
        el("span.sm.m", {}, isToday ? clock(reminder.dueAt) : `${dayName(reminder.dueAt)}, ${clock(reminder.dueAt)}`)),
        el("button.b", { type: "button", onclick: () => void complete() }, t.complete));
    }), t.noReminders);
  }

  private drawProposals(proposals: Proposal[]): void {
    this.proposals.element.hidden = proposals.length === 0;
    this.proposals.count(proposals.length);
    this.proposals.show(proposals.map((proposal) => proposalCard(this.client, proposal)), "");
  }

  private drawQuiet(week: WeekPage): void {
    this.quiet.element.hidden = week.people.length === 0;
    this.quiet.show(week.people.slice(0, 6).map((person) => {
      const name = safeName(person.displayName);
      const reasons = person.reasons.slice(0, 2).map((reason) => el("span.sm.m.blkm", { dir: "auto" }, reason.text));
      const content: Child[] = [el("span.grow", {}, el("b", {}, el("bdi", {}, name)), ...reasons)];
      return person.chatId ? el("a.it.in", { href: `/chats/${person.chatId}` }, ...content) : el("div.it", {}, ...content);
    }), "");
    this.quiet.element.title = dateTime(week.createdAt);
  }
}

interface Block {
  element: HTMLElement;
  count(count: number): void;
  show(items: HTMLElement[], empty: string): void;
}

function block(title: string): Block {
  const number = el("span.tag.w", { hidden: true });
  const list = el("ul.box");
  return {
    element: el("section.blk", {}, el("header", {}, el("h2.grow", {}, title), number), list),
    count(count) {
      number.hidden = count === 0;
      number.textContent = String(count);
    },
    show(items, empty) {
      fill(list, ...items.map((item) => el("li", {}, item)));
      if (items.length === 0 && empty !== "") list.append(el("li.it.m", {}, empty));
    },
  };
}
