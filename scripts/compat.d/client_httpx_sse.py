"""httpx-sse: server-sent events as the standard has them, and nothing of OpenAI's."""

import json

import httpx
from httpx_sse import connect_sse

from harness import check, finish, studio

QUESTION = "What did Sara say about her kneecap?"

with studio() as server:
    headers = {"Authorization": f"Bearer {server.key('alex@example.com', ['assistant'])}"}
    web = httpx.Client(base_url=server.url, headers=headers, timeout=60)

    def events(path, body):
        with connect_sse(web, "POST", path, json=body) as source:
            source.response.raise_for_status()
            return list(source.iter_sse())

    @check("chat completions: unnamed events, and [DONE] at the end")
    def _():
        body = {"model": "spotter", "stream": True, "messages": [{"role": "user", "content": QUESTION}]}
        found = events("/openai/v1/chat/completions", body)
        assert {event.event for event in found} == {"message"} and found[-1].data == "[DONE]"
        assert all(json.loads(event.data)["object"] == "chat.completion.chunk" for event in found[:-1])

    @check("responses: events named as their type, numbered without a gap")
    def _():
        found = events("/openai/v1/responses", {"model": "spotter", "stream": True, "input": QUESTION})
        data = [json.loads(event.data) for event in found]
        assert [event.event for event in found] == [each["type"] for each in data]
        assert [each["sequence_number"] for each in data] == list(range(len(data)))
        assert data[-1]["type"] == "response.completed"

    @check("Gemini: unnamed events")
    def _():
        body = {"contents": [{"role": "user", "parts": [{"text": QUESTION}]}]}
        found = events("/v1beta/models/spotter:streamGenerateContent?alt=sse", body)
        assert json.loads(found[-1].data)["candidates"][0]["finishReason"] == "STOP"

finish()
