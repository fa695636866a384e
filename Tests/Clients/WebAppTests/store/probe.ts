// The app's store without its views, for the tests: what `test_store.py` calls in a page as `probe`.
import "./faulty-socket";
import { faults, generator } from "./faulty-socket";
import type { AuthGrant } from "../../../../Sources/Clients/WebApp/src/api/types";
import { Client } from "../../../../Sources/Clients/WebApp/src/store/client";
import { newId } from "../../../../Sources/Clients/WebApp/src/store/timing";
import { differences } from "./compare";

let client: Client;

const probe = {
  /** Opens the local copy as a tab does, and signs in if nobody is. */
  async open(seed: number, grant: AuthGrant): Promise<void> {
    faults.random = generator(seed);
    faults.areOn = true;
    client = await Client.open();
    if (!(await client.start())) await client.signIn(grant);
  },

  async send(chatId: string, text: string, isReply: boolean, hasFile: boolean): Promise<void> {
    const last = client.state.chats.get(chatId)?.chat.lastMessage;
    const replyTo = isReply && last && last.deletedAt === null ? last.id : null;
    const file = new Blob([text], { type: "text/plain" });
    const files = hasFile
      ? [{ clientMediaId: newId(), fileName: "note.txt", size: file.size, type: file.type, file, mediaId: null }]
      : [];
    await client.send(chatId, text, replyTo, files);
  },

  /** Asks for parts of the history that may not be known. */
  async page(chatId: string, isOlder: boolean, place: number): Promise<void> {
    const position = client.state.chats.get(chatId)?.position ?? 0;
    const seq = Math.floor(position * place);
    const request = isOlder ? client.loadOlder(chatId, seq + 1) : client.loadNewer(chatId, seq);
    await request.catch(() => undefined);
  },

  async read(chatId: string): Promise<void> {
    const chat = client.state.chats.get(chatId)?.chat;
    if (chat?.lastMessage) await client.markShown(chatId, chat.readSeq, chat.lastMessage.seq);
  },

  async draft(chatId: string, text: string): Promise<void> {
    if (client.state.chats.has(chatId)) await client.writing.setDraft(chatId, text, null);
  },

  reconnect(): void {
    client.reconnectNow();
  },

  /** Ends the faults, and waits until nothing differs any more. @returns what still does. */
  async settle(patience: number): Promise<string[]> {
    faults.areOn = false;
    const end = performance.now() + patience;
    let found: string[] = ["not compared yet"];
    while (performance.now() < end) {
      // What was lost last is only noticed by a digest: a heartbeat comes every half minute otherwise.
      for (const socket of faults.open) for (let ping = 0; ping < 4; ping += 1) socket.send('{"type":"ping","id":"beat"}');
      await new Promise((resolve) => setTimeout(resolve, 120));
      found = await differences(client).catch((error) => [String(error)]);
      if (found.length === 0) return [];
    }
    return found;
  },

  counts: faults.counts,
};

export type Probe = typeof probe;
(globalThis as { probe?: Probe }).probe = probe;
