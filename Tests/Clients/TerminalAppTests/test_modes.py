"""What the terminal gets: colours only where they're wanted, plain lines where there's no screen, and all of it given back."""

import os
import re
import signal
import subprocess

from harness import ALEX, SARA, surroundings, until

COLOURS = re.compile(rb"\x1b\[[0-9;]*\b(?:3[0-7]|4[0-7]|9[0-7]|10[0-7]|[34]8;[25];[0-9;]+)(?:;[0-9;]*)?m")


def test_no_color(stage):
    server = stage.server()
    alex = stage.chat(server, ALEX, "Sara", environment={"NO_COLOR": "1"})
    alex.wait_online()
    alex.keys("C-g")
    alex.wait("Esc ×")
    alex.keys("C-k")
    alex.settled()
    alex.keys("Escape", "?")
    alex.settled()
    alex.keys("Escape", "Up")
    alex.settled()
    found = COLOURS.search(alex.raw())
    assert found is None, found
    assert b"\x1b[0;1m" in alex.raw() and b"7m" in alex.raw()
    # With colours there are some, so that the pattern can find them.
    other = stage.chat(server, ALEX, "Sara", device="other", environment={"NO_COLOR": ""})
    other.wait_online()
    assert COLOURS.search(other.raw())


def test_settings_hold_and_are_kept(stage):
    server = stage.server()
    alex = stage.chat(server, ALEX, "Sara")
    alex.write("/settings")
    alex.wait(re.compile("Theme +auto"))
    alex.keys("Enter", "Enter")
    alex.wait(re.compile("Theme +light"))
    alex.keys("Down", "Space")
    alex.wait(re.compile("Mouse +on"))
    until(lambda: b"\x1b[?1000h" in alex.raw(), "the mouse isn't asked for")
    alex.keys("Escape")
    alex.wait_gone("Theme")
    kept = stage.root / ALEX / ".config" / "spotter" / "chat.toml"
    until(lambda: kept.exists() and "mouse = true" in kept.read_text(), "it isn't kept")
    assert kept.read_text() == 'theme = "light"\nmouse = true\n'
    alex.kill()
    alex = stage.chat(server, ALEX, "Sara")
    assert b"\x1b[?1000h" in alex.raw()
    alex.write("/settings")
    alex.wait(re.compile("Theme +light"))


def test_without_utf_8_everything_is_ascii(stage):
    server = stage.server()
    server.send(SARA, "Alex Rivera", "Zoë: 漢字 👍🏽 “quoted”")
    alex = stage.chat(server, ALEX, "Sara", environment={"LC_ALL": "C"}, ready=False)
    alex.wait('Zoe: ???? ?? "quoted"')
    alex.wait("Enter send")
    assert all(byte < 0x80 for byte in alex.raw())
    alex.write("Still works.")
    alex.wait(re.compile(r"Still works\. \+"))


def test_a_dumb_terminal_gets_lines(stage):
    server = stage.server()
    for arguments, environment in [(("Sara",), {"TERM": "dumb"}), (("Sara", "--plain"), {})]:
        alex = stage.chat(server, ALEX, *arguments, ready=False, environment=environment)
        alex.wait("colour not")
        assert alex.ask("#{alternate_on}") == "0"
        assert b"\x1b[?1049h" not in alex.raw() and b"\x1b[2J" not in alex.raw()
        text = f"Line by line with {len(arguments)}."
        alex.type(text)
        alex.keys("Enter")
        until(lambda: server.said(SARA, "Alex Rivera")[-1] == text, lambda: f"it isn't sent:{alex.seen()}")
        # The server has it before the program knows, and what isn't known to be stored is told when it ends.
        alex.wait(re.compile(re.escape(text) + " ✓"))
        alex.type("/quit")
        alex.keys("Enter")
        status = alex.wait_ended()
        assert status == 0, (status, alex.seen())


def test_a_pipe_gets_lines(stage):
    server = stage.server()
    home = stage.home(server, ALEX)
    done = subprocess.run([os.environ["SPOTTER_BINARY"], "chat", "Sara"], input="Through a pipe.\n/quit\n", text=True, capture_output=True,
                          env=surroundings(home, TERM="xterm-256color"), timeout=60)
    assert done.returncode == 0, done.stderr
    assert "\x1b" not in done.stdout, ascii(done.stdout[:300])
    until(lambda: server.said(SARA, "Alex Rivera")[-1] == "Through a pipe.", "it isn't sent")
    # Only the output is a pipe.
    alex = stage.chat(server, ALEX, "Sara", ready=False, shell='"$@" | cat; echo "ended"')
    alex.wait("colour not")
    assert alex.ask("#{alternate_on}") == "0"
    alex.keys("C-d")
    alex.wait("ended")


# A shell around the client: what stood on the screen, and the settings of the terminal before and after.
AROUND = 'echo "what stood here before"; stty -g >"$HOME/before"; "$@" 2>"$HOME/errors"; echo "ended with $?"; stty -g >"$HOME/after"; ' \
         'stty -a >"$HOME/settings"; sleep 1000'


def restored(stage, end, wanted):
    """Runs the client in a shell, ends it, and compares."""
    server = stage.server()
    alex = stage.chat(server, ALEX, "Sara", shell=AROUND)
    alex.wait_online()
    alex.type("Half")
    alex.wait("› Half")
    end(alex, server)
    alex.wait(re.compile(rf"ended with {wanted}$", re.M))
    home = stage.root / ALEX
    until(lambda: (home / "settings").exists() and (home / "settings").read_text(), "no settings")
    assert (home / "before").read_text() == (home / "after").read_text(), (home / "settings").read_text()
    alex.wait("what stood here before")
    modes = alex.ask("#{alternate_on} #{mouse_any_flag} #{cursor_flag} #{keypad_cursor_flag} #{insert_flag} #{wrap_flag}")
    assert modes == "0 0 1 0 0 1", modes
    assert alex.raw().rfind(b"\x1b[?2004l") > alex.raw().rfind(b"\x1b[?2004h")
    assert alex.raw().rfind(b"\x1b[?1004l") > alex.raw().rfind(b"\x1b[?1004h")
    # Nothing is left in other colours.
    assert "\x1b[" not in alex.screen(colours=True)[1], alex.screen(colours=True)[:3]
    return alex, server


def client_of(terminal):
    done = subprocess.run(["pgrep", "-P", str(terminal.pid), "-f", " chat"], capture_output=True, text=True)
    return int(done.stdout.split()[0])


def test_the_terminal_is_given_back_after_quit(stage):
    restored(stage, lambda alex, server: alex.keys("C-q"), 0)


def test_the_terminal_is_given_back_after_sigterm(stage):
    restored(stage, lambda alex, server: os.kill(client_of(alex), signal.SIGTERM), 143)


def test_the_terminal_is_given_back_after_sighup(stage):
    restored(stage, lambda alex, server: os.kill(client_of(alex), signal.SIGHUP), 129)


def test_the_terminal_is_given_back_after_a_trap(stage):
    restored(stage, lambda alex, server: os.kill(client_of(alex), signal.SIGTRAP), 133)


def test_what_was_typed_survives_sigterm(stage):
    """It's typed, and the end comes before a pause in typing: at least what was there at the last pause is kept."""
    server = stage.server()
    alex = stage.chat(server, ALEX, "Sara")
    alex.wait_online()
    alex.type("Kept until the end")
    alex.wait("› Kept until the end")
    files = stage.root / ALEX / ".local" / "share" / "spotter"
    until(lambda: any(b"Kept until the end" in file.read_bytes() for file in files.rglob("*") if file.is_file()), "no draft on the disk")
    os.kill(alex.pid, signal.SIGTERM)
    alex.wait_ended()
    alex = stage.chat(server, ALEX, "Sara", ready=False)
    alex.wait("› Kept until the end")


def test_it_ends_when_its_terminal_goes(stage):
    """The window is closed: the process doesn't stay behind."""
    server = stage.server()
    alex = stage.chat(server, ALEX, "Sara")
    alex.wait_online()
    alex.end()

    def is_gone():
        try:
            os.kill(alex.pid, 0)
        except ProcessLookupError:
            return True
        return False
    until(is_gone, "the process is still there")


def test_idle_it_writes_nothing_new(stage):
    """At rest, it writes only when what it shows changes: the clock and how long the server took."""
    server = stage.server()
    alex = stage.chat(server, ALEX, "Sara")
    alex.wait_online()
    alex.settled()
    before = len(alex.raw())
    frames = alex.raw().count(b"\x1b[?2026h")
    # As long as it takes the server to be asked for how long it takes.
    until(lambda: re.search(rb" ms", alex.raw()[before:]) or len(alex.raw()) > before, "nothing changes", 60)
    alex.settled()
    assert alex.raw().count(b"\x1b[?2026h") - frames < 6
    assert len(alex.raw()) - before < 1500, len(alex.raw()) - before
