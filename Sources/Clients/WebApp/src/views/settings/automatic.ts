import type { AutomaticAgreement, AutomaticKind, AutomaticRepliesResponse, AutomaticResponse, ContactsResponse } from "../../api/types";
import { el } from "../../dom/element";
import { icon } from "../../dom/icons";
import { t } from "../../text";
import { date } from "../../text/format";
import { safeName } from "../../text/safe";
import { attempt } from "../attempt";
import { block, button, card, choice, hint, item, select } from "./parts";
import type { Place, Section } from "./parts";
import { preview, replies } from "./automatic-replies";
import { automaticSettings } from "./automatic-settings";

const kinds: readonly AutomaticKind[] = ["appointments", "acknowledgement"];

/** What Spotter may answer by itself: the trainer's switches, and what each client has agreed to. */
export const automatic: Section = async (place) => {
  const { http, me } = place.client;
  const { settings, agreements, isAllowed } = await http.get<AutomaticResponse>("/v1/automatic");
  if (settings === null) return clientsSide(place, agreements);
  const [{ contacts }, made] = await Promise.all([
    me.role === "trainer" ? http.get<ContactsResponse>("/v1/contacts") : { contacts: [] },
    http.get<AutomaticRepliesResponse>("/v1/automatic/replies"),
  ]);
  const names = new Map(contacts.map(({ userId, displayName }) => [userId, safeName(displayName)]));
  const open = contacts.filter(({ userId }) => !agreements.some((one) => one.userId === userId));
  return [
    isAllowed ? null : el("p.ban", { role: "status" }, t.automaticForbidden),
    block(t.automaticReplies, automaticSettings(place, settings)),
    block(t.agreements,
      agreements.length === 0 ? card(hint(t.noAgreements)) : el("ul.box", {}, ...agreements.map((one) => agreement(place, one))),
      open.length === 0 ? null : offer(place, open)),
    made.replies.length === 0 ? null : block(t.repliesMade, replies(place, made.replies, names)),
    block(t.tryOut, preview(place, names)),
  ];
};

function agreement(place: Place, one: AutomaticAgreement): HTMLElement {
  const state = one.agreedAt === null ? t.offeredOn(date(one.offeredAt)) : t.agreedOn(date(one.agreedAt));
  return item(icon("user"), el("bdi", {}, safeName(one.displayName)), `${namesOf(one.kinds)} · ${state}`, button(t.endAgreement, () => end(place, one), "d"));
}

function namesOf(of: readonly AutomaticKind[]): string {
  return of.map((kind) => t.automaticKinds[kind]).join(", ");
}

function end(place: Place, { userId }: AutomaticAgreement): Promise<boolean> {
  return attempt(async () => {
    await place.client.http.json("DELETE", `/v1/automatic/agreements/${userId}`);
    await place.redraw();
  });
}

function offer(place: Place, people: { userId: string; displayName: string }[]): HTMLElement {
  const who = select(t.personLabel, people.map(({ userId, displayName }) => ({ value: userId, label: safeName(displayName) })), people[0]?.userId ?? "");
  const choices = kinds.map((kind) => ({ kind, ...choice(t.automaticKinds[kind], true) }));
  const send = () => attempt(async () => {
    const chosen = choices.filter(({ input }) => input.checked).map(({ kind }) => kind);
    await place.client.http.json("PUT", `/v1/automatic/agreements/${who.input.value}`, { kinds: chosen });
    await place.redraw();
  });
  return el("div.card.col.gap-above", {}, who.element, ...choices.map(({ element }) => element), hint(t.offerHint), el("div.row", {}, button(t.offerDo, send)));
}

/** A client agrees, or doesn't, to what a trainer has offered. */
function clientsSide(place: Place, agreements: AutomaticAgreement[]): HTMLElement[] {
  // What is on the screen is agreed to, whatever the trainer offers by now.
  const accept = ({ userId, kinds: shown, offeredAt }: AutomaticAgreement) => attempt(async () => {
    await place.client.http.post(`/v1/automatic/agreements/${userId}/accept`, { kinds: shown, offeredAt });
    await place.redraw();
  });
  const rows = agreements.map((one) => item(icon("user"), el("bdi", {}, safeName(one.displayName)),
    `${namesOf(one.kinds)} · ${one.agreedAt === null ? t.offeredOn(date(one.offeredAt)) : t.agreedOn(date(one.agreedAt))}`,
    one.agreedAt === null ? button(t.agreeOffer, () => accept(one), "p") : null,
    button(one.agreedAt === null ? t.declineOffer : t.endAgreement, () => end(place, one))));
  return [block(t.automaticReplies, card(hint(t.automaticForClients)),
    rows.length === 0 ? el("p.m.gap-above", {}, t.nothingOffered) : el("ul.box.gap-above", {}, ...rows))];
}
