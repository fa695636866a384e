"""HTTP as bytes: what a proxy and the server could read differently, and what breaks parsers."""

import socket
import time

from registry import case, expect, family
from rest import raw, raw_status, read_all
from websocket import Refused, WebSocket


def request(head, *lines, body="", host="Host: 127.0.0.1"):
    return ("\r\n".join([head, *([host] if host else []), *lines, "", ""]) + body).encode("latin-1")


def answers(data):
    return data.count(b"HTTP/1.1 ")


@family("http", "{0} is refused with 400", [
    ("two Host headers", request("GET /healthz HTTP/1.1", "Host: other.example")),
    ("two equal Host headers", request("GET /healthz HTTP/1.1", "Host: 127.0.0.1")),
    ("no Host in HTTP/1.1", request("GET /healthz HTTP/1.1", host=None)),
    ("two hosts in one header", request("GET /healthz HTTP/1.1", host="Host: a, b")),
    ("a Host with a path", request("GET /healthz HTTP/1.1", host="Host: a/b")),
    ("a Host with a user", request("GET /healthz HTTP/1.1", host="Host: user@a"))], finding="L-host")
def bad_host(t, _, data):
    expect(raw_status(t.server, data + request("GET /healthz HTTP/1.1"), timeout=5) == 400, "it was answered")


@family("http", "smuggling: {0}", [
    ("CL and TE", request("POST /v1/auth/login HTTP/1.1", "Content-Length: 5", "Transfer-Encoding: chunked", body="0\r\n\r\nGET /healthz HTTP/1.1\r\nHost: a\r\n\r\n")),
    ("two CL", request("POST /v1/auth/login HTTP/1.1", "Content-Length: 5", "Content-Length: 6", body="aaaaaa")),
    ("CL list", request("POST /v1/auth/login HTTP/1.1", "Content-Length: 5, 6", body="aaaaaa")),
    ("CL with plus", request("POST /v1/auth/login HTTP/1.1", "Content-Length: +5", body="aaaaa")),
    ("CL negative", request("POST /v1/auth/login HTTP/1.1", "Content-Length: -1")),
    ("CL hexadecimal", request("POST /v1/auth/login HTTP/1.1", "Content-Length: 0x5", body="aaaaa")),
    ("CL overflow", request("POST /v1/auth/login HTTP/1.1", "Content-Length: 18446744073709551617", body="a")),
    ("CL with space", request("POST /v1/auth/login HTTP/1.1", "Content-Length : 5", body="aaaaa")),
    ("TE obfuscated", request("POST /v1/auth/login HTTP/1.1", "Transfer-Encoding: xchunked", body="0\r\n\r\n")),
    ("TE twice", request("POST /v1/auth/login HTTP/1.1", "Transfer-Encoding: chunked", "Transfer-Encoding: identity", body="0\r\n\r\n")),
    ("TE with tab", request("POST /v1/auth/login HTTP/1.1", "Transfer-Encoding:\tchunked\x0b", body="0\r\n\r\n")),
    ("folded header", request("GET /healthz HTTP/1.1", "X-A: b", " Transfer-Encoding: chunked")),
    ("bare LF", b"GET /healthz HTTP/1.1\nHost: a\n\n"),
    ("bare CR", b"GET /healthz HTTP/1.1\rHost: a\r\r"),
    ("NUL in a header", request("GET /healthz HTTP/1.1", "X-A: b\0c")),
    ("NUL in the path", request("GET /health\0z HTTP/1.1")),
    ("colon first", request("GET /healthz HTTP/1.1", ": x")),
    ("space in a name", request("GET /healthz HTTP/1.1", "X A: b")),
    ("HTTP/9.9", request("GET /healthz HTTP/9.9")),
    ("no version", b"GET /healthz\r\n\r\n"),
    ("absurd method", request("G@T /healthz HTTP/1.1")),
    ("chunk size with sign", request("POST /v1/auth/login HTTP/1.1", "Transfer-Encoding: chunked", body="-1\r\na\r\n0\r\n\r\n")),
    ("chunk size too long", request("POST /v1/auth/login HTTP/1.1", "Transfer-Encoding: chunked", body="fffffffffffffffff\r\na\r\n0\r\n\r\n")),
    ("chunk without end", request("POST /v1/auth/login HTTP/1.1", "Transfer-Encoding: chunked", body="2\r\n{}X\r\n0\r\n\r\n"))])
def smuggling(t, name, data):
    """What follows in the same bytes is never answered as a second request with success."""
    token = t.world.token("sara").encode()
    inner = b"GET /v1/me HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer " + token + b"\r\n\r\n"
    answer = raw(t.server, data + inner, timeout=3)
    expect(b"sara@example.com" not in answer or name in ("bare LF", "folded header", "no version"),
           f"a second request got through: {answer[:200]!r}")
    expect(b"HTTP/1.1 5" not in answer or b"501" in answer or b"505" in answer, f"{answer[:100]!r}")


@family("http", "traversal: {0}", [
    "/../../etc/passwd", "/v1/../../../etc/passwd", "/v1/media/..%2f..%2fspotter.db/content", "/%2e%2e/%2e%2e/etc/passwd",
    "/v1/media/%00/content", "/..\\..\\etc\\passwd", "/v1/media/....//....//spotter.db", "/openapi.json/../spotter.db",
    "/v1/media/%c0%ae%c0%ae%c0%af/content", "/file:///etc/passwd", "/v1/chats/..%2Fme"])
def traversal(t, path):
    token = t.world.token("sara")
    answer = raw(t.server, request(f"GET {path} HTTP/1.1", f"Authorization: Bearer {token}", "Connection: close"), 5)
    expect(answer[9:12] in (b"400", b"404"), f"{answer[:80]!r}")
    expect(b"root:" not in answer and b"SQLite" not in answer and b"sara@" not in answer, "a file or a route came")


@family("http", "header injection by {0}", [
    ("a file's name", "na\r\nSet-Cookie: x=1"), ("a file's name with quotes", 'a";\r\nX-Evil: 1; name="'),
    ("a file's name in other scripts", "файл\u2028\x85.txt")])
def header_injection(t, _, name):
    from urllib.parse import quote
    alex = t.world.of("alex")
    answer = alex.post(f"/v1/media?clientMediaId={quote(name)[:60]}&fileName={quote(name)}", b"hello")
    expect(answer.status < 500, f"{answer!r}")
    if answer.is_success:
        content = alex.get(f"/v1/media/{answer.json['media']['id']}/content")
        expect("set-cookie" not in content.headers and "x-evil" not in content.headers, f"{content.headers}")


@family("http", "odd path {0} is not the API", [
    "//v1/me", "/v1//me", "/./v1/me", "/v1/./me", "/v1/x/../me", "/%76%31/me", "/v1/%6de", "/v1%2fme", "/V1/me",
    "///v1/me", "/v1/me//"], finding="L-origin")
def odd_path(t, path):
    token = t.world.token("sara")
    for origin in ([], ["Origin: https://evil.example"]):
        answer = raw(t.server, request(f"GET {path} HTTP/1.1", f"Authorization: Bearer {token}", "Connection: close",
                                       *origin), 5)
        expect(answer[9:12] in (b"400", b"403", b"404"), f"{answer[:60]!r}")


@family("http", "a page of {0} is refused", [
    "https://evil.example", "null", "http://127.0.0.1.evil.example", "https://localhost.evil.example", "file://",
    "http://[::1].evil.example", "https://evil.example:443"])
def foreign_origin(t, origin):
    sara = t.world.of("sara")
    answer = sara.get("/v1/me", headers={"Origin": origin})
    expect(answer.status == 403 and "access-control-allow-origin" not in answer.headers, f"{answer!r}")
    preflight = sara.request("OPTIONS", "/v1/me", headers={"Origin": origin, "Access-Control-Request-Method": "PATCH"})
    expect("access-control-allow-origin" not in preflight.headers, f"{preflight!r}")


@case("http", "a socket from a foreign page is refused")
def foreign_socket(t):
    try:
        WebSocket(t.server, t.world.token("sara"), headers=["Origin: https://evil.example"]).close()
    except Refused as refused:
        return expect(refused.status == 403, str(refused))
    expect(False, "the socket opened")


@family("http", "a socket from a foreign page at {0} is refused", ["//v1/socket", "/v1//socket", "/./v1/socket"],
        finding="L-origin")
def foreign_socket_at_odd_path(t, path):
    try:
        WebSocket(t.server, headers=["Origin: https://evil.example"], path=path).close()
    except Refused as refused:
        return expect(refused.status in (400, 403, 404), str(refused))
    expect(False, "the socket opened")


@family("http", "DNS rebinding: {0} is not this server's name", ["evil.example", "evil.example:8080", "127.0.0.1.nip.example"],
        finding="L-rebinding")
def rebinding(t, host):
    token = t.world.token("sara")
    for scheme in ("http", "https"):
        answer = raw(t.server, request("GET /v1/me HTTP/1.1", f"Origin: {scheme}://{host}", "Connection: close",
                                       f"Authorization: Bearer {token}", host=f"Host: {host}"), 5)
        expect(answer[9:12] == b"403", f"{scheme}: {answer[:60]!r}")


@case("http", "own origins still work")
def own_origin(t):
    server = t.server
    for host in (f"127.0.0.1:{server.port}", f"localhost:{server.port}", f"[::1]:{server.port}"):
        answer = raw(server, request("GET /v1/me HTTP/1.1", f"Origin: http://{host}", "Connection: close",
                                     f"Authorization: Bearer {t.world.token('sara')}", host=f"Host: {host}"), 5)
        expect(answer[9:12] == b"200", f"{host}: {answer[:60]!r}")


@case("http", "Expect: 100-continue gets its 100", finding="L-expect")
def expect_continue(t):
    token = t.world.token("sara")
    body = b'{"displayName":"Sara Lind"}'
    head = request("PATCH /v1/me HTTP/1.1", f"Content-Length: {len(body)}", "Content-Type: application/json",
                   "Expect: 100-continue", f"Authorization: Bearer {token}", "Connection: close")
    with socket.create_connection((t.server.host, t.server.port), 5) as connection:
        connection.sendall(head)
        connection.settimeout(2)
        try:
            first = connection.recv(4096)
        except socket.timeout:
            first = b""
        expect(first.startswith(b"HTTP/1.1 100"), f"{first[:60]!r}")
        connection.sendall(body)
        rest = first.partition(b"\r\n\r\n")[2] + read_all(connection, 5)
        expect(rest.startswith(b"HTTP/1.1 200"), f"{rest[:60]!r}")


@case("http", "Expect: 100-continue of a stranger is refused without the body", finding="L-expect")
def expect_refused(t):
    head = request("POST /v1/chats HTTP/1.1", "Content-Length: 100000", "Expect: 100-continue")
    with socket.create_connection((t.server.host, t.server.port), 5) as connection:
        start = time.monotonic()
        connection.sendall(head)
        answer = read_all(connection, 5)
        expect(answer.startswith(b"HTTP/1.1 401"), f"{answer[:60]!r}")
        expect(time.monotonic() - start < 3, "the connection stayed open for a body that nobody will read")


@family("http", "undeclared method: {0} {1} is 405 with Allow", [
    ("PUT", "/v1/me"), ("DELETE", "/v1/chats"), ("TRACE", "/v1/me"), ("PATCH", "/v1/auth/login"), ("GET", "/v1/search"),
    ("POST", "/healthz"), ("PUT", "/v1/chats/018f0000-0000-7000-8000-000000000001/messages"), ("OPTIONS", "/v1/me"),
    ("POST", "/openapi.json")], finding="L-methods")
def undeclared_method(t, method, path):
    answer = t.world.of("sara").request(method, path)
    expect(answer.status == 405, f"{answer!r}")
    expect(method not in answer.headers.get("allow", method), f"Allow: {answer.headers.get('allow')}")


@case("http", "pipelining behind a refused upgrade")
def pipelined_upgrade(t):
    token = t.world.token("sara")
    upgrade = request("GET /v1/socket HTTP/1.1", "Upgrade: websocket", "Connection: Upgrade",
                      "Sec-WebSocket-Version: 99", "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==")
    answer = raw(t.server, upgrade + request("GET /v1/me HTTP/1.1", f"Authorization: Bearer {token}"), 4)
    expect(b"sara@" not in answer and answers(answer) <= 1, f"{answer[:200]!r}")


@family("http", "a head of {0} is refused", [
    ("70 000 bytes", "X-Long: " + "x" * 70_000), ("2 000 fields", "\r\n".join(f"X-{n}: y" for n in range(2000)))])
def long_head(t, _, line):
    expect(raw_status(t.server, request("GET /healthz HTTP/1.1", line), timeout=5) in (400, 431), "it was read")


@case("http", "a body of 10 MB for JSON is refused while it comes")
def large_body(t):
    head = request("POST /v1/auth/login HTTP/1.1", "Content-Length: 10000000", "Content-Type: application/json")
    with socket.create_connection((t.server.host, t.server.port), 5) as connection:
        connection.sendall(head)
        connection.settimeout(0.5)
        sent = 0
        try:
            while sent < 10_000_000:
                sent += connection.send(b"[" * 65536)
        except (socket.timeout, ConnectionError):
            pass
        answer = read_all(connection, 5)
        expect(answer[9:12] in (b"400", b"413"), f"after {sent} bytes: {answer[:60]!r}")


@family("http", "cut at latest after 20 seconds: {0}", [
    ("silence", b""), ("half a head", b"GET /healthz HTTP/1.1\r\nHost"), ("no end of the head", b"GET / HTTP/1.1\r\nHost: a\r\n"),
    ("no body", b"POST /v1/auth/login HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\n")], short=False)
def slow_client(t, _, data):
    with socket.create_connection((t.server.host, t.server.port), 25) as connection:
        connection.sendall(data)
        start = time.monotonic()
        read_all(connection, 25)
        expect(time.monotonic() - start < 20, "still open")


@case("http", "a head that comes byte by byte is cut", short=False)
def slowloris(t):
    with socket.create_connection((t.server.host, t.server.port), 25) as connection:
        start = time.monotonic()
        try:
            for byte in b"GET /healthz HTTP/1.1\r\nX-Slow: " + b"a" * 100:
                connection.sendall(bytes([byte]))
                time.sleep(0.4)
                if time.monotonic() - start > 20:
                    break
        except ConnectionError:
            return
        expect(False, "still open after 20 s")


@case("http", "a flood of silent connections keeps nobody out")
def connection_flood(t):
    count = 300 if t.short else 2000
    open_ones = []
    try:
        for _ in range(count):
            open_ones.append(socket.create_connection((t.server.host, t.server.port), 5))
        start = time.monotonic()
        expect(t.world.client("sara").get("/v1/me").status == 200, "no answer in the flood")
        expect(time.monotonic() - start < 5, "slow in the flood")
    finally:
        for connection in open_ones:
            connection.close()


@case("http", "half-closed connections are answered and end")
def half_closed(t):
    answer = raw(t.server, request("GET /healthz HTTP/1.1"), timeout=15, half_close=True)
    expect(answer.startswith(b"HTTP/1.1 200"), f"{answer[:40]!r}")


@case("http", "answers forbid sniffing and caching")
def privacy_headers(t):
    for path in ("/v1/me", "/v1/nothing", "/v1/chats"):
        headers = t.world.of("sara").get(path).headers
        expect(headers.get("x-content-type-options") == "nosniff", path)
        expect("no-store" in headers.get("cache-control", ""), path)
