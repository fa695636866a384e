import type { NotificationTestResult, ProfileResponse, QuietHoursBody, Subscription, SubscriptionsResponse } from "../../api/types";
import { el, fill } from "../../dom/element";
import { icon } from "../../dom/icons";
import { toast } from "../../dom/overlay";
import { beginPush, endPush, isIPhone, pushAbility } from "../../push";
import { t } from "../../text";
import { place as placeOf } from "../../text/format";
import { safeName } from "../../text/safe";
import { savePreferences } from "../../worker/preferences";
import { attempt, whyOf } from "../attempt";
import { field } from "../auth/form";
import { otherWays } from "./channels";
import { hasSound, sound } from "../notices/signals";
import { block, button, card, choice, hint, item, toggle } from "./parts";
import type { Place, Section } from "./parts";

/** Which devices are told of messages, what they show, and when they're silent. */
export const notifications: Section = async (place) => {
  const { http } = place.client;
  const [{ subscriptions, kinds }, { quietHours }, { user }] = await Promise.all([
    http.get<SubscriptionsResponse>("/v1/me/notifications"),
    http.get<QuietHoursBody>("/v1/me/quiet-hours"),
    http.get<ProfileResponse>("/v1/me"),
  ]);
  const own = subscriptions.find(({ current, kind }) => current && kind === "webpush");
  const others = subscriptions.filter((one) => one !== own);
  return [
    block(t.thisDevice, own === undefined ? offer(place) : thisDevice(place, own), card(soundSwitch(), hint(t.soundHint))),
    others.length === 0 ? null : block(t.otherDevices, el("ul.box", {}, ...others.map((one) => row(place, one)))),
    block(t.otherWays, otherWays(place, kinds)),
    block(t.quietHours, quiet(place, quietHours ?? null, user.timezone)),
  ];
};

function soundSwitch(): HTMLElement {
  return toggle(t.soundOn, hasSound(), async (isOn) => {
    localStorage.setItem("sound", isOn ? "on" : "off");
    if (isOn) sound();
  });
}

function offer({ client, redraw }: Place): HTMLElement {
  const ability = pushAbility();
  const showsText = choice(t.showText, false);
  const begin = () => attempt(async () => {
    const made = await beginPush(client, showsText.input.checked);
    if (made === null) toast(t.notificationsBlocked);
    await redraw();
  });
  if (ability === "missing") return card(hint(!isSecureContext ? t.notificationsNeedHttps : isIPhone() ? t.notificationsHomeScreen : t.notificationsNone));
  return card(
    ability === "blocked" ? el("p.ban", {}, t.notificationsBlocked) : hint(t.notificationsText),
    showsText.element,
    hint(t.showTextHint),
    el("div.row", {}, button(t.notificationsOn, begin, "p")));
}

function thisDevice(place: Place, subscription: Subscription): HTMLElement {
  const { client, redraw } = place;
  const end = () => attempt(async () => {
    await endPush();
    await client.http.json("DELETE", `/v1/me/notifications/${subscription.id}`);
    await redraw();
  });
  const setPreview = async (showsText: boolean) => {
    if ((await beginPush(client, showsText)) === null) throw new Error(t.notificationsBlocked);
  };
  return card(
    el("p.row", {}, icon("bell"), el("span", {}, subscription.disabledAt === null ? t.notificationsAreOn : t.notificationsFailed)),
    toggle(t.showText, subscription.preview, setPreview),
    hint(t.showTextHint),
    el("div.row.wrap", {}, testButton(place, subscription), button(t.notificationsOff, end, "d")));
}

/** A device or address that was subscribed elsewhere. */
function row(place: Place, subscription: Subscription): HTMLElement {
  const remove = () => attempt(async () => {
    await place.client.http.json("DELETE", `/v1/me/notifications/${subscription.id}`);
    await place.redraw();
  });
  const detail = subscription.disabledAt !== null ? t.notificationsFailed : subscription.preview ? t.showsText : t.showsNoText;
  const title = el("bdi", {}, `${t.subscriptionKinds[subscription.kind]} · ${safeName(subscription.target)}`);
  return item(icon("bell"), title, detail,
    testButton(place, subscription), button(t.removeDo, remove, "d"));
}

function testButton({ client }: Place, subscription: Subscription): HTMLElement {
  return button(t.test, () => attempt(async () => {
    const result = await client.http.post<NotificationTestResult>(`/v1/me/notifications/${subscription.id}/test`);
    toast(result.delivered ? t.tested : t.testFailed(result.error ?? ""));
  }));
}

function quiet({ client }: Place, hours: { from: string; to: string } | null, zone: string): HTMLElement {
  const isOn = choice(t.quietOn, hours !== null);
  const from = field(t.fromTime, { type: "time", value: hours?.from ?? "22:00" });
  const to = field(t.untilTime, { type: "time", value: hours?.to ?? "07:00" });
  const times = el("div.row", {}, from.element, to.element);
  const show = () => (times.hidden = !isOn.input.checked);
  isOn.input.addEventListener("change", show);
  show();
  const save = async () => {
    to.fail("");
    const quietHours = isOn.input.checked ? { from: from.input.value, to: to.input.value } : null;
    if (quietHours !== null && (quietHours.from === "" || quietHours.from === quietHours.to)) return to.fail(t.quietDiffer);
    try {
      await client.http.json("PUT", "/v1/me/quiet-hours", { quietHours });
      await savePreferences({ quietHours, zone });
      toast(t.saved);
    } catch (error) {
      to.fail(whyOf(error));
    }
  };
  const form = el("form.col", { novalidate: true, onsubmit: (event: Event) => {
    event.preventDefault();
    void save();
  } }, isOn.element, times, hint(t.quietText(placeOf(zone))), el("div.row", {}, el("button.b.p", { type: "submit" }, t.save)));
  const element = card();
  fill(element, form);
  return element;
}
