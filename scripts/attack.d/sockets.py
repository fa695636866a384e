"""WebSockets that break the protocol, flood, or never read."""

import os
import time

from registry import case, expect, family
from websocket import BINARY, CLOSE, PING, TEXT, Refused, WebSocket


def opened(t, who="sara"):
    socket = WebSocket(t.server, t.world.token(who))
    socket.hello()
    return socket


@family("socket", "closed for {0}", [
    ("an unmasked frame", lambda s: s.frame(b'{"type":"ping"}', masked=False), {1002}),
    ("RSV1", lambda s: s.frame(b"{}", rsv=4), {1002}), ("RSV2", lambda s: s.frame(b"{}", rsv=2), {1002}),
    ("RSV3", lambda s: s.frame(b"{}", rsv=1), {1002}), ("opcode 3", lambda s: s.frame(b"", opcode=3), {1002}),
    ("opcode 11", lambda s: s.frame(b"", opcode=11), {1002}),
    ("a long ping", lambda s: s.frame(b"x" * 126, opcode=PING), {1002}),
    ("a fragmented ping", lambda s: s.frame(b"x", opcode=PING, fin=False), {1002}),
    ("a continuation of nothing", lambda s: s.frame(b"x", opcode=0), {1002}),
    ("a new message within a fragmented one", lambda s: s.frame(b"{", fin=False) + s.frame(b"{}"), {1002}),
    ("text that isn't UTF-8", lambda s: s.frame(b"\xff\xfe"), {1007}),
    ("a surrogate in UTF-8", lambda s: s.frame(b"\xed\xa0\x80"), {1007}),
    ("binary", lambda s: s.frame(b"\0\1", opcode=BINARY), {1003, 1002, 1007, 4400}),
    ("a close of one byte", lambda s: s.frame(b"\x03", opcode=CLOSE), {1002}),
    ("a close with code 999", lambda s: s.frame(b"\x03\xe7", opcode=CLOSE), {1002}),
    ("a frame of 2^63 bytes", lambda s: s.frame(b"", length=2 ** 63), {1002, 1009}),
    ("a frame of 100 MB", lambda s: s.frame(b"", length=100_000_000), {1009}),
    ("fragments of 100 MB", lambda s: s.frame(b"x" * 900_000, fin=False) + s.frame(b"x" * 900_000, opcode=0), {1009})])
def protocol(t, _, data, codes):
    with opened(t) as socket:
        try:
            socket.socket.sendall(data(socket))
        except ConnectionError:
            pass
        code = socket.end(10)
        expect(code in codes | {0}, f"closed with {code}")


@family("socket", "{0} before the hello", [
    ("a send", {"type": "message.send", "id": "1", "chatId": "{chat}", "clientMessageId": "h", "text": "x"}),
    ("a ping", {"type": "ping", "id": "1"}), ("a receipt", {"type": "receipt.read", "chatId": "{chat}", "seq": 1}),
    ("a wrong token", {"type": "hello", "deviceId": "d", "token": "wrong"}),
    ("no token", {"type": "hello", "deviceId": "d"})])
def before_hello(t, _, frame):
    with WebSocket(t.server) as socket:
        socket.send({key: t.world.chat if value == "{chat}" else value for key, value in frame.items()})
        told = socket.messages(1)
        expect(all(message["type"] == "error" for message in told), f"{told}")
        expect(told or socket.close_code, "nothing was said")


@family("socket", "{0} with foreign chats in the hello learns nothing", ["olga", "olaf", "bea", "ben"])
def foreign_positions(t, who):
    world = t.world
    with WebSocket(world.server, world.token(who)) as socket:
        socket.hello({world.chat: 0, world.group: 0})
        text = str(socket.messages(1))
        expect(world.words not in text, text[:300])


@family("socket", "{0}: no frame reaches a foreign chat", ["olga", "bea"])
def foreign_frames(t, who):
    world = t.world
    before = world.of("alex").get(f"/v1/chats/{world.chat}/messages").json
    with opened(t, who) as socket:
        for frame in ({"type": "message.send", "id": "1", "clientMessageId": "f", "text": "x"},
                      {"type": "receipt.read", "seq": 3}, {"type": "receipt.delivered", "seq": 3}, {"type": "typing.start"}):
            socket.send({**frame, "chatId": world.chat})
            socket.send({**frame, "chatId": world.group})
        expect(world.words not in str(socket.messages(1)), "it came back")
    expect(world.of("alex").get(f"/v1/chats/{world.chat}/messages").json == before, "something changed")


@case("socket", "a token in hello of a logged-out session")
def logged_out_hello(t):
    with WebSocket(t.server) as socket:
        socket.send({"type": "hello", "deviceId": "d", "token": t.world.token("lou")})
        expect(socket.end(10) in (4500, 4501, 0), f"{socket.close_code}")


@case("socket", "a hundred thousand pings leave memory flat")
def ping_flood(t):
    with opened(t) as socket:
        before = t.server.memory()
        pings = socket.frame(b"x", opcode=PING) * 1000
        try:
            for _ in range(20 if t.short else 100):
                socket.socket.sendall(pings)
                socket.socket.setblocking(False)
                try:
                    while socket.socket.recv(1 << 20):
                        pass
                except BlockingIOError:
                    pass
                socket.socket.setblocking(True)
                socket.socket.settimeout(10)
        except OSError:
            pass
        grown = t.server.memory() - before
        expect(grown < 60, f"{grown:.0f} MB more")
    expect(t.world.of("sara").get("/v1/me").status == 200, "no answer afterwards")


@case("socket", "a reader that never reads is cut off and costs little")
def slow_reader(t):
    # Its sender may write as fast as it likes.
    world = t.own_world(env={"SPOTTER_LIMIT_SOCKET_BYTES": "off"})
    before = world.server.memory()
    with WebSocket(world.server, world.token("sara"), buffer=4096) as slow:
        slow.hello()
        with WebSocket(world.server, world.token("alex")) as sender:
            sender.hello()
            for number in range(400):
                sender.send({"type": "message.send", "id": str(number), "chatId": world.chat,
                             "clientMessageId": f"slow-{number}", "text": "🏋" * 10_000})
                sender.next("ack")
        expect(world.server.memory() - before < 150, f"{world.server.memory() - before:.0f} MB more")
        slow.messages(5)
        expect(slow.end(5) is not None, "it is still open")


@case("socket", "hello without end")
def hello_flood(t):
    with opened(t) as socket:
        try:
            for _ in range(500):
                socket.send({"type": "hello", "deviceId": os.urandom(4).hex()})
        except OSError:
            pass
        socket.messages(1)
    expect(t.world.of("sara").get("/v1/me").status == 200, "no answer afterwards")


@case("socket", "an upgrade without a valid key or version is refused")
def bad_upgrade(t):
    from rest import raw_status
    base = "GET /v1/socket HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    for rest, statuses in [("Sec-WebSocket-Version: 13\r\n", (400,)),
                           ("Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: short\r\n", (400,)),
                           ("Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n", (426,)),
                           ("Sec-WebSocket-Version: 8\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n", (426,))]:
        status = raw_status(t.server, (base + rest + "\r\n").encode(), timeout=5)
        expect(status in statuses, f"{rest!r}: {status}")


@case("socket", "sockets without a hello are closed", short=False)
def silent_socket(t):
    with WebSocket(t.server) as socket:
        start = time.monotonic()
        expect(socket.end(30) is not None, "still open")
        expect(time.monotonic() - start < 25, "it took long")
