"""Somebody who isn't logged in yet, by the questions on the terminal."""
import json

from world import Terminal, expect


def play(world):
    world.run("coach", "login", "--server", world.url, "--email", "alex@example.com", "--password-stdin",
              stdin="spotter-demo\n")
    logs_in(world)
    registers_by_a_link(world)
    accepts_by_a_link(world)
    comes_too_late(world)
    leaves(world)
    tries_the_demo(world)
    print("  first run: log in, invitations by their links, a demo")


def spotter(world, person, *words, **variables):
    return Terminal([world.binary, *words], world.environment(person, **variables), world.folder)


def logged_in(world, person):
    return json.loads(world.run(person, "logins", "--json"))["logins"][0]


def invitation(world):
    made = json.loads(world.run("coach", "invite", "--json"))["invitation"]
    return f"{world.url}/invite/{made['code']}"


def logs_in(world):
    """A server that isn't there, an address that is none and a wrong password can be tried again."""
    terminal = spotter(world, "sara", "login")
    terminal.answer("Server", "http://127.0.0.1:1")
    terminal.wait_for("connection refused")
    terminal.answer("Server", "ftp://nowhere")
    terminal.wait_for("isn't an address")
    terminal.answer("Server", world.url)
    terminal.answer("account there? [Y/n]", "")
    terminal.answer("E-mail", "sara@example.com")
    terminal.answer("Password", "wrong")
    terminal.wait_for("Try again")
    terminal.answer("E-mail", "sara@example.com")
    terminal.answer("Password", "spotter-demo")
    terminal.wait_for("Logged in at")
    expect(terminal.end() == 0, "the log-in failed")
    expect("spotter-demo" not in terminal.seen, "the password was shown")
    expect(logged_in(world, "sara")["displayName"] == "Sara Lindqvist", "somebody else is logged in")
    expect("Alex Rivera" in world.run("sara", "chats"), "Sara doesn't see her chats")


def registers_by_a_link(world):
    """The link says the server and the code; two passwords that differ are asked for again."""
    terminal = spotter(world, "nina", "login")
    terminal.answer("invitation", invitation(world))
    terminal.wait_for("Alex Rivera invites you, as a client.")
    terminal.answer("account there? [y/N]", "n")
    terminal.answer("Your name", "Nina Berg")
    terminal.answer("E-mail", "nina@example.com")
    terminal.answer("New password", "correct horse")
    terminal.answer("same again", "correct house")
    terminal.answer("New password", "correct horse")
    terminal.answer("same again", "correct horse")
    terminal.wait_for("as Nina Berg (client)")
    expect(terminal.end() == 0, "the registration failed")
    expect("Alex Rivera" in world.run("nina", "contacts"), "the invitation didn't count")


def accepts_by_a_link(world):
    """`spotter accept` of somebody without an account, and of one with."""
    terminal = spotter(world, "tess", "accept", invitation(world))
    terminal.answer("account there?", "no")
    terminal.answer("Your name", "Tess")
    terminal.answer("E-mail", "tess@example.com")
    terminal.answer("New password", "correct horse")
    terminal.answer("same again", "correct horse")
    terminal.wait_for("You're now a client of Alex Rivera")
    expect(terminal.end() == 0, "accepting failed")
    world.run("tess", "contacts", "--remove", "alex")
    expect("Alex Rivera" in world.run("tess", "accept", invitation(world)), "a second invitation didn't count")
    world.run("tess", "accept", "https://elsewhere.example.com/invite/sp_i_abc", status=77)


def comes_too_late(world):
    """A code that was used is told before anything is typed for it."""
    terminal = spotter(world, "late", "login")
    code = invitation(world)
    world.run("tess", "contacts", "--remove", "alex")
    world.run("tess", "accept", code)
    terminal.answer("invitation", code)
    terminal.wait_for("was used, has run out")
    terminal.answer("account there? [Y/n]", "n")
    terminal.wait_for("The code of your invitation")
    terminal.type("\x04")
    expect(terminal.end() == 1, "it went on")


def leaves(world):
    """The end of the input ends the questions, and nobody is asked where nobody is."""
    terminal = spotter(world, "lee", "login")
    terminal.wait_for("Server")
    terminal.type("\x04")
    expect(terminal.end() == 1, "the end of the input wasn't one")
    world.run("lee", "chats", status=77)
    world.run("lee", "accept", "sp_i_abc", status=77)


def tries_the_demo(world):
    world.run("kim", "login", "--demo", "--server", "http://127.0.0.1:1", status=69)
    world.run("kim", "login", "--demo", "--server", world.url)
    world.run("kim", "login", "--demo", "--server", world.url)
    expect("Sara Lindqvist" in world.run("kim", "chats", "--profile", "demo"), "the demo has no chats")
    world.run("kim", "chats", status=77)
