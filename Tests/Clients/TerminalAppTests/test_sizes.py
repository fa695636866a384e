"""Windows of every size: nothing overlaps, and the picture is the one that a fresh drawing gives."""

import re
import threading

from harness import ALEX, RESTLESS, SARA, until

SIZES = [(120, 32), (80, 24), (40, 10), (20, 5), (300, 100), (72, 16), (71, 15), (109, 30), (110, 30)]


def check(terminal, columns, rows):
    before, after = terminal.redraw()
    assert before == after, f"Ctrl-L changes the picture of {columns}×{rows}:\n" + difference(before, after)
    shown = terminal.screen()
    assert len(shown) == rows
    if after[1] is not None:
        column, row = after[1]
        assert 0 <= column < columns and 0 <= row < rows


def difference(before, after):
    rows = [f"{number:3} {one!r}\n    {other!r}" for number, (one, other) in enumerate(zip(before[0], after[0])) if one != other]
    return "\n".join(rows[:6]) + f"\ncursor {before[1]} {after[1]}"


def test_every_size_is_drawn_as_a_whole(stage):
    server = stage.server()
    alex = stage.chat(server, ALEX, "Sara")
    alex.wait_online()
    for columns, rows in SIZES:
        alex.resize(columns, rows)
        alex.wait(lambda shown: len(shown) == rows)
        check(alex, columns, rows)
        # The same as in a window that has always been this size.
        fresh = stage.chat(server, ALEX, "Sara", columns=columns, rows=rows)
        fresh.wait_online()
        fresh.wait_gone("connecting")
        assert_same(alex, fresh, f"{columns}×{rows}")
        fresh.keys("C-q")
        fresh.wait_ended()
    alex.type("ok")
    alex.wait("› ok")


def assert_same(one, other, what):
    def plain(terminal):
        return [RESTLESS.sub("#", row).rstrip() for row in terminal.screen()]
    until(lambda: plain(one) == plain(other),
          lambda: f"{what} isn't as in a fresh window:{one.seen()}\n--- fresh:{other.seen()}", 10)


def test_too_small_a_window_says_so(stage):
    server = stage.server()
    alex = stage.chat(server, ALEX, "Sara")
    alex.wait_online()
    alex.type("Kept")
    alex.wait("› Kept")
    for columns, rows in [(19, 4), (19, 30), (100, 4), (10, 2), (1, 1), (2, 1)]:
        alex.resize(columns, rows)
        alex.settled()
        assert not alex.has_ended(), f"{columns}×{rows}: {alex.seen()}"
        if columns >= 10 and rows >= 3:
            assert "larger" in " ".join(alex.screen()), alex.seen()
    alex.resize(19, 4)
    alex.wait(lambda rows: " ".join("".join(rows).split()).replace(" ", "") == "Makethewindowlarger")
    # Keys typed now aren't lost.
    alex.type(" dry")
    alex.resize(80, 24)
    alex.wait("› Kept dry")
    check(alex, 80, 24)


def test_the_smallest_window_is_usable(stage):
    """In 20×5 a message can be read and written."""
    server = stage.server()
    sara = stage.chat(server, SARA, "Alex", columns=20, rows=5)
    sara.wait(lambda rows: "›" in rows[-1])
    server.send(ALEX, "Sara Lindqvist", "At nine?")
    sara.wait("At nine?")
    sara.type("Yes!")
    sara.wait("› Yes!")
    sara.keys("Enter")
    until(lambda: server.said(ALEX, "Sara Lindqvist")[-1] == "Yes!", "it isn't sent")
    check(sara, 20, 5)


def test_a_narrow_window_shows_one_column_at_a_time(stage):
    server = stage.server()
    alex = stage.chat(server, ALEX, "Sara", columns=40, rows=10)
    alex.wait(re.compile(r"colour\s+not\s+beige"))
    assert "│" not in alex.text()
    # Names stand above the text.
    alex.wait(re.compile(r"^ Sara Lindqvist \d\d:\d\d", re.M))
    alex.keys("Tab")
    alex.wait("Mike Okafor")
    assert "beige" not in alex.text()
    check(alex, 40, 10)
    alex.keys("Escape")
    alex.wait(re.compile(r"colour\s+not\s+beige"))
    check(alex, 40, 10)


def test_messages_arrive_while_the_window_is_resized(stage):
    server = stage.server()
    alex = stage.chat(server, ALEX, "Sara")
    alex.wait_online()
    texts = [f"Number {number} of many: 漢字 and 👩🏽‍🚀 and नमस्ते, long enough to be wrapped in every window." for number in range(30)]
    sending = threading.Thread(target=server.send, args=(SARA, "Alex Rivera", *texts))
    sending.start()
    turn = 0
    while sending.is_alive():
        columns, rows = SIZES[turn % len(SIZES)]
        alex.resize(columns, rows)
        turn += 1
    sending.join()
    assert turn > 5
    alex.resize(100, 30)
    alex.wait("Number 29 of many")
    check(alex, 100, 30)
    shown = [int(number) for number in re.findall(r"Number (\d+) of many", alex.text())]
    assert shown == list(range(shown[0], 30)), shown


def test_the_pane_beside_above_and_instead(stage):
    server = stage.server()
    alex = stage.chat(server, ALEX, "Sara")
    alex.wait_online()
    alex.keys("C-g")
    alex.wait("Esc ×")
    for columns, rows in [(120, 32), (80, 24), (40, 10), (110, 20), (109, 20), (72, 20), (71, 20), (300, 100), (20, 5)]:
        alex.resize(columns, rows)
        check(alex, columns, rows)
