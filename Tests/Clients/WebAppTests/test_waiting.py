"""Who waits for an answer: ending it without one, putting it off, and what is kept of it between starts."""

import itertools
import re

from harness import ALEX, PRIYA, SARA, expect, frames, open_chat

numbers = itertools.count()


def waits(server, email=PRIYA, text="Are you there?"):
    """Somebody waits for Alex' answer."""
    chat = server.chat(email, "Alex Rivera")
    status, answer = server.request("POST", f"/v1/chats/{chat}/messages",
                                    {"clientMessageId": f"waits-{next(numbers)}", "text": text}, server.login(email))
    assert status == 201, answer


def row(page, name="Priya Raman"):
    return page.locator(".side .wrow", has_text=name)


def test_waiting_is_ended_without_an_answer(server, browser):
    waits(server)
    page = browser.sign_in(server, ALEX)
    expect(row(page)).to_be_visible()
    row(page).get_by_role("button", name="Done or later: Priya Raman").click()
    page.get_by_role("button", name="Nothing to answer").click()
    expect(row(page)).to_have_count(0)
    expect(page.locator("a.ch", has_text="Priya Raman")).to_be_visible()
    # Whoever writes again waits again; a key ends it, too.
    waits(server)
    expect(row(page)).to_be_visible()
    row(page).locator("a").focus()
    page.keyboard.press("e")
    expect(row(page)).to_have_count(0)
    # And so does the pane beside a chat that was read, on a phone as well.
    waits(server)
    phone = browser.sign_in(server, ALEX, width=390, height=844, touch=True)
    expect(row(phone)).to_be_visible()
    open_chat(phone, "Priya Raman")
    phone.get_by_role("button", name="About this chat", exact=True).click()
    phone.locator(".pane").get_by_role("button", name="Nothing to answer").click()
    expect(phone.locator(".pane").get_by_role("button", name="Nothing to answer")).to_have_count(0)
    expect(row(page)).to_have_count(0)


def test_done_is_taken_back(server, browser):
    waits(server)
    page = browser.sign_in(server, ALEX)
    row(page).get_by_role("button", name="Done or later: Priya Raman").click()
    page.get_by_role("button", name="Nothing to answer").click()
    expect(row(page)).to_have_count(0)
    page.locator(".toast").get_by_role("button", name="Undo").click()
    expect(row(page)).to_be_visible()
    server.request("POST", f"/v1/inbox/{server.chat(ALEX, 'Priya Raman')}/done", {}, server.login(ALEX))
    expect(row(page)).to_have_count(0)


def test_waiting_is_put_off(server, browser):
    waits(server)
    page = browser.sign_in(server, ALEX, "/today")
    block = page.locator("section.blk", has=page.get_by_role("heading", name="Waiting for you"))
    block.get_by_role("button", name="Done or later: Priya Raman").click()
    page.get_by_role("button", name="Tomorrow, 9:00").click()
    expect(block).not_to_contain_text("Priya Raman")
    expect(page.get_by_text("Priya Raman waits again from Thu 09:00.").first).to_be_visible()
    page.get_by_role("button", name="Undo").click()
    expect(block).to_contain_text("Priya Raman")
    server.request("POST", f"/v1/inbox/{server.chat(ALEX, 'Priya Raman')}/done", {}, server.login(ALEX))
    expect(block).not_to_contain_text("Priya Raman")


SHIFTS = """() => {
    window.shifted = 0;
    new PerformanceObserver((list) => {
        for (const one of list.getEntries()) window.shifted += one.value;
    }).observe({ type: "layout-shift", buffered: true });
}"""


def test_a_start_knows_who_waited_and_moves_nothing(server, browser):
    page = browser.sign_in(server, ALEX)
    heading = page.get_by_role("heading", name="Waiting for you")
    expect(heading).to_be_visible()
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    # The server's answer is late, as on a slow network.
    held = []
    page.route("**/v1/inbox", lambda route: held.append(route))
    page.add_init_script(f"({SHIFTS})()")
    page.reload()
    page.locator("html[data-ready]").wait_for(state="attached")
    expect(heading).to_be_visible()
    expect(page.locator(".side .wrow").first).to_be_visible()
    page.wait_for_function("performance.now() > 0")
    frames(page, 5)
    while not held:
        frames(page, 5)
    for route in held:
        route.continue_()
    frames(page, 20)
    assert page.evaluate("window.shifted") < 0.1, page.evaluate("window.shifted")
    # Without the network it's known as well.
    page.unroute_all(behavior="ignoreErrors")
    page.context.set_offline(True)
    page.reload()
    page.get_by_role("button", name="Try now").wait_for()
    expect(page.locator(".side .wrow", has_text="Kenji Watanabe")).to_be_visible()
    expect(page.get_by_text("Nobody waits for you")).to_have_count(0)


def test_nothing_of_it_outlives_the_session(server, browser):
    page = browser.sign_in(server, ALEX)
    expect(page.get_by_role("heading", name="Waiting for you")).to_be_visible()
    page.goto(server.url + "/settings/devices")
    page.get_by_role("button", name="Sign out", exact=True).last.click()
    page.get_by_role("dialog").get_by_role("button", name="Sign out").click()
    page.get_by_label("E-mail").wait_for()
    kept = page.evaluate("""new Promise((done) => {
        const open = indexedDB.open("spotter");
        open.onsuccess = () => {
            const keys = open.result.transaction("meta").objectStore("meta").getAllKeys();
            keys.onsuccess = () => done(keys.result);
        };
    })""")
    assert [key for key in kept if key.startswith("answer")] == [], kept


def test_the_list_is_one_stop_and_says_what_it_shows(server, browser):
    page = browser.sign_in(server, ALEX)
    expect(page.locator("a.ch").first).to_be_visible()
    # Only who has waited for a day stands out.
    marks = page.locator(".side .wrow").evaluate_all(
        "(all) => all.map((one) => [one.querySelector('.when').textContent, one.querySelector('.wait') !== null])")
    assert marks and all(is_marked == bool(re.search(r"\dd", text)) for text, is_marked in marks), marks
    stops = page.locator(".side .scroll a.ch[tabindex='0']")
    expect(stops).to_have_count(1)
    stops.focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    expect(stops).to_have_count(1)
    expect(stops).to_be_focused()
    # A chat that is kept on top has a sign, and is first among those who wait.
    waits(server)
    chat, token = server.chat(ALEX, "Priya Raman"), server.login(ALEX)
    server.request("PATCH", f"/v1/chats/{chat}/settings", {"isPinned": True}, token)
    first = page.locator(".side .wrow").first
    expect(first).to_contain_text("Priya Raman")
    expect(first.get_by_title("kept on top")).to_be_visible()
    browser.sign_in(server, PRIYA)
    expect(page.get_by_role("link", name=re.compile(r"Priya Raman\s*, Online\s*, kept on top"))).to_be_visible()
