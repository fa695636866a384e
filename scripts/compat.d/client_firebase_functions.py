"""firebase-functions as an oracle: 200 generated requests to it and to the server give the same status and body.

Left out is what Python's library alone does differently from Node's, which the apps' backend ran on: a body that is no
JSON or no object (500 there), media types in capitals, and integers of Apple's client (firebase_oracle.py unwraps them).
"""

import http.client
import json
import logging
import pathlib
import random
import threading
import urllib.parse

from functions_framework import create_app
from werkzeug.serving import WSGIRequestHandler, make_server

from firebase_world import point_admin_at, sign_in
from harness import check, finish, studio

COUNT = 200
FUNCTIONS = ["chatWithAI", "semanticSearch", "executeFunctionCall"]
SOURCE = str(pathlib.Path(__file__).parent / "firebase_oracle.py")


class Quiet(WSGIRequestHandler):
    def log(self, *arguments):
        pass


def oracle(function):
    """The address of Google's library serving one function."""
    server = make_server("127.0.0.1", 0, create_app(function, SOURCE), threaded=True, request_handler=Quiet)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return f"http://127.0.0.1:{server.server_port}"


def ask(url, path, request):
    method, headers, body = request
    address = urllib.parse.urlsplit(url)
    connection = http.client.HTTPConnection(address.hostname, address.port, timeout=60)
    try:
        connection.putrequest(method, path, skip_accept_encoding=True)
        for name, value in headers.items():
            connection.putheader(name, value)
        if body is not None:
            connection.putheader("Content-Length", str(len(body)))
        connection.endheaders(body)
        answer = connection.getresponse()
        text = answer.read()
        kind = answer.headers.get_content_type()
        return answer.status, json.loads(text) if text and kind == "application/json" else text.decode()
    finally:
        connection.close()


def wrapped(number, unsigned=False):
    return {"@type": f"type.googleapis.com/google.protobuf.{'U' if unsigned else ''}Int64Value", "value": str(number)}


class Generator:
    def __init__(self, user, tokens, seed=20260311):
        self.random, self.user, self.tokens = random.Random(seed), user, tokens

    def request(self, function):
        """Method, headers and body of one request; most are calls of somebody who is logged in."""
        pick = self.random.choice
        method = pick(["POST"] * 40 + ["GET", "PUT", "PATCH", "DELETE"])
        headers = {}
        kind = pick(["application/json"] * 24 + ["application/json; charset=utf-8", "application/json;charset=UTF-8",
                                                 "text/plain", "application/x-www-form-urlencoded", None])
        if kind:
            headers["Content-Type"] = kind
        token = pick([self.tokens["valid"]] * 30 + [None, *self.tokens["invalid"]])
        if token is not None:
            headers["Authorization"] = token
        if pick([True, False]):
            headers["Firebase-Instance-ID-Token"] = "of-this-phone"
        if pick([True, False, False]):
            headers["X-Firebase-AppCheck"] = "not-checked-here"
        data = getattr(self, function)()
        body = pick([{"data": data}] * 40 + [{"data": data, "more": 1}, {"Data": data}, {}, [], None])
        return method, headers, json.dumps(body).encode() if method != "GET" else None

    def chatWithAI(self):
        pick = self.random.choice
        message = pick(["hello", "", " \n", None, 5, ["hello"], wrapped(5), "a" * 4001, "é" * 4000])
        return pick([{"userId": pick([self.user, "somebody-else", None, 7]), "message": message,
                      "conversationId": pick(["error-saving", "0195871a-0000-7000-8000-000000000000"]),
                      "timezone": "Europe/Stockholm"}] * 5 + [None, "text", 5, [], wrapped(1), {"message": "hello"}])

    def semanticSearch(self):
        pick, number = self.random.choice, self.random.randint(-2, 60)
        query = pick(["zebrafinch", "  zebrafinch ", "", " ", None, 5, "z" * 500, "z" * 501, ["zebrafinch"]])
        data = {"userId": pick([self.user] * 4 + ["somebody-else", None]), "query": query}
        if pick([True, True, False]):
            data["limit"] = pick([number, wrapped(number), wrapped(abs(number), True), "5", 2.5, True])
        return pick([data] * 8 + [None, [], {"query": "zebrafinch"}])

    def executeFunctionCall(self):
        pick = self.random.choice
        calls = [
            ("sendMessage", {"chatId": "nowhere", "messageText": "Hi"}), ("sendMessage", {"messageText": "Hi"}),
            ("searchMessages", {"query": "zebrafinch", "limit": wrapped(5)}), ("cancelEvent", {"eventId": "none"}),
            ("rescheduleEvent", {"eventId": "none", "newDateTime": "2026-03-12T15:00:00", "newDuration": wrapped(30)}),
            ("deleteEverything", {}), ("", {}), (None, {}), (5, {}), (wrapped(5), {}), ("sendMessage", None),
            ("sendMessage", "text"), ("sendMessage", [1]), ("sendMessage", wrapped(1)),
        ]
        name, parameters = pick(calls)
        return pick([{"functionName": name, "parameters": parameters}] * 8 + [None, [], {"parameters": {}}])


logging.disable(logging.CRITICAL)
with studio() as server:
    point_admin_at(server)
    alex = sign_in(server, "alex@example.com")
    token = alex["idToken"]
    head, body, signature = token.split(".")
    invalid = ["Bearer nonsense", "Basic YWxleDpzZWNyZXQ=", token, f"bearer {token}", "Bearer ", "Bearer",
               f"Bearer {head}.{body}.{signature[:-4]}AAAA", f"Bearer {head}.{body}."]
    generate = Generator(alex["localId"], {"valid": f"Bearer {token}", "invalid": invalid})
    oracles = {function: oracle(function) for function in FUNCTIONS}
    seen = {}

    @check(f"{COUNT} requests have the same status and body")
    def _():
        differences = []
        for number in range(COUNT):
            function = FUNCTIONS[number % len(FUNCTIONS)]
            request = generate.request(function)
            path = f"/{function}" if number % 2 else f"/spotter/us-central1/{function}"
            ours, theirs = ask(server.url, path, request), ask(oracles[function], f"/{function}", request)
            seen[theirs[0]] = seen.get(theirs[0], 0) + 1
            if ours != theirs:
                differences.append(f"{function} {request[0]} {request[1]} {(request[2] or b'')[:200]}: "
                                   f"ours {ours}, theirs {theirs}")
        assert not differences, f"{len(differences)} differ, the first: {differences[0]}"

    @check("among them are successes and errors of each kind")
    def _():
        assert all(seen.get(status, 0) >= 10 for status in (200, 400, 401, 403)), seen

finish()
