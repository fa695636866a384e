import type { AuthGrant } from "../../api/types";
import { el } from "../../dom/element";
import { t } from "../../text";
import { whyOf } from "../attempt";
import type { Client, View } from "../view";
import { authPage, field, form } from "./form";

/** `Chrome on Linux`, as the list of devices shows it. */
export function deviceName(): string {
  const agent = navigator.userAgent;
  const browser = /Edg\//.test(agent) ? "Edge" : /Firefox\//.test(agent) ? "Firefox" : /Chrome\//.test(agent) ? "Chrome" : "Safari";
  const system = /Android/.test(agent) ? "Android" : /iPhone|iPad/.test(agent) ? "iOS" : /Windows/.test(agent) ? "Windows" : /Mac OS/.test(agent) ? "macOS" : "Linux";
  return `${browser} on ${system}`;
}

export function signIn(client: Client, reason: string, done: () => void): View {
  const email = field(t.email, { type: "email", autocomplete: "username", required: true, inputmode: "email", maxlength: "320" });
  const password = field(t.password, { type: "password", autocomplete: "current-password", required: true });
  const send = async () => {
    const body = { email: email.input.value, password: password.input.value, deviceName: deviceName() };
    await client.signIn(await client.http.post<AuthGrant>("/v1/auth/login", body));
    done();
  };
  const element = authPage(
    reason === "" ? null : el("p.ban", { role: "status", dir: "auto" }, reason),
    el("h1", {}, t.signIn),
    form(t.signIn, t.signIn, [email, password], send, (error) =>
      error.code === "invalid_credentials" ? [password, t.wrongPassword] : [null, whyOf(error)],
    ),
    el("details", {}, el("summary", {}, t.forgot), el("p.sm", {}, t.forgotText)),
    el("p.sm.m", {}, t.noAccount),
  );
  return { element };
}
