public import Domain

/// What the assistant says to one question (native contract §1).
public struct AssistantAnswer: Sendable, Equatable, Codable {
    public let conversationId: String
    public let messageId: String
    public let text: String
    /// In the order in which the text refers to them.
    public let citations: [Citation]
    /// Actions that wait for their owner's confirmation.
    public let proposals: [Proposal]
    /// Set when nothing could be proposed yet; nothing has happened then.
    @Nullable public var needs: Needs?
    public let model: String
    public let usage: Usage?
}

/// A message that an answer rests on.
public struct Citation: Sendable, Equatable, Codable {
    public let messageId: MessageID
    public let chatId: ChatID
    public let clientMessageId: String
    public let senderName: String
    public let sentAt: Timestamp
    public let quote: String
}

/// Tokens that an answer cost; zero for the built-in model.
public struct Usage: Sendable, Equatable, Codable {
    public let inputTokens: Int
    public let outputTokens: Int
}

/// A question to the assistant.
public struct AssistantQuestion: Sendable, Equatable, Codable {
    public var message: String
    /// Continues a conversation; without one, a new one starts.
    public var conversationId: String?
    public var parentId: String?
    /// IANA name: the zone in which "tomorrow at 9" is meant.
    public var timezone: String?
    public var model: String?

    public init(
        _ message: String,
        conversationId: String? = nil,
        parentId: String? = nil,
        timezone: String? = nil,
        model: String? = nil
    ) {
        self.message = message
        self.conversationId = conversationId
        self.parentId = parentId
        self.timezone = timezone
        self.model = model
    }
}
