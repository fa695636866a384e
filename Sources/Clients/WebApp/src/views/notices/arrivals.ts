import { toast } from "../../dom/overlay";
import { router } from "../../router";
import { t } from "../../text";
import { safeName } from "../../text/safe";
import type { Client } from "../view";
import { showNews } from "./whats-new";

/** Tells a coach who has joined, and a client which coach asks. @returns the end of it. */
export function arrivalToasts(client: Client): () => void {
  const { state, around } = client;
  const isTrainer = client.me.role === "trainer";
  let people: Set<string> | null = null;
  let chats = state.chats.size;
  const welcome = () => {
    const { current } = around.contacts;
    if (current === null) return;
    const before = people;
    people = new Set(current.map(({ userId }) => userId));
    const arrived = before === null ? [] : current.filter(({ userId }) => !before.has(userId));
    for (const one of arrived) {
      toast(t.hasJoined(safeName(one.displayName)), { label: t.show, do: () => router.go(`/chats/${state.directWith(one.userId) ?? ""}`) });
    }
  };
  if (isTrainer) welcome();
  return state.changes.on((change) => {
    if (change.kind === "frame" && change.frame.type === "contact.request") {
      toast(t.coachAsks(safeName((change.frame.request as { displayName: string }).displayName)), { label: t.show, do: () => showNews(client) });
    }
    if (!isTrainer) return;
    if (change.kind === "around") welcome();
    // Whoever joins opens a chat with the coach.
    if (change.kind === "chats" && state.chats.size !== chats) {
      chats = state.chats.size;
      around.contacts.refresh();
    }
  });
}
