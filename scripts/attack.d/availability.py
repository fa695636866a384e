"""What one account, or a stranger, asks the server to work on: the others shouldn't notice, and nothing is stored uncounted."""

import random

from load import expect_fair
from registry import case, expect, family
from server import AHEAD, SOON
from websocket import WebSocket

WORDS = ("knee", "squat", "Tuesday at ten", "the new plan", "fourteen kilometres", "rest", "by Friday", "the invoice", "a call",
         "protein", "the half marathon", "two sessions", "my left shoulder", "next week", "travel", "the gym")


def talk(world, count, size):
    """Messages that say something: promises, questions, times."""
    words, chosen = random.Random(1), []
    for number in range(count):
        text = f"Message {number}:"
        while len(text) < size:
            text += f" I will send you {words.choice(WORDS)} and {words.choice(WORDS)}. Shall we do {words.choice(WORDS)}?"
        chosen.append(text[:size])
    with WebSocket(world.server, world.token("sara")) as sender:
        sender.hello()
        for number, text in enumerate(chosen):
            sender.send({"type": "message.send", "id": str(number), "chatId": world.chat,
                         "clientMessageId": f"talk-{number}", "text": text})
            sender.next("ack")


@family("fairness", "summaries of a long chat: {0}", ["REST", "webhook", "question"], finding="2026-11 H1")
def summaries(t, door):
    world = t.own_world()
    talk(world, 300 if t.short else 1000, 800)

    def attack(_):
        client = world.client("alex")
        if door == "REST":
            client.post(f"/v1/chats/{world.chat}/summary", {})
        elif door == "webhook":
            client.post("/webhook/summarize", {"conversationID": world.chat, "parameters": {"messageCount": 1000}})
        else:
            client.post("/v1/assistant/query", {"message": "Summarize my chat with Sara Lind"})
    expect_fair(world, attack, threads=8)


@case("fairness", "templates that would become megabytes", finding="2026-11 M2")
def templates(t):
    world = t.own_world()
    alex = world.of("alex")
    template = alex.post("/v1/templates", {"name": "long", "text": "{a}" * 3300}).json["template"]["id"]
    body = {"userId": world.user("sara"), "slots": {"a": "x" * 15_000}}
    expect(alex.post(f"/v1/templates/{template}/render", body).status == 400, "it was filled")
    expect_fair(world, lambda _: world.client("alex").post(f"/v1/templates/{template}/render", body))


@case("fairness", "a template of braces that nothing closes", finding="2026-11 M2")
def braces(t):
    world = t.own_world()
    body = {"name": "braces", "text": "{" * 10_000}
    expect(world.of("alex").post("/v1/templates", body).status == 201, "it wasn't stored")
    expect_fair(world, lambda _: world.client("alex").post("/v1/templates", body), pause=0.3)


@case("fairness", "a sync of thousands of made-up chats", finding="2026-11 M6")
def made_up_chats(t):
    world = t.own_world()
    body = {"positions": {f"018f0000-0000-7000-8000-{number:012x}": 1 for number in range(3000)}}
    answer = world.of("alex").post("/v1/sync", body)
    expect(answer.status == 200 and sum(chat["gone"] for chat in answer.json["chats"]) <= 100, f"{answer!r}"[:200])
    expect_fair(world, lambda _: world.client("alex").post("/v1/sync", body))


@case("fairness", "a calendar's feed that is read all the time", finding="2026-11 M6")
def feeds(t):
    world = t.own_world()
    alex = world.of("alex")
    for number in range(100 if t.short else 300):
        made = alex.post("/v1/calendar/events", {
            "eventType": "adhoc", "title": f"Session {number}", "notes": "bring shoes " * 20,
            "startsAt": f"{AHEAD[:4]}-{1 + number // 24 % 12:02}-{1 + number // 288:02}T{number % 24:02}:00:00Z",
            "endsAt": f"{AHEAD[:4]}-{1 + number // 24 % 12:02}-{1 + number // 288:02}T{number % 24:02}:30:00Z"})
        expect(made.is_success, f"{made!r}"[:200])
    path = "/calendar/feeds/" + alex.get("/v1/calendar/feed").json["url"].rsplit("/", 1)[1]
    expect(alex.get(path).status == 200, "no feed")
    expect_fair(world, lambda _: world.client("nobody").get(path))


@case("fairness", "long JSON to a door that leads nowhere", finding="2026-11 L9")
def nowhere(t):
    world = t.own_world()
    body = b'{"messages":[' + b"1," * 40_000 + b"1]}"
    statuses = [world.of("alex").request("POST", "/api/chat/completions", body, {"Content-Type": "application/json"}).status
                for _ in range(3)]
    expect(statuses == [404, 404, 404], f"{statuses}")
    expect_fair(world, lambda _: world.client("alex").request("POST", "/api/chat/completions", body,
                                                              {"Content-Type": "application/json"}))


@case("fairness", "long JSON to every door of a user", finding="2026-11 L9")
def long_bodies(t):
    world = t.own_world()
    body = b'{"messages":[' + b"1," * 15_000 + b"1]}"
    doors = ["/v1/search", "/v1/assistant/query", "/openai/v1/chat/completions", "/v1/calendar/events", "/semanticSearch",
             "/v1beta/models/spotter:generateContent", "/mcp", "/advice"]

    def attack(number):
        world.client("alex").request("POST", doors[number % len(doors)], body, {"Content-Type": "application/json"})
    expect_fair(world, attack)


# MARK: What is counted

OPEN_DOORS = [("GET", "/calendar/feeds/guess.ics", None), ("GET", "/v1/invitations/sp_i_guess", None),
              ("POST", "/v1/auth/refresh", {"refreshToken": "sp_r_guess"}), ("POST", "/v1/accounts:lookup", {}),
              ("POST", "/v1/accounts:signInWithPassword", {"email": "a@x.se", "password": "guess-me"}),
              ("POST", "/semanticSearch", {"data": {}}), ("POST", "/mcp", {}), ("GET", "/_matrix/client/versions", None)]


@family("limits", "a made-up token is a stranger's: {0} {1}", OPEN_DOORS, finding="2026-11 M1")
def made_up_token(t, method, path, body):
    world = t.own_world(flags=["--trusted-proxies", "127.0.0.1"], env={"SPOTTER_LIMIT_STRANGERS": "1/h:20"})
    client = world.client("nobody")
    headers = {"X-Forwarded-For": "203.0.113.7", "Authorization": "Bearer made-up"}
    statuses = [client.request(method, path, body, headers).status for _ in range(30)]
    expect(statuses.count(429) >= 10, f"{statuses}")
    other = client.request(method, path, body, {**headers, "X-Forwarded-For": "203.0.113.8"})
    expect(other.status != 429, "others pay for it")


@family("limits", "a broadcast counts for each of its recipients: {0}", ["text", "template"], finding="2026-11 M3")
def broadcasts(t, content):
    world = t.own_world(env={"SPOTTER_LIMIT_MESSAGE_BYTES": "1/h:100000"})
    alex, text = world.of("alex"), "x" * 9_000
    for name in ("sara", "mike", "bea"):
        expect(alex.put(f"/v1/clients/{world.user(name)}/tags", {"tags": ["all"]}).is_success, "no tag")
    body = {"tag": "all", "text": text}
    if content == "template":
        template = alex.post("/v1/templates", {"name": "long", "text": text}).json["template"]["id"]
        body = {"tag": "all", "templateId": template}
    statuses = [alex.post("/v1/broadcasts", body).status for _ in range(6)]
    # Three recipients of 9 KB each: three broadcasts fit into 100 KB.
    expect(statuses == [201, 201, 201, 429, 429, 429], f"{statuses}")


STORING = [("PUT", "/v1/clients/{sara}/notes", {"text": "x" * 9_000}), ("POST", "/v1/templates", {"name": "t", "text": "x" * 9_000}),
           ("PUT", "/v1/chats/{chat}/draft", {"text": "x" * 9_000}),
           ("POST", "/v1/calendar/events", {"eventType": "adhoc", "title": "Run", "notes": "x" * 3_900, "rrule": "FREQ=DAILY;COUNT=9",
                                           "startsAt": f"{SOON}T20:00:00Z", "endsAt": f"{SOON}T20:30:00Z"})]


@family("limits", "what is stored counts: {0} {1}", STORING, finding="2026-11 M3")
def stored(t, method, path, body):
    world = t.own_world(env={"SPOTTER_LIMIT_MESSAGE_BYTES": "1/h:20000"})
    path = path.format(sara=world.user("sara"), chat=world.chat)
    statuses = [world.of("alex").request(method, path, body).status for _ in range(4)]
    expect(429 in statuses and statuses.index(429) <= 2, f"{statuses}")
