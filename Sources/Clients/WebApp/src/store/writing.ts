import type { Client } from "./client";
import type { Attachment } from "./model";
import { newId } from "./timing";
import { UnfinishedTexts } from "./unfinished";

/** What is written in chats and isn't sent yet: drafts, which all devices of an account share, and files, which stay here. */
export class Writing {
  constructor(private readonly client: Client) {}

  async setDraft(chatId: string, text: string, replyTo: string | null): Promise<void> {
    const { local } = this.client;
    const known = local.draft(chatId);
    if ((known?.text ?? "") === text && (known?.replyTo ?? null) === replyTo) return;
    await local.setDraft({ chatId, text, replyTo, updatedAt: new Date().toISOString() });
    this.client.sendDrafts();
  }

  /** Puts a message into the outbox. Until it's stored there, local storage has it: the page may go away at any time. */
  async send(chatId: string, text: string, replyTo: string | null, attachments: Attachment[]): Promise<void> {
    const { local, me } = this.client;
    const texts = new UnfinishedTexts(me.id);
    const id = newId();
    texts.leaves({ id, chatId, text, replyTo });
    await local.enqueue({ id, chatId, text, replyTo, attachments });
    texts.hasLeft(id);
  }

  /** Takes over what was being written or sent as the last page went away, and couldn't be stored any more. */
  async recover(): Promise<void> {
    const { local, state, me } = this.client;
    const texts = new UnfinishedTexts(me.id);
    for (const { id, chatId, text, replyTo } of texts.leaving) {
      const attachments = await this.attached(chatId);
      if (!state.outbox.some((entry) => entry.id === id)) await local.enqueue({ id, chatId, text, replyTo, attachments });
      await this.setAttached(chatId, []);
      texts.hasLeft(id);
    }
    for (const [chatId, kept] of texts.all()) {
      if (state.chats.has(chatId)) await this.setDraft(chatId, kept.text, kept.replyTo);
      if (kept.editing === null) texts.forget(chatId, kept);
    }
  }

  /** Files that were chosen for the next message of a chat. */
  async attached(chatId: string): Promise<Attachment[]> {
    return (await this.client.database.meta<Attachment[]>(`attached ${chatId}`)) ?? [];
  }

  async setAttached(chatId: string, files: Attachment[]): Promise<void> {
    const { database } = this.client;
    if (files.length === 0) await database.removeMeta(`attached ${chatId}`);
    else await database.setMeta(`attached ${chatId}`, files);
  }
}
