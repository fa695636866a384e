"""Searching: further results, and one after the other within a chat, where the words are marked."""

from harness import ALEX, SARA, bubble, expect, open_chat

MARKED = "() => [...(CSS.highlights.get('found') ?? [])].map(String)"
PHONE = {"width": 390, "height": 844, "touch": True}


def say(server, texts):
    chat, token = server.chat(SARA, "Alex Rivera"), server.login(SARA)
    for text in texts:
        status, answer = server.request("POST", f"/v1/chats/{chat}/messages", {"clientMessageId": text, "text": text}, token)
        assert status == 201, answer


def test_all_that_is_found_can_be_seen(server, browser):
    say(server, [f"Zanzibar {number}" for number in range(40)])
    page = browser.sign_in(server, ALEX)
    page.get_by_label("Find people and messages").fill("Zanzibar")
    expect(page.get_by_text("The best 30 messages, best first").first).to_be_visible()
    expect(page.locator(".hits a")).to_have_count(30)
    page.get_by_role("button", name="Show more").click()
    expect(page.locator(".hits a")).to_have_count(40)
    expect(page.locator(".side").get_by_text("40 messages, best first")).to_be_visible()
    expect(page.get_by_role("button", name="Show more")).to_have_count(0)
    expect(page.locator(".hits a").nth(30)).to_be_focused()
    assert len({link.get_attribute("href") for link in page.locator(".hits a").all()}) == 40


def test_hits_in_a_chat_follow_each_other(server, browser):
    say(server, ["My kneecap: Ruritania hurts", "Nothing here", "Between the two", "Ruritania is better, thanks to Ruritania"])
    for options in ({}, PHONE):
        page = browser.sign_in(server, ALEX, **options)
        open_chat(page, "Sara Lindqvist")
        if options:
            page.get_by_role("button", name="About this chat", exact=True).click()
            page.locator(".pane").get_by_role("button", name="Search in this chat").click()
        else:
            page.keyboard.press("Control+f")
        field = page.get_by_role("searchbox", name="Search in this chat: Sara Lindqvist")
        expect(field).to_be_focused()
        field.fill("ruritania")
        search = page.locator(".inchat")
        expect(search).to_contain_text("1 of 2")
        expect(bubble(page, "Ruritania is better, thanks to Ruritania")).to_be_in_viewport()
        page.wait_for_function(f"() => ({MARKED})().length === 3")
        assert set(page.evaluate(MARKED)) == {"Ruritania"}, page.evaluate(MARKED)
        search.get_by_role("button", name="Earlier match").click()
        expect(search).to_contain_text("2 of 2")
        expect(page.locator(".msg.hit")).to_contain_text("My kneecap")
        search.get_by_role("button", name="Later match").click()
        expect(search).to_contain_text("1 of 2")
        # The chat is still here, and nothing is marked any more.
        search.get_by_role("button", name="Close").click()
        expect(search).to_be_hidden()
        expect(page.get_by_role("heading", level=1, name="Sara Lindqvist")).to_be_visible()
        assert page.evaluate(MARKED) == []


def test_back_closes_the_search_in_a_chat(server, browser):
    page = browser.sign_in(server, ALEX, **PHONE)
    open_chat(page, "Sara Lindqvist")
    here = page.url
    page.get_by_role("button", name="About this chat", exact=True).click()
    page.locator(".pane").get_by_role("button", name="Search in this chat").click()
    expect(page.locator(".inchat")).to_be_visible()
    page.go_back()
    expect(page.locator(".inchat")).to_be_hidden()
    assert page.url == here, page.url


def test_what_was_found_everywhere_is_marked_in_its_chat(server, browser):
    page = browser.sign_in(server, ALEX)
    page.get_by_label("Find people and messages").fill("EpiPen")
    page.locator(".hits a").first.click()
    page.wait_for_function(f"() => ({MARKED})().some((text) => text.toLowerCase().includes('epipen'))")
    page.get_by_role("button", name="Clear the search").click()
    assert page.evaluate(MARKED) == []
