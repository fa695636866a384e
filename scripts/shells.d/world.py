"""A server with the example studio, homes, and programs in pseudo-terminals."""
import os
import pathlib
import pty
import re
import select
import shutil
import signal
import subprocess
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
# Generous, because a machine that builds beside it takes minutes for seconds.
PATIENCE = 300


class Failure(Exception):
    pass


def expect(holds, text):
    if not holds:
        raise Failure(text)


class World:
    def __init__(self, binary):
        self.binary = str(pathlib.Path(binary).resolve())
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="spotter-shells."))
        self.server = None
        self.url = None

    def __enter__(self):
        self.home("operator")
        self.run("operator", "import", ROOT / "fixtures/studio.jsonl", "--data", self.folder / "data")
        self.start()
        return self

    def __exit__(self, *_):
        self.stop()
        shutil.rmtree(self.folder, ignore_errors=True)

    def start(self):
        self.server = subprocess.Popen(
            [self.binary, "serve", "--data", self.folder / "data", "--port", "0", "--log-level", "critical",
             "--registration", "open"],
            env=self.environment("operator"), stdout=subprocess.PIPE, text=True)
        for line in self.server.stdout:
            if line.startswith("listening on "):
                self.url = line.split()[-1]
                return
        raise Failure("the server didn't start")

    def stop(self):
        if self.server:
            self.server.send_signal(signal.SIGTERM)
            self.server.wait(PATIENCE)
            self.server = None

    def home(self, name):
        home = self.folder / f"home-{name}"
        home.mkdir(exist_ok=True)
        return home

    def environment(self, person, **more):
        home = str(self.home(person))
        kept = {name: value for name, value in os.environ.items()
                if not name.startswith(("SPOTTER_", "XDG_", "ZDOTDIR"))}
        return kept | {"HOME": home, "XDG_CONFIG_HOME": home, "XDG_DATA_HOME": home, "XDG_CACHE_HOME": home,
                       "LC_ALL": "C.UTF-8", "TERM": "xterm", "SPOTTER_PASSWORD_LOG_ROUNDS": "4",
                       "SPOTTER_MODEL_DIR": "/nonexistent"} | more

    def run(self, person, *words, stdin=None, status=0):
        done = subprocess.run([self.binary, *map(str, words)], env=self.environment(person), input=stdin, text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=PATIENCE)
        expect(done.returncode == status, f"spotter {' '.join(map(str, words))}: {done.returncode}, {done.stderr}")
        return done.stdout


class Terminal:
    """A program in a pseudo-terminal."""

    def __init__(self, words, environment, folder):
        self.seen = ""
        self.read_up_to = 0
        self.child, self.file = pty.fork()
        if self.child == 0:
            os.chdir(folder)
            os.execvpe(words[0], words, environment)

    def type(self, text):
        os.write(self.file, text.encode())

    def _more(self, deadline):
        ready, _, _ = select.select([self.file], [], [], max(0, deadline - time.monotonic()))
        if not ready:
            return False
        try:
            piece = os.read(self.file, 65536)
        except OSError:
            return False
        self.seen += piece.decode(errors="replace")
        return bool(piece)

    def wait_for(self, words):
        """Waits until the words appear after those that were waited for before."""
        deadline = time.monotonic() + PATIENCE
        while (found := self.seen.find(words, self.read_up_to)) < 0:
            if not self._more(deadline):
                raise Failure(f"'{words}' didn't appear; there was: {self.visible()[-1500:]!r}")
        self.read_up_to = found + len(words)

    def answer(self, question, text):
        self.wait_for(question)
        self.type(text + "\n")

    def drain_until(self, path):
        """Reads what is printed until a file is there."""
        deadline = time.monotonic() + PATIENCE
        while not path.exists():
            if time.monotonic() > deadline:
                raise Failure(f"nothing was run; there was: {self.visible()[-1500:]!r}")
            self._more(min(deadline, time.monotonic() + 0.05))

    def visible(self):
        return re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]|\x1b[=>]", "", self.seen)

    def end(self):
        """The exit status."""
        deadline = time.monotonic() + PATIENCE
        while self._more(deadline):
            pass
        _, status = os.waitpid(self.child, 0)
        os.close(self.file)
        return os.waitstatus_to_exitcode(status)

    def kill(self):
        os.kill(self.child, signal.SIGKILL)
        os.waitpid(self.child, 0)
        os.close(self.file)
