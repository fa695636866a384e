import { ApiError } from "../api/errors";
import type { Engine } from "./engine";

/** Sends the drafts that were changed on this device. */
export function startDrafts(engine: Engine): void {
  engine.tasks.start("drafts", async () => {
    for (const draft of await engine.local.database.read((transaction) => transaction.pendingDrafts())) {
      const { chatId, text, replyTo } = draft;
      try {
        if (text === "") await engine.http.json("DELETE", `/v1/chats/${chatId}/draft`);
        else await engine.http.json("PUT", `/v1/chats/${chatId}/draft`, { text, replyTo });
      } catch (error) {
        if (!(error instanceof ApiError) || error.isTransient || error.meansSessionEnd) throw error;
      }
      await engine.local.removeDraft(draft);
      engine.fetcher.startFetch(chatId);
    }
  });
}
