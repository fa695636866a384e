import Domain
import Messaging
import SpotterAPI
import Storage

/// Finds the parts of the results' texts to highlight.
struct Highlighting {
    /// The words that were searched for.
    let words: String
    let connection: any SQLConnection

    /// From the private use area, so that no text contains them with a meaning.
    private static let marks = (begin: "\u{E000}", end: "\u{E001}")

    func highlights(of message: VisibleMessage, similarity: Similarity?) throws -> [SearchHighlight] {
        let words = try words(in: message)
        guard words.isEmpty, let similarity, similarity.best > 0 else { return words }
        let passages = MessagePassages.ranges(in: message.text)
        // Vectors from before an edit, or from a version without passages, don't match these passages.
        guard passages.count == similarity.count - 1, passages.indices.contains(similarity.best - 1) else { return [] }
        let range = passages[similarity.best - 1]
        let text = message.text[range].drop(while: \.isWhitespace)
        let start = message.text.utf16.distance(from: message.text.startIndex, to: text.startIndex)
        return [SearchHighlight(kind: .passage, start: start, length: text.trimmedEnd.utf16.count)]
    }

    private func words(in message: VisibleMessage) throws -> [SearchHighlight] {
        guard !message.text.unicodeScalars.contains(where: { $0.value == 0xE000 || $0.value == 0xE001 }),
            let marked = try FullText.marked(words, in: message.num, marks: Self.marks, on: connection)
        else { return [] }
        var highlights: [SearchHighlight] = []
        var (position, start) = (0, 0)
        for unit in marked.utf16 {
            switch unit {
            case 0xE000: start = position
            case 0xE001: highlights.append(SearchHighlight(kind: .word, start: start, length: position - start))
            default: position += 1
            }
        }
        return highlights
    }
}

extension Substring {
    fileprivate var trimmedEnd: Substring {
        guard let last = lastIndex(where: { !$0.isWhitespace }) else { return self[startIndex..<startIndex] }
        return self[...last]
    }
}
