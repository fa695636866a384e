import type { Message } from "../../api/types";
import { newId } from "../../store/timing";
import { t } from "../../text";
import { isQuiet, preferences } from "../../worker/preferences";
import { Endings } from "../view";
import type { Client } from "../view";
import { noticePath } from "./notice-words";

/**
 * A sound, and where this browser isn't notified by the server a notification, for what comes while nobody looks at the app.
 * The tab that works for all gives it, so it's given once. @returns the end of it.
 */
export function signals(client: Client): () => void {
  const endings = new Endings();
  const own = newId();
  // Only the tab that is looked at says that it isn't any more: the next one may have been faster.
  const leave = () => localStorage.getItem("looking") === own && localStorage.removeItem("looking");
  const look = () => (isLookedAt() ? localStorage.setItem("looking", own) : leave());
  for (const type of ["focus", "blur", "pagehide"]) endings.listen(window, type, () => (type === "focus" ? look() : leave()));
  endings.listen(document, "visibilitychange", look);
  look();
  endings.add(client.state.changes.on((change) => {
    if (change.kind === "notice") return void signal(client, change.notice.kind, noticePath(change.notice));
    if (change.kind !== "frame" || change.frame.type !== "message.created") return;
    const message = change.frame.message as Message;
    const record = client.state.chats.get(message.chatId);
    if (record === undefined || client.state.isMuted(record) || message.senderId === client.me.id || message.seq <= record.chat.readSeq) return;
    void signal(client, message.chatId, `/chats/${message.chatId}/messages/${message.id}`);
  }));
  return () => endings.end();
}

export const hasSound = (): boolean => localStorage.getItem("sound") !== "off";

function isLookedAt(): boolean {
  return !document.hidden && document.hasFocus();
}

async function signal(client: Client, tag: string, path: string): Promise<void> {
  if (!client.isLeading || isLookedAt() || localStorage.getItem("looking") !== null) return;
  if (isQuiet(await preferences().catch(() => ({})))) return;
  if (hasSound()) sound();
  if (!("Notification" in window) || Notification.permission !== "granted") return;
  const registration = await navigator.serviceWorker?.getRegistration();
  // The server tells a browser that has subscribed.
  if (registration === undefined || (await registration.pushManager?.getSubscription()) != null) return;
  await registration.showNotification(t.app, { body: tag.includes(".") ? t.whatsNew : t.newMessage, tag, silent: true, data: { path } });
}

let audio: AudioContext | null = null;

/** Two short tones. A page that nobody has pressed anything in yet may make none. */
export function sound(): void {
  audio ??= new AudioContext();
  void audio.resume();
  const loudness = audio.createGain();
  loudness.connect(audio.destination);
  loudness.gain.value = 0.08;
  for (const [frequency, start] of [[660, 0], [880, 0.12]] as const) {
    const tone = audio.createOscillator();
    tone.frequency.value = frequency;
    tone.connect(loudness);
    tone.start(audio.currentTime + start);
    tone.stop(audio.currentTime + start + 0.1);
  }
}
