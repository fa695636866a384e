public import Domain

/// Why an automatic reply wasn't sent.
public enum AutomaticReason: String, Sendable, Codable, Hashable, CaseIterable {
    /// It's turned off: by the trainer, for this client or kind, or by the operator.
    case off
    /// The trainer has answered.
    case answered
    /// The client wrote again meanwhile; that message counts.
    case superseded
    /// What the client wrote is for a human only: health, money, cancelling, trouble.
    case needsHuman
    /// It would have come in quiet hours, the trainer's or the client's.
    case quietHours
    /// As many as are allowed have been sent.
    case budget
    /// The trainer has never written to this client themselves.
    case firstContact
    /// An acknowledgement was sent a short while ago.
    case acknowledged
    /// The server was down when it was due.
    case late
    /// The message was deleted, or the two may not write to each other.
    case gone
    /// There is nothing to say.
    case nothingToSay
}

/// A reply that is about to be sent by itself, was sent, or wasn't.
public struct AutomaticReply: Sendable, Codable, Hashable {
    public enum State: String, Sendable, Codable, Hashable, CaseIterable {
        /// Waits for `dueAt`; the trainer can undo it.
        case planned
        case sent
        /// By the trainer.
        case undone
        /// Not sent, for `reason`.
        case dropped
    }

    public var id: AutomaticReplyID
    public var clientId: UserID
    public var chatId: ChatID
    /// The client's message.
    public var questionId: MessageID
    public var kind: AutomaticKind
    public var state: State
    @Nullable public var reason: AutomaticReason?
    /// What is or was sent; empty once the message is deleted.
    public var text: String
    public var dueAt: Timestamp
    @Nullable public var sentAt: Timestamp?
    @Nullable public var messageId: MessageID?

    public init(
        id: AutomaticReplyID,
        clientId: UserID,
        chatId: ChatID,
        questionId: MessageID,
        kind: AutomaticKind,
        state: State,
        reason: AutomaticReason? = nil,
        text: String,
        dueAt: Timestamp,
        sentAt: Timestamp? = nil,
        messageId: MessageID? = nil
    ) {
        self.id = id
        self.clientId = clientId
        self.chatId = chatId
        self.questionId = questionId
        self.kind = kind
        self.state = state
        self.reason = reason
        self.text = text
        self.dueAt = dueAt
        self.sentAt = sentAt
        self.messageId = messageId
    }

    static var example: AutomaticReply {
        AutomaticReply(
            id: Examples.id(21),
            clientId: Examples.sara,
            chatId: Examples.id(3),
            questionId: Examples.id(4),
            kind: .appointments,
            state: .planned,
            text: "Automatic reply: Your next session is Thu 12 Mar 2026 10:00, 60 min: Strength.",
            dueAt: Examples.time
        )
    }
}

/// `POST /v1/automatic/replies/{id}/undo`.
public struct AutomaticReplyResponse: APIValue, Hashable {
    public var reply: AutomaticReply

    public init(reply: AutomaticReply) { self.reply = reply }

    public static var example: AutomaticReplyResponse { AutomaticReplyResponse(reply: .example) }
}

/// `GET /v1/automatic/replies`: the newest first.
public struct AutomaticRepliesResponse: APIValue, Hashable {
    public var replies: [AutomaticReply]

    public init(replies: [AutomaticReply]) { self.replies = replies }

    public static var example: AutomaticRepliesResponse { AutomaticRepliesResponse(replies: [.example]) }
}

/// What would have been sent in past weeks: `POST /v1/automatic/preview`.
public struct AutomaticPreviewRequest: APIValue, Hashable {
    public static let maxWeeks = 12

    /// 1 to 12.
    public var weeks: Int?
    /// Clients for whom nothing has been agreed; with those who have.
    public var clientIds: [UserID]?
    /// Of those clients; all if omitted.
    public var kinds: [AutomaticKind]?

    public init(weeks: Int? = nil, clientIds: [UserID]? = nil, kinds: [AutomaticKind]? = nil) {
        self.weeks = weeks
        self.clientIds = clientIds
        self.kinds = kinds
    }

    public static var example: AutomaticPreviewRequest { AutomaticPreviewRequest(weeks: 4) }
}

/// A message of a client and what would have become of it.
public struct AutomaticPreviewItem: Sendable, Codable, Hashable {
    public var clientId: UserID
    public var questionId: MessageID
    /// What the client wrote.
    public var question: String
    /// What would have been sent; `nil` if nothing.
    @Nullable public var kind: AutomaticKind?
    /// Why nothing would have been sent.
    @Nullable public var reason: AutomaticReason?
    /// As the calendar is today.
    @Nullable public var text: String?
    public var at: Timestamp

    public init(
        clientId: UserID,
        questionId: MessageID,
        question: String,
        kind: AutomaticKind?,
        reason: AutomaticReason?,
        text: String?,
        at: Timestamp
    ) {
        self.clientId = clientId
        self.questionId = questionId
        self.question = question
        self.kind = kind
        self.reason = reason
        self.text = text
        self.at = at
    }
}

public struct AutomaticPreviewResponse: APIValue, Hashable {
    public var sent: Int
    /// In order of time, the newest 500.
    public var items: [AutomaticPreviewItem]

    public init(sent: Int, items: [AutomaticPreviewItem]) {
        self.sent = sent
        self.items = items
    }

    public static var example: AutomaticPreviewResponse {
        AutomaticPreviewResponse(
            sent: 0,
            items: [
                AutomaticPreviewItem(
                    clientId: Examples.sara,
                    questionId: Examples.id(4),
                    question: "My knee hurts",
                    kind: nil,
                    reason: .needsHuman,
                    text: nil,
                    at: Examples.time
                )
            ]
        )
    }
}
