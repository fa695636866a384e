"""Chats that are put away: by a menu, a finger or a key, until somebody writes there."""

import itertools

from harness import ALEX, PRIYA, expect, frames, open_chat
from test_notices import toast
from test_waiting import row, waits

PHONE = {"width": 390, "height": 844, "touch": True}
numbers = itertools.count()


def says(server, email, text):
    chat = server.chat(email, "Alex Rivera")
    status, answer = server.request("POST", f"/v1/chats/{chat}/messages",
                                    {"clientMessageId": f"archive-{next(numbers)}", "text": text}, server.login(email))
    assert status == 201, answer


def shown(page, name="Priya Raman"):
    return page.locator(".side .scroll > div > ul:not([aria-label]) a.ch", has_text=name)


def archive(page):
    return page.get_by_role("button", name="Archived chats")


def test_a_chat_is_put_away_until_somebody_writes(server, browser):
    waits(server)
    page = browser.sign_in(server, ALEX)
    other = browser.sign_in(server, ALEX)
    expect(archive(page)).to_be_hidden()
    expect(row(page)).to_be_visible()
    shown(page).click(button="right")
    page.get_by_role("dialog", name="Priya Raman").get_by_role("button", name="Archive", exact=True).click()
    expect(shown(page)).to_have_count(0)
    # Nobody waits there any more, and other devices know it.
    expect(row(page)).to_have_count(0)
    expect(shown(other)).to_have_count(0)
    archive(page).click()
    expect(page.get_by_role("list", name="Archived chats").locator("a.ch")).to_have_count(1)
    page.reload()
    page.locator("a.ch").first.wait_for()
    expect(shown(page)).to_have_count(0)
    says(server, PRIYA, "Back from the trip")
    expect(row(page)).to_be_visible()
    expect(archive(page)).to_be_hidden()
    # The key puts it away again, and Undo takes it back.
    shown(page).focus()
    page.keyboard.press("y")
    expect(shown(page)).to_have_count(0)
    toast(page, "Priya Raman is in the archive").get_by_role("button", name="Undo").click()
    expect(shown(page)).to_be_visible()
    # The pane beside the chat does both, too.
    open_chat(page, "Priya Raman")
    page.get_by_role("button", name="About this chat", exact=True).click()
    page.locator(".pane").get_by_role("button", name="Archive", exact=True).click()
    expect(shown(page)).to_have_count(0)
    page.locator(".pane").get_by_role("button", name="Take out of the archive").click()
    expect(shown(page)).to_be_visible()


def swipe(page, element, by):
    element.scroll_into_view_if_needed()
    # What a finger may do is known to the browser only once it has drawn.
    frames(page, 10)
    box = element.bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    touch = page.context.new_cdp_session(page)
    touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    for part in range(1, 9):
        touch.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [{"x": x + by * part / 8, "y": y}]})
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    frames(page, 3)


def test_fingers_end_waiting_and_put_away(server, browser):
    waits(server)
    page = browser.sign_in(server, ALEX, **PHONE)
    expect(row(page)).to_be_visible()
    swipe(page, shown(page), 30)
    expect(row(page)).to_be_visible()
    swipe(page, shown(page), 120)
    expect(row(page)).to_have_count(0)
    assert page.evaluate("location.pathname") == "/chats"
    # Nobody waits there now, so there's nothing to end.
    swipe(page, shown(page), 120)
    expect(shown(page)).to_be_visible()
    swipe(page, shown(page), -120)
    expect(shown(page)).to_have_count(0)
    assert page.evaluate("location.pathname") == "/chats"
    archive(page).click()
    # What tells of it lies over the end of the list for a while.
    expect(page.locator(".toast")).to_have_count(0)
    away = page.get_by_role("list", name="Archived chats").locator("a.ch")
    swipe(page, away, -120)
    expect(shown(page)).to_be_visible()
    # A long press shows what can be done, and opens nothing.
    shown(page).scroll_into_view_if_needed()
    box = shown(page).bounding_box()
    touch = page.context.new_cdp_session(page)
    touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": box["x"] + 80, "y": box["y"] + 20}]})
    menu = page.get_by_role("dialog", name="Priya Raman")
    expect(menu.get_by_role("button", name="Keep on top")).to_be_visible()
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    frames(page, 5)
    expect(menu).to_be_visible()
    assert page.evaluate("location.pathname") == "/chats"


def test_a_long_swipe_and_a_key_put_off(server, browser):
    waits(server)
    page = browser.sign_in(server, ALEX, **PHONE)
    expect(row(page)).to_be_visible()
    # The row says what letting go would do.
    element = shown(page)
    element.scroll_into_view_if_needed()
    frames(page, 10)
    box = element.bounding_box()
    x, y = box["x"] + 60, box["y"] + box["height"] / 2
    touch = page.context.new_cdp_session(page)
    touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    for start, end, says in ((0, 100, "Nothing to answer"), (100, 180, "Put off")):
        for by in range(start + 20, end + 1, 20):
            touch.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [{"x": x + by, "y": y}]})
        expect(row(page)).to_have_attribute("data-swipe", says)
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    page.get_by_role("dialog", name="Put off").get_by_role("button", name="Tomorrow, 9:00").click()
    expect(row(page)).to_have_count(0)
    assert page.evaluate("location.pathname") == "/chats"
    toast(page, "Priya Raman waits again").get_by_role("button", name="Undo").click()
    expect(row(page)).to_be_visible()
    desk = browser.sign_in(server, ALEX)
    shown(desk).focus()
    desk.keyboard.press("l")
    desk.get_by_role("dialog", name="Put off").get_by_role("button", name="In an hour").click()
    expect(row(desk)).to_have_count(0)
    expect(row(page)).to_have_count(0)
