import Domain

/// Answers the same question again and keeps the old answer: `POST /v1/assistant/messages/{messageId}/regenerate`.
///
/// ```swift
/// let request = RegenerateRequest(model: "built-in")
/// ```
public struct RegenerateRequest: APIValue {
    public let model: String?
    /// IANA name; if omitted, the user's own.
    public let timezone: String?

    public init(model: String? = nil, timezone: String? = nil) {
        self.model = model
        self.timezone = timezone
    }

    public static var example: RegenerateRequest { RegenerateRequest(timezone: "America/New_York") }
}

/// `PATCH /v1/assistant/conversations/{conversationId}`.
///
/// ```swift
/// let request = RenameConversationRequest(title: "Sara's knee")
/// ```
public struct RenameConversationRequest: APIValue {
    public let title: String

    public init(title: String) { self.title = title }
    public static var example: RenameConversationRequest { RenameConversationRequest(title: "Sara's knee") }
}

/// One conversation, without its turns.
public struct ConversationResponse: APIValue {
    public let conversation: ConversationHead

    public init(conversation: ConversationHead) { self.conversation = conversation }
    public static var example: ConversationResponse { ConversationResponse(conversation: .example) }
}

/// One turn.
public struct TurnResponse: APIValue {
    public let message: ConversationTurn

    public init(message: ConversationTurn) { self.message = message }
    public static var example: TurnResponse { TurnResponse(message: .example) }
}

extension ConversationHead {
    static let example = ConversationHead(
        id: Examples.id(13),
        title: "Sara's knee",
        createdAt: Examples.time,
        updatedAt: Examples.time
    )
}

extension ConversationTurn {
    static let example = ConversationTurn(
        id: Examples.id(16),
        parentId: nil,
        role: .user,
        text: "How is Sara's knee?",
        state: .completed,
        answer: nil,
        createdAt: Examples.time
    )
}
