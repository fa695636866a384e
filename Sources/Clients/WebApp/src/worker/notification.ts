import { wordsIn } from "../text/worker";
import { isQuiet } from "./preferences";
import type { Preferences } from "./preferences";

/** What the server sends: docs/notifications.md. */
export interface Payload {
  type?: string;
  chatId?: string;
  title?: string;
  body?: string;
  badge?: number;
  data?: { messageId?: string; senderName?: string; text?: string };
}

export interface Shown {
  title: string;
  body: string;
  tag: string;
  path: string;
  isSilent: boolean;
}

/** What is shown for it. Without names and text, the words are the browser's language's, not the server's. */
export function shown(payload: Payload, settings: Preferences): Shown {
  const words = wordsIn(settings.language ?? "en");
  const type = payload.type ?? "";
  const isPrivate = payload.data?.senderName === undefined && payload.data?.text === undefined;
  const known = type === "new_message" ? words.message
    : type === "reminder.due" ? words.reminder
    : type.startsWith("event.") ? words.appointment
    : type === "test" ? words.test
    : undefined;
  return {
    title: payload.title ?? "Spotter",
    body: (isPrivate ? known : undefined) ?? payload.body ?? known ?? "",
    tag: payload.chatId ?? (type === "" ? "spotter" : type),
    path: pathOf(payload),
    isSilent: isQuiet(settings),
  };
}

/** Every notification leads somewhere. */
function pathOf({ type, chatId, data }: Payload): string {
  if (chatId !== undefined) return `/chats/${chatId}${data?.messageId === undefined ? "" : `/messages/${data.messageId}`}`;
  if (type === "test") return "/settings/notifications";
  if (type === "reminder.due") return "/calendar#reminders";
  return type?.startsWith("event.") === true ? "/calendar" : "/";
}
