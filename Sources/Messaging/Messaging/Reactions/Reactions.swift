import Contacts
public import Domain
import Storage

/// Emoji reactions to messages. Each member's are stored separately, so concurrent reactions don't overwrite each
/// other.
public struct Reactions: Sendable {
    /// The maximum number of different emoji on one message.
    public static let maxEmoji = 50

    let database: any Database
    let transactions: ChatTransactionRunner

    public enum Change: Sendable {
        case give, takeBack
        /// Removes the emoji if the actor has given it, and gives it otherwise.
        case toggle
    }

    /// Gives or removes an emoji. Completes with the current message, which is unchanged if the reaction already was as
    /// requested.
    ///
    /// Fails with `invalid_request` if the text isn't an emoji, `not_a_member` if the actor isn't in the chat,
    /// `forbidden` if one member of a direct chat has blocked the other, `not_found` if there is no such message or it
    /// was deleted, or `conflict` if the message has the maximum number of different emoji.
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
        transactions.change(
            chat,
            of: actor.userId,
            { transaction in try Self.apply(change, checked, on: message, by: actor, in: &transaction) },
            completion: completion
        )
    }

    /// - Throws: `invalid_request` if the text isn't an emoji; `not_a_member` if the actor isn't in the chat;
    ///   `forbidden` if one member of a direct chat has blocked the other; `not_found` if there is no such message or
    ///   it was deleted; `conflict` if the message has the maximum number of different emoji.
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

    /// - Throws: `not_a_member` if the actor isn't in the chat; `not_found` if it has no such message.
    public func reactions(to message: MessageID, in chat: ChatID, for actor: Actor) async throws -> [Reaction] {
        try await database.read { connection in
            try Chats.requireMember(actor, of: chat, on: connection)
            guard let message = try transactions.query.find(message, in: chat, on: connection) else {
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
        in transaction: inout ChatTransaction
    ) throws -> Message {
        guard Access.can(actor, .react(try transaction.requireMember(actor), isBlocked: transaction.state.isBlocked))
        else {
            throw SpotterError.blocked
        }
        guard let message = try transaction.message(id), message.deletedAt == nil else {
            throw SpotterError.notFound("message")
        }
        let given = message.reactions.first { $0.emoji == emoji }
        let isGiven = given?.userIds.contains(actor.userId) ?? false
        let gives = change == .toggle ? !isGiven : change == .give
        guard gives != isGiven else { return message.shown(to: actor, in: transaction) }
        if gives {
            guard given != nil || message.reactions.count < maxEmoji else {
                throw SpotterError(.conflict, "This message has \(maxEmoji) different emoji already; use one of them.")
            }
            try transaction.connection.execute(
                "INSERT INTO reactions (message_id, user_id, emoji, chat_id, seq) VALUES ($1, $2, $3, $4, $5)",
                id,
                actor.userId,
                emoji,
                transaction.id,
                transaction.nextSeq
            )
            let extras = try Messages.extras(of: id, on: transaction.connection)
            if !extras.contains(.reactions) {
                try transaction.connection.execute(
                    "UPDATE message_rows SET extras = $1 WHERE id = $2",
                    extras.union(.reactions).rawValue,
                    id
                )
            }
        } else {
            try transaction.connection.execute(
                "DELETE FROM reactions WHERE message_id = $1 AND user_id = $2 AND emoji = $3",
                id,
                actor.userId,
                emoji
            )
        }
        let reaction = ChatEvent.ReactionChange(messageId: id, userId: actor.userId, emoji: emoji, added: gives)
        return try transaction.changed(.reactionChanged, id, reaction: reaction).shown(to: actor, in: transaction)
    }
}
