public import Domain

/// A conversation has another revision, or is gone: what its owner's devices are told by `assistant.conversation`.
///
/// ```swift
/// func isNews(_ change: ConversationChange, for tree: ConversationTree) -> Bool {
///     change.deleted || change.revision > tree.conversation.revision
/// }
/// ```
public struct ConversationChange: Sendable, Codable, Hashable {
    public let conversationId: ConversationID
    public let revision: Int64
    /// Whether the whole conversation was deleted.
    public let deleted: Bool

    public init(conversationId: ConversationID, revision: Int64, deleted: Bool = false) {
        self.conversationId = conversationId
        self.revision = revision
        self.deleted = deleted
    }
}
