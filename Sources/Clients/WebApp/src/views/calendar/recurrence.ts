import { el } from "../../dom/element";
import { t } from "../../text";
import { at, dayKey, format } from "../../text/format";
import { day } from "./local-time";

export const codes = ["SU", "MO", "TU", "WE", "TH", "FR", "SA"];

/** A rule of RFC 5545 in words: "every 2 weeks on Tue, Thu, 8 times". */
export function ruleInWords(rule: string): string {
  const parts = new Map(rule.split(";").map((part) => part.split("=") as [string, string]));
  const interval = Number(parts.get("INTERVAL") ?? "1");
  // 4 January 1970 was a Sunday.
  const days = (parts.get("BYDAY") ?? "").split(",").filter((one) => codes.includes(one))
    .map((one) => format((3 + codes.indexOf(one)) * day, { weekday: "short" }, "UTC"));
  const until = /^(\d{4})(\d{2})(\d{2})/.exec(parts.get("UNTIL") ?? "");
  const end = parts.has("COUNT") ? t.ruleTimes(Number(parts.get("COUNT")))
    : until === null ? "" : t.ruleUntil(format(at(`${until[1]}-${until[2]}-${until[3]}T12:00:00Z`), { day: "numeric", month: "short", year: "numeric" }, "UTC"));
  const every = t.ruleEvery(parts.get("FREQ") ?? "", interval);
  return [days.length === 0 ? every : t.ruleOn(every, days.join(", ")), end].filter((part) => part !== "").join(", ");
}

/** Whether and how often it recurs. `null` means once, and `undefined` that nothing was changed. */
export interface RepeatFields {
  element: HTMLElement;
  rule(startsAt: number): string | null | undefined;
}

export function repeatFields(current: string | null): RepeatFields {
  const same = "same";
  const choices: [string, string][] = [
    ...(current === null ? [["", t.once] as [string, string]] : [[same, ruleInWords(current)] as [string, string]]),
    ["FREQ=DAILY", t.daily], ["FREQ=WEEKLY", t.weekly], ["FREQ=WEEKLY;INTERVAL=2", t.everyTwoWeeks], ["FREQ=MONTHLY", t.monthly],
  ];
  const select: HTMLSelectElement = el("select", { onchange: () => arrange() }, ...choices.map(([value, name]) => el("option", { value }, name)));
  const count = el("input", { type: "number", min: "2", max: "500", placeholder: t.endless });
  const times = el("label.f", {}, el("span", {}, t.howOften), count);
  const arrange = () => (times.hidden = select.value === "" || select.value === same);
  arrange();
  return {
    element: el("div.row.wrap.tf", {}, el("label.f.grow", {}, el("span", {}, t.repeat), select), times),
    rule(startsAt) {
      if (select.value === same) return undefined;
      if (select.value === "") return null;
      const weekday = codes[new Date(`${dayKey(startsAt)}T12:00:00Z`).getUTCDay()] ?? "MO";
      const on = select.value.startsWith("FREQ=WEEKLY") ? `;BYDAY=${weekday}` : "";
      return `${select.value}${on}${count.value === "" ? "" : `;COUNT=${Number(count.value)}`}`;
    },
  };
}
