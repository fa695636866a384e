"""Odd input at every door: no crash, no server error, nothing that takes long."""

import time

from registry import case, expect, family
from server import AHEAD
from websocket import WebSocket

DEEP = b"[" * 100_000
BODIES = {
    "nothing": b"", "a NUL": b"\0", "not UTF-8": b'{"text":"\xff\xfe"}', "UTF-16": '{"a":1}'.encode("utf-16"),
    "UTF-32": '{"a":1}'.encode("utf-32"), "a BOM": b"\xef\xbb\xbf{}", "depth 100 000": DEEP,
    "deep objects": b'{"a":' * 50_000, "a lone surrogate": b'{"text":"\\ud800","query":"\\udfff","message":"\\ud800"}',
    "duplicate keys": b'{"text":"a","text":"b","clientMessageId":"1","clientMessageId":"2"}', "1e400": b'{"limit":1e400}',
    "100 000 digits": b'{"limit":' + b"9" * 100_000 + b"}", "minus zero": b'{"limit":-0.0}', "NaN": b'{"limit":NaN}',
    "a number for a text": b'{"text":1,"query":2,"message":3,"email":4}', "null for all": b'{"text":null,"query":null,'
    b'"message":null,"email":null,"kind":null,"memberIds":null,"positions":null}', "a list": b"[]", "a word": b'"x"',
    "true": b"true", "lists for texts": b'{"text":[],"query":[],"message":[],"email":[]}', "a NUL in a text":
    b'{"text":"a\\u0000b","query":"a\\u0000b","message":"a\\u0000b","clientMessageId":"n\\u0000"}',
    "an unfinished text": b'{"text":"', "trailing commas": b'{"text":"a",}', "comments": b'{/*x*/"text":"a"}',
    "100 000 keys": b"{" + b",".join(b'"k%d":1' % n for n in range(25_000)) + b"}",
}
DOORS = [("POST", "/v1/chats/{chat}/messages"), ("POST", "/v1/search"), ("POST", "/v1/sync"), ("POST", "/v1/assistant/query"),
         ("POST", "/v1/auth/login"), ("POST", "/v1/auth/refresh"), ("PATCH", "/v1/me"), ("POST", "/v1/chats"),
         ("POST", "/v1/reminders"), ("POST", "/v1/calendar/events"), ("POST", "/v1/me/notifications"),
         ("POST", "/chatWithAI"), ("POST", "/semanticSearch"), ("POST", "/executeFunctionCall")]


@family("input", "{0} at every door", [(name,) for name in BODIES])
def odd_body(t, name):
    world = t.world
    for method, path in DOORS:
        start = time.monotonic()
        answer = world.of("alex").request(method, path.replace("{chat}", world.chat), BODIES[name],
                                          headers={"Content-Type": "application/json"})
        expect(answer.status < 500, f"{path}: {answer!r}")
        expect(time.monotonic() - start < 10, f"{path} took {time.monotonic() - start:.1f} s")


TEXTS = {
    "FTS syntax": ['"', '"a', "a AND", "NEAR(", "a*", "*", "text:a", "-a", "(", ")", "a OR OR b", "{a}", "^a", "'; DROP TABLE"],
    "SQL": ["' OR 1=1 --", "\"; SELECT 1; --", "%", "_", "\\", "x' UNION SELECT * FROM users --"],
    "scripts": ["走った", "안녕", "שלום", "a\u0301" * 500, "👩‍👩‍👧‍👦" * 100, "\u202e" * 50, "\u200b" * 50, "ﷺ" * 200],
    "control characters": ["\x00", "\x07\x1b[2J", "\x7f", "\x85", "\ufffe", "\ufeff"],
    "length": ["a " * 400, "ab" * 400, "?" * 500, "1" * 900],
    "times": ["remind me on 31 February at 25:00 to x", "schedule a call with Sara in 99999999999 years",
              "call Sara tomorrow at " + "9" * 200, "remind me every " + "second " * 50 + "to x", "cancel the call at -1",
              "remind me at 24:00 to", "schedule a call with " + "Sara " * 100],
}


@family("input", "search, questions and messages with {0}", [(name,) for name in TEXTS])
def odd_text(t, name):
    world = t.world
    alex = world.of("alex")
    for number, text in enumerate(TEXTS[name]):
        for path, body in [("/v1/search", {"query": text}), ("/v1/search", {"query": text, "mode": "text"}),
                           ("/v1/assistant/query", {"message": text}),
                           (f"/v1/chats/{world.chat}/messages", {"text": text, "clientMessageId": f"{name}-{number}"})]:
            start = time.monotonic()
            answer = alex.post(path, body)
            expect(answer.status < 500, f"{path} {text[:20]!r}: {answer!r}")
            expect(time.monotonic() - start < 10, f"{path} {text[:20]!r} took long")


@family("input", "query parameters {0}", [
    "limit=-1", "limit=0", "limit=99999999999999999999", "limit=1e9", "limit=%00", "limit=", "before=-1", "after=-1",
    "before=9223372036854775807", "after=9223372036854775807", "before=abc", "limit=1&limit=2", "before=1&after=1",
    "limit=%F0%9F%92%A9", "%", "a=%ZZ", "&&&", "=" * 1000])
def odd_query(t, query):
    world = t.world
    for path in (f"/v1/chats/{world.chat}/messages", "/v1/assistant/audit", "/v1/users", "/v1/calendar/events"):
        answer = world.of("alex").get(f"{path}?{query}")
        expect(answer.status < 500, f"{path}: {answer!r}")


@family("input", "a time of {0}", [
    "0001-01-01T00:00:00Z", "9999-12-31T23:59:59Z", "10000-01-01T00:00:00Z", "-1-01-01T00:00:00Z", "2026-02-30T00:00:00Z",
    "2026-01-01T24:00:00Z", "2026-01-01T00:00:60Z", "2026-01-01", "now", "1e18", "2026-01-01T00:00:00+99:99", ""])
def odd_time(t, value):
    alex = t.world.of("alex")
    for path, body in [("/v1/reminders", {"text": "x", "dueAt": value}), ("/v1/search", {"query": "knee", "since": value}),
                       ("/v1/calendar/events", {"eventType": "call", "title": "x", "startsAt": value, "endsAt": value})]:
        answer = alex.post(path, body)
        expect(answer.status < 500, f"{path}: {answer!r}")
        if path == "/v1/reminders" and answer.is_success:
            alex.delete(f"/v1/reminders/{answer.json['reminder']['id']}")
    expect(alex.get(f"/v1/calendar/events?from={value}&to={value}").status < 500, "listing")


@family("input", "a frame that is {0}", [
    ("no object", "[]"), ("a word", '"x"'), ("empty", ""), ("deep", "[" * 50_000), ("of no type", "{}"),
    ("of an unknown type", '{"type":"nope","id":"1"}'), ("a number as type", '{"type":1}'),
    ("a second hello", '{"type":"hello","deviceId":"d"}'), ("a send to nowhere", '{"type":"message.send","id":"1"}'),
    ("full of duplicates", '{"type":"ping","id":"1","type":"message.send"}'), ("a huge seq",
     '{"type":"receipt.read","chatId":"{chat}","seq":99999999999999999999999}'), ("a negative seq",
     '{"type":"receipt.read","chatId":"{chat}","seq":-5}'), ("1e400", '{"type":"receipt.read","chatId":"{chat}","seq":1e400}'),
    ("a lone surrogate", '{"type":"message.send","id":"1","chatId":"{chat}","clientMessageId":"s","text":"\\ud800"}'),
    ("an escaped key", '{"\\u0074ype":"ping","id":"1"}'), ("a list as text",
     '{"type":"message.send","id":"1","chatId":"{chat}","clientMessageId":"l","text":[]}')])
def odd_frame(t, _, frame):
    world = t.world
    with WebSocket(world.server, world.token("sara")) as socket:
        socket.hello()
        socket.send(frame.replace("{chat}", world.chat))
        if socket.end(0.5) is None:
            socket.send({"type": "ping", "id": "alive"})
            socket.next("pong")
    expect(world.of("sara").get("/v1/me").status == 200, "the server is ill")


NAMES = {
    "nothing but U+200B": "\u200b\u200b", "U+2800": "\u2800\u2800", "U+3164": "\u3164", "bidi override": "Sara\u202eanna",
    "bidi isolate": "\u2066Sara\u2069", "a zero-width joiner": "Sa\u200dra", "a soft hyphen": "Sa\u00adra",
    "tag characters": "Sara\U000e0041", "a BOM": "\ufeffSara", "a variation selector": "Sara\ufe01",
    "a Mongolian separator": "Sara\u180e", "180 001 bytes": "Z" + "\u0301" * 90_000, "a line separator": "Sara\u2028Lind",
}


@family("input", "a name with {0}", [(name,) for name in NAMES], finding="M10")
def odd_name(t, name):
    world = t.world
    sara, alex = world.of("sara"), world.of("alex")
    for answer in (sara.patch("/v1/me", {"displayName": NAMES[name]}),
                   alex.patch(f"/v1/chats/{world.group}", {"name": NAMES[name]}),
                   alex.post("/v1/prospects", {"displayName": NAMES[name]})):
        # Dropping what can't be seen is as good as refusing it.
        kept = answer.is_success and any(word in answer.text for word in (NAMES[name], NAMES[name][-30:]))
        expect(not kept and answer.status < 500, f"{answer!r}")
    sara.patch("/v1/me", {"displayName": "Sara Lind"})
    alex.patch(f"/v1/chats/{world.group}", {"name": f"{world.words} club"})


FAKES = [("Coptic", "Ⲧina"), ("Cherokee", "Ꭲina"), ("Cyrillic", "Тina"), ("the server", "Spotter"), ("the server in full width", "Ｓｙｓｔｅｍ"),
         ("the server in bold mathematics", "𝐒𝐩𝐨𝐭𝐭𝐞𝐫"), ("an automatic reply", "Automatic reply:"), ("Lisu capitals", "ꓢꓬꓢꓔꓰꓟ")]


@family("input", "a name that passes for {0}", FAKES, finding="L-lookalikes")
def fake_name(t, what, name):
    answer = t.world.client("sara").patch("/v1/me", {"displayName": name})
    expect(answer.status == 400 and answer.code == "invalid_request", f"{answer!r}")


@case("input", "nobody's name or address looks like another's with the same trainer", finding="L-lookalikes")
def lookalikes(t):
    from world import register
    world = t.own_world()
    world.of("mike").patch("/v1/me", {"displayName": "Coco"})
    fake = "\u0421\u043e\u0441\u043e"
    renamed = world.of("sara").patch("/v1/me", {"displayName": fake})
    expect(renamed.status == 400 and "name" in renamed.text, f"renamed: {renamed!r}")
    code = world.of("alex").post("/v1/invitations", {}).json["invitation"]["code"]
    joined = register(world.client("nobody"), "new", fake, invite=code)
    expect(joined.status == 400 and "name" in joined.text, f"joined: {joined!r}")
    for address in ("<b>@x.se", "\uff41nna@x.se", "\u0430nna@x.se"):
        answer = world.client("nobody").post("/v1/auth/register", {"email": address, "password": "x" * 12, "displayName": "A",
                                                                    "role": "client", "invite": code})
        expect(answer.status == 400, f"{address}: {answer!r}")


@family("input", "{0} is bounded in bytes", [
    ("a search", "POST", "/v1/search", "query", 200_000), ("a question", "POST", "/v1/assistant/query", "message", 200_000),
    ("a reminder", "POST", "/v1/reminders", "text", 200_000), ("a message", "POST", "/v1/chats/{chat}/messages", "text", 200_000),
    ("a draft", "PUT", "/v1/chats/{chat}/draft", "text", 200_000), ("a group's name", "PATCH", "/v1/chats/{group}", "name", 20_000),
    ("a device's name", "POST", "/v1/auth/login", "deviceName", 20_000)], finding="M10")
def bounded_text(t, _, method, path, field, size):
    world = t.world
    body = {field: "a" + "\u0301" * (size // 2), "dueAt": f"{AHEAD}T00:00:00Z", "clientMessageId": "long",
            "email": world.email("sara"), "password": "correct horse battery"}
    path = path.replace("{chat}", world.chat).replace("{group}", world.group)
    answer = world.of("alex").request(method, path, body)
    expect(answer.status in (400, 413), f"{answer!r}"[:200])


@case("input", "schema-valid extremes are refused with words, not with a failure")
def id_words(t):
    world = t.world
    for value in ("", "x" * 10_000, "018f", "../..", "018F0000-0000-7000-8000-000000000001 ", "{}", "null"):
        for path, body in [("/v1/chats", {"kind": "direct", "memberIds": [value]}), ("/v1/search", {"query": "a", "chatId": value}),
                           (f"/v1/chats/{world.chat}/messages", {"text": "a", "clientMessageId": "i", "replyTo": value})]:
            answer = world.of("alex").post(path, body)
            expect(answer.status in (400, 404, 413), f"{path} {value[:10]!r}: {answer!r}")
