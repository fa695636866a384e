"""Blocking in a chat, ending that two people work together, and what each of them is told."""

from harness import ALEX, PRIYA, SARA, expect, open_chat, write


def test_a_block_is_said_in_the_chat(server, browser):
    page = browser.sign_in(server, PRIYA)
    open_chat(page, "Alex Rivera")
    page.get_by_role("button", name="About this chat", exact=True).click()
    page.locator(".pane").get_by_role("button", name="Block", exact=True).click()
    page.get_by_role("dialog").get_by_role("button", name="Block").click()
    expect(page.get_by_text("You have blocked Alex Rivera. Neither of you can write here.")).to_be_visible()
    expect(page.locator(".cmp")).to_have_count(0)
    # The other one isn't told that only admins write.
    alex = browser.sign_in(server, ALEX)
    open_chat(alex, "Priya Raman")
    write(alex, "Is this read?")
    expect(alex.locator(".st.x").last).to_contain_text("Not sent: this person doesn’t take messages from you.")
    alex.locator(".st.x").last.get_by_role("button", name="Discard").click()
    page.reload()
    page.locator(".view .ban").get_by_role("button", name="Unblock").click()
    expect(page.locator(".cmp")).to_be_visible()


def test_a_coach_ends_working_together(server, browser):
    page = browser.sign_in(server, ALEX)
    open_chat(page, "Sara Lindqvist")
    page.get_by_role("button", name="About this chat", exact=True).click()
    pane = page.locator(".pane")
    pane.get_by_role("button", name="Stop working together").click()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("What was written stays")
    dialog.get_by_role("button", name="Stop working together").click()
    expect(page.get_by_text("You and Sara Lindqvist don’t work together any more.").first).to_be_visible()
    expect(pane.get_by_role("button", name="Stop working together")).to_have_count(0)
    _, answer = server.request("GET", "/v1/contacts", token=server.login(SARA))
    assert "Alex Rivera" not in [one["displayName"] for one in answer["contacts"]], answer


def test_a_client_can_leave(server, browser):
    page = browser.sign_in(server, SARA, width=390, height=844, touch=True)
    open_chat(page, "Alex Rivera")
    page.get_by_role("button", name="About this chat", exact=True).click()
    page.locator(".pane").get_by_role("button", name="Stop working together").click()
    expect(page.get_by_role("dialog")).to_contain_text("Stop working with Alex Rivera?")
    page.get_by_role("dialog").get_by_role("button", name="Cancel").click()
