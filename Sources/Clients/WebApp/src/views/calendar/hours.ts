import { el } from "../../dom/element";
import { sheet, toast } from "../../dom/overlay";
import { t } from "../../text";
import { dayKey, format } from "../../text/format";
import { whyOf } from "../attempt";
import { field } from "../auth/form";
import type { Client } from "../view";
import { day, hour } from "./local-time";

/** Hours by weekday or by a span of weekdays, such as `{"mon-fri": "07:00-12:00,13:00-20:00", "sun": null}`. */
export type WorkingHours = { [days: string]: string | null };

const weekdays = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"];

/** When work begins and ends on a day, in minutes after midnight; `null` if no hours are set at all. */
export function shifts(hours: WorkingHours, start: number): [from: number, to: number][] | null {
  if (Object.keys(hours).length === 0) return null;
  const weekday = (new Date(`${dayKey(start + 2 * hour)}T12:00:00Z`).getUTCDay() + 6) % 7;
  const text = hoursOf(hours, weekday) ?? "";
  return [...text.matchAll(/(\d{1,2}):(\d{2})-(\d{1,2}):(\d{2})/g)].map(([, a, b, c, d]) =>
    [Number(a) * 60 + Number(b), Number(c) * 60 + Number(d)]);
}

function hoursOf(hours: WorkingHours, weekday: number): string | null {
  for (const [names, text] of Object.entries(hours)) {
    const [from = "", to = from] = names.split("-");
    if (weekdays.indexOf(from) <= weekday && weekday <= weekdays.indexOf(to)) return text;
  }
  return null;
}

/** The hours of each weekday, to be changed. */
export function editHours(client: Client, hours: WorkingHours, saved: () => void): void {
  // 5 January 1970 was a Monday.
  const name = (index: number) => format((4 + index) * day, { weekday: "long" }, "UTC");
  const fields = weekdays.map((_, index) => field(name(index), {
    type: "text", dir: "ltr", autocomplete: "off", value: (hoursOf(hours, index) ?? "").replaceAll(",", ", "), placeholder: t.free,
  }));
  const save = async (event: Event) => {
    event.preventDefault();
    const workingHours: WorkingHours = {};
    for (const [index, one] of fields.entries()) {
      const text = one.input.value.replace(/\s/g, "").replaceAll("–", "-");
      const isRight = text === "" || /^\d{2}:\d{2}-\d{2}:\d{2}(,\d{2}:\d{2}-\d{2}:\d{2})*$/.test(text);
      one.fail(isRight ? "" : t.hoursForm);
      if (!isRight) return one.input.focus();
      workingHours[weekdays[index] ?? ""] = text === "" ? null : text;
    }
    try {
      await client.http.json("PATCH", "/v1/me/scheduling", { workingHours });
      element.close();
      toast(t.saved);
      saved();
    } catch (error) {
      toast(t.couldNot(whyOf(error)));
    }
  };
  const element = sheet(t.workingHours, el("p.m", {}, t.hoursText),
    el("form.col.hoursf", { onsubmit: (event: Event) => void save(event) }, ...fields.map((one) => one.element),
      el("button.b.p", { type: "submit" }, t.save)));
}
