"""A new release, and the app without a server."""

import re

from front import Front
from harness import ALEX, bubble, expect, open_chat, write

READY = "navigator.serviceWorker.ready.then(() => navigator.serviceWorker.controller !== null)"


class Served:
    """The server behind a front of its own, whose files can change."""

    def __init__(self, server):
        self.front = Front(server.api)
        self.url = self.front.url

    def release(self, mark):
        """Other files under other names, as a new release has them."""
        files = dict(self.front.files)
        old = next(path for path in files if re.match(r"/assets/app-\w+\.js", path))
        new = f"/assets/app-{mark}.js"
        kind, script = files.pop(old)
        files[new] = (kind, script + f";document.documentElement.dataset.release='{mark}'".encode())
        for name in ("/index.html", "/sw.js"):
            kind, content = files[name]
            files[name] = (kind, content.replace(old.encode(), new.encode()))
        kind, worker = files["/sw.js"]
        files["/sw.js"] = (kind, re.sub(rb"shell-\$\{\"\w+\"\}|shell-[0-9a-f]{12}", f"shell-{mark}".encode(), worker))
        assert files["/sw.js"][1] != worker, "the worker names its release otherwise"
        self.front.files = files

    def vanish(self):
        self.front.files = {}


def look_for_release(page):
    page.evaluate("navigator.serviceWorker.getRegistration().then((one) => one.update()).then(() => true)")


def test_a_new_release_keeps_what_was_typed(server, browser):
    served = Served(server)
    page = browser.sign_in(served, ALEX)
    page.wait_for_function(READY)
    page.reload()
    open_chat(page, "Tom Becker")
    other = browser.tab(page.context, served, "/settings/profile")
    other.get_by_label("Name", exact=True).fill("Half a na")
    served.release("2222222222")
    page.locator(".cmp textarea").press_sequentially("Typed before the release")
    look_for_release(page)
    expect(page.locator(".ban").first).to_contain_text("A new version is ready. What you’ve typed stays.")
    # Nothing is taken without consent.
    assert page.evaluate("document.documentElement.dataset.release") is None
    page.locator(".cmp textarea").press_sequentially(", to the last letter")
    page.get_by_role("button", name="Update").click()
    page.locator("html[data-release='2222222222'][data-ready]").wait_for(state="attached")
    expect(page.locator(".cmp textarea")).to_have_value("Typed before the release, to the last letter")
    expect(page.get_by_role("button", name="Update")).to_have_count(0)
    # The other tab isn't interrupted, and is offered the same.
    expect(other.get_by_label("Name", exact=True)).to_have_value("Half a na")
    other.get_by_role("button", name="Update").click()
    other.locator("html[data-release='2222222222'][data-ready]").wait_for(state="attached")


def test_the_app_opens_with_the_server_down(server, browser):
    served = Served(server)
    page = browser.sign_in(served, ALEX)
    page.wait_for_function(READY)
    open_chat(page, "Tom Becker")
    write(page, "Seen before the server went")
    expect(bubble(page, "Seen before the server went")).to_be_visible()
    expect(page.locator("[data-pending]")).to_have_count(0)
    chat = page.url.rsplit("/", 1)[-1]
    server.kill()
    served.vanish()
    for path, seen in [("/chats", "Tom Becker"), (f"/chats/{chat}", "Seen before the server went"), ("/settings", "Settings")]:
        tab = browser.tab(page.context, served, path)
        expect(tab.get_by_text(seen).first).to_be_visible()
        tab.close()
    tab = browser.tab(page.context, served, "/settings/devices")
    expect(tab.get_by_role("alert").filter(has_text="The server can’t be reached.")).to_be_visible()
    expect(tab.get_by_role("button", name="Try again")).to_be_visible()
