import { el, fill } from "../../dom/element";
import { icon } from "../../dom/icons";
import { beginPush, isIPhone, pushAbility } from "../../push";
import { t } from "../../text";
import { attempt } from "../attempt";
import type { Client } from "../view";

const key = "joined";

/** This browser's user has just made an account. */
export function markJoined(): void {
  sessionStorage.setItem(key, "1");
}

/** What a browser asks before an app comes to the home screen; Safari has nothing of the kind. */
interface InstallEvent extends Event {
  prompt(): Promise<unknown>;
}

let install: InstallEvent | null = null;
let redraw = (): void => undefined;

// It can be asked for later only if the browser's own offer is held back.
addEventListener("beforeinstallprompt", (event) => {
  event.preventDefault();
  install = event as InstallEvent;
  redraw();
});

/** Above the first chat of somebody new: how to be told of answers, and how the app comes to the home screen. */
export function joinedCard(client: Client): HTMLElement | null {
  if (sessionStorage.getItem(key) === null) return null;
  const end = () => {
    sessionStorage.removeItem(key);
    element.remove();
  };
  const place = el("div.row.wrap");
  let isTold = false;
  const draw = () => fill(place,
    pushAbility() === "able" && !isTold ? el("button.b.p", { type: "button", onclick: () => void notify() }, t.notificationsOn) : null,
    install === null ? null : el("button.b", { type: "button", onclick: () => void attempt(async () => install?.prompt()) }, t.toHomeScreen),
    isIPhone() ? el("p.sm", {}, t.notificationsHomeScreen) : null,
    el("button.b.q", { type: "button", onclick: end }, t.notNow));
  const notify = async () => {
    await attempt(async () => (isTold = (await beginPush(client, false)) !== null));
    draw();
  };
  draw();
  redraw = draw;
  const element = el("section.ban.g.joined", { "aria-label": t.joinedTitle }, icon("check"),
    el("div.grow.col", {}, el("h2", {}, t.joinedTitle), el("p.sm", {}, t.joinedText), place));
  return element;
}
