import type { BroadcastResponse } from "../../api/types";
import { el, fill } from "../../dom/element";
import { announce, sheet } from "../../dom/overlay";
import { newId } from "../../store/timing";
import { t } from "../../text";
import { safeName } from "../../text/safe";
import { attempt } from "../attempt";
import { select } from "../settings/parts";
import type { Client } from "../view";
import { PeoplePicker } from "./people-picker";

/** One text to several clients, to each in the chat with them: those who are chosen, or all with a tag. */
export function writeToMany(client: Client): void {
  const tags = client.around.tags.current ?? [];
  const people = new PeoplePicker(client, new Set([client.me.id]), () => undefined);
  const tag = select(t.toWhom, [{ value: "", label: t.thoseChosen }, ...tags.map(({ tag, userIds }) => ({ value: tag, label: `${safeName(tag)} (${userIds.length})` }))], "");
  const chosen = el("div.col", {}, people.find.element, people.list);
  tag.input.addEventListener("change", () => (chosen.hidden = tag.input.value !== ""));
  const text = el("textarea", { rows: "4", dir: "auto", maxlength: "10000", required: true });
  // Whatever becomes of the answer, asking again sends nothing twice.
  const id = newId();
  const send = () => attempt(async () => {
    const userIds = [...people.chosen.keys()];
    if (tag.input.value === "" && userIds.length === 0) return people.find.input.focus();
    const body = { id, text: text.value.trim(), ...(tag.input.value === "" ? { userIds } : { tag: tag.input.value }) };
    const { recipients } = (await client.http.post<BroadcastResponse>("/v1/broadcasts", body)).broadcast;
    const failed = recipients.filter(({ outcome }) => outcome === "failed").map(({ displayName }) => safeName(displayName));
    const said = [t.sentToMany(recipients.length - failed.length), failed.length === 0 ? "" : t.notSentTo(failed.join(", "))].join(" ").trim();
    fill(form, el("p", { role: "status", dir: "auto" }, said));
    announce(said);
  });
  const form = el("form.col", { "aria-label": t.toMany, onsubmit: (event: Event) => {
    event.preventDefault();
    void send();
  } }, tags.length === 0 ? null : tag.element, chosen, el("label.f", {}, el("span", {}, t.messageText), text, el("span.h", {}, t.slotHint)),
  el("button.b.p", { type: "submit" }, t.send));
  sheet(t.toMany, form);
  people.start();
}
