"""What the tests of the full-screen client stand on: a server with the example studio, and terminals that people sit at.

A terminal is a window of tmux, which runs the real program. Tests look at the picture that tmux has of it, and wait for
what they expect to see, never for a time.
"""

import contextlib
import json
import os
import pathlib
import re
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import traceback

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[3] / "scripts" / "lib"))
from studio_server import ALEX, PASSWORD, PRIYA, SARA, StudioServer  # noqa: E402, F401

# How long a test waits for what it expects. A debug build on a busy machine is slow.
PATIENCE = 30
# Between two looks at a screen.
PAUSE = 0.03
# What changes by itself: how long the server took, the clock, how long ago, the seconds to the next attempt.
RESTLESS = re.compile(r"\d+ ms|\d\d:\d\d|\b\d+[mhd]\b|trying in \d+ s|\d+ min left")


def until(condition, what, seconds=PATIENCE):
    """What the condition gives as soon as that is true."""
    end = time.monotonic() + seconds
    while True:
        result = condition()
        if result:
            return result
        if time.monotonic() > end:
            raise AssertionError(what() if callable(what) else what)
        time.sleep(PAUSE)


class Server(StudioServer):
    """The studio's server.

    @param now its clock at its start, and that of the terminals at it; `None` for the machine's.
    """

    def __init__(self, *options, now=None):
        super().__init__(os.environ["SPOTTER_BINARY"], pathlib.Path(os.environ["SPOTTER_STUDIO"]) / "data", *options,
                         now=now)
        self.now = now
        self.tokens = {}
        self.chats = {}

    def login(self, email):
        """Once for each person: hashing a password takes long."""
        if email not in self.tokens:
            token = credentials(email)["grant"]["accessToken"] if has_session(email, self.now) else None
            if token and self.request("GET", "/v1/chats", token=token)[0] != 200:
                token = None
            self.tokens[email] = token or super().login(email)
        return self.tokens[email]

    def get(self, email, path):
        status, answer = self.request("GET", path, token=self.login(email))
        assert status == 200, (path, status, answer)
        return answer

    def post(self, email, path, body=None):
        status, answer = self.request("POST", path, {} if body is None else body, self.login(email))
        assert status < 300, (path, status, answer)
        return answer

    def chat(self, email, name):
        if (email, name) not in self.chats:
            self.chats[email, name] = super().chat(email, name)
        return self.chats[email, name]

    def send(self, email, name, *texts):
        """Messages of somebody, in the chat that he sees under this name."""
        chat = self.chat(email, name)
        return [self.post(email, f"/v1/chats/{chat}/messages",
                          {"clientMessageId": f"test-{time.monotonic_ns()}", "text": text}) for text in texts]

    def messages(self, email, name, limit=100):
        return self.get(email, f"/v1/chats/{self.chat(email, name)}/messages?limit={limit}")["messages"]

    def said(self, email, name, limit=100):
        return [message["text"] for message in self.messages(email, name, limit)]

    def unread(self, email, name):
        chats = self.get(email, "/v1/chats")["chats"]
        return next(chat["unread"] for chat in chats if chat["name"] == name)


def has_session(email, now=None):
    """Whether there is a session that a server with this clock takes: one that was made on another day isn't."""
    studio = pathlib.Path(os.environ["SPOTTER_STUDIO"])
    made = studio / "now"
    return (studio / email).exists() and (made.read_text() if made.exists() else "") == (now or "")


def credentials(email):
    return json.loads((pathlib.Path(os.environ["SPOTTER_STUDIO"]) / email).read_text())


class Tmux:
    """A tmux server of its own."""

    def __init__(self):
        self.name = f"spotter-test-{os.getpid()}"
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="spotter-tmux-"))
        self.settings = self.folder / "tmux.conf"
        # The clipboard is set by programs inside, so that the tests see who sets it.
        self.settings.write_text("set -g status off\nset -sg escape-time 5\nset -g remain-on-exit on\n"
                                 "set -g default-terminal tmux-256color\nset -s set-clipboard on\n"
                                 # Nobody looks at a window without a client, and the program would be told so.
                                 "set -g allow-rename on\nset -g history-limit 5000\nset -g focus-events off\n")

    def __call__(self, *arguments, data=None):
        done = subprocess.run(["tmux", "-L", self.name, "-f", self.settings, *map(str, arguments)], input=data,
                              capture_output=True)
        if done.returncode != 0:
            raise RuntimeError(f"tmux {arguments[0]}: {done.stderr.decode().strip()}")
        return done.stdout.decode(errors="replace")

    def end(self):
        with contextlib.suppress(RuntimeError):
            self("kill-server")
        shutil.rmtree(self.folder, ignore_errors=True)


class Stage:
    """What one test works with: a server, and homes of people on this device. Everything of it ends with the test."""

    def __init__(self, tmux):
        self.tmux = tmux
        self.root = pathlib.Path(tempfile.mkdtemp(prefix="spotter-terminal-"))
        self.terminals = []
        self.servers = []
        self.later = []

    def server(self, *options, **more):
        server = Server(*options, **more)
        self.servers.append(server)
        return server

    def home(self, server, email, name=None):
        """A home folder in which this person is logged in. The same name is the same device."""
        home = self.root / (name or email)
        config = home / ".config" / "spotter"
        if not config.exists():
            config.mkdir(parents=True)
            if has_session(email, server.now):
                kept = credentials(email)
                kept["server"] = server.api
                if name:
                    kept["deviceId"] = "00000000-0000-4000-8000-%012x" % (abs(hash(name)) % 16 ** 12)
                (config / "credentials.json").write_text(json.dumps(kept))
                (config / "credentials.json").chmod(0o600)
            else:
                subprocess.run([os.environ["SPOTTER_BINARY"], "login", "--server", server.api, "--email", email,
                                "--password-stdin"], input=PASSWORD + "\n", text=True, check=True, capture_output=True,
                               env=surroundings(home))
        return home

    def chat(self, server, email, *arguments, **options):
        """`spotter chat` of this person in a new terminal, ready for keys."""
        ready = options.pop("ready", True)
        if server.now:
            options["environment"] = {"SPOTTER_NOW": server.now, **options.get("environment", {})}
        terminal = self.terminal(["chat", *arguments], self.home(server, email, options.pop("device", None)), **options)
        if ready:
            terminal.wait_for_chat(*arguments)
        return terminal

    def terminal(self, arguments, home, **options):
        terminal = Terminal(self.tmux, self.root, f"t{len(self.terminals)}", arguments, home, **options)
        self.terminals.append(terminal)
        return terminal

    def end(self):
        for terminal in self.terminals:
            terminal.end()
        for ending in self.later:
            ending()
        for server in self.servers:
            server.end()
        shutil.rmtree(self.root, ignore_errors=True)


def surroundings(home, **more):
    return {"PATH": os.environ["PATH"], "HOME": str(home), "XDG_CONFIG_HOME": str(home / ".config"),
            "XDG_DATA_HOME": str(home / ".local" / "share"), "XDG_CACHE_HOME": str(home / ".cache"),
            "SPOTTER_MODEL_DIR": "/nonexistent", "LANG": "C.UTF-8", "TZ": "America/New_York", **more}


class Terminal:
    """A terminal in which the program runs.

    @param arguments of the program.
    @param shell a command line around it, in which "$@" is the program: for redirections, and for what comes after it.
    @param environment further variables.
    """

    def __init__(self, tmux, root, name, arguments, home, columns=120, rows=32, shell=None, environment=None):
        self.tmux, self.name = tmux, name
        self.output = root / f"{name}.raw"
        self.errors = root / f"{name}.err"
        variables = surroundings(home, **(environment or {}))
        program = [os.environ["SPOTTER_BINARY"], *map(str, arguments)]
        setting = [f"{key}={value}" for key, value in variables.items() if value is not None]
        self.status, started = root / f"{name}.status", root / f"{name}.pid"
        inner = shell or (f"sh -c 'echo $$ >{started}; exec \"$@\" 2>{self.errors}' sh \"$@\"; echo $? >{self.status}")
        command = shlex.join(["env", "-u", "NO_COLOR", *setting, "sh", "-c", inner, "sh", *program])
        self.output.touch()
        # One sequence of commands, so that the pipe is there before the program writes.
        # In a folder of its own: that's where /save puts files.
        here = root / f"{name}.here"
        here.mkdir(exist_ok=True)
        tmux("new-session", "-d", "-s", name, "-c", here, "-x", columns, "-y", rows, command, ";",
             "pipe-pane", "-t", name, "-o", f"cat >>{shlex.quote(str(self.output))}")
        self.pid = int(self.ask("#{pane_pid}") if shell else
                       until(lambda: started.exists() and started.read_text().strip(), "it doesn't start"))

    # What it shows

    def ask(self, format):
        return self.tmux("display-message", "-p", "-t", self.name, format).rstrip("\n")

    def screen(self, colours=False):
        """The rows of the screen, without spaces at their ends."""
        arguments = ["capture-pane", "-p", "-t", self.name] + (["-e"] if colours else [])
        # A space that doesn't break a row looks like any other.
        return [row.rstrip() for row in self.tmux(*arguments).replace("\u00a0", " ").split("\n")[:-1]]

    def text(self):
        return "\n".join(self.screen())

    def cursor(self):
        """Column and row, from 0."""
        column, row = self.ask("#{cursor_x} #{cursor_y}").split()
        return int(column), int(row)

    def raw(self):
        """Everything that the program has written to the terminal."""
        return self.output.read_bytes()

    def size(self):
        columns, rows = self.ask("#{pane_width} #{pane_height}").split()
        return int(columns), int(rows)

    def seen(self):
        problem = self.errors.read_text(errors="replace")[-300:] if self.errors.exists() else ""
        state = " (the program has ended)" if self.has_ended() else ""
        return "\n".join(["", *self.screen()]) + state + ("\n" + problem if problem else "")

    # Waiting

    def wait(self, wanted, seconds=PATIENCE):
        """Waits for a text, a pattern, or a condition on the rows."""
        def there():
            rows = self.screen()
            if callable(wanted):
                return wanted(rows)
            whole = "\n".join(rows)
            return wanted in whole if isinstance(wanted, str) else wanted.search(whole)
        shown = wanted if isinstance(wanted, str) else getattr(wanted, "pattern", "what is expected")
        return until(there, lambda: f"{shown!r} isn't shown:{self.seen()}", seconds)

    def wait_gone(self, unwanted, seconds=PATIENCE):
        until(lambda: unwanted not in self.text(), lambda: f"{unwanted!r} is still shown:{self.seen()}", seconds)

    def wait_for_chat(self, *arguments):
        self.wait(lambda rows: any(" › " in row for row in rows) or "larger" in "\n".join(rows))
        if arguments:
            self.wait("Write to")

    def wait_online(self):
        self.wait(lambda rows: "● online" in rows[0] or rows[0].rstrip().endswith("●"))

    def settled(self):
        """The picture, as soon as it doesn't change any more. What changes by itself doesn't count."""
        last, same = None, 0

        def still():
            nonlocal last, same
            now = self.picture()
            same = same + 1 if now == last else 0
            last = now
            return same >= 8
        until(still, "the screen doesn't come to rest")
        return last

    def picture(self):
        """The rows with their colours, without what changes by itself, and where the cursor is if it's shown."""
        cursor = self.cursor() if self.ask("#{cursor_flag}") == "1" else None
        return [RESTLESS.sub("#", row) for row in self.screen(colours=True)], cursor

    # What is done at it

    def keys(self, *names):
        """Presses keys. After Esc it waits until that has acted: with what follows at once, it would be Alt and a key."""
        while "Escape" in names:
            end = names.index("Escape") + 1
            self.tmux("send-keys", "-t", self.name, *names[:end])
            self.settled()
            names = names[end:]
        if names:
            self.tmux("send-keys", "-t", self.name, *names)

    def type(self, text):
        self.tmux("send-keys", "-t", self.name, "-l", "--", text)

    def write(self, text):
        """Types a line and sends it."""
        self.type(text)
        self.wait_typed(text)
        self.keys("Enter")

    def wait_typed(self, text):
        shown = text.split("\n")[-1][-20:]
        self.wait(lambda rows: any(shown in row for row in rows[-8:]))

    def paste(self, text):
        self.tmux("load-buffer", "-b", "pasted", "-", data=text.encode())
        self.tmux("paste-buffer", "-p", "-d", "-b", "pasted", "-t", self.name)

    def bytes(self, data):
        """Bytes as the terminal's own keyboard would send them."""
        self.tmux("send-keys", "-t", self.name, "-H", *[f"{byte:02x}" for byte in data])

    def resize(self, columns, rows):
        self.tmux("resize-window", "-t", self.name, "-x", columns, "-y", rows)
        until(lambda: self.size() == (columns, rows), "tmux doesn't resize")

    def redraw(self):
        """The picture after Ctrl-L, which has to be the one before it."""
        for _ in range(2):
            before = self.settled()
            written = len(self.raw())
            self.keys("C-l")
            until(lambda: b"\x1b[2J" in self.raw()[written:], lambda: f"Ctrl-L draws nothing:{self.seen()}")
            after = self.settled()
            if before == after:
                break
            # The list gets another order when the server has told who waits. That happens once.
        return before, after

    def open(self, name):
        """Opens a chat through the switcher."""
        self.wait(name[:10])
        self.keys("C-k")
        self.wait(lambda rows: sum(" ›" in row for row in rows) == 2)
        self.type(name)
        self.keys("Enter")
        self.wait(f"Write to {name}")

    # How it ends

    def has_ended(self):
        return self.ask("#{pane_dead}") == "1"

    def wait_ended(self):
        until(self.has_ended, lambda: f"the program doesn't end:{self.seen()}")
        # tmux now and then never learns how a program has ended.
        return int(self.status.read_text() or -1) if self.status.exists() else -1

    def kill(self, number=signal.SIGKILL):
        os.kill(self.pid, number)
        until(self.has_ended, lambda: f"the program survives signal {number}:{self.seen()}")

    def end(self):
        with contextlib.suppress(RuntimeError):
            self.tmux("kill-session", "-t", self.name)


def column_of(rows, text, after=""):
    """The column at which a text begins in the first row that has it: of a row without wide characters before it."""
    for row in rows:
        if after in row and text in row:
            return row.index(text)
    raise AssertionError(f"{text!r} isn't shown in\n" + "\n".join(rows))


def run(tests, verbose):
    """Runs tests, functions that take a stage. @returns the names of those that failed."""
    failed = []
    tmux = Tmux()
    try:
        for name, test in tests:
            stage = Stage(tmux)
            start = time.monotonic()
            try:
                test(stage)
                print(f"  ok    {name} ({time.monotonic() - start:.0f} s)", flush=True)
            except Exception as error:  # what is wrong with a program shows in many ways
                failed.append(name)
                print(f"  FAIL  {name}: {type(error).__name__}: {str(error)[:6000]}", flush=True)
                if verbose:
                    traceback.print_exc()
            finally:
                stage.end()
    finally:
        tmux.end()
    return failed
