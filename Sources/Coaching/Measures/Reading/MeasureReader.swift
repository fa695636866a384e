package import Domain

/// A value that a message gives of its author.
package struct MeasureReading: Sendable, Hashable {
    package let kind: MeasureKind
    package var detail = ""
    /// In `unit`.
    package let value: Double
    package let unit: MeasureUnit
    /// Days from that of the message.
    package var day = 0
    package var diastolic: Double?
    package var repetitions: Int?
    package var sets: Int?
    package var seconds: Int?
    package var confidence: Double
}

/// Reads the values that a message gives of its author, by rules. Pure and total.
///
/// Precision comes first: what may be somebody else's, a goal, a price or a time of day is left out.
package struct MeasureReader: Sendable {
    /// To be raised with every change of the rules or words: all messages are read again then.
    static let version: Int64 = 3
    private static let maxReadings = 24

    package init() {}

    /// - Parameters:
    ///   - weekday: of the day on which it was written; 1 is Monday.
    ///   - usesPounds: whether weights without a unit are in pounds.
    package func readings(in text: String, weekday: Int, usesPounds: Bool = false) -> [MeasureReading] {
        let sentences = MeasureLexer.sentences(of: text)
        guard let vocabulary = Self.language(of: sentences) else { return [] }
        var found: [MeasureReading] = []
        // A line that only names a day is about the lines below it.
        var heading: Int?
        for sentence in sentences {
            let sentence = MeasureSentence(sentence, vocabulary)
            var rules = MeasureRules(sentence, weekday: weekday, heading: heading, usesPounds: usesPounds)
            if let day = rules.onlyDay {
                heading = day
                continue
            }
            for reading in rules.readings() where !found.contains(reading) { found.append(reading) }
        }
        return Array(found.prefix(Self.maxReadings))
    }

    static func language(of sentences: [MeasureLexer.Sentence]) -> MeasureVocabulary? {
        var best: (vocabulary: MeasureVocabulary, known: Int)?
        for vocabulary in MeasureVocabulary.all {
            let known = MeasureSentence.words(known: vocabulary, in: sentences)
            if known > (best?.known ?? 0) { best = (vocabulary, known) }
        }
        return best?.vocabulary
    }
}
