"""A copy of the calendar in another CalDAV server: set up in the settings, told of, and ended."""

import base64
import contextlib
import http.server
import queue

import harness
from harness import ALEX, SARA, expect
from test_channels import serving
from test_screens import judge

RIGHT = "Basic " + base64.b64encode(b"alex:one for this alone").decode()
CALENDAR = b'<multistatus xmlns="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav"><resourcetype><C:calendar/></resourcetype></multistatus>'


@contextlib.contextmanager
def caldav():
    """As much of a CalDAV server as a copy needs. Gives its address, and the events that came."""
    received = queue.Queue()

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_PROPFIND(self):
            self.read()
            self.answer(401 if self.headers["Authorization"] != RIGHT else 207 if self.path == "/alex/sessions/" else 404, CALENDAR)

        def do_PUT(self):
            received.put(self.read())
            self.answer(201, b"", ETag='"1"')

        def do_GET(self):
            self.answer(404)

        def read(self):
            return self.rfile.read(int(self.headers.get("Content-Length", 0)))

        def answer(self, status, body=b"", **headers):
            self.send_response(status)
            for name, value in {"Content-Length": str(len(body)), **headers}.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_):
            pass

    with serving(http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)) as port:
        yield f"http://127.0.0.1:{port}", received


def test_a_copy_is_set_up_told_of_and_ended(_, browser):
    with caldav() as (address, received):
        server = harness.Server("--calendar-origins", address)
        try:
            walk(server, browser, address, received)
        finally:
            server.end()


def walk(server, browser, address, received):
    page = browser.sign_in(server, ALEX, "/settings/calendar")
    form = page.get_by_role("form", name="A copy in another calendar")
    # What goes there, and where to, is said before.
    expect(page.get_by_text("Title, time, place and notes of all that is in your calendar go there")).to_be_visible()
    expect(form).to_contain_text(f"Of a calendar (CalDAV) at {address}.")
    url, name, password = (form.get_by_label(label) for label in ("Address", "User name there", "Password there"))
    submit = form.get_by_role("button", name="Copy it there")
    url.fill("https://elsewhere.example/alex/")
    name.fill("alex")
    password.fill("not it")
    submit.click()
    expect(url).to_have_attribute("aria-invalid", "true")
    url.fill(f"{address}/alex/sessions/")
    submit.click()
    expect(password).to_have_attribute("aria-invalid", "true")
    expect(form).to_contain_text("doesn't accept the user name or the password")
    judge(page, "a copy that was refused")
    password.fill("one for this alone")
    submit.click()
    row = page.locator("ul.box li", has_text=f"{address}/alex/sessions/")
    expect(row).to_contain_text("Works.")
    assert b"BEGIN:VEVENT" in received.get(timeout=30)
    # The password is nowhere any more; address and name are.
    expect(password).to_have_value("")
    expect(name).to_have_value("alex")
    row.get_by_role("button", name="Stop copying").click()
    page.get_by_role("dialog").get_by_role("button", name="Stop copying").click()
    expect(row).to_have_count(0)
    assert server.request("GET", "/v1/calendar/push", token=server.login(ALEX))[1]["push"] is None


def test_a_copy_that_fails_says_why(server, browser):
    page = browser.sign_in(server, SARA, "/settings/profile", width=320, height=640, touch=True)
    push = {"url": "https://dav.example.com/sara/", "username": "sara", "state": "failing", "copied": 12, "refused": 1,
            "error": "The other server is busy (status 503).", "copiedAt": None, "retryAt": "2026-03-11T14:00:00Z", "createdAt": "2026-03-01T10:00:00Z"}
    page.route("**/v1/calendar/push", lambda route: route.fulfill(json={"push": push, "servers": ["https://dav.example.com"]}))
    page.goto(server.url + "/settings/calendar")
    row = page.locator("ul.box li", has_text="https://dav.example.com/sara/")
    expect(row).to_contain_text("Fails. 12 copied, 1 refused there. The next try is")
    expect(row).to_contain_text("The other server is busy (status 503).")
    judge(page, "a copy that fails")
    push.update(state="stopped", retryAt=None, error="The other server doesn't accept the user name or the password.")
    page.reload()
    expect(row).to_contain_text("Has stopped: give the password again.")


def test_a_copy_at_google_is_told_of_and_connected_elsewhere(server, browser):
    page = browser.sign_in(server, SARA, "/settings/profile")
    push = {"url": "https://www.googleapis.com/", "username": "sara@example.com", "state": "stopped", "copied": 3, "refused": 0, "error": None,
            "copiedAt": None, "retryAt": None, "createdAt": "2026-03-01T10:00:00Z", "kind": "google"}
    answer = {"push": push, "servers": [], "google": True}
    page.route("**/v1/calendar/push", lambda route: route.fulfill(json=answer))
    page.goto(server.url + "/settings/calendar")
    row = page.locator("ul.box li", has_text="Google: sara@example.com")
    expect(row).to_contain_text("Has stopped: connect it again. 3 copied.")
    expect(page.get_by_text("spotter calendar google")).to_be_visible()
    expect(page.get_by_text("This server copies calendars nowhere.")).to_have_count(0)
    judge(page, "a copy at Google")
    # Its address isn't one to begin a copy elsewhere from.
    answer["servers"] = ["https://dav.example.com"]
    page.reload()
    expect(page.get_by_role("form", name="A copy in another calendar").get_by_label("Address")).to_have_value("")


def test_a_server_without_it_says_who_can_set_it_up(server, browser):
    page = browser.sign_in(server, SARA, "/settings/calendar")
    expect(page.get_by_text("This server copies calendars nowhere.")).to_be_visible()
    expect(page.get_by_role("form", name="A copy in another calendar")).to_have_count(0)
