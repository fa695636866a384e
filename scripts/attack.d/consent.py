"""Nobody is reached unasked: requests, blocks, registration, what a stranger can find out."""

import datetime
import re

from registry import case, expect, family
from server import until
from websocket import WebSocket
from world import PASSWORD, register, relate, send


def ask(world):
    """Olga asks to train Mike, whom she doesn't know."""
    return world.of("olga").post("/v1/contacts", {"email": world.email("mike")})


@case("consent", "a stranger's contact doesn't tell the name", finding="H4")
def no_name(t):
    world = t.own_world()
    answer = ask(world)
    expect(answer.status in (201, 202), f"{answer!r}")
    expect("Mike Stone" not in answer.text and world.user("mike") not in answer.text, f"{answer!r}")
    listed = world.of("olga").get("/v1/contacts").text
    expect("Mike Stone" not in listed and world.user("mike") not in listed, listed)


@case("consent", "a stranger's contact gives no presence", finding="H4")
def no_presence(t):
    world = t.own_world()
    with WebSocket(world.server, world.token("mike")) as socket:
        socket.hello()
        ask(world)
        expect(not presence_of(world, "olga", "mike"), "the presence of a stranger")


def presence_of(world, asker, other):
    """Whether anything tells `asker` that `other` is or was online, within a moment."""
    def shown():
        paths = (f"/v1/presence?userIds={world.user(other)}", f"/v1/users/{world.user(other)}", "/v1/contacts")
        return any(re.search(r'"status": ?"(online|away)"|"lastSeen": ?"2', world.of(asker).get(path).text)
                   for path in paths)
    return until(shown, 1.5, 0.2)


@case("consent", "a stranger's contact opens no chat", finding="H4")
def no_chat(t):
    world = t.own_world()
    ask(world)
    answer = world.of("olga").post("/v1/chats", {"kind": "direct", "memberIds": [world.user("mike")]})
    expect(answer.status in (403, 404), f"{answer!r}")


@case("consent", "a stranger's contact opens no group, and no puppet of it writes", finding="H4")
def no_group(t):
    world = t.own_world()
    ask(world)
    group = world.of("olga").post("/v1/chats", {"kind": "group", "name": "g",
                                                "memberIds": [world.user("mike"), world.user("olaf")]})
    expect(group.status in (403, 404), f"{group!r}")
    puppet = world.of("olaf").post("/v1/chats", {"kind": "direct", "memberIds": [world.user("mike")]})
    expect(puppet.status in (403, 404), f"{puppet!r}")


@case("consent", "nothing reaches the client's socket but the request", finding="H4")
def only_a_request(t):
    world = t.own_world()
    with WebSocket(world.server, world.token("mike")) as socket:
        socket.hello()
        ask(world)
        chat = world.of("olga").post("/v1/chats", {"kind": "direct", "memberIds": [world.user("mike")]})
        if chat.is_success:
            send(world.of("olga"), chat.json["chat"]["id"], "buy my pills", "spam-1")
        kinds = {message["type"] for message in socket.messages(1)}
        expect(kinds <= {"contact.request", "presence"}, f"{kinds}")


@case("consent", "a client can end it", finding="H4")
def client_ends(t):
    world = t.own_world()
    answer = world.of("mike").delete(f"/v1/contacts/{world.user('alex')}")
    expect(answer.is_success, f"{answer!r}")
    expect(world.user("mike") not in world.of("alex").get("/v1/contacts").text, "still a client")


@case("consent", "what was declined stays so")
def declined(t):
    world = t.own_world()
    ask(world)
    requests = world.of("mike").get("/v1/contacts/requests")
    if requests.status == 404:
        expect(False, "there are no requests to decline")
    request = requests.json["requests"][0]["id"]
    expect(world.of("mike").post(f"/v1/contacts/requests/{request}/decline").is_success, "no way to decline")
    late = world.of("mike").post(f"/v1/contacts/requests/{request}/accept")
    expect(world.user("mike") not in world.of("olga").get("/v1/contacts").text, f"{late!r}")
    expect(world.of("olga").post("/v1/chats", {"kind": "direct", "memberIds": [world.user("mike")]}).status in (403, 404),
           "a chat")


@case("consent", "a request is accepted by its client only", finding="H4")
def foreign_accept(t):
    world = t.own_world()
    ask(world)
    requests = world.of("mike").get("/v1/contacts/requests")
    expect(requests.status == 200 and requests.json["requests"], f"{requests!r}")
    request = requests.json["requests"][0]["id"]
    for who in ("olga", "olaf", "sara", "alex"):
        for verb in ("accept", "decline"):
            answer = world.of(who).post(f"/v1/contacts/requests/{request}/{verb}")
            expect(answer.status in (403, 404), f"{who}: {answer!r}")
    expect(world.of("mike").get("/v1/contacts/requests").json["requests"], "the request is gone")


@case("consent", "an accepted client is one at once")
def accepted(t):
    world = t.own_world()
    relate(world.of("olga"), world.of("mike"), world.email("mike"))
    chat = world.of("olga").post("/v1/chats", {"kind": "direct", "memberIds": [world.user("mike")]})
    expect(chat.status == 201, f"{chat!r}")


@case("consent", "contacts tell an address with an account from none", finding="L-enumeration")
def contact_enumeration(t):
    world = t.own_world()
    answers = [world.of("olga").post("/v1/contacts", {"email": email}) for email in
               (world.email("mike"), "nobody-there@example.com")]
    shapes = [(a.status, a.code, sorted((a.json.get("contact") or {}).keys())) for a in answers]
    expect(shapes[0] == shapes[1], f"{shapes}")


@case("consent", "registration doesn't tell a stranger whether an address has an account", finding="L-enumeration")
def registration_enumeration(t):
    # An open server has to say why it makes no second account; one that isn't says the same to everybody.
    world = t.own_world(registration=None)
    answers = [register(world.of("nobody"), name) for name in ("sara", "brandnew")]
    told = [(answer.status, answer.code, (answer.json.get("error") or {}).get("message")) for answer in answers]
    expect(told[0] == told[1], f"{told}")


@case("consent", "a search for people doesn't confirm addresses of strangers", finding="L-enumeration")
def people_search(t):
    world = t.world
    for email in (world.email("alex"), world.email("sara"), "ALEX@EXAMPLE.COM"):
        for who in ("olga", "olaf"):
            found = world.of(who).get(f"/v1/users?query={email}")
            expect(world.user("alex") not in found.text and world.user("sara") not in found.text, f"{who}: {found!r}")


@family("consent", "after a block, {0} is refused", [
    "a contact", "a prospect's upgrade", "a direct chat", "a message", "a group", "an addition to a group", "presence",
    "a socket's send"])
def blocked(t, what):
    world = t.own_world()
    alex, sara = world.of("alex"), world.of("sara")
    expect(sara.put(f"/v1/blocks/{world.user('alex')}").is_success, "no block")
    if what == "a contact":
        alex.delete(f"/v1/contacts/{world.user('sara')}")
        answer = alex.post("/v1/contacts", {"email": world.email("sara")})
        expect("Sara Lind" not in answer.text, f"{answer!r}")
        requests = sara.get("/v1/contacts/requests").json.get("requests", [])
        expect(not requests, f"{requests}")
    elif what == "a prospect's upgrade":
        return upgrade_after_block(world)
    elif what == "a direct chat":
        answer = alex.post("/v1/chats", {"kind": "direct", "memberIds": [world.user("sara")]})
        sent = alex.post(f"/v1/chats/{world.chat}/messages", {"clientMessageId": "b1", "text": "still here"})
        expect(not sent.is_success, f"{answer!r} {sent!r}")
    elif what == "a message":
        answer = alex.post(f"/v1/chats/{world.chat}/messages", {"clientMessageId": "b2", "text": "still here"})
        expect(answer.status in (403, 404), f"{answer!r}")
    elif what == "a group":
        answer = alex.post("/v1/chats", {"kind": "group", "name": "g", "memberIds": [world.user("sara"), world.user("mike")]})
        expect(answer.status in (403, 404), f"{answer!r}")
    elif what == "an addition to a group":
        group = alex.post("/v1/chats", {"kind": "group", "name": "g", "memberIds": [world.user("mike"), world.user("bea")]})
        answer = alex.post(f"/v1/chats/{group.json['chat']['id']}/members", {"memberIds": [world.user("sara")]})
        expect(answer.status in (403, 404), f"{answer!r}")
    elif what == "presence":
        with WebSocket(world.server, world.token("sara")) as socket:
            socket.hello()
            expect(not presence_of(world, "alex", "sara"), "the presence of who blocked him")
    else:
        with WebSocket(world.server, world.token("alex")) as socket:
            socket.hello()
            socket.send({"type": "message.send", "id": "1", "chatId": world.chat, "clientMessageId": "b3", "text": "x"})
            expect(socket.next("ack", "error")["type"] == "error", "it was sent")


@case("consent", "a blocked trainer can't take the client back as a prospect", finding="M12")
def block_and_prospect(t):
    world = t.own_world()
    world.of("sara").put(f"/v1/blocks/{world.user('alex')}")
    upgrade_after_block(world)


def upgrade_after_block(world):
    alex = world.of("alex")
    alex.delete(f"/v1/contacts/{world.user('sara')}")
    answer = alex.post(f"/v1/prospects/{world.prospect}/upgrade", {"email": world.email("sara")})
    expect("Sara Lind" not in answer.text and world.user("sara") not in answer.text, f"{answer!r}")
    expect(world.user("sara") not in alex.get("/v1/contacts").text, "she is a client again")


@case("consent", "a stranger's prospect upgrade doesn't reach a client either", finding="H4")
def upgrade_stranger(t):
    world = t.own_world()
    prospect = world.of("olga").post("/v1/prospects", {"displayName": "P"}).json["prospect"]["id"]
    answer = world.of("olga").post(f"/v1/prospects/{prospect}/upgrade", {"email": world.email("mike")})
    expect("Mike Stone" not in answer.text, f"{answer!r}")
    expect(world.user("mike") not in world.of("olga").get("/v1/contacts").text, "a client without a yes")


def guarded(t, mode):
    if not t.binary.knows("serve", "--registration"):
        expect(False, "registration can't be closed")
    return t.own_world(registration=mode)


@family("consent", "registration {0} refuses a stranger as {1}", [
    (mode, role) for mode in ("invited", "closed") for role in ("trainer", "client")], finding="H4")
def closed_registration(t, mode, role):
    world = guarded(t, mode)
    answer = register(world.of("nobody"), "stranger", role=role)
    expect(answer.status == 403 and answer.code == "registration_closed", f"{answer!r}")


@case("consent", "registration is invited if nobody says otherwise", finding="H4")
def default_registration(t):
    world = t.own_world(registration=None)
    answer = register(world.of("nobody"), "stranger", role="trainer")
    expect(answer.status == 403 and answer.code == "registration_closed", f"{answer!r}")


@family("consent", "an invitation {0}", ["that never was", "used twice", "withdrawn", "for another role", "of another address"])
def invitations(t, what):
    world = guarded(t, "invited")
    body = {"email": "new@example.com", "role": "client"} if what == "of another address" else {"role": "client"}
    made = world.of("alex").post("/v1/invitations", body)
    expect(made.status == 201, f"{made!r}")
    invitation = made.json["invitation"]
    code = "X" * len(invitation["code"]) if what == "that never was" else invitation["code"]
    if what == "used twice":
        first = register(world.of("nobody"), "first", invite=code)
        expect(first.status == 201, f"{first!r}")
    if what == "withdrawn":
        world.of("alex").delete(f"/v1/invitations/{invitation['id']}")
    answer = register(world.of("nobody"), "second", role="trainer" if what == "for another role" else "client", invite=code)
    if what == "for another role" and answer.is_success:
        expect(answer.json["user"]["role"] == "client", f"{answer!r}")
    elif what == "of another address" and answer.is_success:
        # A code may be meant for whoever holds it; then the account must still be a client of Alex's and no more.
        expect(answer.json["user"]["email"] == "second@example.com", f"{answer!r}")
    else:
        expect(not answer.is_success, f"{answer!r}")


@case("consent", "a foreign invitation can't be listed or withdrawn")
def foreign_invitation(t):
    world = t.world
    made = world.of("alex").post("/v1/invitations", {})
    if made.status != 201:
        made = world.of("alex").post("/v1/invitations", {"email": "x@example.com"})
    expect(made.status == 201, f"{made!r}")
    invitation = made.json.get("invitation", made.json)
    code = invitation.get("code") or invitation.get("token") or "no code"
    expect(code not in world.of("olga").get("/v1/invitations").text, "listed")
    if "id" in invitation:
        expect(world.of("olga").delete(f"/v1/invitations/{invitation['id']}").status in (403, 404), "withdrawn")
    expect(world.of("sara").post("/v1/invitations", {}).status == 403, "a client invites")


@case("consent", "addresses are the same however they are written")
def normal_addresses(t):
    world = t.world
    from world import PASSWORD as password
    for email in ("SARA@EXAMPLE.COM", "  sara@example.com  ", "Sara@example.COM"):
        answer = world.of("nobody").post("/v1/auth/register", {"email": email, "password": password, "displayName": "Twin",
                                                               "role": "client"})
        expect(answer.status != 201 or "accessToken" not in answer.json
               or world.server.client(answer.json["accessToken"]).get("/v1/me").json["user"]["email"] != "sara@example.com",
               f"{email!r}: {answer!r}")


@family("consent", "an address {0} is no address", ["", "a", "@", "a@", "@b", "a b@c.d", "a@b\r\nBcc: x@y.z", "a@" + "b" * 300,
                                                     "a@b@c", "\u202ea@b.c", "a\0@b.c"])
def bad_address(t, email):
    answer = t.world.of("nobody").post("/v1/auth/register", {"email": email, "password": PASSWORD, "displayName": "X",
                                                             "role": "client"})
    expect(answer.status in (400, 413), f"{answer!r}")


def half_an_hour(days):
    """The times of an event so many days ahead."""
    start = datetime.datetime.now(datetime.timezone.utc).replace(hour=15, minute=0, second=0) + datetime.timedelta(days=days)
    return {name: f"{at:%Y-%m-%dT%H:%M:%SZ}" for name, at in
            (("startsAt", start), ("endsAt", start + datetime.timedelta(minutes=30)))}


def book(world):
    """Alex books Sara in 30 days; the event's id."""
    made = world.of("alex").post("/v1/calendar/events", {
        "eventType": "call", "title": "Check-in", "clientId": world.user("sara"), **half_an_hour(30)})
    expect(made.status == 201, f"{made!r}")
    return made.json["event"]["id"]


@case("consent", "a confirmed cancellation cancels what was shown, or nothing", finding="L2")
def shown_event(t):
    world = t.own_world()
    alex, event = world.of("alex"), book(world)
    asked = alex.post("/v1/assistant/query", {"message": "cancel my call with Sara"}).json
    expect(asked["proposals"], f"{asked['text']}")
    path = f"/v1/calendar/events/{event}"
    changed = alex.request("PATCH", path, {"title": "Surgery talk", **half_an_hour(52)})
    expect(changed.is_success, f"{changed!r}")
    answer = alex.post(f"/v1/assistant/proposals/{asked['proposals'][0]['id']}/confirm")
    expect(answer.status == 409 and answer.code == "conflict", f"{answer!r}")
    expect(alex.get(path).json["event"]["status"] == "scheduled", "it is cancelled")


@family("consent", "a typed {0} confirms nothing", ["yes?", '"yes"', "“yes”", "«sí»", "¿sí?", "'yes'", "(yes)"], finding="L3")
def no_yes(t, words):
    world = t.own_world()
    alex = world.of("alex")
    asked = alex.post("/v1/assistant/query", {"message": "remind me tomorrow at 10am to check zebrayes"}).json
    proposal = asked["proposals"][0]["id"]
    reply = alex.post("/v1/assistant/query", {"message": words, "conversationId": asked["conversationId"]})
    expect(reply.is_success, f"{reply!r}")
    state = alex.get(f"/v1/assistant/proposals/{proposal}").json["proposal"]["state"]
    expect(state == "pending", state)


@case("consent", "automatic replies are agreed to as they were shown", finding="L1")
def shown_offer(t):
    world = t.own_world()
    alex, sara = world.of("alex"), world.of("sara")
    offer, accept = f"/v1/automatic/agreements/{world.user('sara')}", f"/v1/automatic/agreements/{world.user('alex')}/accept"
    expect(alex.request("PUT", offer, {"kinds": ["acknowledgement"]}).is_success, "no offer")
    seen = sara.get("/v1/automatic").json["agreements"][0]
    expect(alex.request("PUT", offer, {"kinds": ["acknowledgement", "appointments"]}).is_success, "no second offer")
    for body in ({}, {"kinds": seen["kinds"]}, {"kinds": seen["kinds"], "offeredAt": seen["offeredAt"]}):
        answer = sara.post(accept, body)
        expect(answer.status == 409, f"{body}: {answer!r}")
    expect(sara.get("/v1/automatic").json["agreements"][0]["agreedAt"] is None, "agreed")
    now = sara.get("/v1/automatic").json["agreements"][0]
    expect(sara.post(accept, {"kinds": now["kinds"], "offeredAt": now["offeredAt"]}).is_success, "refused what was shown")
