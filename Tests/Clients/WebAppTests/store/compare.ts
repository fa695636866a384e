import type { Chat, ChatsResponse, InboxResponse, Message, MessagePage } from "../../../../Sources/Clients/WebApp/src/api/types";
import type { Client } from "../../../../Sources/Clients/WebApp/src/store/client";
import { statusOf } from "../../../../Sources/Clients/WebApp/src/store/model";
import type { CachedChat } from "../../../../Sources/Clients/WebApp/src/store/model";

/** In what the local copy differs from what the server answers now, in words. Nothing, once everything has arrived. */
export async function differences(client: Client): Promise<string[]> {
  const { chats } = await client.http.get<ChatsResponse>("/v1/chats?empty=true");
  const { items } = await client.http.get<InboxResponse>("/v1/inbox");
  const stored = await client.database.read(async (transaction) => ({
    chats: new Map((await transaction.chats()).map((record) => [record.chat.id, record])),
    outbox: await transaction.outbox(),
    reads: await transaction.pendingReads(),
    drafts: await transaction.pendingDrafts(),
  }));
  const found: string[] = [];
  if (stored.outbox.length > 0) found.push(`outbox: ${stored.outbox.map(({ text, state }) => `${text} ${state.kind}`).join()}`);
  if (stored.reads.length > 0) found.push("reads wait to be sent");
  if (stored.drafts.length > 0) found.push("drafts wait to be sent");
  found.push(...unequal("ids of chats", [...stored.chats.keys()].sort(), chats.map(({ id }) => id).sort()));
  for (const chat of chats) {
    const record = stored.chats.get(chat.id);
    if (record === undefined) continue;
    found.push(...unequal(`chat ${chat.name}`, shown(record.chat), shown(chat)));
    if (record.isStale) found.push(`chat ${chat.name} is stale`);
    if (record.position !== chat.seq) found.push(`chat ${chat.name} is at ${record.position} instead of ${chat.seq}`);
    found.push(...(await historyDifferences(client, record, chat)));
    found.push(...unequal(`what is shown of ${chat.name}`, client.state.chats.get(chat.id), record));
  }
  if (client.state.chats.size !== stored.chats.size) found.push("the tab shows other chats than are stored");
  const inbox = [...client.state.inbox.values()];
  found.push(...unequal("inbox", inbox.map(({ chatId, waitingSince }) => [chatId, waitingSince]).sort(),
    items.map(({ chatId, waitingSince }) => [chatId, waitingSince]).sort()));
  return found;
}

async function historyDifferences(client: Client, record: CachedChat, chat: Chat): Promise<string[]> {
  const low = record.known[0]?.[0];
  if (low === undefined) return [];
  const fresh: Message[] = [];
  for (let after = low - 1; ; ) {
    const page = await client.http.get<MessagePage>(`/v1/chats/${chat.id}/messages?after=${after}&limit=200`);
    fresh.push(...page.messages);
    after = page.messages.at(-1)?.seq ?? after;
    if (!page.hasMore) break;
  }
  const isKnown = ({ seq }: Message) => record.known.some(([a, b]) => a <= seq && seq <= b);
  const stored = await client.database.read((transaction) => transaction.messages(chat.id, 0, Number.MAX_SAFE_INTEGER));
  const wanted = fresh.filter(isKnown);
  const seqs = (messages: Message[]) => messages.map(({ seq }) => seq);
  const found = unequal(`positions of ${chat.name}`, seqs(stored), seqs(wanted));
  const bySeq = new Map(stored.map((message) => [message.seq, message]));
  for (const message of wanted) {
    const mine = bySeq.get(message.seq);
    if (mine === undefined) continue;
    const status = statusOf(record.chat, mine);
    found.push(...unequal(`message ${message.seq} of ${chat.name}`, { ...mine, status }, { ...message, status: statusOf(chat, message) }));
  }
  return found;
}

/** A chat without what has no order, and with the status that is derived. */
function shown(chat: Chat): object {
  const members = [...chat.members].sort((a, b) => a.userId.localeCompare(b.userId));
  const last = chat.lastMessage;
  return { ...chat, members, lastMessage: last === null ? null : { ...last, status: statusOf(chat, last) } };
}

function unequal(what: string, mine: unknown, theirs: unknown): string[] {
  const [a, b] = [canonical(mine), canonical(theirs)];
  return a === b ? [] : [`${what}:\n      here   ${a}\n      fresh  ${b}`];
}

/** JSON with sorted keys; a field that is absent equals `null`. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_, one: unknown) => {
    if (typeof one !== "object" || one === null || Array.isArray(one)) return one;
    return Object.fromEntries(Object.entries(one).filter(([, field]) => field !== null).sort(([a], [b]) => (a < b ? -1 : 1)));
  });
}
