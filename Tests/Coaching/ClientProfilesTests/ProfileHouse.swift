import Assistant
import ClientProfilesTestKit
import ContactsTestKit
import Domain
import Messaging
import MessagingTestKit
import SchedulingTestKit
import SpotterAPI
import Storage
import TestSupport

@testable import ClientProfiles

/// Profiles over a messaging fixture: a trainer, a client and their chat.
struct ProfileHouse: Sendable {
    let fixture: MessagingFixture
    let service: ProfileService
    let chat: ChatID
    let trainer: User
    let client: User

    /// The assistant's tables hold what a model's reading costs.
    private static let modules: [UpperModule] = [.scheduling, .profiles, UpperModule(AssistantSchema.migrations)]

    static func run(_ body: (ProfileHouse) async throws -> Void) async throws {
        try await MessagingFixture.run(with: modules) { fixture in
            let (chat, trainer, client) = try await fixture.pair()
            try await body(ProfileHouse(fixture, chat, trainer, client))
        }
    }

    init(_ fixture: MessagingFixture, _ chat: ChatID, _ trainer: User, _ client: User) {
        self.fixture = fixture
        self.chat = chat
        self.trainer = trainer
        self.client = client
        service = ProfileService(
            database: fixture.database,
            clock: fixture.clock,
            ids: UUIDv7Source(clock: fixture.clock),
            follower: fixture.profiles
        )
    }

    /// The client writes to the trainer, and the message is read.
    @discardableResult
    func say(_ text: String, _ id: String) async throws -> MessageID {
        fixture.clock.advance(milliseconds: 60_000)
        let sent = try await fixture.send(text, id, to: chat, by: client)
        try await fixture.profiles.readPending()
        return sent.message.id
    }

    func items() async throws -> [ProfileItem] {
        try await service.profile(of: client.id, trainer: trainer.id, for: trainer.actor).items
    }

    var texts: [String] { get async throws { try await items().map(\.text) } }
}

func code(_ body: () async throws -> Void) async -> ErrorCode? {
    do {
        try await body()
        return nil
    } catch {
        return (error as? SpotterError)?.code
    }
}
