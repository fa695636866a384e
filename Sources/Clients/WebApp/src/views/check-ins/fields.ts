import { upload } from "../../api/media";
import type { CheckInAnswersRequestAnswer, CheckInQuestion } from "../../api/types";
import { el } from "../../dom/element";
import { newId } from "../../store/timing";
import { t } from "../../text";
import type { Client } from "../view";
import { promptOf, values } from "./asked";

/** A question to be answered, and what is answered so far; `null` if nothing is. */
export interface Field {
  element: HTMLElement;
  answer(): Promise<CheckInAnswersRequestAnswer | null>;
}

export function field(client: Client, question: CheckInQuestion, number: number): Field {
  const required = question.optional !== true;
  switch (question.kind) {
    case "number":
    case "scale": {
      const tappable = question.kind === "scale" ? values(question) : null;
      if (tappable !== null) return tapped(question, number, tappable.map(String), (value) => ({ question: number, number: Number(value) }));
      if (question.measure === "bloodPressure") {
        const both = el("input", { type: "text", placeholder: "120/80", autocomplete: "off", required, pattern: "[0-9]{2,3} */ *[0-9]{2,3}" });
        return written(question, both, (text) => ({ question: number, text }));
      }
      const input = el("input", { type: "text", inputmode: "decimal", autocomplete: "off", required, pattern: "-?[0-9]+([.,][0-9]+)?" });
      return written(question, input, (text) => ({ question: number, number: Number(text.replace(",", ".")) }));
    }
    case "text":
      return written(question, el("textarea", { rows: "2", dir: "auto", maxlength: "2000", required }), (text) => ({ question: number, text }));
    case "choice":
      return tapped(question, number, question.choices ?? [], (text) => ({ question: number, text }));
    case "photo":
      return photo(client, question, number);
  }
}

function labelled(question: CheckInQuestion, input: HTMLElement): HTMLElement {
  return el("label.f", {}, el("span", { dir: "auto" }, promptOf(question)), input, optionalHint(question));
}

function optionalHint(question: CheckInQuestion): HTMLElement | null {
  return question.optional === true ? el("span.h.xs.m", {}, t.checkInOptional) : null;
}

function written(question: CheckInQuestion, input: HTMLInputElement | HTMLTextAreaElement, answer: (text: string) => CheckInAnswersRequestAnswer): Field {
  return { element: labelled(question, input), answer: async () => (input.value.trim() === "" ? null : answer(input.value.trim())) };
}

/** One of several values, each large enough for a thumb. */
function tapped(question: CheckInQuestion, number: number, texts: string[], answer: (value: string) => CheckInAnswersRequestAnswer): Field {
  const inputs = texts.map((value) => el("input", { type: "radio", name: `question-${number}`, value, required: question.optional !== true }));
  const labels = inputs.map((input) => el("label.tap", {}, input, el("span", { dir: "auto" }, input.value)));
  const read = () => {
    const chosen = inputs.find(({ checked }) => checked);
    return chosen === undefined ? null : answer(chosen.value);
  };
  return {
    element: el("fieldset", {}, el("legend", { dir: "auto" }, promptOf(question)), el("div.row.wrap", {}, ...labels), optionalHint(question)),
    answer: async () => read(),
  };
}

function photo(client: Client, question: CheckInQuestion, number: number): Field {
  const input = el("input", { type: "file", accept: "image/*", required: question.optional !== true });
  // An id names one file for good, and another attempt may bring another picture.
  let id = newId();
  input.addEventListener("change", () => (id = newId()));
  const send = async () => {
    const file = input.files?.[0];
    if (file === undefined) return null;
    const mediaId = await upload(client.http, { clientMediaId: id, fileName: file.name, size: file.size, file }, () => undefined);
    return { question: number, mediaId };
  };
  return { element: labelled(question, input), answer: send };
}
