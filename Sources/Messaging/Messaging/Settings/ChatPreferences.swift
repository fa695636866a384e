public import Domain
import SpotterAPI
import Storage

/// A member's own settings of a chat: muted, or pinned to the top of the list. They are sent only to the member's own
/// devices.
public struct ChatPreferences: Sendable {
    let database: any Database
    let states: ChatStateCache
    let publisher: any ChatEventPublisher

    /// The settings to change; the others are kept.
    public struct Change: Sendable {
        /// `.some(nil)` unmutes the chat; `Timestamp.latest` mutes it indefinitely.
        public var mutedUntil: Timestamp??
        public var isPinned: Bool?

        public init(mutedUntil: Timestamp?? = nil, isPinned: Bool? = nil) {
            self.mutedUntil = mutedUntil
            self.isPinned = isPinned
        }
    }

    /// - Throws: `not_a_member` if the actor isn't in the chat.
    public func change(_ change: Change, of chat: ChatID, by actor: Actor) async throws -> ChatSettings {
        try await withCheckedThrowingContinuation { continuation in
            database.enqueue { connection in
                try states.requireMember(actor, of: chat, on: connection)
                let before = try Self.read(chat, of: actor.userId, on: connection)
                guard let before else { throw SpotterError.notAMember }
                let settings = ChatSettings(
                    chatId: chat,
                    mutedUntil: change.mutedUntil ?? before.mutedUntil,
                    isPinned: change.isPinned ?? before.isPinned
                )
                guard settings != before else { return settings }
                try connection.execute(
                    "UPDATE members SET muted_until = $1, is_pinned = $2 WHERE chat_id = $3 AND user_id = $4",
                    settings.mutedUntil,
                    settings.isPinned,
                    chat,
                    actor.userId
                )
                return settings
            } completion: { result in
                if case .success(let settings) = result {
                    publisher.enqueue(ServerFrames.settings(settings), to: [actor.userId])
                }
                continuation.resume(with: result)
            }
        }
    }

    static func read(_ chat: ChatID, of user: UserID, on connection: any SQLConnection) throws -> ChatSettings? {
        try connection.first(
            "SELECT muted_until, is_pinned FROM members WHERE chat_id = $1 AND user_id = $2",
            chat,
            user
        ) { ChatSettings(chatId: chat, mutedUntil: try $0.optionalTimestamp(0), isPinned: try $0.bool(1)) }
    }
}

extension ChatStateCache {
    /// Checks membership inside a transaction of the writer.
    /// - Throws: `not_a_member` if the actor isn't in the chat.
    func requireMember(_ actor: Actor, of chat: ChatID, on connection: any SQLConnection) throws {
        guard let state = try load(chat, on: connection),
            Access.can(actor, .keepChat(state.members[actor.userId]))
        else { throw SpotterError.notAMember }
    }
}
