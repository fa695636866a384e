"""httpx as Yaip calls its webhooks: the token alone in the header, and answers read as its decoder reads them."""

import datetime
import json
import re

import httpx

from harness import check, finish, studio
from scripted import Model

EVERY = {"success": bool, "timestamp": str, "conversationID": str}
ITEMS = {
    "summarize": {"summary": str, "messageCount": int, "confidence": float},
    "extract_actions": {"actionItems": {"task": str, "priority": str, "context": str}},
    "schedule_meeting": {"hasMeetingIntent": bool, "detectedIntent": str, "duration": int, "participants": str,
                         "suggestedTimes": {"date": str, "startTime": str, "endTime": str}},
    "track_decisions": {"decisions": {"decision": str, "decisionMaker": str, "timestamp": str, "reasoning": str,
                                      "impact": str, "category": str, "context": str}},
    "detect_priority": {"priorityMessages": {"messageID": str, "priorityScore": int, "reason": str, "excerpt": str}},
    "search": {"query": str, "searchResults": {"messageID": str, "text": str, "senderName": str, "timestamp": str,
                                               "relevanceScore": float, "matchType": str}},
}


def camel(name):
    """A key as the app's decoder makes it of snake_case."""
    return re.sub(r"_(\w)", lambda found: found[1].upper(), name)


def fits(value, kind):
    if isinstance(kind, dict):
        return isinstance(value, list) and all(fits(item.get(key), wanted) for item in value
                                               for key, wanted in kind.items())
    if isinstance(value, list):
        return all(fits(item, kind) for item in value)
    # Booleans are no integers for the app.
    return isinstance(value, (int, float)) if kind is float else type(value) is kind


class Yaip:
    """What the app does, and nothing else: one address, one token, eight posts."""

    def __init__(self, server, token, user, prefix="/webhook"):
        self.url, self.token, self.user = server.url + prefix, token, user

    def post(self, feature, body, timeout=30):
        return httpx.post(f"{self.url}/{feature}", json=body, headers={"Authorization": self.token}, timeout=timeout)

    def call(self, feature, chat, **parameters):
        answer = self.post(feature, {"conversationID": chat, "userID": self.user, "parameters": parameters})
        answer.raise_for_status()
        body = {camel(key): value for key, value in answer.json().items()}
        for key, kind in {**EVERY, **ITEMS[feature]}.items():
            assert fits(body[key], kind), (key, body[key])
        assert body["success"] and body["conversationID"] == chat
        # The app's reader of times takes no fractions.
        datetime.datetime.strptime(body["timestamp"], "%Y-%m-%dT%H:%M:%SZ")
        return body

    def ask(self, chat, query):
        answer = self.post("rag_search", {"conversationID": chat, "query": query})
        answer.raise_for_status()
        body = answer.json()
        for key, kind in {**EVERY, **ITEMS["search"]}.items():
            assert fits(body[key], kind), (key, body[key])
        assert "aiAnswer" in body and fits(body["answerSources"], str)
        return body


def me(server, token):
    return server.request("GET", "/v1/me", token=token)[1]["user"]["id"]


def chat_with(server, token, name):
    chats = server.request("GET", "/v1/chats", token=token)[1]["chats"]
    return next(chat["id"] for chat in chats if chat["kind"] == "direct" and chat["name"].startswith(name))


scripted = Model()
with studio() as server, studio(scripted) as clever:
    token = server.login("alex@example.com")
    chat = chat_with(server, token, "Priya")
    app = Yaip(server, token, me(server, token))
    found = {}

    for feature, parameters in [("summarize", {"messageCount": 200}), ("extract_actions", {"dateRange": "52w"}),
                                ("schedule_meeting", {"context": "a call about the plan"}), ("track_decisions", {}),
                                ("detect_priority", {}), ("search", {"query": "headaches"})]:
        @check(f"{feature}: every key, with and without /webhook")
        def _():
            found[feature] = app.call(feature, chat, **parameters)
            again = Yaip(server, token, app.user, prefix="").call(feature, chat, **parameters)
            assert {**again, "timestamp": ""} == {**found[feature], "timestamp": ""}

    @check("what was found names messages of this chat, under the same ids again")
    def _():
        items = found["extract_actions"]["actionItems"]
        assert items and items == app.call("extract_actions", chat, dateRange="52w")["actionItems"]
        for item in items[:5]:
            status, _ = server.request("GET", f"/v1/chats/{chat}/messages/{item['messageID']}", token=token)
            assert status == 200, status
        assert all(item["priority"] in {"low", "medium", "high"} for item in items)

    @check("days are days, and scores are within their bounds")
    def _():
        for item in found["search"]["searchResults"]:
            datetime.date.fromisoformat(item["timestamp"])
            assert 0 <= item["relevanceScore"] <= 1 and item["matchType"] in {"keyword", "semantic", "hybrid"}
        for slot in found["schedule_meeting"]["suggestedTimes"]:
            datetime.date.fromisoformat(slot["date"])
            assert slot["startTime"] < slot["endTime"]

    @check("rag_search: an answer with its sources, or null")
    def _():
        answer = app.ask(chat, "What did Priya say about her headaches?")
        assert answer["aiAnswer"] and answer["answerSources"], json.dumps(answer)
        nothing = app.ask(chat, "What was the score of the chess tournament in Reykjavik?")
        assert nothing["aiAnswer"] is None and nothing["answerSources"] == [], json.dumps(nothing)

    @check("rag_search: a wish is no search, and proposes nothing")
    def _():
        assert app.ask(chat, "Schedule a call with Priya tomorrow at 3pm")["aiAnswer"] is None
        assert server.request("GET", "/v1/assistant/proposals", token=token)[1]["proposals"] == []

    @check("ingest_message: tells the state of a message that is there")
    def _():
        first = found["search"]["searchResults"][0]
        body = {"messageID": first["messageID"], "conversationID": chat, "text": first["text"],
                "senderName": first["senderName"], "timestamp": "2026-03-11T13:15:00Z"}
        answer = app.post("ingest_message", body, timeout=10).json()
        assert answer["success"] and answer["status"] == "words_only", answer

    @check("another user, another's chat, no token, a key without the scope: refused in one shape")
    def _():
        sara = server.login("priya@example.com")
        other = chat_with(server, token, "Tom")
        body = {"conversationID": chat, "userID": app.user, "parameters": {}}
        refusals = [
            (403, Yaip(server, sara, app.user).post("summarize", body)),
            (404, Yaip(server, sara, None).post("summarize", {"conversationID": other})),
            (401, Yaip(server, "your_secret_token_here", None).post("summarize", body)),
            (403, Yaip(server, server.key("alex@example.com", ["search"]), None).post("summarize", body)),
            (400, app.post("extract_actions", {**body, "parameters": {"dateRange": "soon"}})),
        ]
        for status, answer in refusals:
            shown = answer.json()
            assert answer.status_code == status == shown["code"], (status, answer.text)
            assert shown["success"] is False and shown["error"] and shown["message"]

    @check("with a language model: its answer needs a source, and what it wants to do isn't done")
    def _():
        clever_token = clever.login("alex@example.com")
        clever_chat = chat_with(clever, clever_token, "Priya")
        smart = Yaip(clever, clever_token, me(clever, clever_token))
        scripted.say("Her headaches are fewer. [1]")
        answer = smart.ask(clever_chat, "What did Priya say about her headaches?")
        assert answer["aiAnswer"] == "Her headaches are fewer. [1]" and len(answer["answerSources"]) == 1
        scripted.say("I would say that she is fine.")
        scripted.call(("sendMessage", {"clientName": "Priya", "messageText": "off"}), then="Sent. [1]")
        smart.ask(clever_chat, "Tell Priya that training is off")
        assert clever.request("GET", "/v1/assistant/proposals", token=clever_token)[1]["proposals"] == []
        assert smart.call("summarize", clever_chat, messageCount=50)["messageCount"] > 0

finish()
