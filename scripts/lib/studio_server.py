"""A server with the example studio, for tests that drive a real client against it."""

import json
import os
import pathlib
import re
import shutil
import socket
import subprocess
import tempfile
import threading
import urllib.error
import urllib.request

from python_clients import CHEAP_HASHES

PASSWORD = "spotter-demo"
# Wednesday 11 March 2026, 09:15 in New York: the day of fixtures/studio.jsonl.
NOW = "2026-03-11T13:15:00Z"
ALEX, SARA, PRIYA = "alex@example.com", "sara@example.com", "priya@example.com"


class StudioServer:
    """A server on a copy of the studio, that can be killed and started again at the same address.

    @param now the server's clock at its start; `None` for the machine's.
    @param options further ones of `spotter serve`.
    """

    def __init__(self, binary, studio, *options, now=NOW):
        self.binary = binary
        self.options = (*(["--now", now] if now else []), *options)
        self.root = pathlib.Path(tempfile.mkdtemp(prefix="spotter-studio-"))
        shutil.copytree(studio, self.root / "data")
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.api = f"http://127.0.0.1:{self.port}"
        self.process = None
        self.lines, self.heard = [], threading.Condition()
        self.start()

    def start(self):
        environment = {name: value for name, value in os.environ.items() if not name.startswith("SPOTTER_")}
        environment |= {"SPOTTER_MODEL_DIR": str(self.root / "no-model"), **CHEAP_HASHES}
        command = [self.binary, "serve", "--data", self.root / "data", "--port", str(self.port),
                   "--log-level", "warning", *self.options]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                                        env=environment)
        self.lines = output = []
        for line in self.process.stdout:
            output.append(line)
            if re.match(r"listening on (\S+)", line):
                break
        else:
            raise RuntimeError("the server doesn't start: " + "".join(output)[-600:])
        process = self.process
        # What it prints later must not fill the pipe.
        threading.Thread(target=self.listen, args=(process.stdout, output), daemon=True).start()

    def listen(self, stream, output):
        for line in stream:
            with self.heard:
                output.append(line)
                self.heard.notify_all()

    def printed(self, pattern):
        """What fits a pattern in a line that the server prints; waits for it."""
        def found():
            return next((match[0] for line in self.lines if (match := re.search(pattern, line))), None)
        with self.heard:
            assert self.heard.wait_for(found, 30), f"{pattern} isn't printed: {''.join(self.lines)[-600:]}"
            return found()

    def kill(self):
        self.process.kill()
        self.process.wait(30)

    def end(self):
        self.kill()
        shutil.rmtree(self.root, ignore_errors=True)

    def request(self, method, path, body=None, token=None):
        headers = {"Content-Type": "application/json"} if body is not None else {}
        if token:
            headers["Authorization"] = f"Bearer {token}"
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.api + path, data, headers, method=method)
        try:
            with urllib.request.urlopen(request, timeout=60) as answer:
                return answer.status, json.loads(answer.read() or b"null")
        except urllib.error.HTTPError as error:
            with error:
                return error.code, json.loads(error.read() or b"null")

    def login(self, email):
        status, answer = self.request("POST", "/v1/auth/login", {"email": email, "password": PASSWORD})
        assert status == 200, answer
        return answer["accessToken"]

    def chat(self, email, name):
        """The id of the chat that `email` sees under this name."""
        _, answer = self.request("GET", "/v1/chats", token=self.login(email))
        return next(chat["id"] for chat in answer["chats"] if chat["name"] == name)

    def texts(self, email, chat, limit=50):
        _, page = self.request("GET", f"/v1/chats/{chat}/messages?limit={limit}", token=self.login(email))
        return [message["text"] for message in page["messages"]]
