import { el, fill } from "../../dom/element";
import { icon } from "../../dom/icons";
import type { IconName } from "../../dom/icons";
import { t } from "../../text";
import { whyOf } from "../attempt";
import type { Client, View } from "../view";
import { appearance } from "./appearance";
import { assistant } from "./assistant";
import { automatic } from "./automatic";
import { blocks } from "./blocks";
import { calendarPush } from "./calendar-push";
import { data } from "./data";
import { askToLeave, devices } from "./devices";
import { keys } from "./keys";
import { notifications } from "./notifications";
import type { Section } from "./parts";
import { profile } from "./profile";

const sections: readonly [name: string, label: () => string, sign: IconName, draw: Section][] = [
  ["profile", () => t.profile, "user", profile],
  ["appearance", () => t.appearance, "globe", appearance],
  ["devices", () => t.devices, "phone", devices],
  ["notifications", () => t.notifications, "bell", notifications],
  ["calendar", () => t.calendar, "cal", calendarPush],
  ["blocks", () => t.blockedPeople, "shield", blocks],
  ["assistant", () => t.assistant, "spark", assistant],
  ["automatic", () => t.automaticReplies, "redo", automatic],
  ["keys", () => t.apiKeys, "key", keys],
  ["account", () => t.yourData, "dl", data],
];

/** One's own account: a list of sections, and the one that is open. */
export class SettingsPage implements View {
  readonly element: HTMLElement;
  readonly #body = el("div.col.gap");
  readonly #draw: Section;

  constructor(private readonly client: Client, name: string) {
    const [current, , , draw] = sections.find(([one]) => one === name) ?? sections[0]!;
    this.#draw = draw;
    const links = sections.map(([one, label, sign]) =>
      el("a.in", { href: `/settings/${one}`, "aria-current": one === current ? "page" : null }, icon(sign, "s"), label()));
    // Often a coach runs the server. The page asks for its own token.
    const operator = client.me.role === "trainer" ? el("a.in", { href: "/settings/operator" }, icon("server", "s"), t.operator) : "";
    const nav = el("nav", { "aria-label": t.settings }, ...links, operator,
      el("button.out", { type: "button", onclick: () => void askToLeave(client) }, icon("off", "s"), t.signOut));
    this.element = el("section.view.scroll", { "aria-label": t.settings, tabindex: "0" },
      el("div.page.col", {}, el("h1.t1", { tabindex: "-1" }, t.settings), el("div.set", {}, nav, this.#body)));
    fill(this.#body, el("p.m", { "aria-busy": "true" }, t.loading));
    void this.#redraw();
  }

  async #redraw(): Promise<void> {
    try {
      fill(this.#body, ...(await this.#draw({ client: this.client, redraw: () => this.#redraw() })));
    } catch (error) {
      const again = el("button.b", { type: "button", onclick: () => void this.#redraw() }, t.retry);
      fill(this.#body, el("p.ban.x", { role: "alert" }, el("span.grow", {}, whyOf(error)), again));
    }
  }
}
