package import Retrieval
package import TextReading
package import TimeExpressions

/// The words of a question, as the recognisers of data questions need them.
package struct AskedWords: Sendable {
    package let text: String
    package let words: [TextWord]
    package let folded: [String]
    package let phrase: String
    /// The times that it names; none if they weren't looked for.
    package let times: [TimeMatch]
    /// The known names in it; none if they weren't looked for.
    package let mentions: [PeopleDirectory.Mention]

    /// The people whom it names, and all to whom an ambiguous name can refer.
    package var people: Set<KnownPerson> { Set(mentions.flatMap(\.people)) }

    /// - Parameters:
    ///   - parser: looks for times, which takes longer than everything else here.
    ///   - directory: looks for names, which takes longer the more people are known.
    package init(_ text: String, times parser: TimeExpressionParser? = nil, people directory: PeopleDirectory? = nil) {
        self.text = text
        times = parser?.find(in: text) ?? []
        words = TextWord.words(of: text)
        mentions = directory?.mentions(in: words) ?? []
        folded = words.map(\.folded)
        phrase = folded.joined(separator: " ")
    }

    /// "Find me a free hour with Kenji this week", "when am I free on Friday?".
    package var isForFreeTime: Bool {
        let text = " \(phrase) "
        return Self.freeTime.contains { text.contains($0) }
    }

    private static let freeTime = TurnWords.phrases("asked free time").map { " \($0.joined(separator: " ")) " }
}
