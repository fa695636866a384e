public import Domain

/// The assistant's complete answer to one message.
///
/// ```swift
/// func sources(_ answer: AssistantAnswer) -> [MessageID] { answer.citations.map(\.messageId) }
/// ```
public struct AssistantAnswer: APIValue, Hashable {
    /// The tokens that an answer used; 0 for the built-in model.
    public struct Usage: Sendable, Codable, Hashable {
        public var inputTokens: Int
        /// Of the input, what the provider had in its cache. Usually cheaper.
        @DefaultsToEmpty public var cachedInputTokens: Int
        public var outputTokens: Int

        public init(inputTokens: Int = 0, cachedInputTokens: Int = 0, outputTokens: Int = 0) {
            self.inputTokens = inputTokens
            self.cachedInputTokens = cachedInputTokens
            self.outputTokens = outputTokens
        }
    }

    public var conversationId: ConversationID
    /// The turn that holds this answer.
    public var messageId: TurnID
    public var kind: AnswerKind
    public var text: String
    /// In the order in which the text refers to them.
    public var citations: [Citation]
    /// Actions that wait for their owner's confirmation.
    public var proposals: [Proposal]
    /// What is missing for a proposal; `null` if nothing is. No action has been taken.
    @Nullable public var needs: Needs?
    /// The model's name, or `built-in`.
    public var model: String
    public var usage: Usage
    /// Pages of the web that the text refers to as `[w1]`, in this order.
    public var webSources: [WebSource]
    /// The searches of the web that were made for it.
    public var webSearches: [WebSearchStatus]
    /// Of an answer to a request for advice, whose main advice is the text; otherwise `null`.
    @Nullable public var advice: Advice?

    public init(
        conversationId: ConversationID,
        messageId: TurnID,
        kind: AnswerKind = .answer,
        text: String,
        citations: [Citation] = [],
        proposals: [Proposal] = [],
        needs: Needs? = nil,
        model: String,
        usage: Usage = Usage(),
        webSources: [WebSource] = [],
        webSearches: [WebSearchStatus] = [],
        advice: Advice? = nil
    ) {
        self.conversationId = conversationId
        self.messageId = messageId
        self.kind = kind
        self.text = text
        self.citations = citations
        self.proposals = proposals
        self.needs = needs
        self.model = model
        self.usage = usage
        self.webSources = webSources
        self.webSearches = webSearches
        self.advice = advice
    }

    /// Answers that were stored before there were kinds and searches of the web have none.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        conversationId = try container.decode(ConversationID.self, forKey: .conversationId)
        messageId = try container.decode(TurnID.self, forKey: .messageId)
        text = try container.decode(String.self, forKey: .text)
        citations = try container.decode([Citation].self, forKey: .citations)
        proposals = try container.decode([Proposal].self, forKey: .proposals)
        _needs = try container.decode(Nullable<Needs>.self, forKey: .needs)
        model = try container.decode(String.self, forKey: .model)
        usage = try container.decode(Usage.self, forKey: .usage)
        webSources = try container.decodeIfPresent([WebSource].self, forKey: .webSources) ?? []
        webSearches = try container.decodeIfPresent([WebSearchStatus].self, forKey: .webSearches) ?? []
        _advice = try container.decode(Nullable<Advice>.self, forKey: .advice)
        let isAction = !proposals.isEmpty || _needs.wrappedValue != nil
        kind = try container.decodeIfPresent(AnswerKind.self, forKey: .kind) ?? (isAction ? .action : .answer)
    }

    public static var example: AssistantAnswer {
        AssistantAnswer(
            conversationId: Examples.id(13),
            messageId: Examples.id(14),
            text: "Sara says that her knee is fine again. [1]",
            citations: [Examples.citation],
            proposals: [Examples.proposal],
            model: "built-in"
        )
    }
}
