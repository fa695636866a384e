/// Limits of one answer, and of one user.
public struct AssistantLimits: Sendable {
    /// The maximum number of answers that are generated for one user at the same time.
    public var concurrentPerUser = 2
    /// The maximum time from the question to the end of the answer.
    public var wallClock: Duration = .seconds(180)
    /// The maximum number of requests to the model for one answer. The last one is made without tools.
    public var rounds = 5
    /// The maximum number of tool calls in one answer.
    public var toolCalls = 10
    /// The maximum number of proposals in one answer.
    public var proposals = 3
    /// The maximum length of an answer in characters. Longer answers are cut off.
    public var answerLength = 32_000
    /// Whether the model that answers also makes a conversation's title, with one more short request. Otherwise, and for
    /// the built-in model, rules make it.
    public var titlesByModel = true

    public init(titlesByModel: Bool = true) { self.titlesByModel = titlesByModel }
}
