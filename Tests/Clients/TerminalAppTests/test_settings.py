"""What the user has set: keys, colours, sounds, the mouse."""

import datetime
import re
import zoneinfo

from harness import ALEX, SARA, until

NOTICES = [b"\x07", b"\x1b]777;notify;Spotter;Sara Lindqvist wrote\x1b\\", b"\x1b]9;Spotter: Sara Lindqvist wrote\x1b\\"]


def opened(stage, settings, *arguments):
    server = stage.server()
    (stage.home(server, ALEX) / ".config" / "spotter" / "chat.toml").write_text(settings)
    alex = stage.chat(server, ALEX, *arguments)
    alex.wait_online()
    alex.settled()
    return server, alex


def test_a_message_elsewhere_rings_and_says_none_of_its_words(stage):
    server, alex = opened(stage, "", "Priya")
    before = len(alex.raw())
    server.send(SARA, "Alex Rivera", "My secret injury.")
    for notice in NOTICES:
        until(lambda: notice in alex.raw()[before:], f"{notice} isn't written")
    # The chat that is looked at is silent.
    alex.open("Sara Lindqvist")
    alex.wait("My secret injury.")
    before = len(alex.raw())
    server.send(SARA, "Alex Rivera", "And another.")
    alex.wait("And another.")
    assert not [notice for notice in NOTICES if notice in alex.raw()[before:]]


def test_quiet_hours(stage):
    now = datetime.datetime.now(zoneinfo.ZoneInfo("America/New_York"))
    begin, end = (f"{now + datetime.timedelta(hours=hours):%H:%M}" for hours in (-1, 2))
    server, alex = opened(stage, f'quiet-hours = "{begin}-{end}"\n', "Priya")
    before = len(alex.raw())
    unread = server.unread(ALEX, "Sara Lindqvist")
    server.send(SARA, "Alex Rivera", "Are you asleep?")
    alex.wait(re.compile(rf"Sara Lindqvis.* {unread + 1} "))
    assert not [notice for notice in NOTICES if notice in alex.raw()[before:]]


def test_other_keys_and_what_is_wrong_with_the_file(stage):
    _, alex = opened(stage, '# mine\n[keys]\nswitch = ["f2"]\nhelp = "f3"\nswich = "f4"\n')
    alex.wait("do you mean switch?")
    alex.wait(re.compile("F2 +finds a chat or a person"))
    alex.wait(re.compile("F3 +shows all keys"))
    alex.keys("F2")
    alex.wait(lambda rows: sum(" ›" in row for row in rows) == 2)
    alex.type("Sara L")
    alex.keys("Enter")
    alex.wait("Write to Sara Lindqvist")
    alex.keys("F3")
    alex.wait(re.compile(r"F2 +switch to a chat or person"))
    alex.keys("Escape", "C-k")
    alex.settled()
    assert sum(" ›" in row for row in alex.screen()) == 1, alex.seen()


def test_a_light_terminal_gets_colours_that_can_be_read(stage):
    _, alex = opened(stage, "", "Sara")

    def colours(since):
        return {code for codes in re.findall(rb"\x1b\[([0-9;]*)m", alex.raw()[since:]) for code in codes.split(b";")}
    assert b"94" in colours(0) and b"34" not in colours(0)
    before = len(alex.raw())
    # The terminal's answer to the question for its background.
    alex.bytes(b"\x1b]11;rgb:ffff/ffff/ffff\x1b\\")
    until(lambda: b"34" in colours(before), "the colours stay")
    assert b"94" not in colours(before)


def test_a_click_opens_a_chat(stage):
    _, alex = opened(stage, "mouse = true\n", "Sara")
    row = next(number for number, text in enumerate(alex.screen(), 1) if "Mike Okafor" in text[:28])
    alex.bytes(f"\x1b[<0;6;{row}M\x1b[<0;6;{row}m".encode())
    alex.wait("Write to Mike Okafor")


def test_a_reminder_is_shown_as_it_fires(stage):
    server, alex = opened(stage, "", "Sara")
    before = len(alex.raw())
    server.login(ALEX)
    due = datetime.datetime.now(datetime.timezone.utc) + datetime.timedelta(seconds=5)
    server.post(ALEX, "/v1/reminders", {"text": "Order chalk", "dueAt": f"{due:%Y-%m-%dT%H:%M:%S}Z"})
    alex.wait(re.compile("! .*Order chalk"))
    assert b"\x07" in alex.raw()[before:]
