public import Domain
import Storage

/// Emoji under messages. Every member's own are their own: two who react at once both do.
public struct Reactions: Sendable {
    /// Different emoji on one message.
    public static let mostEmoji = 50

    let database: any Database
    let writer: ChatWriter

    public enum Change: Sendable {
        case give, takeBack
        /// Gives it, or takes it back where it was given.
        case toggle
    }

    /// Gives an emoji or takes it back; nothing happens where that is so already. The message as it's now.
    public func change(
        _ change: Change,
        _ emoji: String,
        on message: MessageID,
        in chat: ChatID,
        by actor: Actor,
        completion: @escaping @Sendable (Result<Message, any Error>) -> Void
    ) {
        let checked: String
        do {
            checked = try Validation.emoji(emoji)
        } catch {
            return completion(.failure(error))
        }
        writer.change(
            chat,
            { job in try Self.apply(change, checked, on: message, by: actor, in: &job) },
            completion: completion
        )
    }

    public func change(
        _ change: Change,
        _ emoji: String,
        on message: MessageID,
        in chat: ChatID,
        by actor: Actor
    ) async throws -> Message {
        try await withCheckedThrowingContinuation { continuation in
            self.change(change, emoji, on: message, in: chat, by: actor) { continuation.resume(with: $0) }
        }
    }

    public func reactions(to message: MessageID, in chat: ChatID, for actor: Actor) async throws -> [Reaction] {
        try await database.read { connection in
            try Chats.requireMember(actor, of: chat, on: connection)
            guard let message = try Message.find(message, in: chat, on: connection) else {
                throw SpotterError.notFound("message")
            }
            return message.reactions
        }
    }

    private static func apply(
        _ change: Change,
        _ emoji: String,
        on id: MessageID,
        by actor: Actor,
        in job: inout ChatJob
    ) throws -> Message {
        guard Access.can(actor, .react(try job.requireMember(actor), isBlocked: job.state.isBlocked)) else {
            throw SpotterError.blocked
        }
        guard let message = try job.message(id), message.deletedAt == nil else {
            throw SpotterError.notFound("message")
        }
        let given = message.reactions.first { $0.emoji == emoji }
        let isGiven = given?.userIds.contains(actor.userId) ?? false
        let gives = change == .toggle ? !isGiven : change == .give
        guard gives != isGiven else { return message.shown(to: actor, in: job) }
        if gives {
            guard given != nil || message.reactions.count < mostEmoji else {
                throw SpotterError(.conflict, "This message has \(mostEmoji) different emoji already; use one of them.")
            }
            try job.connection.execute(
                "INSERT INTO reactions (message_id, user_id, emoji, chat_id, seq) VALUES ($1, $2, $3, $4, $5)",
                id,
                actor.userId,
                emoji,
                job.id,
                job.nextSeq
            )
            let extras = try Messages.extras(of: id, on: job.connection)
            if !extras.contains(.reactions) {
                try job.connection.execute(
                    "UPDATE messages SET extras = $1 WHERE id = $2",
                    extras.union(.reactions).rawValue,
                    id
                )
            }
        } else {
            try job.connection.execute(
                "DELETE FROM reactions WHERE message_id = $1 AND user_id = $2 AND emoji = $3",
                id,
                actor.userId,
                emoji
            )
        }
        let reaction = ChatEvent.ReactionChange(messageId: id, userId: actor.userId, emoji: emoji, added: gives)
        return try job.changed(.reactionChanged, id, reaction: reaction).shown(to: actor, in: job)
    }
}
