public import Domain

/// A message to the assistant.
public struct AssistantQuery: Sendable, Hashable {
    static let longestMessage = 4000

    /// 1 to 4000 characters.
    public var message: String
    /// Nothing begins a new conversation.
    public var conversationId: ConversationID?
    public var parent: QuestionParent
    /// IANA name; nothing means the user's own.
    public var timezone: String?
    /// One of the service's `modelNames`; nothing means the first of them.
    public var model: String?
    /// BCP 47, for numeric dates.
    public var locale: String?

    public init(
        message: String,
        conversationId: ConversationID? = nil,
        parent: QuestionParent = .latest,
        timezone: String? = nil,
        model: String? = nil,
        locale: String? = nil
    ) {
        self.message = message
        self.conversationId = conversationId
        self.parent = parent
        self.timezone = timezone
        self.model = model
        self.locale = locale
    }

    func validatedMessage() throws(SpotterError) -> String {
        let text = message.trimmed
        guard !text.isEmpty else { throw .invalid("Give a message: a question, or what you want done.") }
        guard text.utf8.count <= 4 * Self.longestMessage, text.count <= Self.longestMessage else {
            throw .invalid(
                "A message to the assistant holds at most \(Self.longestMessage) characters; shorten this one."
            )
        }
        return text
    }
}

/// `{"message","conversationId"?,"parentId"?,"timezone"?,"model"?,"locale"?}`. A `parentId` of `root` opens a branch of
/// its own; without one the question follows the newest turn.
extension AssistantQuery: Decodable {
    private enum CodingKeys: String, CodingKey {
        case message, conversationId, parentId, timezone, model, locale
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        message = try container.decode(String.self, forKey: .message)
        conversationId = try container.decodeIfPresent(ConversationID.self, forKey: .conversationId)
        timezone = try container.decodeIfPresent(String.self, forKey: .timezone)
        model = try container.decodeIfPresent(String.self, forKey: .model)
        locale = try container.decodeIfPresent(String.self, forKey: .locale)
        switch try container.decodeIfPresent(String.self, forKey: .parentId) {
        case nil: parent = .latest
        case "root": parent = .root
        case let text?:
            guard let id = TurnID(text) else {
                throw DecodingError.dataCorruptedError(
                    forKey: .parentId,
                    in: container,
                    debugDescription: "parentId is the id of an answer, or \"root\""
                )
            }
            parent = .turn(id)
        }
    }
}
