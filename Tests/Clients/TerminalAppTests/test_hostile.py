"""Texts of others that could act on the terminal: nothing of them does.

What the program writes is recorded by the pane's pipe and read by a strict grammar: each control byte has to belong to a
sequence that the client itself makes.
"""

import json
import re
import urllib.error
import urllib.parse
import urllib.request

import corpus
from harness import ALEX, PRIYA, SARA, until

# Every sequence that the client writes, and nothing else.
OWN = re.compile(
    rb"\x1b\[\d+;\d+H|\x1b\[[0-9;]*m|\x1b\[2J|\x1b\[2X|\x1b\[\?(?:25|2026|1049|2004|1004)[hl]"
    rb"|\x1b\[\?(?:1000|1006)l|\x1b\]8;;[^\x00-\x20\x7f]*\x1b\\|\x1b\]11;\?\x1b\\|\x07"
    rb"|\x1b\]777;notify;Spotter;[^\x00-\x1f\x7f;]* wrote\x1b\\|\x1b\]9;Spotter: [^\x00-\x1f\x7f;]* wrote\x1b\\"
)
OVERRIDES = re.compile("[\u202a-\u202e\u2066-\u2069\ufff9-\ufffb\u2028\u2029\ufeff]")
ISOLATES = ("\u2068", "\u2069")


def check_output(terminal, what="", allowed=b""):
    """The recorded output holds no control but the client's own."""
    data = terminal.raw()
    # The end of what was recorded may be in the middle of a sequence.
    end = data.rfind(b"\x1b[?2026l")
    rest = OWN.sub(b"", data[:end] if end >= 0 else data)
    if allowed:
        rest = re.sub(allowed, b"", rest)
    wrong = re.search(rb"[\x00-\x09\x0b\x0c\x0e-\x1f\x7f]", rest)
    assert wrong is None, f"{what}: a control byte in {rest[max(0, wrong.start() - 60):wrong.end() + 60]!r}"
    # Addresses of links are looked at, too.
    text = data.decode(errors="replace")
    wrong = re.search("[\x80-\x9f]", text)
    assert wrong is None, f"{what}: an eight-bit control in {text[max(0, wrong.start() - 40):wrong.end() + 40]!r}"
    for isolate in ISOLATES:
        text = text.replace(isolate, "")
    wrong = OVERRIDES.search(text)
    assert wrong is None, f"{what}: a direction or line mark in {text[max(0, wrong.start() - 40):wrong.end() + 40]!r}"


def check_terminal(terminal):
    """Title, clipboard, modes and size are as they were."""
    title, alternate, mouse, origin = terminal.ask("#{pane_title}|#{alternate_on}|#{mouse_any_flag}|#{origin_flag}").split("|")
    assert title == terminal.title, f"the title is {title!r}"
    assert (alternate, mouse, origin) == ("1", "0", "0"), (alternate, mouse, origin)
    assert terminal.tmux("list-buffers").strip() == "", "the clipboard was set"
    upper, lower = terminal.ask("#{scroll_region_upper} #{scroll_region_lower}").split()
    assert (int(upper), int(lower)) == (0, terminal.size()[1] - 1), f"the scroll region is {upper}–{lower}"
    assert not terminal.has_ended(), terminal.seen()


def opened(stage, server, email, *arguments, **options):
    terminal = stage.chat(server, email, *arguments, **options)
    terminal.wait_online()
    terminal.title = terminal.ask("#{pane_title}")
    return terminal


def test_messages_do_nothing(stage):
    server = stage.server()
    texts = corpus.texts()
    assert len(texts) >= 200
    alex = opened(stage, server, ALEX, "Sara")
    priya = opened(stage, server, ALEX, "Priya", device="other", columns=80, rows=24)
    sent = 0
    chat = server.chat(SARA, "Alex Rivera")
    for number, text in enumerate(texts):
        status, _ = server.request("POST", f"/v1/chats/{chat}/messages", {"clientMessageId": f"hostile-{number}", "text": text + f" {number}!"},
                                   server.login(SARA))
        sent += status == 201
        if number % 20 == 19 and status == 201:
            alex.wait(f"{number}!")
            check_output(alex, f"until text {number}")
    assert sent > 180, f"the server took only {sent} of {len(texts)}"
    server.send(SARA, "Alex Rivera", "The last one.")
    alex.wait("The last one.")
    # Through all of them, in other windows.
    for columns, rows in [(120, 32), (40, 10), (80, 24)]:
        alex.resize(columns, rows)
        for _ in range(12):
            alex.keys("PageUp")
        alex.settled()
        before, after = alex.redraw()
        assert before == after, "Ctrl-L changes the picture"
        alex.keys("Escape")
    check_output(alex)
    check_terminal(alex)
    check_output(priya)
    check_terminal(priya)
    alex.wait("Write to Sara Lindqvist")


def test_names_do_nothing(stage):
    """Display names and names of groups: in the list, titles, the gutter, the switcher, completions and notices."""
    server = stage.server()
    alex = opened(stage, server, ALEX, "Sara")
    group = server.post(ALEX, "/v1/chats", {"kind": "group", "name": "Plain", "memberIds": [me(server, SARA), me(server, PRIYA)]})
    group = group.get("chat", group)["id"]
    taken = 0
    for number, text in enumerate(corpus.texts()[::5]):
        name = (text + "n")[:60]
        status, _ = server.request("PATCH", "/v1/me", {"displayName": name}, server.login(SARA))
        taken += status == 200
        status, _ = server.request("PATCH", f"/v1/chats/{group}", {"name": name}, server.login(ALEX))
        taken += status == 200
        server.post(SARA, f"/v1/chats/{group}/messages", {"clientMessageId": f"named-{number}", "text": f"I'm number {number}."})
        server.send(SARA, "Alex Rivera", f"I am number {number}.")
        alex.wait(f"I am number {number}.")
        if number % 10 == 0:
            alex.keys("C-k")
            alex.settled()
            alex.keys("Escape")
            alex.type("@")
            alex.settled()
            alex.keys("Escape", "C-u")
            alex.settled()
        check_output(alex, f"as {name!r}")
    check_terminal(alex)
    print(f"        ({taken} names were taken by the server)")


def test_file_names_do_nothing(stage):
    server = stage.server()
    alex = opened(stage, server, ALEX, "Sara")
    chat = server.chat(SARA, "Alex Rivera")
    names = ["\x1b]0;title\x07.txt", "\x1b[2J.txt", "a\x9b31m.txt", "photo\u202egnp.exe", "new\nline.txt", "../../etc/passwd", "-rf", "`touch x`.txt",
             "\x1b]52;c;ZXZpbA==\x07", "a\rb.txt", "👩‍👩‍👧‍👦.txt", "a" * 200 + ".txt", "\x1b]8;;https://evil.example\x1b\\x.txt"]
    taken = 0
    for number, name in enumerate(names):
        media = upload(server, SARA, name, number)
        if media is None:
            continue
        taken += 1
        server.post(SARA, f"/v1/chats/{chat}/messages", {"clientMessageId": f"file-{number}", "text": f"File {number}.", "mediaIds": [media]})
        alex.wait(f"File {number}.")
        alex.keys("Up", "s")
        alex.settled()
        alex.keys("Escape")
        check_output(alex, f"a file {name!r}")
    assert taken > 3, taken
    check_terminal(alex)


def test_pastes_do_nothing(stage):
    """What is pasted may hold controls, too, such as the end of a bracketed paste: nothing of it is sent or acts."""
    server = stage.server()
    alex = opened(stage, server, ALEX, "Sara")
    count = len(server.said(SARA, "Alex Rivera", 200))
    for text in ["\x1b[31mred", "a\x9b31mb", "a\x07b", "a\x1b]0;title\x07b", "\x1b]52;c;ZXZpbA==\x07", "a\u202eb", "\x1b[2Jx", "\x03\x04\x11q", "tab\there"]:
        alex.paste(text)
        alex.settled()
        check_output(alex, f"pasted {text!r}")
        assert not alex.has_ended(), f"{text!r} ends it"
        alex.keys("C-u")
        alex.wait("Write to Sara")
    check_terminal(alex)
    # A line feed in a paste doesn't send.
    alex.paste("first\nsecond\n")
    alex.wait("second")
    alex.settled()
    assert len(server.said(SARA, "Alex Rivera", 200)) == count, "a paste was sent"


def test_searches_and_quotes_do_nothing(stage):
    server = stage.server()
    alex = opened(stage, server, ALEX, "Sara")
    hostile = "kettlebell \x1b]0;title\x07 \x1b[31m \x9b31m \u202eevil"
    message = server.send(SARA, "Alex Rivera", hostile)[0]
    message = message.get("message", message)
    chat = server.chat(SARA, "Alex Rivera")
    server.post(SARA, f"/v1/chats/{chat}/messages", {"clientMessageId": "quote", "text": "See above.", "replyTo": message["id"]})
    alex.wait("See above.")
    alex.keys("Up", "Up", "r")
    alex.settled()
    alex.keys("Escape")
    alex.type("/search kettlebell")
    alex.keys("Enter")
    alex.wait(re.compile("SEARCH|kettlebell.*Esc ×|Search", re.I))
    alex.settled()
    alex.keys("Enter")
    alex.settled()
    check_output(alex)
    check_terminal(alex)


def test_copying_a_message_copies_clean_text(stage):
    """`c` is the one that sets the clipboard, and without controls that a shell would obey when it's pasted."""
    server = stage.server()
    alex = opened(stage, server, ALEX, "Sara")
    server.send(SARA, "Alex Rivera", "ls\x1b[201~\nrm -rf x\x9b2J\u202e")
    alex.wait("rm -rf x")
    alex.keys("Up", "c")
    alex.wait("Copied")
    until(lambda: alex.tmux("list-buffers").strip(), "the clipboard isn't set")
    copied = alex.tmux("show-buffer")
    assert copied.startswith("ls") and "rm -rf x" in copied, copied
    assert not re.search("[\x00-\x09\x0b-\x1f\x7f-\x9f\u202e]", copied), ascii(copied)


def me(server, email):
    answer = server.get(email, "/v1/me")
    return answer.get("user", answer)["id"]


def upload(server, email, name, number):
    """A small file. `None` if the server refuses its name."""
    query = urllib.parse.urlencode({"clientMediaId": f"file-{number}", "fileName": name})
    request = urllib.request.Request(f"{server.api}/v1/media?{query}", b"plain text", method="POST", headers={
        "Authorization": f"Bearer {server.login(email)}", "Content-Type": "application/octet-stream"})
    try:
        with urllib.request.urlopen(request) as answer:
            return json.loads(answer.read())["media"]["id"]
    except urllib.error.HTTPError as error:
        error.close()
        return None
