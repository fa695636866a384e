"""Many at once for what may happen once, and guessing."""

import concurrent.futures
import threading
import time

from registry import case, expect, family
from server import until
from websocket import WebSocket
from world import PASSWORD, register, relate, send


def together(actions, workers=20):
    """Runs all at the same moment; their results in order."""
    actions = list(actions)
    gate = threading.Barrier(min(workers, len(actions)))

    def run(action):
        try:
            gate.wait(5)
        except threading.BrokenBarrierError:
            pass
        return action()
    with concurrent.futures.ThreadPoolExecutor(workers) as pool:
        return list(pool.map(run, actions))


@case("races", "40 parallel sends with one id make one message")
def one_message(t):
    world = t.world
    clients = [world.client("sara") for _ in range(40)]
    body = {"clientMessageId": "race-1", "text": "once"}
    answers = together(lambda c=c: c.post(f"/v1/chats/{world.chat}/messages", body) for c in clients)
    ids = {answer.json["message"]["id"] for answer in answers if answer.is_success}
    expect(len(ids) == 1, f"{len(ids)} messages")
    expect([answer.status for answer in answers].count(201) == 1, "more than one was new")


@case("races", "40 parallel confirmations run a proposal once")
def one_confirmation(t):
    world = t.world
    alex = world.of("alex")
    proposal = alex.post("/v1/assistant/query", {"message": "remind me tomorrow at 9 to check zebrarace"}).json["proposals"][0]["id"]
    clients = [world.client("alex") for _ in range(40)]
    verbs = ["confirm"] * 32 + ["cancel"] * 8
    together(lambda c=c, v=v: c.post(f"/v1/assistant/proposals/{proposal}/{v}") for c, v in zip(clients, verbs))
    state = alex.get(f"/v1/assistant/proposals/{proposal}").json["proposal"]["state"]
    count = alex.get("/v1/reminders").text.lower().count("zebrarace")
    expect(count == (1 if state == "executed" else 0), f"{state}, {count} reminders")


@case("races", "30 parallel refreshes give one successor")
def one_refresh(t):
    world = t.own_world()
    refresh = world.facts["refresh"]["mike"]
    clients = [world.client("nobody") for _ in range(30)]
    answers = together(lambda c=c: c.post("/v1/auth/refresh", {"refreshToken": refresh}) for c in clients)
    successors = {answer.json["refreshToken"] for answer in answers if answer.is_success}
    expect(len(successors) <= 1, f"{len(successors)} successors")


@case("races", "a lost answer to a refresh: the same token gives the same successor", finding="M8")
def lost_refresh(t):
    world = t.own_world()
    nobody = world.client("nobody")
    old = world.facts["refresh"]["sara"]
    first = nobody.post("/v1/auth/refresh", {"refreshToken": old})
    again = nobody.post("/v1/auth/refresh", {"refreshToken": old})
    expect(again.status == 200, f"{again!r}")
    expect(again.json["refreshToken"] == first.json["refreshToken"], "another successor")
    for answer in (first, again):
        expect(world.server.client(answer.json["accessToken"]).get("/v1/me").status == 200, "a token that died")


@case("races", "an old refresh token after its successor was used ends the session")
def stolen_refresh(t):
    world = t.own_world()
    nobody = world.client("nobody")
    old = world.facts["refresh"]["sara"]
    first = nobody.post("/v1/auth/refresh", {"refreshToken": old}).json
    second = nobody.post("/v1/auth/refresh", {"refreshToken": first["refreshToken"]}).json
    stolen = nobody.post("/v1/auth/refresh", {"refreshToken": old})
    expect(stolen.status == 401, f"{stolen!r}")
    expect(nobody.post("/v1/auth/refresh", {"refreshToken": second["refreshToken"]}).status == 401, "the family lives")


def call_parameters(world, text):
    asked = world.of("alex").post("/chatWithAI", {"data": {
        "userId": world.user("alex"), "message": text, "timezone": "Europe/Stockholm"}})
    expect(asked.status == 200, f"{asked!r}")
    call = asked.json["result"].get("functionCall")
    expect(call, f"{asked!r}")
    return call


def execute(client, world, call, conversation=None):
    return client.post("/executeFunctionCall", {"data": {
        "userId": world.user("alex"), "functionName": call["name"], "parameters": call["parameters"]}})


@case("races", "a callable's confirmation twice does it once", finding="M4")
def callable_twice(t):
    world = t.world
    call = call_parameters(world, 'remind me tomorrow at 9 to check zebracallable')
    for _ in range(2):
        execute(world.of("alex"), world, call)
    count = world.of("alex").get("/v1/reminders").text.lower().count("zebracallable")
    expect(count == 1, f"{count} reminders")


@case("races", "20 parallel confirmations of a callable send once")
def callable_race(t):
    world = t.world
    call = call_parameters(world, 'tell Sara "zebraparallel"')
    clients = [world.client("alex") for _ in range(20)]
    together(lambda c=c: execute(c, world, call) for c in clients)
    count = world.of("sara").get(f"/v1/chats/{world.chat}/messages?limit=200").text.count("zebraparallel")
    expect(count == 1, f"{count} messages")


@case("races", "an invitation is accepted by one")
def one_invitation(t):
    world = t.world
    invitation = world.of("olga").post("/v1/invitations", {})
    if invitation.status != 201:
        invitation = world.of("olga").post("/v1/invitations", {"email": "bea@example.com"})
    expect(invitation.status == 201, f"{invitation!r}")
    code = (invitation.json.get("invitation") or invitation.json).get("code") or invitation.json.get("token")
    clients = [world.client(name) for name in ("bea", "mike", "bea", "mike", "bea", "mike")]
    answers = together((lambda c=c: c.post("/v1/invitations/accept", {"code": code, "token": code}) for c in clients), 6)
    contacts = world.of("olga").get("/v1/contacts").text
    expect(("Bea Removed" in contacts) + ("Mike Stone" in contacts) <= 1, f"{[a.status for a in answers]}")


@case("races", "a removed member's sends: none after the removal")
def removal_race(t):
    world = t.own_world()
    alex, stop, acked = world.of("alex"), threading.Event(), []

    def flood(name):
        client = world.client(name)
        number = 0
        while not stop.is_set():
            number += 1
            answer = client.post(f"/v1/chats/{world.group}/messages", {"clientMessageId": f"{name}{number}", "text": "x"})
            if answer.is_success:
                acked.append(answer.json["message"]["seq"])
    threads = [threading.Thread(target=flood, args=("mike",)) for _ in range(3)]
    for thread in threads:
        thread.start()
    time.sleep(1)
    removed = alex.delete(f"/v1/chats/{world.group}/members/{world.user('mike')}")
    time.sleep(0.5)
    stop.set()
    for thread in threads:
        thread.join()
    expect(removed.is_success, f"{removed!r}")
    history = alex.post("/v1/sync", {"positions": {world.group: 0}}).json["chats"][0]["events"]
    removal = [event["seq"] for event in history if event["type"] == "member.changed"]
    expect(acked and (not removal or max(acked) < max(removal)), f"acked {max(acked)}, removed at {removal[-1:]}")


@family("races", "{0} ends open sockets within a second", ["log-out", "a password change", "an account's deletion", "a session's end"])
def sessions_end(t, what):
    world = t.own_world()
    mike = world.of("mike")
    with WebSocket(world.server, world.token("mike")) as socket:
        socket.hello()
        if what == "log-out":
            mike.post("/v1/auth/logout")
        elif what == "a session's end":
            mike.delete("/v1/auth/sessions/" + mike.get("/v1/auth/sessions").json["sessions"][0]["id"])
        elif what == "a password change":
            login = world.client("nobody").post("/v1/auth/login", {"email": world.email("mike"), "password": PASSWORD})
            other = world.server.client(login.json["accessToken"])
            changed = other.post("/v1/auth/password", {"currentPassword": PASSWORD, "newPassword": PASSWORD + "2"})
            expect(changed.is_success, f"{changed!r}")
        else:
            expect(mike.delete("/v1/me", {"password": PASSWORD}).status == 204, "no deletion")
        start = time.monotonic()
        expect(socket.end(10) is not None, "the socket lives")
        expect(time.monotonic() - start < 3, "it took long")
    expect(mike.get("/v1/me").status == 401, "the token lives")
    expect(world.client("nobody").post("/v1/auth/refresh", {"refreshToken": world.facts["refresh"]["mike"]}).status == 401,
           "the refresh token lives")


@case("brute", "guesses of one account: five, then a throttle", short=False)
def guesses(t):
    world = t.own_world()
    statuses = [world.of("nobody").post("/v1/auth/login", {"email": world.email("sara"), "password": f"guess {n}"}).status
                for n in range(15)]
    expect(429 in statuses[:12] and 200 not in statuses, f"{statuses}")


@case("brute", "80 parallel guesses: 50 are tried at most", short=False)
def parallel_guesses(t):
    world = t.own_world()
    clients = [world.client("nobody") for _ in range(80)]
    answers = together((lambda c=c, n=n: c.post("/v1/auth/login", {"email": world.email("sara"), "password": f"g {n}"})
                        for n, c in enumerate(clients)), 80)
    tried = sum(answer.status == 401 for answer in answers)
    expect(tried <= 50, f"{tried} guesses were tried")
    expect(not any(answer.status >= 500 and answer.status != 503 for answer in answers), "server errors")


@case("brute", "other spellings of an address are the same account")
def spellings(t):
    world = t.own_world()
    statuses = []
    for email in ["sara@example.com", "SARA@example.com", " sara@example.com", "sara@example.com ", "Sara@Example.Com",
                  "sara@EXAMPLE.com", "sARA@example.com", "saRA@example.com"]:
        statuses.append(world.of("nobody").post("/v1/auth/login", {"email": email, "password": "wrong"}).status)
    expect(429 in statuses, f"{statuses}")


@case("brute", "an account can't be told from none by log-in")
def login_words(t):
    world = t.own_world()
    there, nowhere = ([], [])
    # The fastest of two tries; on a busy machine of some more, before it says something of the server.
    while len(there) < 2 or len(there) < 4 and not alike(there, nowhere):
        for email, words in ((world.email("mike"), there), ("none@example.com", nowhere)):
            start = time.monotonic()
            answer = world.of("nobody").post("/v1/auth/login", {"email": email, "password": "wrong wrong"})
            error = answer.json["error"]
            words.append((answer.status, error["code"], error["message"], time.monotonic() - start))
    expect([word[:3] for word in there] == [word[:3] for word in nowhere], f"{there} {nowhere}")
    expect(alike(there, nowhere), f"{there} {nowhere}")


def alike(there, nowhere):
    """Whether both log-ins take about as long."""
    fastest = [min(word[3] for word in words) for words in (there, nowhere)]
    return max(fastest) < 3 * min(fastest) + 0.05


@family("brute", "{0} with a wrong password", ["a password change", "an account's deletion"])
def wrong_password(t, what):
    world = t.world
    if what == "a password change":
        answer = world.of("sara").post("/v1/auth/password", {"currentPassword": "wrong", "newPassword": "new password 1"})
    else:
        answer = world.of("sara").delete("/v1/me", {"password": "wrong"})
    expect(answer.status in (400, 401, 403), f"{answer!r}")
    expect(world.of("sara").get("/v1/me").status == 200, "it worked")


@case("brute", "a burst of registrations doesn't shut log-ins out", finding="M13", short=False)
def registration_burst(t):
    world = t.own_world()
    count = 80
    clients = [world.client("nobody") for _ in range(count)]
    done = threading.Event()

    def burst():
        together((lambda c=c, n=n: attempt(lambda: register(c, f"burst{n}")) for n, c in enumerate(clients)), count)
        done.set()
    threading.Thread(target=burst, daemon=True).start()
    time.sleep(0.5)
    statuses = []
    for name in ("sara", "mike", "olaf", "alex"):
        client = world.client("nobody")
        client.timeout = 150
        statuses.append(client.post("/v1/auth/login", {"email": world.email(name), "password": PASSWORD}).status)
    expect(statuses == [200] * 4, f"{statuses}")


def attempt(action):
    try:
        return action()
    except Exception:
        return None
