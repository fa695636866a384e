import { el } from "../../dom/element";
import { icon } from "../../dom/icons";
import { menu } from "../../dom/overlay";
import type { CachedChat } from "../../store/model";
import { serverClock } from "../../store/timing";
import { t } from "../../text";
import { at, dateTime } from "../../text/format";
import { attempt } from "../attempt";
import type { Client } from "../view";

const hour = 3_600_000;

/** For how long a chat may be quiet. */
const choices: [label: () => string, milliseconds: number | null][] = [
  [() => t.muteHour, hour],
  [() => t.muteHours, 8 * hour],
  [() => t.muteWeek, 7 * 24 * hour],
  [() => t.muteForever, null],
];

export function muteButton(client: Client, record: CachedChat): HTMLElement {
  const { chat } = record;
  const isMuted = client.state.isMuted(record);
  const set = (mutedUntil: string | null) => void attempt(() => client.requests.changeSettings(chat.id, { mutedUntil }));
  const choose = () => menu(button, t.mute, choices.map(([label, milliseconds]) => ({
    label: label(),
    icon: "belloff",
    do: () => set(milliseconds === null ? "forever" : new Date(serverClock.now() + milliseconds).toISOString()),
  })));
  const button: HTMLElement = el(
    "button.b",
    { type: "button", "aria-haspopup": isMuted ? null : "dialog", onclick: () => (isMuted ? set(null) : choose()) },
    icon(isMuted ? "bell" : "belloff", "s"),
    isMuted ? t.unmute : t.mute,
  );
  return button;
}

/** Until when it's muted, in words. */
export function mutedText(client: Client, record: CachedChat): HTMLElement | null {
  const until = record.chat.mutedUntil;
  if (until === null || !client.state.isMuted(record)) return null;
  // "For ever" is a time that nobody waits for.
  const isForever = at(until) > serverClock.now() + 10 * 365 * 24 * hour;
  return el("p.m.sm", {}, isForever ? t.mutedForever : t.mutedUntil(dateTime(until)));
}
