"""Keys: every way to move, to find, to write and to change, as somebody uses them who knows them."""

import os
import re

from harness import ALEX, SARA, until
from test_sizes import check


def opened(stage, email=ALEX, *arguments, **options):
    server = stage.server()
    terminal = stage.chat(server, email, *(arguments or ("Sara",) if email == ALEX else ("Alex",)), **options)
    terminal.wait_online()
    terminal.settled()
    return server, terminal


def shows(terminal, pattern):
    terminal.wait(re.compile(pattern, re.M))


def test_the_switcher_folds_diacritics(stage):
    _, alex = opened(stage)
    for typed, name in [("jose", "José Hernández"), ("hernan", "José Hernández"), ("ZOE", "Zoë Lambert"), ("srcl", "Saturday Run Club"),
                        ("ówen", None), ("sara l", "Sara Lindqvist")]:
        alex.keys("C-k")
        alex.wait(lambda rows: sum(" ›" in row for row in rows) == 2)
        alex.type(typed)
        if name is None:
            alex.keys("Escape")
        else:
            alex.keys("Enter")
            alex.wait(f"Write to {name}")
    check(alex, 120, 32)


def test_the_switcher_opens_with_arrows_and_closes(stage):
    _, alex = opened(stage)
    alex.keys("C-k", "Down", "Down", "Up", "Enter")
    alex.wait(lambda rows: any("Write to" in row for row in rows) and "Write to Sara L" not in rows[-2])
    alex.keys("C-k")
    alex.type("nobody has this name xyz")
    alex.keys("Enter")
    alex.wait("Write to")
    alex.keys("C-k", "C-k")
    alex.type("typed")
    shows(alex, "^ › typed")


def test_next_and_previous_unread(stage):
    server, sara = opened(stage, SARA)
    server.send(ALEX, "Saturday Run Club", "Unread here.")
    sara.wait(re.compile(r"# Saturday.* 1 "))
    sara.keys("M-Down")
    sara.wait("Write to Saturday Run Club")
    sara.wait("Unread here.")
    sara.keys("M-Down")
    sara.wait("Nothing else is unread")
    server.send(ALEX, "Sara Lindqvist", "And here.")
    sara.wait(re.compile(r"Alex Rivera.* 1 "))
    sara.keys("M-Up")
    sara.wait("Write to Alex Rivera")


def test_search_and_jump(stage):
    server, alex = opened(stage)
    alex.keys("C-f")
    shows(alex, "› /search")
    alex.type("1600 kronor")
    alex.keys("Enter")
    alex.wait(re.compile("Esc ×"))
    alex.wait(re.compile("1600"))
    alex.keys("Escape", "Escape")
    # What is typed already is searched for.
    alex.keys("C-u")
    alex.type("single leg squats")
    alex.keys("C-f")
    alex.wait("Esc ×")
    alex.wait(lambda rows: any("without a" in row[88:] for row in rows))
    alex.keys("Enter")
    alex.wait(lambda rows: any("single leg squats" in row[28:88] for row in rows))
    alex.keys("Escape", "Escape", "Escape")
    shows(alex, "colour not")
    check(alex, 120, 32)


def test_results_are_walked_in_the_conversation(stage):
    server, alex = opened(stage)
    server.send(SARA, "Alex Rivera", "First rhododendron.", *[f"Filler {number}." for number in range(40)],
                "Second rhododendron.", *[f"Later {number}." for number in range(40)])
    alex.wait("Later 39.")
    alex.write("/search rhododendron")
    alex.wait("2 for “rhododendron”")
    alex.keys("Enter")
    alex.wait(re.compile("1/2 “rhododendron”"))
    shown = lambda: [word for word in ("First", "Second") if any(word + " rhodo" in row[28:88] for row in alex.screen())]
    first = until(shown, "the result isn't there")
    alex.keys("n")
    alex.wait(re.compile("2/2 “rhododendron”"))
    until(lambda: shown() and shown() != first, "it doesn't go to the next")
    alex.keys("N")
    alex.wait(re.compile("1/2 “rhododendron”"))
    until(lambda: shown() == first, "it doesn't go back")
    alex.keys("Escape")
    alex.wait("Later 39.")
    alex.wait_gone("1/2")


def test_a_jump_far_back_and_back_again(stage):
    """To what isn't on the screen, and back to the newest by Esc."""
    server, alex = opened(stage)
    server.send(SARA, "Alex Rivera", "The word is rhododendron.", *[f"Filler {number}." for number in range(80)])
    alex.wait("Filler 79.")
    alex.write("/search rhododendron")
    alex.wait("Esc ×")
    alex.wait(lambda rows: any("The word is" in row[88:] for row in rows))
    alex.keys("Enter")
    alex.wait(lambda rows: any("The word is rhododendron." in row[28:88] for row in rows))
    assert "Filler 79." not in alex.text()
    alex.keys("Escape", "Escape", "Escape")
    alex.wait("Filler 79.")


def test_the_week_leads_to_what_somebody_said(stage):
    """The page says who needs the coach and why; Enter shows the message, and the page stays for the next."""
    server, alex = opened(stage)
    server.send(SARA, "Alex Rivera", "URGENT: I fell and my wrist is swollen. What shall I do?")
    alex.wait("my wrist is")
    alex.wait("WAITING")
    alex.open("Priya Raman")
    alex.write("/week")
    alex.wait("This week")
    alex.wait(re.compile("jump"))
    for _ in range(40):
        if any("wrist" in row[88:] for row in alex.screen()):
            break
        alex.keys("Down")
        alex.settled()
    else:
        raise AssertionError(f"the week doesn't say it:{alex.seen()}")
    alex.keys("Enter")
    alex.wait("This week")
    alex.wait(re.compile("Write to"))
    check(alex, 120, 32)


def test_the_profile_leads_to_what_was_said(stage):
    server, alex = opened(stage)
    alex.write("/profile")
    alex.wait("Goals")
    alex.settled()
    # The background may have read more of the chat by now or not: the first entry is some fact, quoted from a message.
    first = next(re.search(r"1\. (\w+ \w+)", row[88:]) for row in alex.screen() if re.search(r"1\. \w+ \w+", row[88:]))[1]
    alex.keys("Enter")
    alex.wait(lambda rows: any(first in row[28:88] for row in rows))


def test_reply_and_open_the_quoted_message(stage):
    server, alex = opened(stage)
    server.send(SARA, "Alex Rivera", "Which shoes?")
    alex.wait("Which shoes?")
    alex.keys("Up", "r")
    alex.wait("Reply to")
    alex.write("The red ones.")
    alex.wait(re.compile("▏.*Which shoes\\?"))
    alex.wait(re.compile(r"The red ones\. ✓"))
    last = server.messages(SARA, "Alex Rivera")[-1]
    assert last["quote"]["text"] == "Which shoes?", last
    server.send(SARA, "Alex Rivera", *[f"Filler {number}." for number in range(60)])
    alex.wait("Filler 59.")
    # Without what was quoted on the screen, Enter on the answer goes to it.
    alex.keys(*["Up"] * 61)
    alex.settled()
    alex.keys("Enter")
    alex.wait(re.compile("Sara +Which shoes", re.M))
    # Esc gives the reply up and keeps the text.
    alex.keys("Escape", "Up", "r")
    alex.wait("Reply to")
    alex.type("kept")
    alex.keys("Escape")
    shows(alex, "^ › kept")


def test_the_thread_of_a_message(stage):
    server, alex = opened(stage)
    first = server.send(SARA, "Alex Rivera", "Which shoes?")[0]["message"]["id"]
    chat = server.chat(SARA, "Alex Rivera")
    server.send(SARA, "Alex Rivera", *[f"Filler {number}." for number in range(40)])
    for text, email in [("The red ones.", ALEX), ("Sure?", SARA)]:
        server.post(email, f"/v1/chats/{chat}/messages", {"clientMessageId": text, "text": text, "replyTo": first})
    alex.wait("Sure?")
    alex.keys("Up", "t")
    alex.wait("Thread of 3")
    rows = "\n".join(row[88:] for row in alex.screen())
    assert [text for text in ("Which shoes?", "The red ones.", "Sure?", "Filler") if text in rows] \
        == ["Which shoes?", "The red ones.", "Sure?"], alex.seen()
    # What comes is there, too, and Enter goes to the message.
    server.post(SARA, f"/v1/chats/{chat}/messages", {"clientMessageId": "later", "text": "Blue!", "replyTo": first})
    alex.wait("Thread of 4")
    alex.keys("Escape", "Tab")
    alex.keys(*["Up"] * 4)
    alex.keys("Enter")
    alex.wait(lambda rows: any("Which shoes?" in row[:88] for row in rows))


def test_reactions_by_name(stage):
    server, alex = opened(stage)
    server.send(SARA, "Alex Rivera", "12 km!")
    alex.wait("12 km!")
    # The list gets its other order a little later.
    alex.wait("WAITING")
    alex.keys("Up", "+")
    shows(alex, "^ › :")
    alex.type("fir")
    alex.wait("🔥")
    alex.keys("Tab")
    alex.keys("Enter")
    shows(alex, "🔥 1")
    until(lambda: [one["emoji"] for one in server.messages(SARA, "Alex Rivera")[-1]["reactions"]] == ["🔥"], "no reaction")
    # One's own emoji, too.
    alex.keys("Up", "+")
    shows(alex, "^ › :")
    alex.keys("C-u")
    alex.type("👍🏽")
    alex.keys("Enter")
    until(lambda: "👍🏽" in [one["emoji"] for one in server.messages(SARA, "Alex Rivera")[-1]["reactions"]], "no second reaction")
    check(alex, 120, 32)
    # A word that isn't an emoji isn't one.
    count = len(server.messages(SARA, "Alex Rivera")[-1]["reactions"])
    alex.keys("Up", "+")
    shows(alex, "^ › :")
    alex.keys("C-u")
    alex.type("nosuchname")
    alex.keys("Enter")
    alex.settled()
    assert len(server.messages(SARA, "Alex Rivera")[-1]["reactions"]) == count
    assert "nosuchname" not in " ".join(server.said(SARA, "Alex Rivera"))


def test_edit_and_delete(stage):
    server, alex = opened(stage)
    alex.write("Tusday at nine.")
    shows(alex, r"Tusday at nine\. ✓")
    alex.keys("Up", "e")
    shows(alex, "^ › Tusday at nine")
    alex.keys("C-u")
    alex.write("Tuesday at nine.")
    alex.wait("Tuesday at nine. (edited)")
    until(lambda: server.said(SARA, "Alex Rivera")[-1] == "Tuesday at nine.", "it isn't edited")
    # Esc while editing changes nothing.
    alex.keys("Up", "e")
    shows(alex, "^ › Tuesday at nine")
    alex.type(" NO")
    alex.keys("Escape")
    alex.wait("Write to Sara")
    # Deleting asks first; any other key keeps it.
    alex.keys("Up", "d")
    alex.wait(re.compile(r"[Dd]elete.*y"))
    alex.keys("n")
    alex.wait("Nothing was done")
    assert server.said(SARA, "Alex Rivera")[-1] == "Tuesday at nine."
    alex.keys("d")
    alex.wait(re.compile(r"[Dd]elete.*y"))
    alex.keys("y")
    alex.wait("(deleted)")
    until(lambda: server.messages(SARA, "Alex Rivera")[-1]["deletedAt"], "it isn't deleted")
    # The messages of others can't be changed.
    server.send(SARA, "Alex Rivera", "Mine.")
    alex.wait("Mine.")
    alex.keys("Up", "e")
    alex.wait("Only the writer")
    alex.keys("d")
    alex.wait(re.compile("Only the writer.*delete"))
    assert server.messages(SARA, "Alex Rivera")[-1]["deletedAt"] is None


def test_pin(stage):
    server, alex = opened(stage)
    server.send(SARA, "Alex Rivera", "The address is Kastellgatan 4.")
    alex.wait("Kastellgatan 4.")
    chat = server.chat(ALEX, "Sara Lindqvist")

    def pins():
        return next(one["pins"] for one in server.get(ALEX, "/v1/chats")["chats"] if one["id"] == chat)
    alex.keys("Up", "p")
    shows(alex, "Kastellgatan 4. ⚑")
    until(lambda: len(pins()) == 1, "it isn't pinned")
    alex.keys("p")
    until(lambda: len(pins()) == 0, "it isn't unpinned")
    alex.wait_gone("⚑")


def test_who_has_read_it(stage):
    server, alex = opened(stage)
    alex.write("Read me.")
    shows(alex, r"Read me\. ✓")
    alex.keys("Up", "i")
    alex.wait("Seen by")
    alex.wait(re.compile("Sara Lindqvist  not delivered"))


def test_an_external_editor(stage):
    """The editor gets what is typed, and the terminal; what it saves is in the composer, and isn't sent yet."""
    script = stage.root / "editor"
    script.write_text('#!/bin/sh\nstty -a >"$0.stty"\ncp "$1" "$0.got"\nprintf "IN THE EDITOR\\n"\nread answer\n'
                      '[ "$answer" = no ] && exit 1\nprintf "Two lines\\nfrom %s\\n" "$answer" >"$1"\n')
    script.chmod(0o755)
    server, alex = opened(stage, ALEX, "Sara", environment={"EDITOR": str(script), "VISUAL": None})
    alex.type("Begun here")
    shows(alex, "› Begun here")
    alex.keys("C-x")
    alex.wait("IN THE EDITOR")
    assert alex.ask("#{alternate_on}") == "0"
    # Messages that arrive meanwhile don't draw over it.
    server.send(SARA, "Alex Rivera", "Don't draw this now.")
    until(lambda: server.unread(ALEX, "Sara Lindqvist") >= 0, "")
    alex.type("vi")
    alex.keys("Enter")
    alex.wait("› Two lines")
    alex.wait("from vi")
    assert (stage.root / "editor.got").read_text().rstrip("\n") == "Begun here"
    stty = (stage.root / "editor.stty").read_text()
    assert " icanon" in stty and " echo " in stty.replace("\n", " "), stty
    alex.wait("Don't draw this now.")
    alex.wait("WAITING")
    check(alex, 120, 32)
    assert "Two lines" not in " ".join(server.said(SARA, "Alex Rivera"))
    alex.keys("Enter")
    until(lambda: server.said(SARA, "Alex Rivera")[-1] == "Two lines\nfrom vi", lambda: str(server.said(SARA, "Alex Rivera")[-2:]))
    # An editor that fails changes nothing.
    alex.type("Stays")
    shows(alex, "› Stays")
    alex.keys("C-x")
    alex.wait("IN THE EDITOR")
    alex.type("no")
    alex.keys("Enter")
    shows(alex, "^ › Stays")


def test_suspend_and_continue(stage):
    server = stage.server()
    alex = stage.chat(server, ALEX, "Sara", ready=False, shell='printf \'%s\\n\' "PS1=\'shell> \'" "run() { $* 2>/dev/null; }" >"$HOME/rc"; '
                      'exec bash --rcfile "$HOME/rc" -i')
    alex.wait("shell>")
    before = stty(alex)
    alex.type(f"{os.environ['SPOTTER_BINARY']} chat Sara")
    alex.keys("Enter")
    alex.wait_online()
    alex.type("Half a thought")
    shows(alex, "› Half a thought")
    alex.keys("C-z")
    alex.wait("Stopped")
    until(lambda: alex.ask("#{alternate_on}") == "0", "the alternate screen is still on")
    assert stty(alex) == before
    server.send(SARA, "Alex Rivera", "While you were away.")
    alex.type("fg")
    alex.keys("Enter")
    alex.wait("Half a thought")
    alex.wait("While you were away.")
    alex.wait("WAITING")
    check(alex, 120, 32)
    alex.type("!")
    shows(alex, "› Half a thought!")


def stty(terminal):
    """The settings of the terminal, which is at a shell."""
    terminal.type("clear; stty -g | sed 's/^/is /'")
    terminal.keys("Enter")
    return terminal.wait(re.compile(r"^is ([0-9a-f:]+)$", re.M))[1]


def test_a_paste_of_several_lines(stage):
    server, alex = opened(stage)
    alex.paste("Warm-up: 10 min\nSquats 3×8\n\nCool-down")
    alex.wait("› Warm-up: 10 min")
    alex.wait("Cool-down")
    assert "Warm-up" not in " ".join(server.said(SARA, "Alex Rivera"))
    check(alex, 120, 32)
    alex.keys("Enter")
    until(lambda: server.said(SARA, "Alex Rivera")[-1] == "Warm-up: 10 min\nSquats 3×8\n\nCool-down", "it isn't sent as a whole")
    alex.wait("Squats 3×8")
    # A long one: the composer stays below a third of the window.
    alex.paste("\n".join(f"Line {number}" for number in range(200)))
    alex.wait("Line 199")
    assert sum("Line " in row for row in alex.screen()) <= 12
    check(alex, 120, 32)
    alex.keys("C-c")
    alex.wait("Write to Sara")


def test_the_composer_of_several_lines(stage):
    server, alex = opened(stage)
    alex.type("one")
    alex.keys("M-Enter")
    alex.type("two")
    alex.keys("C-j")
    alex.type("three")
    alex.wait("three")
    until(lambda: alex.cursor()[0] == 3 + len("three"), lambda: f"the cursor is at {alex.cursor()}")
    row = alex.cursor()[1]
    alex.keys("Up", "Up")
    until(lambda: alex.cursor() == (6, row - 2), lambda: f"Up goes to {alex.cursor()}, not {(6, row - 2)}")
    alex.keys("Home")
    alex.type("zero ")
    alex.keys("Down", "End", "C-w")
    alex.wait_gone("two")
    alex.type("2")
    alex.settled()
    alex.keys("Enter")
    until(lambda: server.said(SARA, "Alex Rivera")[-1] == "zero one\n2\nthree", lambda: repr(server.said(SARA, "Alex Rivera")[-1]))
    # Words, and the ends of lines.
    alex.type("alpha beta gamma")
    shows(alex, "› alpha beta gamma")
    alex.keys("M-b", "M-b")
    until(lambda: alex.cursor()[0] == 3 + 6, lambda: f"Alt-B goes to {alex.cursor()}")
    alex.keys("M-d")
    shows(alex, "› alpha +gamma")
    alex.keys("C-a")
    until(lambda: alex.cursor()[0] == 3, "Ctrl-A doesn't go to the beginning")
    alex.keys("C-e", "C-u")
    alex.wait("Write to Sara")
    # A line longer than the window wraps, and the cursor is in the next row.
    alex.type("word " * 30 + "end")
    alex.wait("word end")
    check(alex, 120, 32)
    column, row = alex.cursor()
    assert alex.screen()[row][column - 3:column] == "end", (column, alex.screen()[row])
    alex.keys("C-c")
    alex.wait("Write to Sara")


def test_history_of_what_was_sent(stage):
    server, alex = opened(stage)
    for text in ["First thing.", "Second thing."]:
        alex.write(text)
        shows(alex, re.escape(text) + " ✓")
    alex.keys("C-p")
    shows(alex, "^ › Second thing")
    alex.keys("C-p")
    shows(alex, "^ › First thing")
    alex.keys("C-n")
    shows(alex, "^ › Second thing")
    alex.keys("C-n")
    alex.settled()
    assert server.said(SARA, "Alex Rivera").count("Second thing.") == 1


def test_the_list_of_keys(stage):
    _, alex = opened(stage)
    alex.keys("?")
    alex.wait("switch to a chat or person")
    alex.keys("Down", "PageDown", "PageDown", "PageDown")
    alex.wait(re.compile("answer again"))
    check(alex, 120, 32)
    alex.keys("Escape")
    alex.wait_gone("answer again")
    # In a text it is a question mark.
    alex.type("ok?")
    shows(alex, r"› ok\?")
    alex.keys("C-c", "F1")
    alex.wait("switch to a chat or person")
    alex.keys("q")
    for columns, rows in [(80, 24), (40, 10), (20, 5)]:
        alex.resize(columns, rows)
        alex.keys("F1")
        alex.settled()
        check(alex, columns, rows)
        alex.keys("Escape")


def test_tab_walks_through_the_columns(stage):
    _, alex = opened(stage)
    alex.keys("C-g")
    alex.wait("Esc ×")
    # From the composer to the pane, the list, and back. The cursor is only shown where one types.
    states = []
    for _ in range(4):
        alex.keys("Tab")
        alex.settled()
        states.append(alex.ask("#{cursor_flag}"))
    assert states[2] == "1" and states[0] == states[1] == "0", states
    alex.keys("Escape", "Escape")
    alex.resize(40, 10)
    alex.keys("Tab")
    alex.wait("‹ Chats")
    alex.keys("Down", "Down", "Enter")
    alex.wait("Write to")
    alex.wait_gone("‹ Chats")
    alex.keys("BTab")
    alex.wait("‹ Chats")
    # Typing in the list writes.
    alex.type("Hm")
    shows(alex, "› Hm")


def test_letters_write_and_never_act_while_typing(stage):
    """Each letter of every key of a selection, typed into the composer, is only text."""
    server, alex = opened(stage)
    count = len(server.said(SARA, "Alex Rivera"))
    alex.type("redsapuGxyn123+c")
    shows(alex, r"^ › redsapuGxyn123\+c")
    alex.settled()
    assert len(server.said(SARA, "Alex Rivera")) == count


def test_a_mention_is_completed(stage):
    server, alex = opened(stage, ALEX, "Saturday Run Club")
    alex.type("@sar")
    alex.wait("Sara Lindqvist")
    alex.keys("Tab")
    shows(alex, "^ › @Sara")
    alex.keys("C-u")
    alex.type("/rem")
    alex.wait("/reminders")
    alex.keys("Tab")
    shows(alex, "^ › /reminders")
    alex.keys("Enter")
    alex.wait("Reminders")


def test_copy_by_osc_52(stage):
    server, alex = opened(stage)
    server.send(SARA, "Alex Rivera", "Copy me: åäö 👍🏽")
    alex.wait("Copy me")
    alex.keys("Up", "c")
    until(lambda: alex.tmux("list-buffers").strip(), "nothing is copied")
    assert alex.tmux("show-buffer") == "Copy me: åäö 👍🏽"
