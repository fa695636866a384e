import Accounts
import Domain
import Foundation
import Storage
import TestSupport
import Testing

@testable import Scheduling

/// What other programs are shown of a calendar is noted when something changes, and told without looking at events.
@Suite(.standardTimeLimit) struct CalendarListingTests {
    private static func document(_ uid: String, _ lines: [String]) -> [UInt8] {
        let whole =
            ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Test//EN", "BEGIN:VEVENT", "UID:\(uid)"] + lines
            + ["END:VEVENT", "END:VCALENDAR"]
        return Array((whole.joined(separator: "\r\n") + "\r\n").utf8)
    }

    private static func times(_ day: Int, hour: Int = 15) -> [String] {
        ["DTSTART:2026040\(day)T\(hour)0000Z", "DTEND:2026040\(day)T\(hour)3000Z"]
    }

    private static func weekly(_ house: SchedulingFixture, client: Bool = true) -> NewEventSeries {
        NewEventSeries(
            first: NewEvent(
                eventType: .training,
                clientId: client ? house.sara.userId : nil,
                startsAt: instant("2026-03-12T17:00-04:00"),
                endsAt: instant("2026-03-12T18:00-04:00")
            ),
            rrule: "FREQ=WEEKLY;COUNT=4"
        )
    }

    /// What changed since a number, as names and whether they are there.
    private static func changes(
        _ objects: CalendarObjects,
        since token: CalendarSyncToken?,
        _ actor: Actor
    ) async throws -> (told: [String: Bool], token: CalendarSyncToken) {
        let span = try #require(try await objects.span(since: token, for: actor))
        let changes = try await objects.changes(in: span, limit: 1_000, for: actor)
        return (Dictionary(changes.map { ($0.name, $0.etag != nil) }) { _, last in last }, span.end)
    }

    private static func marks(_ house: SchedulingFixture, _ actor: Actor) async throws -> Int64 {
        try await house.database.read { try CalendarMark.count(of: actor.userId, on: $0) }
    }

    @Test func aListHasTheETagsOfTheObjects() async throws {
        let house = try await SchedulingFixture()
        let objects = CalendarObjects(calendar: house.calendar)
        _ = try await objects.put(Self.document("a", Self.times(1)), as: "a.ics", if: .absent, by: house.alex)
        _ = try await house.calendar.createSeries(Self.weekly(house), by: house.alex)
        try await house.busy("2026-04-02T10:00Z", "2026-04-02T11:00Z")
        for actor in [house.alex, house.sara] {
            _ = try await objects.token(for: actor)
            let entries = try await objects.entries(limit: 10, for: actor)
            #expect(entries.count == (actor.userId == house.alex.userId ? 3 : 1))
            let found = try await objects.objects(named: entries.map(\.name), for: actor)
            for entry in entries {
                #expect(found[entry.name]?.etag == entry.etag && found[entry.name]?.uid == entry.uid)
                #expect(try await objects.object(named: entry.name, for: actor).etag == entry.etag)
            }
            // In pages, by name.
            let first = try await objects.entries(limit: 1, for: actor)
            let rest = try await objects.entries(after: first.first?.name, limit: 10, for: actor)
            #expect(first + rest == entries)
        }
        let touching = instant("2026-04-01T00:00Z")..<instant("2026-04-01T23:00Z")
        #expect(try await objects.names(touching: touching, for: house.alex) == ["a.ics"])
    }

    /// Whoever changes an event, at whatever door, changes the number, and nobody else does.
    @Test func everyChangeIsMarkedAndNoted() async throws {
        let house = try await SchedulingFixture()
        let objects = CalendarObjects(calendar: house.calendar)
        let event = try await house.busy("2026-04-02T10:00Z", "2026-04-02T11:00Z")
        let series = try await house.calendar.createSeries(Self.weekly(house), by: house.alex)
        let id = try #require(series.event.seriesId)
        let (single, whole) = ("\(event.id).ics", "\(id).ics")
        var last = try await Self.changes(objects, since: nil, house.alex)
        #expect(last.told == [single: true, whole: true])
        #expect(try await objects.token(for: house.alex) == last.token)

        func expect(_ told: [String: Bool], _ change: () async throws -> Void) async throws {
            try await change()
            last = try await Self.changes(objects, since: last.token, house.alex)
            #expect(last.told == told)
            #expect(try await Self.marks(house, house.alex) == 0)
        }
        try await expect([single: true]) { _ = try await house.calendar.rename(event.id, to: "Other", by: house.alex) }
        try await expect([single: true]) {
            _ = try await house.calendar.reschedule(
                event.id,
                from: instant("2026-04-03T10:00Z"),
                to: instant("2026-04-03T11:00Z"),
                by: house.alex
            )
        }
        // An occurrence is a part of its series.
        let occurrences = try await house.calendar.events(
            of: house.alex,
            from: instant("2026-03-12T00:00Z"),
            to: instant("2026-04-01T00:00Z")
        )
        try await expect([whole: true]) { try await house.calendar.delete(occurrences[1].id, by: house.alex) }
        try await expect([whole: true]) {
            _ = try await house.calendar.rename(occurrences[2].id, to: "One of them", by: house.alex)
        }
        try await expect([single: true]) {
            _ = try await objects.put(
                Self.document("\(event.id)@spotter", Self.times(3, hour: 10) + ["SUMMARY:Other", "X-A:b"]),
                as: single,
                if: .present,
                by: house.alex
            )
        }
        // Another's change is none.
        try await expect([:]) {
            _ = try await house.calendar.create(
                NewEvent(
                    eventType: .adhoc,
                    startsAt: instant("2026-04-02T10:00Z"),
                    endsAt: instant("2026-04-02T11:00Z")
                ),
                by: house.other
            )
        }
        try await expect([single: false]) { _ = try await house.calendar.cancel(event.id, by: house.alex) }
        try await expect([whole: false]) { try await objects.delete(whole, if: .none, by: house.alex) }
    }

    /// Time passes every minute; it changes nothing that is shown until an event is over for a year.
    @Test func whatIsOverLeavesWithoutBeingTouched() async throws {
        let house = try await SchedulingFixture()
        let objects = CalendarObjects(calendar: house.calendar)
        let event = try await house.busy("2026-03-12T10:00Z", "2026-03-12T11:00Z")
        let first = try await objects.token(for: house.alex)
        house.clock.advance(milliseconds: 2 * 86_400_000)
        #expect(try await house.calendar.completePast() == 1)
        #expect(try await Self.marks(house, house.alex) == 0)
        #expect(try await objects.token(for: house.alex) == first)
        house.clock.advance(milliseconds: 366 * 86_400_000)
        let later = try await Self.changes(objects, since: first, house.alex)
        #expect(later.told == ["\(event.id).ics": false])
        #expect(try await objects.entries(limit: 10, for: house.alex).isEmpty)
        // It is there for whoever asks for it by its name.
        #expect(try await objects.object(named: "\(event.id).ics", for: house.alex).name == "\(event.id).ics")
    }

    /// A client's titles have the trainer's name.
    @Test func aNewNameChangesWhatItStandsIn() async throws {
        let house = try await SchedulingFixture()
        let objects = CalendarObjects(calendar: house.calendar)
        _ = try await house.calendar.createSeries(Self.weekly(house), by: house.alex)
        let first = try await objects.token(for: house.sara)
        let own = try await objects.token(for: house.alex)
        let alex = house.alex.userId
        try await house.database.write {
            _ = try $0.execute("UPDATE users SET display_name = 'Alexandra' WHERE id = $1", alex)
        }
        let told = try await Self.changes(objects, since: first, house.sara)
        #expect(told.told.count == 1 && told.token != first)
        let name = try #require(told.told.keys.first)
        #expect(try await objects.object(named: name, for: house.sara).text().contains("Training with Alexandra"))
        #expect(try await objects.token(for: house.sara) == told.token)
        #expect(try await objects.token(for: house.alex) == own)
        // Only a checksum of names is kept.
        let kept = try await house.database.read {
            try $0.query("SELECT people || names FROM calendar_syncs") { try $0.text(0) }
        }
        #expect(!kept.contains { $0.contains("Alex") })
    }

    /// A first look that ends early goes on from where it was, and misses nothing.
    @Test func aCutLookGoesOn() async throws {
        let house = try await SchedulingFixture()
        let objects = CalendarObjects(calendar: house.calendar)
        for day in 1...6 {
            let document = Self.document("\(day)", Self.times(day))
            _ = try await objects.put(document, as: "\(day).ics", if: .absent, by: house.alex)
        }
        // One that goes before the look begins isn't told of.
        _ = try await objects.token(for: house.alex)
        try await objects.delete("6.ics", if: .none, by: house.alex)
        var (seen, token) = ([String: Bool](), CalendarSyncToken?.none)
        for round in 0..<10 {
            var span = try #require(try await objects.span(since: token, for: house.alex))
            let next = try await objects.changes(in: span, limit: 2, for: house.alex)
            for change in next { seen[change.name] = change.etag != nil }
            guard let last = next.last else {
                token = span.end
                break
            }
            span.after = last.number
            token = CalendarSyncToken(span.rest.text)
            #expect(token == span.rest && token?.begun != nil)
            if round == 0 {
                try await objects.delete("1.ics", if: .none, by: house.alex)
                _ = try await objects.put(Self.document("5", Self.times(9)), as: "5.ics", if: .present, by: house.alex)
            }
        }
        // What has changed meanwhile is told of at the next look.
        let rest = try await Self.changes(objects, since: token, house.alex)
        seen.merge(rest.told) { _, last in last }
        #expect(seen == ["1.ics": false, "2.ics": true, "3.ics": true, "4.ics": true, "5.ics": true])
        for token in [CalendarSyncToken(number: 9_999), .init(number: -1), .init(number: 1, begun: 9_999)] {
            #expect(try await objects.span(since: token, for: house.alex) == nil)
        }
    }

    @Test(arguments: ["", "-", "-1", "1-", "x", "1-2-3", "1 ", "99999999999999999999", "１"])
    func otherTokensAreNone(text: String) { #expect(CalendarSyncToken(text) == nil) }

    @Test func aCalendarHasBounds() async throws {
        let house = try await SchedulingFixture()
        let objects = CalendarObjects(calendar: house.calendar)
        let long = (0..<90).map { "X-\($0):" + String(repeating: "x", count: 1_000) }
        var charged = 0
        func put(_ number: Int, _ lines: [String] = []) async throws {
            _ = try await objects.put(
                Self.document("\(number)", Self.times(1 + number) + lines),
                as: "\(number).ics",
                if: .none,
                by: house.alex
            ) { charged += $0 }
        }
        try await put(0, long)
        #expect(charged > 90_000)
        // As if there were many more of them.
        let (alex, most) = (house.alex.userId, CalendarObjects.maxKeptBytes)
        try await house.database.write {
            _ = try $0.execute("UPDATE calendar_objects SET kept_bytes = $1 WHERE owner_id = $2", most, alex)
        }
        #expect(await code { try await put(1, long) } == .storageFull)
        try await put(2)
        // It may be written over by less.
        try await put(0, ["X-A:b"])
        try await put(1, long)

        _ = try await objects.token(for: house.alex)
        try await house.database.write {
            _ = try $0.execute(
                "UPDATE calendar_syncs SET objects = $1 WHERE user_id = $2",
                CalendarObjects.maxObjects - 1,
                alex
            )
        }
        try await put(3)
        #expect(await code { try await put(4) } == .storageFull)
        try await put(3, ["X-A:b"])
        try await objects.delete("3.ics", if: .none, by: house.alex)
        try await put(4)
    }

    /// A series is charged for each of its events.
    @Test func whatIsStoredIsCharged() throws {
        let notes = "DESCRIPTION:" + String(repeating: "x", count: 5_000)
        let single = try CalendarObjectInput(Self.document("a", Self.times(1) + [notes]), floating: .owner)
        let daily = Self.times(1) + [notes, "RRULE:FREQ=DAILY;COUNT=100"]
        let series = try CalendarObjectInput(Self.document("a", daily), floating: .owner)
        let now = instant("2026-03-11T13:15Z")
        #expect(try 5_000...6_000 ~= single.storedBytes(at: now))
        #expect(try series.storedBytes(at: now) > 500_000)
        let times = ["DTSTART:00010101T150000Z", "DTEND:00010101T153000Z"]
        let ancient = try CalendarObjectInput(Self.document("a", times + ["RRULE:FREQ=YEARLY"]), floating: .owner)
        #expect(throws: CalendarObjectRefusal.self, "its days aren't gone over") { try ancient.storedBytes(at: now) }
    }

    /// An account that has gone leaves nothing noted, and what it takes along doesn't mark anything for it.
    @Test func deletionLeavesNothing() async throws {
        let house = try await SchedulingFixture()
        let objects = CalendarObjects(calendar: house.calendar)
        _ = try await house.calendar.createSeries(Self.weekly(house), by: house.alex)
        _ = try await objects.put(Self.document("a", Self.times(1)), as: "a.ics", if: .absent, by: house.alex)
        for actor in [house.alex, house.sara] { _ = try await objects.token(for: actor) }
        let before = try await objects.token(for: house.sara)
        try await SchedulingDataEraser(calendar: house.calendar).erase(
            DeletedUser(id: house.alex.userId, name: "Alex Rivera", role: .trainer)
        )
        let left = try await house.database.read { [alex = house.alex.userId] connection in
            try ["calendar_syncs", "calendar_sync_objects", "calendar_sync_marks"].filter {
                try connection.exists("SELECT 1 FROM \($0) WHERE user_id = $1", alex)
            }
        }
        #expect(left == [])
        let told = try await Self.changes(objects, since: before, house.sara)
        #expect(told.told.values.allSatisfy { !$0 } && told.told.count == 1)
    }
}
