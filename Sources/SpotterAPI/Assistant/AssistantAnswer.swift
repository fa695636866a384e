public import Domain

/// The assistant's whole answer to one message.
public struct AssistantAnswer: Sendable, Codable, Hashable {
    public struct Usage: Sendable, Codable, Hashable {
        public var inputTokens: Int
        public var outputTokens: Int

        public init(inputTokens: Int = 0, outputTokens: Int = 0) {
            self.inputTokens = inputTokens
            self.outputTokens = outputTokens
        }
    }

    public var conversationId: ConversationID
    /// The turn that holds this answer.
    public var messageId: TurnID
    public var text: String
    public var citations: [Citation]
    public var proposals: [Proposal]
    @Nullable public var needs: Needs?
    /// Its name, or `built-in`.
    public var model: String
    public var usage: Usage

    public init(
        conversationId: ConversationID,
        messageId: TurnID,
        text: String,
        citations: [Citation] = [],
        proposals: [Proposal] = [],
        needs: Needs? = nil,
        model: String,
        usage: Usage = Usage()
    ) {
        self.conversationId = conversationId
        self.messageId = messageId
        self.text = text
        self.citations = citations
        self.proposals = proposals
        self.needs = needs
        self.model = model
        self.usage = usage
    }
}

/// What happens while an answer is made, in the order of the stream.
public enum AssistantEvent: Sendable {
    case started(conversationId: ConversationID, messageId: TurnID)
    case retrieved([Citation])
    case thinkingDelta(String)
    case textDelta(String)
    case proposal(Proposal)
    case needs(Needs)
    case usage(AssistantAnswer.Usage)
    case completed(AssistantAnswer)
    /// What was there is kept in the turn.
    case failed(SpotterError)
}
