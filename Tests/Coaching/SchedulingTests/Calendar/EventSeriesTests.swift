import Domain
import Scheduling
import SpotterAPI
import Storage
import Synchronization
import TestSupport
import Testing

@Suite struct EventSeriesTests {
    private func weekly(
        _ house: SchedulingFixture,
        from start: String = "2026-03-12T17:00-04:00",
        to end: String = "2026-03-12T18:00-04:00",
        rrule: String = "FREQ=WEEKLY",
        skips: Bool = false
    ) -> NewEventSeries {
        NewEventSeries(
            first: NewEvent(
                eventType: .training,
                clientId: house.sara.userId,
                startsAt: instant(start),
                endsAt: instant(end),
                location: "Studio 2"
            ),
            rrule: rrule,
            skipsTaken: skips
        )
    }

    /// Each event of a series has texts of its own, which count before any is stored.
    @Test func theTextsOfAllEventsCount() async throws {
        let house = try await SchedulingFixture()
        let series = weekly(house, rrule: "FREQ=WEEKLY;COUNT=4")
        let counted = Mutex<[Int]>([])
        _ = try await house.calendar.createSeries(series, by: house.alex) { bytes in
            counted.withLock { $0.append(bytes) }
        }
        let each = "Training with Sara Lindqvist".utf8.count + "Studio 2".utf8.count
        #expect(counted.withLock { $0 } == [3 * each])
        let next = weekly(
            house,
            from: "2026-03-13T17:00-04:00",
            to: "2026-03-13T18:00-04:00",
            rrule: "FREQ=DAILY;COUNT=2"
        )
        #expect(
            await code {
                _ = try await house.calendar.createSeries(next, by: house.alex) { _ in
                    throw SpotterError.invalid("full")
                }
            } == .invalidRequest
        )
        #expect(try await starts(house, "2026-03-13T00:00Z", "2026-03-16T00:00Z") == [], "nothing was stored")
    }

    /// An answer has a bound of bytes, whatever the time that somebody asks for.
    @Test func aListHasABoundOfBytes() async throws {
        let house = try await SchedulingFixture()
        _ = try await house.calendar.createSeries(weekly(house, rrule: "FREQ=WEEKLY;COUNT=4"), by: house.alex)
        let (from, to) = (instant("2026-03-01T00:00Z"), instant("2026-05-01T00:00Z"))
        let all = 4 * ("Training with Sara Lindqvist".utf8.count + "Studio 2".utf8.count)
        #expect(try await house.calendar.listing(of: house.alex, from: from, to: to, maxBytes: all).count == 4)
        let refused = await code {
            _ = try await house.calendar.listing(of: house.alex, from: from, to: to, maxBytes: all - 1)
        }
        #expect(refused == .invalidRequest)
    }

    private func starts(_ house: SchedulingFixture, _ from: String, _ to: String) async throws -> [String] {
        try await house.calendar.events(of: house.alex, from: instant(from), to: instant(to))
            .filter { $0.status == .scheduled }.map { "\($0.startsAt)" }
    }

    private func notices(_ house: SchedulingFixture) async throws -> [String] {
        try await house.database.read { connection in
            try connection.query(
                "SELECT kind FROM notices WHERE user_id = $1 ORDER BY created_at, id",
                house.sara.userId
            ) { try $0.text(0) }
        }
    }

    /// Five in the afternoon stays five in the afternoon when the clocks change.
    @Test func weeksFollowTheWallClock() async throws {
        let house = try await SchedulingFixture()
        let made = try await house.calendar.createSeries(weekly(house), by: house.alex)
        #expect(made.skipped.isEmpty && made.event.rrule == "FREQ=WEEKLY" && made.event.location == "Studio 2")
        #expect(
            try await starts(house, "2026-10-25T00:00Z", "2026-11-10T00:00Z") == [
                "2026-10-29T21:00:00.000Z", "2026-11-05T22:00:00.000Z",
            ]
        )
        #expect(try await notices(house) == ["event.created"], "the client is told once")
        let listed = try await house.calendar.listing(
            of: house.sara,
            from: instant("2026-03-19T00:00Z"),
            to: instant("2026-03-20T00:00Z")
        )
        #expect(listed.map(\.event.seriesId) == [made.event.seriesId])
    }

    @Test func firstEventIsOnADayOfTheRule() async throws {
        let house = try await SchedulingFixture()
        let made = try await house.calendar.createSeries(
            weekly(house, rrule: "FREQ=WEEKLY;BYDAY=TU,FR;COUNT=3"),
            by: house.alex
        )
        #expect("\(made.event.startsAt)" == "2026-03-13T21:00:00.000Z")
        #expect(
            try await starts(house, "2026-03-01T00:00Z", "2026-05-01T00:00Z") == [
                "2026-03-13T21:00:00.000Z", "2026-03-17T21:00:00.000Z", "2026-03-20T21:00:00.000Z",
            ]
        )
    }

    @Test(arguments: [
        "FREQ=HOURLY", "FREQ=DAILY;BYHOUR=7,19", "every week", "FREQ=WEEKLY;UNTIL=20260301",
        "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30",
    ])
    func wrongRulesAreRefused(rule: String) async throws {
        let house = try await SchedulingFixture()
        #expect(
            await code { _ = try await house.calendar.createSeries(weekly(house, rrule: rule), by: house.alex) }
                == .invalidRequest
        )
    }

    @Test func eventsThatOverlapThemselvesAreRefused() async throws {
        let house = try await SchedulingFixture()
        let long = weekly(house, to: "2026-03-13T18:00-04:00", rrule: "FREQ=DAILY")
        #expect(await code { _ = try await house.calendar.createSeries(long, by: house.alex) } == .invalidRequest)
    }

    @Test func takenTimesRefuseAllOrAreSkipped() async throws {
        let house = try await SchedulingFixture()
        try await house.busy("2026-03-19T21:30Z", "2026-03-19T22:30Z", title: "Boiler")
        #expect(await code { _ = try await house.calendar.createSeries(weekly(house), by: house.alex) } == .conflict)
        #expect(
            try await house.calendar.events(
                of: house.alex,
                from: instant("2026-03-20T00:00Z"),
                to: instant("2027-01-01T00:00Z")
            ).isEmpty
        )
        let made = try await house.calendar.createSeries(weekly(house, skips: true), by: house.alex)
        #expect(made.skipped.map { "\($0)" } == ["2026-03-19T21:00:00.000Z"])
        #expect(
            try await starts(house, "2026-03-12T00:00Z", "2026-04-01T00:00Z") == [
                "2026-03-12T21:00:00.000Z", "2026-03-19T21:30:00.000Z", "2026-03-26T21:00:00.000Z",
            ]
        )
    }

    /// More are made as time goes on; what was deleted or moved by hand stays so.
    @Test func seriesGoOn() async throws {
        let house = try await SchedulingFixture()
        let made = try await house.calendar.createSeries(weekly(house), by: house.alex)
        let second = try await house.calendar.events(
            of: house.alex,
            from: instant("2026-03-19T00:00Z"),
            to: instant("2026-03-20T00:00Z")
        )
        try await house.calendar.delete(try #require(second.first).id, by: house.alex)
        _ = try await house.calendar.reschedule(
            made.event.id,
            from: instant("2026-03-12T19:00Z"),
            to: instant("2026-03-12T20:00Z"),
            by: house.alex
        )
        #expect(try await house.calendar.extendSeries() == 0)
        house.clock.advance(milliseconds: 90 * 86_400_000)
        #expect(try await house.calendar.extendSeries() == 13)
        #expect(try await house.calendar.extendSeries() == 0)
        #expect(
            try await starts(house, "2026-03-12T00:00Z", "2026-03-27T00:00Z") == [
                "2026-03-12T19:00:00.000Z", "2026-03-26T21:00:00.000Z",
            ]
        )
        let all = try await house.calendar.events(
            of: house.alex,
            from: instant("2026-03-01T00:00Z"),
            to: instant("2028-01-01T00:00Z")
        )
        #expect(Set(all.map(\.startsAt)).count == all.count)
    }

    @Test func seriesEndsWithTheRelation() async throws {
        let house = try await SchedulingFixture()
        _ = try await house.calendar.createSeries(weekly(house), by: house.alex)
        let before = try await starts(house, "2026-03-01T00:00Z", "2030-01-01T00:00Z").count
        let sara = house.sara.userId
        _ = try await house.database.write { try $0.execute("DELETE FROM contacts WHERE client_id = $1", sara) }
        house.clock.advance(milliseconds: 90 * 86_400_000)
        #expect(try await house.calendar.extendSeries() == 0)
        #expect(try await starts(house, "2026-03-01T00:00Z", "2030-01-01T00:00Z").count == before)
    }

    @Test func changingWhatFollowsMakesASeriesOfItsOwn() async throws {
        let house = try await SchedulingFixture()
        _ = try await house.calendar.createSeries(weekly(house, rrule: "FREQ=WEEKLY;COUNT=6"), by: house.alex)
        let third = try await house.calendar.events(
            of: house.alex,
            from: instant("2026-03-26T00:00Z"),
            to: instant("2026-03-27T00:00Z")
        )
        let event = try #require(third.first)
        let changed = try await house.calendar.changeFollowing(
            event.id,
            EventChange(startsAt: instant("2026-03-27T18:00-04:00"), endsAt: instant("2026-03-27T19:00-04:00")),
            by: house.alex
        )
        #expect(changed.event.seriesId != event.seriesId && changed.event.rrule == "FREQ=WEEKLY;COUNT=4")
        #expect(
            try await starts(house, "2026-03-12T00:00Z", "2026-06-01T00:00Z") == [
                "2026-03-12T21:00:00.000Z", "2026-03-19T21:00:00.000Z", "2026-03-27T22:00:00.000Z",
                "2026-04-03T22:00:00.000Z", "2026-04-10T22:00:00.000Z", "2026-04-17T22:00:00.000Z",
            ]
        )
        #expect(try await notices(house) == ["event.created", "event.moved"])
        try await house.calendar.deleteFollowing(changed.event.id, by: house.alex)
        #expect(try await starts(house, "2026-03-12T00:00Z", "2026-06-01T00:00Z").count == 2)
        #expect(try await notices(house).last == "event.cancelled")
    }

    /// A change that is refused leaves the series as it was.
    @Test func refusedChangeOfWhatFollowsChangesNothing() async throws {
        let house = try await SchedulingFixture()
        let made = try await house.calendar.createSeries(weekly(house), by: house.alex)
        try await house.busy("2026-04-10T21:30Z", "2026-04-10T22:30Z")
        let before = try await starts(house, "2026-03-01T00:00Z", "2027-01-01T00:00Z")
        let change = EventChange(startsAt: instant("2026-03-13T17:00-04:00"), endsAt: instant("2026-03-13T18:00-04:00"))
        #expect(
            await code { _ = try await house.calendar.changeFollowing(made.event.id, change, by: house.alex) }
                == .conflict
        )
        #expect(try await starts(house, "2026-03-01T00:00Z", "2027-01-01T00:00Z") == before)
        let single = try await house.busy("2026-03-14T21:30Z", "2026-03-14T22:30Z")
        #expect(await code { try await house.calendar.deleteFollowing(single.id, by: house.alex) } == .conflict)
        #expect(await code { try await house.calendar.deleteFollowing(made.event.id, by: house.other) } == .notFound)
    }

    @Test func prospectsSeriesFollowThem() async throws {
        let house = try await SchedulingFixture()
        var new = weekly(house)
        new.first.clientId = nil
        new.first.prospectId = house.nina
        _ = try await house.calendar.createSeries(new, by: house.alex)
        let (nina, sara) = (house.nina, house.sara.userId)
        try await house.database.write { [calendar = house.calendar] connection in
            try calendar.prospectWillConvert(nina, to: sara, on: connection)
        }
        #expect(try await notices(house) == ["event.created"])
        house.clock.advance(milliseconds: 90 * 86_400_000)
        #expect(try await house.calendar.extendSeries() == 13)
    }
}
