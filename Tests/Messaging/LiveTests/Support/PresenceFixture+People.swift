import Accounts
import Domain
import Messaging
import MessagingTestKit
import SpotterAPI
import Storage

@testable import Live

extension PresenceFixture {
    func block(_ blocker: UserID, _ blocked: UserID) async throws {
        try await fixture.database.write { connection in
            _ = try connection.execute(
                "INSERT INTO blocks (blocker_id, blocked_id, created_at) VALUES ($1, $2, $3)",
                blocker,
                blocked,
                0
            )
        }
    }

    func share(_ user: UserID, _ isShared: Bool) async throws {
        var change = Profile.Change()
        change.sharesPresence = isShared
        _ = try await fixture.services.profiles.change(change, of: user)
    }

    /// Creates users and adds them to a chat in one transaction.
    func addMembers(_ count: Int, to chat: ChatID) async throws -> [UserID] {
        let people = try await people(count)
        try await fixture.database.write { connection in
            for person in people { try Self.join(chat, person, on: connection) }
        }
        return people
    }

    /// Creates clients with a direct chat each in one transaction.
    func clients(_ count: Int, of trainer: User) async throws -> [UserID] {
        let people = try await people(count)
        try await fixture.database.write { connection in
            for (number, person) in people.enumerated() {
                let chat = ChatID(high: 77, low: UInt64(number))
                try connection.execute(
                    """
                    INSERT INTO chats (id, kind, created_by, created_at, active_at) VALUES ($1, 'direct', $2, 0, 0)
                    """,
                    chat,
                    trainer.id
                )
                try connection.execute(
                    "INSERT INTO contacts (trainer_id, client_id, created_at) VALUES ($1, $2, 0)",
                    trainer.id,
                    person
                )
                try Self.join(chat, trainer.id, on: connection)
                try Self.join(chat, person, on: connection)
            }
        }
        return people
    }

    private func people(_ count: Int) async throws -> [UserID] {
        let people = (0..<count).map { UserID(high: 99, low: UInt64($0)) }
        try await fixture.database.write { connection in
            for (number, person) in people.enumerated() {
                try connection.execute(
                    """
                    INSERT INTO users (id, email, display_name, role, timezone, password_hash, created_at)
                    VALUES ($1, $2, 'Somebody', 'client', 'UTC', '!', 0)
                    """,
                    person,
                    "somebody\(number)@example.com"
                )
            }
        }
        return people
    }

    private static func join(_ chat: ChatID, _ person: UserID, on connection: any SQLConnection) throws {
        try connection.execute(
            "INSERT INTO members (chat_id, user_id, role, joined_at) VALUES ($1, $2, 'member', 0)",
            chat,
            person
        )
    }
}
