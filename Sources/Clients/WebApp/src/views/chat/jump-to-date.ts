import { el } from "../../dom/element";
import { sheet } from "../../dom/overlay";
import { serverClock } from "../../store/timing";
import { t } from "../../text";
import { dayKey } from "../../text/format";
import { instant } from "../calendar/local-time";

/** Asks for a day. @param go gets its beginning, by the user's clock. */
export function askDate(time: number, go: (day: number) => void): void {
  const input = el("input", { type: "date", value: dayKey(time), max: dayKey(serverClock.now()), required: true });
  const form = el("form.col", { onsubmit: (event: Event) => {
    event.preventDefault();
    element.close();
    go(instant(input.value, "00:00"));
  } }, el("label.f", {}, el("span", {}, t.date), input), el("button.b.p", { type: "submit" }, t.goThere));
  const element = sheet(t.jumpToDate, form);
  input.focus();
}
