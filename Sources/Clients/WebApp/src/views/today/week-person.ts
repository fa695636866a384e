import type { SuggestedProposalsResponse, WeekDraftKind, WeekPerson, WeekReason } from "../../api/types";
import { el, fill } from "../../dom/element";
import { icon } from "../../dom/icons";
import { announce, toast } from "../../dom/overlay";
import { t } from "../../text";
import { shortDateTime } from "../../text/format";
import { safeName } from "../../text/safe";
import { source } from "../assistant/answer";
import { load } from "../assistant/loaded";
import { needsLine } from "../assistant/needs";
import { proposalCard } from "../assistant/proposal";
import { whyOf } from "../attempt";
import { avatar } from "../avatar";
import { trend } from "../progress/trend";
import type { Client } from "../view";

/** A client who is worth a look: why, each reason with its message, and what can be done about it. */
export function weekPerson(client: Client, person: WeekPerson): HTMLElement {
  const name = safeName(person.displayName);
  const face = avatar(client, { id: person.userId, name, photo: null, size: "x" });
  const next = person.sessions.find(({ state }) => state === "coming");
  const title = person.chatId === null ? el("b.grow", {}, el("bdi", {}, name)) : el("a.grow.plain", { href: `/chats/${person.chatId}` }, el("b", {}, el("bdi", {}, name)));
  return el("div.wp", {},
    el("div.row", {}, face, title, trend(client, person.userId), next === undefined ? null : el("span.xs.m", {}, t.nextSession(shortDateTime(next.startsAt)))),
    el("ul.reasons", {}, ...person.reasons.map((reason) => reasonItem(client, reason))),
    person.moreReasons === 0 ? null : el("p.xs.m", {}, t.moreReasons(person.moreReasons)));
}

/** In English the server says more than its kind and its time do; in other languages those have to do. A kind that is new to the app has the server's words. */
function reasonText({ kind, since, text }: WeekReason): string {
  const words = t.weekReasons !== null && Object.hasOwn(t.weekReasons, kind) ? t.weekReasons[kind] : undefined;
  return words?.(shortDateTime(since), /“(.+)”/s.exec(text)?.[1] ?? "") ?? text;
}

function reasonItem(client: Client, reason: WeekReason): HTMLElement {
  const path = `/v1/assistant/week/reasons/${reason.id}`;
  const place = el("div.col");
  const draft = (kind: WeekDraftKind) => {
    fill(place);
    void load(place, () => client.http.post<SuggestedProposalsResponse>(`${path}/draft`, { kind }), ({ proposals, needs }) => [
      ...proposals.map((proposal) => proposalCard(client, proposal)),
      needsLine(needs, t.noDraft),
    ]);
  };
  const dismiss = async () => {
    try {
      await client.http.json("PUT", `${path}/dismissal`);
      element.hidden = true;
      announce(t.removed);
      toast(t.dismissed, { label: t.undo, do: () => void bringBack() });
    } catch (error) {
      toast(t.couldNot(whyOf(error)));
    }
  };
  const bringBack = async () => {
    await client.http.json("DELETE", `${path}/dismissal`).catch((error) => toast(t.couldNot(whyOf(error))));
    element.hidden = false;
  };
  const text = reasonText(reason);
  const labels = { message: t.draftMessage, reminder: t.draftReminder };
  const [citation] = reason.citations;
  const element = el("li", {},
    el("p.sm", { dir: "auto" }, text),
    citation === undefined ? null : el("div.src", {}, source(citation)),
    el("div.row.wrap.nogap", {},
      ...reason.drafts.map((kind) => el("button.b.q.sm", { type: "button", onclick: () => draft(kind) }, labels[kind])),
      el("button.ib", { type: "button", "aria-label": t.dismiss(text), title: t.dismissTitle, onclick: () => void dismiss() }, icon("x", "s"))),
    place);
  return element;
}
