/// What one answer, and one user, may take.
public struct AssistantLimits: Sendable {
    /// Answers being made for one user at the same time.
    public var concurrentPerUser = 2
    /// From the question to the end of the answer.
    public var wallClock: Duration = .seconds(180)
    /// Requests to the model for one answer; the last one is made without tools.
    public var rounds = 5
    /// Tool calls in one answer.
    public var toolCalls = 10
    /// Proposals in one answer.
    public var proposals = 3
    /// Characters of an answer; a model that goes on is cut off.
    public var answerLength = 32_000
    /// Tokens, in and out, that one user's answers may take in 24 hours; nothing means no bound.
    public var tokensPerDay: Int?

    public init() {}
}
