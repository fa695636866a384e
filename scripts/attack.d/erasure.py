"""Gone is gone: deleted text at every door and in every file."""

import time

from registry import case, expect, family
from server import until
from world import World, relate, send

DOORS = ["history", "one message", "edits", "search by text", "search by meaning", "hybrid search", "an answer",
         "sync", "related", "pins", "a quote", "a socket's replay", "the chat list"]


def gone_from(world, word, message):
    """The doors at which `word` can still be seen by Alex."""
    from websocket import WebSocket
    alex = world.of("alex")
    chat = world.chat
    bodies = {
        "history": alex.get(f"/v1/chats/{chat}/messages").text,
        "one message": alex.get(f"/v1/chats/{chat}/messages/{message}").text,
        "edits": alex.get(f"/v1/chats/{chat}/messages/{message}/edits").text,
        "search by text": alex.post("/v1/search", {"query": word, "mode": "text"}).json["results"],
        "search by meaning": alex.post("/v1/search", {"query": word, "mode": "semantic"}).json.get("results", []),
        "hybrid search": alex.post("/v1/search", {"query": word}).json["results"],
        "an answer": alex.post("/v1/assistant/query", {"message": f"what was said of {word[:4]} lately?"}).text,
        "sync": alex.post("/v1/sync", {"positions": {chat: 0}}).text,
        "related": alex.get(f"/v1/messages/{world.message}/related").text,
        "pins": alex.get(f"/v1/chats/{chat}").text,
        "a quote": alex.get(f"/v1/chats/{chat}/messages?limit=200").text,
        "the chat list": alex.get("/v1/chats").text,
    }
    with WebSocket(world.server, world.token("alex")) as socket:
        socket.hello({chat: 0})
        bodies["a socket's replay"] = str(socket.messages(0.5))
    return [door for door, body in bodies.items() if word in str(body)]


@family("erasure", "a deleted message at {0}", DOORS)
def deleted_at_door(t, door):
    expect(door not in prepared(t, "deleted"), "still there")


@family("erasure", "an edited message's old text at {0}", [door for door in DOORS if door != "edits"])
def edited_at_door(t, door):
    expect(door not in prepared(t, "edited"), "still there")


def prepared(t, kind):
    """Doors that leak, found once for the area."""
    known = t.area.__dict__.setdefault("doors", {})
    if kind not in known:
        world = t.world
        alex, sara = world.of("alex"), world.of("sara")
        word = f"zebra{kind}word"
        message = send(sara, world.chat, f"I said {word} to you", f"{kind}-1")["id"]
        send(alex, world.chat, "answering that", f"{kind}-2", replyTo=message)
        alex.put(f"/v1/chats/{world.chat}/pins/{message}")
        path = f"/v1/chats/{world.chat}/messages/{message}"
        answer = sara.delete(path) if kind == "deleted" else sara.patch(path, {"text": "something else"})
        expect(answer.is_success, f"{answer!r}")
        known[kind] = gone_from(world, word, message)
        if kind == "edited":
            # Members may see what a message said before it was edited; that is what the history of edits is for.
            known[kind] = [door for door in known[kind] if door != "edits"]
    return known[kind]


@case("erasure", "a file of a deleted message can't be fetched")
def deleted_file(t):
    world = t.world
    alex, sara = world.of("alex"), world.of("sara")
    media = alex.post("/v1/media?clientMediaId=del1&fileName=a.txt", b"zebrafile content").json["media"]["id"]
    message = send(alex, world.chat, "file", "file-1", mediaIds=[media])["id"]
    expect(sara.get(f"/v1/media/{media}/content").status == 200, "no file")
    alex.delete(f"/v1/chats/{world.chat}/messages/{message}")
    expect(sara.get(f"/v1/media/{media}/content").status == 404, "still there")


def sentence(word):
    return f"My left shoulder {word} clicks when I press"


@case("erasure", "a sentinel in every file after deleting a message, running and stopped", finding="M2")
def message_on_disk(t):
    world = t.own_world()
    alex, sara = world.of("alex"), world.of("sara")
    words = ["zebrasentinelone", "zebrasentineltwo"]
    first = send(sara, world.chat, sentence(words[0]), "sentinel-1")["id"]
    second = send(sara, world.chat, "plain", "sentinel-2")["id"]
    sara.patch(f"/v1/chats/{world.chat}/messages/{second}", {"text": sentence(words[1])})
    asked = alex.post("/v1/assistant/query", {"message": "what did Sara say of her left shoulder?"}).json
    expect(asked.get("conversationId"), "no answer")
    time.sleep(1)
    for message in (first, second):
        expect(sara.delete(f"/v1/chats/{world.chat}/messages/{message}").status == 204, "no deletion")
    running = until(lambda: not any(world.server.holds(word) for word in words), 15 if t.short else 60, 1)
    left = {word: world.server.holds(word) for word in words}
    world.server.stop()
    stopped = {word: world.server.holds(word) for word in words}
    expect(running, f"running: {left}")
    expect(not any(stopped.values()), f"after a clean stop: {stopped}")


@case("erasure", "a sentinel in every file after deleting an account", finding="M2")
def account_on_disk(t):
    world = t.own_world()
    sara = world.of("sara")
    word = "zebraaccountsentinel"
    send(sara, world.chat, sentence(word), "account-1")
    sara.put(f"/v1/chats/{world.chat}/draft", {"text": sentence(word + "draft")})
    sara.post("/v1/assistant/query", {"message": f"remind me tomorrow at 10 to buy {word}question"})
    sara.patch("/v1/me", {"displayName": "Zebranamesentinel"})
    world.of("alex").post("/v1/assistant/query", {"message": "what did Sara say of her left shoulder?"})
    from world import PASSWORD
    gone = sara.delete("/v1/me", {"password": PASSWORD})
    expect(gone.status == 204, f"{gone!r}")
    words = [word, "Zebranamesentinel", "sara@example.com"]
    until(lambda: not any(world.server.holds(each) for each in words), 15 if t.short else 60, 1)
    world.server.stop()
    left = {each: world.server.holds(each) for each in words}
    expect(not any(left.values()), f"{left}")


@case("erasure", "a sentinel in what others were told of deleted appointments", finding="L-notices")
def notices_on_disk(t):
    world = t.own_world()
    from world import PASSWORD
    alex, sara = world.of("alex"), world.of("sara")
    words = ["zebraappointment", "zebraaccountappointment"]
    made = [alex.post("/v1/calendar/events", {
        "eventType": "training", "title": f"Talk of the {word}", "clientId": world.user("sara"),
        "startsAt": f"2099-01-0{day}T09:00:00Z", "endsAt": f"2099-01-0{day}T10:00:00Z"}) for day, word in enumerate(words, 1)]
    expect(all(answer.status == 201 for answer in made), f"{made}")
    expect(all(word in sara.get("/v1/notices").text for word in words), "nobody is told")
    expect(alex.delete(f"/v1/calendar/events/{made[0].json['event']['id']}").status == 204, "no deletion")
    expect(words[0] not in sara.get("/v1/notices?all=true").text, "a deleted appointment's title is still told")
    expect(alex.delete("/v1/me", {"password": PASSWORD}).status == 204, "no deletion of the account")
    expect(until(lambda: words[1] not in sara.get("/v1/notices?all=true").text, 10, 0.2), "the account's titles are still told")
    expect(until(lambda: not any(world.server.holds(word) for word in words), 15 if t.short else 60, 1),
           f"{[world.server.holds(word) for word in words]}")


@case("erasure", "a sentinel in every file after deleting a group", finding="M2")
def chat_on_disk(t):
    world = t.own_world()
    word = "zebragroupsentinel"
    send(world.of("mike"), world.group, sentence(word), "group-1")
    gone = world.of("alex").delete(f"/v1/chats/{world.group}")
    expect(gone.is_success, f"{gone!r}")
    if any(world.of(who).get(f"/v1/chats/{world.group}").status == 200 for who in ("sara", "mike")):
        for who in ("sara", "mike"):
            world.of(who).delete(f"/v1/chats/{world.group}")
    until(lambda: not world.server.holds(word), 15 if t.short else 60, 1)
    world.server.stop()
    expect(not world.server.holds(word), f"{world.server.holds(word)}")


@case("erasure", "a message sent through the assistant and deleted, at proposals and the audit log", finding="M2")
def assistant_message(t):
    world = t.world
    alex = world.of("alex")
    asked = alex.post("/v1/assistant/query", {"message": 'tell Sara "zebraproposal tomorrow at six"'}).json
    expect(asked.get("proposals"), f"{asked}")
    done = alex.post(f"/v1/assistant/proposals/{asked['proposals'][0]['id']}/confirm").json
    message = done["result"]["messageId"]
    expect(alex.delete(f"/v1/chats/{world.chat}/messages/{message}").status == 204, "no deletion")
    shown = [path for path in ("/v1/assistant/proposals", "/v1/assistant/audit",
                               f"/v1/assistant/conversations/{asked['conversationId']}")
             if "zebraproposal" in alex.get(path).text]
    expect(not shown, f"still at {shown}")


@case("erasure", "after the recipient's account is gone the assistant doesn't name them", finding="M2")
def assistant_names(t):
    world = t.own_world()
    alex = world.of("alex")
    alex.post("/v1/chats", {"kind": "direct", "memberIds": [world.user("mike")]})
    asked = alex.post("/v1/assistant/query", {"message": 'tell Mike "zebramike be early"'}).json
    expect(asked.get("proposals"), f"{asked}")
    alex.post(f"/v1/assistant/proposals/{asked['proposals'][0]['id']}/confirm")
    from world import PASSWORD
    expect(world.of("mike").delete("/v1/me", {"password": PASSWORD}).status == 204, "no deletion")

    def shown():
        return [path for path in ("/v1/assistant/proposals", "/v1/assistant/audit",
                                  f"/v1/assistant/conversations/{asked['conversationId']}")
                if "Mike Stone" in alex.get(path).text]
    until(lambda: not shown(), 10, 0.5)
    expect(not shown(), f"still at {shown()}")


@case("erasure", "who was removed no longer reads the answers that drew on the group")
def removed_reader(t):
    world = t.world
    mike, alex = world.of("mike"), world.of("alex")
    send(alex, world.group, "the zebraremoved password is 1234", "removed-1")
    asked = mike.post("/v1/assistant/query", {"message": "what is the zebraremoved password?"}).json
    alex.delete(f"/v1/chats/{world.group}/members/{world.user('mike')}")
    shown = mike.get(f"/v1/assistant/conversations/{asked['conversationId']}").text
    history = mike.get(f"/v1/chats/{world.group}/messages")
    alex.post(f"/v1/chats/{world.group}/members", {"memberIds": [world.user("mike")]})
    expect("1234" not in shown, "the stored answer still quotes the group")
    expect(history.status == 404, f"{history!r}")


@case("erasure", "a deleted address starts anew")
def new_account(t):
    world = t.own_world()
    from world import PASSWORD, register
    expect(world.of("mike").delete("/v1/me", {"password": PASSWORD}).status == 204, "no deletion")
    again = until(lambda: (lambda a: a if a.status == 201 else None)(register(world.client("nobody"), "mike")), 10, 0.5)
    expect(again, "the address stays taken")
    fresh = world.server.client(again.json["accessToken"])
    expect(fresh.get("/v1/chats").json["chats"] == [] and fresh.get("/v1/contacts").json["contacts"] == [], "an heir")


@case("erasure", "kill -9 during an account's deletion ends in a deletion")
def killed_deletion(t):
    world = t.own_world()
    from world import PASSWORD
    sara = world.of("sara")
    for number in range(60):
        send(sara, world.chat, f"zebrakilled {number}", f"killed-{number}")
    import threading
    threading.Thread(target=lambda: silent(lambda: sara.delete("/v1/me", {"password": PASSWORD})), daemon=True).start()
    time.sleep(0.3)
    world.server.kill()
    world.server.start()
    alex = world.client("alex")
    left = alex.get(f"/v1/chats/{world.chat}/messages?limit=200").text.count("zebrakilled")
    who = world.client("sara").get("/v1/me").status
    if who == 401:
        until(lambda: "zebrakilled" not in alex.get(f"/v1/chats/{world.chat}/messages?limit=200").text, 15, 0.5)
        left = alex.get(f"/v1/chats/{world.chat}/messages?limit=200").text.count("zebrakilled")
        expect(left == 0, f"{left} messages of a deleted account")
    else:
        expect(left == 60, f"the account lives, {60 - left} messages are gone")


def silent(action):
    try:
        action()
    except Exception:
        pass
