import type { Message } from "../../api/types";
import { toast } from "../../dom/overlay";
import { router } from "../../router";
import { t } from "../../text";
import { oneLine } from "../../text/safe";
import { isPhone, onceAFrame } from "../view";
import type { Client } from "../view";
import { nameOf } from "./message";

/** Tells of a message where neither its chat nor the list of chats is on the screen. @returns the end of it. */
export function messageToasts(client: Client): () => void {
  let arrived: Message[] = [];
  const tell = onceAFrame(() => {
    const last = arrived.at(-1);
    const record = last && client.state.chats.get(last.chatId);
    const count = arrived.length;
    arrived = [];
    if (last === undefined || record === undefined || isSeen(last.chatId)) return;
    const text = count > 1 ? t.newMany(count) : t.newFrom(nameOf(client, record, last.senderId), oneLine(last.text, 80) || t.file);
    toast(text, { label: t.show, do: () => router.go(`/chats/${last.chatId}/messages/${last.id}`) });
  });
  return client.state.changes.on((change) => {
    if (change.kind !== "frame" || change.frame.type !== "message.created") return;
    const message = change.frame.message as Message;
    const record = client.state.chats.get(message.chatId);
    if (record === undefined || client.state.isMuted(record) || message.senderId === client.me.id) return;
    // What comes after an absence is in the list; only what is new is told.
    if (message.seq <= record.chat.readSeq || isSeen(message.chatId)) return;
    arrived.push(message);
    tell();
  });
}

function isSeen(chatId: string): boolean {
  const { route } = router;
  if (route.page === "chats" || route.page === "home") return true;
  return route.page === "chat" && (route.chatId === chatId || !isPhone());
}
