import Domain
import Retrieval
import Scheduling
import TextReading
import TimeExpressions

/// Applies what a text takes back: "Friday at 10, no wait, 11" becomes "Friday at 11", and "Tom, sorry, Devon" becomes
/// "Devon". A correction that fits neither a time nor a name before it stays, and is asked about.
struct Correction: Sendable {
    let directory: PeopleDirectory
    let times: TimeExpressionParser

    func applied(to text: String) -> String {
        var text = text
        for _ in 0..<3 {
            guard let next = corrected(text) else { break }
            text = next
        }
        return text
    }

    private func corrected(_ text: String) -> String? {
        let words = TextWord.words(of: text)
        let folded = words.map(\.folded)
        let quotes = Quotation.ranges(in: text)
        for position in words.indices.dropFirst() {
            guard !quotes.contains(where: { $0.overlaps(words[position].range) }) else { continue }
            let length = RequestWords.length(of: RequestWords.corrections, in: folded, at: position)
            guard length > 0, position + length < words.count else { continue }
            let gap = text[words[position - 1].range.upperBound..<words[position].range.lowerBound]
            guard gap.contains(where: { ",—–-.;…(".contains($0) }) || length > 1 else { continue }
            // "A las 7, no a las 6" says what it isn't.
            let next = text[words[position + length - 1].range.upperBound..<words[position + length].range.lowerBound]
            if Qualifiers.read.negations.contains(folded[position + length - 1]), next.allSatisfy(\.isWhitespace),
                GrammarWords.of("after not").contains(folded[position + length])
            {
                continue
            }
            let before = String(text[..<words[position - 1].range.upperBound])
            let afterStart = words[position + length].range.lowerBound
            let after = String(text[afterStart...])
            if let result = replacingTime(before, after) ?? replacingName(before, after) { return result }
        }
        return nil
    }

    private func replacingTime(_ before: String, _ after: String) -> String? {
        guard let range = lastTime(in: before) else { return nil }
        let found = times.find(in: after).first { $0.range.lowerBound == after.startIndex }
        // A bare number can only be a clock time here.
        let words = TextWord.words(of: after)
        var newEnd = found?.range.upperBound
        if found == nil || found?.reading.kind == .duration {
            guard let first = words.first, first.text.allSatisfy(\.isNumber), (Int(first.text) ?? 99) < 25 else {
                return nil
            }
            newEnd = first.range.upperBound
        }
        guard let newEnd else { return nil }
        let new = String(after[..<newEnd])
        let rest = String(after[newEnd...])
        let said = String(before[range])
        return String(before[..<range.lowerBound]) + merged(said, with: new) + rest
    }

    /// The time with which the text ends; after "to" or "at" also a bare number.
    private func lastTime(in text: String) -> Range<String.Index>? {
        let found = times.find(in: text).last { $0.reading.kind != .duration && $0.range.upperBound == text.endIndex }
        if let found { return found.range }
        let words = TextWord.words(of: text)
        guard words.count > 1, let last = words.last, let hour = Int(last.text), (1...24).contains(hour),
            GrammarWords.of("before corrected hour").contains(words[words.count - 2].folded)
        else { return nil }
        return last.range
    }

    /// The old time with the new day or the new clock time.
    private func merged(_ old: String, with new: String) -> String {
        let words = TextWord.words(of: old)
        let isClock = ClockText.isClockTime(new)
        for split in words.indices.dropFirst() {
            let first = String(old[..<words[split].range.lowerBound]).trimmed
            let second = String(old[words[split].range.lowerBound...]).trimmed
            if ClockText.isClockTime(second), !ClockText.isClockTime(first), times.parse(first).kind == .date {
                return isClock ? "\(first) at \(ClockText.withoutAt(new))" : "\(new) \(second)"
            }
            if ClockText.isClockTime(first), !ClockText.isClockTime(second), times.parse(second).kind == .date {
                return isClock ? "at \(ClockText.withoutAt(new)) \(second)" : "\(first) on \(new)"
            }
        }
        if ClockText.isClockTime(old), isClock {
            let lead = words.first.flatMap {
                GrammarWords.of("before corrected clock").contains($0.folded) ? $0.text : nil
            }
            let begins = lead.map { "\($0) " } ?? ""
            return begins + ClockText.withoutAt(new)
        }
        return new
    }

    private func replacingName(_ before: String, _ after: String) -> String? {
        let words = TextWord.words(of: before)
        let named = directory.mentions(in: words)
        guard let old = named.last, old.range.upperBound == before.endIndex || named.count == 1 else { return nil }
        let following = TextWord.words(of: after)
        guard let new = directory.mentions(in: following).first, new.words.lowerBound == 0 else { return nil }
        var rest = String(after[new.range.upperBound...])
        // "Tom — no, Grace — tomorrow"
        while let first = rest.first, " ,—–-".contains(first) { rest.removeFirst() }
        let between = String(before[old.range.upperBound...])
        // "Grace tomorrow, sorry, I mean Tom": between the names there is only a time.
        guard between.trimmed.isEmpty || times.parse(between.trimmed).kind != .none else { return nil }
        return String(before[..<old.range.lowerBound]) + new.spelling + between + (rest.isEmpty ? "" : " " + rest)
    }
}

/// Clock times without a day: "at 3pm", "half past nine".
enum ClockText {
    private static let words = GrammarWords.of("corrected clock")

    static func isClockTime(_ text: String) -> Bool {
        let found = TextWord.words(of: text)
        return !found.isEmpty
            && found.allSatisfy { word in
                words.contains(word.folded) || isNumber(word.text)
            }
    }

    /// `3`, `3pm`, `15`: not `19th` or `2026-03-16`.
    private static func isNumber(_ text: String) -> Bool {
        let digits = text.prefix(while: \.isNumber)
        guard (1...4).contains(digits.count) else { return false }
        let ending = text.dropFirst(digits.count).lowercased()
        return ending.isEmpty || GrammarWords.of("clock ending").contains(ending)
    }

    static func withoutAt(_ text: String) -> String {
        let text = text.trimmed
        return text.lowercased().hasPrefix("at ") ? String(text.dropFirst(3)) : text
    }
}
