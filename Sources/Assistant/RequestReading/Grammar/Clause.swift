import Domain
package import Retrieval
import Scheduling
package import TextReading
package import TimeExpressions

/// A part of the user's message that requests one thing, with its words, times, names and quotations.
package struct Clause: Sendable {
    package let text: String
    package let words: [TextWord]
    package let folded: [String]
    /// Between quotation marks, without them.
    package let quotes: [Range<String.Index>]
    /// Outside quotations and names, from left to right.
    package let times: [TimeMatch]
    /// Outside quotations.
    package let mentions: [PeopleDirectory.Mention]
    /// Words that speak of time but belong to none of `times`.
    let unusedTimes: [Range<String.Index>]

    init(_ text: String, directory: PeopleDirectory, times parser: TimeExpressionParser) {
        let words = TextWord.words(of: text)
        let quotes = Quotation.ranges(in: text)
        let mentions = directory.mentions(in: words).filter { mention in
            !quotes.contains { $0.overlaps(mention.range) }
        }
        self.text = text
        self.words = words
        folded = words.map(\.folded)
        self.quotes = quotes
        self.mentions = mentions
        let found = parser.find(in: text)
        // The name in "9am Kenji's time" belongs to both.
        times = found.filter { match in
            !quotes.contains { $0.overlaps(match.range) }
                && (match.reading.zoneOwner != nil || !mentions.contains { $0.range.overlaps(match.range) })
        }
        unusedTimes = parser.unusedTimeWords(in: text, matches: found).filter { range in
            !quotes.contains { $0.overlaps(range) } && !mentions.contains { $0.range.overlaps(range) }
        }
    }

    /// Whether the word belongs to a time, a length or a name.
    func isTimeOrName(_ position: Int) -> Bool {
        guard words.indices.contains(position) else { return false }
        let range = words[position].range
        return times.contains { $0.range.overlaps(range) } || mentions.contains { $0.words.contains(position) }
    }

    /// Whether the word goes on with a time that has begun before it.
    func isInsideTime(_ position: Int) -> Bool {
        guard words.indices.contains(position) else { return false }
        let start = words[position].range.lowerBound
        return times.contains { $0.range.lowerBound < start && start < $0.range.upperBound }
    }

    package func isQuoted(_ word: TextWord) -> Bool { quotes.contains { $0.overlaps(word.range) } }

    /// The position of the first word in the range's text.
    package func position(of index: String.Index) -> Int {
        words.firstIndex { $0.range.lowerBound >= index } ?? words.count
    }

    /// The text between two words.
    package func gap(before position: Int) -> Substring {
        guard position > 0, words.indices.contains(position) else { return "" }
        return text[words[position - 1].range.upperBound..<words[position].range.lowerBound]
    }

    /// Whether the name only says whose somebody or something is: "Tom's mother", not "Tom's early session".
    func isPossessor(_ mention: PeopleDirectory.Mention) -> Bool {
        guard let last = words[mention.words].last, last.isPossessive, words.indices.contains(mention.words.upperBound)
        else { return false }
        for position in mention.words.upperBound..<min(words.count, mention.words.upperBound + 3) {
            let word = words[position].folded
            if Qualifiers.read.relatives.contains(word) { return true }
            // "Tom's early session", "Tom's 3pm", "Tom's and Grace's sessions"
            if EventWords.nouns.contains(word) || isTimeOrName(position) || RequestWords.and.contains(word)
                || RequestWords.to.contains(word)
            {
                return false
            }
        }
        return true
    }

    package func contains(anyOf set: Set<String>) -> Bool { words.contains { set.contains($0.folded) } }

    /// The times that name a point or a period, without durations.
    package var points: [TimeMatch] { times.filter { $0.reading.kind != .duration } }
    var lengthMinutes: Int? { times.first { $0.reading.kind == .duration }?.reading.minutes }

    /// Whether `word` is the first word of the time or directly precedes it.
    func follows(_ word: String, _ match: TimeMatch) -> Bool {
        let inside = words.first { match.range.contains($0.range.lowerBound) }
        let before = words.last { $0.range.upperBound <= match.range.lowerBound }
        return inside?.folded == word || before?.folded == word
    }

    /// The points as one expression: "on Friday with Sara at 3pm" becomes "on Friday at 3pm".
    package func expression(of matches: [TimeMatch]) -> String? {
        guard !matches.isEmpty else { return nil }
        return matches.map { String(text[$0.range]) }.joined(separator: " ")
    }

    /// The text without these parts. Gaps are closed.
    func removing(_ ranges: [Range<String.Index>], from start: String.Index? = nil) -> String {
        var kept = ""
        var position = start ?? text.startIndex
        for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) where range.upperBound > position {
            if range.lowerBound > position { kept += text[position..<range.lowerBound] }
            kept += " "
            position = range.upperBound
        }
        if position < text.endIndex { kept += text[position...] }
        return kept.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
}
