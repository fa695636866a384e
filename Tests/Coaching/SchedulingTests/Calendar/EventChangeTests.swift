import Domain
import Scheduling
import SpotterAPI
import Storage
import TestSupport
import Testing

/// A change of an event is one step, and tells whom it concerns.
@Suite struct EventChangeTests {
    private func training(_ house: SchedulingFixture) async throws -> CalendarEvent {
        try await house.calendar.create(
            NewEvent(
                eventType: .training,
                clientId: house.sara.userId,
                startsAt: instant("2026-03-12T19:00Z"),
                endsAt: instant("2026-03-12T20:00Z"),
                location: "  Studio 2  ",
                notes: "bring the blue band"
            ),
            by: house.alex
        )
    }

    private func notices(_ house: SchedulingFixture, to actor: Actor) async throws -> [String] {
        try await house.database.read { connection in
            try connection.query("SELECT kind FROM notices WHERE user_id = $1 ORDER BY created_at, id", actor.userId) {
                try $0.text(0)
            }
        }
    }

    @Test func placeAndNotesAreKeptAndCleared() async throws {
        let house = try await SchedulingFixture()
        let event = try await training(house)
        #expect(event.location == "Studio 2" && event.notes == "bring the blue band")
        let moved = try await house.calendar.change(
            event.id,
            EventChange(location: "Park", notes: .some(nil)),
            by: house.alex
        )
        #expect(moved.location == "Park" && moved.notes == nil && moved.startsAt == event.startsAt)
        let cleared = try await house.calendar.change(event.id, EventChange(location: .some(" ")), by: house.alex)
        #expect(cleared.location == nil)
        let long = String(repeating: "x", count: 501)
        #expect(
            await code { _ = try await house.calendar.change(event.id, EventChange(location: long), by: house.alex) }
                == .invalidRequest
        )
    }

    @Test func clientReadsThePlaceButNotTheNotes() async throws {
        let house = try await SchedulingFixture()
        let event = try await training(house)
        let seen = try await house.calendar.listed(event.id, for: house.sara)
        #expect(seen.event.location == "Studio 2" && seen.event.notes == nil && seen.with == "Alex Rivera")
        #expect(seen.event.title == "Training with Alex Rivera")
        let listed = try await house.calendar.listing(
            of: house.sara,
            from: instant("2026-03-12T00:00Z"),
            to: instant("2026-03-13T00:00Z")
        )
        #expect(listed.map(\.event.notes) == [nil])
        #expect(try await house.calendar.listed(event.id, for: house.alex).event.notes == "bring the blue band")
        for foreign in [house.other, house.stranger] {
            #expect(await code { _ = try await house.calendar.listed(event.id, for: foreign) } == .notFound)
        }
        _ = try await house.calendar.cancel(event.id, by: house.alex)
        #expect(await code { _ = try await house.calendar.listed(event.id, for: house.sara) } == .notFound)
    }

    /// A title that only says the type and the person follows them.
    @Test func typeAndPersonChange() async throws {
        let house = try await SchedulingFixture()
        let event = try await training(house)
        let call = try await house.calendar.change(event.id, EventChange(eventType: .call), by: house.alex)
        #expect(call.title == "Call with Sara Lindqvist" && call.eventType == .call)
        let prospect = try await house.calendar.change(
            event.id,
            EventChange(person: .prospect(house.nina)),
            by: house.alex
        )
        #expect(prospect.title == "Call with Nina Petrov" && prospect.clientId == nil)
        #expect(try await notices(house, to: house.sara) == ["event.created", "event.cancelled"])
        let own = try await house.calendar.change(
            event.id,
            EventChange(eventType: .adhoc, title: "Paperwork", person: .nobody),
            by: house.alex
        )
        #expect(own.title == "Paperwork" && own.prospectId == nil)
        let again = try await house.calendar.change(
            event.id,
            EventChange(eventType: .training, person: .client(house.sara.userId)),
            by: house.alex
        )
        #expect(again.title == "Paperwork", "a title of one's own stays")
        #expect(try await notices(house, to: house.sara).last == "event.created")
    }

    /// A change that can't be made whole isn't made at all.
    @Test func changeIsAllOrNothing() async throws {
        let house = try await SchedulingFixture()
        let event = try await training(house)
        try await house.busy("2026-03-13T19:00Z", "2026-03-13T20:00Z")
        let refused: [(EventChange, ErrorCode)] = [
            (
                EventChange(
                    startsAt: instant("2026-03-13T19:30Z"),
                    endsAt: instant("2026-03-13T20:30Z"),
                    title: "Squats"
                ), .conflict
            ),
            (EventChange(title: "Squats", person: .nobody), .invalidRequest),
            (EventChange(title: "Squats", person: .client(house.stranger.userId)), .notFound),
            (EventChange(title: "Squats", person: .prospect(house.foreignProspect)), .notFound),
            (EventChange(startsAt: instant("2026-03-12T21:00Z"), title: "Squats"), .invalidRequest),
            (EventChange(title: " "), .invalidRequest),
        ]
        for (change, expected) in refused {
            #expect(await code { _ = try await house.calendar.change(event.id, change, by: house.alex) } == expected)
        }
        #expect(try await house.calendar.event(event.id, for: house.alex) == event)
        _ = try await house.calendar.complete(event.id, by: house.alex)
        #expect(
            await code { _ = try await house.calendar.change(event.id, EventChange(eventType: .call), by: house.alex) }
                == .conflict
        )
        #expect(
            try await house.calendar.change(event.id, EventChange(notes: "went well"), by: house.alex).notes
                == "went well"
        )
    }

    @Test func movedAndCancelledInOneStep() async throws {
        let house = try await SchedulingFixture()
        let event = try await training(house)
        let changed = try await house.calendar.change(
            event.id,
            EventChange(title: "Off", status: .cancelled),
            by: house.alex
        )
        #expect(changed.status == .cancelled && changed.title == "Off")
        #expect(try await notices(house, to: house.sara) == ["event.created", "event.cancelled"])
    }
}
