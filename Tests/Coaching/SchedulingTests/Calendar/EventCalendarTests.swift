import Domain
import Foundation
import Scheduling
import Storage
import TestSupport
import Testing

@Suite struct EventCalendarTests {
    private func call(_ house: SchedulingFixture, _ start: String, _ end: String) -> NewEvent {
        NewEvent(eventType: .call, clientId: house.sara.userId, startsAt: instant(start), endsAt: instant(end))
    }

    @Test func anEventKeepsWhatWasSaid() async throws {
        let house = try await SchedulingFixture()
        let made = try await house.calendar.create(
            call(house, "2026-03-12T19:00Z", "2026-03-12T19:30Z"),
            by: house.alex
        )
        #expect(made.title == "Call with Sara Lindqvist")
        #expect(made.status == .scheduled)
        #expect(try await house.calendar.event(made.id, for: house.alex) == made)
    }

    @Test(arguments: [
        (EventType.call, false, false, ErrorCode?.some(.invalidRequest)), (.training, true, true, .invalidRequest),
        (.training, true, false, nil), (.call, false, true, nil), (.adhoc, true, false, .invalidRequest),
        (.adhoc, false, true, .invalidRequest), (.adhoc, false, false, nil),
    ])
    func companyFollowsTheType(type: EventType, client: Bool, prospect: Bool, expected: ErrorCode?) async throws {
        let house = try await SchedulingFixture()
        let new = NewEvent(
            eventType: type,
            clientId: client ? house.sara.userId : nil,
            prospectId: prospect ? house.nina : nil,
            startsAt: instant("2026-03-12T19:00Z"),
            endsAt: instant("2026-03-12T20:00Z")
        )
        #expect(await code { _ = try await house.calendar.create(new, by: house.alex) } == expected)
    }

    /// A client sees the events of their trainers, so what they say needs agreement still.
    @Test(arguments: [true, false])
    func nothingNewReachesAClientWhoIsGoneOrBlocked(isBlocked: Bool) async throws {
        let house = try await SchedulingFixture()
        let made = try await house.calendar.create(
            call(house, "2026-03-12T19:00Z", "2026-03-12T19:30Z"),
            by: house.alex
        )
        let (alex, sara) = (house.alex.userId, house.sara.userId)
        _ = try await house.database.write { connection in
            if isBlocked {
                try connection.execute(
                    "INSERT INTO blocks (blocker_id, blocked_id, created_at) VALUES ($1, $2, 0)",
                    sara,
                    alex
                )
            } else {
                try connection.execute("DELETE FROM contacts WHERE client_id = $1", sara)
            }
        }
        let another = call(house, "2026-03-13T19:00Z", "2026-03-13T19:30Z")
        let created = await code { _ = try await house.calendar.create(another, by: house.alex) }
        let moved = await code {
            _ = try await house.calendar.reschedule(
                made.id,
                from: another.startsAt,
                to: another.endsAt,
                by: house.alex
            )
        }
        let renamed = await code { _ = try await house.calendar.rename(made.id, to: "Call me", by: house.alex) }
        #expect(created == (isBlocked ? .forbidden : .notFound))
        #expect(moved == (isBlocked ? .forbidden : .notAContact) && renamed == moved)
        #expect(try await house.calendar.cancel(made.id, by: house.alex).status == .cancelled)
    }

    @Test func peopleOfOthersDontExist() async throws {
        let house = try await SchedulingFixture()
        var new = call(house, "2026-03-12T19:00Z", "2026-03-12T19:30Z")
        new.clientId = house.stranger.userId
        let strange = new
        #expect(await code { _ = try await house.calendar.create(strange, by: house.alex) } == .notFound)
        new.clientId = nil
        new.prospectId = house.foreignProspect
        let foreign = new
        #expect(await code { _ = try await house.calendar.create(foreign, by: house.alex) } == .notFound)
    }

    @Test func onlyTheOwnerSeesAndChanges() async throws {
        let house = try await SchedulingFixture()
        let event = try await house.busy("2026-03-12T19:00Z", "2026-03-12T20:00Z")
        let calendar = house.calendar
        for intruder in [house.other, house.sara] {
            #expect(await code { _ = try await calendar.event(event.id, for: intruder) } == .notFound)
            #expect(await code { _ = try await calendar.cancel(event.id, by: intruder) } == .notFound)
            #expect(await code { try await calendar.delete(event.id, by: intruder) } == .notFound)
            let range = try await calendar.events(of: intruder, from: .earliest, to: .latest)
            #expect(range.isEmpty)
        }
        let new = call(house, "2026-03-13T19:00Z", "2026-03-13T19:30Z")
        #expect(await code { _ = try await calendar.create(new, by: house.sara) } == .forbidden)
        #expect(try await calendar.event(event.id, for: house.alex).status == .scheduled)
    }

    @Test(arguments: [
        ("2026-03-12T10:00Z", "2026-03-12T11:00Z", true),  // inside what began hours before
        ("2026-03-12T07:00Z", "2026-03-12T08:00Z", false),  // ends when the other begins
        ("2026-03-12T20:00Z", "2026-03-12T21:00Z", false),  // begins when the other ends
        ("2026-03-12T19:59Z", "2026-03-12T21:00Z", true),
        ("2026-03-12T06:00Z", "2026-03-12T23:00Z", true),  // around it
    ])
    func overlapIsReal(start: String, end: String, isTaken: Bool) async throws {
        let house = try await SchedulingFixture()
        try await house.busy("2026-03-12T08:00Z", "2026-03-12T20:00Z")
        let new = call(house, start, end)
        let result = await code { _ = try await house.calendar.create(new, by: house.alex) }
        #expect(result == (isTaken ? .conflict : nil))
    }

    @Test func cancelledAndMovedEventsAreNotInTheWay() async throws {
        let house = try await SchedulingFixture()
        let event = try await house.busy("2026-03-12T08:00Z", "2026-03-12T10:00Z")
        let moved = try await house.calendar.reschedule(
            event.id,
            from: instant("2026-03-12T09:00Z"),
            to: instant("2026-03-12T11:00Z"),
            by: house.alex
        )
        #expect(moved.startsAt == instant("2026-03-12T09:00Z"))
        _ = try await house.calendar.cancel(event.id, by: house.alex)
        #expect(try await house.calendar.cancel(event.id, by: house.alex).status == .cancelled)
        try await house.busy("2026-03-12T09:00Z", "2026-03-12T11:00Z")
        #expect(await code { _ = try await house.calendar.complete(event.id, by: house.alex) } == .conflict)
        let status = await code {
            _ = try await house.calendar.reschedule(
                event.id,
                from: instant("2026-03-20T09:00Z"),
                to: instant("2026-03-20T10:00Z"),
                by: house.alex
            )
        }
        #expect(status == .conflict)
    }

    @Test func aRangeHoldsWhatTouchesIt() async throws {
        let house = try await SchedulingFixture()
        for (start, end, title) in [
            ("2026-03-11T22:00Z", "2026-03-12T02:00Z", "into"), ("2026-03-12T08:00Z", "2026-03-12T09:00Z", "within"),
            ("2026-03-13T00:00Z", "2026-03-13T01:00Z", "after"), ("2026-03-11T20:00Z", "2026-03-11T21:00Z", "before"),
        ] { try await house.busy(start, end, title: title) }
        let day = try await house.calendar.events(
            of: house.alex,
            from: instant("2026-03-12T00:00Z"),
            to: instant("2026-03-13T00:00Z")
        )
        #expect(day.map(\.title) == ["into", "within"])
    }

    @Test func whatIsOverIsCompleted() async throws {
        let house = try await SchedulingFixture()
        let event = try await house.busy("2026-03-12T08:00Z", "2026-03-12T09:00Z")
        #expect(try await house.calendar.completePast() == 0)
        house.clock.set(instant("2026-03-12T09:00Z"))
        #expect(try await house.calendar.completePast() == 1)
        #expect(try await house.calendar.event(event.id, for: house.alex).status == .completed)
    }

    @Test func importingTwiceAddsNothing() async throws {
        let house = try await SchedulingFixture()
        let new = call(house, "2026-03-12T19:00Z", "2026-03-12T19:30Z")
        for expected in [true, false] {
            let isNew = try await house.database.write { [ids = house.ids, alex = house.alex] in
                try EventCalendar.import(new, reference: "e1", id: ids.next(), by: alex, at: .earliest, on: $0)
            }
            #expect(isNew == expected)
        }
    }
}
