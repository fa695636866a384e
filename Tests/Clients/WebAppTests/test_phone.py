"""What fingers do on a phone: pressing for long, the bar of a message, and a header with room for a name."""

from harness import ALEX, SARA, bubble, expect, expect_sent, frames, open_chat, to_newest, write
from test_chat import picture

PHONE = {"width": 390, "height": 844, "touch": True}


def press(page, element):
    """Presses until the message is chosen, then lets go."""
    box = element.bounding_box()
    point = {"x": box["x"] + box["width"] / 2, "y": box["y"] + min(box["height"], 40) / 2}
    touch = page.context.new_cdp_session(page)
    touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [point]})
    page.locator(".msg.chosen").wait_for()
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    frames(page, 5)


def test_a_long_press_opens_nothing_else(server, browser):
    page = browser.sign_in(server, ALEX, **PHONE)
    open_chat(page, "Sara Lindqvist")
    to_newest(page)
    page.get_by_label("Attach a photo or file").last.set_input_files(
        [{"name": "front.png", "mimeType": "image/png", "buffer": picture(300, 300)}])
    write(page, "From the front")
    expect_sent(page, "From the front")
    photo = bubble(page, "From the front").locator(".pic img")
    expect(photo).to_be_visible()
    press(page, photo)
    expect(page.locator("dialog.view")).to_have_count(0)
    expect(page.locator(".msg.chosen")).to_contain_text("From the front")
    # A short one still does.
    page.get_by_role("heading", level=1).tap()
    photo.tap()
    expect(page.locator("dialog.view")).to_be_visible()
    page.get_by_role("button", name="Close").click()


def test_the_bar_of_a_message_is_seen_wherever_it_stands(server, browser):
    page = browser.sign_in(server, ALEX, **PHONE)
    open_chat(page, "Sara Lindqvist")
    to_newest(page)
    page.locator(".msg[data-id]").nth(5).evaluate("(one) => one.scrollIntoView({ block: 'start' })")
    frames(page, 5)
    top = page.locator(".tlw, .rel .scroll").first.bounding_box()["y"]
    boxes = [(one, one.bounding_box()) for one in page.locator(".msg[data-id] .bub").all()]
    first = next(one for one, box in boxes if box["y"] >= top - 1)
    press(page, first)
    bar = page.locator(".msg.chosen .acts")
    expect(bar).to_be_visible()
    assert bar.bounding_box()["y"] >= top, (bar.bounding_box(), top)
    for button in bar.get_by_role("button").all():
        assert button.bounding_box()["height"] >= 44, button.bounding_box()


def test_a_long_press_reacts_and_a_swipe_answers(server, browser):
    page = browser.sign_in(server, ALEX, **PHONE)
    open_chat(page, "Sara Lindqvist")
    to_newest(page)
    write(page, "Swipe me")
    expect_sent(page, "Swipe me")
    message = bubble(page, "Swipe me")
    press(page, message.locator(".tx"))
    page.locator(".msg.chosen").get_by_role("button", name="React: 💪").tap()
    expect(page.get_by_role("button", name="💪 1").last).to_be_visible()
    expect(page.locator(".msg.chosen")).to_have_count(0)
    box = message.bounding_box()
    x, y = box["x"] + 20, box["y"] + box["height"] / 2

    def swipe(by, down=0):
        touch = page.context.new_cdp_session(page)
        touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
        for part in range(1, 9):
            point = {"x": x + by * part / 8, "y": y + down * part / 8}
            touch.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [point]})
        touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        frames(page, 3)

    # Too short, and the other way.
    swipe(30)
    swipe(-100)
    expect(page.locator(".rp")).to_have_count(0)
    swipe(100)
    expect(page.locator(".rp")).to_contain_text("Swipe me")
    assert message.locator("xpath=ancestor::li").evaluate("(one) => one.style.transform") == ""
    write(page, "An answer by a finger")
    expect(bubble(page, "An answer by a finger").locator(".qt")).to_contain_text("Swipe me")


def test_a_name_has_room_in_the_header(server, browser):
    page = browser.sign_in(server, ALEX, width=320, height=568, touch=True)
    open_chat(page, "Saturday Run Club")
    name = page.get_by_role("heading", level=1, name="Saturday Run Club")
    assert name.bounding_box()["width"] > 95, name.bounding_box()
    expect(page.locator(".cmp textarea")).to_have_attribute("placeholder", "Message")
    # What isn't in the header is in the pane.
    page.get_by_role("button", name="About this chat", exact=True).click()
    page.locator(".pane").get_by_role("button", name="Search in this chat").click()
    expect(page.get_by_placeholder("Search in this chat: Saturday Run Club")).to_be_focused()


def test_a_message_is_told_where_its_chat_is_not_seen(server, browser):
    alex = browser.sign_in(server, ALEX, "/calendar")
    expect(alex.get_by_role("button", name="New session").first).to_be_visible()
    sara = browser.sign_in(server, SARA, **PHONE)
    open_chat(sara, "Alex Rivera")
    write(sara, "Can we talk today?")
    toast = alex.locator(".toast", has_text="Sara Lindqvist: Can we talk today?")
    expect(toast).to_be_visible()
    toast.get_by_role("button", name="Show").click()
    expect(bubble(alex, "Can we talk today?")).to_be_in_viewport()
    # In its chat it's seen.
    write(sara, "Or tomorrow?")
    expect(bubble(alex, "Or tomorrow?")).to_be_visible()
    expect(alex.locator(".toast")).to_have_count(0)


def test_back_closes_what_lies_over_the_page(server, browser):
    page = browser.sign_in(server, ALEX, **PHONE)
    open_chat(page, "Sara Lindqvist")
    to_newest(page)
    here = page.url
    # A pane, with a half-written question that isn't lost.
    page.get_by_role("button", name="Ask about this chat").click()
    page.locator(".pane textarea").fill("How is her kn")
    page.go_back()
    expect(page.locator(".pane")).to_have_count(0)
    expect(page.get_by_role("heading", level=1, name="Sara Lindqvist")).to_be_visible()
    assert page.url == here, page.url
    page.get_by_role("button", name="Ask about this chat").click()
    expect(page.locator(".pane textarea")).to_have_value("How is her kn")
    page.locator(".pane textarea").fill("")
    page.locator(".pane").get_by_role("button", name="Close").click()
    expect(page.locator(".pane")).to_have_count(0)
    # A photo.
    page.get_by_label("Attach a photo or file").last.set_input_files(
        [{"name": "back.png", "mimeType": "image/png", "buffer": picture(300, 300)}])
    write(page, "Seen and left")
    expect_sent(page, "Seen and left")
    bubble(page, "Seen and left").locator(".pic img").click()
    expect(page.locator("dialog.view")).to_be_visible()
    page.go_back()
    expect(page.locator("dialog.view")).to_have_count(0)
    expect(bubble(page, "Seen and left")).to_be_visible()
    # A menu, and the question that it leads to.
    press(page, bubble(page, "Seen and left").locator(".tx"))
    page.locator(".msg.chosen").get_by_role("button", name="More").tap()
    page.get_by_role("button", name="Delete").click()
    expect(page.get_by_role("dialog")).to_be_visible()
    page.go_back()
    expect(page.get_by_role("dialog")).to_have_count(0)
    assert page.url == here, page.url
    # Nothing is left that Back would have to close twice.
    page.go_back()
    page.wait_for_function("location.pathname === '/chats'")
    expect(page.locator("a.ch").first).to_be_visible()
