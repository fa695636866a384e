"""Files: saved and opened by a key, and sent with a bar that tells how far they are."""

import contextlib
import os
import re
import socket
import subprocess
import threading

from harness import ALEX, SARA, surroundings, until

PLAN = b"%PDF-1.4\n" + bytes(range(256)) * 40 + b"\n%%EOF\n"


def shown(stage, **options):
    """A terminal of Alex, whom Sara has sent a file. It is the selected message."""
    server = stage.server()
    file = stage.root / "plan.pdf"
    file.write_bytes(PLAN)
    subprocess.run([os.environ["SPOTTER_BINARY"], "send", "--file", file, "Alex Rivera", "my plan"], check=True,
                   capture_output=True, env=surroundings(stage.home(server, SARA)))
    alex = stage.chat(server, ALEX, "Sara", **options)
    alex.wait_online()
    alex.wait("▤ plan.pdf")
    alex.keys("Up")
    alex.settled()
    return alex


def test_a_file_is_saved_by_a_key_and_by_a_command(stage):
    alex = shown(stage)
    here = stage.root / f"{alex.name}.here"
    alex.keys("s")
    alex.wait(re.compile(r"✓ saved .*plan\.pdf"))
    assert (here / "plan.pdf").read_bytes() == PLAN
    # Nothing that exists is replaced.
    alex.keys("s")
    until(lambda: [file.read_bytes() for file in here.iterdir()] == [PLAN, PLAN], lambda: f"it isn't saved twice:{alex.seen()}")
    other = stage.root / "mine.pdf"
    alex.keys("Escape")
    alex.write(f"/save {other}")
    alex.wait(re.compile(r"✓ saved .*mine\.pdf"))
    assert other.read_bytes() == PLAN


def test_a_file_is_opened_by_a_key(stage):
    viewer, seen = stage.root / "viewer", stage.root / "seen.pdf"
    viewer.write_text(f'#!/bin/sh\ncp "$1" "{seen}"\n')
    viewer.chmod(0o755)
    alex = shown(stage, environment={"SPOTTER_OPEN": str(viewer)})
    alex.keys("o")
    alex.wait(re.compile(r"opened .*plan\.pdf"))
    assert seen.read_bytes() == PLAN


def test_a_file_without_a_program_for_it_is_kept(stage):
    alex = shown(stage, environment={"SPOTTER_OPEN": "no-such-viewer"})
    alex.keys("o")
    alex.wait("SPOTTER_OPEN names another program")
    alex.keys("Escape")
    alex.type("Keys still work")
    alex.wait("› Keys still work")


class Brake:
    """Stands between a client and the server. After some bytes it holds back what a client uploads, until it is released."""

    LARGE = 16_000

    def __init__(self, port, after):
        self.port, self.left = port, after
        self.released, self.lock = threading.Event(), threading.Lock()
        self.socket = socket.create_server(("127.0.0.1", 0))
        self.api = f"http://127.0.0.1:{self.socket.getsockname()[1]}"
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        with contextlib.suppress(OSError):
            while True:
                client, _ = self.socket.accept()
                server = socket.create_connection(("127.0.0.1", self.port))
                for ends in ((client, server, True), (server, client, False)):
                    threading.Thread(target=self.carry, args=ends, daemon=True).start()

    def carry(self, source, sink, is_upload):
        with contextlib.suppress(OSError):
            while data := source.recv(65536):
                if is_upload and self.is_too_much(len(data)):
                    self.released.wait()
                sink.sendall(data)
        with contextlib.suppress(OSError):
            sink.shutdown(socket.SHUT_WR)

    def is_too_much(self, count):
        with self.lock:
            self.left -= count
            # What isn't a part of a file goes on, so that the connection stays.
            return self.left < 0 and count > self.LARGE

    def end(self):
        self.released.set()
        self.socket.close()


def test_an_upload_has_a_bar(stage):
    """A client sends 4 MiB at a time: the second part is held, so the bar stands at the first."""
    server = stage.server()
    brake = Brake(server.port, after=6 << 20)
    stage.later.append(brake.end)
    server.api = brake.api
    content = b"%PDF-1.4\n".ljust((9 << 20) - 7, b".") + b"\n%%EOF\n"
    (stage.root / "plan.pdf").write_bytes(content)
    alex = stage.chat(server, ALEX, "Sara")
    alex.wait_online()
    alex.write(f"/file {stage.root}/plan.pdf The plan for March")
    alex.wait("▤ plan.pdf  ████░░░░░░ 44 %  4.2 MB of 9.4 MB")
    assert not [message for message in server.messages(SARA, "Alex Rivera") if message["text"] == "The plan for March"]
    # Whatever is under way, keys show at once.
    alex.type("Keys still work")
    alex.wait("› Keys still work", 3)
    brake.released.set()
    alex.wait("The plan for March ✓")
    alex.wait_gone("░")
    sent = server.messages(SARA, "Alex Rivera")[-1]
    assert sent["text"] == "The plan for March" and sent["media"][0]["size"] == len(content), sent
