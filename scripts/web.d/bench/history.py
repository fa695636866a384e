"""A long chat of two people, as a file for `spotter import`."""

import datetime
import json
import random

COACH, CLIENT = "coach@bench.example", "client@bench.example"
PASSWORD = "spotter-demo"
WORDS = ("knee squat tempo set rest sleep sore heavy easy run plan week hill pace warm cold eat protein pain fine great "
         "video check form depth tomorrow session").split()


def write(path, messages):
    chance = random.Random(1)
    time = datetime.datetime(2024, 1, 1, tzinfo=datetime.timezone.utc)
    with open(path, "w") as file:
        def line(**fields):
            file.write(json.dumps(fields) + "\n")
        for email, name, role in [(COACH, "Alex Rivera", "trainer"), (CLIENT, "Sara Lindqvist", "client")]:
            line(type="user", email=email, displayName=name, role=role, timezone="UTC", password=PASSWORD)
        line(type="relation", trainer=COACH, client=CLIENT)
        line(type="chat", ref="chat", kind="direct", members=[COACH, CLIENT])
        for number in range(messages):
            time += datetime.timedelta(seconds=chance.randint(60, 900))
            text = " ".join(chance.choice(WORDS) for _ in range(chance.randint(2, 30)))
            line(type="message", chat="chat", ref=f"m{number}", sender=chance.choice([COACH, CLIENT]),
                 sentAt=time.isoformat(), text=text)
