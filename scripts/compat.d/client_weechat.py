"""weechat with Debian's weechat-matrix, driven under tmux: one person in weechat, one by Spotter's own API.

Skipped where weechat or tmux isn't installed; scripts/setup installs both.
"""

import json
import os
import pathlib
import shlex
import shutil
import ssl
import subprocess
import sys
import tempfile
import time
import urllib.request

from harness import PASSWORD, check, finish, studio

SCRIPT = pathlib.Path("/usr/share/weechat/python/matrix.py")
if not (SCRIPT.exists() and shutil.which("weechat-curses") and shutil.which("tmux")):
    print("  skip  weechat: weechat-curses, weechat-matrix or tmux isn't installed")
    sys.exit(0)

ALEX, SARA = "alex@example.com", "sara@example.com"
UNVERIFIED = ssl._create_unverified_context()


def wait(what, body, seconds=40):
    """What `body` returns once that is something."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        if found := body():
            return found
        time.sleep(0.2)
    raise AssertionError(f"{what} didn't come")


def request(server, method, path, body=None, token=None):
    data = json.dumps(body).encode() if body is not None else None
    headers = {"Content-Type": "application/json"} if data else {}
    if token:
        headers["Authorization"] = f"Bearer {token}"
    one = urllib.request.Request(server.url + path, data, headers, method=method)
    with urllib.request.urlopen(one, timeout=30, context=UNVERIFIED) as answer:
        return json.loads(answer.read() or b"null")


def login(server, email):
    return request(server, "POST", "/v1/auth/login", {"email": email, "password": PASSWORD})["accessToken"]


class Weechat:
    """weechat in a terminal of its own."""

    def __init__(self, root):
        self.home, self.socket = root / "weechat", root / "tmux"
        self.home.mkdir()

    def tmux(self, *arguments):
        done = subprocess.run(["tmux", "-S", str(self.socket), *arguments], capture_output=True, text=True)
        return done.stdout

    def start(self, *commands):
        """Starts with these commands; typed ones come later, since a quick typist is taken for a paste."""
        first = ";".join(["/set weechat.look.paste_max_lines -1", *commands])
        # Its Python is the system's, whichever comes first elsewhere.
        environment = "env -u TMUX -u VIRTUAL_ENV PATH=/usr/bin:/bin LANG=C.UTF-8 TERM=screen-256color"
        self.tmux("-f", "/dev/null", "new-session", "-d", "-x", "160", "-y", "50",
                  f"{environment} weechat-curses -d {self.home} -r {shlex.quote(first)}")

    def type(self, text):
        self.tmux("send-keys", "-l", text)
        self.tmux("send-keys", "Enter")

    def screen(self):
        return self.tmux("capture-pane", "-p")

    def stop(self):
        self.tmux("kill-server")


with tempfile.TemporaryDirectory(prefix="spotter-weechat-", ignore_cleanup_errors=True) as folder:
    root = pathlib.Path(folder)
    subprocess.run(["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=localhost",
                    "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1", "-keyout", root / "key.pem",
                    "-out", root / "certificate.pem"], check=True, capture_output=True)
    os.chmod(root / "key.pem", 0o600)
    settings = {"SPOTTER_TLS_CERTIFICATE": str(root / "certificate.pem"), "SPOTTER_TLS_KEY": str(root / "key.pem")}
    with studio(settings=settings) as server:
        sara = login(server, SARA)
        alex = login(server, ALEX)
        me = request(server, "GET", "/v1/me", token=sara)["user"]["id"]
        chat = next(one["id"] for one in request(server, "GET", "/v1/chats", token=alex)["chats"]
                    if one["kind"] == "direct" and me in [member["userId"] for member in one["members"]])
        port = server.url.rsplit(":", 1)[1].strip("/")
        weechat = Weechat(root)

        def last():
            return request(server, "GET", f"/v1/chats/{chat}/messages?limit=5", token=sara)["messages"]

        def say(text):
            body = {"clientMessageId": f"c{time.time_ns()}", "text": text}
            return request(server, "POST", f"/v1/chats/{chat}/messages", body, sara)["message"]

        try:
            @check("logs in over TLS and opens the rooms")
            def _():
                weechat.start(
                    f"/python load {SCRIPT}", "/matrix server add spotter 127.0.0.1",
                    f"/set matrix.server.spotter.port {port}", "/set matrix.server.spotter.ssl_verify off",
                    f"/set matrix.server.spotter.username {ALEX}", f"/set matrix.server.spotter.password {PASSWORD}",
                    "/matrix connect spotter")
                wait("the rooms", lambda: "Sara" in weechat.screen())
                weechat.type(f"/buffer matrix.spotter.!{chat}:127.0.0.1:{port}")

            @check("sends what is typed, and shows typing")
            def _():
                weechat.type("Hello from weechat")
                wait("the message", lambda: [one for one in last() if one["text"] == "Hello from weechat"])

            @check("shows what the other says, and marks it read")
            def _():
                message = say("Hello from Spotter")
                wait("the answer", lambda: "Hello from Spotter" in weechat.screen())
                def isRead():
                    path = f"/v1/chats/{chat}/messages/{message['id']}"
                    return request(server, "GET", path, token=sara)["message"]["status"] == "read"
                weechat.type("And back")
                wait("the read marker", isRead)
        finally:
            if os.environ.get("COMPAT_VERBOSE"):
                print(weechat.screen())
            weechat.stop()

finish()
