"""Pictures in the conversation: sent by somebody, made small by the server, drawn as the terminal can."""

import os
import re
import struct
import subprocess
import zlib

from harness import ALEX, SARA, surroundings, until

BLOCK = "▀"


def png(width=64, height=48):
    """Red above, blue below."""
    rows = b"".join(b"\0" + (b"\xff\0\0" if row < height // 2 else b"\0\0\xff") * width for row in range(height))

    def chunk(name, content):
        return struct.pack(">I", len(content)) + name + content + struct.pack(">I", zlib.crc32(name + content))
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0))
            + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b""))


def shown(stage, *arguments, **options):
    """A terminal of Alex, whom Sara has sent a picture."""
    server = stage.server()
    file = stage.root / "heel.png"
    file.write_bytes(png(640, 480))
    subprocess.run([os.environ["SPOTTER_BINARY"], "send", "--file", file, "Alex Rivera", "my heel"], check=True,
                   capture_output=True, env=surroundings(stage.home(server, SARA)))
    return server, stage.chat(server, ALEX, "Sara", *arguments, **options)


def drawn(alex):
    return [row for row in alex.screen() if BLOCK * 4 in row]


def test_a_picture_is_drawn_in_blocks(stage):
    server, alex = shown(stage)
    alex.wait(re.compile(r"▣ heel\.png"))
    alex.wait(BLOCK * 8)
    # The list is in its order once the server has told who waits.
    alex.wait("WAITING")
    alex.settled()
    rows = drawn(alex)
    assert len(rows) == 12 and len({row.count(BLOCK) for row in rows}) == 1, rows
    picture = [row for row in alex.screen(colours=True) if BLOCK * 4 in row]
    # A JPEG's red is nearly red.
    assert re.search(r"38;2;2[45]\d;\d;\d", picture[0]) and re.search(r"38;2;\d;\d;2[45]\d", picture[-1]), picture
    # A popup over it, a full drawing, another size.
    before = alex.settled()
    alex.keys("C-k")
    alex.settled()
    alex.keys("Escape")
    assert alex.settled() == before
    before, after = alex.redraw()
    assert before == after
    alex.resize(60, 16)
    until(lambda: 0 < len(drawn(alex)) <= 6, lambda: f"it doesn't become smaller:{alex.seen()}")
    alex.resize(120, 32)
    until(lambda: len(drawn(alex)) == 12, lambda: f"it doesn't become larger:{alex.seen()}")
    alex.write("/settings")
    alex.wait(re.compile("Pictures +auto"))
    alex.keys("Down", "Down", "Down", "Down", "Left")
    alex.wait(re.compile("Pictures +off"))
    alex.keys("Escape")
    alex.wait_gone(BLOCK)
    alex.wait("heel.png")


def test_kitty_is_given_the_picture_once(stage):
    server, alex = shown(stage, "--pictures", "kitty")
    alex.wait("heel.png")
    until(lambda: b"\x1b_Ga=p,i=" in alex.raw(), lambda: f"it isn't placed:{alex.seen()}")
    alex.settled()
    raw = alex.raw()
    assert raw.count(b"\x1b_Ga=t,f=24,") == 1 and raw.count(b"\x1b_Ga=p,") == 1
    # Somebody writes: it moves up.
    server.send(SARA, "Alex Rivera", "does it look right?")
    until(lambda: alex.raw().count(b"\x1b_Ga=p,") == 2, lambda: f"it isn't moved:{alex.seen()}")
    assert alex.raw().count(b"\x1b_Ga=t,f=24,") == 1
    alex.keys("C-q")
    assert alex.wait_ended() == 0
    assert b"\x1b_Ga=d,d=I,i=" in alex.raw()


def test_without_colours_a_picture_is_its_file(stage):
    server, alex = shown(stage, environment={"NO_COLOR": "1"})
    alex.wait("heel.png")
    alex.wait_online()
    alex.settled()
    assert BLOCK not in alex.text() and b"38;2;" not in alex.raw()


def test_a_preview_is_kept_on_this_device(stage):
    server, alex = shown(stage)
    alex.wait(BLOCK * 8)
    alex.keys("C-q")
    alex.wait_ended()
    server.kill()
    alex = stage.chat(server, ALEX, "Sara", ready=False)
    alex.wait("offline")
    alex.wait(BLOCK * 8)


def test_a_preview_that_cannot_be_had_leaves_the_file(stage):
    """The message is on this device, and its preview was never shown."""
    server, alex = shown(stage, "--pictures", "off")
    alex.wait("heel.png")
    alex.wait_online()
    alex.keys("C-q")
    alex.wait_ended()
    server.kill()
    alex = stage.chat(server, ALEX, "Sara", ready=False)
    alex.wait("offline")
    alex.wait("heel.png")
    alex.settled()
    assert BLOCK not in alex.text()
    server.start()
    alex.keys("C-r")
    alex.wait(BLOCK * 8)
