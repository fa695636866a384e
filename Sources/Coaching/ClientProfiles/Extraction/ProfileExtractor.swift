import Domain

/// Reads what a message says about its author, by rules. Pure, total, and without a language model.
///
/// Precision comes first: what may be about somebody else, is asked, supposed or quoted, is left out.
struct ProfileExtractor: Sendable {
    /// To be raised with every change of the rules: all messages are read again then.
    static let version: Int64 = 2

    static let minCharacters = 10
    private static let maxStatements = 12
    private static let minConfidence = 0.5

    /// - Parameters:
    ///   - sentAt: what times in the text refer to.
    ///   - timeZone: the author's, as an IANA name.
    func statements(in text: String, sentAt: Timestamp, timeZone: String) -> [ProfileStatement] {
        guard text.count >= Self.minCharacters else { return [] }
        let sentences = ProfileLexer.sentences(of: text).map(ProfileGloss.english)
        let reading = MessageReading(sentences: sentences, sentAt: sentAt, timeZone: timeZone)
        let found =
            InjuryRules.statements(in: reading) + GoalRules.statements(in: reading)
            + EquipmentRules.statements(in: reading) + PreferenceRules.statements(in: reading)
            + TravelRules.statements(in: reading) + StressRules.statements(in: reading)
        return Array(
            found.filter { $0.confidence >= Self.minConfidence && !$0.text.isEmpty }.prefix(Self.maxStatements)
        )
    }
}

/// A message as the rules see it.
struct MessageReading: Sendable {
    let sentences: [ProfileSentence]
    let sentAt: Timestamp
    let timeZone: String

    /// The sentence and the one after it, as words for an item.
    func text(_ index: Int, withNext: Bool) -> String {
        let own = sentences[index].text.trimmedForProfile
        guard withNext, let next = sentences[safe: index + 1] else { return own }
        return "\(own). \(next.text.trimmedForProfile)"
    }
}

extension ProfileStatement {
    init(
        _ category: ProfileItem.Category,
        _ topics: some Sequence<String>,
        _ text: String,
        _ confidence: Double,
        in sentence: ProfileSentence,
        kind: Kind = .fact
    ) {
        self.init(
            kind: kind,
            category: category,
            topics: Set(topics),
            text: text,
            confidence: min(max(sentence.isHedged ? confidence - 0.15 : confidence, 0), 1)
        )
    }
}
