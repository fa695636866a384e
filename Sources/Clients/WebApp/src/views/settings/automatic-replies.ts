import type { AutomaticPreviewItem, AutomaticPreviewResponse, AutomaticReply } from "../../api/types";
import { el, fill } from "../../dom/element";
import { icon } from "../../dom/icons";
import { t } from "../../text";
import { dateTime } from "../../text/format";
import { oneLine } from "../../text/safe";
import { attempt } from "../attempt";
import { button, hint } from "./parts";
import type { Place } from "./parts";

const weeks = 4;
/** The list is for judging the settings; its beginning is enough for that. */
const maxShown = 50;

/** What was or will be sent, and what was left to the trainer with the reason. */
export function replies(place: Place, made: AutomaticReply[], names: Map<string, string>): HTMLElement {
  const undo = ({ id }: AutomaticReply) => attempt(async () => {
    await place.client.http.post(`/v1/automatic/replies/${id}/undo`);
    await place.redraw();
  });
  const row = (one: AutomaticReply) => {
    const why = one.reason === null ? "" : `: ${t.automaticReasons[one.reason]}`;
    return el("li.it", {}, icon("redo"), el("a.grow.plain", { href: `/chats/${one.chatId}/messages/${one.messageId ?? one.questionId}` },
      el("b", {}, el("bdi", {}, names.get(one.clientId) ?? t.formerClient)), el("br"),
      el("span.sm.m", {}, `${t.automaticStates[one.state]}${why} · ${dateTime(one.sentAt ?? one.dueAt)}`), el("br"),
      el("span.sm", { dir: "auto" }, oneLine(one.text))),
    one.state === "planned" ? button(t.stop, () => undo(one), "d") : null);
  };
  return el("ul.box", {}, ...made.slice(0, maxShown).map(row));
}

/** The past weeks with today's settings: nothing is sent. */
export function preview(place: Place, names: Map<string, string>): HTMLElement {
  const result = el("div", { role: "status" });
  const run = button(t.tryOutDo, () => attempt(async () => {
    run.disabled = true;
    try {
      const answer = await place.client.http.post<AutomaticPreviewResponse>("/v1/automatic/preview", { weeks });
      fill(result, el("p", {}, t.wouldHaveSent(answer.sent, answer.items.length)),
        answer.items.length === 0 ? null : el("ul.box.gap-above", {}, ...answer.items.slice(0, maxShown).map((one) => row(one, names))));
    } finally {
      run.disabled = false;
    }
  }));
  return el("div.card.col", {}, hint(t.tryOutText), el("div.row", {}, run), result);
}

function row({ at, clientId, question, text, reason }: AutomaticPreviewItem, names: Map<string, string>): HTMLElement {
  const outcome = text ?? (reason === null ? "" : t.automaticReasons[reason]);
  return el("li.it", {}, el("span.grow", {},
    el("b", {}, el("bdi", {}, names.get(clientId) ?? t.formerClient)), ` · ${dateTime(at)}`, el("br"),
    el("span", { dir: "auto" }, oneLine(question)), el("br"),
    el("span.sm.m", { dir: "auto" }, text === null ? `${t.leftToYou}: ${outcome}` : `${t.wouldSend}: ${oneLine(outcome)}`)));
}
