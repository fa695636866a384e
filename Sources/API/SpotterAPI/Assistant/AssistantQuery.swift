public import Domain

/// The position of a question in its conversation.
public enum QuestionParent: Sendable, Hashable {
    /// At the end of the active branch.
    case latest
    /// A new branch from the root, such as an edited first question.
    case root
    /// After the given answer.
    case turn(TurnID)
}

/// A message to the assistant: `POST /v1/assistant/query`.
///
/// ```swift
/// let query = AssistantQuery(message: "How is Sara's knee?", timezone: "America/New_York")
/// ```
public struct AssistantQuery: Sendable, Hashable {
    public static let maxFiles = 4

    /// 1 to 4000 characters.
    public var message: String
    /// `nil` begins a new conversation.
    public var conversationId: ConversationID?
    public var parent: QuestionParent
    /// The only chat whose messages may answer; `nil` means all that the user may read.
    public var chatId: ChatID?
    /// The user's own files that the question is about: pictures and texts reach a model that can read them.
    public var mediaIds: [MediaID]
    /// IANA name of the time zone in which times such as "tomorrow at 9" are read; `nil` means the user's own.
    public var timezone: String?
    /// One of the server's models; `nil` means the default.
    public var model: String?
    /// BCP 47. Determines how numeric dates are read.
    public var locale: String?
    /// Whether the web may be searched, where the operator has set that up: `false` never, `true` always, `nil` if the
    /// question asks for it or for what is new.
    public var webSearch: Bool?

    public init(
        message: String,
        conversationId: ConversationID? = nil,
        parent: QuestionParent = .latest,
        chatId: ChatID? = nil,
        mediaIds: [MediaID] = [],
        timezone: String? = nil,
        model: String? = nil,
        locale: String? = nil,
        webSearch: Bool? = nil
    ) {
        self.message = message
        self.conversationId = conversationId
        self.parent = parent
        self.chatId = chatId
        self.mediaIds = mediaIds
        self.timezone = timezone
        self.model = model
        self.locale = locale
        self.webSearch = webSearch
    }
}

/// `{"message","conversationId"?,"parentId"?,"chatId"?,"mediaIds"?,"timezone"?,"model"?,"locale"?,
/// "webSearch"?}`. A `parentId` of `root` opens a new
/// branch. Without one, the question goes to the end of the active branch.
extension AssistantQuery: APIValue {
    private enum CodingKeys: String, CodingKey {
        case message, conversationId, parentId, chatId, mediaIds, timezone, model, locale, webSearch
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        message = try container.decode(String.self, forKey: .message)
        conversationId = try container.decodeIfPresent(ConversationID.self, forKey: .conversationId)
        chatId = try container.decodeIfPresent(ChatID.self, forKey: .chatId)
        mediaIds = try container.decodeIfPresent([MediaID].self, forKey: .mediaIds) ?? []
        timezone = try container.decodeIfPresent(String.self, forKey: .timezone)
        model = try container.decodeIfPresent(String.self, forKey: .model)
        locale = try container.decodeIfPresent(String.self, forKey: .locale)
        webSearch = try container.decodeIfPresent(Bool.self, forKey: .webSearch)
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

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(message, forKey: .message)
        try container.encodeIfPresent(conversationId, forKey: .conversationId)
        switch parent {
        case .latest: break
        case .root: try container.encode("root", forKey: .parentId)
        case .turn(let id): try container.encode(id, forKey: .parentId)
        }
        try container.encodeIfPresent(chatId, forKey: .chatId)
        if !mediaIds.isEmpty { try container.encode(mediaIds, forKey: .mediaIds) }
        try container.encodeIfPresent(timezone, forKey: .timezone)
        try container.encodeIfPresent(model, forKey: .model)
        try container.encodeIfPresent(locale, forKey: .locale)
        try container.encodeIfPresent(webSearch, forKey: .webSearch)
    }

    public static var example: AssistantQuery {
        AssistantQuery(message: "How is Sara's knee?", timezone: "America/New_York")
    }
}
