import type { CheckInQuestion, CheckInQuestionKind } from "../../api/types";
import { el } from "../../dom/element";
import { icon } from "../../dom/icons";
import type { IconName } from "../../dom/icons";
import { t } from "../../text";
import { choice, select } from "../settings/parts";

/** A question that is being written, and what it is. */
export interface QuestionFields {
  element: HTMLElement;
  prompt: HTMLInputElement;
  question(): CheckInQuestion;
}

/** @param own the trainer's own measures. */
export function questionFields(given: CheckInQuestion, own: readonly string[], remove: () => void, up: () => void): QuestionFields {
  const kind = select(t.kind, Object.entries(t.checkInKinds).map(([value, label]) => ({ value, label })), given.kind);
  const input = (value: string | number | undefined, attributes: { [name: string]: string | boolean }) =>
    el("input", { type: "text", dir: "auto", autocomplete: "off", value, ...attributes });
  const prompt = input(given.prompt, { required: true, maxlength: "200" });
  const names = [...Object.entries(t.measures), ...own.map((name) => [name, name] as const)];
  const measure = select(t.checkInMeasure, [{ value: "", label: t.checkInNoMeasure }, ...names.map(([value, label]) => ({ value, label }))], given.measure ?? "");
  const detail = input(given.detail, { maxlength: "40" });
  const unit = input(given.unit, { maxlength: "20" });
  const end = (value: number) => input(value, { type: "number", min: "0", max: "100", required: true });
  const low = end(given.min ?? 1);
  const high = end(given.max ?? 10);
  const choices = el("textarea", { rows: "3", dir: "auto", required: true, maxlength: "740" });
  choices.value = (given.choices ?? []).join("\n");
  const optional = choice(t.checkInOptional, given.optional === true);
  const labelled = (label: string, control: HTMLElement) => el("label.f.grow", {}, el("span", {}, label), control);
  // Which of them a kind has.
  const parts: [HTMLElement, (HTMLInputElement | HTMLTextAreaElement)[], () => boolean][] = [
    [measure.element, [], () => isValue()],
    [labelled(t.checkInDetail, detail), [detail], () => isValue() && ["pain", "lift"].includes(measure.input.value)],
    [labelled(t.checkInUnit, unit), [unit], () => isValue()],
    [el("div.row.tf", {}, labelled(t.fromTime, low), labelled(t.untilTime, high)), [low, high], () => kind.input.value === "scale"],
    [labelled(t.checkInChoices, choices), [choices], () => kind.input.value === "choice"],
  ];
  const isValue = () => ["number", "scale"].includes(kind.input.value);
  const arrange = () => {
    for (const [element, inputs, isShown] of parts) {
      element.hidden = !isShown();
      // What can't be seen needs no value.
      for (const one of inputs) one.disabled = element.hidden;
    }
  };
  for (const one of [kind.input, measure.input]) one.addEventListener("change", arrange);
  arrange();
  const said = (control: HTMLInputElement) => (control.disabled ? undefined : control.value.trim() || undefined);
  const deed = (label: string, sign: IconName, act: () => void) =>
    el("button.ib", { type: "button", "aria-label": label, title: label, onclick: act }, icon(sign, "s"));
  return {
    element: el("fieldset.card.col", {}, el("legend.vh", {}, t.checkInPrompt),
      el("div.row", {}, labelled(t.checkInPrompt, prompt), deed(t.moveUp, "send", up), deed(t.removeDo, "x", remove)),
      kind.element, ...parts.map(([element]) => element), optional.element),
    prompt,
    question() {
      const question: CheckInQuestion = {
        kind: kind.input.value as CheckInQuestionKind,
        prompt: prompt.value.trim(),
        detail: said(detail),
        unit: said(unit),
        measure: isValue() ? measure.input.value || undefined : undefined,
        min: low.disabled ? undefined : Number(low.value),
        max: high.disabled ? undefined : Number(high.value),
        choices: choices.disabled ? undefined : choices.value.split("\n").map((line) => line.trim()).filter((line) => line !== ""),
        optional: optional.input.checked || undefined,
      };
      return question;
    },
  };
}
