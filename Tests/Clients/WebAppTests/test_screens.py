"""Every screen: usable by everybody, at every width, in both schemes, by the keyboard alone."""

from axe_playwright_python.sync_playwright import Axe

from harness import ALEX, PASSWORD, bubble, expect, frames, open_chat, write
from screens import invitation

SCREENS = ["/chats", "/today", "/calendar", "/assistant", "/settings/profile", "/settings/devices",
           "/settings/notifications", "/settings/account"]


def judge(page, name):
    """What axe finds, and whether the page scrolls sideways."""
    page.wait_for_load_state("networkidle")
    judge_now(page, name)


def judge_now(page, name):
    """The same, whatever is still on its way."""
    found = Axe().run(page)
    problems = [(one["id"], [node["target"] for node in one["nodes"]][:3]) for one in found.response["violations"]]
    assert problems == [], (name, problems)
    assert not page.evaluate("document.documentElement.scrollWidth > innerWidth"), f"{name} scrolls sideways"


def walk(server, browser, **options):
    page = browser.open(server, "/", **options)
    judge(page, "sign-in")
    page.goto(server.url + invitation(server))
    page.get_by_label("Your name").wait_for()
    judge(page, "invitation")
    page = browser.sign_in(server, ALEX, **options)
    for path in SCREENS:
        page.goto(server.url + path)
        page.locator("html[data-ready]").wait_for(state="attached")
        page.locator("h1, h2").first.wait_for(state="attached")
        judge(page, path)
    chat = server.chat(ALEX, "Saturday Run Club")
    page.goto(f"{server.url}/chats/{chat}")
    page.locator(".msg").first.wait_for()
    judge(page, "chat")
    page.get_by_role("button", name="About this chat", exact=True).click()
    page.locator(".pane").wait_for()
    judge(page, "details")


def test_desk_light(server, browser):
    walk(server, browser, width=1280, height=800)


def test_desk_dark(server, browser):
    walk(server, browser, width=1024, height=700, dark=True)


def test_smallest_phone_light(server, browser):
    walk(server, browser, width=320, height=568, touch=True)


def test_phone_dark(server, browser):
    walk(server, browser, width=390, height=844, touch=True, dark=True)


def test_a_whole_flow_by_keyboard(server, browser):
    page = browser.open(server)
    expect(page.get_by_label("E-mail")).to_be_focused()
    page.keyboard.type(ALEX)
    page.keyboard.press("Tab")
    page.keyboard.type(PASSWORD)
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1, name="Good morning, Alex")).to_be_visible()
    page.keyboard.press("g")
    page.keyboard.press("c")
    page.locator("a.ch").first.wait_for()
    page.keyboard.press("Control+k")
    page.keyboard.type("Tom")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1, name="Tom Becker")).to_be_visible()
    expect(page.locator(".cmp textarea")).to_be_focused()
    page.keyboard.type("By keys")
    page.keyboard.press("Enter")
    expect(bubble(page, "By keys")).to_be_visible()
    expect(page.locator("[data-pending]")).to_have_count(0)
    page.keyboard.press("ArrowUp")
    page.keyboard.press("r")
    expect(page.locator(".rp")).to_contain_text("By keys")
    page.keyboard.type("And a reply")
    page.keyboard.press("Enter")
    expect(bubble(page, "And a reply").locator(".qt")).to_contain_text("By keys")
    page.keyboard.press("Control+j")
    expect(page.locator(".pane textarea")).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.locator(".pane")).to_have_count(0)
    page.keyboard.press("Escape")
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("?")
    expect(page.get_by_role("heading", name="Keyboard shortcuts")).to_be_visible()
    page.keyboard.press("Escape")


def test_a_proposal_is_confirmed_once(server, browser):
    page = browser.sign_in(server, ALEX, "/assistant")
    page.get_by_label("Ask, or say what to arrange").fill("Schedule a call with Sara tomorrow at 3pm")
    page.keyboard.press("Enter")
    card = page.locator(".prop")
    expect(card).to_contain_text("Waits for you")
    expect(card).to_contain_text("15:00–15:30")
    card.get_by_role("button", name="Confirm").click()
    expect(card).to_contain_text("Done")
    page.goto(server.url + "/calendar")
    expect(page.get_by_role("button", name="Call with Sara Lindqvist").first).to_be_visible()


def test_an_answer_cites_messages(server, browser):
    page = browser.sign_in(server, ALEX, "/assistant")
    page.get_by_label("Ask, or say what to arrange").fill("How is Sara's knee?")
    page.keyboard.press("Enter")
    expect(page.get_by_text("Answered by the built-in assistant")).to_be_visible()
    cite = page.locator(".src a").first
    target = cite.get_attribute("href").rsplit("/", 1)[-1]
    cite.click()
    expect(page.locator(f'[data-id="{target}"]')).to_be_in_viewport()
    page.go_back()
    expect(page.locator(".ask").first).to_contain_text("How is Sara's knee?")


def test_sessions_are_made_moved_and_cancelled(server, browser):
    page = browser.sign_in(server, ALEX, "/calendar")
    page.get_by_role("button", name="New session").click()
    page.get_by_role("dialog").get_by_role("combobox").first.select_option(label="Tom Becker")
    page.get_by_label("Title").fill("Tempo run")
    page.get_by_label("Date").fill("2026-03-14")
    page.get_by_label("Starts").fill("15:00")
    page.get_by_role("button", name="Save").click()
    event = page.get_by_role("button", name="Tempo run")
    expect(event).to_contain_text("15:00–16:00")
    event.focus()
    page.keyboard.press("Alt+ArrowDown")
    page.get_by_role("dialog").get_by_role("button", name="Move").click()
    expect(event).to_contain_text("15:15–16:15")
    event.click()
    page.get_by_role("button", name="Cancel the session").click()
    page.get_by_role("dialog", name="Cancel this session?").get_by_role("button", name="Cancel the session").click()
    expect(event).to_have_count(0)


def test_a_hundred_messages_scroll_without_jumping(server, browser):
    page = browser.sign_in(server, ALEX)
    open_chat(page, "Sara Lindqvist")
    log = page.get_by_role("log")
    for _ in range(12):
        before = log.evaluate("""(log) => {
            const top = log.getBoundingClientRect().top;
            const seen = [...log.querySelectorAll(".msg")].find((one) => one.getBoundingClientRect().bottom > top + 50);
            return [seen.dataset.id, seen.getBoundingClientRect().top];
        }""")
        log.evaluate("(log) => { log.scrollTop -= 300; }")
        frames(page, 10)
        after = page.locator(f'[data-id="{before[0]}"]').evaluate("(one) => one.getBoundingClientRect().top")
        atTop = log.evaluate("(log) => log.scrollTop <= 0")
        assert atTop or abs(after - before[1] - 300) < 3, (after, before)
    expect(page.get_by_text("To the newest message")).to_be_visible()
    page.get_by_text("To the newest message").click()
    expect(page.get_by_text("To the newest message")).to_be_hidden()
    assert page.locator(".msg").count() <= 130
    write(page, "Back at the end")
    expect(bubble(page, "Back at the end")).to_be_in_viewport()
