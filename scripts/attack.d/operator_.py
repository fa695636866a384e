"""Bad luck and the operator: copies, damage, full disks, kill -9, and whether anybody is told."""

import glob
import json
import os
import pathlib
import shutil
import signal
import sqlite3
import stat
import subprocess
import threading
import time

from registry import case, expect, family, skip
from server import Server, until
from websocket import WebSocket
from world import PASSWORD, send


def write_some(world, count=30, start=0):
    """Sends acked messages; their texts."""
    sara = world.of("sara")
    return [send(sara, world.chat, f"acked number {n}", f"acked-{n}")["text"] for n in range(start, start + count)]


def texts(world, client=None):
    found, client = [], client or world.client("alex")
    page = client.get(f"/v1/chats/{world.chat}/messages?limit=200").json["messages"]
    while page:
        found = [message["text"] for message in page] + found
        page = client.get(f"/v1/chats/{world.chat}/messages?limit=200&before={page[0]['seq']}").json["messages"]
    return found


@case("operator", "after a clean stop spotter.db alone holds everything", finding="H1")
def database_alone(t):
    world = t.own_world()
    written = write_some(world)
    expect(world.server.stop() == 0, "no clean stop")
    copy = t.own_server()
    os.makedirs(copy.folder, mode=0o700)
    shutil.copy(os.path.join(world.server.folder, "spotter.db"), copy.folder)
    try:
        copy.start()
    except RuntimeError as error:
        expect(False, f"the copy doesn't start: {error}")
    seen = copy.client(world.token("alex")).get(f"/v1/chats/{world.chat}/messages?limit=200")
    expect(seen.status == 200 and all(text in seen.text for text in written), f"{seen!r}")


@family("operator", "a folder with {0} isn't begun anew", ["no spotter.db", "an empty spotter.db", "no spotter.db but its -wal"],
        finding="H1")
def begun_anew(t, what):
    world = t.own_world()
    write_some(world, 3)
    world.server.kill() if "-wal" in what else world.server.stop()
    path = os.path.join(world.server.folder, "spotter.db")
    os.remove(path)
    if what == "an empty spotter.db":
        open(path, "w").close()
    if what == "no spotter.db":
        for rest in glob.glob(path + "-*"):
            os.remove(rest)
    try:
        world.server.start(timeout=20)
    except RuntimeError as error:
        return expect("Fatal" not in str(error), f"{error}")
    status = world.client("alex").get("/v1/me").status
    expect(status == 200, "it began anew, without a word")


@family("operator", "{0} in a folder of mode 0755 is the owner's alone", ["spotter.db", "spotter.db-wal", "spotter.db-shm",
                                                                           "everything"], finding="M1")
def file_modes(t, name):
    known = t.area.__dict__
    if "modes" not in known:
        server = t.own_server(umask=0o022)
        os.makedirs(server.folder, mode=0o755)
        os.chmod(server.folder, 0o755)
        server.start()
        from world import register
        account = register(server.client(), "modes", role="trainer").json
        server.client(account["accessToken"]).post("/v1/media?clientMediaId=m&fileName=a.txt", b"hello")
        known["modes"] = {str(path.relative_to(server.folder)): stat.S_IMODE(path.stat().st_mode)
                          for path in pathlib.Path(server.folder).rglob("*")}
    modes = known["modes"] if name == "everything" else {name: known["modes"].get(name, 0o600)}
    open_ones = {path: oct(mode) for path, mode in modes.items() if mode & 0o077}
    # A folder that the operator made may stay as it is; what is in it may not be readable.
    expect(not open_ones, f"{open_ones}")


@case("operator", "files that were readable are closed at the next start", finding="M1")
def modes_mended(t):
    world = t.own_world()
    world.server.stop()
    path = os.path.join(world.server.folder, "spotter.db")
    os.chmod(path, 0o644)
    world.server.start()
    expect(not stat.S_IMODE(os.stat(path).st_mode) & 0o077, "still readable")


@case("operator", "kill -9 under load loses no acked message")
def killed(t):
    world = t.own_world()
    acked = []
    for round_ in range(2 if t.short else 8):
        stop = threading.Event()

        def flood():
            number = 0
            client = world.client("sara")
            while not stop.is_set():
                number += 1
                text = f"round {round_} number {number}"
                try:
                    answer = client.post(f"/v1/chats/{world.chat}/messages", {"clientMessageId": text, "text": text})
                except Exception:
                    return
                if answer.is_success:
                    acked.append(text)
        thread = threading.Thread(target=flood)
        thread.start()
        time.sleep(1)
        world.server.kill()
        stop.set()
        thread.join()
        world.server.start()
    found = texts(world)
    expect(len(acked) > 20 and not set(acked) - set(found), f"{len(set(acked) - set(found))} of {len(acked)} lost")
    expect(len(found) == len(set(found)), "doubled")


@case("operator", "SIGTERM under load: exit 0, nothing acked is lost")
def terminated(t):
    world = t.own_world()
    acked, number = [], 0
    with WebSocket(world.server, world.token("sara")) as socket:
        socket.hello()
        for number in range(200):
            socket.send({"type": "message.send", "id": str(number), "chatId": world.chat,
                         "clientMessageId": f"term-{number}", "text": f"term {number}"})
        acked.append(socket.next("ack")["result"]["message"]["text"])
        world.server.process.send_signal(signal.SIGTERM)
        acked += [message["result"]["message"]["text"] for message in socket.messages(10) if message["type"] == "ack"]
    expect(world.server.process.wait(20) == 0, "no clean stop")
    world.server.start()
    expect(not set(acked) - set(texts(world)), "lost")


@case("operator", "a second server on the folder is refused, also when `lock` was removed", finding="L-lock")
def second_server(t):
    world = t.own_world()
    for removed in (False, True):
        if removed:
            os.remove(os.path.join(world.server.folder, "lock"))
        other = Server(t.binary, folder=world.server.folder)
        t.opened.append(other)
        try:
            other.start(timeout=15)
        except RuntimeError:
            continue
        expect(False, f"a second server runs{' after the lock was removed' if removed else ''}")


# MARK: Backup

def needs_backup(t):
    expect(t.binary.run("backup", "--help").returncode == 0 and t.binary.knows("", "backup") if False
           else "backup" in t.binary.run("--help").stdout, "there is no `spotter backup`")


def back_up(t, world, running, env=None):
    """An archive of the folder. On a running server by the folder as well, as an operator on the machine does."""
    target = os.path.join(os.path.dirname(world.server.folder), f"backup-{time.monotonic_ns()}")
    done = t.binary.run("backup", target, "--data", world.server.folder)
    expect(done.returncode == 0, f"backup failed: {done.stdout}{done.stderr}")
    expect(os.path.exists(target), f"no archive at {target}: {done.stdout}")
    return target


@family("operator", "a backup of a {0} server restores whole", ["running", "stopped"], finding="H1")
def backup_and_restore(t, state):
    needs_backup(t)
    world = t.own_world()
    written = write_some(world)
    if state == "stopped":
        world.server.stop()
    archive = back_up(t, world, state == "running")
    copy = t.own_server()
    restored = t.binary.run("restore", archive, "--data", copy.folder)
    expect(restored.returncode == 0, f"{restored.stdout}{restored.stderr}")
    copy.start()
    alex = copy.client(world.token("alex"))
    seen = alex.get(f"/v1/chats/{world.chat}/messages?limit=200")
    expect(seen.status == 200 and all(text in seen.text for text in written), f"{seen!r}")
    content = alex.get(f"/v1/media/{world.media}/content")
    expect(content.status == 200 and world.words in content.text, f"media: {content!r}")


@case("operator", "backups while messages are sent hold what was acked before")
def backup_under_load(t):
    needs_backup(t)
    world = t.own_world()
    acked, stop = [], threading.Event()

    def flood():
        client, number = world.client("sara"), 0
        while not stop.is_set():
            number += 1
            if client.post(f"/v1/chats/{world.chat}/messages", {"clientMessageId": f"l{number}", "text": f"load {number}"}).is_success:
                acked.append(f"load {number}")
    thread = threading.Thread(target=flood, daemon=True)
    thread.start()
    try:
        for _ in range(2 if t.short else 10):
            time.sleep(0.5)
            before = list(acked)
            archive = back_up(t, world, True)
            copy = t.own_server()
            restored = t.binary.run("restore", archive, "--data", copy.folder)
            expect(restored.returncode == 0, f"{restored.stdout}{restored.stderr}")
            copy.start()
            found = texts(world, copy.client(world.token("alex")))
            copy.close()
            expect(not set(before) - set(found), f"{len(set(before) - set(found))} of {len(before)} are missing")
    finally:
        stop.set()
        thread.join(10)


@family("operator", "restore refuses {0}", ["a folder that isn't empty", "a cut archive", "a changed archive", "no archive",
                                            "a folder that a server runs on"])
def bad_restore(t, what):
    needs_backup(t)
    world = t.own_world()
    archive = back_up(t, world, True)
    target = os.path.join(world.server.root, "restored")
    if what == "a folder that isn't empty":
        os.makedirs(target)
        pathlib.Path(target, "precious").write_text("x")
    elif what == "a folder that a server runs on":
        target = world.server.folder
    elif what == "no archive":
        archive += "-nowhere"
    else:
        files = [archive] if os.path.isfile(archive) else [str(p) for p in pathlib.Path(archive).rglob("*") if p.is_file()]
        biggest = max(files, key=os.path.getsize)
        os.chmod(biggest, 0o600)
        data = bytearray(pathlib.Path(biggest).read_bytes())
        if what == "a cut archive":
            data = data[:len(data) // 2]
        else:
            middle = len(data) // 2
            data[middle:middle + 64] = os.urandom(64)
        pathlib.Path(biggest).write_bytes(data)
    done = t.binary.run("restore", archive, "--data", target)
    expect(done.returncode != 0, f"it was taken: {done.stdout}")
    expect("Fatal error" not in done.stderr, done.stderr[-300:])
    if what == "a folder that isn't empty":
        expect(os.listdir(target) == ["precious"], f"{os.listdir(target)}")


@case("operator", "a trigger that somebody put into the database: restore refuses it, admin check tells it", finding="L-schema")
def foreign_trigger(t):
    needs_backup(t)
    world = t.own_world()
    world.server.stop()
    connection = sqlite3.connect(os.path.join(world.server.folder, "spotter.db"))
    connection.execute("CREATE TRIGGER promote AFTER INSERT ON sessions "
                       "BEGIN UPDATE users SET role = 'trainer' WHERE id = new.user_id; END")
    connection.commit()
    connection.close()
    told = t.binary.run("admin", "check", "--data", world.server.folder)
    expect(told.returncode == 1 and "trigger promote" in told.stdout, f"admin check: {told.stdout}{told.stderr}")
    target = os.path.join(world.server.root, "restored")
    done = t.binary.run("restore", back_up(t, world, False), "--data", target)
    expect(done.returncode == 1 and "trigger promote" in done.stderr, f"it was taken: {done.stdout}{done.stderr}")
    expect(not os.path.exists(target), "a folder was made")


@case("operator", "an archive is the owner's alone")
def archive_mode(t):
    needs_backup(t)
    world = t.own_world()
    archive = back_up(t, world, True)
    mode = stat.S_IMODE(os.stat(archive).st_mode)
    expect(not mode & 0o077, oct(mode))


@case("operator", "kill -9 of a backup leaves no archive that looks whole", short=False)
def killed_backup(t):
    needs_backup(t)
    world = t.own_world()
    world.of("alex").post("/v1/media?clientMediaId=big&fileName=big.bin", os.urandom(20_000_000))
    for delay in (0.02, 0.1, 0.2):
        target = os.path.join(world.server.root, f"killed-{delay}")
        process = subprocess.Popen([t.binary.path, "backup", target, "--data", world.server.folder],
                                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        time.sleep(delay)
        process.kill()
        process.wait()
        if os.path.exists(target):
            done = t.binary.run("restore", target, "--data", os.path.join(world.server.root, f"from-{delay}"))
            if done.returncode == 0:
                copy = Server(t.binary, folder=os.path.join(world.server.root, f"from-{delay}"))
                t.opened.append(copy)
                copy.start()
                expect(copy.client(world.token("alex")).get("/v1/me").status == 200, "half an archive was restored")
    expect(world.of("alex").get("/v1/me").status == 200, "the server is gone")


# MARK: Full, locked, damaged

class SmallDisk:
    """A tmpfs of some megabytes. Needs root and a kernel that lets it mount."""

    def __init__(self, t, megabytes):
        self.path = os.path.join(t.own_server().root, "disk")
        os.makedirs(self.path)
        done = subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={megabytes}m,mode=0700", "tmpfs", self.path],
                              capture_output=True, text=True) if os.geteuid() == 0 else None
        if done is None or done.returncode:
            skip(f"can't mount a small disk: {done.stderr.strip() if done else 'not root'}")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        subprocess.run(["umount", "-l", self.path], capture_output=True)


def world_on(t, folder):
    """The world on a folder elsewhere, whose disk may be small."""
    from world import World
    import copy
    shutil.copytree(t.area.template.folder, folder)
    flags = ["--disk-floor-mb", "2"] if t.binary.knows("serve", "--disk-floor-mb") else []
    server = Server(t.binary, folder=folder, flags=flags)
    t.opened.append(server)
    server.start()
    return World(server, copy.deepcopy(t.area.template.facts))


def full_disk(t):
    """Fills a disk once for the area; what was seen on it."""
    known = t.area.__dict__
    if "disk" in known:
        if known["disk"] is None:
            skip("can't mount a small disk")
        return known["disk"]
    known["disk"] = None
    seen = {}
    with SmallDisk(t, 48) as disk:
        world = world_on(t, os.path.join(disk.path, "data"))
        filler = os.path.join(disk.path, "filler")
        acked = write_some(world, 5)
        with open(filler, "wb", buffering=0) as file:
            try:
                while file.write(b"x" * 65536):
                    pass
            except OSError:
                pass
        refused = None
        for number in range(3000):
            text = f"full {number} " + "🏋" * 2000
            answer = world.of("sara").post(f"/v1/chats/{world.chat}/messages", {"clientMessageId": f"full{number}", "text": text})
            if not answer.is_success:
                refused = answer
                break
            acked.append(text)
        seen["refused"] = refused
        seen["ready"] = until(lambda: (lambda a: a if a.status != 200 else None)(world.of("alex").get("/readyz")), 15, 0.5) \
            or world.of("alex").get("/readyz")
        seen["reads"] = world.of("alex").get(f"/v1/chats/{world.chat}/messages").status
        seen["login"] = world.of("nobody").post("/v1/auth/login", {"email": world.email("olaf"), "password": PASSWORD})
        seen["upload"] = world.of("alex").post("/v1/media?clientMediaId=full&fileName=a.bin", b"x" * 500_000)
        seen["log"] = world.server.log
        os.remove(filler)
        seen["again"] = bool(until(lambda: world.of("sara").post(
            f"/v1/chats/{world.chat}/messages", {"clientMessageId": "again", "text": "again"}).is_success, 30, 0.5))
        seen["ready again"] = bool(until(lambda: world.of("alex").get("/readyz").status == 200, 30, 0.5))
        seen["lost"] = set(acked) - set(texts(world))
        world.server.close()
    known["disk"] = seen
    return seen


@case("operator", "a full disk: sends are refused with storage_full", finding="M7")
def disk_send(t):
    refused = full_disk(t)["refused"]
    expect(refused is not None, "the disk never was full")
    expect(refused.code == "storage_full" and refused.status == 507, f"{refused!r}")


@case("operator", "a full disk: not ready", finding="M7")
def disk_ready(t):
    expect(full_disk(t)["ready"].status == 503, f"{full_disk(t)['ready']!r}")


@case("operator", "a full disk: a log-in says why", finding="M7")
def disk_login(t):
    login = full_disk(t)["login"]
    expect(login.status == 200 or login.code == "storage_full", f"{login!r}")


@case("operator", "a full disk: the log says so", finding="M7")
def disk_log(t):
    log = full_disk(t)["log"].lower()
    expect("disk" in log and "full" in log, log[-400:])


@case("operator", "a full disk: reads go on, nothing acked is lost, sends go on by themselves")
def disk_heals(t):
    seen = full_disk(t)
    expect(seen["reads"] == 200 and seen["again"] and not seen["lost"], f"{seen['reads']} {seen['again']} {len(seen['lost'])}")
    expect(seen["ready again"], "it stays unready")


@case("operator", "a start on a full disk says so in words; a nearly full one is a warning of serve --check", finding="L-disk-start")
def start_on_full_disk(t):
    with SmallDisk(t, 48) as disk:
        folder = os.path.join(disk.path, "data")
        shutil.copytree(t.area.template.folder, folder)
        nearly = t.binary.run("serve", "--check", "--data", folder, "--port", "0")
        expect(nearly.returncode == 0 and "less than disk.floor.mb" in nearly.stdout, f"{nearly.stdout}{nearly.stderr}")
        with open(os.path.join(disk.path, "filler"), "wb", buffering=0) as file:
            for size in (65536, 1):
                try:
                    while file.write(b"x" * size):
                        pass
                except OSError:
                    pass
        server = Server(t.binary, folder=folder)
        t.opened.append(server)
        try:
            server.start()
        except RuntimeError as error:
            words = str(error)
            expect("PRAGMA" not in words and ("disk is full" in words or "No space left" in words), words)
            os.remove(os.path.join(disk.path, "filler"))
            server.start()
        expect(server.client().get("/healthz").status == 200, "it doesn't start with room")
        server.close()


@case("operator", "a database that another process locks isn't ready", finding="M7")
def locked_database(t):
    world = t.own_world()
    other = sqlite3.connect(os.path.join(world.server.folder, "spotter.db"), isolation_level=None, timeout=5)
    try:
        other.execute("BEGIN IMMEDIATE")
    except sqlite3.OperationalError:
        # A server that keeps others out can't be locked out.
        return
    ready = until(lambda: world.client("alex").get("/readyz").status != 200, 20, 0.5)
    other.execute("ROLLBACK")
    other.close()
    expect(ready, "ready while nothing can be written")
    expect(until(lambda: world.client("alex").get("/readyz").status == 200, 20, 0.5), "not ready afterwards")


def damage(path, random, kind):
    size = os.path.getsize(path)
    with open(path, "r+b") as file:
        if kind == "zeros":
            file.seek(size // 3 // 4096 * 4096)
            file.write(b"\0" * 8192)
        elif kind == "noise":
            for _ in range(20):
                file.seek(random.randrange(4096, max(4097, size - 512)))
                file.write(random.randbytes(256))
        elif kind == "cut":
            file.truncate(size // 2)
        elif kind == "header":
            file.write(b"garbage!" * 4)
        else:
            file.truncate(100)


@family("operator", "a database with {0}: one line or a server that says so, never acks into it",
        ["zeros", "noise", "cut", "header", "stub"])
def damaged(t, kind):
    world = t.own_world()
    write_some(world, 200)
    world.server.stop()
    connection = sqlite3.connect(os.path.join(world.server.folder, "spotter.db"))
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    connection.close()
    damage(os.path.join(world.server.folder, "spotter.db"), t.random, kind)
    try:
        world.server.start(timeout=30)
    except RuntimeError as error:
        expect(world.server.process.returncode > 0, f"ended by a signal: {error}")
        expect("Fatal error" not in str(error) and len(world.server.lines) < 10, f"{error}")
        return
    time.sleep(2)
    client = world.client("sara")
    # Every page is looked at: what reads stumbles over the damage.
    for path in (f"/v1/chats/{world.chat}/messages?limit=200", "/v1/chats", "/v1/drafts"):
        client.get(path)
    client.post("/v1/search", {"query": "acked"})
    # The first failing statement or the check at the start must stop the writes within moments.
    problems = until(lambda: world.client("alex").get("/readyz").status != 200, 10, 0.5)
    sent = client.post(f"/v1/chats/{world.chat}/messages", {"clientMessageId": "damage", "text": "into the damage"})
    expect(world.server.is_alive, "it crashed")
    expect(problems or sent.is_success is False, f"it acks into a damaged database: ready, {sent!r}")
    expect(not (problems and sent.is_success), f"unready and still acking: {sent!r}")


@case("operator", "corruption that a read meets stops the writes", finding="M7")
def corruption_stops_writes(t):
    world = t.own_world()
    write_some(world, 300)
    world.server.stop()
    path = os.path.join(world.server.folder, "spotter.db")
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    size = connection.execute("PRAGMA page_size").fetchone()[0]
    connection.close()
    data = bytearray(pathlib.Path(path).read_bytes())
    # Pages that hold messages lose their heads; the file keeps its size and its first page.
    for page in range(1, len(data) // size):
        if b"acked number" in data[page * size:(page + 1) * size]:
            data[page * size:page * size + 16] = b"\xff" * 16
    pathlib.Path(path).write_bytes(data)
    try:
        world.server.start(timeout=30)
    except RuntimeError as error:
        return expect(world.server.process.returncode > 0, f"ended by a signal: {error}")
    client = world.client("sara")
    client.get(f"/v1/chats/{world.chat}/messages?limit=200")
    stopped = until(lambda: not client.post(f"/v1/chats/{world.chat}/messages", {
        "clientMessageId": f"c{time.monotonic_ns()}", "text": "into the damage"}).is_success, 10, 0.5)
    expect(stopped, "it acks into a damaged database")
    expect(world.client("alex").get("/readyz").status == 503, "and it's ready")


@case("operator", "a damaged database is told by `spotter admin check`", finding="M7")
def admin_check(t):
    expect(t.binary.knows("admin", "check"), "there is no `spotter admin check`")
    world = t.own_world()
    write_some(world, 50)
    world.server.stop()
    whole = t.binary.run("admin", "check", "--data", world.server.folder)
    expect(whole.returncode == 0, f"a whole folder is called damaged: {whole.stdout}{whole.stderr}")
    media = [path for path in pathlib.Path(world.server.folder, "media").rglob("*") if path.is_file()]
    expect(media, "no file of media")
    saved = media[0].read_bytes()
    media[0].unlink()
    missing = t.binary.run("admin", "check", "--data", world.server.folder)
    expect(missing.returncode != 0, "a missing file isn't told")
    media[0].write_bytes(saved)
    damage(os.path.join(world.server.folder, "spotter.db"), t.random, "noise")
    broken = t.binary.run("admin", "check", "--data", world.server.folder)
    expect(broken.returncode != 0 and "Fatal error" not in broken.stderr, f"{broken.stdout}{broken.stderr}")


# MARK: Settings and the log

@family("operator", "an unknown setting is refused: {0}", ["in the file", "a misspelt limit", "a nested key", "a variable"],
        finding="L-config")
def unknown_setting(t, where):
    server = t.own_server()
    path = os.path.join(server.root, "config.json")
    values = {"in the file": {"prot": 1}, "a misspelt limit": {"limit": {"mesages": "1/s"}},
              "a nested key": {"media": {"max": {"image": {"byte": 1}}}}, "a variable": {}}[where]
    pathlib.Path(path).write_text(json.dumps(values))
    server.flags += ["--config", path]
    if where == "a variable":
        server.env["SPOTTER_LIMIT_MESAGES"] = "1/s"
    try:
        server.start(timeout=20)
    except RuntimeError as error:
        return expect("mesages" in str(error).lower() or "prot" in str(error) or "byte" in str(error), f"{error}")
    expect("unknown" in server.log.lower() and where == "a variable", "it starts without a word")


@family("operator", "a bad setting is one line: {0}", [
    ("--port", "99999"), ("--port", "-1"), ("--host", "999.1.1.1"), ("--trusted-proxies", "everybody"),
    ("--allowed-origins", "*"), ("--now", "yesterday"), ("--config", "/nonexistent"), ("--tls-certificate", "/nonexistent")])
def bad_setting(t, flag, value):
    server = t.own_server(flags=[flag, value])
    try:
        server.start(timeout=20)
    except RuntimeError as error:
        expect(server.process.returncode > 0, f"ended by a signal: {error}")
        return expect("Fatal error" not in server.log and len(server.lines) < 12, server.log[-500:])
    expect(False, "it starts")


@case("operator", "a read-only folder is one line")
def read_only(t):
    if os.geteuid() == 0 and not shutil.which("setpriv"):
        skip("root can write everywhere")
    server = t.own_server(prefix=["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"] if os.geteuid() == 0 else [])
    os.makedirs(server.folder)
    os.chmod(server.folder, 0o555)
    os.chmod(server.root, 0o755)
    try:
        server.start(timeout=20)
    except RuntimeError as error:
        expect("Fatal error" not in str(error), f"{error}")
        return
    expect(False, "it started")


@case("operator", "failed log-ins are in the log with their address", finding="L-failures")
def failures_logged(t):
    world = t.own_world()
    world.of("nobody").post("/v1/auth/login", {"email": world.email("sara"), "password": "wrong wrong"})
    expect(until(lambda: any("log" in line and "127.0.0.1" in line and "listening" not in line for line in world.server.lines),
                 3), world.server.log[-400:])
    expect("wrong wrong" not in world.server.log, "the password is in the log")


@case("operator", "the most talkative log holds no text, token or password")
def trace_log(t):
    world = t.own_world(flags=["--log-level", "trace"])
    sara = world.of("sara")
    send(sara, world.chat, "zebralogged text", "log-1")
    sara.post("/v1/search", {"query": "zebralogged query"})
    sara.post("/v1/assistant/query", {"message": "zebralogged question?"})
    login = world.of("nobody").post("/v1/auth/login", {"email": world.email("sara"), "password": PASSWORD})
    world.server.stop()
    for word in ("zebralogged", world.token("sara"), PASSWORD, login.json["accessToken"], login.json["refreshToken"]):
        expect(word not in world.server.log, f"{word[:12]}… is in the log")


@case("operator", "a request through a proxy that nobody named is warned of", finding="M6")
def unnamed_proxy_warned(t):
    world = t.own_world()
    for _ in range(3):
        world.of("nobody").get("/v1/me", headers={"X-Forwarded-For": "203.0.113.9"})
    expect(until(lambda: "prox" in world.server.log.lower(), 3), "no word of it")


@case("operator", "and it isn't exempt from the limits", finding="M6")
def unnamed_proxy_limited(t):
    server = t.own_server(env={"SPOTTER_LIMIT_STRANGERS": "1/s:20"}).start()
    client = server.client()
    statuses = [client.get("/v1/me", headers={"X-Forwarded-For": f"203.0.113.{n}"}).status for n in range(60)]
    expect(429 in statuses, "60 requests, no limit")


@family("operator", "a forwarded address from {0} counts for nothing", ["an unnamed peer", "behind a forged entry"])
def forged_address(t, what):
    flags = ["--trusted-proxies", "127.0.0.1"] if what == "behind a forged entry" else []
    server = t.own_server(flags=flags, env={"SPOTTER_LIMIT_STRANGERS": "1/s:20"}).start()
    client = server.client()
    header = "{0}" if not flags else "{0}, 198.51.100.7"
    statuses = [client.get("/v1/me", headers={"X-Forwarded-For": header.format(f"203.0.113.{n}"), "Forwarded": f"for=9.9.9.{n}"}
                           ).status for n in range(60)]
    if flags:
        expect(429 in statuses, "60 requests of one address, no limit")


@case("operator", "few open files: it starts, or says so, and recovers")
def few_files(t):
    world = t.own_world(prefix=["prlimit", "--nofile=64:64"] if shutil.which("prlimit") else [])
    import socket
    hoard = []
    try:
        for _ in range(100):
            hoard.append(socket.create_connection((world.server.host, world.server.port), 2))
    except OSError:
        pass
    finally:
        for connection in hoard:
            connection.close()
    expect(until(lambda: quiet(lambda: world.client("sara").get("/v1/me").status == 200), 15, 0.5), "it doesn't recover")


def quiet(action):
    try:
        return action()
    except Exception:
        return False


# MARK: The audit log

def audited(t):
    world = t.own_world()
    alex = world.of("alex")
    for number in range(3):
        proposal = alex.post("/v1/assistant/query", {"message": f"remind me tomorrow at {9 + number} to call Anna"}).json["proposals"][0]
        alex.post(f"/v1/assistant/proposals/{proposal['id']}/confirm")
    world.server.stop()
    return world


def verify(t, folder):
    expect(t.binary.knows("admin", "audit"), "there is no `spotter admin audit verify`")
    return t.binary.run("admin", "audit", "verify", "--data", folder)


def recompute(database):
    """Drops what guards the log, forges it and recomputes the chain as anybody with the file could."""
    for name, in database.execute("SELECT name FROM sqlite_master WHERE type = 'trigger' AND sql LIKE '%audit%'").fetchall():
        database.execute(f'DROP TRIGGER "{name}"')


@case("audit", "an untouched log verifies", finding="M5")
def audit_whole(t):
    world = audited(t)
    done = verify(t, world.server.folder)
    expect(done.returncode == 0, f"{done.stdout}{done.stderr}")


@family("audit", "a forgery is found: {0}", ["an entry changed", "an entry deleted", "the last entry deleted", "all entries deleted",
                                             "entries and the head deleted", "an entry changed and the chain recomputed",
                                             "two entries swapped"], finding="M5")
def audit_forgery(t, what):
    import hashlib
    world = audited(t)
    path = os.path.join(world.server.folder, "spotter.db")
    database = sqlite3.connect(path, isolation_level=None)
    recompute(database)
    columns = [row[1] for row in database.execute("PRAGMA table_info(audit_log)")]
    key = columns[0]
    text = next((name for name in columns if name in ("arguments", "payload", "body", "entry")), columns[-1])
    rows = database.execute(f'SELECT rowid, * FROM audit_log ORDER BY rowid').fetchall()
    expect(len(rows) >= 3, f"{len(rows)} entries")
    hash_column = next((name for name in columns if name == "hash"), None)
    if what == "an entry changed":
        index = columns.index("tool") if "tool" in columns else columns.index(text)
        database.execute(f'UPDATE audit_log SET "{columns[index]}" = ? WHERE rowid = ?', ("cancelEvent", rows[0][0]))
    elif what == "an entry deleted":
        database.execute("DELETE FROM audit_log WHERE rowid = ?", (rows[1][0],))
    elif what == "the last entry deleted":
        database.execute("DELETE FROM audit_log WHERE rowid = ?", (rows[-1][0],))
    elif what.startswith("all entries") or what.startswith("entries and"):
        database.execute("DELETE FROM audit_log")
        if "head" in what:
            database.execute("DELETE FROM audit_head")
    elif what == "two entries swapped":
        database.execute("UPDATE audit_log SET rowid = -1 WHERE rowid = ?", (rows[0][0],))
        database.execute("UPDATE audit_log SET rowid = ? WHERE rowid = ?", (rows[0][0], rows[1][0]))
        database.execute("UPDATE audit_log SET rowid = ? WHERE rowid = -1", (rows[1][0],))
    else:
        # Without the key, any hash is a guess; a plain SHA-256 over the row is what a keyless chain would take.
        for row in rows:
            values = list(row[1:])
            digest = hashlib.sha256(repr(values).encode()).hexdigest()
            stored = values[columns.index(hash_column)] if hash_column else None
            forged = bytes.fromhex(digest) if isinstance(stored, bytes) else digest
            database.execute(f'UPDATE audit_log SET "{hash_column}" = ? WHERE rowid = ?', (forged, row[0]))
    database.close()
    done = verify(t, world.server.folder)
    expect(done.returncode != 0, f"it verifies: {done.stdout}")
    expect("Fatal error" not in done.stderr, done.stderr[-300:])


@case("audit", "the key isn't in the database")
def audit_key(t):
    world = audited(t)
    keys = [path for path in pathlib.Path(world.server.folder, "keys").rglob("*")] if os.path.isdir(
        os.path.join(world.server.folder, "keys")) else []
    expect(keys, "there is no key")
    for path in keys:
        expect(not stat.S_IMODE(path.stat().st_mode) & 0o077, f"{path.name} is readable")
        secret = path.read_bytes().strip()
        for file in pathlib.Path(world.server.folder).glob("spotter.db*"):
            expect(secret not in file.read_bytes(), f"{path.name} is in {file.name}")


@case("audit", "a lost key is told, not made anew without a word")
def audit_key_lost(t):
    world = audited(t)
    folder = os.path.join(world.server.folder, "keys")
    expect(os.path.isdir(folder), "there is no key")
    shutil.rmtree(folder)
    done = verify(t, world.server.folder)
    expect(done.returncode != 0, f"{done.stdout}")


# MARK: The clock

@case("clock", "a proposal can't be confirmed when the clock went back past its making", finding="L-clock")
def clock_back(t):
    world = t.own_world(flags=["--now", "2030-03-11T13:15:00Z"])
    login = world.of("nobody").post("/v1/auth/login", {"email": world.email("alex"), "password": PASSWORD}).json
    alex = world.server.client(login["accessToken"])
    proposal = alex.post("/v1/assistant/query", {"message": "remind me tomorrow at 9 to check zebraclock"}).json["proposals"][0]["id"]
    world.server.stop()
    world.server.flags = ["--now", "2020-03-11T13:15:00Z"]
    world.server.start()
    login = world.client("nobody").post("/v1/auth/login", {"email": world.email("alex"), "password": PASSWORD}).json
    alex = world.server.client(login.get("accessToken"))
    answer = alex.post(f"/v1/assistant/proposals/{proposal}/confirm")
    expect(not answer.is_success, f"{answer!r}")
    expect("zebraclock" not in alex.get("/v1/reminders").text.lower(), "it was done")


@family("clock", "the year {0}: no crash", ["1970-01-02T00:00:00Z", "2000-02-29T12:00:00Z", "2038-01-19T03:14:07Z",
                                            "9999-12-31T23:00:00Z"])
def clock_extremes(t, now):
    world = t.own_world(flags=["--now", now])
    login = world.of("nobody").post("/v1/auth/login", {"email": world.email("alex"), "password": PASSWORD})
    expect(login.status < 500, f"{login!r}")
    if login.is_success:
        alex = world.server.client(login.json["accessToken"])
        for path, body in [(f"/v1/chats/{world.chat}/messages", {"clientMessageId": "c", "text": "t"}), ("/v1/assistant/query", {
                "message": "remind me tomorrow at 9 to x"}), ("/v1/search", {"query": "knee last week"})]:
            answer = alex.post(path, body)
            expect(answer.status < 500, f"{path}: {answer!r}")
    expect(world.server.is_alive, "it crashed")
