import { el } from "../../dom/element";
import { icon } from "../../dom/icons";
import { menu, toast } from "../../dom/overlay";
import { t } from "../../text";
import { shortDateTime } from "../../text/format";
import { safeName } from "../../text/safe";
import { attempt } from "../attempt";
import { snoozeTimes } from "../calendar/snooze-times";
import type { Client } from "../view";

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
    onclick: () => menu(button, label, [
      { label: t.nothingToAnswer, icon: "check", do: () => void finishWaiting(client, chatId) },
      ...snoozeTimes().map(([name, until]) => ({ label: name, icon: "bell" as const, do: () => void putOffWaiting(client, chatId, until) })),
    ]) }, icon("more", "s"));
  return button;
}

function nameOf(client: Client, chatId: string): string {
  return safeName(client.state.chats.get(chatId)?.chat.name ?? "");
}
