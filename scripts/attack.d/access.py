"""Foreign objects: who asks for what isn't theirs learns nothing and changes nothing."""

import json

from registry import case, expect, family
from server import AHEAD
from world import OUTSIDERS, SECRET

# Method, path, body. {name} is an object of Alex's, Sara's or Mike's.
ROUTES = [
    ("GET", "/v1/chats/{chat}", None), ("PATCH", "/v1/chats/{group}", {"name": "taken"}),
    ("DELETE", "/v1/chats/{group}", None), ("GET", "/v1/chats/{chat}/members", None),
    ("POST", "/v1/chats/{group}/members", {"memberIds": ["{me}"]}),
    ("PATCH", "/v1/chats/{group}/members/{mike}", {"role": "admin"}),
    ("DELETE", "/v1/chats/{group}/members/{mike}", None), ("GET", "/v1/chats/{chat}/messages", None),
    ("GET", "/v1/chats/{group}/messages?after=0", None), ("GET", "/v1/chats/{chat}/messages/{message}", None),
    ("POST", "/v1/chats/{chat}/messages", {"clientMessageId": "x", "text": "intruder"}),
    ("POST", "/v1/chats/{group}/messages", {"clientMessageId": "y", "text": "intruder"}),
    ("PATCH", "/v1/chats/{chat}/messages/{message}", {"text": "forged"}),
    ("DELETE", "/v1/chats/{chat}/messages/{message}", None),
    ("GET", "/v1/chats/{chat}/messages/{edited}/edits", None),
    ("GET", "/v1/chats/{chat}/messages/{message}/receipts", None),
    ("GET", "/v1/chats/{chat}/messages/{message}/reactions", None),
    ("PUT", "/v1/chats/{chat}/messages/{message}/reactions/%F0%9F%92%A9", None),
    ("PUT", "/v1/chats/{chat}/pins/{message}", None), ("DELETE", "/v1/chats/{chat}/pins/{message}", None),
    ("GET", "/v1/chats/{chat}/presence", None), ("POST", "/v1/chats/{chat}/read", {"seq": 1}),
    ("PATCH", "/v1/chats/{chat}/settings", {"muted": "forever"}),
    ("POST", "/v1/chats/{chat}/summary", {}),
    ("PUT", "/v1/chats/{chat}/draft", {"text": "forged"}), ("DELETE", "/v1/chats/{chat}/draft", None),
    ("GET", "/v1/messages/{message}/related", None), ("GET", "/v1/messages/{group_message}/related", None),
    ("GET", "/v1/media/{media}", None), ("GET", "/v1/media/{media}/content", None),
    ("HEAD", "/v1/media/{media}/content", None), ("GET", "/v1/media/{media}/thumbnail", None),
    ("PATCH", "/v1/media/{media}", b"forged"), ("DELETE", "/v1/media/{media}", None),
    ("GET", "/v1/calendar/events/{event}", None), ("GET", "/v1/calendar/events/{event}/ics", None),
    ("DELETE", "/v1/calendar/events/{event}?scope=following", None),
    ("PATCH", "/v1/calendar/events/{event}", {"notes": "forged", "scope": "following"}),
    ("PATCH", "/v1/calendar/events/{event}", {"title": "forged"}), ("DELETE", "/v1/calendar/events/{event}", None),
    ("POST", "/v1/reminders/{reminder}/complete", None), ("DELETE", "/v1/reminders/{reminder}", None),
    ("DELETE", "/v1/prospects/{prospect}", None),
    ("PUT", "/v1/automatic/agreements/{sara}", {"kinds": ["appointments"]}),
    ("POST", "/v1/automatic/agreements/{alex}/accept", None), ("DELETE", "/v1/automatic/agreements/{sara}", None),
    ("POST", "/v1/automatic/preview", {"clientIds": ["{sara}"]}),
    ("POST", "/v1/prospects/{prospect}/upgrade", {"email": "{my_email}"}),
    ("GET", "/v1/assistant/conversations/{conversation}", None),
    ("PATCH", "/v1/assistant/conversations/{conversation}", {"title": "forged"}),
    ("DELETE", "/v1/assistant/conversations/{conversation}", None),
    ("GET", "/v1/assistant/conversations/{conversation}/export", None),
    ("POST", "/v1/assistant/messages/{answer}/select", {"step": 1}),
    ("DELETE", "/v1/assistant/messages/{answer}", None), ("PUT", "/v1/assistant/messages/{answer}/rating", {"rating": "bad"}),
    ("POST", "/v1/assistant/messages/{answer}/regenerate", {}), ("POST", "/v1/assistant/messages/{answer}/stop", None),
    ("POST", "/v1/assistant/week/reasons/{message}/draft", {"kind": "message"}),
    ("PUT", "/v1/assistant/week/reasons/{message}/dismissal", None),
    ("GET", "/v1/assistant/messages/{answer}/stream", None), ("GET", "/v1/assistant/proposals/{proposal}", None),
    ("PATCH", "/v1/assistant/proposals/{proposal}", {"version": 1, "text": "Mine now"}),
    ("POST", "/v1/assistant/proposals/{proposal}/confirm", None),
    ("POST", "/v1/assistant/proposals/{proposal}/cancel", None), ("DELETE", "/v1/auth/sessions/{session}", None),
    ("POST", "/v1/assistant/query", {"message": "what hurts?", "conversationId": "{conversation}"}),
    ("POST", "/v1/assistant/advice", {"message": "what hurts?", "conversationId": "{conversation}"}),
    ("GET", "/v1/assistant/messages/{answer}/feedback", None),
    ("PUT", "/v1/assistant/messages/{answer}/feedback", {"outcome": "good"}),
    ("DELETE", "/v1/assistant/messages/{answer}/feedback", None),
    ("GET", "/openai/v1/responses/{response}", None), ("GET", "/openai/v1/responses/{response}?stream=true", None),
    ("GET", "/v1/responses/{response}/input_items", None), ("POST", "/v1/responses/{response}/cancel", {}),
    ("DELETE", "/openai/v1/responses/{response}", None),
    ("POST", "/openai/v1/responses", {"model": "spotter", "input": "what hurts?",
                                      "previous_response_id": "{response}"}),
    ("POST", "/webhook/summarize", {"conversationID": "{chat}"}),
    ("POST", "/extract_actions", {"conversationID": "{chat}", "userID": "{sara}"}),
    ("POST", "/webhook/schedule_meeting", {"conversationID": "{chat}"}),
    ("POST", "/track_decisions", {"conversationID": "{chat}"}),
    ("POST", "/webhook/detect_priority", {"conversationID": "{chat}"}),
    ("POST", "/search", {"conversationID": "{chat}", "parameters": {"query": SECRET}}),
    ("POST", "/webhook/rag_search", {"conversationID": "{chat}", "query": "what hurts?"}),
    ("POST", "/webhook/ingest_message", {"conversationID": "{chat}", "messageID": "{message}"}),
    ("POST", "/feedback", {"response_id": "{response}", "outcome": True}),
    ("POST", "/chatWithAI", {"data": {"userId": "{alex}", "message": "what hurts?"}}),
    ("POST", "/semanticSearch", {"data": {"userId": "{alex}", "query": "knee"}}),
    ("POST", "/executeFunctionCall", {"data": {"functionName": "sendMessage", "parameters": {
        "chatId": "{chat}", "messageText": "intruder"}}}),
    ("POST", "/v1/search", {"query": SECRET, "chatId": "{chat}"}),
    ("POST", "/advice", {"conversation": [{"role": "user", "content": "what hurts?"}],
                         "previous_response_id": "{response}"}),
    ("GET", "/confidence/recent", None), ("GET", "/api/v1/settings/espn-credentials", None),
    ("POST", "/v1/sync", {"positions": {"{chat}": 0, "{group}": 0}}),
    ("POST", "/v1/chats", {"kind": "direct", "memberIds": ["{sara}"]}),
    ("POST", "/v1/chats", {"kind": "group", "name": "trap", "memberIds": ["{sara}", "{mike}"]}),
    ("GET", "/v1/users/{sara}", None), ("GET", "/v1/presence?userIds={sara},{alex}", None),
    ("GET", "/v1/users?query=sara@example.com", None),
]
# What everybody may do without harm: the answer must still hold nothing of the victims.
HARMLESS = {"/v1/search", "/v1/sync", "/v1/chats", "/v1/presence?userIds={sara},{alex}",
            "/v1/users?query=sara@example.com", "/v1/assistant/query", "/v1/assistant/advice", "/advice",
            "/confidence/recent", "/api/v1/settings/espn-credentials", "/executeFunctionCall"}
# Ben and Bea are Alex's clients: they may know of Alex, not of Sara.
KNOWN = {"alex@example.com", "Alex Rivera"}


def filled(value, names):
    return json.loads(fill(json.dumps(value), names)) if value is not None and not isinstance(value, bytes) else value


def fill(text, names):
    for name, replacement in names.items():
        text = text.replace("{" + name + "}", replacement)
    return text


def names_for(world, attacker):
    ids = {key: value for key, value in world.facts.items() if isinstance(value, str)}
    users = world.facts["users"]
    # The same answer under its name in OpenAI's contract.
    ids["response"] = "resp_" + ids["answer"].replace("-", "")
    return {**ids, **users, "me": users.get(attacker, users["olga"]), "my_email": world.email(attacker)}


def victims_state(world):
    """All that could have been changed, as the victims see it."""
    alex, sara = world.of("alex"), world.of("sara")
    paths = [(alex, f"/v1/chats/{world.chat}/messages"), (alex, f"/v1/chats/{world.group}/messages"),
             (alex, f"/v1/chats/{world.group}/members"), (sara, "/v1/drafts"), (alex, "/v1/reminders"),
             (alex, f"/v1/calendar/events?from={AHEAD[:7]}-01T00:00:00Z&to={AHEAD[:7]}-31T00:00:00Z"), (alex, "/v1/prospects"),
             (alex, f"/v1/assistant/proposals/{world.proposal}"), (alex, f"/v1/media/{world.media}/content"),
             (alex, f"/v1/assistant/conversations/{world.conversation}")]
    answers = [client.get(path) for client, path in paths]
    for (_, path), answer in zip(paths, answers):
        expect(answer.status == 200, f"{path}: {answer!r}")
    return [answer.json or answer.body for answer in answers]


@family("access", "{0}: {1} {2}", [(who, method, path, body) for who in OUTSIDERS for method, path, body in ROUTES
                                   if who in ("olga", "bea", "nobody")])
def foreign_object(t, who, method, path, body):
    world = t.world
    before = victims_state(world) if method != "GET" else None
    names = names_for(world, who)
    body = filled(body, names)
    headers = {"Upload-Offset": "0"} if path.startswith("/v1/media") else {}
    answer = world.of(who).request(method, fill(path, names), body, headers=headers)
    expect(answer.status < 500, f"server error: {answer!r}")
    expect(SECRET not in answer.text, f"leak: {answer!r}")
    if who == "nobody":
        expect(answer.status in (401, 404), f"without a token: {answer!r}")
    elif path not in HARMLESS:
        expect(answer.status in (400, 403, 404), f"let through: {answer!r}")
        expect(answer.status != 403 or method != "GET", f"a foreign object is told from a missing one: {answer!r}")
    if before is not None:
        expect(victims_state(world) == before, "something of the victims changed")


@family("access", "{0} tries all {1} routes", [(who, len(ROUTES)) for who in ("olaf", "ben", "lou")])
def every_foreign_object(t, who, _):
    world = t.world
    before = victims_state(world)
    for method, path, body in ROUTES:
        names = names_for(world, who)
        headers = {"Upload-Offset": "0"} if path.startswith("/v1/media") else {}
        answer = world.of(who).request(method, fill(path, names), filled(body, names), headers=headers)
        where = f"{method} {path}: {answer!r}"
        expect(answer.status < 500 and SECRET not in answer.text, where)
        if who == "lou":
            expect(answer.status == 401, where)
        elif path not in HARMLESS:
            expect(answer.status in (400, 403, 404), where)
    expect(victims_state(world) == before, "something of the victims changed")


@family("access", "foreign and missing are the same word for word: {0}", [
    "/v1/chats/{id}", "/v1/chats/{id}/messages", "/v1/media/{id}", "/v1/media/{id}/content",
    "/v1/assistant/conversations/{id}", "/v1/assistant/proposals/{id}", "/v1/messages/{id}/related",
    "/v1/assistant/messages/{id}/stream", "/v1/assistant/messages/{id}/feedback",
    "/v1/assistant/conversations/{id}/export"])
def foreign_equals_missing(t, path):
    world = t.world
    kind = {"chats": "chat", "media": "media", "conversations": "conversation", "proposals": "proposal"}
    word = path.split("/")[2 if "assistant" not in path else 3]
    foreign_id = {"messages": world.answer if "assistant" in path else world.message}.get(word) \
        or world.facts[kind[word]]
    missing_id = foreign_id[:-12] + "0123456789ab"
    answers = []
    for name in (foreign_id, missing_id, "not-an-id"):
        answer = world.of("olga").get(path.replace("{id}", name))
        error = answer.json.get("error", {})
        answers.append((answer.status, error.get("code"), error.get("message")))
    expect(answers[0] == answers[1] == answers[2], f"{answers}")


@family("access", "admin route with a user's token: {0} {1}", [
    ("GET", "/v1/admin/index"), ("POST", "/v1/admin/index/retry"), ("POST", "/v1/admin/import"),
    ("POST", "/v1/admin/users/sara@example.com/reset"), ("GET", "/v1/admin/users/sara@example.com/budget"),
    ("PATCH", "/v1/admin/users/sara@example.com/budget"), ("PUT", "/v1/admin/automatic"), ("GET", "/v1/admin/usage"),
    ("GET", "/v1/admin/advice"), ("GET", "/v1/admin/advice/calibration")])
def admin_route(t, method, path):
    for who in ("alex", "sara", "nobody"):
        answer = t.world.of(who).request(method, path, None if method == "GET" else b"{}")
        expect(answer.status in (401, 403, 404), f"{who}: {answer!r}")


@family("access", "only trainers: {0} {1}", [
    ("POST", "/v1/contacts", {"email": "olaf@example.com"}), ("POST", "/v1/prospects", {"displayName": "P"}),
    ("GET", "/v1/prospects", None)])
def trainers_only(t, method, path, body):
    answer = t.world.of("sara").request(method, path, body)
    expect(answer.status == 403, f"{answer!r}")


@family("access", "mass assignment: {0}", [
    ("role", "trainer"), ("id", "018f0000-0000-7000-8000-000000000001"), ("email", "other@example.com"),
    ("isAdmin", True), ("disabled", False), ("passwordHash", "x")])
def mass_assignment(t, field, value):
    sara = t.world.of("sara")
    before = sara.get("/v1/me").json["user"]
    sara.patch("/v1/me", {field: value})
    expect(sara.get("/v1/me").json["user"] == before, f"{field} was taken")


@family("access", "a message can't be written as another: {0}", [
    ("senderId",), ("seq",), ("id",), ("createdAt",), ("via",), ("status",)])
def forged_message(t, field):
    world = t.world
    values = {"senderId": world.user("alex"), "seq": 999_999, "id": world.message, "via": "assistant",
              "createdAt": "2001-01-01T00:00:00.000Z", "status": "read"}
    answer = world.of("sara").post(f"/v1/chats/{world.chat}/messages", {
        "clientMessageId": f"forged-{field}", "text": "mine", field: values[field]})
    if answer.is_success:
        message = answer.json["message"]
        expect(message["senderId"] == world.user("sara") and message[field] != values[field], f"{answer!r}")


@case("access", "tokens: forged, cut, of other kinds")
def bad_tokens(t):
    world = t.world
    good = world.token("sara")
    for token in [good[:-1], good + "a", good.swapcase(), world.facts["refresh"]["sara"], "null", "a" * 10_000,
                  "Bearer " + good, good + " x", "é" * 20, " "]:
        answer = world.of("nobody").get("/v1/me", headers={"Authorization": f"Bearer {token}".encode()})
        expect(answer.status in (400, 401, 431), f"{token[:20]}: {answer!r}")
    for header in [f"Basic {good}", good, f"Token {good}", f"bearer{good}"]:
        expect(world.of("nobody").get("/v1/me", headers={"Authorization": header}).status == 401, header[:8])


@case("access", "a token in the address counts for nothing")
def token_in_address(t):
    token = t.world.token("sara")
    for path in (f"/v1/me?token={token}", f"/v1/me?access_token={token}"):
        expect(t.world.of("nobody").get(path).status == 401, path[:20])


@case("access", "an id in another's place: foreign message in one's own chat")
def message_in_other_chat(t):
    world = t.world
    olga = world.of("olga")
    own = olga.post("/v1/chats", {"kind": "direct", "memberIds": [world.user("olaf")]}).json["chat"]["id"]
    for method, path, body in [
            ("GET", f"/v1/chats/{own}/messages/{world.message}", None),
            ("PATCH", f"/v1/chats/{own}/messages/{world.message}", {"text": "forged"}),
            ("DELETE", f"/v1/chats/{own}/messages/{world.message}", None),
            ("PUT", f"/v1/chats/{own}/pins/{world.message}", None),
            ("GET", f"/v1/chats/{own}/messages/{world.edited}/edits", None),
            ("POST", f"/v1/chats/{own}/messages", {"clientMessageId": "q", "text": "t", "replyTo": world.message}),
            ("POST", f"/v1/chats/{own}/messages", {"clientMessageId": "m", "text": "t", "mediaIds": [world.media]})]:
        answer = olga.request(method, path, body)
        expect(answer.status in (400, 404) and SECRET not in answer.text, f"{method} {path}: {answer!r}")
