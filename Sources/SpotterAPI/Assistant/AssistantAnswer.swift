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
    /// In the order in which the text refers to them.
    public var citations: [Citation]
    /// Actions that wait for their owner's confirmation.
    public var proposals: [Proposal]
    /// What is missing for a proposal; `null` if nothing is. No action has been taken.
    @Nullable public var needs: Needs?
    /// The model's name, or `built-in`.
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
