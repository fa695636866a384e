"""Services of models on this machine that say what the checks tell them to, in OpenAI's form."""

import http.server
import json
import math
import threading


class _Service:
    """An HTTP server on a free port. `requests` are the bodies that came, oldest first."""

    def __init__(self):
        self.requests, self.headers = [], []
        service = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self):
                request = json.loads(self.rfile.read(int(self.headers.get("Content-Length", 0))))
                service.requests.append(request)
                service.headers.append({name.title(): value for name, value in self.headers.items()})
                kind, body = service.answer(request)
                self.send_response(200)
                self.send_header("Content-Type", kind)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    @property
    def url(self):
        return f"http://127.0.0.1:{self.server.server_port}/v1"


class Model(_Service):
    """A language model. `say` and `call` decide its answers until the next of them.

    It calls a tool once, and says `then` when it has the result.
    """

    def __init__(self):
        super().__init__()
        self.text, self.calls = "Fine.", []

    @property
    def settings(self):
        return {"SPOTTER_LLM_BASE_URL": self.url, "SPOTTER_LLM_MODEL": "scripted", "SPOTTER_LLM_API_KEY": "key",
                "SPOTTER_LLM_TITLES": "false"}

    def say(self, text):
        self.text, self.calls = text, []

    def call(self, *calls, then):
        """`calls` are pairs of a name and arguments."""
        self.text, self.calls = then, list(calls)

    def answer(self, request):
        has_results = request["messages"][-1]["role"] == "tool"
        if self.calls and not has_results:
            deltas = [{"tool_calls": [{"index": place, "id": f"call_{len(self.requests)}_{place}", "type": "function",
                                       "function": {"name": name, "arguments": json.dumps(arguments)}}]}
                      for place, (name, arguments) in enumerate(self.calls)]
            finish = "tool_calls"
        else:
            deltas = [{"content": word} for word in self.text.split(" ")]
            deltas[1:] = [{"content": " " + delta["content"]} for delta in deltas[1:]]
            finish = "stop"
        events = [{"choices": [{"index": 0, "delta": delta, "finish_reason": None}]} for delta in deltas]
        events.append({"choices": [{"index": 0, "delta": {}, "finish_reason": finish}]})
        events.append({"choices": [], "usage": {"prompt_tokens": 900, "completion_tokens": 7, "total_tokens": 907}})
        body = "".join(f"data: {json.dumps(event)}\n\n" for event in events) + "data: [DONE]\n\n"
        return "text/event-stream", body.encode()


class Embeddings(_Service):
    """An embedding model of eight dimensions. Equal texts have equal vectors."""

    dimension = 8

    @property
    def settings(self):
        return {"SPOTTER_EMBEDDING_BASE_URL": self.url, "SPOTTER_EMBEDDING_MODEL": "scripted-embedding",
                "SPOTTER_EMBEDDING_DIMENSION": str(self.dimension)}

    def answer(self, request):
        texts = [request["input"]] if isinstance(request["input"], str) else request["input"]
        data = [{"object": "embedding", "index": place, "embedding": self.vector(text)}
                for place, text in enumerate(texts)]
        return "application/json", json.dumps({"object": "list", "data": data, "model": request["model"],
                                               "usage": {"prompt_tokens": 1, "total_tokens": 1}}).encode()

    def vector(self, text):
        values = [1.0 + sum(ord(character) * (place + 1) % 7 for character in text) for place in range(self.dimension)]
        length = math.sqrt(sum(value * value for value in values))
        return [value / length for value in values]


class SportsData(_Service):
    """A sports data service that says the same whatever it is asked."""

    @property
    def settings(self):
        return {"SPOTTER_SPORTS_DATA_URL": self.url.removesuffix("/v1")}

    def answer(self, request):
        return "application/json", json.dumps({"result": "Dodgers 93-69"}).encode()
