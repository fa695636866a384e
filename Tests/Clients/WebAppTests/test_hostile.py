"""Hostile texts, names and file names go through every screen: no script runs, nothing breaks out of its place."""

import urllib.parse
import urllib.request

import hostile
from harness import ALEX, PASSWORD, expect, open_chat


def test_hostile_texts_stay_texts(server, browser):
    token, chat = server.login(ALEX), server.chat(ALEX, "Saturday Run Club")
    texts = hostile.texts()
    assert len(texts) >= 200, len(texts)
    sent = []
    for number, text in enumerate(texts):
        status, answer = server.request("POST", f"/v1/chats/{chat}/messages", {"clientMessageId": f"h-{number}", "text": text}, token)
        # A few are refused by the server, such as those that show nothing.
        if status == 201:
            sent.append(answer["message"])
    assert len(sent) >= 200, len(sent)
    upload_all(server, token, chat)
    page = browser.sign_in(server, ALEX, width=320, height=640)
    open_chat(page, "Saturday Run Club")
    seen = set()
    log = page.get_by_role("log")
    for message in [*sent[::25], sent[-1]]:
        page.goto(f"{server.url}/chats/{chat}/messages/{message['id']}")
        page.locator(f'[data-id="{message["id"]}"]').wait_for()
        seen |= set(page.locator(".msg[data-id]").evaluate_all("all => all.map(one => one.dataset.id)"))
        check(page)
        texts_shown = dict(page.locator(".msg[data-id]").evaluate_all(
            "all => all.map(one => [one.dataset.id, one.querySelector('.tx')?.textContent ?? ''])"))
        for other in sent:
            if other["id"] in texts_shown:
                assert texts_shown[other["id"]] == other["text"], (other["text"], texts_shown[other["id"]])
    assert len(seen & {message["id"] for message in sent}) >= 200
    expect(log).to_be_visible()
    page.goto(server.url + "/chats")
    page.locator("a.ch").first.wait_for()
    check(page)
    page.get_by_label("Find people and messages").fill("<script>alert(1)</script>")
    expect(page.get_by_role("status").filter(has_text="message").first).to_be_visible()
    check(page)


def upload_all(server, token, chat):
    for number, name in enumerate(hostile.FILE_NAMES):
        query = urllib.parse.urlencode({"clientMediaId": f"file-{number}", "fileName": name})
        request = urllib.request.Request(f"{server.api}/v1/media?{query}", b"plain text", method="POST", headers={
            "Authorization": f"Bearer {token}", "Content-Type": "application/octet-stream"})
        try:
            with urllib.request.urlopen(request) as answer:
                import json
                media = json.loads(answer.read())["media"]["id"]
        except urllib.error.HTTPError as error:
            error.close()
            continue
        body = {"clientMessageId": f"with-{number}", "text": "", "mediaIds": [media]}
        assert server.request("POST", f"/v1/chats/{chat}/messages", body, token)[0] == 201


def check(page):
    """Nothing of a text became an element that does something, and nothing is wider than the screen."""
    found = page.evaluate("""() => ({
        wide: document.documentElement.scrollWidth > innerWidth,
        scripts: [...document.scripts].filter((one) => !one.src.startsWith(location.origin + "/assets/")).length,
        foreign: document.querySelectorAll("iframe,object,embed,base,form[action],style,link:not([rel=icon]):not([rel=apple-touch-icon]):not([rel=manifest]):not([rel=stylesheet])").length,
        handlers: [...document.querySelectorAll("*")].filter((one) => [...one.attributes].some((a) => a.name.startsWith("on"))).length,
        links: [...document.links].map((one) => one.href).filter((one) => !/^(https?:|mailto:)/.test(one)),
        users: [...document.links].filter((one) => one.username !== "" && one.protocol !== "mailto:").map((one) => one.href),
    })""")
    assert found == {"wide": False, "scripts": 0, "foreign": 0, "handlers": 0, "links": [], "users": []}, found


def test_hostile_names_stay_names(server, browser):
    token = server.login(ALEX)
    made = []
    for number, name in enumerate(hostile.NAMES):
        status, answer = server.request("POST", "/v1/invitations", {}, token)
        assert status == 201, answer
        status, answer = server.request("POST", "/v1/auth/register", {
            "email": f"hostile{number}@example.com", "password": PASSWORD, "displayName": name, "role": "client",
            "invite": answer["invitation"]["code"]})
        if status != 201:
            continue
        user = answer["user"]["id"]
        status, opened = server.request("POST", "/v1/chats", {"kind": "direct", "memberIds": [user]}, token)
        assert status in (200, 201), opened
        server.request("POST", f"/v1/chats/{opened['chat']['id']}/messages", {"clientMessageId": f"n-{number}", "text": "Hello"},
                       answer["accessToken"])
        made.append((opened["chat"]["id"], name))
    assert len(made) >= 5, made
    page = browser.sign_in(server, ALEX, width=320, height=640)
    for path in ["/chats", "/today", *[f"/chats/{chat}" for chat, _ in made]]:
        page.goto(server.url + path)
        page.locator("html[data-ready]").wait_for(state="attached")
        page.locator("a.ch, .msg, .it").first.wait_for(state="attached")
        check(page)
