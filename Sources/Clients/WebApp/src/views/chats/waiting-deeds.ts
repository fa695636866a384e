import { el } from "../../dom/element";
import { icon } from "../../dom/icons";
import { menu, toast } from "../../dom/overlay";
import { serverClock } from "../../store/timing";
import { t } from "../../text";
import { at, shortDateTime } from "../../text/format";
import { safeName } from "../../text/safe";
import { attempt } from "../attempt";
import { snoozeTimes } from "../calendar/snooze-times";
import type { Client } from "../view";
import { setArchived } from "./archive";

/** Whether somebody has waited for a day: only that stands out. */
export function waitsLong(since: string): boolean {
  return serverClock.now() - at(since) >= 86_400_000;
}

/** Nothing in the chat waits for an answer any more, until somebody writes there. */
export async function finishWaiting(client: Client, chatId: string): Promise<void> {
  const path = `/v1/inbox/${chatId}/done`;
  if (!(await attempt(() => client.http.post(path)))) return;
  toast(t.waitingDone(nameOf(client, chatId)), { label: t.undo, do: () => void attempt(() => client.http.json("DELETE", path)) });
}

async function putOffWaiting(client: Client, chatId: string, until: number): Promise<void> {
  const path = `/v1/inbox/${chatId}/snooze`;
  if (!(await attempt(() => client.http.post(path, { until: new Date(until).toISOString() })))) return;
  toast(t.waitingLater(nameOf(client, chatId), shortDateTime(until)),
    { label: t.undo, do: () => void attempt(() => client.http.json("DELETE", path)) });
}

/** What ends the waiting of somebody whom one doesn't want to answer, or not now. */
export function waitingButton(client: Client, chatId: string): HTMLElement {
  const label = t.endWaiting(nameOf(client, chatId));
  const button: HTMLElement = el("button.ib.end-w", { type: "button", "aria-label": label, title: t.endWaitingTitle, "aria-haspopup": "dialog",
    onclick: () => menu(button, label, waitingDeeds(client, chatId)) }, icon("more", "s"));
  return button;
}

function waitingDeeds(client: Client, chatId: string) {
  if (!client.state.inbox.has(chatId)) return [];
  return [
    { label: t.nothingToAnswer, icon: "check" as const, do: () => void finishWaiting(client, chatId) },
    ...laterDeeds(client, chatId),
  ];
}

function laterDeeds(client: Client, chatId: string) {
  return snoozeTimes().map(([name, until]) => ({ label: name, icon: "bell" as const, do: () => void putOffWaiting(client, chatId, until) }));
}

/** Asks until when somebody who waits is put off. */
export function putOff(client: Client, chatId: string, anchor: Element): void {
  menu(anchor, t.putOff, laterDeeds(client, chatId));
}

/** What can be done with a chat from the list. */
export function chatMenu(client: Client, chatId: string, anchor: Element): void {
  const record = client.state.chats.get(chatId);
  if (record === undefined) return;
  const { chat } = record;
  const isArchived = client.around.isArchived(chat);
  menu(anchor, safeName(chat.name), [
    ...waitingDeeds(client, chatId),
    { label: chat.isPinned ? t.unpinChat : t.pinChat, icon: "pin", do: () => void attempt(() => client.requests.changeSettings(chatId, { isPinned: !chat.isPinned })) },
    { label: isArchived ? t.unarchive : t.archive, icon: "file", do: () => void setArchived(client, chatId, !isArchived) },
  ]);
}

function nameOf(client: Client, chatId: string): string {
  return safeName(client.state.chats.get(chatId)?.chat.name ?? "");
}
