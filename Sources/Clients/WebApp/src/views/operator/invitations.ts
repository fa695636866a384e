import type { Invitation, InvitationResponse, InvitationsResponse, RegistrationMode, RegistrationResponse } from "../../api/types";
import { el } from "../../dom/element";
import { icon } from "../../dom/icons";
import { sheet, toast } from "../../dom/overlay";
import { t } from "../../text";
import { date, dateTime } from "../../text/format";
import { safeName } from "../../text/safe";
import { attempt } from "../attempt";
import { field } from "../auth/form";
import { block, button, hint, item, secret, select } from "../settings/parts";
import type { Desk, Tab } from "./operator-page";

const modes: readonly RegistrationMode[] = ["invited", "open", "closed"];

/** Who may get an account, and the links by which they do. */
export const invitations: Tab = async (desk) => {
  const [{ invitations }, { registration }] = await Promise.all([
    desk.http.get<InvitationsResponse>("/v1/admin/invitations"),
    desk.http.get<RegistrationResponse>("/v1/admin/registration"),
  ]);
  const mode = select(t.registration, modes.map((value) => ({ value, label: t.registrationModes[value] })), registration.mode,
    registration.fixedByFlag ? t.registrationFixed : "");
  mode.input.disabled = registration.fixedByFlag;
  mode.input.addEventListener("change", () => attempt(async () => {
    await desk.http.json("PUT", "/v1/admin/registration", { mode: mode.input.value });
    toast(t.saved);
  }));
  return [
    el("div.card.col", {}, mode.element),
    block(t.operatorInvitations, invitations.length === 0 ? el("div.card", {}, hint(t.noInvitations))
      : el("ul.box", {}, ...invitations.map((one) => row(desk, one)))),
    block(t.newInvitation, making(desk)),
  ];
};

function row({ http, redraw }: Desk, { id, email, role, expiresAt }: Invitation): HTMLElement {
  const revoke = () => attempt(async () => {
    await http.json("DELETE", `/v1/admin/invitations/${id}`);
    await redraw();
  });
  return item(icon("user"), email === null ? t.anybody : el("bdi", {}, safeName(email)), `${t.roles[role]} · ${t.endsOn(dateTime(expiresAt))}`,
    button(t.revoke, revoke, "d"));
}

function making({ http, redraw }: Desk): HTMLElement {
  const email = field(t.theirEmail, { type: "email", inputmode: "email", autocomplete: "off", maxlength: "254" });
  const role = select(t.roleLabel, (["trainer", "client"] as const).map((value) => ({ value, label: t.roles[value] })), "trainer");
  const make = () => attempt(async () => {
    const address = email.input.value.trim();
    const body = { role: role.input.value, ...(address === "" ? {} : { email: address }) };
    const { invitation } = await http.json<InvitationResponse>("POST", "/v1/admin/invitations", body);
    // The server may know itself by another name than the one by which it's reached here.
    const link = `${location.origin}/invite/${encodeURIComponent(invitation.code)}`;
    sheet(t.newInvitation, el("p.m", {}, t.invitationLinkText(date(invitation.expiresAt))), secret(link))
      .addEventListener("close", () => void redraw());
  });
  return el("form.card.col", { onsubmit: (event: Event) => {
    event.preventDefault();
    void make();
  } }, email.element, role.element, el("div.row", {}, el("button.b.p", { type: "submit" }, t.makeLink)));
}
