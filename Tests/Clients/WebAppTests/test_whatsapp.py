"""A coach brings a chat of WhatsApp into the chat with a client, after seeing what it holds."""

import re

from harness import ALEX, PRIYA, expect, frames, open_chat

EXPORT = """03/02/2025, 18:11 - Messages and calls are end-to-end encrypted.
03/02/2025, 18:12 - Coach Alex: Welcome to the green team
03/02/2025, 18:13 - Priya: My left ankle clicks
03/02/2025, 18:14 - Dr. Ankle: It is harmless
"""


def test_a_chat_is_looked_at_and_brought_in(server, browser):
    page = browser.sign_in(server, ALEX)
    open_chat(page, "Priya Raman")
    page.get_by_role("button", name="About this chat", exact=True).click()
    page.locator(".pane").get_by_role("button", name="Bring in from WhatsApp").click()
    sheet = page.get_by_role("dialog", name="Bring in from WhatsApp")
    file = {"name": "WhatsApp Chat with Priya.txt", "mimeType": "text/plain", "buffer": EXPORT.encode()}
    sheet.get_by_label("File").set_input_files([file])
    expect(sheet).to_contain_text("3 messages from 2025-02-03 to 2025-02-03")
    expect(sheet.locator("ul")).to_contain_text("My left ankle clicks")
    chat = server.chat(ALEX, "Priya Raman")
    assert "My left ankle clicks" not in server.texts(ALEX, chat, 200)
    expect(sheet.get_by_label("Dates are written as")).to_have_value("dmy")

    def side(name):
        return sheet.locator("label.f", has=page.locator("span", has_text=re.compile(f"^{re.escape(name)}$"))).locator("select")

    expect(side("Priya")).to_have_value("theirs")
    expect(side("Coach Alex")).to_have_value("own")
    side("Dr. Ankle").select_option("Leave out")
    sheet.get_by_role("button", name="Bring them in").click()
    expect(sheet.get_by_role("status")).to_have_text("2 messages brought in.")
    page.keyboard.press("Escape")
    # The client has them, too, where their time puts them.
    texts = server.texts(PRIYA, chat, 200)
    begin = texts.index("Welcome to the green team")
    assert texts[begin + 1] == "My left ankle clicks" and "It is harmless" not in texts, texts
    # What is no chat says so.
    page.locator(".pane").get_by_role("button", name="Bring in from WhatsApp").click()
    sheet.get_by_label("File").set_input_files([{**file, "buffer": b"\x00\x01 nothing of the kind"}])
    expect(sheet.get_by_role("alert")).to_be_visible()
    expect(sheet.get_by_role("button", name="Bring them in")).to_have_count(0)


def test_an_answer_that_comes_late_does_not_replace_the_chosen_file(server, browser):
    page = browser.sign_in(server, ALEX)
    open_chat(page, "Priya Raman")
    page.get_by_role("button", name="About this chat", exact=True).click()
    page.locator(".pane").get_by_role("button", name="Bring in from WhatsApp").click()
    sheet = page.get_by_role("dialog", name="Bring in from WhatsApp")
    held = []
    page.route("**/import?*", lambda route: route.continue_() if held else held.append(route))

    def choose(name, text):
        sheet.get_by_label("File").set_input_files([{"name": name, "mimeType": "text/plain", "buffer": text.encode()}])

    with page.expect_request("**/import?*"):
        choose("first.txt", EXPORT)
    choose("second.txt", EXPORT.replace("ankle", "elbow"))
    expect(sheet.locator("ul")).to_contain_text("My left elbow clicks")
    with page.expect_response("**/import?*"):
        held.pop().continue_()
    frames(page, 5)
    expect(sheet.locator("ul")).to_contain_text("My left elbow clicks")
    expect(sheet).not_to_contain_text("ankle")
