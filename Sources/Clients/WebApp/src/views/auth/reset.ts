import { el } from "../../dom/element";
import { toast } from "../../dom/overlay";
import { router } from "../../router";
import { t } from "../../text";
import { whyOf } from "../attempt";
import type { Client, View } from "../view";
import { authPage, field, form } from "./form";

/** A new password by a link that whoever runs the server made. */
export function resetPassword(client: Client, token: string, done: () => void): View {
  const leave = () => {
    router.go("/", true);
    done();
  };
  const signIn = el("button.b.q.w", { type: "button", onclick: leave }, t.signInInstead);
  if (token === "") return { element: authPage(el("h1", {}, t.resetTitle), el("p.ban.x", { role: "alert" }, t.resetMissing), signIn) };
  const password = field(t.newPassword, { type: "password", autocomplete: "new-password", required: true }, t.newPasswordHint);
  const send = async () => {
    await client.http.post("/v1/auth/reset", { resetToken: token, newPassword: password.input.value });
    toast(t.resetDone);
    leave();
  };
  const element = authPage(
    el("h1", {}, t.resetTitle),
    form(t.resetTitle, t.save, [password], send, (error) =>
      error.code === "invalid_request" ? [password, t.passwordRule]
        : error.code === "unauthorized" || error.code === "expired" || error.code === "not_found" ? [null, t.resetOver]
        : [null, whyOf(error)],
      signIn,
    ),
  );
  return { element };
}
