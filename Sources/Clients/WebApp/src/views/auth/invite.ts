import type { AuthGrant, ContactResponse, InvitationPreviewResponse, InvitationPreviewResponseInvitationPreview } from "../../api/types";
import { ApiError, asApiError } from "../../api/errors";
import { el, fill } from "../../dom/element";
import type { Child } from "../../dom/element";
import { icon } from "../../dom/icons";
import { router } from "../../router";
import { t } from "../../text";
import { place } from "../../text/format";
import { safeName } from "../../text/safe";
import { whyOf } from "../attempt";
import { avatar } from "../avatar";
import type { Client, View } from "../view";
import { markJoined } from "../chat/joined";
import { authPage, field, form } from "./form";
import type { Field } from "./form";
import { deviceName, signIn } from "./sign-in";

type Invitation = InvitationPreviewResponseInvitationPreview;

/** A new account by a link: a coach's makes a client, whose chat with the coach opens then; the operator's may make a coach. */
export function invite(client: Client, code: string, done: () => void): View {
  const toSignIn = (event: Event) => {
    event.preventDefault();
    const page = signIn(client, "", () => {
      router.go(`/invite/${encodeURIComponent(code)}`, true);
      done();
    });
    element.replaceWith(page.element);
    page.element.querySelector("input")?.focus();
  };
  const haveAccount = el("a.b.q.w", { href: "#", onclick: toSignIn }, t.haveAccount);
  const content = el("div.col");
  const element = authPage(content);
  void look(client, code, content, (invitation) => {
    if (!invitation.mayRegister) return [el("h1", {}, t.inviteTitle), el("p.m", {}, t.inviteNoNew), haveAccount];
    return [
      ...heading(client, code, invitation),
      registration(client, code, invitation, done, invitation.role === "client" ? haveAccount : null),
      el("p.row.sm.m", {}, icon("globe", "s"), t.zoneHint(place(ownZone()))),
      el("p.xs.m", {}, invitation.role === "client" ? t.joinHint : t.joinHintCoach),
    ];
  }, haveAccount);
  return { element };
}

/** The link, opened by somebody who is signed in. */
export function acceptInvitation(client: Client, code: string): View {
  const me = safeName(client.me.displayName);
  const toChats = el("a.b.q", { href: "/chats" }, t.toChats);
  const content = el("div.empty");
  const element = el("section.view.scroll", {}, content);
  const send = async () => {
    const { contact } = await client.http.post<ContactResponse>("/v1/invitations/accept", { code });
    await openChatWith(client, contact.userId);
  };
  void look(client, code, content, (invitation) => {
    const { trainerId, invitedBy } = invitation;
    const title = el("h1", { tabindex: "-1" }, t.acceptTitle);
    if (trainerId === null || invitedBy === null) return [title, el("p.m", { dir: "auto" }, t.acceptNeedsNewAccount(me)), toChats];
    if (client.me.role === "trainer") return [title, el("p.m", {}, t.needsTrainerText), toChats];
    return [
      face(client, code, invitation),
      title,
      el("p.m", { dir: "auto" }, t.acceptText(me, safeName(invitedBy))),
      form(t.accept, t.accept, [], send, (error) => [
        null,
        ["not_found", "expired", "conflict"].includes(error.code) ? t.invitationOver : whyOf(error),
      ]),
      toChats,
    ];
  }, toChats);
  return { element };
}

/** Asks what a code is for, and draws what that makes of the page. */
async function look(client: Client, code: string, content: HTMLElement, draw: (invitation: Invitation) => Child[], wayOut: HTMLElement): Promise<void> {
  content.setAttribute("aria-busy", "true");
  fill(content, el("p.m", { role: "status" }, t.loading));
  try {
    if (code === "") throw new ApiError("not_found", t.invitationOver);
    const { invitation } = await client.http.get<InvitationPreviewResponse>(`/v1/invitations/${encodeURIComponent(code)}`);
    fill(content, ...draw(invitation));
  } catch (failure) {
    const error = asApiError(failure);
    const again = () => void look(client, code, content, draw, wayOut);
    if (error.code === "not_found") fill(content, el("h1", {}, t.inviteOverTitle), el("p", { role: "alert" }, t.invitationOver), wayOut);
    else fill(content, el("h1", {}, t.inviteTitle), el("p.ban.x", { role: "alert" }, whyOf(error)), el("button.b.p.w", { type: "button", onclick: again }, t.retry), wayOut);
  }
  content.removeAttribute("aria-busy");
  if (content.isConnected) content.querySelector<HTMLElement>("input,h1[tabindex]")?.focus();
}

function heading(client: Client, code: string, invitation: Invitation): HTMLElement[] {
  const { role, invitedBy } = invitation;
  if (role === "trainer") return [el("h1", {}, t.inviteCoachTitle), el("p.m", {}, t.inviteCoachText)];
  const title = el("h1", {}, t.inviteTitle);
  if (invitedBy === null) return [title, el("p.m", {}, t.inviteOperatorText)];
  return [face(client, code, invitation), title, el("p.m", { dir: "auto" }, t.inviteText(safeName(invitedBy)))];
}

/** The coach: the photo that the code shows, and letters until it's there. */
function face(client: Client, code: string, { trainerId, invitedBy, hasPhoto }: Invitation): HTMLElement {
  const element = avatar(client, { id: trainerId ?? "", name: invitedBy ?? "", photo: null, size: "xl" });
  const photo: HTMLImageElement = el("img", { alt: "", onload: () => element.replaceChildren(photo) });
  if (hasPhoto) photo.src = `/v1/invitations/${encodeURIComponent(code)}/photo`;
  return element;
}

/** The three things that make an account. */
function registration(client: Client, code: string, invitation: Invitation, done: () => void, haveAccount: HTMLElement | null): HTMLElement {
  const isClient = invitation.role === "client";
  const name = field(t.yourName, { autocomplete: "name", required: true, maxlength: "50" }, isClient ? t.yourNameHint : t.yourNameHintCoach);
  const email = field(t.email, { type: "email", autocomplete: "username", required: true, inputmode: "email", maxlength: "320" });
  const password = field(t.password, { type: "password", autocomplete: "new-password", required: true, minlength: "6" }, t.newPasswordHint);
  const send = async () => {
    const body = {
      displayName: name.input.value,
      email: email.input.value,
      password: password.input.value,
      role: invitation.role,
      timezone: ownZone(),
      invite: code,
      deviceName: deviceName(),
    };
    await client.signIn(await client.http.post<AuthGrant>("/v1/auth/register", body));
    markJoined();
    if (invitation.trainerId === null) router.go("/", true);
    // The account is there in any case.
    else await openChatWith(client, invitation.trainerId).catch(() => router.go("/chats", true));
    done();
  };
  const explain = (error: ApiError): [Field | null, string] => {
    // The code was good a moment ago: so it's for somebody else, or another was quicker.
    if (["registration_closed", "expired", "not_found"].includes(error.code)) return [email, t.invitationRefused];
    if (error.code === "email_taken") return [email, whyOf(error)];
    if (error.code !== "invalid_request") return [null, whyOf(error)];
    const text = error.message;
    // The server's words name the field as programs do, in English; so they only say which it is.
    if (/password/i.test(text)) return [password, t.passwordRule];
    if (/e-?mail|address/i.test(text)) return [email, t.emailRule];
    return /name/i.test(text) ? [name, t.nameRule] : [null, whyOf(error)];
  };
  return form(t.join, t.join, [name, email, password], send, explain, haveAccount);
}

/** The chat with the coach whose link it is, made if there is none yet. */
async function openChatWith(client: Client, coach: string): Promise<void> {
  router.go(`/chats/${await client.openChat([coach])}`, true);
}

function ownZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}
