/// A text and the words in it that a query is about, as FTS5's `highlight` marks them.
struct MarkedText {
    private let text: String
    /// In order. Phrases that overlap are one.
    private let ranges: [Range<String.Index>]

    init(_ text: String, _ words: [String]) {
        self.text = text
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
        var (marked, position) = ("", text.startIndex)
        for range in ranges {
            marked += text[position..<range.lowerBound]
            marked += marks.begin
            marked += text[range]
            marked += marks.end
            position = range.upperBound
        }
        marked += text[position...]
        return marked
    }
}
