import ContactsTestKit
import Domain
import Messaging
import MessagingTestKit
import SchedulingTestKit
import SpotterAPI
import Storage

@testable import Coaching

/// Templates, broadcasts and notes over a messaging fixture.
struct CoachingHouse: Sendable {
    let fixture: MessagingFixture
    let templates: Templates
    let broadcasts: Broadcasts
    let notes: NotesOnClients

    init(_ fixture: MessagingFixture) {
        self.fixture = fixture
        let (database, clock) = (fixture.database, fixture.clock)
        let ids = UUIDv7Source(clock: clock)
        templates = Templates(database: database, clock: clock, ids: ids) { _, _ in }
        broadcasts = Broadcasts(
            database: database,
            clock: clock,
            ids: ids,
            chats: fixture.services.chats,
            messages: fixture.services.messages
        )
        notes = NotesOnClients(database: database, clock: clock) { _, _ in }
    }

    static func run(_ body: (CoachingHouse) async throws -> Void) async throws {
        try await MessagingFixture.run(with: [.scheduling, UpperModule(CoachingSchema.migrations)]) {
            try await body(CoachingHouse($0))
        }
    }

    /// What a user has received from others, in all chats.
    func received(by user: User) async throws -> [String] {
        var texts: [String] = []
        for chat in try await fixture.services.chats.list(for: user.actor) {
            texts += try await fixture.services.chats.history(of: chat.id, limit: 200, for: user.actor).messages
                .filter { $0.senderId != user.id }.map(\.text)
        }
        return texts
    }
}

func code(_ body: () async throws -> Void) async -> ErrorCode? {
    do {
        try await body()
        return nil
    } catch {
        return (error as? SpotterError)?.code
    }
}
