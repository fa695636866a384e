"""What the app says is told is told: at once as a toast, by a number at the calendar, and in a list, until it was seen."""

import datetime
import re

from harness import ALEX, SARA, expect

SESSION = {"title": "Told session", "eventType": "training", "startsAt": "2026-03-20T10:00:00Z", "endsAt": "2026-03-20T11:00:00Z"}


def person(server, email, name):
    _, answer = server.request("GET", "/v1/contacts", token=server.login(email))
    return next(one["userId"] for one in answer["contacts"] if one["displayName"] == name)


def booked(server, **more):
    """A session of Alex with Sara, that she is told of."""
    body = {**SESSION, "clientId": person(server, ALEX, "Sara Lindqvist"), **more}
    status, answer = server.request("POST", "/v1/calendar/events", body, server.login(ALEX))
    assert status == 201, answer
    return answer["event"]


def unseen(server, email):
    return server.request("GET", "/v1/notices", token=server.login(email))[1]["notices"]


def see_all(server, email):
    for one in unseen(server, email):
        server.request("POST", f"/v1/notices/{one['id']}/seen", {}, server.login(email))


def badge(page):
    return page.locator('nav.rail a[href="/calendar"] .n')


def toast(page, text):
    return page.locator(".toast", has_text=text)


def test_a_moved_and_a_cancelled_session_are_told(server, browser):
    event = booked(server)
    see_all(server, SARA)
    page = browser.sign_in(server, SARA, zone="Europe/Stockholm", width=390, height=844, touch=True)
    expect(badge(page)).to_have_count(0)
    move = {"startsAt": "2026-03-20T12:00:00Z", "endsAt": "2026-03-20T13:00:00Z"}
    assert server.request("PATCH", f"/v1/calendar/events/{event['id']}", move, server.login(ALEX))[0] == 200
    expect(toast(page, "Moved: Told session")).to_contain_text("now Friday 20 March, 13:00 (was Friday 20 March, 11:00)")
    expect(badge(page)).to_contain_text("1")
    toast(page, "Moved").get_by_role("button", name="Show").click()
    expect(page.get_by_role("button", name="Told session")).to_be_visible()
    # Who has followed it has seen it, on every device.
    expect(badge(page)).to_have_count(0)
    cancelled = server.request("PATCH", f"/v1/calendar/events/{event['id']}", {"status": "cancelled"}, server.login(ALEX))
    assert cancelled[0] == 200, cancelled
    expect(toast(page, "Cancelled: Told session")).to_be_visible()
    expect(badge(page)).to_contain_text("1")
    expect(page.get_by_text("1 thing is new")).to_be_visible()


def test_the_list_has_what_is_new_and_opening_it_is_seeing_it(server, browser):
    see_all(server, SARA)
    booked(server, title="Listed session", startsAt="2026-03-21T10:00:00Z", endsAt="2026-03-21T11:00:00Z")
    page = browser.sign_in(server, SARA, "/calendar", zone="Europe/Stockholm")
    second = browser.tab(page.context, server, "/chats")
    elsewhere = browser.sign_in(server, SARA, zone="Europe/Stockholm")
    for one in (page, second, elsewhere):
        expect(badge(one)).to_contain_text("1")
    page.get_by_text("1 thing is new").locator("..").get_by_role("button", name="Show").click()
    row = page.locator("[data-news] li", has_text="Listed session").first
    expect(row).to_contain_text("New: Listed session with Alex Rivera, Saturday 21 March, 11:00")
    expect(row.locator(".tag")).to_have_text("new")
    for one in (page, second, elsewhere):
        expect(badge(one)).to_have_count(0)
    assert unseen(server, SARA) == []
    row.get_by_role("link").click()
    expect(page.locator("dialog[open]")).to_have_count(0)
    expect(page.get_by_role("button", name="Listed session")).to_be_visible()
    # What was seen stays in the list.
    page.get_by_role("button", name="More", exact=True).click()
    page.get_by_role("button", name="What’s new").click()
    expect(row).to_be_visible()
    expect(row.locator(".tag")).to_have_count(0)


def test_all_that_was_told_can_be_seen(server, browser):
    for hour in range(5, 10):
        booked(server, title=f"Told at {hour}", startsAt=f"2026-03-21T0{hour}:00:00Z", endsAt=f"2026-03-21T0{hour}:30:00Z")
    see_all(server, SARA)
    page = browser.sign_in(server, SARA, "/calendar", zone="Europe/Stockholm")
    # Pages of two stand for those of a hundred.
    page.route(re.compile(r"/v1/notices\?all=true&limit=100"),
               lambda route: route.continue_(url=route.request.url.replace("limit=100", "limit=2")))
    page.get_by_role("button", name="More", exact=True).click()
    page.get_by_role("button", name="What’s new").click()
    rows = page.locator("[data-news] li", has_text="Told at")
    more = page.get_by_role("dialog").get_by_role("button", name="Show more")
    expect(rows).to_have_count(2)
    expect(rows.first).to_contain_text("Told at 9")
    more.click()
    expect(rows).to_have_count(4)
    expect(rows.nth(2).get_by_role("link")).to_be_focused()
    more.click()
    expect(rows).to_have_count(5)
    expect(rows.last).to_contain_text("Told at 5")


def test_a_due_reminder_is_told(server, browser):
    see_all(server, ALEX)
    page = browser.sign_in(server, ALEX, "/chats")
    page.locator("a.ch").first.wait_for()
    chat, token = server.chat(ALEX, "Sara Lindqvist"), server.login(ALEX)
    status, sent = server.request("POST", f"/v1/chats/{chat}/messages", {"clientMessageId": "clock", "text": "what time is it"}, token)
    assert status == 201, sent
    now = datetime.datetime.fromisoformat(sent["message"]["createdAt"].replace("Z", "+00:00"))
    due = (now + datetime.timedelta(seconds=3)).isoformat(timespec="milliseconds").replace("+00:00", "Z")
    status, made = server.request("POST", "/v1/reminders", {"text": "Ring the boiler man", "dueAt": due}, token)
    assert status == 201, made
    expect(toast(page, "Reminder: Ring the boiler man")).to_be_visible()
    expect(badge(page)).to_contain_text("1")
    # Who ticks it off needs no notice of it any more.
    server.request("POST", f"/v1/reminders/{made['reminder']['id']}/complete", {}, server.login(ALEX))
    expect(badge(page)).to_have_count(0)


def test_what_came_while_the_app_was_closed_is_there(server, browser):
    see_all(server, SARA)
    booked(server, title="Meanwhile", startsAt="2026-03-22T10:00:00Z", endsAt="2026-03-22T11:00:00Z")
    booked(server, title="Meanwhile too", startsAt="2026-03-22T12:00:00Z", endsAt="2026-03-22T13:00:00Z")
    page = browser.sign_in(server, SARA)
    expect(badge(page)).to_contain_text("2")
    # It's no news any more: a number, no toast.
    expect(page.locator(".toast", has_text="Meanwhile")).to_have_count(0)
