"""Every screen of the app, and how it's opened: what the pictures, axe and the hostile texts go through.

The page shows the screen when `open_screen` returns.
"""

import datetime

from admin_token import admin_token
from harness import ALEX, expect, to_newest

SETTINGS = ["profile", "appearance", "devices", "notifications", "calendar", "blocks", "assistant", "automatic", "keys", "account"]
PUBLIC = {"sign-in": "/", "invitation": None, "invitation-over": "/invite/abc", "reset": "/reset#abc",
          "operator-token": "/settings/operator"}


def open_screen(server, page, name):
    """Opens a screen in a page; all but the public ones need somebody who is signed in there."""
    if name in PUBLIC:
        page.goto(server.url + (PUBLIC[name] or invitation(server)))
        ready(page)
        page.locator("[aria-busy=true]").first.wait_for(state="detached")
    elif name.startswith("settings-"):
        at(server, page, f"/settings/{name.removeprefix('settings-')}")
    else:
        STEPS[name](server, page)
    page.wait_for_load_state("networkidle")


def invitation(server):
    """The path of a new invitation of Alex'."""
    _, made = server.request("POST", "/v1/invitations", {}, server.login(ALEX))
    return f"/invite/{made['invitation']['code']}"


def names():
    return [*PUBLIC, *STEPS, *(f"settings-{one}" for one in SETTINGS)]


def ready(page):
    page.locator("html[data-ready]").wait_for(state="attached")
    page.locator("h1, h2").first.wait_for(state="attached")


def at(server, page, path):
    # The same address again would only move to its fragment.
    page.goto("about:blank")
    page.goto(server.url + path)
    ready(page)
    # What is hidden waits for nobody.
    expect(page.locator("[aria-busy=true], .late").locator("visible=true")).to_have_count(0)


def chat(server, page, name="Sara Lindqvist"):
    at(server, page, f"/chats/{server.chat(ALEX, name)}")
    page.locator(".msg[data-id]").first.wait_for()
    to_newest(page)


def pane(label, button=None):
    def steps(server, page):
        chat(server, page, "Saturday Run Club" if label == "About this chat" else "Sara Lindqvist")
        page.get_by_role("button", name=label, exact=True).click()
        page.locator(".pane").wait_for()
        if button is not None:
            page.locator(".pane").get_by_role("button", name=button).click()
            page.locator(".pane [aria-busy=true]").wait_for(state="detached")
    return steps


def button(path, *labels):
    """A page, and what is behind its buttons, one after the other."""
    def steps(server, page):
        at(server, page, path)
        for label in labels:
            page.get_by_role("button", name=label, exact=True).first.click()
        if labels:
            page.locator("dialog[open], .pop, [aria-pressed=true]").last.wait_for()
    return steps


def on_a_message(label, *further):
    """The newest message of a chat with a text, by its button or its menu."""
    def steps(server, page):
        chat(server, page)
        last = page.locator(".msg[data-id]", has=page.locator(".tx")).last
        last.dispatch_event("pointerover")
        # On a phone they come with a long press.
        last.locator(f'button[aria-label="{label}"]').dispatch_event("click")
        for one in further:
            page.get_by_role("button", name=one, exact=True).last.click()
    return steps


def search(server, page):
    at(server, page, "/chats")
    page.get_by_label("Find people and messages").fill("EpiPen")
    page.locator(".hits a").first.wait_for()


def search_here(server, page):
    chat(server, page)
    page.get_by_role("button", name="About this chat", exact=True).click()
    if page.locator(".pane").get_by_role("button", name="Search in this chat").is_visible():
        page.locator(".pane").get_by_role("button", name="Search in this chat").click()
    else:
        page.keyboard.press("Escape")
        page.get_by_role("button", name="Search in this chat").click()
    page.get_by_role("searchbox", name="Search in this chat").fill("clock")
    page.get_by_role("button", name="Earlier match").wait_for()


def profile(server, page):
    chat(server, page)
    page.get_by_role("button", name="About this chat", exact=True).click()
    page.get_by_role("button", name="What Sara Lindqvist has said").click()
    page.get_by_role("button", name="Write something down").wait_for()


def progress(server, page):
    """Lines of what a client measures, some weeks of it."""
    token = server.login(ALEX)
    _, answer = server.request("GET", f"/v1/chats/{server.chat(ALEX, 'Sara Lindqvist')}", token=token)
    sara = next(one["userId"] for one in answer["chat"]["members"] if one["displayName"].startswith("Sara"))
    path = f"/v1/clients/{sara}/measures"
    _, found = server.request("GET", f"{path}?kind=hips", token=token)
    for week, value in enumerate([98, 97.5, 97.5, 96.5, 96, 95.5] if found["series"] == [] else []):
        day = datetime.date(2026, 2, 2) + datetime.timedelta(weeks=week)
        server.request("POST", f"{path}/points", {"kind": "hips", "value": value, "day": day.isoformat()}, token)
    profile(server, page)
    page.get_by_role("heading", name="Progress").evaluate("(element) => element.scrollIntoView()")
    page.locator("figure.progress").first.wait_for()


def asked(question, *labels):
    def steps(server, page):
        at(server, page, "/assistant")
        page.get_by_label("Ask, or say what to arrange").fill(question)
        page.get_by_role("button", name="Ask", exact=True).click()
        page.get_by_text("Answered by").first.wait_for()
        for label in labels:
            page.locator(".prop").get_by_role("button", name=label).click()
    return steps


def event(server, page):
    at(server, page, "/calendar")
    if page.get_by_role("button", name="Agenda").get_attribute("aria-pressed") != "true":
        page.get_by_role("button", name="Agenda").click()
    page.get_by_role("button", name="Strength with Tom").first.click()
    page.locator("dialog[open]").wait_for()


def keys(server, page):
    at(server, page, "/settings/profile")
    page.locator("h1, h2").first.evaluate("() => document.activeElement?.blur()")
    page.keyboard.press("?")
    page.locator("dialog[open]").wait_for()


def operator(server, page):
    token = admin_token(server)
    at(server, page, "/settings/operator")
    page.get_by_label("Admin token").fill(token)
    page.get_by_role("button", name="Open").click()
    page.get_by_role("button", name="Forget the token").wait_for()


def offline(server, page):
    chat(server, page)
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.context.set_offline(True)
    page.reload()
    page.get_by_role("button", name="Try now").wait_for()


def unsent(server, page):
    """Files, a quote and a text that aren't sent yet."""
    on_a_message("Reply")(server, page)
    page.get_by_label("Attach a photo or file").last.set_input_files(
        [{"name": "a plan for a long week.txt", "mimeType": "text/plain", "buffer": b"Monday: rest"}])
    page.locator(".cmp textarea").fill("A reply with a file")


def later_or_template(label):
    def steps(server, page):
        chat(server, page)
        page.locator(".cmp textarea").fill("See you on Friday, {first}")
        page.get_by_role("button", name="Later, or a template").click()
        page.get_by_role("button", name=label, exact=True).click()
    return steps


def chat_menu(server, page):
    at(server, page, "/chats")
    page.locator("a.ch").first.click(button="right")
    page.locator(".pop").wait_for()


def put_off(server, page):
    at(server, page, "/chats")
    page.locator(".wrow a.ch").first.focus()
    page.keyboard.press("l")
    page.locator(".pop").wait_for()


def bring_in(server, page):
    """What an export holds, before anything is brought in."""
    chat(server, page)
    page.get_by_role("button", name="About this chat", exact=True).click()
    page.get_by_role("button", name="Bring in from WhatsApp").click()
    export = "03/02/2025, 18:12 - Coach: Welcome\n03/02/2025, 18:13 - Sara: " + "A long answer. " * 20
    page.get_by_role("dialog").get_by_label("File").set_input_files([{"name": "chat.txt", "mimeType": "text/plain", "buffer": export.encode()}])
    page.get_by_role("button", name="Bring them in").wait_for()


STEPS = {
    "chats": button("/chats"),
    "search": search,
    "search-here": search_here,
    "to-a-date": pane("About this chat", "Go to a date"),
    "shared": pane("About this chat", "Photos, files and links"),
    "new-chat": button("/chats", "New chat or group"),
    "chat-menu": chat_menu,
    "put-off": put_off,
    "bring-in": bring_in,
    "chat": chat,
    "group": lambda server, page: chat(server, page, "Saturday Run Club"),
    "unsent": unsent,
    "message-menu": on_a_message("More"),
    "message-emoji": on_a_message("React"),
    "details": pane("About this chat"),
    "group-form": pane("About this chat", "Edit the group"),
    "send-later": later_or_template("Send later"),
    "templates": later_or_template("Templates"),
    "forward": on_a_message("More", "Forward"),
    "to-many": button("/chats", "New chat or group", "One message to many"),
    "check-ins": button("/chats", "New chat or group", "Check-ins"),
    "check-in-new": button("/chats", "New chat or group", "Check-ins", "New check-in"),
    "prospects": button("/chats", "New chat or group", "Not clients yet"),
    "client-details": lambda server, page: (chat(server, page), page.get_by_role("button", name="About this chat", exact=True).click(), page.get_by_role("textbox", name="Tags").wait_for()),
    "mute": pane("About this chat", "Mute"),
    "profile": profile,
    "progress": progress,
    "ask-pane": pane("Ask about this chat"),
    "summary": pane("Ask about this chat", "Summary"),
    "to-do": pane("Ask about this chat", "To do"),
    "no-chat": button("/chats/0198b5f0-0000-7000-8000-000000000001"),
    "no-page": button("/chats/nowhere"),
    "keys": keys,
    "today": button("/today"),
    "new-reminder": button("/today", "New reminder"),
    "invite": button("/today", "Invite a client"),
    "week-or-list": button("/calendar"),
    "day": button("/calendar", "Day"),
    "agenda": button("/calendar", "Agenda"),
    "reminders": button("/calendar", "Reminders"),
    "new-session": button("/calendar", "New session"),
    "session": event,
    "hours": button("/calendar", "More", "Working hours"),
    "whats-new": button("/calendar", "More", "What’s new"),
    "feed": button("/calendar", "More", "Calendar link"),
    "assistant": button("/assistant"),
    "answer": asked("How is Sara's knee?"),
    "proposal": asked("Schedule a call with Sara on Saturday at 10am"),
    "proposal-form": asked("Schedule a call with Sara on Saturday at 10am", "Edit"),
    "conflict": asked("Schedule a training with Hannah today at 1pm"),
    "operator": operator,
    "offline": offline,
}
