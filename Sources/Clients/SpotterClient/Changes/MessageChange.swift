public import Domain

/// What the user does to a message that is stored already.
///
///     try await engine.change(message.id, in: chat.id, .edit("At six"))
public enum MessageChange: Sendable, Hashable, Codable {
    case edit(String)
    case delete
    /// Gives a reaction, or takes it back.
    case reaction(String, isGiven: Bool)
    case pin(Bool)

    /// Of two changes of one kind to the same message, only the later counts.
    var kind: String {
        switch self {
        case .edit: "edit"
        case .delete: "delete"
        case .reaction(let emoji, _): "reaction \(emoji)"
        case .pin: "pin"
        }
    }

    /// The message as it is after the change. Pins belong to the chat.
    func applied(to message: Message, by user: UserID, at time: Timestamp) -> Message {
        var message = message
        guard message.deletedAt == nil else { return message }
        switch self {
        case .edit(let text):
            guard message.text != text else { break }
            message.text = text
            message.editedAt = time
            message.editCount += 1
        case .delete:
            message.text = ""
            message.media = []
            message.reactions = []
            message.deletedAt = time
        case .reaction(let emoji, let isGiven):
            message.reactions = Self.reactions(message.reactions, emoji, isGiven, user)
        case .pin: break
        }
        return message
    }

    private static func reactions(
        _ reactions: [Reaction],
        _ emoji: String,
        _ isGiven: Bool,
        _ user: UserID
    ) -> [Reaction] {
        guard let index = reactions.firstIndex(where: { $0.emoji == emoji }) else {
            return isGiven ? reactions + [Reaction(emoji: emoji, userIds: [user])] : reactions
        }
        guard reactions[index].userIds.contains(user) != isGiven else { return reactions }
        var result = reactions
        let others = reactions[index].userIds.filter { $0 != user }
        result[index] = Reaction(emoji: emoji, userIds: isGiven ? others + [user] : others)
        return result.filter { !$0.userIds.isEmpty }
    }
}

extension Message {
    /// Whether a user has given this reaction.
    public func hasReaction(_ emoji: String, of user: UserID) -> Bool {
        reactions.contains { $0.emoji == emoji && $0.userIds.contains(user) }
    }
}

/// A change of a message that waits on this device.
///
///     for waiting in try await engine.queuedChanges() { print(waiting.change) }
public struct QueuedChange: Sendable, Hashable, Codable {
    enum State: String, Sendable, Hashable, Codable {
        /// The new text of a message is still being written.
        case typing
        case queued
        /// The server has it; its event hasn't arrived yet.
        case sent
    }

    public let chatId: ChatID
    public let messageId: MessageID
    public let change: MessageChange
    /// By this device's clock: for display.
    public let madeAt: Timestamp

    public init(chatId: ChatID, messageId: MessageID, change: MessageChange, madeAt: Timestamp) {
        self.chatId = chatId
        self.messageId = messageId
        self.change = change
        self.madeAt = madeAt
    }
}
