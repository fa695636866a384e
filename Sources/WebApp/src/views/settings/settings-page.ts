import type { AccountSession, Profile, ProfileResponse, SessionsResponse, SubscriptionsResponse, User, VAPIDKeyResponse } from "../../api/types";
import { ApiError } from "../../api/errors";
import { upload } from "../../api/media";
import { el, fill } from "../../dom/element";
import type { Child } from "../../dom/element";
import { icon } from "../../dom/icons";
import { confirm, toast } from "../../dom/overlay";
import { newId } from "../../store/timing";
import { t } from "../../text";
import { dateTime, setZone } from "../../text/format";
import { safeName } from "../../text/safe";
import { field } from "../auth/form";
import { avatar } from "../avatar";
import type { Client, View } from "../view";

const sections = [
  ["profile", () => t.profile, "user"],
  ["devices", () => t.devices, "phone"],
  ["notifications", () => t.notifications, "bell"],
  ["account", () => t.exportTitle, "dl"],
] as const;

/** One's own account. */
export class SettingsPage implements View {
  readonly element: HTMLElement;
  private readonly body = el("div.col.gap");

  constructor(private readonly client: Client, section: string) {
    this.element = el("section.view.scroll", { "aria-label": t.settings, tabindex: "0" }, el("div.page.col", {},
      el("h1.t1", { tabindex: "-1" }, t.settings),
      el("div.set", {},
        el("nav", { "aria-label": t.settings }, ...sections.map(([name, label, sign]) =>
          el("a", { href: `/settings/${name}`, "aria-current": name === section ? "page" : null }, icon(sign, "s"), label()))),
        this.body)));
    const draw = { devices: () => this.devices(), notifications: () => this.notifications(), account: () => this.account() }[section] ?? (() => this.profile());
    draw().catch((error) => fill(this.body, el("p.ban.x", { role: "alert" }, reasonOf(error))));
  }

  private block(title: string, ...content: Child[]): HTMLElement {
    return el("section.blk", {}, el("header", {}, el("h2", {}, title)), ...content);
  }

  // Profile

  private async profile(): Promise<void> {
    const { user } = await this.client.http.get<ProfileResponse>("/v1/me");
    const name = field(t.name, { type: "text", required: true, maxlength: "50", value: user.displayName });
    const zones = el("select", {}, ...supportedZones(user.timezone).map((zone) => el("option", { value: zone, selected: zone === user.timezone }, zone.replaceAll("_", " "))));
    const save = async () => {
      try {
        await this.change({ displayName: name.input.value, timezone: zones.value });
        toast(t.saved);
      } catch (error) {
        name.fail(reasonOf(error));
      }
    };
    fill(this.body,
      this.block(t.profile, el("form.card.col", { onsubmit: (event: Event) => {
        event.preventDefault();
        void save();
      } },
        this.photo(user), name.element, el("label.f", {}, el("span", {}, t.zone), zones), el("p.m.sm", {}, el("bdi", {}, user.email)),
        el("div.row", {}, el("button.b.p", { type: "submit" }, t.save)))),
      el("div.card.col", {}, this.toggle(t.sharesRead, user.sharesReadReceipts, (on) => this.change({ sharesReadReceipts: on })),
        this.toggle(t.sharesPresence, user.sharesPresence, (on) => this.change({ sharesPresence: on })),
        this.toggle(t.shortcutsOn, localStorage.getItem("letters") !== "off", async (on) => localStorage.setItem("letters", on ? "on" : "off"))));
  }

  private photo(user: Profile): HTMLElement {
    const input = el("input", { type: "file", accept: "image/*", hidden: true, "aria-label": t.changePhoto });
    const face = el("span", {}, avatar(this.client, { id: user.id, name: user.displayName, photo: user.photoMediaId, size: "xl" }));
    input.addEventListener("change", async () => {
      const file = input.files?.[0];
      if (file === undefined) return;
      try {
        const media = await upload(this.client.http, { clientMediaId: newId(), fileName: file.name, size: file.size, file }, () => undefined);
        const changed = await this.change({ photoMediaId: media });
        fill(face, avatar(this.client, { id: user.id, name: user.displayName, photo: changed.photoMediaId, size: "xl" }));
      } catch (error) {
        toast(t.couldNot(reasonOf(error)));
      }
    });
    return el("div.row", {}, face, el("button.b", { type: "button", onclick: () => input.click() }, t.changePhoto), input);
  }

  private async change(body: object): Promise<User> {
    const { user } = await this.client.http.json<{ user: User }>("PATCH", "/v1/me", body);
    await this.client.session.rename(user);
    setZone(user.timezone);
    return user;
  }

  private toggle(label: string, isOn: boolean, set: (on: boolean) => Promise<unknown>): HTMLElement {
    const input = el("input", { type: "checkbox", role: "switch", checked: isOn });
    input.addEventListener("change", () => {
      set(input.checked).catch((error) => {
        input.checked = !input.checked;
        toast(t.couldNot(reasonOf(error)));
      });
    });
    return el("label.sw", {}, input, el("span", {}, label));
  }

  // Devices

  private async devices(): Promise<void> {
    const { sessions } = await this.client.http.get<SessionsResponse>("/v1/auth/sessions");
    const end = (session: AccountSession) => this.attempt(async () => {
      await this.client.http.json("DELETE", `/v1/auth/sessions/${session.id}`);
      await this.devices();
    });
    const endOthers = () => this.attempt(async () => {
      await this.client.http.json("DELETE", "/v1/auth/sessions");
      await this.devices();
    });
    fill(this.body, this.block(t.devices, el("ul.box", {}, ...sessions.map((session) => el("li.it", {}, icon("phone"),
      el("span.grow", {}, el("b", {}, el("bdi", {}, safeName(session.deviceName))), el("br"), el("span.sm.m", {}, session.current ? t.thisDevice : t.lastUsed(dateTime(session.lastSeenAt)))),
      session.current ? null : el("button.b", { type: "button", onclick: () => void end(session) }, t.signOutDevice))))),
    el("div.row.wrap", {}, el("button.b", { type: "button", onclick: () => void endOthers() }, t.signOutOthers),
      el("button.b.d", { type: "button", onclick: () => void this.signOut() }, t.signOut)));
  }

  private async signOut(): Promise<void> {
    if (await confirm(t.signOutTitle, t.signOutText(this.client.state.outbox.length), t.signOut, t.cancel)) await this.client.signOut();
  }

  private async attempt(body: () => Promise<unknown>): Promise<void> {
    try {
      await body();
    } catch (error) {
      toast(t.couldNot(reasonOf(error)));
    }
  }

  // Notifications

  private async notifications(): Promise<void> {
    const { subscriptions } = await this.client.http.get<SubscriptionsResponse>("/v1/me/notifications");
    const canPush = "PushManager" in window && navigator.serviceWorker !== undefined;
    const isBlocked = "Notification" in window && Notification.permission === "denied";
    const turnOn = (showsText: boolean) => this.attempt(async () => {
      if ((await Notification.requestPermission()) !== "granted") return this.notifications();
      const { publicKey } = await this.client.http.get<VAPIDKeyResponse>("/v1/notifications/vapid-key");
      const registration = await navigator.serviceWorker.ready;
      const made = await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey });
      const { endpoint, keys } = made.toJSON();
      await this.client.http.post("/v1/me/notifications", { kind: "webpush", endpoint, keys, preview: showsText });
      await this.notifications();
    });
    const isPrivate = el("input", { type: "checkbox", role: "switch", checked: true });
    const test = (id: string) => this.attempt(async () => {
      await this.client.http.post(`/v1/me/notifications/${id}/test`);
      toast(t.tested);
    });
    const remove = (id: string) => this.attempt(async () => {
      await this.client.http.json("DELETE", `/v1/me/notifications/${id}`);
      await this.notifications();
    });
    fill(this.body,
      this.block(t.notifications, el("div.card.col", {},
        isBlocked ? el("p.ban", {}, t.notificationsBlocked) : canPush ? null : el("p.ban", {}, t.notificationsNone),
        el("label.sw", {}, isPrivate, el("span", {}, t.privatePreview)),
        el("button.b.p", { type: "button", disabled: !canPush || isBlocked, onclick: () => void turnOn(!isPrivate.checked) }, t.notificationsOn))),
      subscriptions.length === 0 ? null : el("ul.box.card", {}, ...subscriptions.map((subscription) => el("li.it", {}, icon("bell"),
        el("span.grow", {}, el("bdi", {}, subscription.kind)),
        el("button.b", { type: "button", onclick: () => void test(subscription.id) }, t.test),
        el("button.b.d", { type: "button", onclick: () => void remove(subscription.id) }, t.delete)))));
  }

  // Export and deletion

  private async account(): Promise<void> {
    const password = field(t.password, { type: "password", autocomplete: "current-password", required: true });
    const exportAll = () => this.attempt(async () => {
      const response = await this.client.http.respond("/v1/me/export", {
        method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ password: password.input.value }),
      });
      const url = URL.createObjectURL(await response.blob());
      const link = el("a", { href: url, download: "spotter-export.tar" });
      link.click();
      setTimeout(() => URL.revokeObjectURL(url), 60_000);
    });
    const remove = async () => {
      if (!(await confirm(t.deleteAccount, t.deleteAccountText, t.deleteForever, t.cancel))) return;
      await this.attempt(async () => {
        await this.client.http.json("DELETE", "/v1/me", { password: password.input.value });
        await this.client.signOut();
      });
    };
    fill(this.body,
      el("div.card.col", {}, password.element),
      this.block(t.exportTitle, el("div.card.col", {}, el("p.m", {}, t.exportText), el("div.row", {}, el("button.b", { type: "button", onclick: () => void exportAll() }, icon("dl", "s"), t.exportDo)))),
      this.block(t.deleteAccount, el("div.card.col", {}, el("p.m", {}, t.deleteAccountText), el("div.row", {}, el("button.b.d", { type: "button", onclick: () => void remove() }, t.deleteAccount)))));
  }
}

function reasonOf(error: unknown): string {
  return error instanceof ApiError && error.code === "unreachable" ? t.unreachable : error instanceof Error ? error.message : String(error);
}

function supportedZones(own: string): string[] {
  const all = (Intl as { supportedValuesOf?: (key: string) => string[] }).supportedValuesOf?.("timeZone") ?? [];
  return all.includes(own) ? all : [own, ...all];
}
