"""Writing while the server is gone: nothing is lost, and nothing is there twice."""

from harness import ALEX, SARA, bubble, expect, expect_sent, open_chat, write


def test_what_is_written_offline_arrives_once_and_in_order(server, browser):
    page = browser.sign_in(server, ALEX)
    open_chat(page, "Sara Lindqvist")
    write(page, "Before the crash")
    expect_sent(page, "Before the crash")
    # So that the page opens without the server, the worker has to be there.
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    server.kill()
    texts = [f"Written offline {number}" for number in range(1, 6)]
    for text in texts:
        write(page, text)
        expect(bubble(page, text)).to_be_visible()
    expect(page.get_by_role("button", name="Try now")).to_be_visible()
    expect(page.locator(".ban").first).to_contain_text("5 messages wait")
    page.reload()
    page.locator("html[data-ready]").wait_for(state="attached")
    for text in texts:
        expect(bubble(page, text)).to_be_visible()
    server.start()
    page.evaluate("void dispatchEvent(new Event('online'))")
    expect(page.locator("[data-pending]")).to_have_count(0)
    chat = server.chat(ALEX, "Sara Lindqvist")
    assert server.texts(ALEX, chat)[-6:] == ["Before the crash", *texts]
    sara = browser.sign_in(server, SARA)
    open_chat(sara, "Alex Rivera")
    for text in texts:
        expect(bubble(sara, text)).to_have_count(1)


def test_a_gap_is_filled_after_an_absence(server, browser):
    """30 messages that came while the page was offline are all there, in order, below the unread line."""
    page = browser.sign_in(server, SARA)
    open_chat(page, "Alex Rivera")
    expect(page.locator("a.ch", has_text="Alex Rivera").locator(".n")).to_have_count(0)
    page.goto(server.url + "/chats")
    page.context.set_offline(True)
    token, chat = server.login(ALEX), server.chat(ALEX, "Sara Lindqvist")
    for number in range(30):
        status, _ = server.request("POST", f"/v1/chats/{chat}/messages",
                                   {"clientMessageId": f"gap-{number}", "text": f"Gap {number}"}, token)
        assert status == 201
    page.context.set_offline(False)
    expect(page.locator("a.ch", has_text="Alex Rivera").locator(".n")).to_contain_text("30")
    open_chat(page, "Alex Rivera")
    expect(page.locator(".unl")).to_contain_text("30 unread")
    expect(page.locator(".unl")).to_be_in_viewport()
    expect(bubble(page, "Gap 0")).to_be_in_viewport()
    shown = page.locator(".msg .tx").all_inner_texts()
    assert [text for text in shown if text.startswith("Gap ")] == [f"Gap {number}" for number in range(30)]


def test_what_waits_has_the_servers_time_and_can_be_taken_back(server, browser):
    page = browser.sign_in(server, ALEX)
    open_chat(page, "Tom Becker")
    write(page, "Warm up first")
    expect_sent(page, "Warm up first")
    server.kill()
    expect(page.get_by_role("button", name="Try now")).to_be_visible()
    write(page, "Under way")
    write(page, "Better not")
    # This browser's clock is months ahead of the server's 09:15.
    row = page.locator("[data-pending]", has_text="Better not")
    assert row.locator("time").inner_text().startswith("09:"), row.locator("time").inner_text()
    row.get_by_role("button", name="Discard").click()
    expect(row).to_have_count(0)
    # What has a slip in it is written on, and goes once.
    write(page, "Fvie sets")
    row = page.locator("[data-pending]", has_text="Fvie sets")
    row.get_by_role("button", name="Edit").click()
    expect(row).to_have_count(0)
    field = page.locator(".cmp textarea")
    expect(field).to_have_value("Fvie sets")
    expect(field).to_be_focused()
    write(page, "Five sets")
    server.start()
    page.evaluate("void dispatchEvent(new Event('online'))")
    expect_sent(page, "Under way")
    expect_sent(page, "Five sets")
    texts = server.texts(ALEX, server.chat(ALEX, "Tom Becker"))
    assert "Better not" not in texts and "Fvie sets" not in texts and texts.count("Five sets") == 1, texts
