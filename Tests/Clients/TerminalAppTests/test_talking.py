"""Two people at two terminals: typing, receipts, unread messages, and what counts as read."""

import re

from harness import ALEX, PRIYA, SARA, until


def test_two_people_see_each_other_type_and_read(stage):
    server = stage.server()
    alex = stage.chat(server, ALEX, "Sara")
    alex.wait_online()
    alex.write("Are you there?")
    # Nobody has received it yet.
    alex.wait(re.compile(r"Are you there\? ✓(?!✓)"))
    sara = stage.chat(server, SARA)
    sara.wait("Alex Rivera")
    alex.wait(re.compile(r"Are you there\? ✓✓(?! read)"))
    sara.open("Alex Rivera")
    sara.wait("Are you there?")
    alex.wait("Are you there? ✓✓ read")
    sara.type("I am he")
    alex.wait("Sara Lindqvist is typing…")
    sara.type("re")
    sara.keys("Enter")
    alex.wait("I am here")
    alex.wait_gone("is typing…")
    sara.wait("I am here ✓✓ read")


def test_a_draft_follows_the_other_device(stage):
    """What is sent there can't be sent from here once more."""
    server = stage.server()
    here = stage.chat(server, ALEX, "Sara")
    there = stage.chat(server, ALEX, "Sara", device="other")
    here.wait_online()
    there.wait_online()
    here.type("Half a thought")
    there.wait("› Half a thought")
    here.type(" more")
    there.wait("› Half a thought more")
    here.keys("Enter")
    there.wait("Write to Sara")
    assert server.said(ALEX, "Sara Lindqvist").count("Half a thought more") == 1


def test_presence_is_shown_and_goes(stage):
    server = stage.server()
    alex = stage.chat(server, ALEX, "Sara")
    alex.wait_online()
    sara = stage.chat(server, SARA)
    alex.wait(re.compile(r"●.{0,3}Sara Lindqvist"))
    sara.keys("C-q")
    sara.wait_ended()
    alex.wait(lambda rows: not re.search(r"●.{0,3}Sara Lindqvist", "\n".join(rows)))


def test_thirty_unread_after_an_absence(stage):
    """A client that was killed finds 30 messages: the number, the line, the first of them, and none is read unseen."""
    server = stage.server()
    sara = stage.chat(server, SARA, "Alex")
    sara.wait_online()
    sara.settled()
    sara.kill()
    server.send(ALEX, "Sara Lindqvist", *[f"Missed number {number}." for number in range(1, 31)])
    sara = stage.chat(server, SARA)
    sara.wait(re.compile(r"Alex Rivera.* 30 "))
    sara.open("Alex Rivera")
    sara.wait("─── 30 unread ───")
    rows = sara.settled()[0]
    shown = [int(number) for number in re.findall(r"Missed number (\d+)\.", "\n".join(rows))]
    # The first unread message is on top, and what follows is in order.
    assert shown == list(range(1, len(shown) + 1)), shown
    assert 5 < len(shown) < 30, shown
    line = next(index for index, row in enumerate(rows) if "30 unread" in row)
    assert line <= 4, f"the unread line is in row {line}"
    # Only what was shown is read.
    until(lambda: server.unread(SARA, "Alex Rivera") == 30 - len(shown),
          lambda: f"{len(shown)} of 30 were shown, and {server.unread(SARA, 'Alex Rivera')} are unread")
    sara.keys("PageDown")
    sara.wait(f"Missed number {len(shown) + 1}.")
    for _ in range(5):
        sara.keys("PageDown")
    sara.wait("Missed number 30.")
    until(lambda: server.unread(SARA, "Alex Rivera") == 0, "what was shown isn't read")
    # The line stays where it was until the chat is left.
    sara.keys("Up", "u")
    sara.wait("─── 30 unread ───")
    sara.wait("Missed number 1.")


def test_thirty_unread_behind_a_gap(stage):
    """More was missed than a connection brings, and most of it was read elsewhere: the 30 are found, and walking up from
    them brings what lies between and what this device had, each message once and in order."""
    server = stage.server()
    sara = stage.chat(server, SARA, "Alex")
    sara.wait_online()
    sara.wait("colour not beige")
    sara.settled()
    sara.kill()
    # A connection brings 200 changes of a chat.
    server.send(ALEX, "Sara Lindqvist", *[f"Missed number {number}." for number in range(1, 301)])
    read = server.messages(SARA, "Alex Rivera")[-31]
    assert read["text"] == "Missed number 270.", read
    server.post(SARA, f"/v1/chats/{server.chat(SARA, 'Alex Rivera')}/read", {"seq": read["seq"]})
    sara = stage.chat(server, SARA)
    sara.wait(re.compile(r"Alex Rivera.* 30 "))
    sara.open("Alex Rivera")
    sara.wait("─── 30 unread ───")
    sara.wait("Missed number 271.")

    def shown():
        sara.wait_gone("loading…")
        return [int(number) for number in re.findall(r"Missed number (\d+)\.", "\n".join(sara.settled()[0]))]

    rows = shown()
    until(lambda: server.unread(SARA, "Alex Rivera") == 30 - sum(number > 270 for number in rows), "what was shown isn't read")
    unread, seen = server.unread(SARA, "Alex Rivera"), set(rows)
    for _ in range(40):
        if "colour not beige" in sara.text():
            break
        sara.keys("PageUp")
        rows = shown()
        assert rows == sorted(set(rows)), rows
        seen |= set(rows)
    assert "colour not beige" in sara.text(), sara.seen()
    missing = set(range(1, 271)) - seen
    assert not missing, f"these are left out: {sorted(missing)}"
    assert server.unread(SARA, "Alex Rivera") == unread, "what wasn't shown is read"


def test_unread_counts_rise_in_the_list(stage):
    server = stage.server()
    sara = stage.chat(server, SARA, columns=100)
    sara.open("Alex Rivera")
    sara.settled()
    before = server.unread(SARA, "Saturday Run Club")
    for count in (1, 2, 3):
        server.send(PRIYA if "Saturday Run Club" in names(server, PRIYA) else ALEX, "Saturday Run Club", f"Run {count}")
        sara.wait(re.compile(rf"# Satur.* {before + count} "))
    sara.keys("M-Down")
    sara.wait("Write to Saturday Run Club")
    sara.wait("Run 3")
    until(lambda: server.unread(SARA, "Saturday Run Club") == 0, "what was shown isn't read")


def test_what_comes_while_one_reads_above_is_counted_and_not_read(stage):
    server = stage.server()
    server.send(SARA, "Alex Rivera", *[f"Before {number}" for number in range(60)])
    sara = stage.chat(server, SARA, "Alex")
    sara.wait_online()
    sara.wait("Before 59")
    sara.keys("PageUp", "PageUp")
    sara.wait_gone("Before 59")
    sara.settled()
    first = sara.screen()[5]
    server.send(ALEX, "Sara Lindqvist", "News one", "News two")
    sara.wait("↓ 2 new")
    assert sara.screen()[5] == first, "what is read moves away"
    assert server.unread(SARA, "Alex Rivera") == 2
    sara.keys("PageDown", "PageDown", "PageDown")
    sara.wait("News two")
    sara.wait_gone("↓ 2 new")
    until(lambda: server.unread(SARA, "Alex Rivera") == 0, "what was shown isn't read")


def test_a_window_in_the_background_reads_nothing(stage):
    """The terminal says that it has lost the focus: what comes then is shown, and not read."""
    server = stage.server()
    sara = stage.chat(server, SARA, "Alex")
    sara.wait_online()
    sara.settled()
    sara.bytes(b"\x1b[O")
    server.send(ALEX, "Sara Lindqvist", "While you look elsewhere")
    sara.wait("While you look elsewhere")
    sara.settled()
    assert server.unread(SARA, "Alex Rivera") == 1
    sara.bytes(b"\x1b[I")
    until(lambda: server.unread(SARA, "Alex Rivera") == 0, "what is looked at isn't read")


def names(server, email):
    return [chat["name"] for chat in server.get(email, "/v1/chats")["chats"]]
