"""The local copy of the store equals what the server answers, whatever happened on the way.

Each seed has its own chats, operations and faults: events lost, repeated, late; connections cut; pages of history asked for
meanwhile; two tabs, one of which is killed in the middle of something; the server killed. After each, the store of every
tab is compared with what the server answers then. WEB_SEEDS says how many seeds there are, WEB_SEED which is the first.
"""

import functools
import os
import pathlib
import random
import subprocess
import tempfile

from harness import ALEX, PRIYA, SARA

TOM = "tom@example.com"
HERE = pathlib.Path(__file__).resolve().parent
SEEDS = int(os.environ.get("WEB_SEEDS", "100"))
FIRST = int(os.environ.get("WEB_SEED", "1"))
EMOJI = ["👍", "🔥", "💪"]


def test_live_equals_fresh(server, browser):
    bundle = bundled()
    people = People(server)
    total = {}
    for seed in range(FIRST, FIRST + SEEDS):
        counts = Round(server, browser, people, bundle, seed).play()
        for name, count in counts.items():
            total[name] = total.get(name, 0) + count
        if seed % 20 == 0:
            print(f"        seed {seed}", flush=True)
    print(f"        {SEEDS} seeds: {total}", flush=True)
    assert SEEDS < 20 or all(total[name] > 0 for name in ("lost", "repeated", "late", "cut", "killed", "send")), total


def bundled():
    """The store and the probe as one script."""
    assert subprocess.run(["tsc", "-p", HERE / "store"]).returncode == 0
    with tempfile.TemporaryDirectory() as scratch:
        output = pathlib.Path(scratch) / "probe.js"
        subprocess.run(["esbuild", "--bundle", "--target=es2022", "--format=iife", "--log-level=warning",
                        HERE / "store" / "probe.ts", f"--outfile={output}"], check=True)
        return output.read_text()


class People:
    """Who takes part; each is signed in once."""

    def __init__(self, server):
        self.server = server
        self.grants = {}
        for email in (ALEX, PRIYA, SARA, TOM):
            status, grant = server.request("POST", "/v1/auth/login", {"email": email, "password": "spotter-demo"})
            assert status == 200, grant
            self.grants[email] = grant

    def token(self, email):
        return self.grants[email]["accessToken"]

    def id(self, email):
        return self.grants[email]["user"]["id"]


class Round:
    """One seed: Sara's browser is watched, the others write from elsewhere."""

    def __init__(self, server, browser, people, bundle, seed):
        self.server, self.browser, self.people, self.bundle = server, browser, people, bundle
        self.seed = seed
        self.random = random.Random(seed)
        self.counts = {"killed": 0, "restarted": 0}
        self.sent = []
        self.messages = []
        self.number = 0

    def play(self):
        self.group = self.ask(ALEX, "POST", "/v1/chats", {
            "kind": "group", "name": f"Seed {self.seed}", "memberIds": [self.people.id(PRIYA), self.people.id(SARA)]})["chat"]["id"]
        self.direct = self.server_chat(ALEX, SARA)
        self.context = self.browser.chromium.new_context()
        try:
            self.tabs = [self.tab()]
            for _ in range(self.random.randint(25, 45)):
                self.step()
            self.settle()
            return self.counts
        finally:
            self.context.close()
            # The next seed begins with few chats.
            self.ask(ALEX, "DELETE", f"/v1/chats/{self.group}/members/{self.people.id(SARA)}", allowed=(204, 400, 403, 404))

    @functools.cached_property
    def operations(self):
        """What may happen, as often as its number says."""
        table = [
            (10, self.others_write), (4, self.others_change), (4, self.others_react), (3, self.others_read),
            (3, self.others_manage), (2, self.settings), (1, self.rename),
            (9, self.send), (4, self.read), (3, self.draft), (4, self.page), (2, self.reconnect), (3, self.second_tab),
            (2, self.kill_tab), (0.15, self.kill_server),
        ]
        return [operation for _, operation in table], [weight for weight, _ in table]

    def step(self):
        choices, weights = self.operations
        operation = self.random.choices(choices, weights)[0]
        self.counts[operation.__name__] = self.counts.get(operation.__name__, 0) + 1
        operation()

    # The others, over HTTP

    def ask(self, email, method, path, body=None, allowed=()):
        status, answer = self.server.request(method, path, body, self.people.token(email))
        assert status < 300 or status in allowed, (self.seed, method, path, status, answer)
        return answer if status < 300 else None

    def server_chat(self, email, other):
        return self.ask(email, "POST", "/v1/chats", {"kind": "direct", "memberIds": [self.people.id(other)]})["chat"]["id"]

    def chat(self):
        return self.random.choice([self.group, self.group, self.direct])

    def text(self):
        self.number += 1
        mention = self.random.choice(["", "", " @Sara Lindqvist"])
        return f"{self.seed}/{self.number}{mention}"

    def others_write(self):
        chat = self.chat()
        email = ALEX if chat == self.direct else self.random.choice([ALEX, PRIYA])
        for _ in range(self.random.choice([1, 1, 2, 5])):
            body = {"clientMessageId": f"{self.seed}-{self.number}-{self.random.random()}", "text": self.text()}
            known = [one for one in self.messages if one[0] == chat]
            if known and self.random.random() < 0.3:
                body["replyTo"] = self.random.choice(known)[1]
            answer = self.ask(email, "POST", f"/v1/chats/{chat}/messages", body, allowed=(400, 403, 404))
            if answer:
                self.messages.append((chat, answer["message"]["id"], email))

    def others_change(self):
        if not self.messages:
            return
        chat, message, email = self.random.choice(self.messages)
        path = f"/v1/chats/{chat}/messages/{message}"
        if self.random.random() < 0.7:
            self.ask(email, "PATCH", path, {"text": self.text()}, allowed=(400, 403, 404, 409))
        else:
            self.ask(email, "DELETE", path, allowed=(403, 404))
            self.messages.remove((chat, message, email))

    def others_react(self):
        if self.messages:
            chat, message, _ = self.random.choice(self.messages)
            email = self.random.choice([ALEX, SARA])
            self.ask(email, "POST", f"/v1/chats/{chat}/messages/{message}/reactions",
                     {"emoji": self.random.choice(EMOJI)}, allowed=(400, 403, 404, 409))

    def others_read(self):
        chat = self.chat()
        self.ask(ALEX, "POST", f"/v1/chats/{chat}/read", {"seq": 1_000_000_000}, allowed=(400,))

    def others_manage(self):
        """Members, roles, the name and the pins of the group."""
        group, sara, tom = f"/v1/chats/{self.group}", self.people.id(SARA), self.people.id(TOM)
        requests = [
            ("PATCH", group, {"name": self.text()[:40]}),
            ("PATCH", group, {"announcement": self.random.random() < 0.3}),
            ("POST", f"{group}/members", {"memberIds": [tom]}),
            ("DELETE", f"{group}/members/{tom}", None),
            ("PATCH", f"{group}/members/{sara}", {"role": self.random.choice(["admin", "member"])}),
            ("DELETE", f"{group}/members/{sara}", None),
            ("POST", f"{group}/members", {"memberIds": [sara]}),
            ("POST", f"{group}/members", {"memberIds": [sara]}),
        ]
        known = [one for one in self.messages if one[0] == self.group]
        if known:
            requests.append((self.random.choice(["PUT", "DELETE"]), f"{group}/pins/{self.random.choice(known)[1]}", None))
        self.ask(ALEX, *self.random.choice(requests), allowed=(400, 403, 404, 409))

    def settings(self):
        body = {"isPinned": self.random.random() < 0.5} if self.random.random() < 0.5 else {"mutedUntil": self.random.choice(["forever", None])}
        self.ask(SARA, "PATCH", f"/v1/chats/{self.chat()}/settings", body, allowed=(404,))

    def rename(self):
        self.ask(PRIYA, "PATCH", "/v1/me", {"displayName": self.random.choice(["Priya Raman", "Priya R."])}, allowed=(429,))

    # Sara's browser

    def tab(self):
        page = self.context.new_page()
        page.set_default_timeout(30_000)
        page.goto(self.server.url + "/manifest.webmanifest")
        page.evaluate(self.bundle)
        page.evaluate("([seed, grant]) => probe.open(seed, grant)", [self.random.getrandbits(31), self.people.grants[SARA]])
        return page

    def call(self, name, *arguments):
        """What a tab does isn't waited for: other things happen meanwhile."""
        self.random.choice(self.tabs).evaluate(f"(them) => void probe.{name}(...them)", list(arguments))

    def send(self):
        chat, text = self.chat(), self.text()
        self.sent.append((chat, text))
        tab = self.random.choice(self.tabs)
        # It's stored before it counts as written.
        tab.evaluate("(them) => probe.send(...them)", [chat, text, self.random.random() < 0.2, self.random.random() < 0.12])

    def read(self):
        self.call("read", self.chat())

    def draft(self):
        self.call("draft", self.chat(), self.random.choice(["", "Not finished", self.text()]))

    def page(self):
        self.call("page", self.chat(), self.random.random() < 0.5, self.random.random())

    def reconnect(self):
        self.call("reconnect")

    def second_tab(self):
        if len(self.tabs) < 2:
            self.tabs.append(self.tab())

    def kill_tab(self):
        tab = self.tabs.pop(self.random.randrange(len(self.tabs)))
        for name, count in tab.evaluate("() => probe.counts").items():
            self.counts[name] = self.counts.get(name, 0) + count
        # In the middle of whatever it's doing.
        tab.evaluate("([chat, place]) => { void probe.page(chat, true, place); void probe.read(chat); probe.reconnect(); }",
                     [self.group, self.random.random()])
        tab.close()
        self.counts["killed"] += 1
        if not self.tabs:
            self.tabs.append(self.tab())

    def kill_server(self):
        self.server.kill()
        self.server.start()
        self.counts["restarted"] += 1

    # The end

    def settle(self):
        self.ask(ALEX, "PATCH", f"/v1/chats/{self.group}", {"announcement": False})
        for tab in self.tabs:
            found = tab.evaluate("() => probe.settle(20000)")
            found = [one for one in found if not self.is_refused(one)]
            assert not found, f"seed {self.seed}:\n" + "\n".join(f"    {one[:1500]}" for one in found[:4])
            for name, count in tab.evaluate("() => probe.counts").items():
                self.counts[name] = self.counts.get(name, 0) + count
        self.check_sent()

    def is_refused(self, difference):
        """A message to a group that Sara isn't in, or may not write in, waits for what she decides."""
        return difference.startswith("outbox:") and all(" failed" in one for one in difference[8:].split(","))

    def check_sent(self):
        """What Sara wrote is there at most once and in order; all of it in the chat where nothing was refused."""
        for chat in {chat for chat, _ in self.sent}:
            written = [text for one, text in self.sent if one == chat]
            arrived, after = [], 0
            while True:
                page = self.ask(ALEX, "GET", f"/v1/chats/{chat}/messages?after={after}&limit=200")
                arrived += [one["text"] for one in page["messages"] if one["senderId"] == self.people.id(SARA)]
                if not page["hasMore"]:
                    break
                after = page["messages"][-1]["seq"]
            arrived = [text for text in arrived if text in written]
            assert len(set(arrived)) == len(arrived), (self.seed, "sent twice", arrived)
            assert arrived == [text for text in written if text in arrived], (self.seed, "in another order", arrived, written)
            if chat == self.direct:
                assert arrived == written, (self.seed, "missing", arrived, written)
