"""The pages beside the chats without the network: what was last known stands there, and nothing else is said."""

from harness import ALEX, bubble, expect, expect_sent, open_chat, to_newest, write
from in_node import play
from test_calendar import make
from test_chat import picture


def go_offline(page):
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.context.set_offline(True)


def again(server, page, path):
    page.goto(server.url + path)
    page.locator("html[data-ready]").wait_for(state="attached")
    page.get_by_role("button", name="Try now").wait_for()


def test_the_day_and_the_calendar_are_there_without_the_network(server, browser):
    page = browser.sign_in(server, ALEX, "/today")
    expect(page.get_by_text("Strength with Tom").first).to_be_visible()
    page.goto(server.url + "/calendar")
    expect(page.get_by_role("button", name="Strength with Tom").first).to_be_visible()
    go_offline(page)
    again(server, page, "/today")
    sessions = page.locator("section.blk", has=page.get_by_role("heading", name="Today’s sessions"))
    expect(sessions).to_contain_text("Strength with Tom")
    again(server, page, "/calendar")
    expect(page.get_by_role("button", name="Strength with Tom").first).to_be_visible()
    # A day of a week that was seen is known as well.
    page.get_by_role("button", name="Day", exact=True).click()
    page.get_by_role("button", name="Later").click()
    page.get_by_role("button", name="Later").click()
    expect(page.get_by_role("heading", level=1, name="Friday 13 March")).to_be_visible()
    expect(page.get_by_role("button", name="Loosening up with Sarah")).to_be_visible()
    # A week that was never seen here isn't said to be empty.
    page.get_by_role("button", name="Agenda").click()
    for _ in range(12):
        page.get_by_role("button", name="Later").click()
    expect(page.get_by_text("The server can’t be reached.").first).to_be_visible()
    expect(page.get_by_text("Nothing planned.")).to_have_count(0)


def test_a_conversation_is_there_without_the_network(server, browser):
    page = browser.sign_in(server, ALEX, "/assistant")
    page.get_by_label("Ask, or say what to arrange").fill("How is Sara's knee?")
    page.get_by_role("button", name="Ask", exact=True).click()
    page.get_by_text("Answered by").first.wait_for()
    page.reload()
    expect(page.get_by_text("Answered by").first).to_be_visible()
    path = page.evaluate("location.pathname")
    go_offline(page)
    again(server, page, path)
    expect(page.get_by_text("How is Sara's knee?").first).to_be_visible()
    expect(page.get_by_text("Answered by").first).to_be_visible()


def test_a_chat_that_was_never_opened_shows_what_the_list_has(server, browser):
    page = browser.sign_in(server, ALEX)
    open_chat(page, "Sara Lindqvist")
    go_offline(page)
    again(server, page, "/chats")
    last = page.locator("a.ch", has_text="Tom Becker").locator(".last").inner_text().strip()
    page.locator("a.ch", has_text="Tom Becker").click()
    page.get_by_role("heading", level=1, name="Tom Becker").wait_for()
    message = page.locator(".msg[data-id] .tx")
    expect(message).to_have_count(1)
    assert message.inner_text()[:20] in last, (message.inner_text(), last)
    expect(page.get_by_text("Earlier messages aren’t on this device.")).to_be_visible()
    # Nobody is known to be online now.
    expect(page.locator(".av.on")).to_have_count(0)
    expect(page.locator("header").get_by_text("Online", exact=True)).to_have_count(0)


def test_sessions_are_known_for_the_times_that_were_asked_for(_server, _browser):
    play("store/sessions.ts")


def test_the_coming_weeks_are_known_from_a_chat(server, browser):
    """Whoever has seen only a chat today can look up tomorrow without the network."""
    page = browser.sign_in(server, ALEX)
    open_chat(page, "Sara Lindqvist")
    expect(page.get_by_role("button", name="Next session")).to_be_visible()
    stored(page, "answer known sessions")
    go_offline(page)
    again(server, page, "/calendar#2026-03-13,day")
    expect(page.get_by_role("button", name="Loosening up with Sarah")).to_be_visible()


def test_the_coming_weeks_are_known_whatever_was_opened(server, browser):
    make(server, "Planned ahead", "2026-04-02T14:00:00Z", "2026-04-02T15:00:00Z", eventType="adhoc")
    page = browser.sign_in(server, ALEX)
    page.locator("a.ch").first.wait_for()
    stored(page, "answer known sessions")
    go_offline(page)
    again(server, page, "/calendar#2026-04-02,day")
    expect(page.get_by_role("button", name="Planned ahead")).to_be_visible()


def test_photos_are_seen_without_the_network(server, browser):
    page = browser.sign_in(server, ALEX)
    open_chat(page, "Tom Becker")
    to_newest(page)
    # One is shown by its thumbnail, the other one is small enough.
    page.get_by_label("Attach a photo or file").last.set_input_files(
        [{"name": f"{width}.png", "mimeType": "image/png", "buffer": picture(width, 90)} for width in (1200, 60)])
    write(page, "Two of them")
    expect_sent(page, "Two of them")
    page.reload()
    photos = bubble(page, "Two of them").locator(".pic img")
    expect(photos).to_have_count(2)
    stored(page, "picture ", 2)
    go_offline(page)
    page.reload()
    page.get_by_role("button", name="Try now").wait_for()
    expect(photos).to_have_count(2)
    page.wait_for_function("(all) => all.every((one) => one.complete && one.naturalWidth > 0)", arg=photos.element_handles())
    page.context.set_offline(False)
    # Gone is gone, here as well.
    token, chat = server.login(ALEX), server.chat(ALEX, "Tom Becker")
    _, answer = server.request("GET", f"/v1/chats/{chat}/messages?limit=1", token=token)
    message = answer["messages"][-1]
    assert message["text"] == "Two of them", message
    server.request("DELETE", f"/v1/chats/{chat}/messages/{message['id']}", token=token)
    expect(photos).to_have_count(0)
    for one in message["media"]:
        stored(page, f"picture /v1/media/{one['id']}/", 0)


def stored(page, prefix, count=1):
    """Waits until the browser has stored so much under keys that begin with this, or nothing more if it's 0."""
    page.wait_for_function("""([prefix, count]) => new Promise((done, fail) => {
        const open = indexedDB.open("spotter");
        open.onerror = fail;
        open.onsuccess = () => {
            const keys = open.result.transaction("meta").objectStore("meta").getAllKeys();
            keys.onsuccess = () => {
                open.result.close();
                const found = keys.result.filter((one) => one.startsWith(prefix)).length;
                done(count === 0 ? found === 0 : found >= count);
            };
        };
    })""", arg=[prefix, count])
