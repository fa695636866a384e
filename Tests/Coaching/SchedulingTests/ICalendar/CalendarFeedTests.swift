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
        let lines = unfolded(try await feeds(house).document(for: house.alex))
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
        #expect(try await feeds(house).document(for: house.alex, maxBytes: 1_000).contains("RRULE"))
        let error = await #expect(throws: SpotterError.self) {
            try await feeds(house).document(for: house.alex, maxBytes: 100)
        }
        #expect(error?.code == .invalidRequest && error?.message.contains("CalDAV") == true)
    }

    @Test func clientSeesNoNotesAndTheTrainersName() async throws {
        let house = try await SchedulingFixture()
        _ = try await house.calendar.createSeries(series(house), by: house.alex)
        let document = try await feeds(house).document(for: house.sara)
        #expect(document.contains("SUMMARY:Training with Alex Rivera") && !document.contains("second"))
        let others = try await feeds(house).document(for: house.stranger)
        #expect(!others.contains("VEVENT"))
    }

    @Test func linesAreShortAndEndAsTheStandardSays() async throws {
        let house = try await SchedulingFixture()
        let title = String(repeating: "Knee 🦵 stability, très élégant ", count: 6)
        try await house.busy("2026-03-14T21:30Z", "2026-03-14T22:30Z", title: title)
        let document = try await feeds(house).document(for: house.alex)
        let lines = document.components(separatedBy: "\r\n")
        #expect(
            lines.allSatisfy { $0.utf8.count <= 75 }
                && !document.replacingOccurrences(of: "\r\n", with: "").contains("\n")
        )
        #expect(unfolded(document).contains("SUMMARY:" + title.trimmed.replacingOccurrences(of: ",", with: "\\,")))
    }

    @Test func addressIsStableUntilItIsRevoked() async throws {
        let house = try await SchedulingFixture()
        let feeds = feeds(house)
        let name = try await feeds.name(for: house.alex)
        #expect(try await feeds.name(for: house.alex) == name)
        #expect(try await feeds.document(for: feeds.owner(ofFeed: name)).contains("BEGIN:VCALENDAR"))
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

    /// Programs ask again and again; what hasn't changed isn't written again within a minute.
    @Test func anUnchangedCalendarIsTheSameDocumentForAMinute() async throws {
        let house = try await SchedulingFixture()
        let feeds = feeds(house)
        let event = try await house.busy("2026-03-14T21:30Z", "2026-03-14T22:30Z", title: "Gym")
        let first = try await feeds.document(for: house.alex)
        house.clock.advance(milliseconds: 59_000)
        #expect(try await feeds.document(for: house.alex) == first)
        let renamed = try await house.calendar.rename(event.id, to: "Pool", by: house.alex)
        let second = try await feeds.document(for: house.alex)
        #expect(renamed.title == "Pool" && second.contains("SUMMARY:Pool") && !second.contains("Gym"))
        house.clock.advance(milliseconds: 60_000)
        let third = try await feeds.document(for: house.alex)
        #expect(third != second && third.contains("SUMMARY:Pool"), "it says when it was written")
        #expect(try await feeds.document(for: house.sara) != third)
    }

    @Test func oneEventIsADocument() async throws {
        let house = try await SchedulingFixture()
        let made = try await house.calendar.createSeries(series(house), by: house.alex)
        let lines = unfolded(try await feeds(house).document(of: made.event.id, for: house.sara))
        #expect(lines.contains("DTSTART:20260312T210000Z") && !lines.contains { $0.hasPrefix("RRULE") })
        #expect(await code { _ = try await feeds(house).document(of: made.event.id, for: house.stranger) } == .notFound)
    }
}
