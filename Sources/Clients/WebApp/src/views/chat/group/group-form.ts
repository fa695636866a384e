import { upload } from "../../../api/media";
import { el, fill } from "../../../dom/element";
import { sheet } from "../../../dom/overlay";
import type { Chat } from "../../../store/model";
import { newId } from "../../../store/timing";
import { t } from "../../../text";
import { attempt } from "../../attempt";
import { avatar, chatAvatar } from "../../avatar";
import { field } from "../../auth/form";
import type { Client } from "../../view";

type Photo = { kind: "kept" } | { kind: "none" } | { kind: "new"; file: File };

/** Changes a group's name, its photo and who writes there; all of it at once. */
export function editGroup(client: Client, chat: Chat): void {
  let photo: Photo = { kind: "kept" };
  const name = field(t.groupName, { type: "text", maxlength: "50", value: chat.name });
  const announcement = el("input", { type: "checkbox", role: "switch", checked: chat.announcement });
  const face = el("span", {}, chatAvatar(client, chat, "xl"));
  const input = el("input", { type: "file", accept: "image/*", hidden: true, "aria-label": t.changePhoto });
  const without = () => avatar(client, { id: chat.id, name: chat.name, photo: null, size: "xl", isGroup: true });
  const take = el("button.b.q", { type: "button", hidden: chat.photoMediaId === null, onclick: () => {
    photo = { kind: "none" };
    take.hidden = true;
    fill(face, without());
  } }, t.noPhoto);
  input.addEventListener("change", () => {
    const file = input.files?.[0];
    if (file === undefined) return;
    photo = { kind: "new", file };
    take.hidden = false;
    const element = without();
    element.replaceChildren(el("img", { src: URL.createObjectURL(file), alt: "" }));
    fill(face, element);
  });
  const save = async () => {
    const text = name.input.value.trim();
    name.fail(text === "" ? t.groupNameMissing : "");
    if (text === "") return name.input.focus();
    const isDone = await attempt(async () => client.requests.changeGroup(chat.id, {
      ...(text === chat.name ? {} : { name: text }),
      ...(announcement.checked === chat.announcement ? {} : { announcement: announcement.checked }),
      ...(photo.kind === "kept" ? {} : { photoMediaId: photo.kind === "none" ? null : await uploaded(client, photo.file) }),
    }));
    if (isDone) element.close();
  };
  const element = sheet(t.editGroup, el("form.col", { "aria-label": t.editGroup, novalidate: true, onsubmit: (event: Event) => {
    event.preventDefault();
    void save();
  } },
    el("div.row.wrap", {}, face, el("button.b", { type: "button", onclick: () => input.click() }, t.changePhoto), take, input),
    name.element,
    el("label.sw", {}, announcement, el("span", {}, t.onlyAdminsWrite)),
    el("button.b.p.w", { type: "submit" }, t.save)));
  name.input.focus();
}

function uploaded(client: Client, file: File): Promise<string> {
  return upload(client.http, { clientMediaId: newId(), fileName: file.name, size: file.size, file }, () => undefined);
}
