// Fills the local copy with the whole history of the user's only chat, by the store's own code.
import type { AuthGrant } from "../../../Sources/Clients/WebApp/src/api/types";
import { Client } from "../../../Sources/Clients/WebApp/src/store/client";
import { endAfter } from "../../../Sources/Clients/WebApp/src/store/ranges";

async function fill(grant: AuthGrant): Promise<{ chatId: string; messages: number }> {
  const client = await Client.open();
  await client.signIn(grant);
  while (client.state.connection.kind !== "online" || client.state.chats.size === 0) {
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  const [record] = client.state.listed;
  if (record === undefined) throw new Error("there is no chat");
  const chatId = record.chat.id;
  for (let after = 0; after < record.position; ) {
    await client.loadNewer(chatId, after);
    after = endAfter(client.state.chats.get(chatId)?.known ?? [], after, record.position);
  }
  const messages = await client.database.read((transaction) => transaction.messages(chatId, 0, Number.MAX_SAFE_INTEGER));
  return { chatId, messages: messages.length };
}

(globalThis as { fill?: typeof fill }).fill = fill;
