import type { Message, Notice } from "../../api/types";
import type { Attachment, CachedChat, OutboxEntry } from "../../store/model";
import { statusOf } from "../../store/model";
import { t } from "../../text";
import { at, dayKey, dayName } from "../../text/format";
import { footerOf } from "./message";
import type { Row } from "./message";

/** Messages of one sender within this time stand together. */
const together = 5 * 60_000;

export interface Slice {
  messages: Message[];
  pending: OutboxEntry[];
  /** The first message of others that wasn't read when the chat was opened. */
  firstUnread: number | null;
  unreadCount: number;
  isOffline: boolean;
  /** What was told about the two, by its time. */
  notices: Notice[];
  /** Whether nothing comes after these messages. */
  isAtEnd: boolean;
  /** What stands above the first message. */
  top: string | null;
}

/** The rows of a part of a chat: messages, and what stands between them. */
export function rowsOf(record: CachedChat, slice: Slice, me: string): Row[] {
  const rows: Row[] = [];
  if (slice.top !== null) rows.push({ kind: "edge", key: "edge", text: slice.top });
  const { messages, pending } = slice;
  const latestMine = latestOwn(messages, pending, me);
  let day = "";
  const first = messages[0]?.createdAt ?? "";
  const notices = slice.notices.filter(({ createdAt }) => createdAt >= first);
  const tell = (before: string | null) => {
    while (notices[0] !== undefined && (before === null || notices[0].createdAt < before)) {
      const notice = notices.shift() as Notice;
      rows.push({ kind: "notice", key: notice.id, notice });
    }
  };
  messages.forEach((message, index) => {
    tell(message.createdAt);
    const key = dayKey(message.createdAt);
    if (key !== day) {
      day = key;
      rows.push({ kind: "day", key: `day ${key}`, time: at(message.createdAt), label: dayName(message.createdAt) });
    }
    if (message.seq === slice.firstUnread) {
      rows.push({ kind: "unread", key: "unread", count: slice.unreadCount });
    }
    const before = message.seq === slice.firstUnread ? undefined : messages[index - 1];
    const after = messages[index + 1]?.seq === slice.firstUnread ? undefined : messages[index + 1];
    rows.push({
      kind: "message",
      // The same as while it waited to be sent, so that it stays in its place.
      key: message.senderId === me ? message.clientMessageId : message.id,
      message,
      isFirst: !belongs(before, message),
      isLast: after === undefined ? !(pending.length > 0 && message.senderId === me) : !belongs(message, after),
      footer: message === latestMine && message.deletedAt === null ? footerOf(record, message, me) : "",
      status: message.senderId === me ? statusOf(record.chat, message) : "",
    });
  });
  if (slice.isAtEnd) tell(null);
  pending.forEach((entry, index) => {
    const isFirst = index === 0 && messages.at(-1)?.senderId !== me;
    const isHeld = entry.state.kind === "staged" && (slice.isOffline || entry.attachments.some(isUploading));
    rows.push({ kind: "pending", key: entry.id, entry, isFirst, isLast: index === pending.length - 1, isHeld });
  });
  return rows;
}

/** What takes longer than to press a button. */
function isUploading({ mediaId, size }: Attachment): boolean {
  return mediaId === null && size > 1 << 20;
}

function latestOwn(messages: Message[], pending: OutboxEntry[], me: string): Message | undefined {
  if (pending.length > 0) return undefined;
  const last = messages.at(-1);
  return last?.senderId === me ? last : undefined;
}

function belongs(a: Message | undefined, b: Message): boolean {
  return (
    a !== undefined &&
    a.senderId === b.senderId &&
    at(b.createdAt) - at(a.createdAt) < together &&
    dayKey(a.createdAt) === dayKey(b.createdAt)
  );
}

/** Whether an element can stay as it is. */
export function isSameRow(a: Row, b: Row): boolean {
  if (a.kind !== b.kind) return false;
  if (a.kind === "message" && b.kind === "message") {
    return (
      a.message === b.message ||
      (a.message.editCount === b.message.editCount &&
        a.message.deletedAt === b.message.deletedAt &&
        a.message.seq === b.message.seq &&
        JSON.stringify([a.message.reactions, a.message.quote, a.message.transcript, a.message.media]) ===
          JSON.stringify([b.message.reactions, b.message.quote, b.message.transcript, b.message.media]))
    ) && a.isFirst === b.isFirst && a.isLast === b.isLast && a.footer === b.footer && a.status === b.status;
  }
  return JSON.stringify(a) === JSON.stringify(b);
}

/** The words for the top of what's shown. */
export function topOf(isBeginning: boolean, isUnreachable: boolean): string | null {
  return isBeginning ? t.beginning : isUnreachable ? t.earlierUnreachable : null;
}
