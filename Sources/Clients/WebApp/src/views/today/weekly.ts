import type { ProactiveSettings, ProactiveSettingsWeekday } from "../../api/types";
import { el } from "../../dom/element";
import { toast } from "../../dom/overlay";
import { t } from "../../text";
import { clockTime, format } from "../../text/format";
import { whyOf } from "../attempt";
import type { Client } from "../view";

const weekdays: ProactiveSettingsWeekday[] = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"];
const hour = 3_600_000;

/** Whether to be told every week who is worth a look, on which day and at which hour. */
export function weeklySwitch(client: Client, settings: ProactiveSettings): HTMLElement {
  const box = el("input", { type: "checkbox", checked: settings.weekly });
  // 5 January 1970 was a Monday.
  const day = el("select", { "aria-label": t.weekday }, ...weekdays.map((value, index) =>
    el("option", { value, selected: value === settings.weekday }, format((4 + index) * 24 * hour, { weekday: "long" }, "UTC"))));
  const time = el("select", { "aria-label": t.hourOfDay }, ...Array.from({ length: 24 }, (_, index) =>
    el("option", { value: String(index), selected: index === settings.hour }, clockTime(index * hour, "UTC"))));
  const when = el("span.row", { hidden: !settings.weekly }, day, time);
  let stored = settings;
  const save = async () => {
    const wanted = { weekly: box.checked, weekday: day.value as ProactiveSettingsWeekday, hour: Number(time.value) };
    try {
      await client.http.json("PATCH", "/v1/me/proactive", wanted);
      stored = wanted;
      toast(wanted.weekly ? t.weeklyOn(day.selectedOptions[0]?.text ?? "", clockTime(wanted.hour * hour, "UTC")) : t.weeklyOff);
    } catch (error) {
      box.checked = stored.weekly;
      day.value = stored.weekday;
      time.value = String(stored.hour);
      toast(t.couldNot(whyOf(error)));
    }
    when.hidden = !box.checked;
  };
  for (const input of [box, day, time]) input.addEventListener("change", () => void save());
  return el("div.row.wrap", {}, el("label.sw.grow", {}, box, el("span", {}, t.weeklyTell)), when);
}
