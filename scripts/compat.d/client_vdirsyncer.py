"""vdirsyncer carries the calendar into files and back; khal reads and writes those files."""

import os
import pathlib
import subprocess
import sys
import tempfile

from harness import check, finish, studio

BIN = pathlib.Path(sys.executable).parent

with studio() as server, tempfile.TemporaryDirectory() as folder:
    home = pathlib.Path(folder)
    token = server.login("alex@example.com")
    key = server.key("alex@example.com", ["calendar:read", "calendar:write"])
    (home / "vdirsyncer").write_text(f"""
[general]
status_path = "{home}/status"

[pair spotter]
a = "files"
b = "server"
collections = ["from b"]
conflict_resolution = "b wins"

[storage files]
type = "filesystem"
path = "{home}/calendars"
fileext = ".ics"

[storage server]
type = "caldav"
url = "{server.url}/dav/"
username = "alex@example.com"
password = "{key}"
""")
    (home / "khal").write_text(f"""
[calendars]
[[spotter]]
path = {home}/calendars/spotter

[locale]
timeformat = %H:%M
dateformat = %Y-%m-%d
longdateformat = %Y-%m-%d
datetimeformat = %Y-%m-%d %H:%M
longdatetimeformat = %Y-%m-%d %H:%M
default_timezone = America/New_York
local_timezone = America/New_York

[default]
default_calendar = spotter
""")
    environment = {**os.environ, "HOME": str(home), "XDG_DATA_HOME": str(home / "share"), "LC_ALL": "C.UTF-8"}

    def run(program, *arguments, answers=""):
        done = subprocess.run([BIN / program, *arguments], input=answers, capture_output=True, text=True,
                              env=environment)
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    def sync():
        run("vdirsyncer", "-c", home / "vdirsyncer", "sync")

    def khal(*arguments):
        return run("khal", "-c", home / "khal", *arguments)

    def native():
        path = "/v1/calendar/events?from=2026-03-11T00:00:00Z&to=2026-04-11T00:00:00Z"
        return server.request("GET", path, token=token)[1]["events"]

    @check("the calendar is discovered and carried into files")
    def _():
        run("vdirsyncer", "-c", home / "vdirsyncer", "discover", answers="y\ny\n")
        sync()
        assert list((home / "calendars" / "spotter").glob("*.ics"))

    @check("khal lists what the server has")
    def _():
        listed = khal("list", "2026-03-11", "2026-04-10", "--format", "{start-long} {title}")
        for event in native():
            assert event["title"] in listed, (event["title"], listed)

    @check("an event made in khal is the trainer's own")
    def _():
        khal("new", "2026-03-28 10:00", "11:30", "Race day", "-l", "Harbour")
        sync()
        made = [event for event in native() if event["title"] == "Race day"]
        assert len(made) == 1 and made[0]["location"] == "Harbour", made
        assert made[0]["startsAt"].startswith("2026-03-28T14:00") and made[0]["createdBy"] == "manual", made
        # The second run has nothing to do.
        sync()
        assert len([event for event in native() if event["title"] == "Race day"]) == 1

    @check("a recurring event made in khal")
    def _():
        khal("new", "2026-03-29 07:00", "07:30", "Stretch", "--repeat", "daily", "--until", "2026-04-02")
        sync()
        listed = khal("list", "2026-03-28", "2026-04-03").count("Stretch")
        assert len([event for event in native() if event["title"] == "Stretch"]) == listed >= 4, listed

    @check("what is changed natively comes to khal, and what is deleted goes")
    def _():
        made = [event for event in native() if event["title"] == "Race day"][0]
        path = f"/v1/calendar/events/{made['id']}"
        assert server.request("PATCH", path, {"title": "Race day, moved"}, token)[0] == 200
        sync()
        assert "Race day, moved" in khal("list", "2026-03-28", "2026-03-28")
        assert server.request("DELETE", path, token=token)[0] == 204
        sync()
        assert "Race day" not in khal("list", "2026-03-28", "2026-03-28")

    @check("what is deleted in the files is deleted in the calendar")
    def _():
        for path in (home / "calendars" / "spotter").glob("*.ics"):
            if "Stretch" in path.read_text():
                path.unlink()
        sync()
        assert not [event for event in native() if event["title"] == "Stretch"]

finish()
