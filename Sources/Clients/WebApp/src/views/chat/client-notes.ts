import type { NotesResponse } from "../../api/types";
import { el } from "../../dom/element";
import { toast } from "../../dom/overlay";
import { t } from "../../text";
import { attempt } from "../attempt";
import { field } from "../auth/form";
import type { Client } from "../view";
import { paneHeading } from "./pane-heading";

/** A coach's notes and tags on a client, which nobody else reads. It's empty for whoever isn't a client. */
export function clientNotes(client: Client, userId: string): HTMLElement {
  const path = `/v1/clients/${userId}`;
  const place = el("section.blk", { hidden: true });
  const text = el("textarea", { rows: "3", dir: "auto", maxlength: "10000" });
  const tags = field(t.tags, { type: "text", maxlength: "500", autocomplete: "off" }, t.tagsHint);
  const save = () => attempt(async () => {
    await client.http.json("PUT", `${path}/notes`, { text: text.value.trim() });
    const names = tags.input.value.split(/[\s,]+/).filter((tag) => tag !== "");
    await client.http.json("PUT", `${path}/tags`, { tags: names });
    client.around.tags.refresh();
    toast(t.saved);
  });
  place.append(el("header", {}, paneHeading(t.privateNotes)), el("form.card.col", { "aria-label": t.privateNotes, onsubmit: (event: Event) => {
    event.preventDefault();
    void save();
  } }, el("label.f", {}, el("span", {}, t.notesLabel), text), tags.element, el("button.b", { type: "submit" }, t.save)));
  void client.http.get<NotesResponse>(`${path}/notes`).then(({ notes }) => {
    text.value = notes.text;
    tags.input.value = notes.tags.join(", ");
    place.hidden = false;
  }, () => undefined);
  return place;
}
