"""The Model Context Protocol's own SDK, in both eras, over HTTP and over the pipes of `spotter mcp`."""

import asyncio
import contextlib
import os

import httpx2
from mcp import Client
from mcp.client.stdio import StdioServerParameters, stdio_client
from mcp.client.streamable_http import streamable_http_client
from mcp.shared.exceptions import MCPError
from mcp_types import ElicitResult

from harness import check, expect_error, finish, studio

SCOPES = ["messages:read", "messages:write", "search", "calendar:read", "calendar:write", "profile"]
TOOLS = ["search", "read_chat", "client_profile", "client_progress", "agenda", "who_waits",
         "schedule", "reschedule", "cancel", "remind", "message"]
CALL = {"person": "Sara", "start": "2026-03-19T15:00", "type": "call", "minutes": 30}


class Person:
    """Who is asked, and answers in one way."""

    def __init__(self, action="accept"):
        self.action, self.asked = action, []

    async def __call__(self, _, params):
        self.asked.append(params.message)
        return ElicitResult(action=self.action, content={} if self.action == "accept" else None)


@contextlib.asynccontextmanager
async def over_http(server, key, mode, person):
    async with httpx2.AsyncClient(headers={"Authorization": f"Bearer {key}"}, timeout=60) as web:
        async with Client(streamable_http_client(server.url + "/mcp", http_client=web), mode=mode,
                          elicitation_callback=person) as client:
            yield client


@contextlib.asynccontextmanager
async def over_pipes(server, key, mode, person):
    program = StdioServerParameters(command=os.environ["SPOTTER_BINARY"], args=["mcp", "--server", server.url],
                                    env={"SPOTTER_KEY": key, "HOME": str(server.folder)})
    async with Client(stdio_client(program), mode=mode, elicitation_callback=person) as client:
        yield client


def run(connect, server, key, mode, body, person=None):
    async def whole():
        async with connect(server, key, mode, person) as client:
            return await body(client)
    return asyncio.run(whole())


def events(server):
    _, answer = server.request("GET", "/v1/calendar/events?from=2026-03-19T00:00:00Z&to=2026-03-20T00:00:00Z",
                               token=server.login("alex@example.com"))
    return [event for event in answer["events"] if event["title"].startswith("Call with Sara")]


for connect in (over_http, over_pipes):
    for mode in ("auto", "legacy"):
        where = f"{connect.__name__}, {mode}"
        with studio() as server:
            key = server.key("alex@example.com", SCOPES)

            @check(f"{where}: the tools are listed, and read")
            def _():
                async def body(client):
                    assert client.protocol_version == ("2026-07-28" if mode == "auto" else "2025-11-25")
                    tools = (await client.list_tools()).tools
                    assert [tool.name for tool in tools] == TOOLS, tools
                    found = await client.call_tool("search", {"query": "kneecap", "person": "Sara"})
                    assert not found.is_error and "kneecap" in found.structured_content["messages"][0]["text"].lower()
                    agenda = await client.call_tool("agenda", {"from": "2026-03-09", "days": 30})
                    assert agenda.structured_content["events"], agenda
                    chat = await client.call_tool("read_chat", {"person": "Sara", "limit": 5})
                    assert len(chat.structured_content["messages"]) == 5
                    waiting = await client.call_tool("who_waits", {})
                    assert isinstance(waiting.structured_content["waiting"], list)
                    profile = await client.call_tool("client_profile", {"person": "Sara"})
                    assert profile.structured_content["name"] == "Sara Lindqvist"
                run(connect, server, key, mode, body)

            @check(f"{where}: a call is scheduled after its trainer has accepted it")
            def _():
                person = Person()
                async def body(client):
                    return await client.call_tool("schedule", CALL)
                result = run(connect, server, key, mode, body, person)
                assert result.structured_content["done"] is True, result
                assert len(person.asked) == 1 and "Thu 19 Mar 15:00" in person.asked[0], person.asked
                assert len(events(server)) == 1

            @check(f"{where}: nothing is done without that")
            def _():
                for action, state in (("decline", "cancelled"), ("cancel", "pending")):
                    async def body(client):
                        return await client.call_tool("message", {"person": "Sara", "text": f"Not sent, {action}"})
                    result = run(connect, server, key, mode, body, Person(action))
                    assert result.structured_content["state"] == state and not result.structured_content["done"], result
                async def body(client):
                    return await client.call_tool("message", {"person": "Sara", "text": "Not sent, unasked"})
                result = run(connect, server, key, mode, body)
                assert result.structured_content["state"] == "pending", result
                token = server.login("alex@example.com")
                _, found = server.request("POST", "/v1/search", {"query": "Not sent", "mode": "text"}, token)
                assert not [each for each in found["results"] if each["text"].startswith("Not sent")], found

            @check(f"{where}: a key sees the tools of its scopes, and no others work")
            def _():
                narrow = server.key("alex@example.com", ["calendar:read"])
                async def body(client):
                    assert [tool.name for tool in (await client.list_tools()).tools] == ["agenda"]
                    try:
                        await client.call_tool("search", {"query": "knee"})
                    except MCPError as error:
                        assert "search" in error.error.message, error
                    else:
                        raise AssertionError("the tool ran")
                run(connect, server, narrow, mode, body)

finish()
