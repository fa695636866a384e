import type { AnswerRating, BranchStep, ConversationTurn } from "../../api/types";
import { copyText } from "../../dom/clipboard";
import { el } from "../../dom/element";
import { icon } from "../../dom/icons";
import type { IconName } from "../../dom/icons";
import { spoken } from "../../dom/element";
import { t } from "../../text";
import type { Client } from "../view";
import { answerElement, answerText } from "./answer";
import { modelName } from "./models";

/** What a turn of a conversation offers. */
export interface TurnDeeds {
  ask(text: string): void;
  /** Asks the same question again: another answer beside this one. */
  again(messageId: string): void;
  /** Asks another question in the place of this one. */
  replace(turn: ConversationTurn, text: string): void;
  /** Keeps what one thinks of an answer. @returns whether that was possible. */
  rate(messageId: string, rating: AnswerRating | null): Promise<boolean>;
  /** Shows the alternative before or after this turn. */
  step(messageId: string, by: 1 | -1): void;
}

export function questionText(text: string): HTMLElement {
  return el("p.ask", { dir: "auto" }, spoken(t.yours), text);
}

export function question(turn: ConversationTurn, step: BranchStep, deeds: TurnDeeds): HTMLElement {
  const element = el("div.q");
  const show = () => element.replaceChildren(questionText(turn.text),
    el("div.tools", {}, versions(step, t.questionVersion, deeds), tool(t.editQuestion, "edit", edit)));
  const edit = () => {
    const field = el("textarea", { rows: "2", dir: "auto", maxlength: "8000", "aria-label": t.editQuestion });
    field.value = turn.text;
    const send = () => {
      const text = field.value.trim();
      if (text !== "" && text !== turn.text) deeds.replace(turn, text);
      else close();
    };
    const close = () => {
      show();
      element.querySelector<HTMLElement>(".tools button:last-child")?.focus();
    };
    field.addEventListener("keydown", (event) => {
      if (event.key === "Enter" && !event.shiftKey && !event.isComposing) {
        event.preventDefault();
        send();
      } else if (event.key === "Escape") {
        event.stopPropagation();
        close();
      }
    });
    element.replaceChildren(el("form.col.qe", { onsubmit: (event: Event) => {
      event.preventDefault();
      send();
    } }, el("label.f", {}, field), el("div.row", {}, el("button.b.p", { type: "submit" }, t.ask), el("button.b.q", { type: "button", onclick: close }, t.cancel))));
    field.focus();
  };
  show();
  return element;
}

export function answer(client: Client, turn: ConversationTurn, step: BranchStep, deeds: TurnDeeds): HTMLElement {
  const content = turn.answer !== null ? answerElement(client, turn.answer, (text) => deeds.ask(text))
    : el("article.ans", { "aria-label": t.answer }, turn.text === "" ? null : answerText(turn.text, []));
  const text = turn.answer?.text ?? turn.text;
  const note = t.turnStates[turn.state] ?? "";
  const copy = () => void copyText(text);
  return el("div", {}, content,
    note === "" ? null : el("p.sm.m", {}, note),
    el("div.mod", {}, el("span.grow", {}, turn.answer === null ? "" : t.answeredBy(modelName(turn.answer.model))),
      versions(step, t.answerVersion, deeds),
      ...(turn.answer === null ? [] : ratings(turn, deeds)),
      text === "" ? null : tool(t.copy, "copy", copy),
      tool(t.askAgain, "redo", () => deeds.again(turn.id))));
}

/** Whether the answer is a good one: seen by oneself only. A second press takes it back. */
function ratings(turn: ConversationTurn, deeds: TurnDeeds): HTMLElement[] {
  const names: [AnswerRating, string][] = [["good", t.goodAnswer], ["bad", t.badAnswer]];
  const show = (rating: AnswerRating | null) =>
    names.forEach(([one], index) => buttons[index]?.setAttribute("aria-pressed", String(one === rating)));
  let shown = turn.rating ?? null;
  const buttons = names.map(([one, label]) => tool(label, "thumb", async () => {
    const before = shown;
    show((shown = before === one ? null : one));
    if (!(await deeds.rate(turn.id, shown))) show((shown = before));
  }));
  buttons[1]?.classList.add("flip");
  show(shown);
  return buttons;
}

/** "‹ 2 of 3 ›" where a question or an answer has alternatives. */
function versions(step: BranchStep, label: string, deeds: TurnDeeds): HTMLElement | null {
  if (step.count < 2) return null;
  const arrow = (name: string, sign: IconName, by: 1 | -1, isPossible: boolean) => el("button.ib.rtlflip", {
    type: "button", "aria-label": name, title: name, "aria-disabled": isPossible ? null : "true", "data-step": String(by),
    onclick: () => isPossible && deeds.step(step.messageId, by),
  }, icon(sign, "s"));
  const number = step.siblingIds.indexOf(step.messageId);
  return el("span.vers", { role: "group", "aria-label": label },
    arrow(t.previousVersion, "left", -1, number > 0),
    el("span.num.xs", {}, t.version(number + 1, step.count)),
    arrow(t.nextVersion, "right", 1, number < step.count - 1));
}

function tool(label: string, sign: IconName, act: () => void): HTMLElement {
  return el("button.ib", { type: "button", "aria-label": label, title: label, onclick: act }, icon(sign, "s"));
}
