"""Addresses that the server is told to call, and how it is called itself: SSRF and TLS."""

import http.server
import os
import socket
import ssl
import subprocess
import threading

from fake_model import Quiet
from registry import case, expect, family, skip
from rest import raw
from server import Server, until
from websocket import WebSocket
from world import register, send

TARGETS = [
    "http://127.0.0.1:{port}/", "http://localhost:{port}/", "http://[::1]:{port}/", "http://0.0.0.0:{port}/", "http://0:{port}/",
    "http://127.1:{port}/", "http://2130706433:{port}/", "http://0x7f000001:{port}/", "http://0177.0.0.1:{port}/",
    "http://[::ffff:127.0.0.1]:{port}/", "http://169.254.169.254/latest/meta-data/", "http://10.0.0.1/", "http://192.168.1.1/",
    "http://172.16.0.1/", "http://[fe80::1]/", "http://[fd00::1]/", "http://metadata.google.internal/", "https://evil.example/",
    "file:///etc/passwd", "gopher://127.0.0.1:{port}/", "ftp://127.0.0.1:{port}/", "http://127.0.0.1:{port}@hooks.example.com/",
    "http://hooks.example.com@127.0.0.1:{port}/", "http://hooks.example.com.evil.example/", "http://hooks.example.com:{port}/",
    "http://127.0.0.1:{port}\\@hooks.example.com/", "http://127.0.0.1:{port}#hooks.example.com", "//127.0.0.1:{port}/",
    "http:127.0.0.1:{port}", "HTTP://127.0.0.1:{port}/", "http://127.0.0.1:{port}/?hooks.example.com", "http://１２７.0.0.1:{port}/",
    "http://127.0.0.1.nip.io:{port}/", "http://user:pw@127.0.0.1:{port}/", "http://\t127.0.0.1:{port}/", "http://localhost.:{port}/", "",
]


class Trap:
    """A server that must never be called."""

    def __init__(self):
        trap = self
        self.calls = []

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                trap.calls.append((self.path, self.rfile.read(int(self.headers.get("Content-Length", 0)))))
                self.send_response(trap.status)
                trap.location and self.send_header("Location", trap.location)
                self.send_header("Content-Length", "0")
                self.end_headers()

            do_POST = do_PUT = do_PROPFIND = do_GET

            def log_message(self, *_):
                pass
        self.status, self.location = 200, None
        self.server = Quiet(("127.0.0.1", 0), Handler)
        self.port = self.server.server_port
        threading.Thread(target=self.server.serve_forever, daemon=True).start()


def trap(t):
    known = t.area.__dict__
    if "trap" not in known:
        known["trap"] = Trap()
        known["trap_world"] = t.area.template.world(
            flags=["--notification-origins", "https://hooks.example.com", "--calendar-origins", "https://hooks.example.com"])
        t.area.extra.append(known["trap_world"].server)
    return known["trap"], known["trap_world"]


@family("network", "a webhook or push service at {0} is refused", TARGETS)
def ssrf(t, target):
    it, world = trap(t)
    url = target.replace("{port}", str(it.port))
    for body in ({"kind": "webhook", "url": url, "secret": "s" * 32},
                 {"kind": "webPush", "endpoint": url, "keys": {"p256dh": "B" * 87, "auth": "A" * 22}},
                 {"kind": "webpush", "endpoint": url, "keys": {"p256dh": "B" * 87, "auth": "A" * 22}},
                 {"kind": "ntfy", "url": url, "topic": "t"}):
        answer = world.of("sara").post("/v1/me/notifications", body)
        expect(not answer.is_success, f"{body['kind']}: {answer!r}")
    answer = world.of("sara").put("/v1/calendar/push", {"url": url, "username": "sara", "password": "x"})
    expect(not answer.is_success, f"calendar: {answer!r}")
    expect(not it.calls, f"{it.calls}")


@case("network", "a webhook's redirect isn't followed")
def redirect(t):
    hook, other = Trap(), Trap()
    hook.status, hook.location = 307, f"http://127.0.0.1:{other.port}/stolen"
    world = t.own_world(flags=["--notification-origins", f"http://127.0.0.1:{hook.port}"])
    made = world.of("sara").post("/v1/me/notifications", {
        "kind": "webhook", "url": f"http://127.0.0.1:{hook.port}/hook", "secret": "s" * 32})
    expect(made.status == 201, f"{made!r}")
    subscription = made.json["subscription"]["id"]
    world.of("sara").post(f"/v1/me/notifications/{subscription}/test")
    expect(until(lambda: hook.calls, 10), "the hook was never called")
    expect(not until(lambda: other.calls, 1), "the redirect was followed")


@case("network", "a webhook beside an allowed origin is refused")
def beside_origin(t):
    hook = Trap()
    world = t.own_world(flags=["--notification-origins", f"http://127.0.0.1:{hook.port}"])
    for url in (f"http://127.0.0.1:{hook.port + 1}/", f"https://127.0.0.1:{hook.port}/", f"http://localhost:{hook.port}/",
                f"http://127.0.0.1:{hook.port}@evil.example/", f"http://127.0.0.1:{hook.port}.evil.example/"):
        answer = world.of("sara").post("/v1/me/notifications", {"kind": "webhook", "url": url, "secret": "s" * 32})
        expect(not answer.is_success, f"{url}: {answer!r}")


@case("network", "a calendar is copied neither behind a redirect nor beside an allowed origin")
def calendar_elsewhere(t):
    hook, other = Trap(), Trap()
    hook.status, hook.location = 307, f"http://127.0.0.1:{other.port}/stolen/"
    world = t.own_world(flags=["--calendar-origins", f"http://127.0.0.1:{hook.port}"])
    for url in (f"http://127.0.0.1:{hook.port}/cal/", f"http://127.0.0.1:{other.port}/", f"http://localhost:{other.port}/",
                f"http://127.0.0.1:{hook.port}@127.0.0.1:{other.port}/"):
        answer = world.of("sara").put("/v1/calendar/push", {"url": url, "username": "sara", "password": "tangerine"})
        expect(answer.status == 400 and "tangerine" not in answer.text, f"{url}: {answer!r}")
    expect(hook.calls and not other.calls, f"{hook.calls} {other.calls}")


@case("network", "a removed member's webhook gets nothing more")
def removed_webhook(t):
    hook = Trap()
    world = t.own_world(flags=["--notification-origins", f"http://127.0.0.1:{hook.port}"])
    world.of("mike").post("/v1/me/notifications", {
        "kind": "webhook", "url": f"http://127.0.0.1:{hook.port}/hook", "secret": "s" * 32, "preview": True})
    world.of("alex").delete(f"/v1/chats/{world.group}/members/{world.user('mike')}")
    send(world.of("alex"), world.group, "zebrahook secret", "hook-1")
    send(world.of("sara"), world.group, "zebrahook secret", "hook-2")
    until(lambda: False, 3)
    expect(not [call for call in hook.calls if b"zebrahook" in call[1]], "it got a message of the group")


# MARK: TLS

def secure(t):
    known = t.area.__dict__
    if "secure" not in known:
        known["secure"] = None
        server = Server(t.binary)
        t.area.extra.append(server)
        files = [os.path.join(server.root, name) for name in ("cert.pem", "key.pem")]
        made = subprocess.run(["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=localhost",
                               "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1", "-out", files[0], "-keyout", files[1]],
                              capture_output=True) if have("openssl") else None
        if made is not None and made.returncode == 0:
            server.flags = ["--tls-certificate", files[0], "--tls-key", files[1]]
            known["secure"] = server.start()
    if known["secure"] is None:
        skip("needs openssl to make a certificate")
    return known["secure"]


def have(program):
    return any(os.access(os.path.join(folder, program), os.X_OK) for folder in os.environ["PATH"].split(":"))


def handshake(server, lowest=None, highest=None, ciphers=None):
    """The version and cipher that were agreed on, or `None`."""
    context = ssl._create_unverified_context()
    context.set_ciphers(f"{ciphers or 'ALL'}:@SECLEVEL=0")
    try:
        if lowest:
            context.minimum_version = lowest
        if highest:
            context.maximum_version = highest
    except ValueError:
        skip("this Python's TLS can't speak so old a version")
    try:
        with socket.create_connection((server.host, server.port), 5) as plain:
            with context.wrap_socket(plain) as connection:
                return connection.version(), connection.cipher()[0]
    except (ssl.SSLError, OSError):
        return None


@family("network", "TLS 1.2 with {0} is refused", ["AES128-SHA", "AES256-SHA", "AES128-GCM-SHA256", "AES256-GCM-SHA384",
                                                   "ECDHE-RSA-AES128-SHA", "ECDHE-RSA-AES256-SHA", "ECDHE-RSA-AES128-SHA256"],
        finding="L-tls")
def weak_suite(t, suite):
    server = secure(t)
    try:
        agreed = handshake(server, ssl.TLSVersion.TLSv1_2, ssl.TLSVersion.TLSv1_2, suite)
    except ssl.SSLError:
        skip("this machine's TLS doesn't know the suite")
    expect(agreed is None, f"{agreed}")


@family("network", "{0} is refused", ["TLSv1", "TLSv1_1"])
def old_version(t, version):
    agreed = handshake(secure(t), ssl.TLSVersion[version], ssl.TLSVersion[version])
    expect(agreed is None, f"{agreed}")


@family("network", "{0} works", ["TLSv1_2", "TLSv1_3"])
def new_version(t, version):
    agreed = handshake(secure(t), ssl.TLSVersion[version], ssl.TLSVersion[version])
    expect(agreed and agreed[0] == version.replace("_", "."), f"{agreed}")


@case("network", "HTTPS asks browsers to stay", finding="L-hsts")
def strict_transport(t):
    server = secure(t)
    for path in ("/healthz", "/v1/me"):
        answer = server.client().get(path)
        expect("max-age" in answer.headers.get("strict-transport-security", ""), f"{path}: {answer.headers}")


@case("network", "plain HTTP doesn't")
def no_strict_transport(t):
    answer = t.world.of("nobody").get("/healthz", headers={"X-Forwarded-Proto": "https"})
    expect("strict-transport-security" not in answer.headers, f"{answer.headers}")


@family("network", "on the TLS port: {0}", [("plain HTTP", b"GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n"), ("noise", b"\xff" * 500),
                                            ("a cut hello", b"\x16\x03\x01\x02\x00\x01"), ("SSLv2", b"\x80\x2e\x01\x00\x02" + b"\0" * 41)])
def not_tls(t, _, data):
    server = secure(t)
    answer = raw(server, data, timeout=3)
    # A request gets no answer but that it should come by https.
    refused = data.startswith(b"GET") and answer.startswith(b"HTTP/1.1 400 ") and b"https://" in answer
    expect(refused or b"HTTP/1" not in answer, f"{answer[:60]!r}")
    expect(server.client().get("/healthz").status == 200, "no answer afterwards")


@case("network", "a compressed or renegotiated connection isn't offered")
def renegotiation(t):
    context = ssl._create_unverified_context()
    server = secure(t)
    with socket.create_connection((server.host, server.port), 5) as plain:
        with context.wrap_socket(plain) as connection:
            expect(connection.compression() is None, connection.compression())


@case("network", "a stranger's figures, a caller's Host in links, an operator's call in a page", finding="L-doors")
def doors(t):
    world = t.area.template.world(flags=["--trusted-proxies", "127.0.0.1"])
    t.area.extra.append(world.server)
    far = {"X-Forwarded-For": "203.0.113.7"}
    figures = world.client("nobody").request("GET", "/metrics", headers=far)
    expect(figures.status == 403, f"a stranger reads the figures: {figures.status}")
    expect(world.client("nobody").get("/metrics").status == 200, "this machine doesn't")
    evil = {"Host": "evil.example"}
    alex = world.client("alex")
    for answer in (alex.request("POST", "/v1/invitations", {}, headers=evil), alex.request("GET", "/v1/calendar/feed", headers=evil),
                   alex.request("GET", "/.well-known/matrix/client", headers=evil)):
        expect("evil.example" not in answer.text, f"{answer!r}")
    for method in ("OPTIONS", "POST"):
        answer = world.client("nobody").request(method, "/migrateExistingChats", {"data": {}}, headers={"Origin": "https://evil.example"})
        expect("access-control-allow-origin" not in answer.headers, f"{method}: {answer.headers}")
