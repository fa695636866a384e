public import Domain

/// A conversation as it stands in a list.
public struct ConversationHead: Sendable, Codable, Hashable, Identifiable {
    public let id: ConversationID
    public let title: String
    public let createdAt: Timestamp
    /// When the last turn began.
    public let updatedAt: Timestamp
}

public enum TurnRole: String, Sendable, Codable {
    case user, assistant
}

/// Where an answer stands. Questions are always `completed`.
public enum TurnState: String, Sendable, Codable {
    case running, completed
    /// Its owner stopped it; what was there is kept.
    case stopped
    /// The model's stream or the server broke off; what was there is kept.
    case interrupted
    case failed
}

/// One question or answer. Siblings share a parent: a regenerated answer, an edited question.
public struct ConversationTurn: Sendable, Codable, Hashable, Identifiable {
    public let id: TurnID
    /// Nothing for a question that opens a branch of its own.
    @Nullable public var parentId: TurnID?
    public let role: TurnRole
    public let text: String
    public let state: TurnState
    /// The whole answer of an assistant's turn that has ended.
    @Nullable public var answer: AssistantAnswer?
    public let createdAt: Timestamp
}

/// A conversation with all its branches.
public struct ConversationTree: Sendable, Codable, Hashable {
    public let conversation: ConversationHead
    /// Oldest first; parents come before their children.
    public let turns: [ConversationTurn]
    /// The newest turn: the leaf of the active branch.
    @Nullable public var activeId: TurnID?
}

extension ConversationTree {
    public struct Page: Sendable, Codable, Hashable {
        /// The one that was used last comes first.
        public let conversations: [ConversationHead]
        public let hasMore: Bool
    }
}
