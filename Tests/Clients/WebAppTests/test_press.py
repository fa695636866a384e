"""A press opens what was pressed, whatever comes before it's let go; and what has the focus keeps it."""

from harness import ALEX, PRIYA, SARA, bubble, expect, frames, open_chat


def send(server, sender, name, text):
    """A message of `sender` in the chat that they see as `name`."""
    chat, token = server.chat(sender, name), server.login(sender)
    status, answer = server.request("POST", f"/v1/chats/{chat}/messages", {"clientMessageId": text, "text": text}, token)
    assert status == 201, answer


def middle(element):
    box = element.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_a_press_on_a_row_opens_its_chat(server, browser):
    page = browser.sign_in(server, ALEX)
    other = browser.tab(page.context, server, "/chats")
    row = page.locator("a.ch", has=page.locator(".who", has_text="Sara Lindqvist"))
    row.scroll_into_view_if_needed()
    # The row changes, then others move it.
    for number, (sender, text) in enumerate([(SARA, "Pressed once"), (PRIYA, "Pressed twice")]):
        open_chat(page, "Tom Becker")
        row.scroll_into_view_if_needed()
        page.mouse.move(*middle(row))
        page.mouse.down()
        send(server, sender, "Alex Rivera", f"{text} {number}")
        # What has come there has come here.
        expect(other.locator("a.ch", has_text=f"{text} {number}")).to_be_visible()
        frames(page, 5)
        page.mouse.up()
        expect(page.get_by_role("heading", level=1, name="Sara Lindqvist")).to_be_visible()
        # And what waited is drawn.
        expect(page.locator("a.ch", has_text=f"{text} {number}")).to_be_visible()


def test_a_press_on_what_is_above_and_beside_does_its_deed(server, browser):
    """The header is drawn anew when somebody types, the rail when a message comes, a toast lies over both."""
    page = browser.sign_in(server, ALEX)
    other = browser.tab(page.context, server, "/chats")
    open_chat(page, "Sara Lindqvist")
    for number, (button, found) in enumerate([
        (page.get_by_role("button", name="About this chat", exact=True), page.locator(".pane")),
        (page.get_by_role("link", name="Settings"), page.get_by_role("navigation", name="Settings")),
    ]):
        page.mouse.move(*middle(button))
        page.mouse.down()
        send(server, SARA, "Alex Rivera", f"While it is pressed {number}")
        expect(other.locator("a.ch", has_text=f"While it is pressed {number}")).to_be_visible()
        frames(page, 5)
        page.mouse.up()
        expect(found).to_be_visible()


def test_a_row_with_the_focus_keeps_it(server, browser):
    page = browser.sign_in(server, ALEX)
    row = page.locator("a.ch", has=page.locator(".who", has_text="Sara Lindqvist"))
    row.focus()
    # It's told in the row, and moves it among those who wait.
    send(server, SARA, "Alex Rivera", "Still focused?")
    expect(row).to_contain_text("Still focused?")
    expect(row).to_be_focused()
    # Another one moves it down.
    send(server, PRIYA, "Alex Rivera", "Me, too")
    expect(page.locator("a.ch", has_text="Me, too")).to_be_visible()
    expect(row).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1, name="Sara Lindqvist")).to_be_visible()
    expect(bubble(page, "Still focused?")).to_be_visible()


def test_letters_belong_together_however_slow_the_machine(server, browser):
    page = browser.sign_in(server, ALEX, "/today")
    page.get_by_role("heading", level=1, name="Good morning, Alex").wait_for()
    page.keyboard.press("g")
    page.evaluate("Date.now = ((now) => () => now() + 60_000)(Date.now)")
    page.keyboard.press("k")
    expect(page.get_by_role("button", name="New session").first).to_be_visible()
