"""The people and things that the attacks are about: built once for a run, copied for each area.

Alex trains Sara, Mike, Bea, Ben and Lou. Bea was in the group and is out of it. Alex has blocked Ben. Lou has logged out.
Olga is another trainer, Olaf her client: to the others they are strangers.
"""

import concurrent.futures
import copy
import os
import shutil

from registry import expect
from server import AHEAD, Server, temporary_folder

PASSWORD = "correct horse battery"
SECRET = "zebrasecret"  # in everything that only Alex, Sara and Mike may read
PEOPLE = [("alex", "Alex Rivera", "trainer"), ("sara", "Sara Lind", "client"), ("mike", "Mike Stone", "client"),
          ("bea", "Bea Removed", "client"), ("ben", "Ben Blocked", "client"), ("lou", "Lou Gone", "client"),
          ("olga", "Olga Other", "trainer"), ("olaf", "Olaf Other", "client")]
OUTSIDERS = ["olga", "olaf", "bea", "ben", "lou", "nobody"]


def register(client, name, display=None, role="client", **more):
    """A new account; its answer."""
    return client.post("/v1/auth/register", {"email": f"{name}@example.com", "password": PASSWORD,
                                             "displayName": display or name.title(), "role": role, **more})


def relate(trainer, client, email):
    """Makes `client` the trainer's, by the client's consent where the server asks for it."""
    added = trainer.post("/v1/contacts", {"email": email})
    expect(added.status in (200, 201, 202), f"contact: {added!r}")
    if added.status == 202 or added.json.get("contact", {}).get("state") == "pending":
        for request in client.get("/v1/contacts/requests").json["requests"]:
            accepted = client.post(f"/v1/contacts/requests/{request['id']}/accept")
            expect(accepted.is_success, f"accept: {accepted!r}")


def send(client, chat, text, client_id, **more):
    answer = client.post(f"/v1/chats/{chat}/messages", {"clientMessageId": client_id, "text": text, **more})
    expect(answer.is_success, f"send: {answer!r}")
    return answer.json["message"]


class World:
    """A running server with everybody on it."""

    def __init__(self, server, facts):
        self.server, self.facts = server, facts
        self.clients = {}

    def __getattr__(self, name):
        try:
            return self.facts[name]
        except KeyError:
            raise AttributeError(name) from None

    def client(self, name):
        """A connection of its own for each call."""
        return self.server.client(self.facts["tokens"].get(name))

    def of(self, name):
        """The kept connection of one person; `nobody` has no token."""
        if name not in self.clients or self.clients[name].port != self.server.port:
            self.clients[name] = self.client(name)
        return self.clients[name]

    def token(self, name):
        return self.facts["tokens"].get(name)

    def user(self, name):
        return self.facts["users"][name]

    @staticmethod
    def email(name):
        return f"{name}@example.com"


class Template:
    """The folder that is copied."""

    def __init__(self, binary):
        self.binary, self.root = binary, temporary_folder()
        self.folder = os.path.join(self.root, "data")
        with_server = Server(binary, folder=self.folder)
        try:
            with_server.start()
            self.facts = build(with_server)
            with_server.stop()
        finally:
            with_server.close()

    def world(self, **options):
        """A started server on a copy; whoever asks closes `world.server`."""
        server = Server(self.binary, **options)
        shutil.copytree(self.folder, server.folder)
        try:
            server.start()
        except Exception:
            server.close()
            raise
        return World(server, copy.deepcopy(self.facts))

    def remove(self):
        shutil.rmtree(self.root, ignore_errors=True)


def build(server):
    facts = {"tokens": {}, "refresh": {}, "users": {}}

    def sign_up(person):
        name, display, role = person
        answer = register(server.client(), name, display, role, timezone="Europe/Stockholm")
        expect(answer.status == 201, f"register {name}: {answer!r}")
        return name, answer.json

    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        for name, account in pool.map(sign_up, PEOPLE):
            facts["tokens"][name] = account["accessToken"]
            facts["refresh"][name] = account["refreshToken"]
            facts["users"][name] = account["user"]["id"]
    world = World(server, facts)
    alex, sara, mike = world.of("alex"), world.of("sara"), world.of("mike")
    for name in ("sara", "mike", "bea", "ben", "lou"):
        relate(alex, world.of(name), world.email(name))
    relate(world.of("olga"), world.of("olaf"), world.email("olaf"))

    users = facts["users"]
    chat = alex.post("/v1/chats", {"kind": "direct", "memberIds": [users["sara"]]}).json["chat"]["id"]
    facts["chat"] = chat
    facts["ben_chat"] = alex.post("/v1/chats", {"kind": "direct", "memberIds": [users["ben"]]}).json["chat"]["id"]
    send(world.of("ben"), facts["ben_chat"], "hello from ben", "ben-1")
    group = alex.post("/v1/chats", {"kind": "group", "name": f"{SECRET} club", "memberIds": [
        users["sara"], users["mike"], users["bea"]]}).json["chat"]["id"]
    facts["group"] = group
    send(world.of("bea"), group, "I was here", "bea-1")
    first = send(sara, chat, f"My knee hurts, {SECRET} one", "sara-1")
    facts["message"] = first["id"]
    facts["edited"] = send(alex, chat, f"before {SECRET}edit", "alex-1")["id"]
    alex.patch(f"/v1/chats/{chat}/messages/{facts['edited']}", {"text": f"after the edit {SECRET}"})
    alex.put(f"/v1/chats/{chat}/messages/{first['id']}/reactions/%F0%9F%91%8D")
    alex.put(f"/v1/chats/{chat}/pins/{first['id']}")
    sara.put(f"/v1/chats/{chat}/draft", {"text": f"draft {SECRET}"})
    uploaded = alex.post("/v1/media?clientMediaId=m1&fileName=plan.txt", f"{SECRET} plan".encode(),
                         headers={"Content-Type": "text/plain"})
    expect(uploaded.is_success, f"upload: {uploaded!r}")
    facts["media"] = uploaded.json["media"]["id"]
    facts["media_message"] = send(alex, chat, f"the plan {SECRET}", "alex-2", mediaIds=[facts["media"]])["id"]
    removed = alex.delete(f"/v1/chats/{group}/members/{users['bea']}")
    expect(removed.is_success, f"remove: {removed!r}")
    facts["group_message"] = send(mike, group, f"after Bea left, {SECRET} two", "mike-1")["id"]
    event = alex.post("/v1/calendar/events", {
        "eventType": "call", "title": f"{SECRET} call", "clientId": users["sara"],
        "startsAt": f"{AHEAD}T20:00:00Z", "endsAt": f"{AHEAD}T20:30:00Z"})
    expect(event.status == 201, f"event: {event!r}")
    facts["event"] = event.json["event"]["id"]
    reminder = alex.post("/v1/reminders", {"text": f"{SECRET} reminder", "dueAt": f"{AHEAD}T20:00:00Z"})
    expect(reminder.status == 201, f"reminder: {reminder!r}")
    facts["reminder"] = reminder.json["reminder"]["id"]
    facts["prospect"] = alex.post("/v1/prospects", {"displayName": f"{SECRET} prospect"}).json["prospect"]["id"]
    asked = alex.post("/v1/assistant/query", {"message": f'remind me tomorrow at 10 to check {SECRET} shoes'})
    expect(asked.is_success, f"ask: {asked!r}")
    facts["conversation"], facts["answer"] = asked.json["conversationId"], asked.json["messageId"]
    expect(asked.json["proposals"], f"no proposal: {asked!r}")
    facts["proposal"] = asked.json["proposals"][0]["id"]
    facts["session"] = alex.get("/v1/auth/sessions").json["sessions"][0]["id"]
    blocked = alex.put(f"/v1/blocks/{users['ben']}")
    expect(blocked.is_success, f"block: {blocked!r}")
    out = world.of("lou").post("/v1/auth/logout")
    expect(out.is_success, f"logout: {out!r}")
    facts["words"] = SECRET
    return facts
