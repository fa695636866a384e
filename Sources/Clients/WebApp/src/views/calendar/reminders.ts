import type { ContactsResponse, Reminder, RemindersResponse } from "../../api/types";
import { el, fill } from "../../dom/element";
import { icon } from "../../dom/icons";
import { announce, menu, sheet, toast } from "../../dom/overlay";
import { router } from "../../router";
import { serverClock } from "../../store/timing";
import { t } from "../../text";
import { at, clock, clockTime, currentZone, dayKey, dayName, place } from "../../text/format";
import { oneLine, safeName } from "../../text/safe";
import { loadKept } from "../assistant/loaded";
import { whyOf } from "../attempt";
import { field } from "../auth/form";
import type { Client } from "../view";
import { hour, instant } from "./local-time";
import { repeatFields, ruleInWords } from "./recurrence";
import { snoozeTimes } from "./snooze-times";

/** One's reminders: to be made, ticked, put off and deleted. */
export class RemindersView {
  readonly element = el("div.page.narrow.col.reminders");
  readonly #list = el("div.col");

  constructor(private readonly client: Client) {
    fill(this.element, el("div.row", {}, el("button.b.p", { type: "button", onclick: () => void this.#add() }, icon("plus", "s"), t.newReminder)), this.#list);
    void this.#load();
  }

  #load(): Promise<void> {
    return loadKept(this.client, this.#list, "/v1/reminders", ({ reminders }: RemindersResponse) => {
      const open = openReminders(reminders);
      return [open.length === 0 ? el("p.edge", {}, t.noReminders)
        : el("ul.box.card0", {}, ...open.map((one) => el("li", {}, reminderRow(this.client, one, () => void this.#load()))))];
    });
  }

  async #add(): Promise<void> {
    await newReminder(this.client, () => void this.#load());
  }
}

export function openReminders(reminders: Reminder[]): Reminder[] {
  return reminders.filter(({ completed }) => !completed).sort((a, b) => at(a.dueAt) - at(b.dueAt));
}

/** A reminder with its tick, and what else can be done with it. */
export function reminderRow(client: Client, reminder: Reminder, changed: () => void): HTMLElement {
  const path = `/v1/reminders/${reminder.id}`;
  const act = async (body: () => Promise<unknown>, said: string) => {
    try {
      await body();
      announce(said);
      changed();
    } catch (error) {
      toast(t.couldNot(whyOf(error)));
    }
  };
  const isOverdue = at(reminder.dueAt) < serverClock.now();
  const isToday = dayKey(reminder.dueAt) === dayKey(serverClock.now());
  const when = isToday ? clockTime(reminder.dueAt) : `${dayName(reminder.dueAt)}, ${clockTime(reminder.dueAt)}`;
  const text = oneLine(reminder.text);
  const snooze = (until: number) => act(() => client.http.post(`${path}/snooze`, { until: new Date(until).toISOString() }), t.putOff);
  const chatId = reminder.clientId === null ? undefined : client.state.directWith(reminder.clientId);
  const more = (anchor: Element) => menu(anchor, t.more, [
    ...(chatId === undefined ? [] : [{ label: t.writeTo, icon: "chats" as const, do: () => router.go(`/chats/${chatId}`) }]),
    ...snoozeTimes().map(([label, until]) => ({ label, icon: "bell" as const, do: () => void snooze(until) })),
    { label: t.delete, icon: "trash" as const, do: () => void act(() => client.http.json("DELETE", path), t.removed) },
  ]);
  return el("div.it", {},
    el("input.tickbox", { type: "checkbox", "aria-label": t.completeReminder(text), onchange: () => void act(() => client.http.post(`${path}/complete`), t.taskDone) }),
    el("span.grow", {}, el("b", { dir: "auto" }, text),
      el(isOverdue ? "span.sm.wait.blkm" : "span.sm.m.blkm", {}, isOverdue ? t.overdue(when) : when, reminder.recurrence === null ? "" : ` · ${ruleInWords(reminder.recurrence)}`)),
    el("button.ib", { type: "button", "aria-label": t.putOffOf(text), title: t.putOffTitle, onclick: (event: Event) => more(event.currentTarget as Element) }, icon("more")));
}

export async function newReminder(client: Client, done: () => void): Promise<void> {
  const isTrainer = client.me.role === "trainer";
  const { contacts } = isTrainer ? await client.http.get<ContactsResponse>("/v1/contacts").catch(() => ({ contacts: [] })) : { contacts: [] };
  const next = Math.ceil((serverClock.now() + hour / 2) / hour) * hour;
  const text = field(t.reminderText, { type: "text", dir: "auto", maxlength: "2000", required: true });
  const date = field(t.date, { type: "date", required: true, value: dayKey(next) });
  const time = field(t.starts, { type: "time", required: true, value: clock(next) }, place(currentZone()));
  const about = el("select", {}, el("option", { value: "" }, t.nobodyElse), ...contacts.map((one) => el("option", { value: one.userId }, safeName(one.displayName))));
  const repeat = repeatFields(null);
  const problem = el("p.ban.x", { hidden: true, role: "alert" });
  const save = async (event: Event) => {
    event.preventDefault();
    const due = instant(date.input.value, time.input.value);
    try {
      await client.http.post("/v1/reminders", {
        text: text.input.value.trim(), dueAt: new Date(due).toISOString(), recurrence: repeat.rule(due) ?? null,
        clientId: about.value === "" ? null : about.value,
      });
      element.close();
      done();
    } catch (error) {
      problem.hidden = false;
      fill(problem, el("span", { dir: "auto" }, whyOf(error)));
    }
  };
  const element = sheet(t.newReminder, el("form.col", { onsubmit: (event: Event) => void save(event) }, text.element,
    el("div.row.wrap.tf", {}, date.element, time.element), repeat.element,
    isTrainer ? el("label.f", {}, el("span", {}, t.about), about) : null, problem, el("button.b.p", { type: "submit" }, t.save)));
  text.input.focus();
}
