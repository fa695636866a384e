import Domain
import Foundation
import Scheduling
import TestSupport
import Testing

@Suite struct CalendarFeedTests {
    private func feeds(_ house: SchedulingFixture) -> CalendarFeeds {
        CalendarFeeds(calendar: house.calendar, key: Array(repeating: 7, count: 32))
    }

    private func series(_ house: SchedulingFixture, _ rrule: String = "FREQ=WEEKLY;COUNT=4") -> NewEventSeries {
        NewEventSeries(
            first: NewEvent(
                eventType: .training,
                clientId: house.sara.userId,
                startsAt: instant("2026-03-12T17:00-04:00"),
                endsAt: instant("2026-03-12T18:00-04:00"),
                location: "Gym; hall, 2",
                notes: "first line\nsecond \\ line"
            ),
            rrule: rrule
        )
    }

    private func unfolded(_ document: String) -> [String] {
        document.replacingOccurrences(of: "\r\n ", with: "").components(separatedBy: "\r\n")
    }

    @Test func seriesIsARuleWithItsExceptions() async throws {
        let house = try await SchedulingFixture()
        _ = try await house.calendar.createSeries(series(house), by: house.alex)
        let events = try await house.calendar.events(
            of: house.alex,
            from: instant("2026-03-12T00:00Z"),
            to: instant("2026-05-01T00:00Z")
        )
        try await house.calendar.delete(events[1].id, by: house.alex)
        _ = try await house.calendar.reschedule(
            events[2].id,
            from: instant("2026-03-27T21:00Z"),
            to: instant("2026-03-27T22:00Z"),
            by: house.alex
        )
        let lines = unfolded(try await feeds(house).feed(for: house.alex).text)
        for line in [
            "DTSTART;TZID=America/New_York:20260312T170000", "RRULE:FREQ=WEEKLY;COUNT=4",
            "EXDATE;TZID=America/New_York:20260319T170000", "RECURRENCE-ID;TZID=America/New_York:20260326T170000",
            "DTSTART:20260327T210000Z", "TZID:America/New_York", "LOCATION:Gym\\; hall\\, 2",
            "DESCRIPTION:first line\\nsecond \\\\ line", "SUMMARY:Training with Sara Lindqvist",
        ] { #expect(lines.contains(line), "\(line)") }
        #expect(lines.filter { $0 == "BEGIN:VEVENT" }.count == 2)
    }

    @Test func aDocumentHasABoundInBytes() async throws {
        let house = try await SchedulingFixture()
        _ = try await house.calendar.createSeries(series(house), by: house.alex)
        // Each of the four events has some 60 bytes of texts.
        #expect(try await feeds(house).feed(for: house.alex, maxBytes: 1_000).text.contains("RRULE"))
        let error = await #expect(throws: SpotterError.self) {
            try await feeds(house).feed(for: house.alex, maxBytes: 100)
        }
        #expect(error?.code == .invalidRequest && error?.message.contains("CalDAV") == true)
    }

    @Test func clientSeesNoNotesAndTheTrainersName() async throws {
        let house = try await SchedulingFixture()
        _ = try await house.calendar.createSeries(series(house), by: house.alex)
        let document = try await feeds(house).feed(for: house.sara).text
        #expect(document.contains("SUMMARY:Training with Alex Rivera") && !document.contains("second"))
        let others = try await feeds(house).feed(for: house.stranger).text
        #expect(!others.contains("VEVENT"))
    }

    @Test func linesAreShortAndEndAsTheStandardSays() async throws {
        let house = try await SchedulingFixture()
        let title = String(repeating: "Knee 🦵 stability, très élégant ", count: 6)
        try await house.busy("2026-03-14T21:30Z", "2026-03-14T22:30Z", title: title)
        let document = try await feeds(house).feed(for: house.alex).text
        let lines = document.components(separatedBy: "\r\n")
        #expect(
            lines.allSatisfy { $0.utf8.count <= 75 }
                && !document.replacingOccurrences(of: "\r\n", with: "").contains("\n")
        )
        #expect(unfolded(document).contains("SUMMARY:" + title.trimmed.replacingOccurrences(of: ",", with: "\\,")))
    }

    /// A letter with more marks than a line has bytes.
    @Test func aLongCharacterIsCut() async throws {
        let house = try await SchedulingFixture()
        let title = "Run a" + String(repeating: "\u{301}", count: 90) + " b"
        try await house.busy("2026-03-14T21:30Z", "2026-03-14T22:30Z", title: title)
        let document = try await feeds(house).feed(for: house.alex).text
        #expect(document.components(separatedBy: "\r\n").allSatisfy { $0.utf8.count <= 75 })
        // By bytes: a space and the mark behind it are one character.
        let bytes = Array(document.utf8).replacing(Array("\r\n ".utf8), with: [])
        #expect(bytes.firstRange(of: Array("SUMMARY:\(title)".utf8)) != nil)
    }

    @Test func addressIsStableUntilItIsRevoked() async throws {
        let house = try await SchedulingFixture()
        let feeds = feeds(house)
        let name = try await feeds.name(for: house.alex)
        #expect(try await feeds.name(for: house.alex) == name)
        #expect(try await feeds.feed(for: feeds.owner(ofFeed: name)).text.contains("BEGIN:VCALENDAR"))
        let others = CalendarFeeds(calendar: house.calendar, key: Array(repeating: 8, count: 32))
        #expect(await code { _ = try await others.owner(ofFeed: name) } == .notFound)
        for wrong in [
            "", ".", "x.y", "\(house.alex.userId).", "\(house.sara.userId)." + name.reveal().suffix(64),
            name.reveal() + "0",
        ] {
            #expect(await code { _ = try await feeds.owner(ofFeed: Secret(wrong)) } == .notFound, "\(wrong)")
        }
        try await feeds.revoke(for: house.alex)
        #expect(await code { _ = try await feeds.owner(ofFeed: name) } == .notFound)
        let next = try await feeds.name(for: house.alex)
        #expect(next != name)
        #expect(await code { _ = try await feeds.owner(ofFeed: name) } == .notFound)
    }

    /// Programs ask again and again, and compare bytes.
    @Test func anUnchangedCalendarIsTheSameBytes() async throws {
        let house = try await SchedulingFixture()
        let event = try await house.busy("2026-03-14T21:30Z", "2026-03-14T22:30Z", title: "Gym")
        _ = try await house.calendar.createSeries(series(house), by: house.alex)
        let first = try await feeds(house).feed(for: house.alex)
        for line in ["REFRESH-INTERVAL;VALUE=DURATION:PT1H", "X-PUBLISHED-TTL:PT1H"] {
            #expect(unfolded(first.text).contains(line))
        }
        house.clock.advance(milliseconds: 3_600_000)
        #expect(try await feeds(house).feed(for: house.alex) == first, "by a server that has started again, too")
        house.clock.advance(milliseconds: 40 * 86_400_000)
        #expect(try await feeds(house).feed(for: house.alex) == first)
        let renamed = try await house.calendar.rename(event.id, to: "Pool", by: house.alex)
        let second = try await feeds(house).feed(for: house.alex)
        #expect(renamed.title == "Pool" && second.text.contains("SUMMARY:Pool") && !second.text.contains("SUMMARY:Gym"))
        #expect(second.etag != first.etag)
        #expect(try await feeds(house).feed(for: house.sara).etag != second.etag)
    }

    @Test func oneEventIsADocument() async throws {
        let house = try await SchedulingFixture()
        let made = try await house.calendar.createSeries(series(house), by: house.alex)
        let lines = unfolded(try await feeds(house).document(of: made.event.id, for: house.sara))
        #expect(lines.contains("DTSTART:20260312T210000Z") && !lines.contains { $0.hasPrefix("RRULE") })
        #expect(await code { _ = try await feeds(house).document(of: made.event.id, for: house.stranger) } == .notFound)
    }
}
