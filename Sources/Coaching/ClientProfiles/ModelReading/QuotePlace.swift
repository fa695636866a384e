/// Where a quotation stands in a message: in one sentence, or in several that follow one another.
///
/// Case, accents, blanks and marks don't count; words do, each of them, in their order.
struct QuotePlace: Sendable, Hashable {
    /// A part of a sentence, by its tokens. Never empty.
    struct Part: Sendable, Hashable {
        let sentence: Int
        let tokens: Range<Int>
    }

    static let words = 2...60
    /// A fact isn't spread over more.
    static let maxSentences = 3

    let parts: [Part]

    /// All places of a quotation, in the order of the message. What the rules don't read, such as what is forwarded or
    /// quoted itself, is no place.
    static func all(of quote: String, in sentences: [ProfileSentence]) -> [QuotePlace] {
        let wanted = ProfileLexer.sentences(of: quote).flatMap(\.words)
        guard words.contains(wanted.count) else { return [] }
        let positions = sentences.enumerated().flatMap { number, sentence in
            sentence.tokens.indices.map { (sentence: number, token: $0, word: sentence.tokens[$0].word) }
        }
        guard positions.count >= wanted.count else { return [] }
        return (0...(positions.count - wanted.count)).compactMap { start in
            let found = positions[start..<(start + wanted.count)]
            guard zip(found, wanted).allSatisfy({ $0.word == $1 }) else { return nil }
            let parts = Dictionary(grouping: found, by: \.sentence).sorted { $0.key < $1.key }.compactMap {
                number,
                run in
                run.first.flatMap { first in
                    run.last.map { Part(sentence: number, tokens: first.token..<($0.token + 1)) }
                }
            }
            return parts.count <= maxSentences ? QuotePlace(parts: parts) : nil
        }
    }
}
