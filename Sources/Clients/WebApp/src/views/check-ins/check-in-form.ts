import type { AskedCheckIn, CheckInAnswersRequestAnswer } from "../../api/types";
import { el, fill } from "../../dom/element";
import { t } from "../../text";
import { whyOf } from "../attempt";
import type { Client } from "../view";
import type { Field } from "./fields";

/** What was asked, to be answered by tapping. All answers become one message of the chat. */
export function checkInForm(client: Client, asked: AskedCheckIn, fields: Field[], sent: () => void, close: () => void): HTMLFormElement {
  const problem = el("p.ban.x", { hidden: true, role: "alert" });
  const submit = el("button.b.p", { type: "submit" }, t.checkInSend);
  const send = async (event: Event) => {
    event.preventDefault();
    submit.disabled = true;
    try {
      const answers: CheckInAnswersRequestAnswer[] = [];
      for (const one of fields) {
        const answer = await one.answer();
        if (answer !== null) answers.push(answer);
      }
      await client.http.post(`/v1/check-ins/asked/${asked.id}/answers`, { answers });
      sent();
    } catch (error) {
      problem.hidden = false;
      fill(problem, el("span", { dir: "auto" }, whyOf(error)));
    }
    submit.disabled = false;
  };
  return el("form.col", { "aria-label": asked.title, onsubmit: (event: Event) => void send(event) },
    ...fields.map(({ element }) => element), problem,
    el("div.row", {}, submit, el("button.b.q", { type: "button", onclick: close }, t.cancel)));
}
