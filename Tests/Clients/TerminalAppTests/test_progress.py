"""What clients measure as lines of braille, and check-ins that are answered step by step."""

import datetime
import re
import zoneinfo

from harness import ALEX, SARA, until

# A shell around it, so that its questions are on the screen, and the screen stays.
STAYS = '"$@"; echo "ended with $?"; sleep 1000'


def sara_of(server):
    members = server.get(ALEX, f"/v1/chats/{server.chat(ALEX, 'Sara Lindqvist')}")["chat"]["members"]
    return next(one["userId"] for one in members if one["displayName"].startswith("Sara"))


def test_a_measure_is_a_line(stage):
    server = stage.server()
    sara = sara_of(server)
    for day, value in ((1, 60), (5, 59), (9, 57.5), (13, 56)):
        server.post(ALEX, f"/v1/clients/{sara}/measures/points", {"kind": "thigh", "value": value, "day": f"2026-03-{day:02}"})
    home = stage.home(server, ALEX)
    alex = stage.terminal(["progress", "sara", "--measure", "thigh"], home, shell=STAYS)
    alex.wait("ended with 0")
    alex.wait("thigh, cm")
    # The highest value stands above, the lowest below.
    alex.wait(re.compile("60 [\u2800-\u28ff]+"))
    alex.wait(re.compile("56 [\u2800-\u28ff]+"))
    alex.wait("2026-03-01 60 → 2026-03-13 56 (-4, 4 values)")
    none = stage.terminal(["progress", "sara", "--measure", "calf"], home, shell=STAYS)
    none.wait("Sara Lindqvist hasn't measured anything yet.")


def test_a_measure_of_ones_own(stage):
    server = stage.server()
    home = stage.home(server, ALEX)
    for arguments, told in ((["--new-kind", "water l 0-10"], "water  0-10 l"), (["sara", "--add", "water", "2.5"], "water: 2.5 l"),
                            (["sara", "--add", "water", "25"], "water is from 0 to 10 l."), (["--list-kinds"], "water  0-10 l"),
                            (["--delete-kind", "water"], "water and its values are deleted."), (["--list-kinds"], "No measures")):
        stage.terminal(["progress", *arguments], home, shell=STAYS).wait(told)


def test_a_check_in_is_answered_step_by_step(stage):
    server = stage.server()
    sara = sara_of(server)
    # In Stockholm that time has passed when the coach's clock says it's still ahead: it's asked at once.
    soon = datetime.datetime.now(zoneinfo.ZoneInfo("America/New_York")) + datetime.timedelta(hours=1)
    server.post(ALEX, "/v1/check-ins", {"title": "Look back", "clientIds": [sara], "startsAt": f"{soon:%Y-%m-%dT%H:%M}", "questions": [
        {"kind": "number", "prompt": "Waist", "measure": "waist"},
        {"kind": "number", "prompt": "Pressure", "measure": "bloodPressure"},
        {"kind": "choice", "prompt": "Sessions", "choices": ["All", "Some", "None"]},
        {"kind": "text", "prompt": "Anything else?", "optional": True},
    ]})
    until(lambda: server.get(SARA, "/v1/check-ins/asked?state=open")["asked"], "it isn't asked")
    terminal = stage.terminal(["check-in", "answer"], stage.home(server, SARA), shell=STAYS)
    for question, answers in (("1. Waist (cm)", ("much", "76.5")), ("2. Pressure (mmHg)", ("128", "128/82")),
                              ("3. Sessions (1 All, 2 Some, 3 None)", ("som",)), ("4. Anything else? [may be left out]", ("",))):
        terminal.wait(question)
        for answer in answers:
            terminal.type(answer)
            terminal.keys("Enter")
            if answer != answers[-1]:
                terminal.wait("That isn't an answer.")
    terminal.wait("ended with 0")
    terminal.wait("2. Pressure: 128/82")
    terminal.wait("3. Sessions: Some")
    assert any("Sessions: Some" in text for text in server.said(SARA, "Alex Rivera"))
    series = server.get(ALEX, f"/v1/clients/{sara}/measures")["series"]
    latest = {one["kind"]: one["points"][-1] for one in series}
    assert latest["waist"]["value"] == 76.5 and latest["bloodPressure"]["diastolic"] == 82, latest
