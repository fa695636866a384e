"""Better's calls to its proxy for OpenRouter, as the app makes them: httpx and httpx-sse in place of URLSession."""

import contextlib
import http.server
import json
import pathlib
import tempfile
import threading
import time

import httpx
from httpx_sse import connect_sse
from openai import OpenAI

from harness import check, finish, studio

CHAT, VISION = "deepseek/deepseek-chat", "qwen/qwen2.5-vl-32b-instruct"
IMAGE, VIDEO = "bytedance-seed/seedream-4.5", "bytedance/seedance-2.0"
DOT = ("data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkM9QDwAB"
       "hgGAWjR9awAAAABJRU5ErkJggg==")
FILM = b"\0\0\0\x14ftypisom\0\0\0\0mp41" + b"\0\0\0\x14mdatpicture-data" + b"\0\0\0\x6cmoov\0\0\0\x64mvhd" + b"\7" * 92
STREAM = (
    ": OPENROUTER PROCESSING\n\n"
    'data: {"id":"gen-1","choices":[{"index":0,"delta":{"role":"assistant","content":"","reasoning":"Stretches…"}}]}\n\n'
    'data: {"id":"gen-1","choices":[{"index":0,"delta":{"content":"Calves, hips"}}]}\r\n\r\n'
    'data: {"id":"gen-1","choices":[{"index":0,"delta":{"content":" and Rücken."},"finish_reason":"stop"}]}\n\n'
    'data: {"id":"gen-1","choices":[],"usage":{"prompt_tokens":21,"completion_tokens":9,"total_tokens":30}}\n\n'
    "data: [DONE]\n\n"
).encode()


class Provider:
    """OpenRouter, as far as the app needs it. `requests` are method, path, headers and body."""

    def __init__(self):
        self.requests, self.job, self.mode, self.left = [], {"status": "pending"}, "whole", threading.Event()
        provider = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def handle_any(self):
                length = int(self.headers.get("Content-Length") or 0)
                body = json.loads(self.rfile.read(length)) if length else None
                headers = {name.title(): value for name, value in self.headers.items()}
                provider.requests.append((self.command, self.path, headers, body))
                if self.command == "GET":
                    if self.path == "/v1/film":
                        return self.send("video/mp4", FILM)
                    return self.send("application/json", json.dumps(provider.job).encode())
                if body["model"] == VIDEO:
                    return self.send("application/json", b'{"id":"job-7","status":"pending"}')
                if body["model"] == IMAGE:
                    message = {"role": "assistant", "content": "", "images": [{"image_url": {"url": DOT}}]}
                    return self.send("application/json", json.dumps({"choices": [{"message": message}]}).encode())
                if not body.get("stream"):
                    answer = {"id": "gen-2", "choices": [{"index": 0, "message": {"role": "assistant", "content": "Hi."},
                                                          "finish_reason": "stop"}]}
                    return self.send("application/json", json.dumps(answer).encode())
                self.send_response(200)
                self.send_header("Content-Type", "text/event-stream")
                self.end_headers()
                if provider.mode == "whole":
                    return self.wfile.write(STREAM)
                self.wfile.write(STREAM[:200])
                if provider.mode == "broken":
                    return
                # Silent, until the other side has gone.
                self.connection.settimeout(60)
                with contextlib.suppress(OSError):
                    if self.connection.recv(1) == b"":
                        provider.left.set()

            def send(self, kind, body):
                self.send_response(200)
                self.send_header("Content-Type", kind)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            do_GET = do_POST = handle_any

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.url = f"http://127.0.0.1:{self.server.server_port}/v1"

    def settings(self, folder):
        """What turns the server's proxy on, with the app's models at this provider."""
        def entry(name, **more):
            return {"baseURL": self.url, "model": name, "apiKey": "sk-upstream", **more}
        models = [entry(CHAT, price={"input": 0.28, "output": 0.42}), entry(VISION, images=True),
                  entry(IMAGE, generates="image", price={"input": 0, "output": 0, "request": 0.04}),
                  entry(VIDEO, generates="video", price={"input": 0, "output": 0, "request": 0.8})]
        path = pathlib.Path(folder) / "models.json"
        path.write_text(json.dumps({"models": models}))
        return {"SPOTTER_MODELS": str(path), "SPOTTER_LLM_PROXY": "true", "SPOTTER_LLM_TITLES": "false"}


def asked(text, **more):
    return {"model": CHAT, "messages": [{"role": "user", "content": text}], **more}


provider = Provider()
with tempfile.TemporaryDirectory() as folder, studio(settings=provider.settings(folder)) as server:
    # As the app signs in: by Firebase's method, whose ID token it then sends.
    _, signed = server.request("POST", "/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword",
                               {"email": "alex@example.com", "password": "spotter-demo", "returnSecureToken": True})
    token = signed["idToken"]

    def app(path):
        return {"Authorization": f"Bearer {token}", "X-OpenRouter-Path": path}

    web = httpx.Client(base_url=server.url + "/api/", timeout=60)

    @check("a stream is the provider's bytes, with reasoning, usage and [DONE]")
    def _():
        provider.mode = "whole"
        body = asked("Name stretches", temperature=1.0, top_p=0.95, max_tokens=8192, stream=True,
                     stream_options={"include_usage": True})
        with web.stream("POST", "chat/completions", json=body, headers=app("chat/completions")) as answer:
            assert answer.headers["content-type"] == "text/event-stream", answer.headers
            assert b"".join(answer.iter_raw()) == STREAM
        with connect_sse(web, "POST", "chat/completions", json=body, headers=app("chat/completions")) as source:
            data = [event.data for event in source.iter_sse()]
        assert data[-1] == "[DONE]" and json.loads(data[-2])["usage"]["total_tokens"] == 30
        method, path, headers, sent = provider.requests[-1]
        assert (method, path, headers["Authorization"]) == ("POST", "/v1/chat/completions", "Bearer sk-upstream")
        assert sent == body and token not in str(headers)

    @check("an untimely end is an error in the stream")
    def _():
        provider.mode = "broken"
        body = asked("Name stretches", stream=True)
        with connect_sse(web, "POST", "chat/completions", json=body, headers=app("chat/completions")) as source:
            last = json.loads([event.data for event in source.iter_sse()][-1])
        assert isinstance(last["error"]["message"], str) and last["choices"][0]["finish_reason"] == "error", last

    @check("who goes away ends the provider's work")
    def _():
        provider.mode = "silent"
        body = asked("Name stretches", stream=True)
        with web.stream("POST", "chat/completions", json=body, headers=app("chat/completions")) as answer:
            next(answer.iter_raw())
        assert provider.left.wait(30)
        provider.mode = "whole"

    @check("path and header must agree, and nothing else is let through")
    def _():
        for path, header, status in [("chat/completions", "search", 400), ("", "chat/completions", 200),
                                     ("chat/completionsX", "chat/completionsX", 400), ("", "jobs/../models", 400),
                                     ("files", "files", 400)]:
            answer = web.post(path, json=asked("Hi"), headers=app(header))
            assert answer.status_code == status, (path, header, answer.text)
            if status != 200:
                error = answer.json()["error"]
                assert all(isinstance(error[name], str) for name in ("message", "type", "code")), error

    @check("without a right token: 401, and the error is an object")
    def _():
        for headers in [{}, {"Authorization": "Bearer nonsense"}]:
            answer = web.post("chat/completions", json=asked("Hi"), headers=headers)
            assert answer.status_code == 401 and isinstance(answer.json()["error"]["message"], str), answer.text

    @check("a picture is made, passed on and kept")
    def _():
        body = {**asked("Generate an image: a dot"), "model": IMAGE, "modality": ["image"], "max_tokens": 1024}
        answer = web.post("chat/completions", json=body, headers=app("chat/completions"))
        assert answer.status_code == 200, answer.text
        assert answer.json()["choices"][0]["message"]["images"][0]["image_url"]["url"] == DOT

    @check("a picture of the user's goes to a model that sees")
    def _():
        content = [{"type": "image_url", "image_url": {"url": DOT}}, {"type": "text", "text": "What is it?"}]
        body = {"model": CHAT, "messages": [{"role": "user", "content": content}]}
        assert web.post("chat/completions", json=body, headers=app("chat/completions")).status_code == 200
        assert provider.requests[-1][3]["model"] == VISION

    @check("a model that is gone goes on with the default")
    def _():
        body = {**asked("Hi"), "model": "moonshotai/kimi-k2.5"}
        assert web.post("chat/completions", json=body, headers=app("chat/completions")).status_code == 200
        assert provider.requests[-1][3]["model"] == CHAT

    @check("a video: a job, its states, and a file of this server's")
    def _():
        body = {**asked("Generate a 10 second video at 1080p: a squat"), "model": VIDEO}
        answer = web.post("chat/completions", json=body, headers=app("chat/completions"))
        job = answer.json()["id"]
        begun = web.get(f"jobs/{job}", headers=app(f"jobs/{job}"))
        assert begun.status_code == 200 and begun.json()["status"] == "processing", begun.text
        provider.job = {"status": "completed", "video_url": provider.url + "/film"}
        limit = time.monotonic() + 60
        while (state := web.get(f"jobs/{job}", headers=app(f"jobs/{job}")).json())["status"] == "processing":
            assert time.monotonic() < limit, state
            time.sleep(1)
        assert state["status"] == "completed", state
        # With the user's token, as the app does: it's this server's own address.
        assert state["video_url"].startswith(server.url)
        film = httpx.get(state["video_url"], headers={"Authorization": f"Bearer {token}"})
        assert film.status_code == 200 and film.content == FILM
        assert httpx.get(state["video_url"]).status_code == 401
        other = {"Authorization": f"Bearer {server.login('sara@example.com')}"}
        assert web.get(f"jobs/{job}", headers=other).status_code == 404
        assert not any(token in str(headers) for _, _, headers, _ in provider.requests)

    @check("search is refused with an object where there is none")
    def _():
        answer = web.post("search", json={"query": "knees", "max_results": 5}, headers=app("search"))
        assert answer.status_code == 503 and isinstance(answer.json()["error"]["message"], str), answer.text

    @check("OpenAI's own SDK works at /api, and lists the models")
    def _():
        client = OpenAI(base_url=server.url + "/api", api_key=server.key("alex@example.com", ["assistant"]))
        assert [model.id for model in client.models.list()] == [CHAT, VISION, IMAGE, VIDEO]
        answer = client.chat.completions.create(model=CHAT, messages=[{"role": "user", "content": "Hi"}])
        assert answer.choices[0].message.content == "Hi."

    @check("what was asked is counted, and paid for")
    def _():
        _, usage = server.request("GET", "/v1/me/usage", token=token)
        assert usage["day"]["requests"] >= 8 and usage["day"]["cost"] > 0.8, usage

finish()
