import type { Chat, ChatEvent, Message } from "./model";
import { quoteOf } from "./model";

/**
 * Applies a durable event to the chat itself; to be called once for each event, in order.
 *
 * Mirrors `Chat+events.swift` of SpotterClient.
 * @param before the event's message before the event, if known.
 * @returns whether the result is all that a fetch would give.
 */
export function applyToChat(chat: Chat, event: ChatEvent, before: Message | undefined, me: string): boolean {
  chat.seq = event.seq;
  const message = event.message;
  switch (event.type) {
    case "message.created":
      if (message === undefined) return false;
      created(chat, message, me);
      return true;
    case "message.edited":
    case "message.deleted":
      if (message === undefined) return false;
      updateLastMessage(chat, message);
      return recount(chat, message, before, me);
    case "reaction.changed":
    case "message.transcribed":
      if (message === undefined) return false;
      updateLastMessage(chat, message);
      return true;
    case "member.changed":
      return memberChanged(chat, event);
    case "chat.updated":
      return updated(chat, event);
    default:
      return false;
  }
}

function created(chat: Chat, message: Message, me: string): void {
  const isPassed = message.senderId === me || message.imported === true;
  if (isPassed && (chat.lastMessage?.seq ?? 0) <= chat.readSeq) pass(chat, message.seq, me);
  if (message.seq > (chat.lastMessage?.seq ?? 0)) chat.lastMessage = message;
  if (isPassed || message.seq <= chat.readSeq || message.deletedAt !== null) return;
  chat.unread += 1;
  if (message.mentions.includes(me)) chat.unreadMentions += 1;
}

/** The read cursor passes the user's own and imported messages that follow it directly; no frame says so. */
function pass(chat: Chat, seq: number, me: string): void {
  if (seq <= chat.readSeq) return;
  chat.readSeq = seq;
  for (const member of chat.members) if (member.userId === me) member.readSeq = Math.max(member.readSeq, seq);
}

function updateLastMessage(chat: Chat, message: Message): void {
  if (chat.lastMessage?.id === message.id) chat.lastMessage = message;
  else if (chat.lastMessage?.replyTo === message.id) chat.lastMessage.quote = quoteOf(message);
}

/** Updates the counts after an unread message of somebody else has changed. */
function recount(chat: Chat, message: Message, before: Message | undefined, me: string): boolean {
  if (message.senderId === me || message.imported === true || message.seq <= chat.readSeq) return true;
  // A fetched page may have the message's later state before its events arrive.
  if (before === undefined || before.deletedAt !== null) return false;
  if (message.deletedAt === null && before.editCount >= message.editCount) return false;
  const count = (m: Message) => (m.deletedAt === null ? 1 : 0);
  const mentions = (m: Message) => (m.deletedAt === null && m.mentions.includes(me) ? 1 : 0);
  chat.unread += count(message) - count(before);
  chat.unreadMentions += mentions(message) - mentions(before);
  return true;
}

function memberChanged(chat: Chat, event: ChatEvent): boolean {
  const change = event.member;
  if (change === undefined) return false;
  if (change.change === "removed" || change.change === "left") {
    chat.members = chat.members.filter((member) => member.userId !== change.userId);
    // A direct chat has the other member's name.
    return chat.kind !== "direct";
  }
  const member = chat.members.find(({ userId }) => userId === change.userId);
  // What's told of an added member isn't all: the cursors and the photo are missing.
  if (change.change !== "role" || change.role === undefined || member === undefined) return false;
  member.role = change.role;
  return true;
}

function updated(chat: Chat, event: ChatEvent): boolean {
  if (event.pins !== undefined) chat.pins = event.pins;
  if (chat.kind !== "group") return true;
  if (event.name !== undefined) chat.name = event.name;
  chat.photoMediaId = event.photoMediaId ?? null;
  if (event.announcement !== undefined) chat.announcement = event.announcement;
  return true;
}
