import Domain

/// Answers the same question again and keeps the old answer: `POST /v1/assistant/messages/{messageId}/regenerate`, for
/// an answer or for a question.
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

/// Makes a turn part of the active branch: `POST /v1/assistant/messages/{messageId}/select`.
///
/// ```swift
/// let request = SelectBranchRequest(step: -1)
/// ```
public struct SelectBranchRequest: APIValue {
    /// 1 selects the next alternative to the turn, -1 the one before it; without a step the turn itself is selected. At
    /// either end nothing changes.
    public let step: Int?

    public init(step: Int? = nil) { self.step = step }

    public static var example: SelectBranchRequest { SelectBranchRequest(step: 1) }
}

/// Says whether an answer is good: `PUT /v1/assistant/messages/{messageId}/rating`. A later rating replaces it.
///
/// ```swift
/// let request = RateAnswerRequest(rating: .good)
/// ```
public struct RateAnswerRequest: APIValue {
    /// `null` takes it back.
    public let rating: AnswerRating?

    public init(rating: AnswerRating?) { self.rating = rating }

    public static var example: RateAnswerRequest { RateAnswerRequest(rating: .good) }
}

/// `PATCH /v1/assistant/conversations/{conversationId}`. What is left out stays, `null` is the default.
///
/// ```swift
/// let request = UpdateConversationRequest(title: "Sara's knee", temperature: .set(0.2))
/// ```
public struct UpdateConversationRequest: APIValue {
    public var title: String?
    /// Stands before the others in lists.
    public var isPinned: Bool?
    /// Isn't listed unless archived ones are asked for.
    public var isArchived: Bool?
    public var model: FieldChange<String>
    public var temperature: FieldChange<Double>
    public var topP: FieldChange<Double>
    public var maxOutputTokens: FieldChange<Int>
    public var instructions: FieldChange<String>
    public var webSearch: FieldChange<Bool>

    public init(
        title: String? = nil,
        isPinned: Bool? = nil,
        isArchived: Bool? = nil,
        model: FieldChange<String> = .unchanged,
        temperature: FieldChange<Double> = .unchanged,
        topP: FieldChange<Double> = .unchanged,
        maxOutputTokens: FieldChange<Int> = .unchanged,
        instructions: FieldChange<String> = .unchanged,
        webSearch: FieldChange<Bool> = .unchanged
    ) {
        self.title = title
        self.isPinned = isPinned
        self.isArchived = isArchived
        self.model = model
        self.temperature = temperature
        self.topP = topP
        self.maxOutputTokens = maxOutputTokens
        self.instructions = instructions
        self.webSearch = webSearch
    }

    public static var example: UpdateConversationRequest {
        UpdateConversationRequest(title: "Sara's knee", temperature: .set(0.2))
    }
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
        updatedAt: Examples.time,
        revision: Examples.time.milliseconds
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
