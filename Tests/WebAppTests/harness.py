"""What the browser's tests stand on: a server with the example studio, Chromium, people who are signed in.

Tests wait for what they expect to see, never for a time.
"""

import contextlib
import json
import os
import pathlib
import re
import shutil
import socket
import subprocess
import tempfile
import threading
import traceback
import urllib.error
import urllib.request

from playwright.sync_api import expect, sync_playwright

from front import Front

PASSWORD = "spotter-demo"
# Wednesday 11 March 2026, 09:15 in New York: the day of fixtures/studio.jsonl.
NOW = "2026-03-11T13:15:00Z"
ALEX, SARA, PRIYA = "alex@example.com", "sara@example.com", "priya@example.com"
expect.set_options(timeout=20_000)


class Server:
    """A server on a copy of the studio, that can be killed and started again at the same address.

    @param options further ones of `spotter serve`.
    """

    def __init__(self, *options):
        self.options = options
        self.root = pathlib.Path(tempfile.mkdtemp(prefix="spotter-web-"))
        shutil.copytree(os.environ["SPOTTER_STUDIO"], self.root / "data")
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.api = f"http://127.0.0.1:{self.port}"
        self.process = None
        self.start()
        self.url = Front(self.api).url if os.environ.get("WEB_SOURCES") else self.api

    def start(self):
        environment = {name: value for name, value in os.environ.items() if not name.startswith("SPOTTER_")}
        environment["SPOTTER_MODEL_DIR"] = str(self.root / "no-model")
        command = [os.environ["SPOTTER_BINARY"], "serve", "--data", self.root / "data", "--port", str(self.port),
                   "--now", NOW, "--log-level", "warning", *self.options]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                                        env=environment)
        output = []
        for line in self.process.stdout:
            output.append(line)
            if re.match(r"listening on (\S+)", line):
                break
        else:
            raise RuntimeError("the server doesn't start: " + "".join(output)[-600:])
        process = self.process
        # What it prints later must not fill the pipe.
        threading.Thread(target=lambda: [None for _ in process.stdout], daemon=True).start()

    def kill(self):
        self.process.kill()
        self.process.wait(30)

    def end(self):
        self.kill()
        shutil.rmtree(self.root, ignore_errors=True)

    def request(self, method, path, body=None, token=None):
        headers = {"Content-Type": "application/json"} if body is not None else {}
        if token:
            headers["Authorization"] = f"Bearer {token}"
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.api + path, data, headers, method=method)
        try:
            with urllib.request.urlopen(request, timeout=60) as answer:
                return answer.status, json.loads(answer.read() or b"null")
        except urllib.error.HTTPError as error:
            with error:
                return error.code, json.loads(error.read() or b"null")

    def login(self, email):
        status, answer = self.request("POST", "/v1/auth/login", {"email": email, "password": PASSWORD})
        assert status == 200, answer
        return answer["accessToken"]

    def chat(self, email, name):
        """The id of the chat that `email` sees under this name."""
        _, answer = self.request("GET", "/v1/chats", token=self.login(email))
        return next(chat["id"] for chat in answer["chats"] if chat["name"] == name)

    def texts(self, email, chat, limit=50):
        _, page = self.request("GET", f"/v1/chats/{chat}/messages?limit={limit}", token=self.login(email))
        return [message["text"] for message in page["messages"]]


class Browser:
    """Chromium. Whatever a page complains of fails the test."""

    def __init__(self, chromium):
        self.chromium = chromium
        self.complaints = []
        self.contexts = []

    def open(self, server, path="/", width=1280, height=800, dark=False, zone="America/New_York", touch=False):
        """A page of a new person: nothing is shared with others."""
        context = self.chromium.new_context(
            viewport={"width": width, "height": height}, color_scheme="dark" if dark else "light", locale="en-GB",
            timezone_id=zone, has_touch=touch, is_mobile=touch,
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


def run(tests, verbose):
    """Runs tests, functions that take a server and a browser. @returns how many failed."""
    failed = 0
    server = Server()
    try:
        with chromium() as process:
            for name, test in tests:
                browser = Browser(process)
                try:
                    test(server, browser)
                    assert not browser.complaints, f"the page complains: {browser.complaints[:5]}"
                    print(f"  ok    {name}", flush=True)
                except Exception as error:  # what a browser raises is of many kinds
                    failed += 1
                    print(f"  FAIL  {name}: {type(error).__name__}: {str(error)[:600]}", flush=True)
                    if verbose:
                        traceback.print_exc()
                    keep(browser, name)
                finally:
                    browser.close()
                    if server.process.poll() is not None:
                        server.start()
    finally:
        server.end()
    return failed


def keep(browser, name):
    """What a failed test saw."""
    folder = pathlib.Path(os.environ.get("WEB_SHOTS", tempfile.gettempdir()))
    for number, page in enumerate(page for context in browser.contexts for page in context.pages):
        with contextlib.suppress(Exception):
            page.screenshot(path=folder / f"failed-{name}-{number}.png")
