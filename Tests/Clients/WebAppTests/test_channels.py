"""Notifications by ntfy, webhook and mail: added in the settings, tried, and removed."""

import contextlib
import hashlib
import hmac
import http.server
import queue
import socketserver
import threading

import harness
from harness import ALEX, SARA, expect


@contextlib.contextmanager
def receiver():
    """Takes what an ntfy server and a program of somebody's would get. Gives its address, and what came."""
    received = queue.Queue()

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_POST(self):
            body = self.rfile.read(int(self.headers["Content-Length"]))
            received.put((self.path, dict(self.headers), body))
            self.send_response(200)
            self.end_headers()

        do_PUT = do_POST

        def log_message(self, *_):
            pass

    with serving(http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)) as port:
        yield f"http://127.0.0.1:{port}", received


@contextlib.contextmanager
def mail_server():
    """As much of SMTP as a mail needs. Gives its port, and the mails."""
    mails = queue.Queue()

    class Handler(socketserver.StreamRequestHandler):
        def handle(self):
            self.say(b"220 test")
            while line := self.rfile.readline():
                if line.upper().startswith(b"DATA"):
                    self.say(b"354 go on")
                    mails.put(b"".join(iter(self.rfile.readline, b".\r\n")))
                if line.upper().startswith(b"QUIT"):
                    return self.say(b"221 bye")
                self.say(b"250 ok")

        def say(self, line):
            self.wfile.write(line + b"\r\n")

    with serving(socketserver.ThreadingTCPServer(("127.0.0.1", 0), Handler)) as port:
        yield port, mails


@contextlib.contextmanager
def serving(service):
    service.daemon_threads = True
    threading.Thread(target=service.serve_forever, daemon=True).start()
    try:
        yield service.server_address[1]
    finally:
        service.shutdown()
        service.server_close()


def ways(page):
    return page.get_by_role("form", name="Other ways")


def row(page, text):
    return page.locator("ul.box li", has_text=text)


def test_ntfy_webhook_and_mail_are_added_and_tried(_, browser):
    with receiver() as (address, received), mail_server() as (port, mails):
        server = harness.Server(
            "--notification-ntfy-url", address, "--notification-origins", address, "--notification-smtp-host", "127.0.0.1",
            "--notification-smtp-port", str(port), "--notification-smtp-security", "none", "--notification-smtp-from", "spotter@example.com")
        try:
            walk(server, browser, address, received, mails)
        finally:
            server.end()


def walk(server, browser, address, received, mails):
    page = browser.sign_in(server, ALEX, "/settings/notifications")
    topic = ways(page).get_by_label("Topic")
    expect(topic).to_be_visible()
    assert len(topic.input_value()) >= 24
    topic.fill("not a topic")
    ways(page).get_by_role("button", name="Add").click()
    expect(topic).to_have_attribute("aria-invalid", "true")
    expect(topic).to_be_focused()
    topic.fill("alex-studio-7d1f")
    ways(page).get_by_role("button", name="Add").click()
    row(page, "ntfy ·").get_by_role("button", name="Test").click()
    expect(page.get_by_text("Sent. It should appear in a moment.").first).to_be_visible()
    assert b"alex-studio-7d1f" in b"".join(str(part).encode() for part in received.get(timeout=30))
    # A webhook's key is shown once, and signs what comes.
    ways(page).get_by_role("combobox").select_option("Webhook")
    ways(page).get_by_label("Address").fill("https://elsewhere.example/hook")
    ways(page).get_by_role("button", name="Add").click()
    expect(ways(page).get_by_label("Address")).to_have_attribute("aria-invalid", "true")
    ways(page).get_by_label("Address").fill(f"{address}/hook")
    ways(page).get_by_label("Show names and text").check()
    ways(page).get_by_role("button", name="Add").click()
    dialog = page.get_by_role("dialog", name="The webhook is set up")
    key = dialog.locator("[data-secret]").inner_text()
    dialog.get_by_role("button", name="Close").click()
    expect(row(page, "Webhook ·")).to_contain_text("Shows names and text")
    row(page, "Webhook ·").get_by_role("button", name="Test").click()
    path, headers, body = received.get(timeout=30)
    assert path == "/hook", path
    signed = hmac.new(key.encode(), headers["X-Spotter-Timestamp"].encode() + b"." + body, hashlib.sha256).hexdigest()
    assert headers["X-Spotter-Signature"] == f"sha256={signed}", headers
    ways(page).get_by_role("combobox").select_option("Mail")
    expect(ways(page).get_by_label("Show names and text")).to_be_hidden()
    ways(page).get_by_role("button", name="Add").click()
    row(page, "Mail ·").get_by_role("button", name="Test").click()
    assert ALEX.encode() in mails.get(timeout=30)
    row(page, "Webhook ·").get_by_role("button", name="Remove").click()
    expect(row(page, "Webhook ·")).to_have_count(0)
    _, answer = server.request("GET", "/v1/me/notifications", token=server.login(ALEX))
    assert {one["kind"] for one in answer["subscriptions"]} == {"ntfy", "mail"}, answer


def test_a_server_without_them_says_who_can_set_them_up(server, browser):
    page = browser.sign_in(server, SARA, "/settings/notifications", width=320, height=640, touch=True)
    expect(page.get_by_text("This server notifies browsers only.")).to_be_visible()
    expect(ways(page)).to_have_count(0)
