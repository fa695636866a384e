import Domain
import Foundation
import Storage
import TestSupport
import Testing

@testable import Scheduling

/// Events of whole days, and those that leave their trainer free.
@Suite(.standardTimeLimit) struct WholeDayTests {
    private func day(_ house: SchedulingFixture, free: Bool = true) async throws -> CalendarEvent {
        let event = NewEvent(
            eventType: .adhoc,
            title: "Trip",
            startsAt: instant("2026-03-13T00:00-04:00"),
            endsAt: instant("2026-03-14T00:00-04:00"),
            dayZone: "America/New_York",
            free: free
        )
        return try await house.calendar.create(event, by: house.alex)
    }

    @Test func aFreeDayTakesNoTime() async throws {
        let house = try await SchedulingFixture()
        let trip = try await day(house)
        let noon = instant("2026-03-13T12:00-04:00")
        let starts = try await house.calendar.freeStarts(for: house.alex, near: noon, minutes: 60)
        #expect(starts.first == noon)
        let (alex, sara) = (house.alex.userId, house.sara.userId)
        let meetings = try await house.database.read { connection in
            try EventCalendar.meetingStarts(
                of: alex,
                with: [sara],
                in: noon..<noon.adding(seconds: 3600),
                minutes: 30,
                count: 1,
                at: house.clock.now(),
                on: connection
            )
        }
        #expect(!meetings.isEmpty)
        try await house.busy("2026-03-13T12:00-04:00", "2026-03-13T13:00-04:00")
        // Whoever isn't free any more needs the time.
        var change = EventChange()
        change.free = false
        let busy = await code { [change] in _ = try await house.calendar.change(trip.id, change, by: house.alex) }
        #expect(busy == .conflict)
    }

    @Test func aBusyDayTakesAllOfIt() async throws {
        let house = try await SchedulingFixture()
        _ = try await day(house, free: false)
        #expect(
            await code { try await house.busy("2026-03-13T23:00-04:00", "2026-03-13T23:30-04:00") } == .conflict
        )
        try await house.busy("2026-03-14T00:00-04:00", "2026-03-14T01:00-04:00")
    }

    /// Days have 23 hours in spring and 25 in autumn.
    @Test func daysFollowOneAnotherOverAChangeOfClocks() async throws {
        let house = try await SchedulingFixture(now: "2026-10-20T12:00:00Z")
        let first = NewEvent(
            eventType: .adhoc,
            title: "Camp",
            startsAt: instant("2026-10-31T00:00-04:00"),
            endsAt: instant("2026-11-01T00:00-04:00"),
            dayZone: "America/New_York"
        )
        let series = NewEventSeries(first: first, rrule: "FREQ=DAILY;COUNT=3")
        _ = try await house.calendar.createSeries(series, by: house.alex)
        let events = try await house.calendar.events(
            of: house.alex,
            from: instant("2026-10-30T00:00Z"),
            to: instant("2026-11-10T00:00Z")
        )
        #expect(
            events.map(\.endsAt)
                == ["2026-11-01T00:00-04:00", "2026-11-02T00:00-05:00", "2026-11-03T00:00-05:00"].map(instant)
        )
        #expect(events.allSatisfy { $0.dayZone == "America/New_York" && !$0.free })
    }

    @Test func whatIsMovedToATimeHasOne() async throws {
        let house = try await SchedulingFixture()
        let trip = try await day(house)
        let later = try await house.calendar.reschedule(
            trip.id,
            from: instant("2026-03-16T00:00-04:00"),
            to: instant("2026-03-18T00:00-04:00"),
            by: house.alex
        )
        #expect(later.dayZone == "America/New_York")
        let timed = try await house.calendar.reschedule(
            trip.id,
            from: instant("2026-03-16T09:00-04:00"),
            to: instant("2026-03-16T10:00-04:00"),
            by: house.alex
        )
        #expect(timed.dayZone == nil)
        #expect(try await house.calendar.event(trip.id, for: house.alex) == timed)
    }

    @Test func rulesByTheFirstHourAreTaken() async throws {
        let house = try await SchedulingFixture()
        let first = NewEvent(
            eventType: .adhoc,
            startsAt: instant("2026-03-13T09:30-04:00"),
            endsAt: instant("2026-03-13T10:00-04:00")
        )
        let series = NewEventSeries(first: first, rrule: "FREQ=DAILY;COUNT=2;BYHOUR=9;BYMINUTE=30")
        #expect(try await house.calendar.createSeries(series, by: house.alex).event.rrule == "FREQ=DAILY;COUNT=2")
        let other = NewEventSeries(first: first, rrule: "FREQ=DAILY;COUNT=2;BYHOUR=10")
        #expect(await code { _ = try await house.calendar.createSeries(other, by: house.alex) } == .invalidRequest)
    }
}
