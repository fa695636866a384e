import AsyncHTTPClient
import Domain
import Foundation
import NIOHTTP1
import ServerTestKit
import Testing

/// Recurring events with exceptions, made and changed in another program's calendar.
@Suite struct CalDAVSeriesTests {
    private static let weekly = [
        "DTSTART;TZID=America/New_York:20260317T060000", "DTEND;TZID=America/New_York:20260317T064500",
        "RRULE:FREQ=WEEKLY;COUNT=4", "SUMMARY:Plan",
    ]

    private static func starts(_ studio: StudioFixture) async throws -> [String] {
        let path = "/v1/calendar/events?from=2026-03-11T00:00:00Z&to=2026-05-30T00:00:00Z"
        let answer = try await studio.server.request("GET", path, as: studio.alex)
        return (JSONValue.parse([UInt8](answer.body))?["events"]?.array ?? []).compactMap { event in
            event["startsAt"]?.string.map { String($0.prefix(16)) }
        }
    }

    @Test func exceptionsAreKept() async throws {
        try await StudioFixture.open { studio in
            let phone = try await DAVProgram(studio)
            let object = DAVProgram.event(
                "plan",
                Self.weekly + ["EXDATE;TZID=America/New_York:20260324T060000"],
                others: [
                    [
                        "RECURRENCE-ID;TZID=America/New_York:20260331T060000",
                        "DTSTART;TZID=America/New_York:20260331T071500", "DTEND;TZID=America/New_York:20260331T080000",
                        "SUMMARY:Late plan", "X-NOTE:kept",
                    ]
                ]
            )
            let made = try await phone.put("plan.ics", object)
            #expect(made.status == 201, "\(made.body)")
            #expect(try await Self.starts(studio) == ["2026-03-17T10:00", "2026-03-31T11:15", "2026-04-07T10:00"])
            let stored = try await phone.get("plan.ics")
            #expect(stored.body.contains("EXDATE;TZID=America/New_York:20260324T060000"))
            #expect(stored.body.contains("RECURRENCE-ID;TZID=America/New_York:20260331T060000"))
            #expect(stored.body.contains("X-NOTE:kept") && stored.body.contains("BEGIN:VTIMEZONE"))
            #expect(try await phone.names() == ["plan.ics": stored.headers["etag"] ?? ""])

            // As it was read it changes nothing.
            #expect(try await phone.put("plan.ics", stored.body).status == 204)
            #expect(try await phone.get("plan.ics").body == stored.body)

            // One more left out, the one that was left out back, the changed one as the others.
            let changed = DAVProgram.event("plan", Self.weekly + ["EXDATE;TZID=America/New_York:20260407T060000"])
            let answer = try await phone.put("plan.ics", changed)
            #expect(answer.status == 204, "\(answer.body)")
            #expect(try await Self.starts(studio) == ["2026-03-17T10:00", "2026-03-24T10:00", "2026-03-31T10:00"])
        }
    }

    @Test func aSeriesIsRenamedShortenedMovedAndDeleted() async throws {
        try await StudioFixture.open { studio in
            let phone = try await DAVProgram(studio)
            _ = try await phone.put("plan.ics", DAVProgram.event("plan", Self.weekly))
            func put(_ from: String, _ to: String) async throws -> DAVProgram.Answer {
                let lines = try await phone.get("plan.ics").body
                #expect(lines.contains(from), "\(lines)")
                return try await phone.put("plan.ics", lines.replacing(from, with: to))
            }
            #expect(try await put("SUMMARY:Plan", "SUMMARY:Weekly plan").status == 204)
            #expect(try await studio.events().allSatisfy { $0["title"] == "Weekly plan" })

            #expect(try await put("RRULE:FREQ=WEEKLY;COUNT=4", "RRULE:FREQ=WEEKLY;COUNT=3").status == 204)
            #expect(try await Self.starts(studio) == ["2026-03-17T10:00", "2026-03-24T10:00", "2026-03-31T10:00"])

            let text = try await phone.get("plan.ics").body
            let moved = text.replacing("T060000", with: "T080000").replacing("T064500", with: "T084500")
            let answer = try await phone.put("plan.ics", moved)
            #expect(answer.status == 204, "\(answer.body)")
            #expect(try await Self.starts(studio).first == "2026-03-17T12:00")
            #expect(try await phone.names().count == 1)
            #expect(try await phone.get("plan.ics").body.contains("UID:plan\r\n"))

            let once = DAVProgram.event("plan", ["DTSTART:20260317T120000Z", "DTEND:20260317T124500Z", "SUMMARY:x"])
            let refused = try await phone.put("plan.ics", once)
            #expect(refused.status == 403 && refused.body.contains("s:calendar-rules"))
            #expect(try await phone.send("DELETE", phone.calendar + "plan.ics").status == 204)
            #expect(try await Self.starts(studio).isEmpty)
            #expect(try await phone.names().isEmpty)
        }
    }

    @Test func nativeSeriesAreObjects() async throws {
        try await StudioFixture.open { studio in
            let body: [String: Any] = [
                "eventType": "training", "clientId": studio.sara.id.description, "rrule": "FREQ=WEEKLY;COUNT=3",
                "startsAt": "2026-03-12T15:00:00Z", "endsAt": "2026-03-12T16:00:00Z",
            ]
            _ = try await studio.server.request("POST", "/v1/calendar/events", as: studio.alex, json: body)
            let phone = try await DAVProgram(studio)
            let name = try #require(try await phone.names().keys.first)
            let stored = try await phone.get(name).body
            #expect(stored.contains("RRULE:FREQ=WEEKLY;COUNT=3"))
            // One occurrence is moved on the phone; its client stays.
            let parts = stored.split(separator: "END:VCALENDAR")
            let uid = try #require(stored.firstMatch(of: /UID:([^\r]+)/)?.1)
            let override = """
                BEGIN:VEVENT\r
                UID:\(uid)\r
                RECURRENCE-ID:20260319T150000Z\r
                DTSTART:20260319T170000Z\r
                DTEND:20260319T180000Z\r
                SUMMARY:Training with Sara Lindqvist\r
                END:VEVENT\r
                END:VCALENDAR\r

                """
            let answer = try await phone.put(name, String(parts[0]) + override)
            #expect(answer.status == 204, "\(answer.body)")
            #expect(try await Self.starts(studio) == ["2026-03-12T15:00", "2026-03-19T17:00", "2026-03-26T15:00"])
            let events = try await studio.events()
            #expect(events.allSatisfy { $0["clientId"] == .string(studio.sara.id.description) })
        }
    }

    @Test func nothingIsHalfDone() async throws {
        try await StudioFixture.open { studio in
            // The third occurrence is taken.
            try await studio.event("2026-03-31T10:00:00Z", "2026-03-31T11:00:00Z")
            let phone = try await DAVProgram(studio)
            let refused = try await phone.put("plan.ics", DAVProgram.event("plan", Self.weekly))
            #expect(refused.status == 409)
            #expect(try await Self.starts(studio) == ["2026-03-31T10:00"])
            // Left out, it is made.
            let left = Self.weekly + ["EXDATE;TZID=America/New_York:20260331T060000"]
            #expect(try await phone.put("plan.ics", DAVProgram.event("plan", left)).status == 201)
            let nowhere = DAVProgram.event(
                "plan",
                left,
                others: [["RECURRENCE-ID:20260318T100000Z", "DTSTART:20260318T100000Z", "DTEND:20260318T110000Z"]]
            )
            let before = try await Self.starts(studio)
            #expect(try await phone.put("plan.ics", nowhere).status == 403)
            #expect(try await Self.starts(studio) == before)
        }
    }
}
