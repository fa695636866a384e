import Storage

/// A text and the words in it that a query is about, as FTS5's `highlight` marks them.
struct MarkedText {
    private let bytes: [UInt8]
    /// In order, in bytes. Phrases that overlap are one.
    private let ranges: [Range<Int>]

    init(_ text: String, _ words: [String]) {
        bytes = Array(text.utf8)
        let terms = IndexedTerm.terms(of: text)
        let texts = terms.map(\.text.utf8)
        let phrases = words.map(IndexedPhrase.init)
        let found = phrases.flatMap { phrase in
            phrase.places(in: texts).map { $0..<($0 + phrase.terms.count) }
        }.sorted { ($0.lowerBound, $0.upperBound) < ($1.lowerBound, $1.upperBound) }
        var merged: [Range<Int>] = []
        for range in found {
            if let last = merged.last, range.lowerBound < last.upperBound {
                merged[merged.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
            } else {
                merged.append(range)
            }
        }
        ranges = merged.map { terms[$0.lowerBound].range.lowerBound..<terms[$0.upperBound - 1].range.upperBound }
    }

    /// - Returns: `nil` if there are none.
    func text(between marks: (begin: String, end: String)) -> String? {
        guard !ranges.isEmpty else { return nil }
        var (marked, position) = ([UInt8](), 0)
        for range in ranges {
            marked += bytes[position..<range.lowerBound]
            marked += marks.begin.utf8
            marked += bytes[range]
            marked += marks.end.utf8
            position = range.upperBound
        }
        marked += bytes[position...]
        return String(decoding: marked, as: UTF8.self)
    }
}
