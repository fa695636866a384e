import type { Chat } from "../../../store/model";

export function isAdmin(chat: Chat, userId: string): boolean {
  return chat.members.some((member) => member.userId === userId && member.role === "admin");
}

/** In a group only its admins pin messages; in a direct chat both do. */
export function mayPin(chat: Chat, userId: string): boolean {
  return chat.kind === "direct" || isAdmin(chat, userId);
}
