"""What a screen reader hears of messages: each new one of others once, with the sender's name; nothing else."""

from harness import ALEX, SARA, expect, expect_sent, open_chat, to_newest, write

# Keeps all that the live regions have said from now on.
LISTEN = """() => {
    window.heard = [];
    for (const region of document.querySelectorAll("[aria-live]:not([aria-live=off]), [role=alert], [role=status]")) {
        new MutationObserver(() => {
            const text = region.textContent.trim();
            if (text !== "") window.heard.push(text);
        }).observe(region, { childList: true, characterData: true, subtree: true });
    }
}"""


def heard(page):
    return page.evaluate("window.heard")


def test_a_new_message_is_announced_once_with_its_sender(server, browser):
    alex = browser.sign_in(server, ALEX)
    open_chat(alex, "Sara Lindqvist")
    to_newest(alex)
    sara = browser.sign_in(server, SARA)
    open_chat(sara, "Alex Rivera")
    alex.evaluate(LISTEN)
    # One's own message isn't announced.
    write(alex, "Said by myself")
    expect_sent(alex, "Said by myself")
    assert heard(alex) == [], heard(alex)
    write(sara, "I’m on my way")
    expect(alex.get_by_text("I’m on my way").first).to_be_attached()
    alex.wait_for_function("window.heard.length > 0")
    assert heard(alex) == ["Sara Lindqvist: I’m on my way"], heard(alex)
    # Neither typing, nor receipts, nor another chat's messages.
    sara.locator(".cmp textarea").press_sequentially("More")
    expect(alex.get_by_text("Sara Lindqvist is typing…").first).to_be_visible()
    open_chat(alex, "Tom Becker")
    sara.locator(".cmp textarea").press("Enter")
    expect(alex.locator("a.ch", has_text="Sara Lindqvist")).to_contain_text("More")
    assert heard(alex) == ["Sara Lindqvist: I’m on my way"], heard(alex)


def test_history_is_silent(server, browser):
    page = browser.sign_in(server, ALEX)
    page.evaluate(LISTEN)
    open_chat(page, "Sara Lindqvist")
    to_newest(page)
    log = page.get_by_role("log")
    first = page.locator(".msg[data-id]").first.get_attribute("data-id")
    log.evaluate("(log) => { log.scrollTop = 0; }")
    # Older messages have come.
    expect(page.locator(".msg[data-id]").first).not_to_have_attribute("data-id", first)
    assert heard(page) == [], heard(page)


def test_many_at_once_are_counted(server, browser):
    page = browser.sign_in(server, ALEX)
    open_chat(page, "Sara Lindqvist")
    to_newest(page)
    page.evaluate(LISTEN)
    token, chat = server.login(SARA), server.chat(SARA, "Alex Rivera")
    for number in range(6):
        server.request("POST", f"/v1/chats/{chat}/messages", {"clientMessageId": f"burst-{number}", "text": f"Burst {number}"}, token)
    expect(page.get_by_text("Burst 5").first).to_be_attached()
    said = heard(page)
    assert said[0] == "Sara Lindqvist: Burst 0", said
    # Within two seconds the rest is a number; on a slow machine a further one may have its name again.
    assert all(text.endswith("new messages") or text.startswith("Sara Lindqvist: Burst ") for text in said), said
    assert len(said) == len(set(said)) and len(said) <= 6, said


def test_what_fails_is_said_at_once(server, browser):
    page = browser.sign_in(server, ALEX)
    open_chat(page, "Sara Lindqvist")
    page.evaluate(LISTEN)
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    server.kill()
    expect(page.get_by_role("button", name="Try now")).to_be_visible()
    assert any("can’t be reached since" in text for text in heard(page)), heard(page)
    server.start()
    page.evaluate("void dispatchEvent(new Event('online'))")
    expect(page.get_by_role("button", name="Try now")).to_be_hidden()
