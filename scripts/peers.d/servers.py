"""The servers: each started by hand on a loopback port of its own, with its data in a temporary folder."""

import os
import re
import shutil
import signal
import socket
import subprocess
import tempfile
import time

from load import Link, Loop
from wire import Nats, Xmpp

os.environ["PATH"] += ":/usr/sbin"


class Server:
    """`archive`: whether messages are stored. A context: started on entry, stopped and wiped on exit."""

    package = program = wire = None

    def __init__(self, archive):
        self.archive, self.process = archive, None
        self.folder = tempfile.mkdtemp(prefix="spotter-peers-")
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]

    @classmethod
    def is_installed(cls):
        return shutil.which(cls.program) is not None

    def file(self, name, text):
        path = os.path.join(self.folder, name)
        with open(path, "w") as file:
            file.write(text)
        return path

    def __enter__(self):
        try:
            self.start()
            self.prepare()
        except BaseException:
            self.__exit__()
            raise
        return self

    def start(self):
        command, environment = self.command()
        with open(os.path.join(self.folder, "output"), "wb") as log:
            self.process = subprocess.Popen(command, env={**os.environ, **environment}, cwd=self.folder,
                                            stdin=subprocess.DEVNULL, stdout=log, stderr=log, process_group=0)
        self.wait_until_open()

    def wait_until_open(self):
        for _ in range(300):
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", self.port)) == 0:
                    return
            if self.process.poll() is not None:
                break
            time.sleep(0.1)
        with open(os.path.join(self.folder, "output"), errors="replace") as log:
            raise RuntimeError(f"{self.package} didn't start: {log.read()[-2000:]}")

    def prepare(self):
        pass

    def __exit__(self, *_):
        self.stop()
        shutil.rmtree(self.folder, ignore_errors=True)

    def stop(self):
        if self.process is None:
            return
        self.process.terminate()
        try:
            self.process.wait(15)
        except subprocess.TimeoutExpired:
            pass
        try:
            os.killpg(self.process.pid, signal.SIGKILL)  # what it started
        except ProcessLookupError:
            pass
        self.process.wait()

    def processor_seconds(self):
        with open(f"/proc/{self.process.pid}/stat") as file:
            fields = file.read().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def resident_bytes(self):
        with open(f"/proc/{self.process.pid}/status") as file:
            return int(re.search(r"VmRSS:\s+(\d+)", file.read())[1]) * 1024


class Prosody(Server):
    package = program = "prosody"
    wire = Xmpp
    stored = "in files of its own (archive: internal), without fsync before the ack"

    def command(self):
        modules = ["roster", "saslauth", "disco", "carbons", "smacks", "ping", "register_ibr", "offline", "posix"]
        modules += ["mam"] if self.archive else []
        config = self.file("prosody.cfg.lua", f"""
run_as_root = true
data_path = "{self.folder}/data"
certificates = "{self.folder}"
pidfile = "{self.folder}/pid"
log = {{ error = "{self.folder}/error" }}
modules_enabled = {{ {", ".join(f'"{name}"' for name in modules)} }}
modules_disabled = {{ "s2s", "tls" }}
interfaces = {{ "127.0.0.1" }}
c2s_ports = {{ {self.port} }}
c2s_direct_tls_ports = {{}}
network_settings = {{ tcp_backlog = 1024 }}
c2s_require_encryption = false
allow_unencrypted_plain_auth = true
allow_registration = true
authentication = "internal_plain"
storage = "internal"
default_archive_policy = true
VirtualHost "localhost"
""")
        os.makedirs(os.path.join(self.folder, "data"), exist_ok=True)
        return ["prosody", "-F", "--config", config], {}


class Ejabberd(Server):
    package, program = "ejabberd", "ejabberdctl"
    wire = Xmpp
    stored = "in Mnesia (archive: mnesia, disc_only_copies), without fsync before the ack"

    def command(self):
        archive = "  mod_mam:\n    default: always\n    assume_mam_usage: true\n" if self.archive else ""
        config = self.file("ejabberd.yml", f"""
hosts: [localhost]
loglevel: error
registration_timeout: infinity
auth_method: internal
auth_password_format: plain
access_rules:
  register:
    allow: all
listen:
  -
    port: {self.port}
    ip: "127.0.0.1"
    module: ejabberd_c2s
    backlog: 1024
modules:
  mod_roster: {{}}
  mod_disco: {{}}
  mod_carboncopy: {{}}
  mod_stream_mgmt: {{}}
  mod_ping: {{}}
  mod_offline: {{}}
  mod_register:
    ip_access: all
    access: register
{archive}""")
        control = shutil.which("ejabberdctl")
        with open(control) as script:  # where the package keeps its code
            libraries = re.search(r"^ERL_LIBS='(.*)'", script.read(), re.M)[1]
        environment = {"ERL_LIBS": libraries, "EJABBERD_CONFIG_PATH": config, "HOME": self.folder,
                       "EJABBERD_LOG_PATH": f"{self.folder}/ejabberd.log", "ERL_MAX_PORTS": "32000"}
        return ["erl", "-noinput", "+K", "true", "+P", "250000", "-mnesia", "dir", f'"{self.folder}/data"',
                "-s", "ejabberd"], environment


class NatsServer(Server):
    package = program = "nats-server"
    wire = Nats

    @property
    def syncs(self):
        """`sync_interval: always` came with 2.10."""
        return tuple(int(part) for part in re.findall(r"\d+", version(self))[:2]) >= (2, 10)

    @property
    def stored(self):
        return "in a JetStream file, " + ("fsync before the ack" if self.syncs else
                                          "without fsync before the ack (2.9 and before have no `sync_interval`)")

    def command(self):
        sync = "sync_interval: always" if self.syncs else ""
        stream = f'jetstream {{ store_dir: "{self.folder}/data", max_file_store: 20GB\n {sync} }}' if self.archive else ""
        config = self.file("nats.conf", f"""
listen: "127.0.0.1:{self.port}"
authorization {{ user: peers, password: secret }}
{stream}
""")
        return ["nats-server", "-c", config], {}

    def prepare(self):
        if not self.archive:
            return
        script = (step for part in (Nats.log_in("maker"), Nats.create_stream()) for step in part)
        Loop(Nats).run([Link(self.port, script)])


def version(server):
    if server.package == "nats-server":
        text = subprocess.run(["nats-server", "--version"], capture_output=True, text=True).stdout
        return text.rpartition("v")[2].strip()
    text = subprocess.run(["dpkg-query", "-W", "-f", "${Version}", server.package], capture_output=True, text=True).stdout
    return text.strip() or "?"


ALL = {"prosody": Prosody, "ejabberd": Ejabberd, "nats": NatsServer}
