"""A spotter server as a child process, on a folder and a port of its own."""

import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time

from rest import Client

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "lib"))
from python_clients import CHEAP_HASHES  # noqa: E402

# A day that is ahead whenever this runs: no weekday, month's end or change of clocks near it.
AHEAD = f"{time.gmtime().tm_year + 5}-03-11"
# A day within the year in which recurring events may begin.
SOON = time.strftime("%Y-%m-%d", time.gmtime(time.time() + 30 * 86_400))
STARTED = re.compile(r"listening on (https?)://([^\s/]+):(\d+)")


class Binary:
    """The executable under attack and what it can do."""

    def __init__(self, path):
        self.path = str(pathlib.Path(path).resolve())
        self.help = {}

    def knows(self, *words):
        """Whether the help of a subcommand names the last of `words`: `knows("serve", "--registration")`."""
        command, word = words[:-1], words[-1]
        if command not in self.help:
            done = subprocess.run([self.path, *command, "--help"], capture_output=True, text=True, env=environment())
            self.help[command] = done.stdout + done.stderr
        return re.search(rf"(^|[\s,\[]){re.escape(word)}\b", self.help[command], re.M) is not None

    def run(self, *arguments, timeout=120, stdin="", env=None):
        return subprocess.run([self.path, *map(str, arguments)], capture_output=True, text=True, timeout=timeout,
                              input=stdin, env=environment(env))


def environment(more=None):
    """The environment without settings of the machine's own server. No embedding model: what it knows is not attacked."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("SPOTTER_")}
    kept.update({"SPOTTER_MODEL_DIR": "/nonexistent", **CHEAP_HASHES, **(more or {})})
    return kept


def temporary_folder():
    return tempfile.mkdtemp(prefix="spotter-attack-")


class Server:
    """Started by `start`; `with` stops it and removes its folder.

    `log` is everything that it printed. `flags` and `env` are those of `spotter serve`.
    """

    def __init__(self, binary, folder=None, flags=(), env=None, registration="open", keeps=False, umask=None,
                 prefix=(), new_session=False):
        self.binary, self.flags, self.env, self.registration = binary, list(flags), dict(env or {}), registration
        self.root = None if folder else temporary_folder()
        self.folder = folder or os.path.join(self.root, "data")
        self.keeps, self.umask, self.prefix, self.new_session = keeps, umask, list(prefix), new_session
        self.process, self.scheme, self.host, self.port = None, "http", "127.0.0.1", None
        self.lines = []

    # MARK: Life

    def start(self, timeout=60):
        """Returns once requests are served. Raises `RuntimeError` with the output if the server doesn't come up."""
        command = [*self.prefix, self.binary.path, "serve", "--data", self.folder, "--port", "0", *self.flags]
        if self.registration and self.binary.knows("serve", "--registration") and "--registration" not in self.flags:
            command += ["--registration", self.registration]
        self.lines = []
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                                        errors="replace", env=environment(self.env), umask=self.umask or -1,
                                        start_new_session=self.new_session)
        came_up = threading.Event()
        threading.Thread(target=self._read, args=(self.process, came_up), daemon=True).start()
        came_up.wait(timeout)
        if self.port is None:
            self.process.poll() is None and self.process.kill()
            self.process.wait()
            raise RuntimeError(f"no start (exit {self.process.returncode}): {self.log[-600:]}")
        return self

    def _read(self, process, came_up):
        for line in process.stdout:
            self.lines.append(line)
            found = STARTED.search(line)
            if found and line.startswith("listening"):
                self.scheme, self.host, self.port = found[1], found[2], int(found[3])
                came_up.set()
        came_up.set()

    def stop(self, timeout=60):
        """SIGTERM; the exit code."""
        if self.process and self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
            try:
                self.process.wait(timeout)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()
                raise AssertionError("the server didn't stop in time")
        self.port = None
        return self.process.returncode if self.process else None

    def kill(self):
        """kill -9."""
        self.process.kill()
        self.process.wait()
        self.port = None

    def restart(self):
        self.stop()
        return self.start()

    def close(self):
        if self.process and self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        self.port = None
        if self.root and not self.keeps:
            shutil.rmtree(self.root, ignore_errors=True)

    def __enter__(self):
        return self.start()

    def __exit__(self, *_):
        self.close()

    # MARK: What can be seen of it

    @property
    def log(self):
        return "".join(self.lines)

    @property
    def is_alive(self):
        return self.process.poll() is None

    def memory(self):
        """Resident megabytes."""
        with open(f"/proc/{self.process.pid}/status") as status:
            return int(re.search(r"VmRSS:\s+(\d+)", status.read())[1]) / 1024

    def processor_seconds(self):
        with open(f"/proc/{self.process.pid}/stat") as stat:
            fields = stat.read().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def client(self, token=None):
        return Client(self.host, self.port, token, secure=self.scheme == "https")

    def files(self):
        """Every file of the folder with its bytes."""
        for path in sorted(pathlib.Path(self.folder).rglob("*")):
            if path.is_file():
                yield path, path.read_bytes()

    def holds(self, word):
        """The files that contain `word`, in UTF-8 or UTF-16."""
        needles = [word.encode(), word.encode("utf-16-le")]
        return [str(path.relative_to(self.folder)) for path, data in self.files() if any(n in data for n in needles)]


def until(condition, seconds=10, pause=0.05):
    """Waits until `condition()` is true; its last value."""
    end = time.monotonic() + seconds
    while True:
        value = condition()
        if value or time.monotonic() > end:
            return value
        time.sleep(pause)
