/// A guess in a proposal that its owner should check before confirming it.
///
/// ```swift
/// func hints(_ proposal: Proposal) -> [String] { proposal.doubts.map(\.text) }
/// ```
public struct ProposalDoubt: Sendable, Codable, Hashable {
    public enum Kind: String, Sendable, Codable, CaseIterable {
        /// The local time is skipped when the clocks change.
        case gap
        /// The local time occurs twice when the clocks change.
        case fold
        /// "next Friday", or "4/5" in Canada, can mean two days.
        case weekday
        /// Morning or evening was guessed.
        case halfDay
        /// Outside the trainer's working hours.
        case outsideHours
        /// A time was guessed, because none was said.
        case noTime
        /// A time of recurring events is taken, so that one is left out.
        case taken
        /// The other person's clock changes on another day, so that recurring events come to other times of theirs.
        case clockChange
        /// A kind that this version doesn't know. The server never sends it.
        case other

        public init(from decoder: any Decoder) throws {
            self = Self(rawValue: try decoder.singleValueContainer().decode(String.self)) ?? .other
        }
    }

    public let kind: Kind
    /// What was guessed, in words.
    public let text: String

    public init(_ kind: Kind, _ text: String) {
        self.kind = kind
        self.text = text
    }
}
