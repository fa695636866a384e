import { el, fill } from "../dom/element";
import { icon } from "../dom/icons";
import { announce } from "../dom/overlay";
import { whenReleased } from "../dom/press";
import { t } from "../text";
import { clockTime } from "../text/format";
import type { Client } from "./view";

/** Nobody is told of an interruption shorter than this. */
const patience = 2000;

/** One line above everything: offline, a server that can't be reached, a new release. */
export function addBanner(client: Client, element: HTMLElement): void {
  let release: (() => void) | null = null;
  let said = "";
  const show = (spec: string, sign: Parameters<typeof icon>[0], text: string, label: string, act: () => void) => {
    element.hidden = false;
    element.className = spec;
    fill(element, icon(sign), el("span.grow", {}, text), el("button.b", { type: "button", onclick: act }, label));
    if (text !== said) announce(text, spec !== "ban a");
    said = text;
  };
  // It moves all that is below it.
  const draw = () => whenReleased(drawNow);
  const drawNow = () => {
    const { connection } = client.state;
    if (connection.kind === "waiting" && Date.now() - connection.since >= patience && client.session.current !== null) {
      const waiting = client.state.outbox.filter(({ state }) => state.kind !== "failed").length;
      const count = waiting === 0 ? "" : ` ${t.offlineCount(waiting)}`;
      if (navigator.onLine) show("ban x", "warn", t.serverGone(clockTime(connection.since, undefined)) + count, t.tryNow, () => client.reconnectNow());
      else show("ban", "off", t.offline + count, t.tryNow, () => client.reconnectNow());
    } else if (release !== null) {
      show("ban a", "redo", t.newVersion, t.update, release);
    } else {
      element.hidden = true;
      fill(element);
      said = "";
    }
  };
  client.state.changes.on((change) => {
    if (change.kind === "connection" && client.state.connection.kind === "waiting") setTimeout(draw, patience + 50);
    if (change.kind === "connection" || change.kind === "chats") draw();
  });
  addEventListener("spotter-release", (event) => {
    release = (event as CustomEvent<() => void>).detail;
    draw();
  });
}
