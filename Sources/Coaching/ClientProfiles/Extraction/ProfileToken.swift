import Foundation

/// A word or number of a message, as the rules compare it.
struct ProfileToken: Sendable, Hashable {
    /// In lower case, without accents and apostrophes: `cant`, `jose`, `82.5`.
    let word: String
    let range: Range<String.Index>
    /// Whether it ends in `'s`.
    let isPossessive: Bool
    let isCapitalized: Bool
    /// Counts the commas, dashes and brackets in front of it in its sentence.
    let part: Int

    var isNumber: Bool { word.first?.isNumber == true }

    /// `7`, `7.5`; `nil` for a clock time or a number with a unit.
    var value: Double? { Double(word) }

    /// `18:30`, `7am`, `19h`.
    var isClock: Bool {
        guard isNumber else { return false }
        if word.contains(":") { return true }
        let unit = word.drop { $0.isNumber || $0 == "." }
        return unit == "am" || unit == "pm" || unit == "h"
    }
}

/// What ends at a full stop, a mark or a line's end.
struct ProfileSentence: Sendable {
    let text: String
    let tokens: [ProfileToken]
    let hasQuestionMark: Bool

    var words: [String] { tokens.map(\.word) }

    func has(_ words: Set<String>) -> Bool { tokens.contains { words.contains($0.word) } }
}

/// Cuts a message into sentences and words. Quoted words of others and forwarded messages are left out.
struct ProfileLexer {
    /// What comes after that isn't read.
    static let maxCharacters = 4000
    private static let breaks: Set<Character> = [",", "(", ")", "—", "–", ":", "[", "]", "/"]
    private static let ends: Set<Character> = [".", "!", "?", "\n", "…", ";"]

    static func sentences(of message: String) -> [ProfileSentence] {
        let text = String(message.prefix(maxCharacters))
        guard !isForwarded(text) else { return [] }
        var lexer = ProfileLexer(text: withoutQuotes(text))
        return lexer.run()
    }

    private static func isForwarded(_ text: String) -> Bool {
        let start = text.prefix(40).lowercased().drop { !$0.isLetter }
        return ["fwd", "fw:", "forwarded", "---------- forwarded", "begin forwarded"].contains { start.hasPrefix($0) }
    }

    /// Lines that begin with `>` and quoted passages of four words or more become blanks.
    private static func withoutQuotes(_ text: String) -> String {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
            .map { $0.drop(while: \.isWhitespace).first == ">" ? "" : String($0) }
        var result = ""
        var quoted: String?
        for character in lines.joined(separator: "\n") {
            let isMark = character == "\"" || character == "“" || character == "”"
            if isMark, let passage = quoted {
                if passage.split(separator: " ").count < 4 { result += passage } else { result += "," }
                quoted = nil
            } else if isMark {
                quoted = ""
            } else if quoted != nil {
                quoted?.append(character)
            } else {
                result.append(character)
            }
        }
        return result + (quoted ?? "")
    }

    private let text: String
    private var sentences: [ProfileSentence] = []
    private var tokens: [ProfileToken] = []
    private var start: String.Index
    private var part = 0

    private init(text: String) {
        self.text = text
        start = text.startIndex
    }

    private mutating func run() -> [ProfileSentence] {
        var index = text.startIndex
        while index < text.endIndex {
            let character = text[index]
            if character.isLetter || character.isNumber {
                index = readWord(at: index)
            } else if Self.ends.contains(character), !isAbbreviation(character) {
                index = endSentence(at: index)
            } else {
                if Self.breaks.contains(character) || isDash(at: index) { part += 1 }
                index = text.index(after: index)
            }
        }
        finish(upTo: text.endIndex, isQuestion: false)
        return sentences
    }

    private func isDash(at index: String.Index) -> Bool {
        guard text[index] == "-", index > text.startIndex else { return false }
        return text[text.index(before: index)].isWhitespace
    }

    private func isAbbreviation(_ character: Character) -> Bool {
        character == "." && tokens.last.map { SpeakerWords.abbreviations.contains($0.word) } == true
    }

    private mutating func readWord(at begin: String.Index) -> String.Index {
        let isNumber = text[begin].isNumber
        var end = begin
        while end < text.endIndex {
            let character = text[end]
            let next = text.index(after: end)
            let isInside = next < text.endIndex && (isNumber ? text[next].isNumber : text[next].isLetter)
            let joins = isNumber ? (character == "." || character == ":" || character == ",") : isApostrophe(character)
            guard character.isLetter || character.isNumber || (joins && isInside) else { break }
            end = next
        }
        let raw = text[begin..<end]
        tokens.append(
            ProfileToken(
                word: Self.folded(raw),
                range: begin..<end,
                isPossessive: raw.hasSuffix("'s") || raw.hasSuffix("’s"),
                isCapitalized: raw.first?.isUppercase == true && raw.dropFirst().contains(where: \.isLowercase),
                part: part
            )
        )
        return end
    }

    private func isApostrophe(_ character: Character) -> Bool { character == "'" || character == "’" }

    static func folded(_ text: some StringProtocol) -> String {
        let plain = text.lowercased().decomposedStringWithCanonicalMapping.unicodeScalars
            .filter {
                !$0.properties.isDiacritic && $0 != "'" && $0 != "’"
                    && $0.properties.canonicalCombiningClass == .notReordered
            }
        return String(String.UnicodeScalarView(plain))
    }

    private mutating func endSentence(at index: String.Index) -> String.Index {
        var end = index
        var isQuestion = false
        while end < text.endIndex, Self.ends.contains(text[end]) {
            isQuestion = isQuestion || text[end] == "?"
            end = text.index(after: end)
        }
        finish(upTo: end, isQuestion: isQuestion)
        return end
    }

    private mutating func finish(upTo end: String.Index, isQuestion: Bool) {
        defer { (tokens, start, part) = ([], end, 0) }
        guard !tokens.isEmpty else { return }
        // Ranges are those of the sentence's own text.
        let sentence = String(text[start..<end])
        let moved = tokens.map { token in
            let offset = text.distance(from: start, to: token.range.lowerBound)
            let length = text.distance(from: token.range.lowerBound, to: token.range.upperBound)
            let lower = sentence.index(sentence.startIndex, offsetBy: offset)
            return ProfileToken(
                word: token.word,
                range: lower..<sentence.index(lower, offsetBy: length),
                isPossessive: token.isPossessive,
                isCapitalized: token.isCapitalized,
                part: token.part
            )
        }
        sentences.append(ProfileSentence(text: sentence, tokens: moved, hasQuestionMark: isQuestion))
    }
}
