"""Browsers under WebDriver: what the main flows need of an engine other than Chromium.

Waiting is the driver's: a search for an element ends when it's there. What must be gone is searched for as its opposite.
"""

import base64
import contextlib
import socket

from harness import PASSWORD

ENTER = "\ue007"
# How long an element may take to come.
PATIENCE = 30_000
ELEMENT = "element-6066-11e4-a52e-4f735466cecf"
WATCH = """
if (window.complaints) return;
window.complaints = [];
const keep = (text) => window.complaints.push(text);
addEventListener("error", (event) => keep(`error: ${event.message}`));
addEventListener("unhandledrejection", (event) => keep(`rejected: ${event.reason}`));
document.addEventListener("securitypolicyviolation", (event) => keep(`policy: ${event.violatedDirective} ${event.blockedURI}`));
"""


class Browser:
    """As `harness.Browser`. Each page is a browser of its own, since a driver has one session."""

    page = None

    def __init__(self, _):
        self.pages = []

    @property
    def complaints(self):
        return [text for page in self.pages for text in page.complaints()]

    def open(self, server, path="/", width=1280, height=800, zone="America/New_York"):
        page = self.page(zone, width, height)
        self.pages.append(page)
        page.goto(server.url + path)
        return page

    def sign_in(self, server, email, path="/chats", **options):
        page = self.open(server, path, **options)
        page.field("E-mail").type(email)
        page.field("Password").type(PASSWORD + ENTER)
        page.css("nav.rail")
        return page

    def picture(self, path):
        for number, page in enumerate(self.pages):
            path.with_name(f"{path.name}-{number}.png").write_bytes(base64.b64decode(page.call("GET", "/screenshot")))

    def close(self):
        for page in self.pages:
            page.close()
        self.pages = []


class Page:
    """A window whose profile nothing stays of. An engine's own says how it begins, ends and is called."""

    def call(self, method, path, body=None):
        """What a command of WebDriver gives, by its path below the session."""
        raise NotImplementedError

    def goto(self, address):
        self.call("POST", "/url", {"url": address})
        self.watch()

    def reload(self):
        self.call("POST", "/refresh", {})
        self.watch()

    def watch(self):
        self.css("html[data-ready]")
        self.run(WATCH)

    def complaints(self):
        return self.run("return window.complaints ?? []")

    @property
    def address_bar(self):
        return self.call("GET", "/url")

    # Elements

    def find(self, using, value):
        element = Element(self, using, value)
        element.act("GET", "/displayed")
        return element

    def css(self, selector):
        return self.find("css selector", selector)

    def xpath(self, path):
        return self.find("xpath", path)

    def button(self, name):
        return self.xpath(f"//button[not(@hidden)][@aria-label={quoted(name)} or normalize-space(.)={quoted(name)}]")

    def field(self, label):
        return self.xpath(f"//label[span[normalize-space(.)={quoted(label)}]]//input | "
                          f"//*[self::input or self::textarea][@aria-label={quoted(label)}]")

    def heading(self, name):
        return self.xpath(f"//h1[normalize-space(.)={quoted(name)}]")

    def text(self, text):
        return self.xpath(f"//*[not(self::script)][contains(normalize-space(text()), {quoted(text)})]")

    def bubble(self, text):
        return self.xpath(f"//*[contains(concat(' ', @class, ' '), ' tx ')][normalize-space(.)={quoted(text)}]")

    # Scripts

    def run(self, script, *arguments):
        return self.call("POST", "/execute/sync", {"script": script, "args": list(arguments)})

    def promise(self, expression):
        """What the promise of an expression gives."""
        script = f"const done = arguments[0]; ({expression}).then(done, (error) => done(`failed: ${{error}}`));"
        return self.call("POST", "/execute/async", {"script": script, "args": []})


class Element:
    """Whatever fits a search at the time: lists are drawn anew while a test acts on them."""

    def __init__(self, page, using, value):
        self.page, self.query = page, {"using": using, "value": value}

    def find(self):
        return f"/element/{self.page.call('POST', '/element', self.query)[ELEMENT]}"

    def act(self, method, path, body=None):
        for _ in range(20):
            try:
                return self.page.call(method, self.find() + path, body)
            except Refused as error:
                # The second is what a page says that is just loaded anew.
                if error.kind not in ("stale element reference", "no such frame"):
                    raise
        raise AssertionError(f"{self.query} is drawn anew all the time")

    def click(self):
        self.act("POST", "/click", {})

    def type(self, text):
        self.act("POST", "/value", {"text": text})

    @property
    def text(self):
        return self.act("GET", "/text")


class Refused(AssertionError):
    """What the driver couldn't do."""

    def __init__(self, kind, *details):
        super().__init__(kind, *details)
        self.kind = kind


def quoted(text):
    """A string of XPath, which knows no escapes."""
    return '"' + text + '"' if '"' not in text else "'" + text + "'"


def free_port():
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return free.getsockname()[1]


def wait_for_port(port, process):
    """Each attempt ends at once while nobody listens, so there is nothing to be told by but the port itself."""
    while process.poll() is None:
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
            return
    raise RuntimeError(f"{process.args[0]} doesn't start")
