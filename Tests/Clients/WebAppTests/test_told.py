"""What is told where one is: a line in the chat that it belongs to, who has joined, a coach who asks, a sound elsewhere."""

import re

from admin_token import admin_token
from harness import ALEX, PASSWORD, PRIYA, SARA, expect, open_chat
from test_in import join
from test_notices import badge, booked, see_all, toast, unseen

# Counts the tones that a page begins, and lets a test say that nobody looks.
LISTENING = """() => {
    window.tones = 0;
    const start = OscillatorNode.prototype.start;
    OscillatorNode.prototype.start = function (...when) { window.tones += 1; return start.apply(this, when); };
}"""
AWAY = """() => { document.hasFocus = () => false; dispatchEvent(new Event('blur')); }"""


def test_a_new_session_stands_in_the_chat_and_is_seen_there(server, browser):
    see_all(server, SARA)
    page = browser.sign_in(server, SARA, zone="Europe/Stockholm")
    open_chat(page, "Alex Rivera")
    booked(server, title="Told in the chat", startsAt="2026-03-24T10:00:00Z", endsAt="2026-03-24T11:00:00Z")
    line = page.locator(".told", has_text="Told in the chat")
    expect(line).to_contain_text("New: Told in the chat with Alex Rivera, Tuesday 24 March, 11:00")
    expect(badge(page)).to_have_count(0)
    assert unseen(server, SARA) == []
    # Seen or not, it stays where it was told.
    page.reload()
    expect(line).to_be_visible()
    expect(line.locator(".tag")).to_have_count(0)
    line.get_by_role("link").click()
    expect(page.get_by_role("button", name="Told in the chat")).to_be_visible()


def test_the_header_has_the_others_clock_and_the_next_session(server, browser):
    page = browser.sign_in(server, ALEX)
    open_chat(page, "Sara Lindqvist")
    expect(page.locator("header.bar", has=page.get_by_role("heading", name="Sara Lindqvist"))).to_contain_text("14:1")
    expect(page.locator("header.bar", has=page.get_by_role("heading", name="Sara Lindqvist"))).to_contain_text("in Stockholm")
    line = page.get_by_role("button", name="Next session")
    expect(line).to_be_visible()
    line.click()
    expect(page.get_by_role("dialog")).to_contain_text("Cancel the session")
    page.keyboard.press("Escape")
    open_chat(page, "Saturday Run Club")
    expect(line).to_have_count(0)


def test_a_coach_is_told_who_joins_and_the_client_how_to_be_told(server, browser):
    coach = browser.sign_in(server, ALEX, "/calendar")
    _, made = server.request("POST", "/v1/invitations", {}, server.login(ALEX))
    page = browser.open(server, f"/invite/{made['invitation']['code']}", width=390, height=844, touch=True)
    page.context.grant_permissions(["notifications"], origin=server.url)
    join(page, "Iris Told", "iris@example.com")
    card = page.get_by_role("region", name="You’re in")
    expect(card).to_contain_text("Be told of answers")
    expect(card.get_by_role("button", name="Notify me on this device")).to_be_visible()
    expect(toast(coach, "Iris Told has joined")).to_be_visible()
    toast(coach, "Iris Told has joined").get_by_role("button", name="Show").click()
    expect(coach.get_by_role("heading", level=1, name="Iris Told")).to_be_visible()
    card.get_by_role("button", name="Not now").click()
    expect(card).to_have_count(0)
    page.reload()
    expect(page.get_by_role("heading", level=1, name="Alex Rivera")).to_be_visible()
    expect(card).to_have_count(0)


def test_a_coach_who_asks_is_told_and_answered(server, browser):
    _, made = server.request("POST", "/v1/admin/invitations", {"role": "trainer"}, admin_token(server))
    body = {"displayName": "Coach Asker", "email": "asker@example.com", "password": PASSWORD, "role": "trainer",
            "timezone": "Europe/Paris", "invite": made["invitation"]["code"]}
    status, grant = server.request("POST", "/v1/auth/register", body)
    assert status == 201, grant
    see_all(server, PRIYA)
    page = browser.sign_in(server, PRIYA)
    status, asked = server.request("POST", "/v1/contacts", {"email": PRIYA}, grant["accessToken"])
    assert status in (200, 201, 202), asked
    expect(toast(page, "Coach Asker wants to be your coach")).to_be_visible()
    expect(badge(page)).to_contain_text("1")
    toast(page, "Coach Asker").get_by_role("button", name="Show").click()
    row = page.locator("[data-news] li", has_text="Coach Asker wants to be your coach")
    row.get_by_role("button", name="No, thanks").click()
    expect(row).to_have_count(0)
    expect(badge(page)).to_have_count(0)


def test_a_sound_is_made_only_while_nobody_looks(server, browser):
    page = browser.sign_in(server, ALEX)
    page.evaluate(LISTENING)
    chat, sara = server.chat(ALEX, "Sara Lindqvist"), server.login(SARA)

    def say(text):
        status, sent = server.request("POST", f"/v1/chats/{chat}/messages", {"clientMessageId": text, "text": text}, sara)
        assert status == 201, sent
        expect(page.locator("a.ch", has_text=text)).to_be_visible()

    say("Heard by eyes")
    page.evaluate(AWAY)
    say("Heard by ears")
    page.wait_for_function("window.tones === 2")
    page.evaluate("localStorage.setItem('sound', 'off')")
    say("Not heard")
    assert page.evaluate("window.tones") == 2


def said(page, text):
    """A message; browsers differ in how they write the day."""
    return page.locator(".msg .bub", has_text=re.compile(re.escape(text).replace("DAY", "Thu,? 26 Mar")))


def test_a_client_asks_confirms_and_takes_a_session_along(server, browser):
    booked(server, title="Asked about", startsAt="2026-03-26T10:00:00Z", endsAt="2026-03-26T11:00:00Z", location="https://meet.example.com/room")
    page = browser.sign_in(server, SARA, "/calendar#2026-03-26", zone="Europe/Stockholm", width=390, height=844, touch=True)
    event = page.get_by_role("button", name="Asked about")
    event.click()
    sheet = page.get_by_role("dialog")
    expect(sheet.get_by_role("link", name="https://meet.example.com/room")).to_have_attribute("href", "https://meet.example.com/room")
    with page.expect_download() as download:
        sheet.get_by_role("button", name="Add to my calendar").click()
    assert "SUMMARY:Asked about" in download.value.path().read_text()
    sheet.get_by_role("button", name="Ask for another time").click()
    sheet.get_by_label("Starts").fill("15:30")
    sheet.get_by_role("button", name="Send the request").click()
    toast(page, "Your coach can read it").get_by_role("button", name="Show").click()
    expect(said(page, "Can we move Asked about from DAY, 11:00 (Stockholm) to DAY, 15:30 (Stockholm)?")).to_be_visible()
    page.goto(server.url + "/calendar#2026-03-26")
    page.reload()
    event.click()
    sheet.get_by_role("button", name="Ask to cancel").click()
    page.get_by_role("dialog").last.get_by_role("button", name="Send the request").click()
    expect(page.locator("dialog[open]")).to_have_count(0)
    event.click()
    sheet.get_by_role("button", name="I’ll be there").click()
    expect(page.locator("dialog[open]")).to_have_count(0)
    alex = browser.sign_in(server, ALEX)
    open_chat(alex, "Sara Lindqvist")
    expect(said(alex, "I can’t come to Asked about, DAY, 11:00 (Stockholm). Can we cancel it?")).to_be_visible()
    expect(said(alex, "I’ll be there: Asked about, DAY, 11:00 (Stockholm).")).to_be_visible()
