package import Domain

/// A durable change of a chat with what its place among the others tells.
package struct TimelineChange: Sendable {
    package let event: ChatEvent
    package let at: Timestamp
    /// The position at which the reaction was given that this change gives or takes back; `nil` for other changes.
    package let reactionSeq: Int64?
    /// Whether a reaction that this change gives still stands.
    package let isStanding: Bool
}

/// A part of a chat's changes, oldest first.
package struct TimelinePage: Sendable {
    /// A member's read position as something to point at.
    package struct ReadMark: Sendable {
        /// The last message up to the position.
        package let messageId: MessageID
        /// When the position got that far, or when the message was written if that isn't known.
        package let at: Timestamp
    }

    package let changes: [TimelineChange]
    /// Whether there are more changes within what was asked for: before the first, or after the last if asked forwards.
    package let hasMore: Bool
    /// Who left within what was asked for but isn't in `changes`, and isn't back.
    package let leavers: [ChatEvent.MemberChange]
    package let readMarks: [UserID: ReadMark]
}

/// The changes of a chat after `after` and up to `upTo`.
package struct TimelineRequest: Sendable {
    package let chatId: ChatID
    package var after: Int64
    package var upTo: Int64
    package var limit: Int
    /// Whether the first changes are wanted instead of the last ones.
    package var isForward: Bool
    /// Read positions to be resolved.
    package var readPositions: [UserID: Int64]

    package init(
        chatId: ChatID,
        after: Int64 = 0,
        upTo: Int64 = .max,
        limit: Int,
        isForward: Bool = false,
        readPositions: [UserID: Int64] = [:]
    ) {
        self.chatId = chatId
        self.after = after
        self.upTo = upTo
        self.limit = limit
        self.isForward = isForward
        self.readPositions = readPositions
    }
}
