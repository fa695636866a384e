public import Domain
public import SpotterAPI
import Storage

/// The chats that a member has put away. What somebody writes afterwards brings a chat back, so that nothing has to be
/// written when a message is sent.
public struct ArchivedChats: Sendable {
    let database: any Database
    let states: ChatStateCache
    let publisher: any ChatEventPublisher

    static let migration = Migration(
        "messaging: archived chats",
        statements: ["ALTER TABLE members ADD COLUMN archived_seq INTEGER"]
    )

    public func list(for actor: Actor) async throws -> [ArchivedChat] {
        try await database.read { connection in
            try connection.query(
                """
                SELECT chat_id, archived_seq FROM members
                WHERE user_id = $1 AND archived_seq IS NOT NULL ORDER BY archived_seq, chat_id
                """,
                actor.userId
            ) { ArchivedChat(chatId: try $0.id(0), seq: try $0.int(1)) }
        }
    }

    /// Puts a chat away, or takes it back. The member's other devices are told by the chat's settings.
    /// - Throws: `not_a_member` if the actor isn't in the chat.
    public func set(_ isArchived: Bool, _ chat: ChatID, by actor: Actor) async throws {
        try await withCheckedThrowingContinuation { continuation in
            database.enqueue { connection in
                try states.requireMember(actor, of: chat, on: connection)
                guard let seq = try states.load(chat, on: connection)?.seq else { throw SpotterError.notAMember }
                try connection.execute(
                    "UPDATE members SET archived_seq = $1 WHERE chat_id = $2 AND user_id = $3",
                    isArchived ? seq : nil,
                    chat,
                    actor.userId
                )
                let settings = try ChatPreferences.read(chat, of: actor.userId, on: connection)
                guard let settings else { throw SpotterError.notAMember }
                return settings
            } completion: { (result: Result<ChatSettings, any Error>) in
                if case .success(let settings) = result {
                    publisher.enqueue(ServerFrames.settings(settings), to: [actor.userId])
                }
                continuation.resume(with: result.map { _ in })
            }
        }
    }
}
