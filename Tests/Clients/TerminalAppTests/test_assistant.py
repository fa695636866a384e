"""The assistant beside the chat: it answers, cites and proposes, and nothing is done without a key on the card."""

import datetime
import re
import zoneinfo

from harness import ALEX, PRIYA, SARA, until
from studio_server import NOW
from test_sizes import check


# A Wednesday in March, whatever today is: "Saturday" is then always in three days.
STUDIO_TIME = datetime.datetime.fromisoformat(NOW.replace("Z", "+00:00"))


def asked(stage, question, *arguments, **options):
    server = stage.server(now=NOW)
    alex = stage.chat(server, ALEX, *(arguments or ("Sara",)), **options)
    alex.wait_online()
    alex.write(f"/ask {question}")
    return server, alex


def proposals(server, state="pending"):
    return server.get(ALEX, f"/v1/assistant/proposals?state={state}")["proposals"]


def events(server, title):
    begin, end = (STUDIO_TIME + datetime.timedelta(days=days) for days in (-1, 10))
    query = "&".join(f"{key}={value:%Y-%m-%dT%H:%M:%SZ}" for key, value in (("from", begin), ("to", end)))
    return [event for event in server.get(ALEX, f"/v1/calendar/events?{query}")["events"] if title in event["title"]]


def test_an_answer_with_sources_and_a_jump(stage):
    server, alex = asked(stage, "Where is Priya's EpiPen?")
    alex.wait(re.compile(r"\[1\]"))
    alex.wait_gone("reading")
    # To the pane, to the first source, and there.
    alex.keys("Tab")
    alex.wait(re.compile("jump"))
    alex.keys("Down", "Enter")
    alex.wait(lambda rows: any("EpiPen" in row[28:88] for row in rows))
    alex.wait(re.compile("Write to Priya"))
    check(alex, 120, 32)


def test_a_proposal_is_confirmed_by_one_key(stage):
    server, alex = asked(stage, "Schedule a call with Sara on Saturday at 10am")
    alex.wait("▎ y confirm")
    assert not events(server, "Call with Sara")
    assert len(proposals(server)) == 1
    alex.keys("Up")
    alex.settled()
    alex.keys("y")
    alex.wait(re.compile("✓ done"))
    until(lambda: len(events(server, "Call with Sara")) == 1, "there is no event")
    assert proposals(server) == []
    alex.wait_gone("y confirm")


def test_a_proposal_survives_its_program(stage):
    """Killed while a card waits: the card and the conversation are there at the next start."""
    server, alex = asked(stage, "Schedule a call with Sara on Saturday at 10am")
    alex.wait("▎ y confirm")
    alex.kill()
    alex = stage.chat(server, ALEX, "Sara")
    alex.wait("▎ y confirm")
    alex.keys("M-s")
    alex.wait("› Schedule a call with Sara")
    alex.keys("Escape", "Up")
    alex.settled()
    alex.keys("y")
    alex.wait(re.compile("✓ done"))
    until(lambda: len(events(server, "Call with Sara")) == 1, "there is no event")


def test_a_proposal_is_cancelled_by_one_key(stage):
    server, alex = asked(stage, "remind me tomorrow at 8pm to send Olivia the invoice")
    alex.wait("▎ y confirm")
    alex.keys("Up")
    alex.settled()
    alex.keys("n")
    alex.wait("Dropped")
    until(lambda: proposals(server) == [], "it still waits")
    assert not [one for one in server.get(ALEX, "/v1/reminders")["reminders"] if "Olivia" in one["text"]]
    alex.wait_gone("y confirm")


def test_a_proposal_is_changed(stage):
    server, alex = asked(stage, "Schedule a call with Sara on Saturday at 10am")
    alex.wait("▎ y confirm")
    alex.keys("Up")
    alex.settled()
    alex.keys("e")
    alex.wait(re.compile(r"^ › Sat .* 10:00", re.M))
    alex.keys("C-u")
    alex.wait("What is to be different")
    alex.write("at 11:30")
    alex.wait(re.compile("11:30"))
    alex.wait("▎ y confirm")
    assert not events(server, "Call with Sara")


def test_the_words_of_a_proposal_are_changed(stage):
    server, alex = asked(stage, "Tell Sara: bring shoes")
    alex.wait("▎ y confirm")
    alex.keys("Up")
    alex.settled()
    alex.keys("e")
    alex.wait(re.compile(r"^ › .*bring shoes", re.I | re.M))
    alex.type(" and water")
    alex.keys("Enter")
    alex.wait(re.compile("▎.*shoes and water", re.I))
    assert "water" not in server.said(SARA, "Alex Rivera")[-1]
    alex.keys("Up")
    alex.settled()
    alex.keys("y")
    until(lambda: server.said(SARA, "Alex Rivera")[-1].endswith("shoes and water"), lambda: f"it isn't sent:{alex.seen()}")


def test_nothing_is_done_without_the_key(stage):
    """Typing, Enter, numbers, Esc, walking through the columns, quitting: the proposal only waits."""
    server, alex = asked(stage, "Schedule a call with Sara on Saturday at 10am")
    alex.wait("▎ y confirm")
    alex.type("yes, y")
    alex.wait("› yes, y")
    alex.keys("C-u", "Enter", "Tab", "Enter", "Tab", "Enter", "Escape", "Escape")
    alex.settled()
    assert len(proposals(server)) == 1 and not events(server, "Call with Sara")
    alex.keys("C-q")
    alex.wait_ended()
    assert len(proposals(server)) == 1 and not events(server, "Call with Sara")


def test_a_reason_of_the_week_becomes_a_message(stage):
    """On the page of the week a key suggests a message, the key of its card sends it, and another takes a reason away."""
    server = stage.server()
    server.send(SARA, "Alex Rivera", "URGENT: I fell and my wrist is swollen. What shall I do?")
    server.send(PRIYA, "Alex Rivera", "Can we move Friday to the evening?")
    alex = stage.chat(server, ALEX, "Mike O")
    alex.wait_online()
    alex.write("/week")
    alex.wait("This week")
    alex.wait("wrist")

    def to_a_reason():
        for _ in range(40):
            if "m message" in alex.screen()[-1]:
                return
            alex.keys("Down")
            alex.settled()
        raise AssertionError(f"no reason can be chosen:{alex.seen()}")
    to_a_reason()
    alex.keys("m")
    alex.wait("▎ y confirm")
    alex.wait("This week")
    proposed = proposals(server)
    assert len(proposed) == 1 and proposed[0]["tool"] == "sendMessage", proposed
    alex.keys("Up")
    alex.settled()
    alex.keys("y")
    alex.wait(re.compile("✓ done"))
    until(lambda: proposals(server) == [], "it still waits")
    # Back on the page, which stayed where it was.
    reasons = [one["id"] for person in server.get(ALEX, "/v1/assistant/week")["people"] for one in person["reasons"]]
    alex.settled()
    alex.keys("Tab")
    to_a_reason()
    alex.keys("x")
    alex.wait("Never show this again")
    alex.keys("n")
    alex.wait("Nothing was done")
    alex.keys("x")
    alex.wait("Never show this again")
    alex.keys("y")
    alex.wait("isn't shown any more")
    until(lambda: len([one for person in server.get(ALEX, "/v1/assistant/week")["people"] for one in person["reasons"]
                       if one["id"] in reasons]) == len(reasons) - 1, "the reason is still there")


def test_a_key_in_another_pane_confirms_nothing(stage):
    """The pane shows what a search has found: `y` there is a letter, not a confirmation of what isn't to be seen."""
    server, alex = asked(stage, "Schedule a call with Sara on Saturday at 10am")
    alex.wait("▎ y confirm")
    server.send(SARA, "Alex Rivera", *[f"Filler {number}." for number in range(40)])
    alex.write("/search 1600 kronor")
    alex.wait(lambda rows: any("colour" in row[88:] for row in rows))
    alex.settled()
    alex.keys("y")
    alex.settled()
    assert len(proposals(server)) == 1 and not events(server, "Call with Sara"), "y in a list of hits booked a call"


def test_a_choice_by_number(stage):
    server, alex = asked(stage, "tell mike I'm running late")
    alex.wait("n neither")
    alex.wait(re.compile(r"1 .*Mike"))
    number = re.search(r"▎ (\d) Mike Okafor", alex.text())[1]
    alex.keys("Up")
    alex.settled()
    alex.keys(number)
    alex.wait(re.compile("Message to Mike Okafor"))
    alex.wait("▎ y confirm")
    assert "running late" not in " ".join(server.said(ALEX, "Mike Okafor"))
    alex.keys("Up")
    alex.settled()
    alex.keys("y")
    until(lambda: "running late" in server.said(ALEX, "Mike Okafor")[-1], "the message isn't sent")


def test_a_conflict_by_number(stage):
    server = stage.server(now=NOW)
    zone = zoneinfo.ZoneInfo("America/New_York")
    day = STUDIO_TIME.astimezone(zone) + datetime.timedelta(days=2)
    begin = day.replace(hour=13, minute=0)
    server.post(ALEX, "/v1/calendar/events", {
        "title": "Dentist", "eventType": "adhoc",
        "startsAt": begin.isoformat(), "endsAt": (begin + datetime.timedelta(hours=1)).isoformat()})
    before = events(server, "Hannah")
    alex = stage.chat(server, ALEX, "Sara")
    alex.wait_online()
    alex.write(f"/ask Schedule a training with Hannah on {day:%-d %B} at 1pm")
    alex.wait("Dentist")
    alex.wait("n neither")
    alex.keys("Up")
    alex.settled()
    alex.keys("1")
    alex.wait("▎ y confirm")
    assert events(server, "Hannah") == before
    alex.keys("Up")
    alex.settled()
    alex.keys("y")
    alex.wait("✓ done")
    until(lambda: len(events(server, "Hannah")) == len(before) + 1, "there is no training")


def test_asked_again_there_are_two_versions(stage):
    server, alex = asked(stage, "How is Sara's knee?")
    alex.wait(re.compile(r"\[1\]"))
    alex.wait_gone("reading")
    alex.keys("Tab")
    alex.settled()
    alex.keys("g")
    alex.wait(re.compile(r"‹ 2/2 ›"))
    alex.keys("Left")
    alex.wait(re.compile(r"‹ 1/2 ›"))


def test_the_assistant_offline(stage):
    server = stage.server()
    alex = stage.chat(server, ALEX, "Sara")
    alex.wait_online()
    server.kill()
    alex.wait("offline")
    alex.write("/ask How is Sara's knee?")
    alex.wait(re.compile("✗|can't|cannot|couldn't|offline.*\n(.*\n)*.*connect", re.I))
    alex.type("Keys still work")
    alex.wait("› Keys still work")
