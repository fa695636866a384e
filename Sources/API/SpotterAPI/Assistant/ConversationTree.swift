public import Domain

/// A conversation in a list, without its turns.
public struct ConversationHead: Sendable, Codable, Hashable, Identifiable {
    public let id: ConversationID
    public let title: String
    public let createdAt: Timestamp
    /// When the latest turn began.
    public let updatedAt: Timestamp
    /// Grows with every change of the conversation: a turn, a selection, a deletion, a title, a setting. It is no count.
    public let revision: Int64
    /// Stands before the others in lists.
    public let isPinned: Bool
    /// Isn't listed unless archived ones are asked for.
    public let isArchived: Bool
    public let settings: ConversationSettings

    public init(
        id: ConversationID,
        title: String,
        createdAt: Timestamp,
        updatedAt: Timestamp,
        revision: Int64,
        isPinned: Bool = false,
        isArchived: Bool = false,
        settings: ConversationSettings = ConversationSettings()
    ) {
        self.id = id
        self.title = title
        self.createdAt = createdAt
        self.updatedAt = updatedAt
        self.revision = revision
        self.isPinned = isPinned
        self.isArchived = isArchived
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

/// What its owner thinks of an answer.
public enum AnswerRating: String, Sendable, Codable, CaseIterable {
    case good, bad
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
    /// What the model told of its reasoning. It is never sent to a model again.
    @Nullable public var thinking: String?
    public let createdAt: Timestamp
    /// When it was chosen among its alternatives last; `null` if never. The one with the greatest `selectedAt`, or
    /// `createdAt` without one, is on the active branch.
    @Nullable public var selectedAt: Timestamp?
    /// `null` for a question, and for an answer that its owner hasn't rated. Nobody else is told.
    @Nullable public var rating: AnswerRating?

    public init(
        id: TurnID,
        parentId: TurnID?,
        role: TurnRole,
        text: String,
        state: TurnState,
        answer: AssistantAnswer?,
        mediaIds: [MediaID] = [],
        thinking: String? = nil,
        createdAt: Timestamp,
        selectedAt: Timestamp? = nil,
        rating: AnswerRating? = nil
    ) {
        self.id = id
        self.parentId = parentId
        self.role = role
        self.text = text
        self.state = state
        self.answer = answer
        self.mediaIds = mediaIds
        self.thinking = thinking
        self.createdAt = createdAt
        self.selectedAt = selectedAt
        self.rating = rating
    }
}

/// A conversation with all its branches, or what has changed in it since a revision.
///
/// ```swift
/// func last(_ tree: ConversationTree) -> ConversationTurn? { tree.turns.first { $0.id == tree.activeId } }
/// ```
public struct ConversationTree: APIValue, Hashable {
    public let conversation: ConversationHead
    /// The revision after which everything that changed is told; `null` for the whole conversation.
    @Nullable public var since: Int64?
    /// Oldest first. Parents precede their children. With `since`, those that are new or changed.
    public let turns: [ConversationTurn]
    /// With `since`, the turns that were deleted; otherwise empty.
    @DefaultsToEmpty public var deletedIds: [TurnID]
    /// The leaf of the active branch; `null` if there are no turns.
    @Nullable public var activeId: TurnID?
    /// The active branch from the root, always whole, each turn with its alternatives.
    @DefaultsToEmpty public var branch: [BranchStep]

    public init(
        conversation: ConversationHead,
        since: Int64? = nil,
        turns: [ConversationTurn],
        deletedIds: [TurnID] = [],
        activeId: TurnID?,
        branch: [BranchStep]
    ) {
        self.conversation = conversation
        self.since = since
        self.turns = turns
        self.deletedIds = deletedIds
        self.activeId = activeId
        self.branch = branch
    }

    public static var example: ConversationTree {
        let turn = ConversationTurn.example
        return ConversationTree(
            conversation: .example,
            turns: [turn],
            activeId: turn.id,
            branch: [BranchStep(messageId: turn.id, index: 1, count: 1, siblingIds: [turn.id])]
        )
    }
}

extension ConversationTree {
    /// `GET /v1/assistant/conversations`.
    public struct Page: APIValue, Hashable {
        /// Pinned ones first, then most recently used first.
        public let conversations: [ConversationHead]
        public let hasMore: Bool

        public init(conversations: [ConversationHead], hasMore: Bool) {
            self.conversations = conversations
            self.hasMore = hasMore
        }

        public static var example: Page { Page(conversations: [.example], hasMore: false) }
    }
}
