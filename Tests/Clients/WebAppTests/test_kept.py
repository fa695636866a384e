"""Nothing typed is lost: not when a tab is closed at once, and not by loading a page anew."""

from harness import ALEX, bubble, expect, open_chat, write


def field(page):
    return page.locator(".cmp textarea").first


def reopened(server, browser, page, name):
    """A new tab of the same person after the old one was closed."""
    page.close()
    tab = browser.tab(browser.contexts[0], server, "/chats")
    open_chat(tab, name)
    return tab


def test_what_was_typed_just_before_closing_is_there(server, browser):
    page = browser.sign_in(server, ALEX)
    open_chat(page, "Priya Raman")
    field(page).press_sequentially("Bring the red band")
    page = reopened(server, browser, page, "Priya Raman")
    expect(field(page)).to_have_value("Bring the red band")
    open_chat(page, "Sara Lindqvist")
    expect(page.locator("a.ch", has_text="Priya Raman")).to_contain_text("Draft:Bring the red band")
    # Other devices get it, too.
    other = browser.sign_in(server, ALEX)
    open_chat(other, "Priya Raman")
    expect(field(other)).to_have_value("Bring the red band")
    field(other).fill("")
    open_chat(other, "Sara Lindqvist")
    expect(page.locator("a.ch", has_text="Priya Raman")).not_to_contain_text("Draft:")


def test_a_message_sent_just_before_closing_is_sent_once(server, browser):
    page = browser.sign_in(server, ALEX)
    open_chat(page, "Grace Thornton")
    field(page).fill("Sent and gone")
    # One script presses the key and hides the page, so that nothing can be stored in between.
    field(page).evaluate("""(field) => {
        field.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true, cancelable: true }));
        dispatchEvent(new Event("pagehide"));
    }""")
    page = reopened(server, browser, page, "Grace Thornton")
    expect(bubble(page, "Sent and gone")).to_have_count(1)
    expect(page.locator("[data-pending]")).to_have_count(0)
    expect(field(page)).to_have_value("")
    assert server.texts(ALEX, server.chat(ALEX, "Grace Thornton")).count("Sent and gone") == 1


def test_a_change_of_a_message_outlives_the_page(server, browser):
    page = browser.sign_in(server, ALEX)
    open_chat(page, "Olivia Marsh")
    write(page, "Ten minutes of skiping")
    expect(page.locator("[data-pending]")).to_have_count(0)
    field(page).fill("A draft below it")
    bubble(page, "Ten minutes of skiping").hover()
    bubble(page, "Ten minutes of skiping").get_by_role("button", name="More").click()
    page.get_by_role("button", name="Edit").click()
    field(page).press("End")
    field(page).press_sequentially(", then rest")
    page = reopened(server, browser, page, "Olivia Marsh")
    expect(page.locator(".rp")).to_contain_text("Ten minutes of skiping")
    expect(field(page)).to_have_value("Ten minutes of skiping, then rest")
    field(page).press("Enter")
    expect(bubble(page, "Ten minutes of skiping, then rest")).to_contain_text("edited")
    expect(field(page)).to_have_value("A draft below it")
    page.reload()
    expect(field(page)).to_have_value("A draft below it")
    expect(page.locator(".rp")).to_have_count(0)


def test_files_and_a_quote_outlive_the_page(server, browser):
    page = browser.sign_in(server, ALEX)
    open_chat(page, "Tom Becker")
    page.get_by_label("Attach a photo or file").last.set_input_files(
        [{"name": "plan.txt", "mimeType": "text/plain", "buffer": b"Monday: rest"},
         {"name": "other.txt", "mimeType": "text/plain", "buffer": b"Tuesday: rest"}])
    page.get_by_role("button", name="Remove other.txt").click()
    page.locator(".msg[data-id] .bub").last.hover()
    quoted = page.locator(".msg[data-id] .tx").last.inner_text()
    page.locator(".msg[data-id] .bub").last.get_by_role("button", name="Reply").click()
    field(page).press_sequentially("As promised")
    page = reopened(server, browser, page, "Tom Becker")
    expect(page.locator(".files")).to_contain_text("plan.txt")
    expect(page.locator(".files")).not_to_contain_text("other.txt")
    expect(page.locator(".rp")).to_contain_text(quoted[:20])
    field(page).press("Enter")
    message = bubble(page, "As promised")
    expect(message.get_by_role("button", name="Save plan.txt")).to_be_visible()
    expect(message.locator(".qt")).to_contain_text(quoted[:20])
    page.reload()
    expect(message.get_by_role("button", name="Save plan.txt")).to_be_visible()
    expect(page.locator(".files")).to_be_hidden()


def test_a_question_outlives_the_page(server, browser):
    page = browser.sign_in(server, ALEX, "/assistant")
    question = page.get_by_label("Ask, or say what to arrange")
    question.press_sequentially("Who asked about")
    page.close()
    page = browser.tab(browser.contexts[0], server, "/assistant")
    question = page.get_by_label("Ask, or say what to arrange")
    expect(question).to_have_value("Who asked about")
    question.press_sequentially(" a knee?")
    question.press("Enter")
    expect(page.locator(".ask").first).to_contain_text("Who asked about a knee?")
    page.reload()
    expect(page.get_by_label("Ask, or say what to arrange")).to_have_value("")


def test_a_draft_that_is_sent_elsewhere_is_gone_here(server, browser):
    desk = browser.sign_in(server, ALEX)
    phone = browser.sign_in(server, ALEX, width=390, height=844, touch=True)
    for page in (desk, phone):
        open_chat(page, "Elena Novak")
    desk.locator(".cmp textarea").fill("Begun at the desk")
    field = phone.locator(".cmp textarea")
    expect(field).to_have_value("Begun at the desk")
    field.fill("Begun at the desk, sent from the phone")
    expect(desk.locator(".cmp textarea")).to_have_value("Begun at the desk, sent from the phone")
    phone.get_by_role("button", name="Send").click()
    expect(bubble(desk, "Begun at the desk, sent from the phone")).to_be_visible()
    expect(desk.locator(".cmp textarea")).to_have_value("")
    # What only this device knows stays.
    desk.locator(".cmp textarea").press_sequentially("Mine alone")
    field.fill("Another one")
    phone.get_by_role("button", name="Send").click()
    expect(bubble(desk, "Another one")).to_be_visible()
    expect(desk.locator(".cmp textarea")).to_have_value("Mine alone")
