import { readFileSync } from "node:fs";
import type { Chat, Message, MessagePage } from "../../../../Sources/Clients/WebApp/src/api/types";
import { cached } from "../../../../Sources/Clients/WebApp/src/store/model";
import type { CachedChat, ServerFrame } from "../../../../Sources/Clients/WebApp/src/store/model";
import { Replica } from "../../../../Sources/Clients/WebApp/src/store/replica";
import type { ReplicaStore } from "../../../../Sources/Clients/WebApp/src/store/replica";

/** Plays the runs of SpotterClient's replica with that of the web app, and compares what is stored in the end. */

type Usual = { [kind: string]: { [field: string]: unknown } };

interface Call {
  apply?: ServerFrame;
  reset?: Chat;
  merge?: Chat;
  add?: MessagePage;
  page?: MessagePage;
  through?: number;
  asked?: number;
  frames?: ServerFrame[];
}

interface Case {
  seed: number;
  me: string;
  chat: Chat;
  calls: Call[];
  end: { position: number; isStale: boolean; known: [number, number][]; chat: Chat; messages: Message[] };
}

/** Gives and takes copies, as a database does. */
class MemoryStore implements ReplicaStore {
  private readonly records = new Map<string, CachedChat>();
  private readonly stored = new Map<string, Message>();

  async chats(): Promise<CachedChat[]> { return structuredClone([...this.records.values()]); }
  async chat(id: string): Promise<CachedChat | undefined> { return structuredClone(this.records.get(id)); }
  async save(record: CachedChat): Promise<void> { this.records.set(record.chat.id, structuredClone(record)); }

  async removeChat(id: string): Promise<void> {
    this.records.delete(id);
    await this.removeMessages(id);
  }

  async message(id: string): Promise<Message | undefined> { return structuredClone(this.stored.get(id)); }
  async put(message: Message): Promise<void> { this.stored.set(message.id, structuredClone(message)); }

  async removeMessages(chatId: string): Promise<void> {
    for (const message of [...this.stored.values()]) if (message.chatId === chatId) this.stored.delete(message.id);
  }

  async replies(id: string): Promise<Message[]> {
    return structuredClone([...this.stored.values()].filter(({ replyTo }) => replyTo === id));
  }

  async messages(chatId: string, low: number, high: number): Promise<Message[]> {
    const found = [...this.stored.values()].filter((one) => one.chatId === chatId && low <= one.seq && one.seq <= high);
    return structuredClone(found.sort((a, b) => a.seq - b.seq));
  }

  async removeEntry(): Promise<void> {}
}

/** What was left out of the file, put back. */
class Reader {
  constructor(private readonly usual: Usual) {}

  message = (message: Message): Message => ({ ...structuredClone(this.usual["message"]), ...message });
  page = (page: MessagePage): MessagePage => ({ ...page, messages: page.messages.map(this.message) });
  frame = (frame: ServerFrame): ServerFrame =>
    frame["message"] === undefined ? frame : { ...frame, message: this.message(frame["message"] as Message) };

  chat = (chat: Chat): Chat => {
    const whole = { ...structuredClone(this.usual["chat"]), ...chat } as Chat;
    whole.members = chat.members.map((member) => ({ ...structuredClone(this.usual["member"]), ...member }));
    if (whole.lastMessage !== null) whole.lastMessage = this.message(whole.lastMessage);
    return whole;
  };
}

async function play(one: Case, reader: Reader): Promise<string[]> {
  const store = new MemoryStore();
  const replica = new Replica(one.me, store);
  const chatId = one.chat.id;
  await store.save(cached(reader.chat(one.chat)));
  for (const call of one.calls) {
    const frames = (call.frames ?? []).map(reader.frame);
    if (call.apply !== undefined) await replica.apply(reader.frame(call.apply));
    else if (call.reset !== undefined && call.page !== undefined) {
      await replica.reset(reader.chat(call.reset), reader.page(call.page), frames);
    } else if (call.merge !== undefined) await replica.merge(reader.chat(call.merge), call.asked ?? 0, frames);
    else if (call.add !== undefined) {
      const place = { through: call.through ?? 0, asked: call.asked ?? 0 };
      await replica.addPage(reader.page(call.add), chatId, place, frames);
    } else throw new Error(`case ${one.seed} has an unknown call`);
  }
  const record = await store.chat(chatId);
  if (record === undefined) return ["the chat is gone"];
  const messages = await store.messages(chatId, 0, Number.MAX_SAFE_INTEGER);
  const { end } = one;
  return [
    ...unequal("position", record.position, end.position),
    ...unequal("known", record.known, end.known),
    ...unequal("stale", record.isStale, end.isStale),
    ...unequal("chat", shown(record.chat), shown(reader.chat(end.chat))),
    ...unequal("messages", messages.map(bare), end.messages.map(reader.message).map(bare)),
  ];
}

/** Without the status, which both derive from the cursors when they show it. */
function bare(message: Message): object {
  const { status: _, ...rest } = message;
  return rest;
}

function shown(chat: Chat): object {
  const members = [...chat.members].sort((a, b) => (a.userId < b.userId ? -1 : 1));
  return { ...chat, members, lastMessage: chat.lastMessage === null ? null : bare(chat.lastMessage) };
}

function unequal(what: string, mine: unknown, theirs: unknown): string[] {
  const [a, b] = [canonical(mine), canonical(theirs)];
  return a === b ? [] : [`${what}\n      web app ${a}\n      Swift   ${b}`];
}

/** JSON with sorted keys; a field that is absent equals `null`. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_, one: unknown) => {
    if (typeof one !== "object" || one === null || Array.isArray(one)) return one;
    return Object.fromEntries(Object.entries(one).filter(([, field]) => field !== null).sort(([a], [b]) => (a < b ? -1 : 1)));
  });
}

const [header = "", ...lines] = readFileSync(process.argv[2] ?? "", "utf8").trim().split("\n");
const { idPrefix, defaults } = JSON.parse(header) as { idPrefix: string; defaults: Usual };
const reader = new Reader(defaults);
let failed = 0;
for (const line of lines) {
  const one = JSON.parse(line.replaceAll("#", idPrefix)) as Case;
  const found = await play(one, reader);
  if (found.length > 0) failed += 1;
  for (const difference of found) console.log(`    case ${one.seed}: ${difference}`);
}
console.log(`    ${lines.length} cases, ${lines.reduce((sum, line) => sum + (JSON.parse(line) as Case).calls.length, 0)} calls, ${failed} differ`);
process.exit(failed === 0 && lines.length > 0 ? 0 : 1);
