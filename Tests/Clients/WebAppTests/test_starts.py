"""What a start asks for, and that nothing moves when the answers come."""

import json
import re

from harness import ALEX, PASSWORD, SARA, expect, frames, open_chat, wait_until
from test_waiting import SHIFTS, waits


def test_a_start_fetches_the_chats_that_have_changed(server, browser):
    page = browser.sign_in(server, ALEX)
    page.locator("a.ch").first.wait_for()
    count = page.locator("a.ch").count()
    answers = []

    def note(response):
        if response.url.endswith("/v1/chats/changes"):
            answers.append(response)

    page.on("response", note)

    def restart():
        answers.clear()
        with page.expect_response("**/v1/chats/changes"):
            page.reload()
        page.wait_for_load_state("networkidle")
        return [one["chat"]["name"] for one in json.loads(answers[-1].body())["chats"]]

    restart()
    assert restart() == [], "nothing has changed"
    expect(page.locator("a.ch")).to_have_count(count)
    # What another device has changed comes, and only that.
    chat, token = server.chat(ALEX, "Tom Becker"), server.login(ALEX)
    page.goto("about:blank")
    server.request("PATCH", f"/v1/chats/{chat}/settings", {"isPinned": True}, token)
    page.goto(server.url + "/chats")
    page.wait_for_load_state("networkidle")
    assert [one["chat"]["name"] for one in json.loads(answers[-1].body())["chats"]] == ["Tom Becker"]
    expect(page.locator("a.ch", has_text="Tom Becker").first.get_by_title("kept on top")).to_be_visible()
    # What was changed here and changed back elsewhere isn't taken for the same.
    with page.expect_response("**/v1/chats/*/settings"):
        open_chat(page, "Tom Becker")
        page.get_by_role("button", name="About this chat", exact=True).click()
        page.locator(".pane").get_by_role("button", name="Don’t keep on top").click()
    expect(page.locator("a.ch", has_text="Tom Becker").first.get_by_title("kept on top")).to_have_count(0)
    page.goto("about:blank")
    server.request("PATCH", f"/v1/chats/{chat}/settings", {"isPinned": True}, token)
    page.goto(server.url + "/chats")
    expect(page.locator("a.ch", has_text="Tom Becker").first.get_by_title("kept on top")).to_be_visible()
    server.request("PATCH", f"/v1/chats/{chat}/settings", {"isPinned": False}, token)
    expect(page.locator("a.ch", has_text="Tom Becker").first.get_by_title("kept on top")).to_have_count(0)


STARTS = ["/chats", "/today", "/calendar", "/assistant", "/settings/notifications"]


def test_no_start_moves_what_is_seen(server, browser):
    """The answers come late, one after the other, as on a slow network; what was known stands there before."""
    waits(server)
    for email, width, height in ((ALEX, 1280, 800), (ALEX, 390, 844), (SARA, 390, 844)):
        page = browser.sign_in(server, email, width=width, height=height, touch=width < 720)
        page.locator("a.ch").first.wait_for()
        page.evaluate("navigator.serviceWorker.ready.then(() => true)")
        starts = STARTS if email == ALEX else ["/", *STARTS[2:]]
        for path in starts:
            page.goto(server.url + path)
            page.wait_for_load_state("networkidle")
        page.add_init_script(f"({SHIFTS})()")
        held = []
        page.route("**/v1/**", lambda route: held.append(route) if route.request.method == "GET" else route.continue_())
        for path in starts:
            held.clear()
            page.goto(server.url + path)
            page.locator("html[data-ready]").wait_for(state="attached")
            frames(page, 10)
            while held:
                held.pop(0).continue_()
                frames(page, 6)
            frames(page, 10)
            shifted = page.evaluate("window.shifted")
            assert shifted < 0.1, (email, width, path, shifted)
        page.unroute_all(behavior="ignoreErrors")


def test_what_is_known_of_reminders_and_news_stands_without_the_network(server, browser):
    page = browser.sign_in(server, ALEX, "/calendar#reminders")
    page.get_by_role("button", name="New reminder").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("textbox").first.fill("Known without a network")
    dialog.get_by_role("button", name="Save").click()
    expect(page.get_by_text("Known without a network").first).to_be_visible()
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.context.set_offline(True)
    page.reload()
    page.get_by_role("button", name="Try now").wait_for()
    expect(page.get_by_text("Known without a network").first).to_be_visible()


def test_a_browser_fetches_the_words_that_it_shows(server, browser):
    for locale, wanted, other in (("en-GB", "/assets/en-", "/assets/es-"), ("es-MX", "/assets/es-", "/assets/en-")):
        context = browser.chromium.new_context(locale=locale, service_workers="block")
        browser.contexts.append(context)
        page = context.new_page()
        asked = []
        page.on("request", lambda request: asked.append(request.url))
        page.goto(server.url + "/")
        page.locator("html[data-ready]").wait_for(state="attached")
        assert any(wanted in url for url in asked) and not any(other in url for url in asked), asked


def test_everybodys_presence_is_asked_for(server, browser):
    """However many there are: the server takes a hundred at a time."""
    page = browser.open(server)
    crowd = [f"0198b5f0-0000-7000-8000-{number:012}" for number in range(250)]
    asked = []

    def with_crowd(route):
        answer = route.fetch()
        body = answer.json()
        for one in body["chats"]:
            members = one["chat"]["members"]
            if one["chat"]["kind"] == "group":
                members += [{**members[0], "userId": person, "displayName": "In a crowd"} for person in crowd]
        route.fulfill(response=answer, json=body)

    def presence(route):
        asked.append(route.request.url.split("userIds=")[1].split(","))
        route.fulfill(json={"presence": [{"userId": one, "status": "online", "lastSeen": None} for one in asked[-1]]})

    page.route("**/v1/chats/changes", with_crowd)
    page.route(re.compile(r"/v1/presence\?"), presence)
    page.get_by_label("E-mail").fill(ALEX)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in").click()
    page.locator("nav.rail").wait_for()
    wait_until(page, lambda: len(asked) > 2)
    assert set(crowd) <= {one for ids in asked for one in ids}, [len(ids) for ids in asked]
    assert all(len(ids) <= 100 for ids in asked), [len(ids) for ids in asked]
