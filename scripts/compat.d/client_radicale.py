"""Radicale, the other server: a calendar is copied into one of its own and follows."""

import contextlib
import pathlib
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request

import caldav

from harness import check, finish, studio

USER, PASSWORD = "alex", "lantern 7"


@contextlib.contextmanager
def radicale():
    """The address of a server on a free port, which ends with the block."""
    with tempfile.TemporaryDirectory(prefix="spotter-radicale-") as name, socket.socket() as taken:
        folder = pathlib.Path(name)
        (folder / "users").write_text(f"{USER}:{PASSWORD}\n")
        taken.bind(("127.0.0.1", 0))
        port = taken.getsockname()[1]
        taken.close()
        options = {"server-hosts": f"127.0.0.1:{port}", "auth-type": "htpasswd", "auth-htpasswd-filename": folder / "users",
                   "auth-htpasswd-encryption": "plain", "storage-filesystem-folder": folder / "collections",
                   "logging-level": "error"}
        command = [sys.executable, "-m", "radicale", *(f"--{key}={value}" for key, value in options.items())]
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            url = f"http://127.0.0.1:{port}"
            until(lambda: answers(url), "Radicale starts")
            yield url
        finally:
            process.terminate()
            process.wait(30)


def answers(url):
    try:
        urllib.request.urlopen(url + "/.web/", timeout=5).close()
    except urllib.error.HTTPError:
        return True
    except OSError:
        return False
    return True


def until(condition, what, seconds=60):
    """Waits for what another process does."""
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, f"not in {seconds} s: {what}"
        time.sleep(0.2)


with radicale() as url, studio(settings={"SPOTTER_CALENDAR_ORIGINS": url}) as server:
    token = server.login("alex@example.com")
    principal = caldav.DAVClient(url=url, username=USER, password=PASSWORD).principal()
    calendar = principal.make_calendar(name="Sessions", cal_id="sessions")
    target = {"url": f"{url}/{USER}/sessions/", "username": USER, "password": PASSWORD}

    def copied():
        return {str(event.icalendar_component["SUMMARY"]): event for event in calendar.events()}

    def push(**changes):
        return server.request("PUT", "/v1/calendar/push", target | changes, token)

    @check("what isn't a calendar, or not with this password, is refused")
    def _():
        assert push(password="wrong")[0] == 400
        assert push(url=f"{url}/{USER}/")[0] == 400
        assert push(url="http://127.0.0.1:1/x/")[0] == 400
        assert calendar.events() == []

    @check("the calendar is copied, series as one object")
    def _():
        status, answer = push()
        assert status == 200 and answer["push"]["state"] == "active", answer
        event = {"eventType": "adhoc", "title": "Pool", "startsAt": "2026-05-04T10:00:00Z",
                 "endsAt": "2026-05-04T11:00:00Z", "rrule": "FREQ=WEEKLY;COUNT=4"}
        assert server.request("POST", "/v1/calendar/events", event, token)[0] == 201
        until(lambda: "Pool" in copied(), "the series is there")
        assert copied()["Pool"].icalendar_component["RRULE"]["COUNT"] == [4]
        until(lambda: len(copied()) == server.request("GET", "/v1/calendar/push", token=token)[1]["push"]["copied"],
              "everything is there")

    @check("it follows changes and deletions")
    def _():
        event = {"eventType": "adhoc", "title": "Dentist", "startsAt": "2026-05-05T10:00:00Z",
                 "endsAt": "2026-05-05T11:00:00Z"}
        made = server.request("POST", "/v1/calendar/events", event, token)[1]["event"]["id"]
        until(lambda: "Dentist" in copied(), "the event is there")
        path = f"/v1/calendar/events/{made}"
        assert server.request("PATCH", path, {"title": "Doctor"}, token)[0] == 200
        until(lambda: "Doctor" in copied() and "Dentist" not in copied(), "it has its new title")
        assert server.request("DELETE", path, token=token)[0] == 204
        until(lambda: "Doctor" not in copied(), "it is gone")

    @check("what was revoked isn't followed any more, and stays there")
    def _():
        before = len(copied())
        assert server.request("DELETE", "/v1/calendar/push", token=token)[0] == 204
        assert server.request("GET", "/v1/calendar/push", token=token)[1]["push"] is None
        assert len(copied()) == before > 0


finish()
