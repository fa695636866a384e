import type { InvitationResponse } from "../../api/types";
import { copyText } from "../../dom/clipboard";
import { el, fill } from "../../dom/element";
import { icon } from "../../dom/icons";
import { announce, sheet } from "../../dom/overlay";
import { router } from "../../router";
import { t } from "../../text";
import { dateTime } from "../../text/format";
import { absolute } from "../../text/safe";
import { attempt, whyOf } from "../attempt";
import { field } from "../auth/form";
import { showCheckIns } from "../check-ins/check-in-list";
import type { Client } from "../view";
import { writeToMany } from "./broadcast";
import { PeoplePicker } from "./people-picker";
import { showProspects } from "./prospects";

/** A chat with somebody, a group with several, or a link for somebody new. */
export function newChat(client: Client): void {
  const people = new PeoplePicker(client, new Set([client.me.id]), () => {
    const isGroup = people.chosen.size > 1;
    group.hidden = !isGroup;
    start.textContent = isGroup ? t.makeGroup : t.startChat;
  });
  const name = field(t.groupName, { type: "text", maxlength: "50" });
  const announcement = el("input", { type: "checkbox", role: "switch" });
  const group = el("div.col", { hidden: true }, name.element, el("label.sw", {}, announcement, el("span", {}, t.onlyAdminsWrite)));
  const start = el("button.b.p.w", { type: "button", onclick: () => void open() }, t.startChat);
  const open = async () => {
    const ids = [...people.chosen.keys()];
    const isGroup = ids.length > 1;
    if (ids.length === 0) return people.find.input.focus();
    name.fail(isGroup && name.input.value.trim() === "" ? t.groupNameMissing : "");
    if (isGroup && name.input.value.trim() === "") return name.input.focus();
    await attempt(async () => {
      const id = await client.openChat(ids, isGroup ? name.input.value.trim() : undefined);
      if (isGroup && announcement.checked) await client.requests.changeGroup(id, { announcement: true });
      element.close();
      router.go(`/chats/${id}`);
    });
  };
  const instead = (label: string, open: (client: Client) => void) => el("button.b", { type: "button", onclick: () => {
    element.close();
    open(client);
  } }, label);
  const other = el("div.row.wrap", {}, instead(t.toMany, writeToMany), instead(t.checkIns, showCheckIns), instead(t.prospects, showProspects));
  const element = sheet(t.newChatTitle, people.find.element, people.list, group, start, ...(client.me.role === "trainer" ? [invitation(client), other] : []));
  people.start();
}

/** A link that makes its receiver a client. A sheet of its own has the heading already. */
export function invitation(client: Client, hasHeading = true): HTMLElement {
  const email = field(t.theirEmail, { type: "email", autocomplete: "off", maxlength: "320" });
  const result = el("div.col", { hidden: true });
  const make = async () => {
    email.fail("");
    const address = email.input.value.trim();
    try {
      const body = address === "" ? {} : { email: address };
      const { invitation } = await client.http.post<InvitationResponse>("/v1/invitations", body);
      const text = t.linkReady(dateTime(invitation.expiresAt));
      const link = absolute(invitation.link);
      const copy = () => void copyText(link);
      result.hidden = false;
      fill(result, el("p.sm.m", {}, text), el("code.secret", { "data-link": "" }, link),
        el("button.b", { type: "button", onclick: copy }, icon("copy", "s"), t.copyLink));
      announce(text);
    } catch (error) {
      email.fail(whyOf(error));
    }
  };
  return el("section.col.card", {}, hasHeading ? el("h3", {}, t.inviteClient) : null, el("p.sm.m", {}, t.inviteHint), email.element,
    el("button.b", { type: "button", onclick: () => void make() }, t.makeLink), result);
}
