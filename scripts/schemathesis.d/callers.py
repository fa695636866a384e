"""Hooks of schemathesis: signs its requests in as somebody of the example studio, and lends them real ids."""

import json
import os
import urllib.request
import zlib

import schemathesis

URL, CALLER = os.environ["SPOTTER_URL"], os.environ["SPOTTER_CALLER"]
EMAILS = {"trainer": "alex@example.com", "client": "sara@example.com"}
PASSWORD = "spotter-demo"

_token = None
_ids = None


def call(method, path, body=None, token=None):
    # From another address than the generated requests, whose wrong passwords close the log-in for theirs.
    headers = {"Content-Type": "application/json", "X-Forwarded-For": "192.0.2.1",
               **({"Authorization": f"Bearer {token}"} if token else {})}
    request = urllib.request.Request(URL + path, json.dumps(body).encode() if body else None, headers, method=method)
    with urllib.request.urlopen(request, timeout=60) as answer:
        return json.loads(answer.read())


def token():
    """The caller's token. Some operations end a session; the next request begins another."""
    global _token
    if CALLER == "operator":
        return os.environ["SPOTTER_OPERATOR_TOKEN"]
    if _token is None:
        _token = call("POST", "/v1/auth/login", {"email": EMAILS[CALLER], "password": PASSWORD})["accessToken"]
    return _token


def ids():
    """By a path parameter's name: things that the caller may see, so that not every answer is a 404."""
    global _ids
    if _ids is None:
        _ids = {"user": [EMAILS["client"], "mike@example.com"]} if CALLER == "operator" else own_ids()
    return _ids


def own_ids():
    def get(path):
        return call("GET", path, token=token())

    chats = [chat["id"] for chat in get("/v1/chats")["chats"]]
    messages = [message["id"] for chat in chats[:2] for message in get(f"/v1/chats/{chat}/messages?limit=20")["messages"]]
    people = [person["userId"] for person in get("/v1/users?limit=20")["users"]]
    events = [event["id"] for event in get("/v1/calendar/events?from=2026-01-01T00:00:00Z")["events"]]
    answers = [call("POST", "/v1/assistant/query", {"message": text}, token()) for text in
               ("Whose knee hurts?", "Remind me tomorrow at 9 to call Mike")]
    return {"chatId": chats, "messageId": messages + [answer["messageId"] for answer in answers], "userId": people,
            "eventId": events, "conversationId": [answer["conversationId"] for answer in answers],
            "proposalId": [proposal["id"] for answer in answers for proposal in answer["proposals"]]}


@schemathesis.auth(refresh_interval=None)
class Caller:
    def get(self, case, context):
        return token()

    def set(self, case, data, context):
        case.headers = case.headers or {}
        case.headers["Authorization"] = f"Bearer {data}"


@schemathesis.hook
def before_call(context, case, kwargs):
    """Half of the ids become real ones, chosen by what was generated, so that a request can be repeated."""
    for name, value in (case.path_parameters or {}).items():
        digest = zlib.crc32(str(value).encode())
        if (real := ids().get(name)) and digest % 2:
            case.path_parameters[name] = real[digest // 2 % len(real)]


@schemathesis.hook
def after_call(context, case, response):
    global _token
    if response.status_code == 401 and case.headers and case.headers.get("Authorization") == f"Bearer {_token}":
        _token = None
