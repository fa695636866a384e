import Accounts
import Domain
import Foundation
import Logging
import Scheduling
import SpotterAPI
import Storage
import Synchronization
import TestSupport
import Testing

@Suite struct NoticesTests {
    private func notices(_ house: SchedulingFixture) -> Notices {
        Notices(database: house.database, clock: house.clock)
    }

    private func unseen(_ house: SchedulingFixture, _ actor: Actor) async throws -> [Notice] {
        try await notices(house).list(for: actor).notices
    }

    private func service(
        _ house: SchedulingFixture,
        publish: @escaping NoticeService.Publish = { _ in }
    ) -> NoticeService {
        NoticeService(reminders: house.reminders, logger: Logger(label: "test"), publish: publish)
    }

    @discardableResult
    private func session(_ house: SchedulingFixture, title: String? = nil) async throws -> CalendarEvent {
        try await house.calendar.create(
            NewEvent(
                eventType: .training,
                title: title,
                clientId: house.sara.userId,
                startsAt: instant("2026-03-12T14:00Z"),
                endsAt: instant("2026-03-12T15:00Z")
            ),
            by: house.alex
        )
    }

    @Test func theClientIsToldOfEachChangeAndTheTrainerWhoMadeItIsNot() async throws {
        let house = try await SchedulingFixture()
        let event = try await session(house)
        let (start, end) = (instant("2026-03-13T16:00Z"), instant("2026-03-13T17:00Z"))
        house.clock.advance(milliseconds: 1000)
        _ = try await house.calendar.reschedule(event.id, from: start, to: end, by: house.alex)
        // To where it is already, and another name: nothing to tell.
        _ = try await house.calendar.reschedule(event.id, from: start, to: end, by: house.alex)
        house.clock.advance(milliseconds: 1000)
        _ = try await house.calendar.cancel(event.id, by: house.alex)
        _ = try await house.calendar.cancel(event.id, by: house.alex)
        let told = try await unseen(house, house.sara)
        #expect(told.map(\.kind) == [.eventCreated, .eventMoved, .eventCancelled])
        #expect(told.allSatisfy { $0.text == "Training with Alex Rivera" && $0.with == ["Alex Rivera"] })
        #expect(told[1].startsAt == start && told[1].endsAt == end)
        #expect(told[1].previousStartsAt == event.startsAt && told[1].previousEndsAt == event.endsAt)
        #expect(try await unseen(house, house.alex).isEmpty)
        #expect(try await unseen(house, house.stranger).isEmpty)
    }

    @Test func anotherPlaceIsTold() async throws {
        let house = try await SchedulingFixture()
        let event = try await session(house)
        func move(to place: String?, minutes: Int64 = 0) async throws {
            house.clock.advance(milliseconds: 1000)
            var change = EventChange(location: .some(place))
            if minutes > 0 { change.endsAt = event.endsAt.adding(minutes: minutes) }
            _ = try await house.calendar.change(event.id, change, by: house.alex)
        }
        try await move(to: "Studio 2")
        // The same again, and notes, which are the trainer's own.
        try await move(to: "Studio 2")
        _ = try await house.calendar.change(event.id, EventChange(notes: .some("Her knee")), by: house.alex)
        try await move(to: nil)
        try await move(to: "Park", minutes: 30)
        let told = try await unseen(house, house.sara)
        #expect(told.map(\.kind) == [.eventCreated, .eventRelocated, .eventRelocated, .eventMoved])
        #expect(told.allSatisfy { $0.startsAt == event.startsAt && $0.text == "Training with Alex Rivera" })
        // Where it is now: what it was in between leads nobody to a wrong place.
        #expect(told.allSatisfy { $0.location == "Park" })
        _ = try await house.calendar.cancel(event.id, by: house.alex)
        #expect(try await unseen(house, house.sara).allSatisfy { $0.location == nil })
        #expect(try await unseen(house, house.alex).isEmpty)
    }

    @Test func aDeletedAppointmentIsACancelledOne() async throws {
        let house = try await SchedulingFixture()
        let event = try await session(house, title: "Legs")
        try await house.calendar.delete(event.id, by: house.alex)
        #expect(try await unseen(house, house.sara).map(\.kind) == [.eventCreated, .eventCancelled])
        // Without its title, wherever it was told of.
        let told = try await unseen(house, house.sara)
        #expect(told.map(\.text) == ["Training with Alex Rivera", "Training with Alex Rivera"])
        #expect(told.allSatisfy { $0.startsAt == event.startsAt })
    }

    /// Cancelled first and deleted then: what is cancelled is still told.
    @Test func aCancelledAndDeletedAppointmentLosesItsTitle() async throws {
        let house = try await SchedulingFixture()
        let event = try await session(house, title: "Legs")
        _ = try await house.calendar.cancel(event.id, by: house.alex)
        #expect(try await unseen(house, house.sara).map(\.text) == ["Legs", "Legs"])
        try await house.calendar.delete(event.id, by: house.alex)
        let told = try await unseen(house, house.sara)
        #expect(told.map(\.kind) == [.eventCreated, .eventCancelled])
        #expect(!told.contains { $0.text.contains("Legs") })
        #expect(try await storedTexts(house) == [])
    }

    @Test func theRestOfASeriesLosesItsTitles() async throws {
        let house = try await SchedulingFixture()
        let start = instant("2026-03-12T14:00Z")
        let new = NewEventSeries(
            first: NewEvent(
                eventType: .training,
                title: "Knee rehab",
                clientId: house.sara.userId,
                startsAt: start,
                endsAt: start.adding(minutes: 60)
            ),
            rrule: "FREQ=WEEKLY;COUNT=4"
        )
        let first = try await house.calendar.createSeries(new, by: house.alex).event
        #expect(try await storedTexts(house) == ["Knee rehab"])
        try await house.calendar.deleteFollowing(first.id, by: house.alex)
        #expect(try await storedTexts(house) == [])
        #expect(try await unseen(house, house.sara).map(\.kind) == [.eventCreated, .eventCancelled])
    }

    private func storedTexts(_ house: SchedulingFixture) async throws -> [String] {
        try await house.database.read {
            try $0.query("SELECT text FROM notices WHERE text IS NOT NULL ORDER BY id") { try $0.text(0) }
        }
    }

    @Test func whatIsOverIsToldToNobody() async throws {
        let house = try await SchedulingFixture()
        let event = try await session(house)
        house.clock.set(instant("2026-03-14T00:00Z"))
        _ = try await house.calendar.cancel(event.id, by: house.alex)
        #expect(try await unseen(house, house.sara).map(\.kind) == [.eventCreated])
    }

    @Test func aClientSeesTheirOwnAppointmentsWithTheTrainersName() async throws {
        let house = try await SchedulingFixture()
        try await session(house)
        try await house.busy("2026-03-12T16:00Z", "2026-03-12T17:00Z", title: "Dentist")
        let range = (from: instant("2026-03-12T00:00Z"), to: instant("2026-03-13T00:00Z"))
        let own = try await house.calendar.listing(of: house.sara, from: range.from, to: range.to)
        #expect(own.map(\.event.title) == ["Training with Alex Rivera"])
        #expect(own.map(\.with) == ["Alex Rivera"])
        let trainers = try await house.calendar.listing(of: house.alex, from: range.from, to: range.to)
        #expect(trainers.map(\.event.title) == ["Training with Sara Lindqvist", "Dentist"])
        #expect(trainers.map(\.with) == ["Sara Lindqvist", nil])
        #expect(try await house.calendar.listing(of: house.other, from: range.from, to: range.to).isEmpty)
        // After she has changed her name, the title still isn't hers.
        try await house.database.write {
            _ = try $0.execute("UPDATE users SET display_name = 'Sara L' WHERE id = $1", house.sara.userId)
        }
        let renamed = try await house.calendar.listing(of: house.sara, from: range.from, to: range.to)
        #expect(renamed.map(\.event.title) == ["Training with Alex Rivera"])
    }

    /// Where somebody is only their contacts learn, also by events that outlast the relation.
    @Test func theOthersZoneIsShownToContacts() async throws {
        let house = try await SchedulingFixture()
        let event = try await session(house)
        try await house.busy("2026-03-12T16:00Z", "2026-03-12T17:00Z")
        _ = try await house.calendar.create(
            NewEvent(
                eventType: .call,
                prospectId: house.nina,
                startsAt: instant("2026-03-12T18:00Z"),
                endsAt: instant("2026-03-12T19:00Z")
            ),
            by: house.alex
        )
        try await house.database.write { connection in
            _ = try connection.execute("UPDATE prospects SET timezone = 'Asia/Tokyo' WHERE id = $1", house.nina)
        }
        func zones(_ actor: Actor) async throws -> [String?] {
            try await house.calendar.listing(
                of: actor,
                from: instant("2026-03-12T00:00Z"),
                to: instant("2026-03-13T00:00Z")
            ).map(\.withTimezone)
        }
        #expect(try await zones(house.alex) == ["Europe/Stockholm", nil, "Asia/Tokyo"])
        #expect(try await zones(house.sara) == ["America/New_York"])
        #expect(try await house.calendar.listed(event.id, for: house.alex).withTimezone == "Europe/Stockholm")
        try await house.database.write { _ = try $0.execute("DELETE FROM contacts") }
        #expect(try await zones(house.alex) == [nil, nil, "Asia/Tokyo"])
        #expect(try await zones(house.sara) == [nil])
        let left = try await house.calendar.listed(event.id, for: house.sara)
        #expect(left.with == "Alex Rivera" && left.withTimezone == nil)
    }

    @Test func aDueReminderIsKeptUntilSeenAndPublishedAgainAfterACrash() async throws {
        let house = try await SchedulingFixture()
        let due = instant("2026-03-12T09:00Z")
        let reminder = try await house.reminders.create(
            NewReminder(text: "Drink water", dueAt: due, clientId: house.sara.userId),
            by: house.alex
        )
        house.clock.set(due)
        #expect(try await service(house).claimDue() == 1)
        // The process ended before publishing. The next one publishes what is stored.
        let published = Mutex<[Notice]>([])
        let next = service(house) { notices in published.withLock { $0 += notices } }
        #expect(try await next.publishNew() == 1)
        #expect(try await next.publishNew() == 0)
        let notice = try #require(published.withLock { $0 }.first)
        #expect(notice.text == "Drink water" && notice.with == ["Sara Lindqvist"] && notice.startsAt == due)
        #expect(notice.reminderId == reminder.id && notice.seenAt == nil)
        #expect(try await unseen(house, house.alex) == [notice])
        #expect(await code { _ = try await notices(house).markSeen(notice.id, by: house.sara) } == .notFound)
        #expect(try await notices(house).markSeen(notice.id, by: house.alex).seenAt == due)
        #expect(try await unseen(house, house.alex).isEmpty)
        #expect(try await notices(house).list(for: house.alex, includesSeen: true).notices.map(\.id) == [notice.id])
    }

    @Test func seeingOneMaySeeTheEarlierOnes() async throws {
        let house = try await SchedulingFixture()
        let seen = Mutex<[[NoticeID]]>([])
        let notices = Notices(database: house.database, clock: house.clock) { ids, _, _ in
            seen.withLock { $0.append(ids) }
        }
        let event = try await session(house)
        for hour in 1...3 {
            house.clock.advance(milliseconds: 1000)
            let start = instant("2026-03-12T14:00Z").adding(minutes: Int64(hour) * 60)
            _ = try await house.calendar.reschedule(
                event.id,
                from: start,
                to: start.adding(minutes: 60),
                by: house.alex
            )
        }
        let all = try await notices.list(for: house.sara).notices
        #expect(all.count == 4)
        _ = try await notices.markSeen(all[2].id, earlier: true, by: house.sara)
        _ = try await notices.markSeen(all[2].id, earlier: true, by: house.sara)
        #expect(try await notices.list(for: house.sara).notices == [all[3]])
        #expect(seen.withLock { $0 }.map { Set($0) } == [Set(all.prefix(3).map(\.id))])
        let page = try await notices.list(for: house.sara, includesSeen: true, limit: 2)
        #expect(page.hasMore && page.notices.first == all[3])
        // Page by page everything is told once, whether it was seen or not.
        let older = try await notices.list(for: house.sara, before: all[3].id, limit: 2)
        #expect(older.hasMore && older.notices.map(\.id) == [all[2].id, all[1].id])
        let oldest = try await notices.list(for: house.sara, before: all[1].id, limit: 2)
        #expect(!oldest.hasMore && oldest.notices.map(\.id) == [all[0].id])
        #expect(await code { _ = try await notices.list(for: house.alex, before: all[1].id) } == .notFound)
    }

    @Test func snoozingTellsAgainAndARecurringOneGoesOn() async throws {
        let house = try await SchedulingFixture()
        let new = NewReminder(text: "Daily", dueAt: instant("2026-03-12T09:00-04:00"), recurrence: "FREQ=DAILY")
        let reminder = try await house.reminders.create(new, by: house.alex)
        house.clock.set(instant("2026-03-12T09:00-04:00"))
        let service = service(house)
        #expect(try await service.claimDue() == 1)
        let later = instant("2026-03-12T09:30-04:00")
        #expect(try await house.reminders.snooze(reminder.id, until: later, by: house.alex).dueAt == later)
        #expect(try await unseen(house, house.alex).isEmpty, "dealt with")
        #expect(
            await code { _ = try await house.reminders.snooze(reminder.id, until: later, by: house.sara) } == .notFound
        )
        let past = instant("2026-03-12T08:00-04:00")
        #expect(
            await code { _ = try await house.reminders.snooze(reminder.id, until: past, by: house.alex) }
                == .invalidRequest
        )
        #expect(try await service.claimDue() == 0)
        house.clock.set(later)
        #expect(try await service.claimDue() == 1)
        #expect(try await unseen(house, house.alex).map(\.startsAt) == [later])
        #expect(try await house.reminders.list(for: house.alex).map(\.dueAt) == [instant("2026-03-13T09:00-04:00")])
    }

    @Test func aReminderThatIsDeletedTakesItsNoticesAlong() async throws {
        let house = try await SchedulingFixture()
        let due = instant("2026-03-12T09:00Z")
        let reminder = try await house.reminders.create(NewReminder(text: "Once", dueAt: due), by: house.alex)
        house.clock.set(due)
        try await service(house).claimDue()
        try await house.reminders.delete(reminder.id, by: house.alex)
        #expect(try await notices(house).list(for: house.alex, includesSeen: true).notices.isEmpty)
    }

    @Test func aClosedAccountCancelsWhatWasAhead() async throws {
        let house = try await SchedulingFixture()
        try await session(house)
        try await SchedulingDataEraser(calendar: house.calendar).erase(
            DeletedUser(id: house.sara.userId, name: "Sara Lindqvist", role: .client)
        )
        #expect(try await unseen(house, house.sara).isEmpty)
        let told = try await unseen(house, house.alex)
        #expect(told.map(\.kind) == [.eventCancelled])
        // Erasing may be repeated after a crash.
        try await SchedulingDataEraser(calendar: house.calendar).erase(
            DeletedUser(id: house.sara.userId, name: "Sara Lindqvist", role: .client)
        )
        #expect(try await unseen(house, house.alex) == told)
    }

    /// Titles of a deleted trainer's appointments are gone from what their clients were told, of those that were deleted
    /// before as well.
    @Test func aClosedAccountsTitlesAreGoneFromOthersNotices() async throws {
        let house = try await SchedulingFixture()
        let early = try await session(house, title: "Secret diagnosis talk")
        try await house.calendar.delete(early.id, by: house.alex)
        try await session(house, title: "Second diagnosis talk")
        try await SchedulingDataEraser(calendar: house.calendar).erase(
            DeletedUser(id: house.alex.userId, name: "Alex Rivera", role: .trainer)
        )
        let told = try await unseen(house, house.sara)
        #expect(told.map(\.kind) == [.eventCreated, .eventCancelled, .eventCreated, .eventCancelled])
        #expect(!told.contains { $0.text.contains("diagnosis") })
        #expect(try await storedTexts(house) == [])
    }

    @Test func whatWasSeenLongAgoIsForgotten() async throws {
        let house = try await SchedulingFixture()
        try await session(house)
        let notice = try #require(try await unseen(house, house.sara).first)
        house.clock.advance(milliseconds: 100 * 86_400_000)
        #expect(try await notices(house).deleteOld() == 0, "unseen ones are kept")
        _ = try await notices(house).markSeen(notice.id, by: house.sara)
        house.clock.advance(milliseconds: 91 * 86_400_000)
        #expect(try await notices(house).deleteOld() == 1)
    }

    @Test func whatNobodyLooksAtForAYearIsForgotten() async throws {
        let house = try await SchedulingFixture()
        try await session(house)
        house.clock.advance(milliseconds: 364 * 86_400_000)
        #expect(try await notices(house).deleteOld() == 0)
        house.clock.advance(milliseconds: 2 * 86_400_000)
        #expect(try await notices(house).deleteOld() == 1)
    }
}
