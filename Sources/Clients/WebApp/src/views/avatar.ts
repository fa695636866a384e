import { el } from "../dom/element";
import { icon } from "../dom/icons";
import type { Chat } from "../api/types";
import { otherMember } from "../store/model";
import { safeName } from "../text/safe";
import type { Client } from "./view";

/** One of six pairs of colours, the same for a person everywhere. */
export function hue(id: string): number {
  let hash = 0;
  for (const character of id) hash = (hash * 31 + character.charCodeAt(0)) >>> 0;
  return (hash % 6) + 1;
}

export function initials(name: string): string {
  const words = safeName(name).split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word));
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined].map((word) => [...(word ?? "")][0] ?? "");
  return letters.join("").toLocaleUpperCase() || "·";
}

interface Face {
  id: string;
  name: string;
  photo: string | null;
  size?: "x" | "xl" | "";
  isOnline?: boolean;
  isGroup?: boolean;
}

/** A person's photo or letters; the name stands beside it. */
export function avatar(client: Client, face: Face): HTMLElement {
  const element = el(`span.av.h${hue(face.id)}`, { "aria-hidden": "true" });
  if (face.size) element.classList.add(face.size);
  if (face.isGroup) element.classList.add("sq");
  if (face.isOnline) element.classList.add("on");
  if (face.isGroup && face.photo === null) element.append(icon("users", "s"));
  else element.append(initials(face.name));
  if (face.photo !== null) {
    void client.media.url(`/v1/media/${face.photo}/thumbnail`).then((url) => {
      element.replaceChildren(el("img", { src: url, alt: "" }));
    }).catch(() => undefined);
  }
  return element;
}

export function chatAvatar(client: Client, chat: Chat, size: Face["size"] = ""): HTMLElement {
  const other = otherMember(chat, client.me.id);
  return avatar(client, {
    id: other?.userId ?? chat.id,
    name: chat.name,
    photo: chat.kind === "group" ? chat.photoMediaId : other?.photoMediaId ?? null,
    size,
    isOnline: other !== undefined && client.state.isOnline(other.userId),
    isGroup: chat.kind === "group",
  });
}
