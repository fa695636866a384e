import { toast } from "../../dom/overlay";
import { t } from "../../text";
import { safeName } from "../../text/safe";
import { attempt } from "../attempt";
import type { Client } from "../view";

/**
 * Puts a chat away until somebody writes there, or takes it back. Nobody waits there meanwhile.
 * @param isWaiting whether somebody waits there, or did before the chat was put away.
 */
export async function setArchived(
  client: Client, chatId: string, isArchived: boolean, isWaiting = isArchived && client.state.inbox.has(chatId),
): Promise<void> {
  const path = `/v1/chats/${chatId}/archive`;
  const isDone = await attempt(async () => {
    if (isWaiting) await client.http.json(isArchived ? "POST" : "DELETE", `/v1/inbox/${chatId}/done`);
    await client.http.json(isArchived ? "PUT" : "DELETE", path);
  });
  if (!isDone) return;
  client.around.archived.refresh();
  const name = safeName(client.state.chats.get(chatId)?.chat.name ?? "");
  if (isArchived) toast(t.chatArchived(name), { label: t.undo, do: () => void setArchived(client, chatId, false, isWaiting) });
}
