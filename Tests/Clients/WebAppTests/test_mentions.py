"""Mentioning the members of a group."""

from harness import ALEX, SARA, bubble, expect, open_chat, to_newest
from test_screens import judge


def test_a_member_is_mentioned_by_completion(server, browser):
    alex = browser.sign_in(server, ALEX)
    sara = browser.sign_in(server, SARA, width=390, height=844, touch=True)
    open_chat(alex, "Saturday Run Club")
    field = alex.locator(".cmp textarea")
    names = alex.get_by_role("listbox", name="Mention somebody").get_by_role("option")
    field.press_sequentially("mail@")
    expect(names).to_have_count(0)
    field.fill("")
    field.press_sequentially("Well run, @")
    expect(names.first).to_be_visible()
    judge(alex, "mentions")
    alex.keyboard.type("sára l")
    expect(names).to_have_text(["SLSara Lindqvist"])
    expect(names.first).to_have_attribute("aria-selected", "true")
    expect(field).to_have_attribute("aria-activedescendant", "mention-0")
    # Esc closes the list only; one more letter doesn't open it again.
    alex.keyboard.press("Escape")
    expect(names).to_have_count(0)
    alex.keyboard.type("i")
    expect(names).to_have_count(0)
    field.fill("")
    field.press_sequentially("Well run, @")
    count = names.count()
    assert count > 1
    alex.keyboard.press("ArrowUp")
    expect(names.nth(count - 1)).to_have_attribute("aria-selected", "true")
    alex.keyboard.type("lindq")
    alex.keyboard.press("Enter")
    expect(field).to_have_value("Well run, @Sara Lindqvist ")
    alex.keyboard.type("today")
    alex.keyboard.press("Enter")
    expect(bubble(alex, "Well run, @Sara Lindqvist today").locator(".mention")).to_have_text("@Sara Lindqvist")
    row = sara.locator("a.ch", has_text="Saturday Run Club")
    expect(row.locator(".n.at")).to_contain_text("@")
    open_chat(sara, "Saturday Run Club")
    to_newest(sara)
    expect(bubble(sara, "Well run, @Sara Lindqvist today").locator(".mention.mine")).to_be_visible()


def test_a_mention_has_any_case_and_ends_with_a_word(server, browser):
    page = browser.sign_in(server, ALEX)
    open_chat(page, "Saturday Run Club")
    text = "Hej @SARA lindqvist, x@Tom Becker and @Tom Beckers"
    page.locator(".cmp textarea").fill(text)
    page.keyboard.press("Enter")
    expect(bubble(page, text).locator(".mention")).to_have_text(["@SARA lindqvist"])
