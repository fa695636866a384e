import type { CheckIn, CheckInQuestion, Contact, NewCheckInRequest, UpdateCheckInRequest } from "../../api/types";
import { el, fill } from "../../dom/element";
import { sheet } from "../../dom/overlay";
import { t } from "../../text";
import { safeName } from "../../text/safe";
import { whyOf } from "../attempt";
import { field } from "../auth/form";
import { choice } from "../settings/parts";
import type { Client } from "../view";
import { questionFields } from "./question-fields";
import type { QuestionFields } from "./question-fields";
import { whenFields } from "./when-fields";

/** As many questions as a check-in has at most. */
const most = 30;

/**
 * Makes a check-in, or changes one: its questions, whom it asks and when. What was asked stays as it was.
 *
 * @param own the names of the trainer's own measures.
 */
export function makeCheckIn(client: Client, checkIn: CheckIn | null, clients: readonly Contact[], own: readonly string[], done: () => void): void {
  const title = field(t.checkInTitle, { type: "text", required: true, maxlength: "80", autocomplete: "off", value: checkIn?.title ?? "" });
  const questions: QuestionFields[] = [];
  const list = el("div.col");
  const draw = () => {
    fill(list, ...questions.map(({ element }) => element));
    more.disabled = questions.length >= most;
  };
  const add = (question: CheckInQuestion) => {
    const fields = questionFields(question, own, () => {
      const index = questions.indexOf(fields);
      questions.splice(index, 1);
      draw();
      (questions[index]?.prompt ?? more).focus();
    }, () => {
      const index = questions.indexOf(fields);
      if (index > 0) questions.splice(index - 1, 2, fields, ...questions.slice(index - 1, index));
      draw();
      fields.prompt.focus();
    });
    questions.push(fields);
    return fields;
  };
  const more = el("button.b", { type: "button", onclick: () => {
    const { prompt } = add({ kind: "scale", prompt: "" });
    draw();
    prompt.focus();
  } }, t.checkInMore);
  for (const question of checkIn?.questions ?? [{ kind: "scale", prompt: "" } as const]) add(question);
  draw();

  const asked = new Set(checkIn?.recipients.map(({ userId }) => userId));
  const boxes = clients.map((one) => ({ id: one.userId, ...choice(safeName(one.displayName), asked.has(one.userId)) }));
  const when = whenFields(checkIn);
  const remind = field(t.checkInRemind, { type: "number", min: "0", max: "168", required: true, value: String(checkIn === null ? 24 : checkIn.remindAfterHours ?? 0) });
  const problem = el("p.ban.x", { hidden: true, role: "alert" });
  const submit = el("button.b.p", { type: "submit" }, t.save);
  const save = async () => {
    // Whoever is no contact any more isn't among the boxes, and isn't asked any more.
    const clientIds = boxes.filter(({ input }) => input.checked).map(({ id }) => id);
    const body: NewCheckInRequest & UpdateCheckInRequest = {
      title: title.input.value.trim(), questions: questions.map((one) => one.question()), clientIds, remindAfterHours: Number(remind.input.value), ...when.changed(),
    };
    submit.disabled = true;
    try {
      if (clientIds.length === 0) throw new Error(t.checkInNobody);
      if (checkIn === null) await client.http.post("/v1/check-ins", body);
      else await client.http.json("PATCH", `/v1/check-ins/${checkIn.id}`, body);
      dialog.close();
      done();
    } catch (error) {
      problem.hidden = false;
      fill(problem, el("span", { dir: "auto" }, whyOf(error)));
    }
    submit.disabled = false;
  };
  const form = el("form.col", { "aria-label": t.checkIns, onsubmit: (event: Event) => {
    event.preventDefault();
    void save();
  } }, title.element, list, more, when.element,
  el("fieldset", {}, el("legend", {}, t.toWhom), el("ul.box.people", { tabindex: "-1" }, ...boxes.map(({ element }) => el("li.it", {}, element)))),
  remind.element, problem, el("div.row", {}, submit, el("button.b.q", { type: "button", onclick: () => dialog.close() }, t.cancel)));
  const dialog: HTMLDialogElement = sheet(checkIn === null ? t.checkInNew : t.checkInChange, form);
}
