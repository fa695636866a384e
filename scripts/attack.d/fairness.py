"""One hostile account, or none: what it costs the others. Nothing else runs beside these."""

import os
import re
import socket
import threading
import time

import pictures
import registry
from registry import case, expect, skip
from rest import raw
from server import until
from websocket import WebSocket
from world import PASSWORD, register, send

registry.ALONE.add("fairness")
FULL_TEXT = "🏋" * 10_000  # 40 KB
# Where a long history is only prepared: it would take the pace of a user's sockets.
UNPACED = {"SPOTTER_LIMIT_SOCKET_BYTES": "off"}


def fill(world, count):
    """Messages of 40 KB in the direct chat."""
    with WebSocket(world.server, world.token("sara")) as sender:
        sender.hello()
        for number in range(count):
            sender.send({"type": "message.send", "id": str(number), "chatId": world.chat,
                         "clientMessageId": f"fill-{number}", "text": FULL_TEXT})
            sender.next("ack")


def unread(world, path, count):
    """Connections that ask and never read."""
    request = (f"GET {path} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer {world.token('sara')}\r\n\r\n").encode()
    connections = []
    for _ in range(count):
        connection = socket.socket()
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        connection.settimeout(5)
        try:
            connection.connect((world.server.host, world.server.port))
            connection.sendall(request)
        except OSError:
            continue
        connections.append(connection)
    return connections


def grown(world, path, count, seconds):
    before, most = world.server.memory(), 0
    connections = unread(world, path, count)
    try:
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            most = max(most, world.server.memory())
            time.sleep(0.1)
        start = time.monotonic()
        expect(world.client("mike").get("/v1/me").status == 200, "no answer for others")
        expect(time.monotonic() - start < 3, "others wait")
    finally:
        for connection in connections:
            connection.close()
    return most - before


@case("fairness", "history that nobody reads costs little memory", finding="H2")
def unread_history(t):
    world = t.own_world(env=UNPACED)
    fill(world, 60 if t.short else 200)
    more = grown(world, f"/v1/chats/{world.chat}/messages?limit=200", 100 if t.short else 400, 5 if t.short else 15)
    expect(more < 150, f"{more:.0f} MB more")


@case("fairness", "downloads that nobody reads cost little memory", finding="H2")
def unread_downloads(t):
    world = t.own_world()
    data = os.urandom(20_000_000)
    media = world.of("sara").post("/v1/media?clientMediaId=big&fileName=big.bin", data)
    expect(media.is_success, f"{media!r}"[:200])
    more = grown(world, f"/v1/media/{media.json['media']['id']}/content", 150 if t.short else 300, 6 if t.short else 15)
    expect(more < 150, f"{more:.0f} MB more")


@case("fairness", "a download that nobody reads ends", finding="H2", short=False)
def stalled_download(t):
    world = t.own_world()
    media = world.of("sara").post("/v1/media?clientMediaId=big&fileName=big.bin", os.urandom(20_000_000)).json["media"]["id"]
    connections = unread(world, f"/v1/media/{media}/content", 3)
    # Once the system's buffers are full, what is left waits in the server.
    expect(until(lambda: connection_count(world.server) == 3, 10, 0.2), "nothing waits for a reader")
    ended = until(lambda: connection_count(world.server) == 0, 60, 1)
    for connection in connections:
        connection.close()
    expect(ended, "still established after a minute")


def connection_count(server):
    """The server's established connections that have unsent bytes."""
    count = 0
    with open("/proc/net/tcp") as table:
        for line in table.readlines()[1:]:
            fields = line.split()
            if int(fields[1].split(":")[1], 16) == server.port and fields[3] == "01" and not fields[4].startswith("00000000:"):
                count += 1
    return count


@case("fairness", "memory comes back after a burst", finding="H2", short=False)
def memory_returned(t):
    world = t.own_world(env=UNPACED)
    fill(world, 200)
    before = world.server.memory()
    grown(world, f"/v1/chats/{world.chat}/messages?limit=200", 200, 10)
    left = until(lambda: world.server.memory() - before < 150, 45, 1)
    expect(left, f"{world.server.memory() - before:.0f} MB stay")


@case("fairness", "a page of history is bounded in bytes", finding="H2")
def page_bytes(t):
    world = t.own_world(env=UNPACED)
    fill(world, 60)
    page = world.of("sara").get(f"/v1/chats/{world.chat}/messages?limit=200")
    expect(page.status == 200 and len(page.body) < 1_500_000, f"{len(page.body)} bytes")
    expect(page.json["hasMore"] or len(page.json["messages"]) >= 60, "cut without a word")


def callable_cost(t, path, token=None):
    body = b'{"data":[' + b"1," * 499_000 + b"1]}"
    server = t.server
    rounds, start = 4, t.server.processor_seconds()
    statuses = []
    for _ in range(rounds):
        try:
            statuses.append(server.client(token).request("POST", path, body, headers={"Content-Type": "application/json"}).status)
        except OSError:
            statuses.append(0)  # refused before it was read
    return statuses, (server.processor_seconds() - start) / rounds


@registry.family("fairness", "a megabyte from nobody to {0} costs nothing", [
    "/chatWithAI", "/semanticSearch", "/executeFunctionCall", "/app/us-central1/chatWithAI"], finding="H3")
def anonymous_callable(t, path):
    statuses, cost = callable_cost(t, path)
    expect(all(status in (0, 400, 401, 413, 429) for status in statuses), f"{statuses}")
    expect(cost < 0.15, f"{cost:.2f} s of processor each")


@case("fairness", "others aren't held up by megabytes from nobody", finding="H3")
def anonymous_flood(t):
    world = t.own_world()
    body = b'{"data":[' + b"1," * 499_000 + b"1]}"
    stop = threading.Event()

    def flood():
        while not stop.is_set():
            try:
                world.server.client().request("POST", "/chatWithAI", body, headers={"Content-Type": "application/json"})
            except OSError:
                pass
    threads = [threading.Thread(target=flood, daemon=True) for _ in range(8)]
    for thread in threads:
        thread.start()
    time.sleep(1)
    sara, times = world.client("sara"), []
    for _ in range(15):
        start = time.monotonic()
        expect(sara.get("/v1/me").status == 200, "no answer")
        times.append(time.monotonic() - start)
    stop.set()
    for thread in threads:
        thread.join(20)
    expect(sorted(times)[7] < 0.5, f"median {sorted(times)[7]:.2f} s")


@case("fairness", "a user's megabytes to a callable are refused or cheap", finding="H3")
def user_callable(t):
    _, cost = callable_cost(t, "/chatWithAI", t.world.token("sara"))
    expect(cost < 0.15, f"{cost:.2f} s of processor each")


@case("fairness", "one user's pictures don't hold up another's", finding="H5")
def pictures_by_turns(t):
    world = t.own_world()
    heavy = pictures.heavy_png()
    alone = picture_time(world, "mike")
    count = 12 if t.short else 30
    statuses, threads = [], []

    def bomb(number):
        try:
            statuses.append(world.client("alex").post(f"/v1/media?clientMediaId=b{number}&fileName=b.png", heavy).status)
        except OSError:
            statuses.append(0)
    for number in range(count):
        threads.append(threading.Thread(target=bomb, args=(number,), daemon=True))
        threads[-1].start()
    time.sleep(1.5)
    start = time.monotonic()
    took = picture_time(world, "sara")
    bound = max(8, 10 * alone)
    expect(took < bound, f"{took:.1f} s behind {count} of another user's; {alone:.1f} s alone")
    expect(time.monotonic() - start < bound + 5, "slow")


def picture_time(world, who):
    start = time.monotonic()
    client = world.client(who)
    client.timeout = 300
    answer = client.post(f"/v1/media?clientMediaId={os.urandom(5).hex()}&fileName=s.png", pictures.png(50, 50))
    expect(answer.is_success, f"{answer!r}")
    media = answer.json["media"]["id"]
    until(lambda: client.get(f"/v1/media/{media}/content").status == 200, 300, 0.05)
    return time.monotonic() - start


@case("fairness", "searches of 200 KB are refused or cheap", finding="M10")
def heavy_search(t):
    world = t.own_world()
    query = " ".join(f"word{n}" for n in range(25_000))
    start = world.server.processor_seconds()
    statuses = [world.of("sara").post("/v1/search", {"query": query}).status for _ in range(5)]
    cost = (world.server.processor_seconds() - start) / 5
    expect(all(status in (400, 413) for status in statuses) or cost < 0.05, f"{statuses}, {cost:.2f} s each")


@case("fairness", "bytes of messages have a quota", finding="M9")
def byte_quota(t):
    t.binary.knows("serve", "--help")
    # Each limit is a line `SPOTTER_LIMIT_NAME=…` with what it counts on the next.
    told = re.findall(r"(SPOTTER_LIMIT_\w+)=\S*\s+([^\n]*)", t.binary.help[("serve",)])
    limit = next((name for name, what in told if "bytes" in what and re.search("messag|text|writ|stor", what)
                  and "media" not in what), None)
    expect(limit, "there is no limit of the bytes of messages")
    world = t.own_world(env={limit: "1000/s:500000"})
    refused = None
    for number in range(30):
        answer = world.of("sara").post(f"/v1/chats/{world.chat}/messages", {"clientMessageId": f"q{number}", "text": FULL_TEXT})
        if not answer.is_success:
            refused = answer
            break
    expect(refused is not None and refused.status in (429, 413), f"{refused!r}")
    expect(world.of("alex").post(f"/v1/chats/{world.chat}/messages", {"clientMessageId": "o", "text": "other"}).is_success,
           "others pay for it")


@case("fairness", "a hundred sockets of one user and their floods leave others quick")
def socket_floods(t):
    world = t.own_world()
    sockets = []
    stop = threading.Event()

    def flood(connection):
        number = 0
        while not stop.is_set():
            number += 1
            try:
                connection.send({"type": "typing.start", "chatId": world.chat})
                connection.send({"type": "ping", "id": str(number)})
            except OSError:
                return
    try:
        for _ in range(20 if t.short else 100):
            connection = WebSocket(world.server, world.token("alex"))
            connection.send({"type": "hello", "deviceId": os.urandom(4).hex()})
            sockets.append(connection)
        threads = [threading.Thread(target=flood, args=(connection,), daemon=True) for connection in sockets[:8]]
        for thread in threads:
            thread.start()
        times = []
        for number in range(20):
            start = time.monotonic()
            send(world.of("mike"), world.group, f"quick {number}", f"quick-{number}")
            times.append(time.monotonic() - start)
        expect(sorted(times)[10] < 1, f"median {sorted(times)[10]:.2f} s")
        expect(world.server.memory() < 600, f"{world.server.memory():.0f} MB")
    finally:
        stop.set()
        for connection in sockets:
            connection.close()


@case("fairness", "limits answer with 429 and say when", short=True)
def limits_told(t):
    world = t.own_world(env={"SPOTTER_LIMIT_REQUESTS": "1/min:20", "SPOTTER_LIMIT_SEARCHES": "1/min:3"})
    searches = [world.of("sara").post("/v1/search", {"query": "knee"}) for _ in range(6)]
    expect(searches[-1].status == 429 and "retry-after" in searches[-1].headers, f"{searches[-1]!r}")
    answers = [world.of("mike").get("/v1/me") for _ in range(40)]
    expect(answers[-1].status == 429 and world.of("olaf").get("/v1/me").status == 200, f"{answers[-1]!r}")
