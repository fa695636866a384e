"""Hostile texts in whatever else people write: sessions, reminders, facts, names of people, devices, keys and groups.

They go through every screen of `screens.py` at 320 pixels.
"""

import datetime
import json
import pathlib

import hostile
import screens
from admin_token import admin_token
from harness import ALEX, PASSWORD
from test_hostile import check

STUDIO = pathlib.Path(__file__).resolve().parents[3] / "fixtures" / "studio.jsonl"
# A week in which the studio has few sessions, so that most places are free.
MONDAY = datetime.datetime(2026, 4, 20, 4, tzinfo=datetime.timezone.utc)
SCREENS = [name for name in screens.names() if name != "offline"]


def test_hostile_words_go_through_every_screen(server, browser):
    admin_token(server)
    token = server.login(ALEX)
    texts = [text for text in hostile.texts() if text.strip()]
    sessions, reminders = plan(server, token, texts)
    assert sessions >= 200 and reminders >= 200, (sessions, reminders)
    facts, keys = describe(server, token, texts)
    assert facts >= 20 and keys >= 20, (facts, keys)
    page = browser.sign_in(server, ALEX, width=320, height=640)
    public = browser.open(server, "/", width=320, height=640)
    for name in SCREENS:
        shown = public if name in screens.PUBLIC else page
        screens.open_screen(server, shown, name)
        check(shown)
    for way in ("Day", "Agenda"):
        screens.at(server, page, "/calendar#2026-04-20")
        page.get_by_role("button", name=way, exact=True).click()
        page.locator("[data-event]").first.wait_for()
        check(page)
    assert page.locator("[data-event]").count() >= 190
    # What was written is what the form has.
    page.locator("[data-event]").nth(3).click()
    page.locator("dialog[open] input").first.wait_for()
    check(page)
    page.context.close()
    people(server, browser, texts)


def plan(server, token, texts):
    """Sessions and reminders with these words. @returns how many the server took."""
    sessions = reminders = 0
    for number, text in enumerate(texts):
        start = MONDAY + datetime.timedelta(minutes=30 * number)
        sessions += server.request("POST", "/v1/calendar/events", {
            "title": text[:200], "eventType": "adhoc", "startsAt": start.isoformat().replace("+00:00", "Z"),
            "endsAt": (start + datetime.timedelta(minutes=30)).isoformat().replace("+00:00", "Z"), "location": text[:200], "notes": text[:1000],
        }, token)[0] == 201
        due = MONDAY + datetime.timedelta(hours=number)
        reminders += server.request("POST", "/v1/reminders", {
            "text": text[:500], "dueAt": due.isoformat().replace("+00:00", "Z")}, token)[0] == 201
    return sessions, reminders


def describe(server, token, texts):
    """Facts about a client, and the names of keys and devices."""
    chat = server.chat(ALEX, "Sara Lindqvist")
    _, answer = server.request("GET", f"/v1/chats/{chat}", token=token)
    sara = next(one["userId"] for one in answer["chat"]["members"] if one["displayName"].startswith("Sara"))
    facts = keys = 0
    for text in texts[:60]:
        facts += server.request("POST", f"/v1/clients/{sara}/profile/items", {"category": "goals", "text": text[:300]}, token)[0] in (200, 201)
        keys += server.request("POST", "/v1/keys", {"name": text[:60], "scopes": ["search"]}, token)[0] in (200, 201)
    for text in texts[:10]:
        server.request("POST", "/v1/auth/login", {"email": ALEX, "password": PASSWORD, "deviceName": text[:60]})
    return facts, keys


def people(server, browser, texts):
    """All clients of the studio get one hostile name after the other, while their coach looks at the chats and then everywhere."""
    clients = [line["email"] for line in map(json.loads, STUDIO.read_text().splitlines())
               if line["type"] == "user" and line["role"] == "client"]
    tokens = [server.login(email) for email in clients]
    # The server refuses half of them as names; pairs of markup make up for it.
    pairs = [f"{one[:24]} {other[:24]}" for one in hostile.MARKUP for other in hostile.MARKUP[:5]]
    names = list(dict.fromkeys([*(text[:50] for text in texts), *pairs]))
    page = browser.sign_in(server, ALEX, width=320, height=640)
    taken = 0
    for first in range(0, len(names), len(tokens)):
        for token, name in zip(tokens, names[first:first + len(tokens)]):
            taken += server.request("PATCH", "/v1/me", {"displayName": name}, token)[0] == 200
        screens.at(server, page, "/chats")
        check(page)
    assert taken >= 200, taken
    group = server.chat(ALEX, "Saturday Run Club")
    for path in (f"/chats/{group}", "/today", "/calendar", "/calendar#2026-03-09", "/assistant", "/settings/blocks"):
        screens.at(server, page, path)
        check(page)
    for label in ("About this chat", "Ask about this chat"):
        screens.at(server, page, f"/chats/{group}")
        page.get_by_role("button", name=label, exact=True).click()
        page.locator(".pane").wait_for()
        check(page)
    screens.at(server, page, "/chats")
    page.get_by_role("button", name="New chat or group").click()
    page.locator("dialog[open]").wait_for()
    check(page)
    screens.operator(server, page)
    check(page)
