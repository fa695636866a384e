import { ApiError } from "../../api/errors";
import { confirm, toast } from "../../dom/overlay";
import { saveFile } from "../../dom/save";
import { signOut } from "../../sign-out";
import { t } from "../../text";
import { whyOf } from "../attempt";
import { field, form } from "../auth/form";
import type { Field } from "../auth/form";
import { block, card, hint } from "./parts";
import type { Place, Section } from "./parts";

/** Taking all that is one's own along, and deleting it. */
export const data: Section = async (place) => [
  block(t.exportTitle, exporting(place)),
  block(t.deleteAccount, deleting(place)),
];

function exporting({ client }: Place): HTMLElement {
  const password = passwordField();
  const send = async () => {
    const response = await client.http.respond("/v1/me/export", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ password: password.input.value }),
    });
    saveFile(await response.blob(), "spotter-export.tar");
    password.input.value = "";
    toast(t.exported);
  };
  return card(hint(t.exportText), form(t.exportTitle, t.exportDo, [password], send, (error) => explain(error, password)));
}

function deleting({ client }: Place): HTMLElement {
  const password = passwordField();
  const send = async () => {
    if (!(await confirm(t.deleteAccount, t.deleteAccountText, t.deleteForever, t.cancel))) return;
    await client.http.json("DELETE", "/v1/me", { password: password.input.value });
    await signOut(client, t.accountDeletedText);
  };
  const element = form(t.deleteAccount, t.deleteAccount, [password], send, (error) => explain(error, password));
  element.querySelector("button[type=submit]")?.classList.replace("p", "d");
  return card(hint(t.deleteAccountText), element);
}

function passwordField(): Field {
  return field(t.password, { type: "password", autocomplete: "current-password", required: true });
}

function explain(error: ApiError, password: Field): [Field | null, string] {
  return error.code === "invalid_credentials" ? [password, t.wrongCurrentPassword] : [null, whyOf(error)];
}
