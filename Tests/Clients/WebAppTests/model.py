"""A language model for tests: it speaks the protocol of chat completions, slowly, and says what it's told to say."""

import http.server
import json
import threading
import time


class Model:
    """Listens on a free port; `say` is what it answers, word by word."""

    def __init__(self):
        self.say, self.pause, self.asked = "Nothing yet.", 0.0, 0
        outer = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_POST(self):
                body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                outer.asked += 1
                outer.stream(self) if body.get("stream") else outer.whole(self)

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self.server.server_address[1]}/v1"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def stream(self, handler):
        handler.send_response(200)
        handler.send_header("Content-Type", "text/event-stream")
        handler.end_headers()
        try:
            for word in self.say.split(" "):
                self.event(handler, {"choices": [{"index": 0, "delta": {"content": word + " "}}]})
                time.sleep(self.pause)
            self.event(handler, {"choices": [{"index": 0, "delta": {}, "finish_reason": "stop"}]})
            handler.wfile.write(b"data: [DONE]\n\n")
        except OSError:
            pass

    @staticmethod
    def event(handler, data):
        handler.wfile.write(f"data: {json.dumps(data)}\n\n".encode())
        handler.wfile.flush()

    def whole(self, handler):
        content = json.dumps({"choices": [{"index": 0, "message": {"role": "assistant", "content": self.say},
                                           "finish_reason": "stop"}]}).encode()
        handler.send_response(200)
        handler.send_header("Content-Type", "application/json")
        handler.send_header("Content-Length", str(len(content)))
        handler.end_headers()
        handler.wfile.write(content)

    def end(self):
        self.server.shutdown()
        self.server.server_close()
