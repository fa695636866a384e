import type { AccountSession, SessionsResponse } from "../../api/types";
import { ApiError } from "../../api/errors";
import { el } from "../../dom/element";
import { icon } from "../../dom/icons";
import { confirm, toast } from "../../dom/overlay";
import { signOut } from "../../sign-out";
import { t } from "../../text";
import { dateTime } from "../../text/format";
import { safeName } from "../../text/safe";
import { attempt, whyOf } from "../attempt";
import { field, form } from "../auth/form";
import type { Client } from "../view";
import { block, button, card, hint, item } from "./parts";
import type { Place, Section } from "./parts";

/** Where one is signed in, and the password. */
export const devices: Section = async (place) => {
  const { client, redraw } = place;
  const { sessions } = await client.http.get<SessionsResponse>("/v1/auth/sessions");
  const end = (session: AccountSession) => attempt(async () => {
    await client.http.json("DELETE", `/v1/auth/sessions/${session.id}`);
    await redraw();
  });
  const endOthers = async () => {
    if (!(await confirm(t.signOutOthers, t.signOutOthersText, t.signOutOthers, t.cancel))) return;
    await attempt(async () => {
      await client.http.json("DELETE", "/v1/auth/sessions");
      await redraw();
    });
  };
  const rows = sessions.map((session) => item(icon("phone"),
    el("bdi", {}, safeName(session.deviceName || t.unnamedDevice)),
    session.current ? t.thisDevice : t.lastUsed(dateTime(session.lastSeenAt)),
    session.current ? null : button(t.signOutDevice, () => end(session))));
  return [
    block(t.devices, el("ul.box", {}, ...rows)),
    el("div.row.wrap", {}, sessions.length > 1 ? button(t.signOutOthers, endOthers) : null, button(t.signOut, () => askToLeave(client), "d")),
    block(t.password, password(place)),
  ];
};

/** Signs out of this browser, after saying what would be lost. */
export async function askToLeave(client: Client): Promise<void> {
  const agreed = await confirm(t.signOutTitle, t.signOutText(client.state.outbox.length), t.signOut, t.cancel);
  if (agreed) await signOut(client);
}

function password({ client, redraw }: Place): HTMLElement {
  const current = field(t.currentPassword, { type: "password", autocomplete: "current-password", required: true });
  const next = field(t.newPassword, { type: "password", autocomplete: "new-password", required: true }, t.newPasswordHint);
  const send = async () => {
    await client.http.post("/v1/auth/password", { currentPassword: current.input.value, newPassword: next.input.value });
    toast(t.passwordChanged);
    await redraw();
  };
  const explain = (error: ApiError): [typeof current | null, string] =>
    error.code === "invalid_credentials" ? [current, t.wrongCurrentPassword]
      : error.code === "invalid_request" ? [next, t.passwordRule]
      : [null, whyOf(error)];
  return card(form(t.changePassword, t.changePassword, [current, next], send, explain), hint(t.passwordEnds));
}
