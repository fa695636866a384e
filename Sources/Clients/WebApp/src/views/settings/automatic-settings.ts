import type { AutomaticSettings } from "../../api/types";
import { el, fill } from "../../dom/element";
import { toast } from "../../dom/overlay";
import { t } from "../../text";
import { whyOf } from "../attempt";
import { field } from "../auth/form";
import { choice, hint } from "./parts";
import type { Place } from "./parts";

/** When it answers, with which words, and how often at most. */
export function automaticSettings(place: Place, settings: AutomaticSettings): HTMLElement {
  const amount = (label: string, value: number, min = "0") => field(label, { type: "number", inputmode: "numeric", min, required: true, value: String(value) });
  const enabled = choice(t.automaticOn, settings.enabled);
  const after = amount(t.afterMinutes, settings.afterMinutes, "1");
  const perClientPerDay = amount(t.perClientPerDay, settings.perClientPerDay);
  const perDay = amount(t.perDay, settings.perDay);
  const perWeek = amount(t.perWeek, settings.perWeek);
  const from = field(t.fromTime, { type: "time", required: true, value: settings.quietHours.from });
  const to = field(t.untilTime, { type: "time", required: true, value: settings.quietHours.to });
  const words = el("textarea", { rows: "2", maxlength: "500", dir: "auto" });
  words.value = settings.acknowledgement ?? "";
  const problem = el("p.ban.x", { role: "alert", hidden: true });
  const save = async () => {
    problem.hidden = true;
    try {
      await place.client.http.json("PATCH", "/v1/automatic", {
        enabled: enabled.input.checked,
        afterMinutes: after.input.valueAsNumber,
        perClientPerDay: perClientPerDay.input.valueAsNumber,
        perDay: perDay.input.valueAsNumber,
        perWeek: perWeek.input.valueAsNumber,
        quietHours: { from: from.input.value, to: to.input.value },
        acknowledgement: words.value.trim() === "" ? null : words.value.trim(),
      });
      toast(t.saved);
    } catch (error) {
      fill(problem, whyOf(error));
      problem.hidden = false;
    }
  };
  return el("form.card.col", { onsubmit: (event: Event) => {
    event.preventDefault();
    void save();
  } },
  hint(t.automaticText), enabled.element, after.element,
  el("label.f", {}, el("span", {}, t.acknowledgementLabel), words, el("span.h", {}, t.acknowledgementHint)),
  el("fieldset", {}, el("legend", {}, t.quietHours), el("div.row", {}, from.element, to.element)),
  el("fieldset", {}, el("legend", {}, t.atMost), el("div.thirds", {}, perClientPerDay.element, perDay.element, perWeek.element)),
  problem, el("div.row", {}, el("button.b.p", { type: "submit" }, t.save)));
}
