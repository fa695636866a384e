import AsyncHTTPClient
import Domain
import Foundation
import NIOHTTP1
import ServerTestKit
import Testing

/// What is changed in another program's calendar is the trainer's own change.
@Suite struct CalDAVWritingTests {
    @Test func anEventIsMadeChangedAndDeleted() async throws {
        try await StudioFixture.open { studio in
            let phone = try await DAVProgram(studio)
            let object = DAVProgram.event(
                "dentist@phone",
                [
                    "DTSTART;TZID=/vendor/1/Europe/Stockholm:20260320T150000", "DURATION:PT1H30M",
                    "SUMMARY:Dentist\\, really; with\\nlines", "LOCATION:Main St.", "DESCRIPTION:Bring the card",
                    "X-COLOUR:green", "BEGIN:VALARM", "ACTION:DISPLAY", "TRIGGER:-PT15M", "END:VALARM",
                ]
            )
            #expect(try await phone.put("dentist%40phone.ics", object, [("If-None-Match", "*")]).status == 201)
            #expect(try await phone.put("dentist%40phone.ics", object, [("If-None-Match", "*")]).status == 412)
            let event = try #require(try await studio.events().first)
            #expect(event["startsAt"] == "2026-03-20T14:00:00.000Z" && event["endsAt"] == "2026-03-20T15:30:00.000Z")
            #expect(event["eventType"] == "adhoc" && event["createdBy"] == "manual")
            #expect(event["location"] == "Main St." && event["notes"] == "Bring the card")

            let stored = try await phone.get("dentist%40phone.ics")
            #expect(stored.body.contains("UID:dentist@phone") && stored.body.contains("TRIGGER:-PT15M"))
            #expect(stored.body.contains("X-COLOUR:green") && !stored.body.contains("METHOD"))
            let etag = try #require(stored.headers["etag"])
            #expect(try await phone.get("dentist%40phone.ics").body == stored.body)

            // Written back as it was read, it changes nothing.
            #expect(try await phone.put("dentist%40phone.ics", stored.body, [("If-Match", etag)]).status == 204)
            #expect(try await phone.get("dentist%40phone.ics").headers["etag"] == etag)

            let moved = stored.body.replacing("20260320T140000Z", with: "20260320T143000Z")
            #expect(try await phone.put("dentist%40phone.ics", moved, [("If-Match", "\"other\"")]).status == 412)
            #expect(try await phone.put("dentist%40phone.ics", moved, [("If-Match", etag)]).status == 204)
            #expect(try await studio.events().first?["startsAt"] == "2026-03-20T14:30:00.000Z")
            #expect(try await phone.put("dentist%40phone.ics", stored.body, [("If-Match", etag)]).status == 412)

            let path = phone.calendar + "dentist%40phone.ics"
            #expect(try await phone.send("DELETE", path, [("If-Match", etag)]).status == 412)
            #expect(try await phone.send("DELETE", path).status == 204)
            #expect(try await phone.send("DELETE", path).status == 404)
            #expect(try await studio.events().isEmpty)
            // The same may be made again.
            #expect(try await phone.put("again.ics", object).status == 201)
        }
    }

    @Test func aTakenTimeIsRefusedAndTheClientIsTold() async throws {
        try await StudioFixture.open { studio in
            let body: [String: Any] = [
                "eventType": "training", "clientId": studio.sara.id.description,
                "startsAt": "2026-03-12T15:00:00Z", "endsAt": "2026-03-12T16:00:00Z",
            ]
            _ = try await studio.server.request("POST", "/v1/calendar/events", as: studio.alex, json: body)
            let phone = try await DAVProgram(studio)
            let clash = DAVProgram.event("clash", ["DTSTART:20260312T153000Z", "DTEND:20260312T163000Z", "SUMMARY:x"])
            let refused = try await phone.put("clash.ics", clash)
            #expect(refused.status == 409 && refused.body.contains("s:time-is-free"))
            #expect(refused.body.contains("Training with Sara Lindqvist"))

            let name = try #require(try await phone.names().keys.first)
            let stored = try await phone.get(name).body
            #expect(stored.contains("SUMMARY:Training with Sara Lindqvist"))
            let moved = stored.replacing("20260312T150000Z", with: "20260312T170000Z")
                .replacing("20260312T160000Z", with: "20260312T180000Z")
            #expect(try await phone.put(name, moved).status == 204)
            let event = try #require(try await studio.events().first)
            #expect(event["clientId"] == .string(studio.sara.id.description) && event["eventType"] == "training")
            #expect(try await phone.send("DELETE", phone.calendar + name).status == 204)
            let answer = try await studio.server.request("GET", "/v1/notices", as: studio.sara)
            let kinds = JSONValue.parse([UInt8](answer.body))?["notices"]?.array?.compactMap { $0["kind"]?.string }
            #expect(Set(kinds ?? []) == ["event.created", "event.moved", "event.cancelled"])
        }
    }

    @Test(arguments: [
        ("DTSTART;VALUE=PERIOD:20260320T150000Z/PT1H", "supported-calendar-data"),
        ("DTSTART;TZID=Mars/Olympus:20260320T150000", "supported-calendar-data"),
        ("DTSTART:20260399T150000Z", "valid-calendar-object-resource"),
        ("ATTENDEE:mailto:x@example.com", "max-attendees-per-instance"),
        ("STATUS:CANCELLED", "supported-calendar-data"), ("RRULE:FREQ=YEARLY;BYWEEKNO=3", "supported-calendar-data"),
        ("RRULE:FREQ=SECONDLY", "supported-calendar-data"), ("RRULE:FREQ=HOURLY", "supported-calendar-data"),
        ("RDATE:20260321T150000Z", "supported-calendar-data"),
        ("EXDATE:20260321T150000Z", "valid-calendar-object-resource"),
        ("DTEND:20260320T140000Z", "valid-calendar-object-resource"), ("DURATION:PT", "supported-calendar-data"),
    ])
    func whatIsNotKeptIsRefused(_ line: String, _ precondition: String) async throws {
        try await StudioFixture.open { studio in
            let phone = try await DAVProgram(studio)
            var lines = ["DTSTART:20260320T150000Z", "DTEND:20260320T160000Z", "SUMMARY:x"]
            let name = line.prefix { $0 != ":" && $0 != ";" }
            lines.removeAll { $0.hasPrefix(name) || (name == "DURATION" && $0.hasPrefix("DTEND")) }
            let answer = try await phone.put("a.ics", DAVProgram.event("a", lines + [line]))
            #expect(answer.status == 403 && answer.body.contains("c:\(precondition)"), "\(answer.body)")
            #expect(try await studio.events().isEmpty)
        }
    }

    /// Whole days stay days, on the owner's clock, and block no hour unless they are said to be busy.
    @Test func wholeDaysAreKept() async throws {
        try await StudioFixture.open { studio in
            let phone = try await DAVProgram(studio)
            let trip = ["DTSTART;VALUE=DATE:20260320", "DTEND;VALUE=DATE:20260323", "SUMMARY:Trip"]
            #expect(try await phone.put("trip.ics", DAVProgram.event("trip", trip)).status == 201)
            let event = try #require(try await studio.events().first)
            // Midnight in New York.
            #expect(event["startsAt"] == "2026-03-20T04:00:00.000Z" && event["endsAt"] == "2026-03-23T04:00:00.000Z")
            #expect(event["dayZone"] == "America/New_York" && event["free"] == true)
            let stored = try await phone.get("trip.ics")
            for line in ["DTSTART;VALUE=DATE:20260320", "DTEND;VALUE=DATE:20260323", "TRANSP:TRANSPARENT"] {
                #expect(stored.body.contains(line), "\(line)")
            }
            #expect(try await phone.put("dentist.ics", DAVProgram.event("dentist")).status == 201)

            let busy = trip + ["TRANSP:OPAQUE"]
            let clash = try await phone.put("trip.ics", DAVProgram.event("trip", busy))
            #expect(clash.status == 409 && clash.body.contains("Dentist"))
            #expect(try await phone.send("DELETE", phone.calendar + "dentist.ics").status == 204)
            #expect(try await phone.put("trip.ics", DAVProgram.event("trip", busy)).status == 204)
            #expect(try await phone.get("trip.ics").body.contains("TRANSP:OPAQUE"))
            #expect(try await phone.put("dentist.ics", DAVProgram.event("dentist")).status == 409)
        }
    }

    @Test func wholeDaysRecur() async throws {
        try await StudioFixture.open { studio in
            let phone = try await DAVProgram(studio)
            // The clocks go forward on 8 March 2027, and back on 1 November 2026.
            let days = ["DTSTART;VALUE=DATE:20261030", "RRULE:FREQ=DAILY;COUNT=4", "EXDATE;VALUE=DATE:20261031"]
            let moved = ["RECURRENCE-ID;VALUE=DATE:20261102", "DTSTART;VALUE=DATE:20261105", "SUMMARY:Later"]
            let object = DAVProgram.event("fast", days + ["SUMMARY:Fast", "TRANSP:OPAQUE"], others: [moved])
            #expect(try await phone.put("fast.ics", object).status == 201)
            let range = "?from=2026-10-01T00:00:00Z&to=2026-12-01T00:00:00Z"
            let times = try await studio.events(range).compactMap { $0["startsAt"]?.string }.sorted()
            #expect(
                times == ["2026-10-30T04:00:00.000Z", "2026-11-01T04:00:00.000Z", "2026-11-05T05:00:00.000Z"]
            )
            let stored = try await phone.get("fast.ics")
            for line in [
                "EXDATE;VALUE=DATE:20261031", "RECURRENCE-ID;VALUE=DATE:20261102", "DTSTART;VALUE=DATE:20261105",
            ] { #expect(stored.body.contains(line), "\(line)") }
            let etag = try #require(stored.headers["etag"])
            #expect(try await phone.put("fast.ics", stored.body, [("If-Match", etag)]).status == 204)
            #expect(try await phone.get("fast.ics").headers["etag"] == etag)
        }
    }

    /// Times without a zone are on the owner's clock.
    @Test func floatingTimesAreTheOwners() async throws {
        try await StudioFixture.open { studio in
            let phone = try await DAVProgram(studio)
            let lines = ["DTSTART:20260320T150000", "DTEND:20260320T160000", "TRANSP:TRANSPARENT"]
            #expect(try await phone.put("a.ics", DAVProgram.event("a", lines)).status == 201)
            let event = try #require(try await studio.events().first)
            #expect(event["startsAt"] == "2026-03-20T19:00:00.000Z" && event["free"] == true)
            #expect(try await phone.get("a.ics").body.contains("TRANSP:TRANSPARENT"))
            // It takes no time.
            #expect(try await phone.put("b.ics", DAVProgram.event("b", Array(lines.prefix(2)))).status == 201)
        }
    }

    @Test func otherDocumentsAreRefused() async throws {
        try await StudioFixture.open { studio in
            let phone = try await DAVProgram(studio)
            for (object, precondition) in [
                ("", "valid-calendar-data"), ("BEGIN:VCALENDAR\nEND:VEVENT", "valid-calendar-data"),
                ("BEGIN:VCALENDAR\nBEGIN:VTODO\nUID:a\nEND:VTODO\nEND:VCALENDAR", "supported-calendar-component"),
                (DAVProgram.event("a", others: [["DTSTART:20260320T150000Z"]]), "valid-calendar-object-resource"),
                (
                    DAVProgram.event("a").replacing("VERSION", with: "METHOD:REQUEST\r\nVERSION"),
                    "valid-calendar-object-resource"
                ),
                (DAVProgram.event("a", ["SUMMARY:" + String(repeating: "x", count: 200_000)]), "max-resource-size"),
            ] {
                let answer = try await phone.put("a.ics", object)
                #expect(answer.status == 403 && answer.body.contains(precondition), "\(answer.body)")
            }
            _ = try await phone.put("a.ics", DAVProgram.event("a"))
            let same = try await phone.put("b.ics", DAVProgram.event("a"))
            #expect(same.status == 403 && same.body.contains("no-uid-conflict") && same.body.contains("spotter/a.ics"))
            let other = try await phone.put("a.ics", DAVProgram.event("b"))
            #expect(other.status == 403 && other.body.contains("no-uid-conflict"))
        }
    }
}
