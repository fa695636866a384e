"""The trainer's desk: who needs a look and why, drafts of what to write, sessions on both clocks, the weekly notice."""

import re

from harness import ALEX, expect


def test_reasons_have_messages_drafts_and_a_way_out(server, browser):
    page = browser.sign_in(server, ALEX, "/today")
    expect(page.get_by_text("Nobody has been silent for longer than usual.").or_(page.locator(".wp").first).first).to_be_visible()
    week = page.locator("section.blk", has=page.get_by_role("heading", name="Worth a look"))
    reason = week.locator(".reasons > li", has_text="You promised something").first
    expect(reason.locator(".src a")).to_contain_text("think of you at 8")
    reason.get_by_role("button", name="Draft a message").click()
    card = reason.locator(".prop")
    expect(card).to_contain_text("Message to Tom Becker")
    card.get_by_role("button", name="Cancel").click()
    expect(card).to_contain_text("Cancelled")
    reason.get_by_role("button", name="Don’t show this any more").click()
    expect(reason).to_be_hidden()
    page.get_by_role("button", name="Undo").click()
    expect(reason).to_be_visible()
    target = reason.locator(".src a").get_attribute("href").rsplit("/", 1)[-1]
    reason.locator(".src a").click()
    expect(page.locator(f'[data-id="{target}"].hit')).to_be_in_viewport()


def test_the_desk_shows_the_day_on_both_clocks(server, browser):
    token = server.login(ALEX)
    server.request("POST", "/v1/reminders", {"text": "Call the boiler man", "dueAt": "2026-03-11T18:00:00Z"}, token)
    page = browser.sign_in(server, ALEX, "/today", width=390, height=844, touch=True)
    session = page.locator("button.it", has_text="Strength and shoes with Sara")
    expect(session).to_contain_text("16:00–17:00 · Sara Lindqvist · 21:00 Stockholm")
    # Of a few hours the minutes are said, too.
    expect(page.locator("button.it", has_text="Strength with Tom").first).to_contain_text(re.compile(r"in 3 hrs? 4\d min"))
    row = page.locator(".it", has_text="Call the boiler man")
    expect(row).to_contain_text("14:00")
    row.get_by_role("checkbox").click()
    expect(row).to_have_count(0)
    page.get_by_role("checkbox", name="Tell me every week who needs a look").click()
    expect(page.get_by_text("You’ll be told every Monday at 07:00.").first).to_be_visible()
    _, answer = server.request("GET", "/v1/me/proactive", token=token)
    assert answer["proactive"]["weekly"] is True, answer


def week_of(page, count):
    """The page gets a week with so many people who are worth a look; the first has a session today, the second tomorrow."""
    def person(number):
        session = {"eventId": f"event-{number}", "title": "Training", "state": "coming", "endsAt": "2026-03-12T18:00:00Z",
                   "startsAt": "2026-03-11T17:00:00Z" if number == 0 else "2026-03-12T17:00:00Z"}
        reason = {"id": f"reason-{number}", "kind": "promise", "text": f"Reason {number}", "citations": [], "drafts": []}
        return {"userId": f"person-{number}", "displayName": f"Person {number}", "chatId": None, "reasons": [reason],
                "moreReasons": 0, "sessions": [session]}

    answer = {"createdAt": "2026-03-11T06:00:00Z", "people": [person(number) for number in range(count)]}
    page.route("**/v1/assistant/week", lambda route: route.fulfill(json=answer))
    page.reload()
    page.locator("html[data-ready]").wait_for(state="attached")


def worth_a_look(page):
    return page.locator("section.blk", has=page.get_by_role("heading", name="Worth a look"))


def test_a_phone_begins_with_the_sessions(server, browser):
    page = browser.sign_in(server, ALEX, "/today", width=390, height=844, touch=True)
    week_of(page, 9)
    expect(page.get_by_text("Strength and shoes with Sara").first).to_be_visible()
    expect(page.get_by_role("heading", name="Today’s sessions")).to_be_in_viewport()
    # The others are there when somebody asks for them.
    week = worth_a_look(page)
    expect(week.locator(".wp")).to_have_count(3)
    week.get_by_role("button", name="Show all 9").click()
    expect(week.get_by_role("button", name="Show all 9")).to_have_count(0)
    expect(week.locator(".wp")).to_have_count(9)


def test_a_time_of_today_is_said_once(server, browser):
    page = browser.sign_in(server, ALEX, "/today")
    week_of(page, 2)
    expect(worth_a_look(page).locator(".wp").nth(0)).to_contain_text("next session 13:00")
    expect(worth_a_look(page).locator(".wp").nth(1)).to_contain_text("next session Thu 13:00")


def test_a_session_of_the_day_opens_and_leads_to_its_chat(server, browser):
    page = browser.sign_in(server, ALEX, "/today", width=390, height=844, touch=True)
    page.locator("button.it", has_text="Strength and shoes with Sara").click()
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_label("Title", exact=True)).to_have_value("Strength and shoes with Sara")
    dialog.get_by_role("link", name="Write a message").click()
    expect(page.get_by_role("heading", level=1, name="Sara Lindqvist")).to_be_visible()
    expect(page.locator("dialog[open]")).to_have_count(0)
    page.go_back()
    expect(page.get_by_role("heading", name="Today’s sessions")).to_be_visible()
