import Domain
import Logging
import Messaging
import MessagingTestKit
import SchedulingTestKit
import SpotterAPI
import Storage
import Synchronization
import TestSupport

@testable import Scheduling

/// A server's scheduled messages over a messaging fixture; what it publishes is recorded.
final class ScheduleHouse: Sendable {
    let fixture: MessagingFixture
    let scheduled: ScheduledMessages
    let service: ScheduledMessageService
    let told: Told

    init(_ fixture: MessagingFixture) {
        self.fixture = fixture
        let (clock, told) = (fixture.clock, Told())
        self.told = told
        scheduled = ScheduledMessages(
            database: fixture.database,
            clock: clock,
            ids: UUIDv7Source(clock: clock),
            messages: fixture.services.messages
        ) { frame, user in told.add(String(decoding: frame, as: UTF8.self), to: user) }
        var logger = Logger(label: "test")
        logger.logLevel = .critical
        service = ScheduledMessageService(scheduled, logger: logger)
    }

    final class Told: Sendable {
        private let frames = Mutex<[(frame: String, user: UserID)]>([])
        func add(_ frame: String, to user: UserID) { frames.withLock { $0.append((frame, user)) } }
        func frames(to user: UserID) -> [String] {
            frames.withLock { $0.filter { $0.user == user }.map(\.frame) }
        }
    }

    func create(_ new: NewScheduledMessage, by actor: Actor) async throws -> ScheduledMessage {
        try await scheduled.create(new, by: actor).message
    }

    /// Moves the clock and lets the service look until nothing is due.
    func pass(to instant: Timestamp) async throws {
        fixture.clock.set(instant)
        while try await service.sendDue() > 0 {}
    }

    func texts(in chat: ChatID, for user: User) async throws -> [String] {
        try await fixture.services.chats.history(of: chat, limit: 200, for: user.actor).messages.map(\.text)
    }

    func setZone(_ zone: String, of user: User) async throws {
        try await fixture.database.write { connection in
            _ = try connection.execute("UPDATE users SET timezone = $1 WHERE id = $2", zone, user.id)
        }
    }

    static func run(_ body: (ScheduleHouse) async throws -> Void) async throws {
        try await MessagingFixture.run(with: [.scheduling]) { try await body(ScheduleHouse($0)) }
    }
}
