"""People and groups by the commands of the full screen, as the server then has them."""

import os
import re
import subprocess

from harness import ALEX, PASSWORD, SARA, surroundings, until


def opened(stage, *arguments):
    server = stage.server()
    alex = stage.chat(server, ALEX, *arguments)
    alex.wait_online()
    alex.settled()
    return server, alex


def test_an_invitation_is_accepted_by_its_link(stage):
    """Before any chat is open. The pane breaks the link into rows, its copy is whole."""
    server, alex = opened(stage)
    alex.write("/invite")
    alex.wait("sp_i_")
    alex.keys("Tab")
    alex.wait(re.compile("c copy"))
    alex.keys("c")
    link = until(lambda: alex.tmux("list-buffers").strip() and re.search(r"http://\S*/invite/sp_i_\S+", alex.tmux("show-buffer")),
                 "the link isn't copied")
    status, _ = server.request("POST", "/v1/auth/register", {
        "email": "kim@example.com", "password": PASSWORD, "displayName": "Kim Berg", "role": "client",
        "invite": server.post(ALEX, "/v1/invitations", {})["invitation"]["code"]})
    assert status < 300
    home = stage.root / "kim"
    home.mkdir()
    subprocess.run([os.environ["SPOTTER_BINARY"], "login", "--server", server.api, "--email", "kim@example.com",
                    "--password-stdin"], input=PASSWORD + "\n", text=True, check=True, capture_output=True, env=surroundings(home))
    subprocess.run([os.environ["SPOTTER_BINARY"], "contacts", "--remove", "alex"], check=True, capture_output=True,
                   env=surroundings(home))
    kim = stage.terminal(["chat"], home)
    kim.wait("›")
    kim.write(f"/accept {link[0]}")
    kim.wait("Write to Alex Rivera")
    assert "Kim Berg" in [one["displayName"] for one in server.get(ALEX, "/v1/contacts")["contacts"]]


def test_a_group_from_its_making_to_its_end(stage):
    server, alex = opened(stage)
    alex.write("/new Lake priya sara")
    alex.wait("Write to Lake")
    group = lambda: next(chat for chat in server.get(ALEX, "/v1/chats")["chats"] if chat["kind"] == "group" and chat["name"] in names)
    names = ("Lake", "Lake Swim")
    assert len(group()["members"]) == 3
    alex.write("/rename Lake Swim")
    alex.wait("Write to Lake Swim")
    alex.write("/remove priya")
    until(lambda: len(group()["members"]) == 2, lambda: f"Priya is still in it:{alex.seen()}")
    alex.write("/mute 8")
    until(lambda: group()["mutedUntil"], "it isn't muted")
    alex.write("/leave")
    alex.wait("Leave Lake Swim?")
    alex.keys("y")
    alex.wait_gone("Lake Swim")
    assert "Lake Swim" not in [chat["name"] for chat in server.get(ALEX, "/v1/chats")["chats"]]


def test_notes_tags_and_a_block(stage):
    server, alex = opened(stage, "Sara")
    sara = next(one["userId"] for one in server.get(ALEX, "/v1/contacts")["contacts"] if one["displayName"] == "Sara Lindqvist")
    alex.write("/note Left heel, careful.")
    alex.wait("Left heel, careful.")
    alex.write("/tag +running")
    until(lambda: server.get(ALEX, f"/v1/clients/{sara}/notes")["notes"]["tags"] == ["running"], "the tag isn't set")
    assert server.get(ALEX, f"/v1/clients/{sara}/notes")["notes"]["text"].endswith("Left heel, careful.")
    alex.write("/block sara")
    alex.wait("nothing of theirs reaches you")
    status, _ = server.request("POST", f"/v1/chats/{server.chat(SARA, 'Alex Rivera')}/messages",
                               {"clientMessageId": "blocked", "text": "Hello?"}, server.login(SARA))
    assert status == 403 or "Hello?" not in server.said(ALEX, "Sara Lindqvist"), status
    alex.write("/unblock sara")
    alex.wait("No longer blocked")
