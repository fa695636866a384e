import Cluster
import ClusterTestKit
import Domain
import Foundation
import Logging
import Scheduling
import Synchronization
import TestSupport
import Testing

@Suite struct RemindersTests {
    private final class Told: Sendable {
        private let list = Mutex<[Notice]>([])
        var notices: [Notice] { list.withLock { $0 } }
        func add(_ notices: [Notice]) { list.withLock { $0 += notices } }
    }

    private func service(_ house: SchedulingFixture, _ told: Told) -> NoticeService {
        NoticeService(reminders: house.reminders, logger: Logger(label: "test")) { told.add($0) }
    }

    @Test func setListedCompletedDeleted() async throws {
        let house = try await SchedulingFixture()
        let later = NewReminder(text: "Later", dueAt: instant("2026-03-13T09:00Z"))
        let sooner = NewReminder(text: " Send plan ", dueAt: instant("2026-03-12T09:00Z"), clientId: house.sara.userId)
        let second = try await house.reminders.create(later, by: house.alex)
        let first = try await house.reminders.create(sooner, by: house.alex)
        #expect(first.text == "Send plan")
        #expect(try await house.reminders.list(for: house.alex) == [first, second])
        #expect(try await house.reminders.complete(first.id, by: house.alex).completed)
        #expect(try await house.reminders.list(for: house.alex, includesCompleted: false) == [second])
        try await house.reminders.delete(second.id, by: house.alex)
        #expect(try await house.reminders.list(for: house.alex).map(\.id) == [first.id])
    }

    @Test func refusesRemindersThatAreWrong() async throws {
        let house = try await SchedulingFixture()
        let ahead = instant("2026-03-12T09:00Z")
        let wrong: [(NewReminder, ErrorCode)] = [
            (NewReminder(text: "  ", dueAt: ahead), .invalidRequest),
            (NewReminder(text: String(repeating: "x", count: 501), dueAt: ahead), .invalidRequest),
            (NewReminder(text: "x", dueAt: house.clock.now()), .invalidRequest),
            (NewReminder(text: "x", dueAt: ahead, clientId: house.stranger.userId), .notFound),
            (NewReminder(text: "x", dueAt: ahead, recurrence: "FREQ=SOMETIMES"), .invalidRequest),
            (NewReminder(text: "x", dueAt: ahead, recurrence: "FREQ=MINUTELY"), .invalidRequest),
            (NewReminder(text: "x", dueAt: ahead, timezone: "Mars/Olympus"), .invalidRequest),
        ]
        for (new, expected) in wrong {
            #expect(await code { _ = try await house.reminders.create(new, by: house.alex) } == expected)
        }
        let mine = try await house.reminders.create(NewReminder(text: "x", dueAt: ahead), by: house.alex)
        #expect(await code { _ = try await house.reminders.complete(mine.id, by: house.other) } == .notFound)
        #expect(await code { try await house.reminders.delete(mine.id, by: house.sara) } == .notFound)
    }

    @Test func whatIsDueIsToldOnce() async throws {
        let house = try await SchedulingFixture()
        let told = Told()
        let service = service(house, told)
        let due = NewReminder(text: "Once", dueAt: instant("2026-03-12T09:00Z"))
        let reminder = try await house.reminders.create(due, by: house.alex)
        let done = try await house.reminders.create(due, by: house.alex)
        _ = try await house.reminders.complete(done.id, by: house.alex)
        #expect(try await service.claimDue() == 0)
        house.clock.set(instant("2026-03-12T09:00Z"))
        #expect(try await service.claimDue() == 1)
        #expect(try await service.claimDue() == 0)
        #expect(try await service.publishNew() == 1)
        #expect(try await service.publishNew() == 0)
        #expect(told.notices.map(\.reminderId) == [reminder.id])
        #expect(told.notices.map(\.text) == ["Once"])
    }

    @Test func aRecurringOneMovesOnAndSkipsWhatWasMissed() async throws {
        let house = try await SchedulingFixture()
        let told = Told()
        let service = service(house, told)
        let new = NewReminder(text: "Daily", dueAt: instant("2026-03-12T09:00-04:00"), recurrence: "FREQ=DAILY")
        _ = try await house.reminders.create(new, by: house.alex)
        house.clock.set(instant("2026-03-15T10:00-04:00"))  // three were missed
        #expect(try await service.claimDue() == 1)
        #expect(try await house.reminders.list(for: house.alex).map(\.dueAt) == [instant("2026-03-16T09:00-04:00")])
        house.clock.set(instant("2026-03-16T09:00-04:00"))
        #expect(try await service.claimDue() == 1)
        try await service.publishNew()
        #expect(told.notices.map(\.startsAt) == [instant("2026-03-12T09:00-04:00"), instant("2026-03-16T09:00-04:00")])
    }

    @Test func aNodeWhoseWorkWasTakenOverTellsNobody() async throws {
        let house = try await SchedulingFixture()
        let told = Told()
        let service = service(house, told)
        let daily = NewReminder(text: "Plan", dueAt: instant("2026-03-12T09:00Z"), recurrence: "FREQ=DAILY")
        _ = try await house.reminders.create(daily, by: house.alex)
        house.clock.set(instant("2026-03-12T09:00Z"))
        let takeover = try await TestCluster(house.database).takeover()
        await #expect(throws: LeaseLost.self) { try await takeover.late.perform { try await service.claimDue() } }
        try await takeover.next.perform {
            _ = try await service.claimDue()
            _ = try await service.claimDue()
        }
        takeover.thaw()
        await #expect(throws: LeaseLost.self) { try await takeover.late.perform { try await service.publishNew() } }
        #expect(told.notices.isEmpty)
        try await takeover.next.perform {
            _ = try await service.publishNew()
            _ = try await service.publishNew()
        }
        #expect(told.notices.map(\.text) == ["Plan"])
    }

    /// Without the lease nothing is done; with it, what others have stored is looked for every second.
    @Test func theServiceWorksWhileItsNodeHoldsTheLease() async throws {
        let house = try await SchedulingFixture()
        _ = try await house.reminders.create(
            NewReminder(text: "Soon", dueAt: house.clock.now().adding(seconds: 20)),
            by: house.alex
        )
        house.clock.advance(milliseconds: 20_000)
        let node = TestCluster(house.database).node(1)
        let (sleeps, sleeping) = AsyncStream.makeStream(of: Duration.self)
        let (tells, telling) = AsyncStream.makeStream(of: String.self)
        let service = NoticeService(
            reminders: house.reminders,
            lease: node.lease("work"),
            logger: Logger(label: "test"),
            sleep: { duration in
                sleeping.yield(duration)
                // The second look is the node's first heartbeat later.
                try await node.beat()
            },
            publish: { for notice in $0 { telling.yield(notice.text) } }
        )
        let running = Task { try await service.run() }
        var slept = sleeps.makeAsyncIterator()
        var heard = tells.makeAsyncIterator()
        #expect(await slept.next() == .seconds(1))
        #expect(await heard.next() == "Soon")
        #expect(await slept.next() == .seconds(1))
        running.cancel()
        _ = await running.result
    }

    @Test func theServiceSleepsUntilTheNextOne() async throws {
        let house = try await SchedulingFixture()
        _ = try await house.reminders.create(
            NewReminder(text: "Soon", dueAt: house.clock.now().adding(seconds: 20)),
            by: house.alex
        )
        let (sleeps, sleeping) = AsyncStream.makeStream(of: Duration.self)
        let (tells, telling) = AsyncStream.makeStream(of: String.self)
        let clock = house.clock
        let service = NoticeService(
            reminders: house.reminders,
            logger: Logger(label: "test"),
            sleep: { duration in
                sleeping.yield(duration)
                guard duration < .seconds(60) else { return try await Task.sleep(for: .seconds(3600)) }
                clock.advance(milliseconds: Int64(duration.components.seconds) * 1000)
            },
            publish: { for notice in $0 { telling.yield(notice.text) } }
        )
        let running = Task { try await service.run() }
        var slept = sleeps.makeAsyncIterator()
        var heard = tells.makeAsyncIterator()
        #expect(await slept.next() == .seconds(20))
        #expect(await heard.next() == "Soon")
        #expect(await slept.next() == .seconds(60))
        // A new one wakes the service although it sleeps.
        _ = try await house.reminders.create(
            NewReminder(text: "New", dueAt: house.clock.now().adding(seconds: 5)),
            by: house.alex
        )
        #expect(await slept.next() == .seconds(5))
        #expect(await heard.next() == "New")
        running.cancel()
        _ = await running.result
    }
}
