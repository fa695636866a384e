"""What a coach does often: write now and send later, templates, one message to many, notes and tags, forwarding, prospects."""

from harness import ALEX, PRIYA, SARA, bubble, expect, expect_sent, open_chat
from test_notices import person, toast


def menu(page, label):
    page.get_by_role("button", name="Later, or a template").click()
    page.get_by_role("button", name=label, exact=True).click()
    return page.get_by_role("dialog", name=label)


def scheduled(server):
    return server.request("GET", "/v1/scheduled-messages", token=server.login(ALEX))[1]["scheduledMessages"]


def test_a_message_is_sent_later_and_can_be_taken_back(server, browser):
    page = browser.sign_in(server, ALEX, width=390, height=844, touch=True)
    open_chat(page, "Sara Lindqvist")
    page.locator(".cmp textarea").fill("Ice the knee tonight")
    sheet = menu(page, "Send later")
    sheet.get_by_label("Date").fill("2026-03-13")
    sheet.get_by_label("Time of day").fill("07:30")
    sheet.get_by_role("button", name="Send later").click()
    expect(toast(page, "It’s sent")).to_contain_text("07:30")
    expect(page.locator(".cmp textarea")).to_have_value("")
    [made] = [one for one in scheduled(server) if one["text"] == "Ice the knee tonight"]
    assert made["sendAt"].startswith("2026-03-13T11:30"), made
    page.locator(".cmp textarea").fill("another")
    sheet = menu(page, "Send later")
    sheet.get_by_role("button", name="Remove: Ice the knee tonight").click()
    expect(sheet.get_by_text("Ice the knee tonight")).to_have_count(0)
    assert not [one for one in scheduled(server) if one["text"] == "Ice the knee tonight"]


def test_a_template_is_kept_and_filled_in_for_the_client(server, browser):
    page = browser.sign_in(server, ALEX)
    open_chat(page, "Sara Lindqvist")
    page.locator(".cmp textarea").fill("Well done, {first}!")
    sheet = menu(page, "Templates")
    sheet.get_by_label("Name of the template").fill("Praise")
    sheet.get_by_role("button", name="Keep the text as a template").click()
    expect(sheet.get_by_role("button", name="Praise Well done")).to_be_visible()
    page.keyboard.press("Escape")
    open_chat(page, "Priya Raman")
    sheet = menu(page, "Templates")
    sheet.get_by_role("button", name="Praise Well done").click()
    expect(page.locator(".cmp textarea")).to_have_value("Well done, Priya!")
    page.locator(".cmp textarea").fill("")
    menu(page, "Templates").get_by_role("button", name="Remove: Praise").click()
    expect(page.get_by_text("No templates yet.")).to_be_visible()


def test_tags_filter_the_list_and_reach_many(server, browser):
    page = browser.sign_in(server, ALEX)
    # A filter needs a tag first.
    before = page.get_by_role("group", name="Tags").get_by_role("button", name="early-birds")
    page.locator("a.ch").first.wait_for()
    expect(before).to_have_count(0)
    for name in ("Sara Lindqvist", "Priya Raman"):
        open_chat(page, name)
        page.get_by_role("button", name="About this chat", exact=True).click()
        form = page.get_by_role("form", name="For yourself")
        form.get_by_label("Notes, which nobody else reads").fill(f"Knows {name.split()[0]}")
        form.get_by_label("Tags").fill("early-birds, knee" if name.startswith("Sara") else "early-birds")
        form.get_by_role("button", name="Save").click()
        expect(toast(page, "Saved")).to_be_visible()
    page.get_by_role("group", name="Tags").get_by_role("button", name="early-birds").click()
    expect(page.locator("a.ch")).to_have_count(2)
    page.get_by_role("group", name="Tags").get_by_role("button", name="knee").click()
    expect(page.locator("a.ch")).to_have_count(1)
    page.get_by_role("group", name="Tags").get_by_role("button", name="All").click()
    # Nobody but the coach has them, and they're there on another device.
    status, _ = server.request("GET", f"/v1/clients/{person(server, ALEX, 'Sara Lindqvist')}/notes", token=server.login(SARA))
    assert status in (403, 404), status
    page.get_by_role("button", name="New chat or group").click()
    page.get_by_role("button", name="One message to many").click()
    sheet = page.get_by_role("dialog", name="One message to many")
    sheet.get_by_label("To whom").select_option("early-birds")
    sheet.get_by_role("textbox", name="Message").fill("Up early, {first}?")
    sheet.get_by_role("button", name="Send").click()
    expect(sheet.get_by_role("status")).to_have_text("Sent to 2 people.")
    page.keyboard.press("Escape")
    open_chat(page, "Sara Lindqvist")
    expect(bubble(page, "Up early, Sara?")).to_be_visible()
    open_chat(page, "Priya Raman")
    expect(bubble(page, "Up early, Priya?")).to_be_visible()


def test_a_message_is_forwarded(server, browser):
    page = browser.sign_in(server, ALEX)
    chat, priya = server.chat(ALEX, "Priya Raman"), server.login(PRIYA)
    status, sent = server.request("POST", f"/v1/chats/{chat}/messages", {"clientMessageId": "fw", "text": "The pool is closed"}, priya)
    assert status == 201, sent
    open_chat(page, "Priya Raman")
    message = page.locator(".msg[data-id]", has=page.get_by_text("The pool is closed", exact=True)).last
    message.hover()
    message.get_by_role("button", name="More").click()
    page.get_by_role("button", name="Forward", exact=True).click()
    sheet = page.get_by_role("dialog", name="Forward")
    sheet.get_by_label("Name or e-mail").fill("sara")
    sheet.get_by_role("button", name="Sara Lindqvist").click()
    toast(page, "Sent to Sara Lindqvist.").get_by_role("button", name="Show").click()
    expect(page.get_by_role("heading", level=1, name="Sara Lindqvist")).to_be_visible()
    expect_sent(page, "The pool is closed")


def test_somebody_who_is_no_client_yet(server, browser):
    page = browser.sign_in(server, ALEX)
    page.get_by_role("button", name="New chat or group").click()
    page.get_by_role("button", name="Not clients yet").click()
    sheet = page.get_by_role("dialog", name="Not clients yet")
    sheet.get_by_label("Name", exact=True).fill("Ulla Maybe")
    sheet.get_by_role("button", name="Add").click()
    expect(sheet.get_by_text("Ulla Maybe")).to_be_visible()
    sheet.get_by_role("button", name="Remove: Ulla Maybe").click()
    page.get_by_role("dialog", name="Remove Ulla Maybe?").get_by_role("button", name="Remove").click()
    expect(sheet.get_by_text("Ulla Maybe")).to_have_count(0)
