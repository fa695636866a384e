import Accounts
import Domain
import Foundation
import Logging
import MessagingTestKit
import Notifications
import Scheduling
import SchedulingTestKit
import SpotterAPI
import Storage
import TestSupport
import Testing

@testable import CalendarPush

/// A trainer with a calendar here, and another server with one of Sara's, under a manual clock.
struct PushFixture: Sendable {
    let house: MessagingFixture
    let server: CalDAVServer
    let calendar: EventCalendar
    let pushes: CalendarPushes
    let service: CalendarPushService
    let log: RecordedLog
    let trainer: Principal
    let client: Principal

    static let password = "lantern 7"

    static func run(
        isAllowed: Bool = true,
        google: GoogleServer? = nil,
        key: [UInt8] = Array(repeating: 7, count: 32),
        _ body: (PushFixture) async throws -> Void
    ) async throws {
        let server = try await CalDAVServer()
        let upper = [UpperModule.scheduling, UpperModule(CalendarPushSchema.migrations)]
        try await MessagingFixture.run(with: upper) { house in
            try await body(try await PushFixture(house, server, google, isAllowed: isAllowed, key: key))
        }
        await server.stop()
    }

    private init(
        _ house: MessagingFixture,
        _ server: CalDAVServer,
        _ google: GoogleServer?,
        isAllowed: Bool,
        key: [UInt8]
    ) async throws {
        (self.house, self.server) = (house, server)
        let ids = UUIDv7Source(clock: house.clock)
        calendar = EventCalendar(database: house.database, clock: house.clock, ids: ids)
        log = RecordedLog()
        pushes = CalendarPushes(
            calendar: calendar,
            database: house.database,
            clock: house.clock,
            ids: ids,
            origins: isAllowed ? [try #require(Origin(server.origin))] : [],
            google: google?.app,
            key: key,
            logger: log.logger
        )
        service = CalendarPushService(pushes, sleep: { _ in throw CancellationError() }, jitter: { 1 })
        let (_, trainer, client) = try await house.pair()
        self.trainer = try await Self.principal(trainer, house)
        self.client = try await Self.principal(client, house)
    }

    private static func principal(_ user: User, _ house: MessagingFixture) async throws -> Principal {
        let session: SessionID = UUIDv7Source(clock: house.clock).next()
        try await house.database.write { connection in
            _ = try connection.execute(
                """
                INSERT INTO sessions (id, user_id, device_name, created_at, last_seen_at) VALUES ($1, $2, 'test', $3, $3)
                """,
                session,
                user.id,
                house.clock.now()
            )
        }
        return Principal(user: user, sessionId: session)
    }

    // MARK: Steps

    func set(
        _ path: String = "/sara/cal/",
        password: String = Self.password,
        by principal: Principal? = nil
    ) async throws {
        let request = SetCalendarPushRequest(url: server.origin + path, username: "sara", password: Secret(password))
        try await pushes.set(request, by: principal ?? trainer)
    }

    func state(of principal: Principal? = nil) async throws -> CalendarPush {
        try #require(try await pushes.state(of: (principal ?? trainer).userId).push)
    }

    /// Lets the service work until nothing is due.
    func settle() async throws {
        var turns = 0
        while try await service.pushDue() == house.clock.now() {
            turns += 1
            try #require(turns < 100, "it comes to an end")
        }
    }

    func pass(seconds: Int64) { house.clock.advance(milliseconds: seconds * 1000) }

    /// An hour, so many days after the fixture's start.
    @discardableResult
    func book(_ title: String, day: Int64 = 1, client: UserID? = nil) async throws -> CalendarEvent {
        let start = MessagingFixture.start.adding(minutes: day * 1_440)
        return try await calendar.create(
            NewEvent(
                eventType: client == nil ? .adhoc : .training,
                title: title,
                clientId: client,
                startsAt: start,
                endsAt: start.adding(minutes: 60)
            ),
            by: trainer.actor
        )
    }

    func rename(_ event: CalendarEvent, to title: String) async throws {
        _ = try await calendar.rename(event.id, to: title, by: trainer.actor)
    }

    func delete(_ event: CalendarEvent) async throws { try await calendar.delete(event.id, by: trainer.actor) }
}
