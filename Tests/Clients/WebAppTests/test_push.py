"""Notifications: asked for by a tap, shown by the worker, and leading somewhere.

Headless Chromium has no push service, so the subscription is a made-up one; what is pushed comes by DevTools.
"""

import json

from harness import ALEX, expect, frames, wait_until

# A point of P-256 and a secret, as a browser makes them.
SUBSCRIPTION = """
const keys = {
  p256dh: "BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA_0QTpQtUbVlUls0VJXg7A8u-Ts1XbjhazAkj7I99e8QcYP7DkM",
  auth: "tBHItJI5svbpez7KI4CCXg",
};
let current = null;
globalThis.asked = [];
Notification.requestPermission = async () => {
  globalThis.asked.push(navigator.userActivation.isActive);
  return "granted";
};
Object.defineProperty(Notification, "permission", { get: () => "granted" });
PushManager.prototype.getSubscription = async () => current;
PushManager.prototype.subscribe = async (options) => {
  globalThis.options = options;
  current = {
    toJSON: () => ({ endpoint: "https://fcm.googleapis.com/fcm/send/test-of-the-web-app", keys }),
    unsubscribe: async () => {
      sessionStorage.setItem("unsubscribed", "yes");
      current = null;
      return true;
    },
  };
  return current;
};
"""


def page_with_push(server, browser, path="/settings/notifications"):
    page = browser.open(server, "/")
    page.context.grant_permissions(["notifications", "clipboard-read", "clipboard-write"], origin=server.url)
    page.add_init_script(SUBSCRIPTION)
    page.goto(server.url + path)
    page.get_by_label("E-mail").fill(ALEX)
    page.get_by_label("Password").fill("spotter-demo")
    page.get_by_role("button", name="Sign in").click()
    page.locator("nav.rail").wait_for()
    page.wait_for_function("navigator.serviceWorker.ready.then(() => navigator.serviceWorker.controller !== null)")
    return page


def push(page, server, payload):
    """Delivers a push as the browser's push service would. @returns what is shown."""
    devtools = page.context.new_cdp_session(page)
    found = []
    devtools.on("ServiceWorker.workerRegistrationUpdated",
                lambda event: found.extend(one["registrationId"] for one in event["registrations"] if not one["isDeleted"]))
    devtools.send("ServiceWorker.enable")
    wait_until(page, lambda: found != [])
    data = payload if isinstance(payload, str) else json.dumps(payload)
    devtools.send("ServiceWorker.deliverPushMessage", {"origin": server.url, "registrationId": found[0], "data": data})
    shown = """async (tag) => {
        const registration = await navigator.serviceWorker.ready;
        const found = (await registration.getNotifications()).filter((one) => one.tag === tag);
        return found.length === 0 ? null : found.map(({ title, body, silent, data }) => ({ title, body, silent, data }));
    }"""
    tag = "spotter" if isinstance(payload, str) else payload.get("chatId", payload["type"])
    for _ in range(400):
        if (notices := page.evaluate(shown, tag)) is not None:
            return notices
        frames(page)
    raise AssertionError("nothing is shown")


def test_a_device_subscribes_by_a_tap_and_ends_at_log_out(server, browser):
    page = page_with_push(server, browser)
    page.get_by_role("button", name="Notify me on this device").wait_for()
    assert page.evaluate("asked") == [], "nobody has tapped yet"
    page.get_by_role("button", name="Notify me on this device").click()
    expect(page.get_by_text("This device is notified.")).to_be_visible()
    assert page.evaluate("asked") == [True]
    _, key = server.request("GET", "/v1/notifications/vapid-key", token=server.login(ALEX))
    assert page.evaluate("options") == {"userVisibleOnly": True, "applicationServerKey": key["publicKey"]}
    assert preview(server) == [False], "names and text are shown only if that was asked for"
    page.get_by_label("Show names and text").check()
    expect(page.get_by_label("Show names and text")).to_be_checked()
    wait_until(page, lambda: preview(server) == [True])
    page.get_by_role("button", name="Test").click()
    # The push service can't be reached from here, and the reason is told.
    expect(page.locator(".toast")).to_contain_text("The test couldn’t be delivered:")
    page.goto(server.url + "/settings/devices")
    page.evaluate("navigator.serviceWorker.ready.then(({ pushManager }) => pushManager.subscribe({})).then(() => true)")
    page.get_by_role("button", name="Sign out", exact=True).last.click()
    page.get_by_role("dialog").get_by_role("button", name="Sign out").click()
    expect(page.get_by_role("heading", name="Sign in")).to_be_visible()
    assert page.evaluate("sessionStorage.getItem('unsubscribed')") == "yes"
    assert preview(server) == []


def preview(server):
    _, answer = server.request("GET", "/v1/me/notifications", token=server.login(ALEX))
    return [one["preview"] for one in answer["subscriptions"]]


def test_a_private_push_says_nothing_and_leads_to_its_message(server, browser):
    page = page_with_push(server, browser, "/settings/notifications")
    chat = server.chat(ALEX, "Sara Lindqvist")
    _, history = server.request("GET", f"/v1/chats/{chat}/messages?limit=5", token=server.login(ALEX))
    message = history["messages"][0]["id"]
    payload = {"type": "new_message", "chatId": chat, "title": "Spotter", "body": "New message", "badge": 3,
               "data": {"type": "new_message", "chatId": chat, "messageId": message, "badge": 3}}
    worker = page.context.service_workers[0]
    worker.evaluate("self.navigator.setAppBadge = async (count) => { self.badge = count; }")
    shown = push(page, server, payload)
    assert [(one["title"], one["body"], one["silent"]) for one in shown] == [("Spotter", "New message", False)]
    assert worker.evaluate("self.badge") == 3
    # A second message of the chat takes the first one's place.
    assert len(push(page, server, payload)) == 1
    worker.evaluate("""async () => {
        const [notification] = await self.registration.getNotifications();
        self.dispatchEvent(new NotificationEvent("notificationclick", { notification }));
    }""")
    expect(page.locator(f'[data-id="{message}"]')).to_be_in_viewport()
    assert page.url.endswith(f"/chats/{chat}/messages/{message}")


def test_other_pushes_lead_to_their_places(server, browser):
    page = page_with_push(server, browser)
    for payload, path in [({"type": "event.moved", "title": "Spotter", "body": "An appointment has changed"}, "/calendar"),
                          ({"type": "reminder.due", "title": "Spotter", "body": "A reminder is due"}, "/calendar#reminders"),
                          ({"type": "test", "title": "Spotter", "body": "x"}, "/settings/notifications"),
                          ("not JSON", "/")]:
        assert push(page, server, payload)[0]["data"] == {"path": path}


def test_names_are_shown_if_asked_for_and_nothing_sounds_in_quiet_hours(server, browser):
    page = page_with_push(server, browser)
    # All day but a minute, so that the real clock of the worker is in it.
    page.evaluate("""async () => {
        const cache = await caches.open("preferences");
        await cache.put("/preferences", new Response(JSON.stringify({
            language: "es", zone: "UTC", quietHours: { from: "00:00", to: "24:00" } })));
    }""")
    payload = {"type": "new_message", "chatId": "c1", "title": "Sara", "body": "Hi", "data": {"senderName": "Sara"}}
    [shown] = push(page, server, payload)
    assert (shown["title"], shown["body"], shown["silent"]) == ("Sara", "Hi", True)
    [shown] = push(page, server, {"type": "new_message", "chatId": "c2", "title": "Spotter", "body": "New message", "data": {}})
    assert shown["body"] == "Mensaje nuevo"
