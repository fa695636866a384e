/// A reason to ask the user before acting on a time: the words allow another meaning, or the clocks change then.
public struct TimeDoubt: Sendable, Hashable, Codable {
    public enum Kind: String, Sendable, Codable, CaseIterable {
        /// The local time doesn't exist on that day, because the clocks go forward.
        case gap
        /// The local time comes twice on that day, because the clocks go back.
        case fold
        /// "Next Friday" could be the coming one or that of the week after.
        case weekday
        /// "4/5", where neither order of day and month is the usual one.
        case dayMonth
        /// Neither "am" nor "pm" was said, and both are plausible.
        case halfDay
    }

    public var kind: Kind
    /// A sentence for the user, without a full stop: "Clocks go forward that night: 02:30 doesn't exist, so 03:30 is
    /// meant".
    public var text: String

    public init(_ kind: Kind, _ text: String) {
        self.kind = kind
        self.text = text
    }
}
