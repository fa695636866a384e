"""An OpenAI-compatible model over a real socket, that says what the attack tells it to."""

import http.server
import json
import threading


class Quiet(http.server.ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, request, client_address):
        """A client that goes away is no news."""


class FakeModel:
    def __init__(self):
        self.requests, self.reply, self.followed = [], ("say", "fine", None, False), False
        model = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self):
                model.followed = True
                self.send_error(404)

            def do_POST(self):
                body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
                if "stolen" in self.path:
                    model.followed = True
                try:
                    model.requests.append(json.loads(body))
                except ValueError:
                    model.requests.append({})
                try:
                    model.answer(self, model.requests[-1])
                except OSError:
                    pass

            def log_message(self, *_):
                pass

        self.server = Quiet(("127.0.0.1", 0), Handler)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.settings = {"SPOTTER_LLM_BASE_URL": f"http://127.0.0.1:{self.server.server_port}/v1",
                         "SPOTTER_LLM_MODEL": "fake", "SPOTTER_LLM_API_KEY": "key-of-the-fake"}

    def say(self, text, pieces=None):
        self.requests.clear()
        self.reply = ("say", text, pieces, False)

    def call(self, name, arguments, always=False):
        self.requests.clear()
        self.reply = ("call", name, arguments, always)

    def break_down(self, kind):
        self.requests.clear()
        self.reply = ("broken", kind, None, False)

    def answer(self, handler, request):
        kind, first, second, always = self.reply
        if kind == "broken":
            return self.broken(handler, first)
        results = any(message.get("role") == "tool" for message in request.get("messages", []))
        if kind == "call" and (always or not results):
            number = len(self.requests)
            deltas = [{"tool_calls": [{"index": 0, "id": f"call_{number}", "type": "function", "function": {
                "name": first, "arguments": json.dumps(second)}}]}]
            finish = "tool_calls"
        else:
            text = first if kind == "say" else "done"
            deltas = [{"content": piece} for piece in (second or [text])]
            finish = "stop"
        events = [{"choices": [{"index": 0, "delta": delta, "finish_reason": None}]} for delta in deltas]
        events.append({"choices": [{"index": 0, "delta": {}, "finish_reason": finish}]})
        body = "".join(f"data: {json.dumps(event)}\n\n" for event in events) + "data: [DONE]\n\n"
        self.write(handler, 200, "text/event-stream", body.encode())

    def broken(self, handler, kind):
        if kind == "redirect":
            handler.send_response(302)
            handler.send_header("Location", f"http://127.0.0.1:{self.server.server_port}/stolen")
            handler.send_header("Content-Length", "0")
            handler.end_headers()
        elif kind == "500":
            self.write(handler, 500, "text/plain", b"oops")
        elif kind == "cut":
            handler.send_response(200)
            handler.send_header("Content-Type", "text/event-stream")
            handler.send_header("Content-Length", "10000")
            handler.end_headers()
            handler.wfile.write(b'data: {"choices":[{"delta":{"content":"half')
            handler.wfile.flush()
            handler.close_connection = True
        else:
            bodies = {"not json": b"data: {{{\n\n", "html": b"<html>no</html>", "empty": b"",
                      "huge": b"data: " + b"x" * 3_000_000 + b"\n\n", "nested": b"data: " + b"[" * 100_000 + b"\n\n"}
            self.write(handler, 200, "text/event-stream", bodies[kind])

    @staticmethod
    def write(handler, status, kind, body):
        handler.send_response(status)
        handler.send_header("Content-Type", kind)
        handler.send_header("Content-Length", str(len(body)))
        handler.end_headers()
        handler.wfile.write(body)
