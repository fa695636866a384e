"""What the assistant reads in a chat and in a message: summaries, tasks, decisions, reminders, times to meet."""

from harness import ALEX, SARA, expect, open_chat


def open_pane(page, name):
    open_chat(page, name)
    page.get_by_role("button", name="Ask about this chat", exact=True).click()
    return page.locator(".pane")


def test_a_summary_leads_to_its_messages(server, browser):
    page = browser.sign_in(server, ALEX)
    pane = open_pane(page, "Sara Lindqvist")
    pane.get_by_role("button", name="Summary").click()
    expect(pane.get_by_text("Answered by the built-in assistant")).to_be_visible()
    pane.get_by_label("Period").select_option("Everything")
    line = pane.locator(".lines a.line").first
    target = line.get_attribute("href").rsplit("/", 1)[-1]
    line.click()
    expect(page.locator(f'[data-id="{target}"].hit')).to_be_in_viewport()
    # The pane stays where it is on a desk.
    expect(pane.get_by_text("Answered by the built-in assistant")).to_be_visible()


def test_a_summary_leads_out_of_its_pane_on_a_phone(server, browser):
    page = browser.sign_in(server, ALEX, width=390, height=844, touch=True)
    pane = open_pane(page, "Sara Lindqvist")
    pane.get_by_role("button", name="Summary").click()
    line = pane.locator(".lines a.line").first
    target = line.get_attribute("href").rsplit("/", 1)[-1]
    line.click()
    expect(page.locator(f'[data-id="{target}"]')).to_be_in_viewport()
    expect(page.locator(".pane")).to_have_count(0)


def test_a_task_is_ticked_for_everybody(server, browser):
    token, chat = server.login(SARA), server.chat(SARA, "Alex Rivera")
    server.request("POST", f"/v1/chats/{chat}/messages", {"clientMessageId": "t-1", "text": "I'll send you the gait video by Friday."}, token)
    page = browser.sign_in(server, ALEX)
    pane = open_pane(page, "Sara Lindqvist")
    pane.get_by_role("button", name="To do").click()
    task = pane.get_by_role("checkbox", name="gait video")
    task.click()
    expect(task).to_be_checked()
    expect(pane.get_by_role("region", name="To do").get_by_text("cross-country it is").first).to_be_visible()
    other = browser.sign_in(server, SARA, f"/chats/{chat}")
    other.get_by_role("button", name="Ask about this chat", exact=True).click()
    other.locator(".pane").get_by_role("button", name="To do").click()
    expect(other.get_by_role("checkbox", name="gait video")).to_be_checked()
    # A client sees no times of the trainer's.
    expect(other.get_by_text("Find times that suit everybody")).to_have_count(0)


def test_a_time_to_meet_becomes_proposals(server, browser):
    page = browser.sign_in(server, ALEX)
    pane = open_pane(page, "Priya Raman")
    pane.get_by_role("button", name="To do").click()
    pane.get_by_role("button", name="Find times that suit everybody").click()
    pane.locator(".opt").last.click()
    expect(pane.locator(".prop")).to_have_count(2)
    expect(pane.locator(".prop").last).to_contain_text("Message to Priya Raman")
    pane.locator(".prop").last.get_by_role("button", name="Cancel").click()
    expect(pane.locator(".prop").last).to_contain_text("Cancelled")


def test_a_message_suggests_a_reminder_and_its_like(server, browser):
    page = browser.sign_in(server, ALEX)
    open_chat(page, "Sara Lindqvist")
    message = page.locator(".msg", has_text="can we look at my shoes too?").last
    message.hover()
    message.get_by_role("button", name="More").click()
    page.get_by_role("button", name="Suggest a reminder").click()
    dialog = page.get_by_role("dialog", name="Suggest a reminder")
    expect(dialog).to_contain_text("The message names no hour")
    dialog.get_by_label("What to remind you of").fill("Look at Sara's shoes")
    dialog.get_by_label("Date").fill("2026-03-12")
    dialog.get_by_label("Starts").fill("17:45")
    dialog.get_by_role("button", name="Propose it").click()
    expect(dialog.locator(".prop")).to_contain_text("17:45")
    dialog.get_by_role("button", name="Confirm").click()
    expect(dialog.locator(".prop")).to_contain_text("Done")
    _, answer = server.request("GET", "/v1/reminders", token=server.login(ALEX))
    assert [one["dueAt"] for one in answer["reminders"] if one["text"] == "Look at Sara's shoes"] == ["2026-03-12T21:45:00.000Z"]
    page.keyboard.press("Escape")
    message.hover()
    message.get_by_role("button", name="More").click()
    page.get_by_role("button", name="Related messages").click()
    dialog = page.get_by_role("dialog", name="Related messages")
    target = dialog.locator("a").first.get_attribute("href").rsplit("/", 1)[-1]
    dialog.locator("a").first.click()
    expect(dialog).to_have_count(0)
    expect(page.locator(f'[data-id="{target}"]')).to_be_in_viewport()
