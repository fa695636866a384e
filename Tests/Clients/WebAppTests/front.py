"""The web app of Sources/Server/CWebApp in front of a server: so that its tests need no new executable for a change of it.

Serves what `WebAppFiles.swift` serves, with the same headers, and hands everything else to the server.
"""

import asyncio
import pathlib
import re
import threading

ROOT = pathlib.Path(__file__).resolve().parents[3]
APP = ROOT / "Sources" / "Server" / "CWebApp"
ROUTES = (ROOT / "Sources" / "Server" / "Gateway" / "HTTP" / "WebApp" / "WebAppFiles.swift").read_text()
POLICY = "; ".join(re.findall(r'"([^"]+)"', re.search(r"policy = \[(.*?)\]", ROUTES, re.S)[1]))
PAGES = [re.compile(re.sub(r"\{\w+\}", "[^/]+", path) + "/?$")
         for path in re.findall(r'"([^"]+)"', re.search(r"pages = \[(.*?)\]", ROUTES, re.S)[1])]


class Front:
    """Listens on a free port of this machine; `url` is its address."""

    def __init__(self, upstream):
        self.upstream = upstream
        self.files = self.load()
        ready = threading.Event()
        threading.Thread(target=self.run, args=(ready,), daemon=True).start()
        ready.wait(10)

    @staticmethod
    def load():
        table = (APP / "files.inc").read_text()
        names = dict(re.findall(r'char (\w+)\[\] = \{\n#embed "files/([^"]+)"', table))
        rows = re.findall(r'\{"([^"]+)", "([^"]+)", (\w+),', table)
        return {path: (kind, (APP / "files" / names[symbol]).read_bytes()) for path, kind, symbol in rows}

    def run(self, ready):
        async def serve():
            self.loop, self.over = asyncio.get_running_loop(), asyncio.Event()
            server = await asyncio.start_server(self.accept, "127.0.0.1", 0)
            self.url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
            ready.set()
            await self.over.wait()
            server.close()
        asyncio.run(serve())

    def end(self):
        self.loop.call_soon_threadsafe(self.over.set)

    async def accept(self, reader, writer):
        try:
            head = await reader.readuntil(b"\r\n\r\n")
            path = head.split(b" ")[1].decode().split("?")[0]
            name = "/index.html" if any(page.match(path) for page in PAGES) else path
            if name in self.files:
                writer.write(self.answer(name))
                await writer.drain()
            else:
                await self.hand_on(head, reader, writer)
        except (OSError, asyncio.IncompleteReadError):
            pass
        finally:
            writer.close()

    def answer(self, name):
        kind, content = self.files[name]
        caching = ("public, max-age=31536000, immutable" if name.startswith("/assets/")
                   else "no-store" if name == "/index.html" else "no-cache")
        headers = {
            "Content-Type": kind, "Content-Length": len(content), "Cache-Control": caching,
            "Content-Security-Policy": POLICY, "Cross-Origin-Opener-Policy": "same-origin",
            "Cross-Origin-Resource-Policy": "same-origin", "Referrer-Policy": "no-referrer",
            "X-Content-Type-Options": "nosniff", "Connection": "close",
        }
        lines = "".join(f"{key}: {value}\r\n" for key, value in headers.items())
        return f"HTTP/1.1 200 OK\r\n{lines}\r\n".encode() + content

    async def hand_on(self, head, reader, writer):
        host, port = self.upstream.removeprefix("http://").split(":")
        upstream_reader, upstream_writer = await asyncio.open_connection(host, int(port))
        if b"pgrade: websocket" not in head:
            head = re.sub(rb"\r\nConnection: [^\r]*", b"", head, flags=re.I)
            head = head.replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n")
        upstream_writer.write(head)
        await asyncio.gather(self.pump(reader, upstream_writer), self.pump(upstream_reader, writer))

    @staticmethod
    async def pump(reader, writer):
        try:
            while data := await reader.read(65536):
                writer.write(data)
                await writer.drain()
        except OSError:
            pass
        finally:
            writer.close()
