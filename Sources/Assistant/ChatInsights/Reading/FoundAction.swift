/// Something that somebody is to do, as a message says it.
package struct FoundAction: Sendable, Hashable {
    package enum Doer: Sendable, Hashable {
        case sender
        /// Whoever the message is to.
        case addressee
        /// The sender and those it is to.
        case us
        case everybody
        /// Nobody has been named yet.
        case somebody
        case named([String])
    }

    package let doer: Doer
    /// The words of the task: "send you the new plan by Friday".
    package let task: String
    /// The sentence that says it.
    package let quote: String
    /// The position of the task's words in the message.
    package let words: Range<Int>
    package let sentence: Int
    /// The share of messages with such words that mean a task: 0.5 to 0.95.
    package var confidence: Double
}
