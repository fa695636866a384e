public import Domain

/// A conversation in a list, without its turns.
public struct ConversationHead: Sendable, Codable, Hashable, Identifiable {
    public let id: ConversationID
    public let title: String
    public let createdAt: Timestamp
    /// When the latest turn began.
    public let updatedAt: Timestamp
    public let settings: ConversationSettings

    public init(
        id: ConversationID,
        title: String,
        createdAt: Timestamp,
        updatedAt: Timestamp,
        settings: ConversationSettings = ConversationSettings()
    ) {
        self.id = id
        self.title = title
        self.createdAt = createdAt
        self.updatedAt = updatedAt
        self.settings = settings
    }
}

/// The author of a turn.
public enum TurnRole: String, Sendable, Codable, CaseIterable {
    case user, assistant
}

/// The state of an answer. Questions are always `completed`.
public enum TurnState: String, Sendable, Codable, CaseIterable {
    case running, completed
    /// Stopped by its owner. The text generated until then is kept.
    case stopped
    /// Ended because the model's stream or the server failed. The text generated until then is kept.
    case interrupted
    case failed
}

/// A question or an answer. Turns with the same parent are alternatives: a regenerated answer or an edited question.
public struct ConversationTurn: Sendable, Codable, Hashable, Identifiable {
    public let id: TurnID
    /// `null` for a question that opens a branch at the root.
    @Nullable public var parentId: TurnID?
    public let role: TurnRole
    public let text: String
    public let state: TurnState
    /// The complete answer, for an assistant's turn that has ended.
    @Nullable public var answer: AssistantAnswer?
    /// The files that a question brought along. One that no message shows is kept for a day.
    @DefaultsToEmpty public var mediaIds: [MediaID]
    public let createdAt: Timestamp

    public init(
        id: TurnID,
        parentId: TurnID?,
        role: TurnRole,
        text: String,
        state: TurnState,
        answer: AssistantAnswer?,
        mediaIds: [MediaID] = [],
        createdAt: Timestamp
    ) {
        self.id = id
        self.parentId = parentId
        self.role = role
        self.text = text
        self.state = state
        self.answer = answer
        self.mediaIds = mediaIds
        self.createdAt = createdAt
    }
}

/// A conversation with all its branches.
///
/// ```swift
/// func newest(_ tree: ConversationTree) -> ConversationTurn? { tree.turns.first { $0.id == tree.activeId } }
/// ```
public struct ConversationTree: APIValue, Hashable {
    public let conversation: ConversationHead
    /// Oldest first. Parents precede their children.
    public let turns: [ConversationTurn]
    /// The newest turn: the leaf of the active branch.
    @Nullable public var activeId: TurnID?

    public init(conversation: ConversationHead, turns: [ConversationTurn], activeId: TurnID?) {
        self.conversation = conversation
        self.turns = turns
        self.activeId = activeId
    }

    public static var example: ConversationTree {
        ConversationTree(conversation: .example, turns: [.example], activeId: ConversationTurn.example.id)
    }
}

extension ConversationTree {
    /// `GET /v1/assistant/conversations`.
    public struct Page: APIValue, Hashable {
        /// Most recently used first.
        public let conversations: [ConversationHead]
        public let hasMore: Bool

        public init(conversations: [ConversationHead], hasMore: Bool) {
            self.conversations = conversations
            self.hasMore = hasMore
        }

        public static var example: Page { Page(conversations: [.example], hasMore: false) }
    }
}
