"""What stands around the chats: the calendar's place, the sections of the settings, the pane that remembers, copying."""

from harness import ALEX, SARA, bubble, expect, frames, open_chat, to_newest

PHONE = {"width": 390, "height": 844, "touch": True}


def test_the_calendar_stays_where_it_was(server, browser):
    page = browser.sign_in(server, ALEX, "/calendar")
    box = page.get_by_role("button", name="Strength with Tom").first
    expect(box).to_be_visible()
    # The name is what is seen in a narrow column, and no line of an hour is cut.
    expect(box.locator("b")).to_have_text("Tom Becker")
    assert box.evaluate("(one) => one.scrollHeight <= one.clientHeight"), box.evaluate("(one) => [one.scrollHeight, one.clientHeight]")
    page.get_by_role("button", name="Day", exact=True).click()
    page.get_by_role("button", name="Later").click()
    expect(page.get_by_role("heading", level=1, name="Thursday 12 March")).to_be_visible()
    page.reload()
    page.locator("html[data-ready]").wait_for(state="attached")
    expect(page.get_by_role("heading", level=1, name="Thursday 12 March")).to_be_visible()
    expect(page.get_by_role("button", name="Day", exact=True)).to_have_attribute("aria-pressed", "true")


def test_the_calendar_begins_in_the_morning(server, browser):
    page = browser.sign_in(server, ALEX, "/chats")
    page.route("**/v1/calendar/events?*", lambda route: None)
    page.get_by_role("link", name="Calendar").click()
    page.locator(".cal").wait_for()
    frames(page, 5)
    assert page.locator(".cal").evaluate("(one) => one.parentElement.scrollTop") > 200
    page.unroute_all(behavior="ignoreErrors")


def test_all_sections_of_the_settings_are_seen_on_a_phone(server, browser):
    page = browser.sign_in(server, ALEX, "/settings/profile", **PHONE)
    nav = page.get_by_role("navigation", name="Settings")
    for name in ("Profile", "Devices", "API keys", "Your data", "Operator"):
        expect(nav.get_by_role("link", name=name)).to_be_in_viewport(ratio=1)
    nav.get_by_role("button", name="Sign out").click()
    expect(page.get_by_role("dialog")).to_contain_text("Sign out of this device?")
    page.get_by_role("dialog").get_by_role("button", name="Cancel").click()


def test_the_pane_remembers_what_was_asked(server, browser):
    page = browser.sign_in(server, ALEX)
    open_chat(page, "Sara Lindqvist")
    page.get_by_role("button", name="Ask about this chat").click()
    pane = page.locator(".pane")
    pane.get_by_label("Ask, or say what to arrange").fill("How is her knee?")
    pane.get_by_role("button", name="Ask", exact=True).last.click()
    pane.get_by_text("Answered by").first.wait_for()
    pane.get_by_role("button", name="Close").click()
    page.get_by_role("button", name="Ask about this chat").click()
    expect(pane.get_by_text("How is her knee?").first).to_be_visible()
    expect(pane.get_by_text("Answered by").first).to_be_visible()
    pane.get_by_role("button", name="New conversation").click()
    expect(pane.get_by_text("How is her knee?")).to_have_count(0)


def test_what_was_passed_over_can_be_marked_as_read(server, browser):
    page = browser.sign_in(server, SARA)
    chat, token = server.chat(ALEX, "Sara Lindqvist"), server.login(ALEX)
    page.goto(server.url + "/settings/profile")
    for number in range(80):
        server.request("POST", f"/v1/chats/{chat}/messages", {"clientMessageId": f"passed-{number}", "text": f"Passed {number}"}, token)
    page.goto(server.url + "/chats")
    row = page.locator("a.ch", has_text="Alex Rivera")
    expect(row.locator(".n")).to_be_visible()
    open_chat(page, "Alex Rivera")
    to_newest(page)
    expect(bubble(page, "Passed 79")).to_be_in_viewport()
    page.get_by_role("button", name="as read").click()
    expect(row.locator(".n")).to_have_count(0)
    expect(page.get_by_role("button", name="as read")).to_have_count(0)


def test_a_link_is_copied_without_https(server, browser):
    page = browser.sign_in(server, ALEX, "/today")
    page.add_init_script("Object.defineProperty(navigator, 'clipboard', { value: undefined, configurable: true })")
    page.reload()
    page.get_by_role("button", name="Invite a client").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("button", name="Make a link").click()
    # What is copied is noted, since such a page can't read it back.
    page.evaluate("document.addEventListener('copy', () => { window.copied = document.activeElement.value; })")
    dialog.get_by_role("button", name="Copy the link").click()
    expect(page.get_by_text("Copied").first).to_be_visible()
    assert page.evaluate("window.copied") == dialog.locator("[data-link]").inner_text(), page.evaluate("window.copied")
    # Where even that is refused, it's said.
    page.evaluate("document.execCommand = () => false")
    dialog.get_by_role("button", name="Copy the link").click()
    expect(page.get_by_text("That couldn’t be copied.").first).to_be_visible()


def test_a_phones_list_of_sessions_begins_with_today(server, browser):
    page = browser.sign_in(server, ALEX, "/calendar", **PHONE)
    today = page.get_by_role("heading", name="Today")
    expect(today).to_be_in_viewport()
    top = page.locator(".scroll").last.bounding_box()["y"]
    page.wait_for_function("(top) => [...document.querySelectorAll('h2')].some((one) => one.textContent === 'Today' && one.getBoundingClientRect().top < top + 60)", arg=top)


def test_a_quiet_button_is_one_line(server, browser):
    page = browser.sign_in(server, ALEX)
    open_chat(page, "Saturday Run Club")
    page.get_by_role("button", name="About this chat", exact=True).click()
    add = page.locator(".pane").get_by_role("button", name="Add people")
    sign, words = add.locator("svg").bounding_box(), add.bounding_box()
    assert abs(sign["y"] + sign["height"] / 2 - words["y"] - words["height"] / 2) < 2, (sign, words)


def test_a_missing_name_is_said_in_plain_words(server, browser):
    page = browser.sign_in(server, ALEX, "/settings/profile")
    name = page.get_by_label("Name", exact=True).or_(page.locator(".set form .f input")).first
    name.fill(" ")
    page.get_by_role("button", name="Save").first.click()
    expect(page.get_by_text("Fill this in.").first).to_be_visible()
    expect(page.get_by_text("displayName")).to_have_count(0)
    expect(name).to_be_focused()
