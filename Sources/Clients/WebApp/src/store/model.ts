import type { Chat, ChatDraft, Member, Message, MessageStatus, Quote } from "../api/types";
import type { Range } from "./ranges";
import { newId } from "./timing";

/** A chat in the replica. `chat.seq` is the position of the chat's own data, `position` that of its history. */
export interface CachedChat {
  chat: Chat;
  position: number;
  known: Range[];
  /** What the server recognises the chat by, as long as nothing here has changed it since it was fetched. */
  tag?: string;
  /** An event couldn't be applied completely, so the chat itself must be fetched again. */
  isStale: boolean;
  /** The names of people who wrote here and aren't members any more. */
  formerNames: { [userId: string]: string };
}

export function cached(chat: Chat): CachedChat {
  return { chat, position: chat.seq, known: [], isStale: false, formerNames: {} };
}

export interface Attachment {
  clientMediaId: string;
  fileName: string;
  size: number;
  type: string;
  file: Blob;
  /** Set once the server has the whole file. */
  mediaId: string | null;
}

/** A file that is sent for the first time. */
export function attachment(file: File): Attachment {
  return { clientMediaId: newId(), fileName: file.name || "file", size: file.size, type: file.type, file, mediaId: null };
}

/** A message that was written on this device and isn't part of the chat's history yet. */
export interface OutboxEntry {
  /** Its `clientMessageId`, the same for every attempt; the order of ids is the order of writing. */
  id: string;
  chatId: string;
  text: string;
  replyTo: string | null;
  attachments: Attachment[];
  writtenAt: string;
  state:
    | { kind: "staged" }
    | { kind: "sending" }
    | { kind: "sent"; seq: number }
    | { kind: "failed"; code: string; reason: string; retryable: boolean };
}

export interface PendingDraft {
  chatId: string;
  text: string;
  replyTo: string | null;
  updatedAt: string;
}

/** A durable event of a chat, in the chat's order. */
export interface ChatEvent {
  type: string;
  chatId: string;
  seq: number;
  message?: Message;
  member?: { userId: string; displayName: string; change: string; role?: Member["role"] };
  name?: string;
  photoMediaId?: string | null;
  pins?: string[];
  announcement?: boolean;
}

/** Any frame of the server. */
export interface ServerFrame {
  type: string;
  chatId?: string;
  seq?: number;
  [field: string]: unknown;
}

export const durableTypes: ReadonlySet<string> = new Set([
  "message.created",
  "message.edited",
  "message.deleted",
  "message.transcribed",
  "reaction.changed",
  "member.changed",
  "chat.updated",
]);

/** A frame that has a place in its chat's order, known to this version or not. */
export function isDurable(frame: ServerFrame): frame is ServerFrame & ChatEvent {
  return frame.type !== "resync" && typeof frame.chatId === "string" && typeof frame.seq === "number";
}

export function quoteOf(message: Message): Quote {
  const deleted = message.deletedAt !== null;
  return {
    messageId: message.id,
    senderId: message.senderId,
    text: deleted ? "" : beginning(message.text),
    deleted,
  };
}

/** The first 120 characters, as people count them. */
function beginning(text: string): string {
  if (text.length <= 120) return text;
  let end = 0;
  let count = 0;
  for (const { index, segment } of new Intl.Segmenter().segment(text)) {
    if (count++ === 120) break;
    end = index + segment.length;
  }
  return text.slice(0, end);
}

const order: MessageStatus[] = ["sent", "delivered", "read"];

/** A message's status, from its recipients' cursors by the rule of the server. */
export function statusOf(chat: Chat, message: Message): MessageStatus {
  if (message.imported === true) return message.status;
  let lowest: number | undefined;
  for (const member of chat.members) {
    if (member.userId === message.senderId || member.joinedSeq >= message.seq) continue;
    const reached = member.readSeq >= message.seq ? 2 : member.deliveredSeq >= message.seq ? 1 : 0;
    lowest = Math.min(lowest ?? reached, reached);
  }
  return lowest === undefined ? message.status : order[lowest] ?? message.status;
}

/** The other member of a direct chat. */
export function otherMember(chat: Chat, me: string): Member | undefined {
  return chat.kind === "direct" ? chat.members.find((member) => member.userId !== me) : undefined;
}

/** When something last happened; an empty chat's id holds the time of its making. */
export function lastActivity(chat: Chat): number {
  if (chat.lastMessage !== null) return Date.parse(chat.lastMessage.createdAt);
  return parseInt(chat.id.replaceAll("-", "").slice(0, 12), 16);
}

export type { Chat, ChatDraft, Member, Message, MessageStatus, Quote };
