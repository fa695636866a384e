import type { Message } from "../../api/types";
import { el, fill } from "../../dom/element";
import { sheet, toast } from "../../dom/overlay";
import { router } from "../../router";
import { attachment } from "../../store/model";
import type { Attachment } from "../../store/model";
import { t } from "../../text";
import { folded, safeName } from "../../text/safe";
import { attempt } from "../attempt";
import { field } from "../auth/form";
import { chatAvatar } from "../avatar";
import { statusItem } from "../status-item";
import type { Client } from "../view";

/** Sends a message's text and files in another chat, as one's own: nobody learns there who wrote them. */
export function forward(client: Client, message: Message): void {
  const find = field(t.findPeople, { type: "text", autocomplete: "off", maxlength: "200" });
  const list = el("ul.box.people", { tabindex: "-1" });
  const send = (chatId: string, name: string) => attempt(async () => {
    await client.send(chatId, message.text, null, await copies(client, message));
    element.close();
    toast(t.forwarded(name), { label: t.show, do: () => router.go(`/chats/${chatId}`) });
  });
  const draw = () => {
    const wanted = folded(find.input.value);
    const chats = client.state.listed.filter(({ chat }) => chat.id !== message.chatId && folded(chat.name).includes(wanted)).slice(0, 20);
    fill(list, ...chats.map(({ chat }) => el("li", {}, el("button.it.in.txt", { type: "button", onclick: () => void send(chat.id, safeName(chat.name)) },
      chatAvatar(client, chat, "x"), el("bdi.grow", {}, safeName(chat.name))))));
    if (chats.length === 0) list.append(statusItem(t.noPeople));
  };
  find.input.addEventListener("input", draw);
  const element = sheet(t.forward, find.element, list);
  draw();
  find.input.focus();
}

/** Files belong to whoever has sent them, so they're sent anew. */
function copies(client: Client, message: Message): Promise<Attachment[]> {
  return Promise.all(message.media.map(async ({ id, fileName, mimeType }) => {
    const content = await (await client.http.respond(`/v1/media/${id}/content`)).blob();
    return attachment(new File([content], fileName, { type: mimeType }));
  }));
}
