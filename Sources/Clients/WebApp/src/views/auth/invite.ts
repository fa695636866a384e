import type { AuthGrant } from "../../api/types";
import { ApiError } from "../../api/errors";
import { el } from "../../dom/element";
import { icon } from "../../dom/icons";
import { router } from "../../router";
import { t } from "../../text";
import { place } from "../../text/format";
import { safeName } from "../../text/safe";
import type { Client, View } from "../view";
import { authPage, commonProblem, field, form } from "./form";
import { deviceName, signIn } from "./sign-in";

/** A new account by a coach's link: name, address, password, and the chat with the coach is open. */
export function invite(client: Client, code: string, done: () => void): View {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const name = field(t.yourName, { autocomplete: "name", required: true, maxlength: "50" }, t.yourNameHint);
  const email = field(t.email, { type: "email", autocomplete: "username", required: true, inputmode: "email", maxlength: "320" });
  const password = field(t.password, { type: "password", autocomplete: "new-password", required: true, minlength: "6" }, t.newPasswordHint);
  const send = async () => {
    const body = {
      displayName: name.input.value,
      email: email.input.value,
      password: password.input.value,
      role: "client",
      timezone: zone,
      invite: code,
      deviceName: deviceName(),
    };
    await client.signIn(await client.http.post<AuthGrant>("/v1/auth/register", body));
    await openCoach(client);
    done();
  };
  const element = authPage(
    el("h1", {}, t.inviteTitle),
    el("p.m", {}, t.inviteText),
    form(t.join, t.join, [name, email, password], send, (error) => explain(error),
      el("a.b.q.w", { href: "#", onclick: (event: Event) => {
        event.preventDefault();
        const page = signIn(client, "", () => {
          router.go(`/invite/${encodeURIComponent(code)}`, true);
          done();
        });
        element.replaceWith(page.element);
      } }, t.haveAccount)),
    el("p.row.sm.m", {}, icon("globe", "s"), t.zoneHint(place(zone))),
    el("p.xs.m", {}, t.joinHint),
  );
  function explain(error: ApiError): [typeof name | null, string] {
    if (error.code === "registration_closed" || error.code === "expired" || error.code === "not_found") {
      return [null, t.invitationOver];
    }
    if (error.code === "email_taken") return [email, commonProblem(error)];
    if (error.code !== "invalid_request") return [null, commonProblem(error)];
    const text = error.message;
    // The server's words name the field, whatever language is shown.
    const where = /password/i.test(text) ? password : /e-?mail|address/i.test(text) ? email : /name/i.test(text) ? name : null;
    return [where, commonProblem(error)];
  }
  return { element };
}

/** The chat with the coach who sent the link, made if there is none yet. */
async function openCoach(client: Client): Promise<void> {
  const { contacts } = await client.http.get<{ contacts: { userId: string }[] }>("/v1/contacts");
  const coach = contacts[0];
  const path = coach === undefined ? "/chats" : `/chats/${await client.openChat([coach.userId])}`;
  router.go(path, true);
}

/** The link, opened by somebody who has an account. */
export function acceptInvitation(client: Client, code: string): View {
  const send = async () => {
    await client.http.post("/v1/invitations/accept", { code });
    await openCoach(client);
  };
  const element = el("section.view.scroll", {}, el("div.empty", {},
    el("h1", {}, t.acceptTitle),
    el("p.m", { dir: "auto" }, t.acceptText(safeName(client.me.displayName))),
    form(t.accept, t.accept, [], send, (error) => [
      null,
      error.code === "forbidden" ? t.needsTrainerText
        : ["not_found", "expired", "conflict"].includes(error.code) ? t.invitationOver
        : commonProblem(error),
    ]),
    el("a.b.q", { href: "/chats" }, t.toChats),
  ));
  return { element };
}
