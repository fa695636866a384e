/// A text that its owner sends again and again, with slots in braces. Visible to its owner only.
public struct MessageTemplate: Sendable, Hashable, Codable, Identifiable {
    public let id: TemplateID
    public var name: String
    /// `{name}`, `{first}` and `{date}` are filled by the server, other slots by whoever sends it.
    public var text: String
    /// The slots that have to be filled, in the order of the text.
    public var slots: [String]
    public let createdAt: Timestamp
    public var updatedAt: Timestamp

    public init(
        id: TemplateID,
        name: String,
        text: String,
        slots: [String],
        createdAt: Timestamp,
        updatedAt: Timestamp
    ) {
        self.id = id
        self.name = name
        self.text = text
        self.slots = slots
        self.createdAt = createdAt
        self.updatedAt = updatedAt
    }
}

/// One text to several clients, to each in the chat with them.
public struct Broadcast: Sendable, Hashable, Codable, Identifiable {
    /// What became of the message to one client.
    public struct Recipient: Sendable, Hashable, Codable {
        public enum Outcome: String, Sendable, Codable, CaseIterable {
            /// The server goes on with it by itself.
            case pending
            case sent, failed
        }

        public let userId: UserID
        public let displayName: String
        public let outcome: Outcome
        @Nullable public var chatId: ChatID?
        @Nullable public var messageId: MessageID?
        /// Set if it failed.
        @Nullable public var failure: SendFailure?

        public init(
            userId: UserID,
            displayName: String,
            outcome: Outcome,
            chatId: ChatID? = nil,
            messageId: MessageID? = nil,
            failure: SendFailure? = nil
        ) {
            self.userId = userId
            self.displayName = displayName
            self.outcome = outcome
            self.chatId = chatId
            self.messageId = messageId
            self.failure = failure
        }
    }

    public let id: BroadcastID
    public let createdAt: Timestamp
    public let recipients: [Recipient]

    public init(id: BroadcastID, createdAt: Timestamp, recipients: [Recipient]) {
        self.id = id
        self.createdAt = createdAt
        self.recipients = recipients
    }
}

/// What a trainer has written down about a client, for themselves only.
public struct ClientNotes: Sendable, Hashable, Codable {
    public let userId: UserID
    public var text: String
    /// In alphabetical order.
    public var tags: [String]
    /// When the text was changed last.
    @Nullable public var updatedAt: Timestamp?

    public init(userId: UserID, text: String = "", tags: [String] = [], updatedAt: Timestamp? = nil) {
        self.userId = userId
        self.text = text
        self.tags = tags
        self.updatedAt = updatedAt
    }
}

/// The clients whom a trainer has given a tag.
public struct ClientTag: Sendable, Hashable, Codable {
    public let tag: String
    public let userIds: [UserID]

    public init(tag: String, userIds: [UserID]) {
        self.tag = tag
        self.userIds = userIds
    }
}
