"""What a client's checks stand on: a server with the example studio, logins, API keys, a scripted language model.

    from harness import check, finish, studio

    with studio() as server:
        key = server.key("alex@example.com", ["assistant"])

        @check("lists the models")
        def _():
            assert client(key).models.list().data

    finish()
"""

import contextlib
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import threading
import traceback
import urllib.error
import urllib.request

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "lib"))
from python_clients import CHEAP_HASHES  # noqa: E402

PASSWORD = "spotter-demo"
# Wednesday 11 March 2026, 09:15 in New York: the day of fixtures/studio.jsonl.
NOW = "2026-03-11T13:15:00Z"


class Server:
    """A server as a child process, on a free port and a copy of the studio."""

    def __init__(self, url, folder, process):
        self.url, self.folder, self.process = url, folder, process

    def request(self, method, path, body=None, token=None, headers=None):
        """Status and JSON of a request to the native API."""
        headers = dict(headers or {})
        if token:
            headers["Authorization"] = f"Bearer {token}"
        data = None
        if body is not None:
            data, headers["Content-Type"] = json.dumps(body).encode(), "application/json"
        request = urllib.request.Request(self.url + path, data, headers, method=method)
        try:
            with urllib.request.urlopen(request, timeout=60) as answer:
                return answer.status, json.loads(answer.read() or b"null")
        except urllib.error.HTTPError as error:
            with error:
                return error.code, json.loads(error.read() or b"null")

    def login(self, email, password=PASSWORD):
        """An access token."""
        status, answer = self.request("POST", "/v1/auth/login", {"email": email, "password": password})
        assert status == 200, answer
        return answer["accessToken"]

    def key(self, email, scopes, name="compat"):
        """The secret of a new API key."""
        status, answer = self.request("POST", "/v1/keys", {"name": name, "scopes": scopes}, self.login(email))
        assert status == 201, answer
        return answer["key"]["secret"]


@contextlib.contextmanager
def studio(model=None, embeddings=None, settings=None):
    """A server that ends with the block.

    `model` and `embeddings` are those of scripted.py; without them the built-in assistant answers and
    nothing is embedded. `settings` are further `SPOTTER_…` variables.
    """
    root = pathlib.Path(tempfile.mkdtemp(prefix="spotter-compat-"))
    folder = root / "data"
    shutil.copytree(os.environ["SPOTTER_STUDIO"], folder)
    environment = {name: value for name, value in os.environ.items() if not name.startswith("SPOTTER_")}
    environment |= {"SPOTTER_MODEL_DIR": str(root / "no-model"), **CHEAP_HASHES}
    for service in (model, embeddings):
        environment.update(service.settings if service else {})
    environment.update(settings or {})
    command = [os.environ["SPOTTER_BINARY"], "serve", "--data", folder, "--port", "0", "--now", NOW,
               "--log-level", "warning"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=environment)
    try:
        output, url = [], None
        for line in process.stdout:
            output.append(line)
            if found := re.match(r"listening on (\S+)", line):
                url = found[1]
                break
        if url is None:
            raise RuntimeError("the server doesn't start: " + "".join(output)[-600:])
        # What it prints later must not fill the pipe.
        threading.Thread(target=lambda: [None for _ in process.stdout], daemon=True).start()
        yield Server(url, folder, process)
    finally:
        process.terminate()
        try:
            process.wait(30)
        except subprocess.TimeoutExpired:
            process.kill()
        shutil.rmtree(root, ignore_errors=True)


# MARK: Checks

_failures = []
CLIENT = pathlib.Path(sys.argv[0]).stem.removeprefix("client_")


def check(name):
    """Runs a check at once and prints what became of it."""
    def perform(body):
        try:
            body()
            print(f"  ok    {CLIENT}: {name}", flush=True)
        except Exception as error:  # what a client raises is of many kinds
            _failures.append(name)
            print(f"  FAIL  {CLIENT}: {name}: {type(error).__name__}: {str(error)[:400]}", flush=True)
            if os.environ.get("COMPAT_VERBOSE"):
                traceback.print_exc()
        return body
    return perform


def expect_error(kind, body):
    """The error of that kind that `body` raises."""
    try:
        body()
    except kind as error:
        return error
    raise AssertionError(f"no {kind.__name__}")


def finish():
    """Ends the client's script with what became of its checks."""
    sys.exit(1 if _failures else 0)
