"""What the browser's tests stand on: a server with the example studio, Chromium, people who are signed in.

Each test has a server of its own, so that it finds the studio as it was made, alone or after others. Tests wait for what they expect to see, never for a time.
"""

import contextlib
import os
import pathlib
import re
import sys
import tempfile
import traceback

from playwright.sync_api import expect, sync_playwright

from front import Front

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[3] / "scripts" / "lib"))
from studio_server import ALEX, NOW, PASSWORD, PRIYA, SARA, StudioServer  # noqa: E402, F401

expect.set_options(timeout=20_000)


class Server(StudioServer):
    """The studio's server with the web app; from its sources, if they are what is to be tested."""

    def __init__(self, *options, studio=None):
        super().__init__(os.environ["SPOTTER_BINARY"], studio or os.environ["SPOTTER_STUDIO"], *options)
        self.front = Front(self.api) if os.environ.get("WEB_SOURCES") else None
        self.url = self.front.url if self.front else self.api

    def end(self):
        super().end()
        if self.front:
            self.front.end()


@contextlib.contextmanager
def fresh_server(*options):
    """A server without any account."""
    with tempfile.TemporaryDirectory(prefix="spotter-fresh-") as folder:
        server = Server(*options, studio=folder)
        try:
            yield server
        finally:
            server.end()


class Browser:
    """Chromium. Whatever a page complains of fails the test."""

    def __init__(self, chromium):
        self.chromium = chromium
        self.complaints = []
        self.contexts = []

    def open(self, server, path="/", width=1280, height=800, dark=False, zone="America/New_York", touch=False, **more):
        """A page of a new person: nothing is shared with others. `more` are further options of Playwright's."""
        context = self.chromium.new_context(
            viewport={"width": width, "height": height}, color_scheme="dark" if dark else "light", locale="en-GB",
            timezone_id=zone, has_touch=touch, is_mobile=touch, **more,
        )
        context.grant_permissions(["clipboard-read", "clipboard-write"], origin=server.url)
        self.contexts.append(context)
        return self.tab(context, server, path)

    def tab(self, context, server, path="/"):
        page = context.new_page()
        page.set_default_timeout(20_000)
        page.on("pageerror", lambda error: self.complaints.append(f"error: {error}"))
        page.on("console", self.heard)
        page.on("dialog", lambda dialog: (self.complaints.append(f"dialog: {dialog.message}"), dialog.dismiss()))
        page.goto(server.url + path)
        page.locator("html[data-ready]").wait_for(state="attached")
        return page

    def heard(self, message):
        # A killed server is told by Chromium itself.
        if message.type == "error" and "Failed to load resource" not in message.text \
                and "WebSocket connection" not in message.text:
            self.complaints.append(message.text)

    def sign_in(self, server, email, path="/chats", **options):
        page = self.open(server, path, **options)
        page.get_by_label("E-mail").fill(email)
        page.get_by_label("Password").fill(PASSWORD)
        page.get_by_role("button", name="Sign in").click()
        page.locator("nav.rail").wait_for()
        return page

    def picture(self, path):
        """Pictures of all pages, as `path` with a number."""
        for number, page in enumerate(page for context in self.contexts for page in context.pages):
            with contextlib.suppress(Exception):
                page.screenshot(path=path.with_name(f"{path.name}-{number}.png"))

    def close(self):
        for context in self.contexts:
            context.close()
        self.contexts = []


def open_chat(page, name):
    # By the chat's own name: last messages and senders name people, too.
    title = page.locator(".who", has_text=re.compile(f"^{re.escape(name)}"))
    page.locator("a.ch", has=title).first.click()
    page.get_by_role("heading", level=1, name=name).wait_for()
    page.locator(".msg, .edge").first.wait_for()


def frames(page, count=1):
    """Waits until the browser has drawn so often: what it does on its own has happened by then."""
    page.evaluate("""(count) => new Promise((done) => {
        const step = () => (count-- > 0 ? requestAnimationFrame(step) : done());
        step();
    })""", count)


def wait_until(page, holds):
    """For what the page isn't told of: looks again after each frame."""
    for _ in range(2000):
        if holds():
            return
        frames(page)
    raise AssertionError("it never came true")


def to_newest(page):
    """To the end of the chat: one with many unread messages opens at the first of them."""
    button = page.get_by_role("button", name="To the newest message")
    page.locator(".msg").first.wait_for()
    if button.is_visible():
        button.click()


def write(page, text):
    page.locator(".cmp textarea").fill(text)
    page.locator(".cmp textarea").press("Enter") if not is_touch(page) else page.get_by_role("button", name="Send").click()


def expect_sent(page, text):
    """The message is there, and the server has it."""
    expect(bubble(page, text)).to_be_visible()
    expect(page.locator("[data-pending]")).to_have_count(0)


def is_touch(page):
    return page.evaluate("matchMedia('(pointer: coarse)').matches")


def bubble(page, text):
    """The message with exactly this text; a quote of it is not one."""
    return page.locator(".msg .bub", has=page.locator(".tx", has_text=re.compile(f"^{re.escape(text)}$")))


@contextlib.contextmanager
def chromium():
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
        try:
            yield browser
        finally:
            browser.close()


def run(tests, verbose, engine=chromium, browser_of=Browser):
    """Runs tests, functions that take a server and a browser. @returns the names of those that failed.

    @param engine what all of them share, as a context; `browser_of` makes each test's own browser of it.
    """
    failed = []
    folder = pathlib.Path(os.environ.get("WEB_SHOTS", tempfile.gettempdir()))
    with engine() as shared:
        for name, test in tests:
            server = browser = None
            try:
                server = Server()
                browser = browser_of(shared)
                test(server, browser)
                assert not browser.complaints, f"the page complains: {browser.complaints[:5]}"
                print(f"  ok    {name}", flush=True)
            except Exception as error:  # what a browser raises is of many kinds
                failed.append(name)
                print(f"  FAIL  {name}: {type(error).__name__}: {str(error)[:600]}", flush=True)
                if verbose:
                    traceback.print_exc()
                with contextlib.suppress(Exception):
                    browser.picture(folder / f"failed-{name}")
            finally:
                if browser is not None:
                    browser.close()
                if server is not None:
                    server.end()
    return failed
