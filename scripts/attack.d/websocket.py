"""A WebSocket that says what it's told, valid or not."""

import base64
import json
import os
import socket
import struct
import time

TEXT, BINARY, CLOSE, PING, PONG = 1, 2, 8, 9, 10


class Refused(Exception):
    def __init__(self, status, text):
        super().__init__(f"{status} {text[:120]}")
        self.status = status


class WebSocket:
    def __init__(self, server, token=None, headers=(), path="/v1/socket", timeout=15, buffer=None):
        self.socket = socket.socket()
        if buffer:
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, buffer)
        self.socket.settimeout(timeout)
        self.socket.connect((server.host, server.port))
        key = base64.b64encode(os.urandom(16)).decode()
        lines = [f"GET {path} HTTP/1.1", f"Host: {server.host}:{server.port}", "Upgrade: websocket",
                 "Connection: Upgrade", "Sec-WebSocket-Version: 13", f"Sec-WebSocket-Key: {key}", *headers]
        if token:
            lines.append(f"Authorization: Bearer {token}")
        self.socket.sendall("\r\n".join([*lines, "", ""]).encode())
        self.received = b""
        while b"\r\n\r\n" not in self.received:
            chunk = self.socket.recv(4096)
            if not chunk:
                raise Refused(0, "closed")
            self.received += chunk
        head, _, self.received = self.received.partition(b"\r\n\r\n")
        if not head.startswith(b"HTTP/1.1 101"):
            status = int(head[9:12])
            self.socket.close()
            raise Refused(status, head.decode(errors="replace"))
        self.close_code = None

    def frame(self, payload, opcode=TEXT, fin=True, rsv=0, masked=True, length=None):
        first = (0x80 if fin else 0) | rsv << 4 | opcode
        size = len(payload) if length is None else length
        mask_bit = 0x80 if masked else 0
        if size < 126:
            head = struct.pack(">BB", first, mask_bit | size)
        elif size < 65536:
            head = struct.pack(">BBH", first, mask_bit | 126, size)
        else:
            head = struct.pack(">BBQ", first, mask_bit | 127, size)
        # A mask of zeros keeps long payloads cheap.
        return head + (b"\0\0\0\0" if masked else b"") + payload

    def send(self, message, **more):
        payload = message if isinstance(message, bytes) else (
            message if isinstance(message, str) else json.dumps(message)).encode()
        self.socket.sendall(self.frame(payload, **more))

    def hello(self, positions=None, **more):
        self.send({"type": "hello", "deviceId": "attack", **({"positions": positions} if positions else {}), **more})
        return self.next("welcome")

    def read_frame(self):
        """Opcode and payload; `None` when the connection has ended."""
        while True:
            parsed = self._parse()
            if parsed:
                return parsed
            try:
                chunk = self.socket.recv(65536)
            except ConnectionError:
                return None
            if not chunk:
                return None
            self.received += chunk

    def _parse(self):
        data = self.received
        if len(data) < 2:
            return None
        size, start = data[1] & 0x7F, 2
        if size == 126:
            if len(data) < 4:
                return None
            size, start = struct.unpack(">H", data[2:4])[0], 4
        elif size == 127:
            if len(data) < 10:
                return None
            size, start = struct.unpack(">Q", data[2:10])[0], 10
        if len(data) < start + size:
            return None
        self.received = data[start + size:]
        return data[0] & 0x0F, data[start:start + size]

    def messages(self, seconds):
        """Every JSON message that comes within the time, or until the end."""
        end = time.monotonic() + seconds
        found = []
        while (left := end - time.monotonic()) > 0:
            self.socket.settimeout(left)
            try:
                frame = self.read_frame()
            except (TimeoutError, socket.timeout):
                break
            if frame is None:
                break
            opcode, payload = frame
            if opcode == CLOSE:
                self.close_code = struct.unpack(">H", payload[:2])[0] if len(payload) >= 2 else 1005
                break
            if opcode == TEXT:
                found.append(json.loads(payload))
        return found

    def next(self, *types, seconds=15):
        """The next message of one of the types. Raises `AssertionError` if it doesn't come."""
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0:
            self.socket.settimeout(left)
            try:
                frame = self.read_frame()
            except (TimeoutError, socket.timeout):
                break
            if frame is None:
                raise AssertionError(f"the socket ended before {types}")
            if frame[0] == CLOSE:
                self.close_code = struct.unpack(">H", frame[1][:2])[0] if len(frame[1]) >= 2 else 1005
                raise AssertionError(f"closed with {self.close_code} before {types}")
            if frame[0] == TEXT:
                message = json.loads(frame[1])
                if not types or message.get("type") in types:
                    return message
        raise AssertionError(f"no {types} came")

    def end(self, seconds=15):
        """Reads until the connection ends; the close code, `0` without one, `None` if it stays open."""
        until = time.monotonic() + seconds
        while (left := until - time.monotonic()) > 0:
            self.socket.settimeout(left)
            try:
                frame = self.read_frame()
            except (TimeoutError, socket.timeout):
                return None
            if frame is None:
                return self.close_code or 0
            if frame[0] == CLOSE:
                self.close_code = struct.unpack(">H", frame[1][:2])[0] if len(frame[1]) >= 2 else 1005
                return self.close_code
        return None

    def close(self):
        self.socket.close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()
