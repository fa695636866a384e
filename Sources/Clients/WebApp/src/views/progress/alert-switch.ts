import type { MeasureAlertsBody } from "../../api/types";
import { el } from "../../dom/element";
import { toast } from "../../dom/overlay";
import { t } from "../../text";
import { whyOf } from "../attempt";
import type { Client } from "../view";

const path = "/v1/me/measure-alerts";

/** Whether a coach is told of drops and jumps of their clients' values; not shown before that is known. */
export function alertSwitch(client: Client): HTMLElement {
  const box = el("input", { type: "checkbox" });
  const element = el("label.sw", { hidden: true }, box, el("span", {}, t.alertsTell));
  const show = ({ enabled }: MeasureAlertsBody) => {
    box.checked = enabled;
    element.hidden = false;
  };
  void client.http.get<MeasureAlertsBody>(path).then(show).catch(() => undefined);
  box.addEventListener("change", () => {
    const wanted = box.checked;
    client.http.json("PUT", path, { enabled: wanted }).then(
      () => toast(wanted ? t.alertsOn : t.alertsOff),
      (error: unknown) => {
        box.checked = !wanted;
        toast(t.couldNot(whyOf(error)));
      });
  });
  return element;
}
