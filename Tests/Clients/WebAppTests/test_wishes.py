"""A client's wish for another time waits for the coach's confirmation, in the chat, on the day and in the calendar."""

from harness import ALEX, SARA, expect, open_chat
from test_notices import booked, toast


def test_a_wish_is_confirmed_by_the_coach(server, browser):
    booked(server, title="Wished for", startsAt="2026-03-27T10:00:00Z", endsAt="2026-03-27T11:00:00Z")
    coach = browser.sign_in(server, ALEX)
    open_chat(coach, "Sara Lindqvist")
    wishes = coach.get_by_role("region", name="Waiting for your confirmation")
    expect(wishes).to_have_count(0)
    page = browser.sign_in(server, SARA, "/calendar#2026-03-27", zone="Europe/Stockholm", width=390, height=844, touch=True)
    page.get_by_role("button", name="Wished for").click()
    sheet = page.get_by_role("dialog")
    sheet.get_by_role("button", name="Ask for another time").click()
    sheet.get_by_label("Starts").fill("15:30")
    sheet.get_by_role("button", name="Send the request").click()
    expect(toast(page, "Your coach")).to_be_visible()
    card = wishes.locator(".prop")
    expect(card).to_contain_text("Move: Wished for")
    expect(card).to_contain_text("10:30")
    card.get_by_role("button", name="Confirm").click()
    expect(card).to_contain_text("Done")
    expect(toast(page, "Moved: Wished for")).to_contain_text("15:30")
    # The next one is said no to on the day's page; the session stays.
    page.goto(server.url + "/calendar#2026-03-27")
    page.reload()
    page.get_by_role("button", name="Wished for").click()
    page.get_by_role("dialog").get_by_role("button", name="Ask to cancel").click()
    page.get_by_role("dialog").last.get_by_role("button", name="Send the request").click()
    coach.goto(server.url + "/today")
    card = coach.locator(".prop", has_text="Cancel: Wished for")
    card.get_by_role("button", name="Cancel", exact=True).click()
    # What was just decided stays on the screen.
    expect(card).to_contain_text("Cancelled")
    expect(card.get_by_role("button")).to_have_count(0)
    page.goto(server.url + "/calendar#2026-03-27")
    page.reload()
    expect(page.get_by_role("button", name="Wished for")).to_be_visible()


def test_proposals_are_asked_for_once_a_message(server, browser):
    page = browser.sign_in(server, ALEX)
    # Their chat shows them, too.
    open_chat(page, "Sara Lindqvist")
    page.get_by_role("link", name="Today").first.click()
    page.get_by_role("heading", level=1, name="Good morning, Alex").wait_for()
    page.wait_for_load_state("networkidle")
    asked = []
    page.on("request", lambda request: asked.append(request.url) if "/v1/assistant/proposals" in request.url else None)
    chat, sara = server.chat(SARA, "Alex Rivera"), server.login(SARA)
    with page.expect_response("**/v1/assistant/proposals?*"):
        server.request("POST", f"/v1/chats/{chat}/messages", {"clientMessageId": "once", "text": "Once, please"}, sara)
    expect(page.locator("section.blk", has=page.get_by_role("heading", name="Waiting for you"))).to_contain_text("Once, please")
    page.wait_for_load_state("networkidle")
    assert len(asked) == 1, asked
