"""Somebody who has nothing but the program: it asks what it needs, and tells the first keys."""

import re

from harness import ALEX, PASSWORD, until

KEYS = ("Ctrl-K finds a chat or a person", "Tab    walks through the columns", "?      shows all keys")


def started(stage, *arguments):
    """The program in an empty home, below a shell, so that its questions are on the screen."""
    home = stage.root / "nobody"
    home.mkdir(exist_ok=True)
    return stage.terminal(["chat", *arguments], home, shell='"$@"; echo "ended with $?"; sleep 1000')


def answer(terminal, question, text):
    terminal.wait(question)
    terminal.type(text)
    terminal.keys("Enter")


def test_a_log_in_leads_to_the_chats_and_the_first_keys(stage):
    server = stage.server()
    alex = started(stage)
    alex.wait("Nobody is logged in here yet")
    answer(alex, "Server, or the link of an invitation", "no address")
    answer(alex, re.compile("isn't an address(.*\n)+.*Server, or the link"), server.api)
    answer(alex, "Do you have an account there? [Y/n]", "")
    answer(alex, "E-mail:", ALEX)
    answer(alex, "Password:", "mistyped")
    # What was typed wrong is asked again, and no password is on the screen.
    answer(alex, re.compile("Try again(.*\n)+.*E-mail:"), ALEX)
    answer(alex, re.compile("Password:(.*\n)+.*Password:"), PASSWORD)
    alex.wait("Choose a chat.")
    for key in KEYS:
        alex.wait(key)
    alex.wait("Sara Lindqvist")
    assert b"mistyped" not in alex.raw() and PASSWORD.encode() not in alex.raw()
    alex.keys("C-q")
    alex.wait("ended with 0")
    # The next time nothing is asked.
    again = started(stage, "Sara")
    again.wait("Write to Sara Lindqvist")


def test_an_invitation_makes_an_account(stage):
    server = stage.server()
    code = server.post(ALEX, "/v1/invitations", {})["invitation"]["code"]
    kim = started(stage)
    answer(kim, "Server, or the link of an invitation", f"{server.api}/invite/{code}")
    kim.wait("Alex Rivera invites you, as a client.")
    answer(kim, "Do you have an account there? [y/N]", "")
    answer(kim, "Your name", "Kim Berg")
    answer(kim, "E-mail:", "kim@example.com")
    answer(kim, "New password:", "a long enough one")
    answer(kim, "The same again:", "a long enough one")
    # Somebody without a chat is told how to find one.
    kim.wait("No chats yet.")
    kim.wait("Ctrl-K finds people,")
    kim.keys("C-k")
    kim.wait(re.compile("Alex Rivera +new chat"))
    kim.keys("Enter")
    kim.wait("Write to Alex Rivera")
    kim.write("Hello from a new client.")
    kim.wait(re.compile(r"new client\. ✓"))
    until(lambda: server.said(ALEX, "Kim Berg")[-1] == "Hello from a new client.", lambda: f"it isn't sent:{kim.seen()}")


def test_the_demo_needs_no_account(stage):
    server = stage.server()
    alex = started(stage, "--demo", "--server", server.api)
    alex.wait("Choose a chat.")
    alex.wait("Sara Lindqvist")
    alex.keys("C-q")
    alex.wait("ended with 0")
    server.kill()
    other = started(stage, "--demo", "--server", server.api)
    other.wait(re.compile(r"No demo runs at .*(\n.*)*scripts/demo"))
    other.wait("ended with 69")
