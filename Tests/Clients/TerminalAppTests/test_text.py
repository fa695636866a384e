"""Text that terminals measure differently: what follows it stays in its column, and so does the cursor."""

import re
import unicodedata

from harness import ALEX, SARA, until
from test_sizes import check

# What it is, the text, and the columns that it takes if all agree about that.
SCRIPTS = [
    ("a skin tone", "👍🏽", 2), ("a family", "👩‍👩‍👧‍👦", 2), ("an astronaut", "👩🏽‍🚀", 2), ("a flag", "🇸🇪", 2),
    ("two flags", "🇸🇪🇩🇪", 4), ("a rainbow flag", "🏳️‍🌈", 2), ("a keycap", "1️⃣", None), ("a heart with VS16", "❤️", 2),
    ("a check with VS15", "✔︎", 1), ("a sun with VS16", "☀️", 2), ("a wide emoji", "🏋️‍♀️", 2), ("CJK", "漢字", 4),
    ("Hangul", "한국어", 6), ("Hangul of letters", "\u1112\u1161\u11ab", 2), ("fullwidth letters", "ＡＢ", 4),
    ("halfwidth Kana", "ｶﾅ", 2), ("Devanagari", "नमस्ते", None), ("a conjunct", "क्ष्म", None), ("Tamil", "நன்றி", None),
    ("Thai", "สวัสดี", 4), ("Burmese", "မင်္ဂလာ", None), ("Arabic", "مرحبا", 5), ("Hebrew", "שלום", 4),
    ("Arabic with marks", "مُحَمَّد", 4), ("a Latin letter with a mark", "e\u0301", 1), ("zalgo", "Z" + "\u0351\u036b\u0343" * 12 + "o", 2),
    ("an enclosed letter", "A\u20dd", 1), ("a zero-width space", "a\u200bb", 2), ("a joiner between letters", "a\u200db", 2),
    ("a soft hyphen", "a\u00adb", None), ("a word joiner", "a\u2060b", 2), ("a byte order mark", "a\ufeffb", 2),
    ("tags", "\U0001f3f4\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f", 2), ("a Tibetan stack", "ཧཱུྃ", None),
    ("an ideographic space", "a\u3000b", 4), ("a mathematical letter", "𝒜", 1), ("a private character", "\ue000", 1),
    ("an unassigned character", "\U0003fff0", None), ("a noncharacter", "\ufdd0", None), ("a ligature", "ﷺ", None),
    ("a wide Javanese sign", "꧅", None), ("a cuneiform sign", "𒐫", None), ("an ellipsis of marks", "…", 1),
]


def test_messages_keep_the_columns_after_them(stage):
    """The time after a message, the border before it and the row below stand where they would without it."""
    server = stage.server()
    alex = stage.chat(server, ALEX, "Sara")
    alex.wait_online()
    alex.keys("C-g")
    alex.wait("Esc ×")
    for name, text, _ in SCRIPTS:
        server.send(SARA, "Alex Rivera", f"[{text}] {name}")
        alex.wait(name)
        check_columns(alex, name)
    check(alex, 120, 32)
    alex.resize(80, 24)
    check(alex, 80, 24)
    alex.keys("PageUp")
    check(alex, 80, 24)


def check_columns(terminal, name, borders=(28, 88)):
    """The borders are where they are in a row of plain letters, as the terminal's own cells say."""
    for number, row in enumerate(terminal.screen()):
        if 1 <= number < 29:
            # What follows a joiner is in its cell, except where the client has placed it anew or the cell is full: all
            # of this looks the same here.
            found = [cells(row, joined) for joined in (1, 0x80, 0x110000)]
            assert any(all(one[border:border + 1] == ["│"] for border in borders) for one in found), \
                f"{name}, row {number}: the border isn't there: {row!r}"


def cells(row, first):
    """The text of each cell of a row, as tmux 3.3 counts cells: a wide character is followed by an empty one.

    @param first the first character that is joined to the one before it.
    """
    found, joined = [], False
    for character in row:
        category, is_joined, joined = unicodedata.category(character), joined, character == "\u200d"
        # A soft hyphen is drawn. The vowels and finals of Hangul join the letter before them.
        is_mark = category in ("Mn", "Me", "Cf") and character != "\u00ad" or 0x1160 <= ord(character) <= 0x11ff
        if is_mark or is_joined and ord(character) >= first:
            continue
        found += [character, ""] if unicodedata.east_asian_width(character) in "WF" else [character]
    return found


def test_the_cursor_is_after_what_is_typed(stage):
    """After each text and a letter, the cursor is where the letter is, plus one."""
    server = stage.server()
    alex = stage.chat(server, ALEX, "Sara")
    alex.wait_online()
    for name, text, columns in SCRIPTS:
        alex.keys("C-u")
        alex.settled()
        alex.paste(text)
        alex.type("|")
        alex.wait(lambda rows: any(row.startswith(" › ") and row.endswith("|") for row in rows))
        alex.settled()
        if columns is not None:
            assert alex.cursor()[0] == 3 + columns + 1, \
                f"{name}: the cursor is in column {alex.cursor()[0]}, not {3 + columns + 1}:{alex.seen()}"
        before, after = alex.redraw()
        assert before == after, f"{name}: Ctrl-L changes the picture: {before} {after}"
        # Back over the text is as many steps as there are clusters, and ends at the beginning.
        alex.keys("Home")
        until(lambda: alex.cursor()[0] == 3, lambda: f"{name}: Home goes to column {alex.cursor()[0]}")
        alex.keys("End")
        if columns is not None:
            until(lambda: alex.cursor()[0] == 3 + columns + 1, lambda: f"{name}: End goes to column {alex.cursor()[0]}")
    alex.keys("C-u")


def test_backspace_removes_what_one_sees_as_one(stage):
    server = stage.server()
    alex = stage.chat(server, ALEX, "Sara")
    alex.wait_online()
    for text in ["👩‍👩‍👧‍👦", "🇸🇪", "👍🏽", "é", "e\u0301", "1️⃣", "क्षि"]:
        alex.paste(f"a{text}")
        alex.wait(lambda rows: any(row.startswith(" › a") for row in rows))
        alex.keys("BSpace")
        alex.wait(re.compile(r"^ › a$", re.M))
        until(lambda: alex.cursor()[0] == 4, lambda: f"{text}: the cursor is in column {alex.cursor()[0]}")
        alex.keys("BSpace")
        alex.wait("Write to Sara")


def test_names_of_every_script(stage):
    """In the list, in titles, in the gutter, and in “… is typing”."""
    server = stage.server()
    alex = stage.chat(server, ALEX, "Sara")
    alex.wait_online()
    for number, (name, text, _) in enumerate(SCRIPTS):
        if number % 4:
            continue
        status, answer = server.request("PATCH", "/v1/me", {"displayName": f"S{text}x"}, server.login(SARA))
        if status != 200:
            continue
        server.send(SARA, "Alex Rivera", f"I'm {name} now.")
        alex.wait(f"I'm {name} now.")
        check_columns(alex, name, (28,))
    check(alex, 120, 32)
    alex.resize(40, 10)
    check(alex, 40, 10)


def test_a_cluster_without_end_is_harmless(stage):
    """One character of hundreds of columns, or of thousands of marks, breaks neither the program nor its neighbours."""
    server = stage.server()
    alex = stage.chat(server, ALEX, "Sara", columns=300, rows=60)
    alex.wait_online()
    floods = ["a" + "\u0903" * 258, "\u0915\u094d" * 300, "\u1100" * 270, "\U0001f469\u200d" * 300, "\u0600" * 300 + "x",
              "e" + "\u0301" * 1500, "\U0001f1f8" * 400, "\u0e33" * 300, "\ufdfd" * 300]
    for number, flood in enumerate(floods):
        server.send(SARA, "Alex Rivera", f"{flood} and after it {number}")
        alex.wait(f"and after it {number}")
        assert not alex.has_ended(), alex.seen()
    check(alex, 300, 60)
    # In the composer, too.
    alex.paste(floods[0])
    alex.type(" end")
    alex.wait(" end")
    alex.keys("C-u")
    for columns, rows in [(120, 32), (40, 10), (20, 5)]:
        alex.resize(columns, rows)
        check(alex, columns, rows)
