"""A small HTTP client: one kept connection, JSON in and out, nothing checked."""

import http.client
import json
import socket
import ssl


class Answer:
    def __init__(self, status, headers, body):
        self.status, self.headers, self.body = status, {name.lower(): value for name, value in headers}, body

    @property
    def text(self):
        return self.body.decode(errors="replace")

    @property
    def json(self):
        try:
            return json.loads(self.body)
        except ValueError:
            return {}

    @property
    def code(self):
        error = self.json.get("error") if isinstance(self.json, dict) else None
        return error.get("code") if isinstance(error, dict) else None

    @property
    def is_success(self):
        return 200 <= self.status < 300

    def __repr__(self):
        return f"{self.status} {self.text[:200]}"


class Client:
    def __init__(self, host, port, token=None, secure=False, timeout=60):
        self.host, self.port, self.token, self.secure, self.timeout = host, port, token, secure, timeout
        self.connection = None

    def request(self, method, path, body=None, headers=None, token=None):
        """`body` is bytes, or anything that JSON can say."""
        headers = dict(headers or {})
        token = self.token if token is None else token
        if token and "Authorization" not in headers:
            headers["Authorization"] = f"Bearer {token}"
        if body is not None and not isinstance(body, (bytes, bytearray)):
            body = json.dumps(body, ensure_ascii=False).encode("utf-8", "surrogatepass")
            headers.setdefault("Content-Type", "application/json")
        for attempt in (0, 1):
            fresh = self.connection is None
            try:
                if fresh:
                    self.connection = self.connect()
                self.connection.request(method, path, body, headers)
                response = self.connection.getresponse()
                answer = Answer(response.status, response.getheaders(), response.read())
                if response.will_close:
                    self.close()
                return answer
            except (http.client.HTTPException, OSError):
                self.close()
                # A kept connection may have ended meanwhile; a new one hasn't.
                if fresh or attempt:
                    raise

    def connect(self):
        if self.secure:
            context = ssl._create_unverified_context()
            return http.client.HTTPSConnection(self.host, self.port, timeout=self.timeout, context=context)
        return http.client.HTTPConnection(self.host, self.port, timeout=self.timeout)

    def close(self):
        if self.connection:
            self.connection.close()
        self.connection = None

    def get(self, path, **more):
        return self.request("GET", path, **more)

    def post(self, path, body=None, **more):
        return self.request("POST", path, body, **more)

    def put(self, path, body=None, **more):
        return self.request("PUT", path, body, **more)

    def patch(self, path, body=None, **more):
        return self.request("PATCH", path, body, **more)

    def delete(self, path, body=None, **more):
        return self.request("DELETE", path, body, **more)


def raw(server, data, timeout=15, half_close=False, until_close=True):
    """Sends bytes and returns what comes back until the server closes, says nothing more, or the time is over."""
    with socket.create_connection((server.host, server.port), timeout) as connection:
        connection.sendall(data)
        if half_close:
            connection.shutdown(socket.SHUT_WR)
        return read_all(connection, timeout if until_close else 1)


def read_all(connection, timeout):
    connection.settimeout(timeout)
    received = b""
    try:
        while chunk := connection.recv(65536):
            received += chunk
    except (TimeoutError, socket.timeout, ConnectionError):
        pass
    return received


def raw_status(server, data, **more):
    """The status of the first answer; 0 if there is none."""
    answer = raw(server, data, **more)
    return int(answer[9:12]) if answer.startswith(b"HTTP/1.") and answer[9:12].isdigit() else 0
