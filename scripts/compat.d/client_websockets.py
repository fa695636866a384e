"""The bot of docs/api.md, as it stands there, with PyPI's websockets."""

import os
import pathlib
import subprocess
import sys
import time

from harness import check, finish, studio

PAGE = pathlib.Path(__file__).resolve().parents[2] / "docs" / "api.md"
MAX_LINES = 25


def documented_bot():
    return PAGE.read_text().split("```python\n", 1)[1].split("```", 1)[0]


def direct_chat(server, token, person):
    chats = server.request("GET", "/v1/chats", token=token)[1]["chats"]
    return next(chat["id"] for chat in chats if chat["kind"] == "direct" and chat["name"] == person)


def answers(server, token, chat, original):
    messages = server.request("GET", f"/v1/chats/{chat}/messages?limit=20", token=token)[1]["messages"]
    return [message for message in messages if message["replyTo"] == original]


with studio() as server:
    key = server.key("alex@example.com", ["messages:read", "messages:write"], "Echo")
    sara = server.login("sara@example.com")
    chat = direct_chat(server, sara, "Alex Rivera")
    environment = {**os.environ, "SPOTTER_SERVER": server.url, "SPOTTER_KEY": key}

    @check(f"the page's bot has at most {MAX_LINES} lines")
    def _():
        assert len(documented_bot().splitlines()) <= MAX_LINES

    @check("and answers a client's message once")
    def _():
        bot = subprocess.Popen([sys.executable, "-c", documented_bot()], env=environment)
        try:
            found, number = [], 0
            # A bot that isn't connected yet misses the first ones.
            while not found and number < 60 and bot.poll() is None:
                number += 1
                status, sent = server.request("POST", f"/v1/chats/{chat}/messages",
                                              {"clientMessageId": f"hello-{number}", "text": "Is six fine?"}, sara)
                assert status == 201, sent
                time.sleep(0.5)
                found = answers(server, sara, chat, sent["message"]["id"])
            assert [message["text"] for message in found] == ["You said: Is six fine?"], found
            assert found[0]["bot"] == {"name": "Echo"}, found
        finally:
            bot.terminate()
            bot.wait(10)

    @check("and ends with the server's words if its key is none")
    def _():
        done = subprocess.run([sys.executable, "-c", documented_bot()], env={**environment, "SPOTTER_KEY": "sp_k_none"},
                              capture_output=True, text=True, timeout=60)
        assert done.returncode == 1 and "token" in done.stderr.lower(), done.stderr

finish()
