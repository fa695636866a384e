"""Voice messages, with the microphone that Chromium makes up: a beep each second."""

import contextlib
import http.server
import json
import re
import threading

import harness
from harness import ALEX, SARA, expect, open_chat
from test_screens import judge

FAKE = ["--no-sandbox", "--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream"]


@contextlib.contextmanager
def with_microphone(browser, *more):
    process = browser.chromium.browser_type.launch(executable_path="/usr/bin/chromium", args=[*FAKE, *more])
    other = harness.Browser(process)
    other.complaints = browser.complaints
    try:
        yield other
    finally:
        other.close()
        process.close()


def record(page):
    page.get_by_role("button", name="Record a voice message").click()
    expect(page.get_by_role("button", name="Stop")).to_be_focused()
    expect(page.locator(".rec .num")).to_have_text(re.compile("0:0[1-9]"))
    page.get_by_role("button", name="Stop").click()
    expect(page.locator(".rec .voice .num")).to_have_text(re.compile("0:0[1-9]"))


def test_a_voice_message_is_recorded_heard_and_sent(server, browser):
    with with_microphone(browser) as process:
        alex = process.sign_in(server, ALEX)
        open_chat(alex, "Sara Lindqvist")
        before = len(server.texts(ALEX, server.chat(ALEX, "Sara Lindqvist"), 200))
        # Cancelled, nothing is sent, and the field is back.
        record(alex)
        alex.keyboard.press("Escape")
        expect(alex.locator(".cmp textarea")).to_be_focused()
        assert len(server.texts(ALEX, server.chat(ALEX, "Sara Lindqvist"), 200)) == before
        record(alex)
        judge(alex, "voice preview")
        preview = alex.locator(".rec")
        preview.get_by_role("button", name="Play").click()
        expect(preview.get_by_role("button", name="Pause")).to_be_visible()
        preview.get_by_role("button", name="Send the voice message").click()
        expect(alex.locator(".cmp textarea")).to_be_focused()
        expect(alex.locator("[data-pending]")).to_have_count(0)
        # The chat opens at its end.
        server.request("POST", "/v1/chats/read", {}, server.login(SARA))
        sara = process.sign_in(server, SARA, width=390, height=844, touch=True)
        expect(sara.locator("a.ch", has_text="Alex Rivera")).to_contain_text("Voice message")
        open_chat(sara, "Alex Rivera")
        message = sara.locator(".msg .voice").last
        expect(message.locator(".num")).to_have_text(re.compile("0:0[1-9]"))
        heights = message.locator("rect").evaluate_all("(bars) => new Set(bars.map((bar) => bar.getAttribute('height'))).size")
        assert heights > 3, "the shape is that of the sound"
        message.get_by_role("button", name="Play").click()
        expect(message.get_by_role("button", name="Pause")).to_be_visible()
        expect(message.locator("rect.pl").nth(5)).to_be_attached()
        # It ends, and can be heard again from anywhere.
        expect(message.get_by_role("button", name="Play")).to_be_visible()
        message.get_by_role("button", name="Speed 1", exact=True).click()
        expect(message.get_by_role("button", name="Speed 1.5")).to_be_visible()
        slider = message.get_by_role("slider", name="Position")
        slider.focus()
        sara.keyboard.press("End")
        expect(slider).to_have_attribute("aria-valuetext", re.compile(r"0:0[1-9] of 0:0[1-9]"))
        judge(sara, "voice message")


def test_a_blocked_microphone_is_told(server, browser):
    page = browser.sign_in(server, ALEX)
    open_chat(page, "Tom Becker")
    page.get_by_role("button", name="Record a voice message").click()
    expect(page.locator(".toast")).to_contain_text(re.compile("microphone"))
    expect(page.locator(".cmp textarea")).to_be_visible()
    page.locator(".cmp textarea").fill("Words instead")
    expect(page.get_by_role("button", name="Record a voice message")).to_be_hidden()


class Transcriber(http.server.BaseHTTPRequestHandler):
    """A service that hears the same in every recording."""

    def do_POST(self):
        self.rfile.read(int(self.headers["Content-Length"]))
        answer = json.dumps({"text": "My knee is fine again.", "language": "en", "duration": 2.0}).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(answer)))
        self.end_headers()
        self.wfile.write(answer)

    def log_message(self, *_):
        pass


def test_a_transcript_stands_below_the_recording(_, browser):
    service = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Transcriber)
    threading.Thread(target=service.serve_forever, daemon=True).start()
    server = harness.Server("--transcription-url", f"http://127.0.0.1:{service.server_port}",
                            "--transcription-messages", "opt-out")
    try:
        with with_microphone(browser) as process:
            page = process.sign_in(server, ALEX)
            open_chat(page, "Sara Lindqvist")
            record(page)
            page.get_by_role("button", name="Send the voice message").click()
            message = page.locator(".msg", has=page.locator(".voice")).last
            expect(message.locator(".said")).to_have_text("Transcript: My knee is fine again.")
            # The message is drawn anew by that; its player stays.
            expect(message.locator(".voice .num")).to_have_text(re.compile("0:0[1-9]"))
    finally:
        server.end()
        service.shutdown()
