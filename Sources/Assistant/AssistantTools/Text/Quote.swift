import Domain
import Messaging
import TextReading

/// Verbatim words of a message.
package enum Quote {
    package static let length = 240

    /// The sentences of `text` with the most of `stems`, as one piece of at most 240 characters.
    package static func best(of text: String, for stems: Set<String>) -> String {
        guard text.count > length else { return text }
        let sentences = text.sentenceRanges
        let scored = sentences.map { sentence in
            (range: sentence, hits: ContentWords.stems(of: String(text[sentence])).intersection(stems).count)
        }
        guard let best = scored.max(by: { $0.hits < $1.hits }), best.hits > 0 else { return cut(text[...]) }
        var (start, end) = (best.range.lowerBound, best.range.upperBound)
        // The sentences around it are added as long as there is room, those after it first.
        for sentence in sentences where sentence.lowerBound >= end {
            guard text.distance(from: start, to: sentence.upperBound) <= length else { break }
            end = sentence.upperBound
        }
        for sentence in sentences.reversed() where sentence.upperBound <= start {
            guard text.distance(from: sentence.lowerBound, to: end) <= length else { break }
            start = sentence.lowerBound
        }
        return cut(text[start..<end])
    }

    private static func cut(_ text: Substring) -> String {
        guard text.count > length else { return String(text).trimmed }
        let head = text.prefix(length)
        // Cuts at the end of a word, unless that would remove most of the text.
        if let space = head.lastIndex(where: \.isWhitespace), head.distance(from: head.startIndex, to: space) > 80 {
            return String(head[..<space]).trimmed
        }
        return String(head)
    }
}
