"""The server is gone, or the client is killed: nothing that was typed is lost, and nothing is there twice."""

import pathlib
import re

from harness import ALEX, SARA, until


def is_kept(stage, text):
    """Whether it is on Alex's disk."""
    cache = stage.root / ALEX / ".local" / "share" / "spotter"
    return any(text.encode() in file.read_bytes() for file in cache.rglob("*") if file.is_file())


def test_a_killed_server_comes_back(stage):
    server = stage.server()
    alex = stage.chat(server, ALEX, "Sara", columns=80, rows=24)
    alex.wait_online()
    alex.write("Before the crash.")
    alex.wait(re.compile(r"Before the crash\. ✓"))
    server.kill()
    alex.wait("○ offline since")
    texts = [f"Written offline {number}." for number in range(1, 6)]
    for count, text in enumerate(texts, 1):
        alex.write(text)
        alex.wait(f"{text} … queued")
        alex.wait(f"· {count} queued")
    assert re.search(r"○ offline since \d\d:\d\d · 5 queued · trying.* · Ctrl-R now", alex.screen()[0]), alex.screen()[0]
    server.start()
    alex.keys("C-r")
    alex.wait("● online")
    alex.wait(re.compile(r"Written offline 5\. ✓"))
    alex.wait_gone("queued")
    assert server.said(SARA, "Alex Rivera")[-6:] == ["Before the crash.", *texts]
    shown = re.findall(r"Written offline \d\.", alex.text())
    assert shown == texts, shown


def test_reconnect_now_does_not_wait(stage):
    """After some attempts the pause is long. Ctrl-R ends it."""
    server = stage.server()
    alex = stage.chat(server, ALEX, "Sara")
    alex.wait_online()
    server.kill()
    alex.wait(re.compile(r"trying in (15|[23]\d) s"), 90)
    server.start()
    alex.keys("C-r")
    alex.wait("● online", 5)


def test_opens_from_the_cache_without_a_server(stage):
    server = stage.server()
    alex = stage.chat(server, ALEX, "Sara")
    alex.wait_online()
    alex.wait("colour not beige")
    alex.keys("C-q")
    assert alex.wait_ended() == 0
    server.kill()
    alex = stage.chat(server, ALEX, "Sara", ready=False)
    alex.wait("colour not beige")
    alex.wait("offline")
    alex.write("Will this arrive?")
    alex.wait("Will this arrive? … queued")
    alex.keys("C-q")
    alex.wait_ended()
    server.start()
    # What was written without a server goes out the next time.
    stage.chat(server, ALEX).wait_online()
    until(lambda: server.said(SARA, "Alex Rivera")[-1] == "Will this arrive?", "what was queued isn't sent")


def test_who_waits_is_known_without_a_server(stage):
    server = stage.server()
    alex = stage.chat(server, ALEX, "Sara")
    alex.wait_online()
    server.send(SARA, "Alex Rivera", "Are you there?")
    alex.wait("WAITING")
    alex.wait("OTHERS")
    alex.settled()
    order = [row[:20] for row in alex.screen()[2:10]]
    alex.keys("C-q")
    alex.wait_ended()
    server.kill()
    alex = stage.chat(server, ALEX, "Sara", ready=False)
    alex.wait("offline")
    assert [row[:20] for row in alex.screen()[2:10]] == order, alex.seen()


def test_a_server_that_does_not_answer_does_not_stop_the_keys(stage):
    """The server is stopped, not gone: connections hang. Keys still show at once."""
    import os
    import signal
    server = stage.server()
    alex = stage.chat(server, ALEX, "Sara")
    alex.wait_online()
    os.kill(server.process.pid, signal.SIGSTOP)
    try:
        alex.write("To a server that hangs.")
        alex.wait("To a server that hangs. …", 3)
        alex.type("Still typing")
        alex.wait("› Still typing", 3)
        alex.keys("C-k")
        alex.type("Mike O")
        alex.keys("Enter")
        alex.wait("Write to Mike Okafor", 5)
    finally:
        os.kill(server.process.pid, signal.SIGCONT)
    until(lambda: server.said(SARA, "Alex Rivera")[-1] == "To a server that hangs.", "it isn't sent")


def test_killed_while_typing(stage):
    server = stage.server()
    alex = stage.chat(server, ALEX, "Sara")
    alex.wait_online()
    alex.type("A thought that isn’t finished")
    # What is typed is stored when typing pauses, which the server sees.
    chat = server.chat(ALEX, "Sara Lindqvist")
    until(lambda: "finished" in str([one.get("draft") for one in server.get(ALEX, "/v1/chats")["chats"] if one["id"] == chat]),
          "the draft isn't on the server")
    alex.kill()
    alex = stage.chat(server, ALEX, "Sara", ready=False)
    alex.wait("› A thought that isn’t finished")
    assert "A thought" not in " ".join(server.said(SARA, "Alex Rivera"))
    column = len(" › A thought that isn’t finished")
    until(lambda: alex.cursor()[0] == column, lambda: f"the cursor is in column {alex.cursor()[0]}, not {column}")


def test_killed_while_typing_on_and_on(stage):
    """Nobody who types without a pause loses more than the end of it."""
    server = stage.server()
    alex = stage.chat(server, ALEX, "Sara")
    alex.wait_online()
    alex.type("The marked word")

    def is_kept_without_a_pause():
        alex.type(".")
        return is_kept(stage, "The marked word")
    # Less than the five seconds after which the server gets it.
    until(is_kept_without_a_pause, lambda: f"it isn't on the disk:{alex.seen()}", 4)
    alex.kill()
    alex = stage.chat(server, ALEX, "Sara", ready=False)
    alex.wait("› The marked word")
    assert "marked" not in " ".join(server.said(SARA, "Alex Rivera"))


def test_a_draft_of_a_killed_client_without_a_server(stage):
    server = stage.server()
    alex = stage.chat(server, ALEX, "Sara")
    alex.wait_online()
    alex.wait("colour not beige")
    server.kill()
    alex.wait("offline")
    alex.type("Typed without a server")
    until(lambda: is_kept(stage, "Typed without a server"), "the draft isn't on the disk")
    alex.kill()
    alex = stage.chat(server, ALEX, "Sara", ready=False)
    alex.wait("› Typed without a server")


def test_a_cleared_draft_does_not_come_back(stage):
    """What this client has saved itself comes back from the server, while the composer is empty again."""
    server = stage.server()
    alex = stage.chat(server, ALEX, "Sara")
    alex.wait_online()
    chat = server.chat(ALEX, "Sara Lindqvist")
    for number in range(5):
        text = f"Thought better of it {number}"
        alex.type(text)
        until(lambda: text in str([one.get("draft") for one in server.get(ALEX, "/v1/chats")["chats"] if one["id"] == chat]),
              "the draft isn't on the server")
        alex.keys("C-u")
        alex.wait("Write to Sara")
        # As long as it takes the server to have the empty draft, too.
        until(lambda: text not in str(server.get(ALEX, "/v1/chats")) or f"› {text}" in alex.text(), "the draft stays on the server")
        assert f"› {text}" not in alex.text(), f"what was cleared is there again:{alex.seen()}"


def test_killed_right_after_enter(stage):
    """Whenever it dies, the message is sent once, or it is still in the composer."""
    server = stage.server()
    for number in range(6):
        text = f"Sent at the last moment, {number}."
        alex = stage.chat(server, ALEX, "Sara")
        alex.wait_online()
        # What a kill left in the composer is not what this time is about.
        alex.keys("C-u")
        alex.wait("Write to Sara")
        alex.type(text)
        alex.wait_typed(text)
        if number < 3:
            until(lambda: is_kept(stage, text), "no draft")
        alex.keys("Enter")
        if number % 3 == 1:
            alex.wait(re.compile(re.escape(text) + " […✓]"))
        elif number % 3 == 2:
            alex.wait(re.compile(re.escape(text) + " ✓"))
        alex.kill()
        alex = stage.chat(server, ALEX, "Sara", ready=False)
        alex.wait_online()
        alex.settled()
        is_draft = any(f"› {text}" in row for row in alex.screen())
        if is_draft:
            # Both would make it be sent twice by a person who presses Enter.
            assert text not in server.said(SARA, "Alex Rivera"), f"{text!r} was sent and is still a draft"
        elif number >= 3 and number % 3 == 0:
            # Nothing may have been stored of it: a kill in the middle of typing.
            assert server.said(SARA, "Alex Rivera").count(text) <= 1
        else:
            until(lambda: server.said(SARA, "Alex Rivera").count(text) == 1, lambda: f"{text!r} isn't sent: {alex.seen()}")
        alex.kill()
    said = server.said(SARA, "Alex Rivera")
    twice = {text for text in said if text.startswith("Sent at") and said.count(text) > 1}
    assert not twice, twice


def test_killed_while_uploading(stage):
    """The server hangs in the middle of an upload, the client is killed: the file arrives once, and whole."""
    import os
    import signal
    server = stage.server()
    file = stage.root / "plan.pdf"
    content = b"%PDF-1.4\n" + bytes(range(256)) * 12_000 + b"\n%%EOF\n"
    file.write_bytes(content)
    alex = stage.chat(server, ALEX, "Sara")
    alex.wait_online()
    os.kill(server.process.pid, signal.SIGSTOP)
    try:
        alex.write(f"/file {file} The plan for March")
        alex.wait("▤ plan.pdf")
        alex.kill()
    finally:
        os.kill(server.process.pid, signal.SIGCONT)
    alex = stage.chat(server, ALEX, "Sara")
    alex.wait(re.compile("▤ plan.pdf .*✓|The plan for March ✓"))

    def there():
        return [message for message in server.messages(SARA, "Alex Rivera") if message["media"]]
    until(lambda: any(message["text"] == "The plan for March" for message in there()), "the file isn't sent")
    sent = [message for message in there() if message["text"] == "The plan for March"]
    assert len(sent) == 1 and [media["fileName"] for media in sent[0]["media"]] == ["plan.pdf"], sent
    assert sent[0]["media"][0]["size"] == len(content)


def test_a_file_that_cannot_be_sent_says_why(stage):
    server = stage.server()
    alex = stage.chat(server, ALEX, "Sara")
    alex.wait_online()
    alex.write("/file /nonexistent/heel.jpg")
    alex.wait("nonexistent/heel.jpg")
    assert "heel.jpg" not in str(server.messages(SARA, "Alex Rivera")[-1])
    empty = pathlib.Path(stage.root) / "folder"
    empty.mkdir()
    alex.write(f"/file {empty}")
    alex.wait(re.compile("folder|not a file|directory"))


def test_changes_made_offline_go_out_once(stage):
    """Edited, deleted, reacted to: it shows at once, survives the program, and the server gets each of them once."""
    server = stage.server()
    server.send(ALEX, "Sara Lindqvist", "At six.", "Never mind.")
    server.send(SARA, "Alex Rivera", "A new record!")
    alex = stage.chat(server, ALEX, "Sara")
    alex.wait_online()
    alex.wait("A new record!")
    server.kill()
    alex.wait("offline")
    alex.keys("Up", "+")
    alex.wait(re.compile("^ › :", re.M))
    alex.type("fir")
    alex.wait("🔥")
    alex.keys("Tab", "Enter")
    alex.wait(re.compile("A new record! … queued"))
    alex.keys("Up", "Up", "d")
    alex.wait(re.compile("[Dd]elete.*y"))
    alex.keys("y")
    alex.wait("(deleted) …")
    alex.keys("Escape", "Up", "Up", "Up", "e")
    alex.wait("› At six.")
    alex.keys("C-u")
    alex.write("At seven.")
    alex.wait("At seven. … queued")
    alex.kill()
    alex = stage.chat(server, ALEX, "Sara", ready=False)
    alex.wait("At seven. … queued")
    server.start()
    until(lambda: [one["text"] for one in server.messages(SARA, "Alex Rivera")[-3:]] == ["At seven.", "", "A new record!"],
          lambda: f"the changes don't arrive:{alex.seen()}")
    until(lambda: [one["emoji"] for one in server.messages(SARA, "Alex Rivera")[-1]["reactions"]] == ["🔥"], "no reaction")
    alex.wait(re.compile("At seven. \\(edited\\) ✓"))
    alex.wait_gone("queued")
    assert server.messages(SARA, "Alex Rivera")[-3]["editCount"] == 1


def test_killed_while_editing(stage):
    """The new text of a message, typed by half, is there again after a kill, and nobody else has seen it."""
    server = stage.server()
    alex = stage.chat(server, ALEX, "Sara")
    alex.wait_online()
    alex.write("At six.")
    alex.wait(re.compile(r"At six\. ✓"))
    alex.keys("Up", "e")
    alex.wait("› At six.")
    alex.type(" Or rather at half past")
    until(lambda: is_kept(stage, "Or rather at half past"), "it isn't on the disk")
    alex.kill()
    alex = stage.chat(server, ALEX, "Sara", ready=False)
    alex.wait("› At six. Or rather at half past")
    assert server.said(SARA, "Alex Rivera")[-1] == "At six."
    alex.wait_online()
    alex.keys("Enter")
    until(lambda: server.said(SARA, "Alex Rivera")[-1] == "At six. Or rather at half past", "it isn't edited")


def test_a_command_that_is_not_done_is_typed_again(stage):
    server = stage.server()
    alex = stage.chat(server, ALEX, "Sara")
    alex.wait_online()
    server.kill()
    alex.wait("offline")
    alex.write("/mute 2")
    alex.wait("Not done, no connection.")
    alex.wait("› /mute 2")
    server.start()
    alex.keys("C-r")
    alex.wait_online()
    alex.keys("Enter")
    chat = server.chat(ALEX, "Sara Lindqvist")
    until(lambda: [one["mutedUntil"] for one in server.get(ALEX, "/v1/chats")["chats"] if one["id"] == chat][0],
          lambda: f"it isn't muted:{alex.seen()}")
    alex.wait("Quiet until")


def test_killed_while_typing_a_command(stage):
    """It is on this device, and on no other."""
    server = stage.server()
    alex = stage.chat(server, ALEX, "Sara")
    alex.wait_online()
    alex.type("/note She runs again, and")
    until(lambda: is_kept(stage, "She runs again, and"), "the command isn't on the disk")
    alex.kill()
    alex = stage.chat(server, ALEX, "Sara", ready=False)
    alex.wait("› /note She runs again, and")
    assert "She runs again" not in str(server.get(ALEX, "/v1/chats"))


def test_killed_while_typing_a_command_without_a_chat(stage):
    server = stage.server()
    alex = stage.chat(server, ALEX)
    alex.wait_online()
    alex.type("/new Lake Run, Sa")
    until(lambda: is_kept(stage, "/new Lake Run, Sa"), "the command isn't on the disk")
    alex.kill()
    # It isn't about a chat.
    alex = stage.chat(server, ALEX, "Sara")
    alex.settled()
    assert "/new Lake" not in alex.text(), alex.seen()
    alex.kill()
    alex = stage.chat(server, ALEX, ready=False)
    alex.wait("› /new Lake Run, Sa")
    alex.type("ra")
    alex.wait("› /new Lake Run, Sara")
    # What is cleared doesn't come back.
    alex.keys("C-u")
    alex.wait("/ for commands")
    alex.keys("C-q")
    alex.wait_ended()
    alex = stage.chat(server, ALEX)
    alex.settled()
    assert "/ for commands" in alex.text(), alex.seen()
