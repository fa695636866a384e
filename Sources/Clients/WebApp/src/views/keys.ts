import { el } from "../dom/element";
import { sheet } from "../dom/overlay";
import { t } from "../text";

const keys: [keys: string, what: () => string][] = [
  ["Ctrl K", () => t.switchTo],
  ["Alt ↓ ↑", () => t.nextUnread],
  ["/", () => t.find],
  ["Ctrl F", () => t.searchHere],
  ["Ctrl J", () => t.askHere],
  ["G T", () => t.today],
  ["G C", () => t.chats],
  ["G A", () => t.assistant],
  ["G K", () => t.calendar],
  ["↑", () => t.actions],
  ["E", () => t.nothingToAnswer],
  ["L", () => t.putOff],
  ["Y", () => t.archive],
  ["R", () => t.reply],
  ["E", () => t.react],
  ["⏎", () => t.edit],
  ["⌫", () => t.delete],
  ["Esc", () => t.close],
];

/** The list of shortcuts. */
export function showKeys(): void {
  sheet(t.shortcuts, el("dl.keys", {}, ...keys.flatMap(([key, what]) => [
    el("dt", {}, what()),
    el("dd", {}, ...key.split(" ").flatMap((part) => [el("kbd", {}, part), " "])),
  ])));
}
