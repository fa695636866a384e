/// What an answer claims.
public enum AnswerKind: String, Sendable, Codable, CaseIterable {
    /// It says what was asked for, from what it cites or from the calendar.
    case answer
    /// Messages that may help, without a claim.
    case related
    /// Nothing about that is in what the user may read.
    case nothing
    /// A language model would be needed.
    case unable
    /// It proposes actions, or asks for what is missing for one.
    case action
}
