"""Ways into a chat's past: a date, and what was shared."""

from datetime import datetime
from zoneinfo import ZoneInfo

from harness import ALEX, SARA, bubble, expect, expect_sent, open_chat, to_newest, write
from test_chat import picture


def test_a_date_leads_to_its_first_message(server, browser):
    page = browser.sign_in(server, ALEX)
    chat, token = server.chat(ALEX, "Sara Lindqvist"), server.login(ALEX)
    _, answer = server.request("GET", f"/v1/chats/{chat}/messages?after=0&limit=200", token=token)
    # The first message of a day in New York.
    days = [datetime.fromisoformat(one["createdAt"]).astimezone(ZoneInfo("America/New_York")).date() for one in answer["messages"]]
    day = days[60].isoformat()
    wanted = answer["messages"][days.index(days[60])]
    open_chat(page, "Sara Lindqvist")
    to_newest(page)
    page.locator(".day button").last.click()
    dialog = page.get_by_role("dialog", name="Go to a date")
    dialog.get_by_label("Date").fill(day)
    dialog.get_by_role("button", name="Go there").click()
    target = page.locator(f'[data-id="{wanted["id"]}"]')
    expect(target).to_be_in_viewport()
    # From the pane as well; a day without messages leads to the next one that has some, and today to the newest.
    page.get_by_role("button", name="About this chat", exact=True).click()
    page.locator(".pane").get_by_role("button", name="Go to a date").click()
    dialog.get_by_label("Date").fill("2001-01-01")
    dialog.get_by_role("button", name="Go there").click()
    expect(page.locator(f'[data-id="{answer["messages"][0]["id"]}"]')).to_be_in_viewport()


def test_what_was_shared_is_found(server, browser):
    page = browser.sign_in(server, SARA)
    open_chat(page, "Alex Rivera")
    to_newest(page)
    page.get_by_label("Attach a photo or file").last.set_input_files(
        [{"name": "front.png", "mimeType": "image/png", "buffer": picture(90, 90)},
         {"name": "week 12.txt", "mimeType": "text/plain", "buffer": b"Monday: rest"}])
    write(page, "Shared here, see https://example.org/plan")
    expect_sent(page, "Shared here, see https://example.org/plan")
    # On a device that has read none of it yet.
    alex = browser.sign_in(server, ALEX)
    open_chat(alex, "Sara Lindqvist")
    alex.get_by_role("button", name="About this chat", exact=True).click()
    alex.locator(".pane").get_by_role("button", name="Photos, files and links").click()
    dialog = alex.get_by_role("dialog", name="Photos, files and links")
    expect(dialog.get_by_role("button", name="Open the photo front.png")).to_be_visible()
    dialog.get_by_role("button", name="Files").click()
    expect(dialog.get_by_role("button", name="Save week 12.txt")).to_be_visible()
    dialog.get_by_role("button", name="Links").click()
    expect(dialog.get_by_role("link", name="https://example.org/plan")).to_be_visible()
    dialog.get_by_role("link", name="Show it in the chat").first.click()
    expect(dialog).to_have_count(0)
    expect(bubble(alex, "Shared here, see https://example.org/plan")).to_be_in_viewport()
