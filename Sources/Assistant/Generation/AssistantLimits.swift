/// Limits of one answer, and of one user.
public struct AssistantLimits: Sendable {
    /// Answers that are generated for one user at the same time.
    public var concurrentPerUser = 2
    /// From the question to the end of the answer.
    public var wallClock: Duration = .seconds(180)
    /// Requests to the model for one answer; the last one is made without tools.
    public var rounds = 5
    /// Tool calls in one answer.
    public var toolCalls = 10
    /// Proposals in one answer.
    public var proposals = 3
    /// Characters of an answer; longer ones are cut off.
    public var answerLength = 32_000
    /// Input and output tokens of one user's answers in 24 hours; `nil` for no limit.
    public var tokensPerDay: Int?

    public init() {}
}
