import { el } from "../../dom/element";
import { serverClock } from "../../store/timing";
import { t } from "../../text";
import { at, clockTime, dayKey, format } from "../../text/format";
import { field } from "../auth/form";
import { day, dayStart, hour, instant } from "../calendar/local-time";
import { codes, ruleInWords } from "../calendar/recurrence";
import { select } from "../settings/parts";

/** A clock time of nobody's zone yet, `2026-03-15T18:00`, and how it recurs; `null` for once. */
export interface When {
  startsAt: string;
  rrule: string | null;
}

export interface WhenFields {
  element: HTMLElement;
  /** `null` if it's as it was. */
  changed(): When | null;
}

const same = "same";

/** When clients are asked: once on a day, or again on days of the week, of the month, or on all. */
export function whenFields(given: When | null): WhenFields {
  const rule = given?.rrule ?? (given === null ? "FREQ=WEEKLY" : "");
  const named = /(?:^|;)BYDAY=([A-Z,]+)/.exec(rule)?.[1]?.split(",");
  const kinds: [string, string][] = [["", t.once], ["FREQ=DAILY", t.daily], ["FREQ=WEEKLY", t.weekly], ["FREQ=WEEKLY;INTERVAL=2", t.everyTwoWeeks], ["FREQ=MONTHLY", t.monthly]];
  const plain = named === undefined || /^FREQ=WEEKLY/.test(rule) ? rule.replace(/;?BYDAY=[A-Z,]+/, "") : same;
  const isOther = !kinds.some(([value]) => value === plain);
  if (isOther) kinds.push([same, ruleInWords(rule)]);
  const [date, clock] = (given?.startsAt ?? `${dayKey(dayStart(serverClock.now(), 1) + 2 * hour)}T18:00`).split("T") as [string, string];
  const chosen = named ?? [given === null ? "SU" : codeOf(date)];
  const kind = select(t.repeat, kinds.map(([value, label]) => ({ value, label })), isOther ? same : plain);
  // The week begins with Monday here, as rules do.
  const days = [...codes.slice(1), "SU"].map((value) => el("input", { type: "checkbox", value, checked: chosen.includes(value) }));
  const week = el("fieldset", {}, el("legend", {}, t.weekday), el("div.row.wrap", {}, ...days.map((box) =>
    // 4 January 1970 was a Sunday.
    el("label.tap", {}, box, el("span", {}, format((3 + codes.indexOf(box.value)) * day, { weekday: "short" }, "UTC"))))));
  const first = field(t.date, { type: "date", required: true, value: date });
  const time = field(t.hourOfDay, { type: "time", required: true, value: clock }, t.checkInClock);
  const show = (element: HTMLElement, isShown: boolean) => {
    element.hidden = !isShown;
    // What can't be seen needs no value.
    for (const input of element.querySelectorAll("input")) input.disabled = !isShown;
  };
  const arrange = () => {
    const { value } = kind.input;
    show(week, value.startsWith("FREQ=WEEKLY"));
    show(first.element, value === "" || value === "FREQ=MONTHLY");
    show(time.element, value !== same);
  };
  kind.input.addEventListener("change", arrange);
  arrange();
  const read = (): When | null => {
    const { value } = kind.input;
    if (value === same) return null;
    const on = days.filter((box) => box.checked).map((box) => box.value);
    if (!week.hidden && on.length === 0) on.push(codeOf(date));
    const next = () => nextOf(week.hidden ? codes : on, time.input.value, given === null ? null : date, value.includes("=2") ? 2 : 1);
    const day = first.element.hidden ? next() : first.input.value;
    return { startsAt: `${day}T${time.input.value}`, rrule: value === "" ? null : value + (week.hidden ? "" : `;BYDAY=${on.join(",")}`) };
  };
  // What was chosen, not what comes of it: the next time is another one once this one has passed.
  const chosenNow = () => JSON.stringify([kind.input.value, first.input.value, time.input.value, days.map(({ checked }) => checked)]);
  const before = chosenNow();
  return {
    element: el("div.col", {}, kind.element, week, el("div.row.wrap.tf", {}, first.element, time.element)),
    changed: () => (given !== null && chosenNow() === before ? null : read()),
  };
}

/** In words, without a zone: each client is asked by their own clock. */
export function whenInWords({ startsAt, rrule }: When): string {
  const time = at(`${startsAt}:00Z`);
  const days = rrule === null ? format(time, { day: "numeric", month: "short", year: "numeric" }, "UTC") : ruleInWords(rrule);
  return `${days}, ${clockTime(time, "UTC")}`;
}

/** Weeks begin with Monday, as they do in rules. */
function weekOf(date: string): number {
  return Math.floor((Date.parse(date) / day + 3) / 7);
}

function codeOf(date: string): string {
  return codes[new Date(`${date}T12:00:00Z`).getUTCDay()] ?? "MO";
}

/**
 * The next date on one of these days of the week on which the time is still ahead.
 *
 * @param start the first date so far: the next one isn't before it, and as many weeks after as a multiple of `weeks`.
 */
function nextOf(days: readonly string[], time: string, start: string | null, weeks: number): string {
  const now = serverClock.now();
  const begin = start === null ? now : Math.max(now, instant(start, "00:00"));
  for (let by = 0; by < 15; by += 1) {
    const date = dayKey(dayStart(begin, by) + 2 * hour);
    const isInTurn = start === null || (weekOf(date) - weekOf(start)) % weeks === 0;
    if (isInTurn && days.includes(codeOf(date)) && instant(date, time) > now) return date;
  }
  return dayKey(now);
}
