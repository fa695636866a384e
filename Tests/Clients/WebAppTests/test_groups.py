"""Groups and their management, what is pinned in a chat, and how long it's quiet."""

import re

from harness import ALEX, PRIYA, SARA, bubble, expect, open_chat, write
from test_chat import picture
from test_screens import judge


def make_group(page, name, *people):
    page.get_by_role("button", name="New chat or group").first.click()
    for person in people:
        page.get_by_label("Name or e-mail").fill(person)
        page.get_by_role("checkbox", name=person).check()
    page.get_by_label("Name of the group").fill(name)
    page.get_by_role("button", name="Make the group").click()
    page.get_by_role("heading", level=1, name=name).wait_for()
    page.get_by_role("button", name="About this chat", exact=True).click()
    return page.locator(".pane")


def test_a_group_is_made_changed_and_left(server, browser):
    alex = browser.sign_in(server, ALEX)
    pane = make_group(alex, "Hill repeats", "Sara Lindqvist", "Tom Becker")
    sara = browser.sign_in(server, SARA, width=390, height=844, touch=True)
    open_chat(sara, "Hill repeats")
    # The name, the photo and who writes.
    pane.get_by_role("button", name="Edit the group").click()
    sheet = alex.get_by_role("dialog", name="Edit the group")
    sheet.get_by_label("Name of the group").fill("")
    sheet.get_by_role("button", name="Save").click()
    expect(sheet).to_contain_text("Give the group a name.")
    sheet.get_by_label("Name of the group").fill("Hills & stairs")
    sheet.get_by_label("Change the photo").set_input_files({"name": "hill.png", "mimeType": "image/png", "buffer": picture()})
    sheet.get_by_role("switch", name="Only admins write here").check()
    judge(alex, "edit the group")
    sheet.get_by_role("button", name="Save").click()
    expect(sheet).to_have_count(0)
    expect(sara.get_by_role("heading", level=1, name="Hills & stairs")).to_be_visible()
    expect(sara.locator("header .av img")).to_be_visible()
    expect(sara.get_by_text("Only admins write here. You can read and react.")).to_be_visible()
    # Roles: an admin writes; one who isn't any more doesn't.
    pane.get_by_role("button", name="More about Sara Lindqvist").click()
    alex.get_by_role("button", name="Make an admin").click()
    expect(pane.locator("li", has_text="Sara Lindqvist")).to_contain_text("Admin")
    write(sara, "From an admin")
    expect(bubble(alex, "From an admin")).to_be_visible()
    pane.get_by_role("button", name="More about Sara Lindqvist").click()
    alex.get_by_role("button", name="Don’t be an admin any more").click()
    expect(sara.locator(".cmp")).to_have_count(0)
    # Members.
    pane.get_by_role("button", name="Add people").click()
    sheet = alex.get_by_role("dialog", name="Add people")
    expect(sheet.get_by_role("checkbox", name="Sara Lindqvist")).to_have_count(0)
    sheet.get_by_role("checkbox", name="Priya Raman").check()
    sheet.get_by_role("button", name="Add people").click()
    expect(pane.locator("li", has_text="Priya Raman")).to_be_visible()
    pane.get_by_role("button", name="More about Tom Becker").click()
    alex.get_by_role("button", name="Remove from the group").click()
    alex.get_by_role("dialog").get_by_role("button", name="Remove from the group").click()
    expect(pane.locator("li", has_text="Tom Becker")).to_have_count(0)
    # Leaving, by one who is no admin.
    sara.get_by_role("button", name="About this chat", exact=True).click()
    expect(sara.get_by_role("button", name="Edit the group")).to_have_count(0)
    expect(sara.get_by_role("button", name="Add people")).to_have_count(0)
    sara.get_by_role("button", name="Leave the group").click()
    sara.get_by_role("dialog").get_by_role("button", name="Leave the group").click()
    expect(sara.get_by_role("link", name="Hills & stairs")).to_have_count(0)
    expect(pane.locator("li", has_text="Sara Lindqvist")).to_have_count(0)
    _, answer = server.request("GET", "/v1/chats", token=server.login(ALEX))
    chat = next(one for one in answer["chats"] if one["name"] == "Hills & stairs")
    assert sorted(one["displayName"] for one in chat["members"]) == ["Alex Rivera", "Priya Raman"], chat
    assert chat["announcement"] and chat["photoMediaId"], chat


def test_the_picker_says_that_there_are_more(server, browser):
    page = browser.sign_in(server, ALEX)
    people = [{"userId": f"0198b5f0-0000-7000-8000-0000000000{number:02}", "displayName": f"Client {number}", "email": None, "lastSeen": None,
               "photoMediaId": None, "role": "client", "status": "offline"} for number in range(10, 30)]
    page.route(re.compile(r"/v1/users\?"), lambda route: route.fulfill(json={"users": people if "query=&" in route.request.url + "&" else people[:1]}))
    page.get_by_role("button", name="New chat or group").first.click()
    more = page.get_by_text("The first 20. Write a part of the name to find others.")
    expect(more).to_be_visible()
    page.get_by_label("Name or e-mail").fill("Client 10")
    expect(page.locator(".people input")).to_have_count(1)
    expect(more).to_have_count(0)


def test_a_group_is_managed_by_keys(server, browser):
    page = browser.sign_in(server, ALEX)
    pane = make_group(page, "By keys alone", "Sara Lindqvist", "Tom Becker")
    expect(pane.get_by_role("heading", name="About this chat")).to_be_focused()
    more = pane.get_by_role("button", name="More about Tom Becker")
    more.focus()
    page.keyboard.press("Enter")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(pane.locator("li", has_text="Tom Becker")).to_contain_text("Admin")
    # The pane is drawn anew, and the focus stays.
    expect(more).to_be_focused()
    page.keyboard.press("Escape")
    expect(pane).to_have_count(0)


def test_pinned_messages_are_listed_and_jumped_to(server, browser):
    page = browser.sign_in(server, ALEX)
    token, chat = server.login(ALEX), server.chat(ALEX, "Priya Raman")
    ids = []
    for number in range(90):
        status, answer = server.request("POST", f"/v1/chats/{chat}/messages",
                                        {"clientMessageId": f"pin-{number}", "text": f"Pin {number}"}, token)
        assert status == 201
        ids.append(answer["message"]["id"])
    server.request("PUT", f"/v1/chats/{chat}/pins/{ids[2]}", token=token)
    server.request("PUT", f"/v1/chats/{chat}/pins/{ids[5]}", token=token)
    open_chat(page, "Priya Raman")
    line = page.locator(".pinned button").filter(has_text="Pin")
    expect(line).to_contain_text("Pin 5")
    line.click()
    expect(bubble(page, "Pin 5")).to_be_in_viewport()
    expect(line).to_contain_text("Pin 2")
    expect(line).to_be_focused()
    page.get_by_text("To the newest message").click()
    page.get_by_role("button", name="About this chat", exact=True).click()
    pane = page.locator(".pane")
    pane.get_by_role("link", name=re.compile("Pin 2")).click()
    expect(bubble(page, "Pin 2")).to_be_in_viewport()
    pane.get_by_role("button", name="Unpin “Pin 2”").click()
    expect(pane.get_by_role("link", name=re.compile("Pin 2"))).to_have_count(0)
    expect(line).to_contain_text("Pin 5")
    server.request("PATCH", f"/v1/chats/{chat}/messages/{ids[5]}", {"text": "Pin five"}, token)
    expect(line).to_contain_text("Pin five")
    expect(pane.get_by_role("link", name=re.compile("Pin five"))).to_be_visible()
    # In a group, only its admins pin.
    priya = browser.sign_in(server, PRIYA, width=390, height=844, touch=True)
    open_chat(priya, "Alex Rivera")
    priya.get_by_role("button", name="About this chat", exact=True).click()
    priya.get_by_role("link", name=re.compile("Pin five")).click()
    # The pane covers the chat on a phone, so it closes.
    expect(priya.locator(".pane")).to_have_count(0)
    expect(bubble(priya, "Pin five")).to_be_in_viewport()


def test_a_chat_is_muted_for_a_while(server, browser):
    page = browser.sign_in(server, ALEX)
    open_chat(page, "Tom Becker")
    page.get_by_role("button", name="About this chat", exact=True).click()
    pane = page.locator(".pane")
    pane.get_by_role("button", name="Mute").click()
    page.get_by_role("button", name="For 8 hours").click()
    # 09:15 in New York or a little later, and eight hours.
    expect(pane.get_by_text(re.compile(r"Muted until .*17:\d\d"))).to_be_visible()
    pane.get_by_role("button", name="Unmute").click()
    expect(pane.get_by_text("Muted")).to_have_count(0)
    pane.get_by_role("button", name="Mute").click()
    page.get_by_role("button", name="Until I turn it on again").click()
    expect(pane.get_by_text("Muted.", exact=True)).to_be_visible()
