import type { Http } from "../api/http";
import type { Member } from "./model";

/** What needs the server: nothing of it waits in the outbox. What it changes comes back as an event. */
export class ChatRequests {
  constructor(private readonly http: Http) {}

  // Messages

  edit(chatId: string, messageId: string, text: string): Promise<unknown> {
    return this.http.json("PATCH", `/v1/chats/${chatId}/messages/${messageId}`, { text });
  }

  remove(chatId: string, messageId: string): Promise<unknown> {
    return this.http.json("DELETE", `/v1/chats/${chatId}/messages/${messageId}`);
  }

  react(chatId: string, messageId: string, emoji: string): Promise<unknown> {
    return this.http.post(`/v1/chats/${chatId}/messages/${messageId}/reactions`, { emoji });
  }

  pin(chatId: string, messageId: string, isPinned: boolean): Promise<unknown> {
    return this.http.json(isPinned ? "PUT" : "DELETE", `/v1/chats/${chatId}/pins/${messageId}`);
  }

  // Groups

  changeGroup(chatId: string, change: { name?: string; photoMediaId?: string | null; announcement?: boolean }): Promise<unknown> {
    return this.http.json("PATCH", `/v1/chats/${chatId}`, change);
  }

  addMembers(chatId: string, memberIds: string[]): Promise<unknown> {
    return this.http.post(`/v1/chats/${chatId}/members`, { memberIds });
  }

  removeMember(chatId: string, userId: string): Promise<unknown> {
    return this.http.json("DELETE", `/v1/chats/${chatId}/members/${userId}`);
  }

  setRole(chatId: string, userId: string, role: Member["role"]): Promise<unknown> {
    return this.http.json("PATCH", `/v1/chats/${chatId}/members/${userId}`, { role });
  }

  leave(chatId: string): Promise<unknown> {
    return this.http.json("DELETE", `/v1/chats/${chatId}`);
  }

  changeSettings(chatId: string, change: { mutedUntil?: string | null; isPinned?: boolean }): Promise<unknown> {
    return this.http.json("PATCH", `/v1/chats/${chatId}/settings`, change);
  }
}
