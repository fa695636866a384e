"""python-caldav: finds the calendar by its discovery, reads it and writes it, with a key as the password."""

import datetime as dt
import zoneinfo

import caldav
from caldav.lib import error as errors

from harness import check, expect_error, finish, studio

NEW_YORK = zoneinfo.ZoneInfo("America/New_York")
WEEKLY = """BEGIN:VCALENDAR
VERSION:2.0
PRODID:-//test//EN
BEGIN:VTIMEZONE
TZID:America/New_York
BEGIN:STANDARD
DTSTART:20251102T020000
TZOFFSETFROM:-0400
TZOFFSETTO:-0500
END:STANDARD
BEGIN:DAYLIGHT
DTSTART:20260308T020000
TZOFFSETFROM:-0500
TZOFFSETTO:-0400
END:DAYLIGHT
END:VTIMEZONE
BEGIN:VEVENT
UID:weekly@test
DTSTAMP:20260311T120000Z
DTSTART;TZID=America/New_York:20260317T060000
DTEND;TZID=America/New_York:20260317T064500
RRULE:FREQ=WEEKLY;COUNT=4
EXDATE;TZID=America/New_York:20260324T060000
SUMMARY:Early plan
X-COLOUR:green
BEGIN:VALARM
ACTION:DISPLAY
DESCRIPTION:Soon
TRIGGER:-PT10M
END:VALARM
END:VEVENT
BEGIN:VEVENT
UID:weekly@test
DTSTAMP:20260311T120000Z
RECURRENCE-ID;TZID=America/New_York:20260331T060000
DTSTART;TZID=America/New_York:20260331T071500
DTEND;TZID=America/New_York:20260331T080000
SUMMARY:Late plan
END:VEVENT
END:VCALENDAR
"""


def local(day, hour, minute=0, month=3):
    return dt.datetime(2026, month, day, hour, minute, tzinfo=NEW_YORK)


def in_may(day, hour):
    """When nothing is planned in the studio."""
    return local(day, hour, month=5)


with studio() as server:
    key = server.key("alex@example.com", ["calendar:read", "calendar:write"])
    token = server.login("alex@example.com")
    client = caldav.DAVClient(url=server.url + "/dav/", username="alex@example.com", password=key)
    calendar = None

    def native(since, until):
        path = f"/v1/calendar/events?from=2026-{since}T00:00:00Z&to=2026-{until}T23:59:00Z"
        return server.request("GET", path, token=token)[1]["events"]

    @check("the calendar is discovered")
    def _():
        global calendar
        principal = client.principal()
        calendars = principal.calendars()
        assert [each.name for each in calendars] == ["Spotter"], calendars
        calendar = calendars[0]
        found = caldav.DAVClient(url=server.url + "/.well-known/caldav", username="alex@example.com", password=key)
        assert found.principal().url.path == principal.url.path

    @check("events are searched by time, and read")
    def _():
        found = calendar.search(start=local(9, 0), end=local(25, 0), event=True, expand=False)
        titles = {str(each.icalendar_component["SUMMARY"]) for each in found}
        assert titles and titles <= {each["title"] for each in native("03-01", "03-31")}, titles

    @check("an event is made, changed by its ETag and deleted")
    def _():
        made = calendar.save_event(dtstart=in_may(21, 15), dtend=in_may(21, 16), summary="Dentist", uid="dentist@test")
        assert [each["title"] for each in native("05-21", "05-21")] == ["Dentist"]
        made.load()
        made.icalendar_component["SUMMARY"] = "Dentist, really"
        made.save()
        assert [each["title"] for each in native("05-21", "05-21")] == ["Dentist, really"]
        made.delete()
        assert native("05-21", "05-21") == []
        expect_error(errors.NotFoundError, made.load)

    @check("a time that is taken is refused")
    def _():
        taken = native("03-11", "03-31")[0]
        start = dt.datetime.fromisoformat(taken["startsAt"])
        expect_error(errors.DAVError, lambda: calendar.save_event(
            dtstart=start, dtend=start + dt.timedelta(minutes=10), summary="Clash", uid="clash@test"))

    @check("recurring events with exceptions come back as they were written")
    def _():
        calendar.save_event(WEEKLY)
        starts = [each["startsAt"][:16] for each in native("03-16", "03-31") if each["title"].endswith("plan")]
        assert starts == ["2026-03-17T10:00", "2026-03-31T11:15"], starts
        event = calendar.event_by_uid("weekly@test")
        text = event.data
        assert "X-COLOUR:green" in text and "TRIGGER:-PT10M" in text, text
        found = calendar.search(start=local(30, 0), end=local(31, 23), event=True, expand=True)
        assert [str(each.icalendar_component["SUMMARY"]) for each in found
                if each.icalendar_component["UID"] == "weekly@test"] == ["Late plan"]

    @check("whole days come back as days, and take no hour")
    def _():
        trip = calendar.save_event(dtstart=dt.date(2026, 5, 25), dtend=dt.date(2026, 5, 27), summary="Trip", uid="trip@test")
        found = [each for each in native("05-24", "05-28") if each["title"] == "Trip"]
        assert [(each["dayZone"], each["free"]) for each in found] == [("America/New_York", True)], found
        within = calendar.save_event(dtstart=in_may(25, 15), dtend=in_may(25, 16), summary="Within", uid="within@test")
        trip.load()
        assert trip.icalendar_component["DTSTART"].dt == dt.date(2026, 5, 25), trip.data
        assert trip.icalendar_component["DTEND"].dt == dt.date(2026, 5, 27), trip.data
        within.delete()
        trip.delete()

    @check("what has changed is told by sync tokens")
    def _():
        objects = calendar.objects_by_sync_token(load_objects=True)
        names = len(list(objects))
        made = calendar.save_event(dtstart=in_may(22, 15), dtend=in_may(22, 16), summary="Sync", uid="sync@test")
        updated, deleted = objects.sync()
        assert len(updated) == 1 and not deleted, (updated, deleted)
        made.delete()
        updated, deleted = objects.sync()
        assert len(deleted) == 1 and len(list(objects)) == names, (updated, deleted)

    @check("a client reads their appointments and writes none")
    def _():
        sara = caldav.DAVClient(url=server.url + "/dav/", username="sara@example.com",
                                password=server.key("sara@example.com", ["calendar:read", "calendar:write"]))
        own = sara.principal().calendars()[0]
        assert all(b"DESCRIPTION" not in each.data.encode() for each in own.events())
        expect_error(errors.DAVError, lambda: own.save_event(
            dtstart=in_may(23, 15), dtend=in_may(23, 16), summary="Mine", uid="mine@test"))

    @check("passwords, foreign keys and keys without the scope are refused")
    def _():
        for email, secret in (("alex@example.com", "spotter-demo"), ("sara@example.com", key), ("alex@example.com", "x")):
            wrong = caldav.DAVClient(url=server.url + "/dav/", username=email, password=secret)
            expect_error(errors.AuthorizationError, wrong.principal)
        reader = caldav.DAVClient(url=server.url + "/dav/", username="alex@example.com",
                                  password=server.key("alex@example.com", ["calendar:read"]))
        own = reader.principal().calendars()[0]
        expect_error(errors.DAVError, lambda: own.save_event(
            dtstart=in_may(23, 15), dtend=in_may(23, 16), summary="No", uid="no@test"))

finish()
