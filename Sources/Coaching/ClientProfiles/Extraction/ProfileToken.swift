import Domain
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
    /// The ranges of its tokens are those of the whole message.
    let text: Substring
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
    private static let ends: Set<Character> = [".", "!", "?", "…", ";"]

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
        let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
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
    private let runs: [TextRun]
    private var sentences: [ProfileSentence] = []
    private var tokens: [ProfileToken] = []
    private var start: String.Index
    private var part = 0

    private init(text: String) {
        self.text = text
        start = text.startIndex
        // "can't", and "7.5", "18:30"; "7am" is one word, too.
        runs = TextRun.joined(text) { first, mark, next in
            guard let mark else { return true }
            return first == .letters
                ? Self.isApostrophe(mark) && next == .letters : ".:,".contains(mark) && next != .letters
        }
    }

    private mutating func run() -> [ProfileSentence] {
        var place = 0
        while let run = runs[safe: place] {
            place += 1
            if run.isWord {
                add(run)
            } else if ends(run), !isAbbreviation(text[run.range.lowerBound]) {
                let rest = runs[place...].prefix(while: ends)
                let isQuestion = text[run.range.lowerBound..<(rest.last ?? run).range.upperBound].contains("?")
                finish(upTo: (rest.last ?? run).range.upperBound, isQuestion: isQuestion)
                place = rest.endIndex
            } else if run.kind == .mark, isBreak(text[run.range.lowerBound], after: runs[safe: place - 2]?.kind) {
                part += 1
            }
        }
        finish(upTo: text.endIndex, isQuestion: false)
        return sentences
    }

    private func ends(_ run: TextRun) -> Bool {
        run.kind == .newline || Self.ends.contains(text[run.range.lowerBound])
    }

    /// A hyphen is a dash after a blank.
    private func isBreak(_ mark: Character, after before: TextRun.Kind?) -> Bool {
        Self.breaks.contains(mark) || mark == "-" && (before == .space || before == .newline)
    }

    private func isAbbreviation(_ character: Character) -> Bool {
        character == "." && tokens.last.map { SpeakerWords.abbreviations.contains($0.word) } == true
    }

    private mutating func add(_ run: TextRun) {
        let raw = text[run.range]
        tokens.append(
            ProfileToken(
                word: Self.folded(raw),
                range: run.range,
                isPossessive: raw.hasSuffix("'s") || raw.hasSuffix("’s"),
                isCapitalized: raw.first?.isUppercase == true && raw.dropFirst().contains(where: \.isLowercase),
                part: part
            )
        )
    }

    private static func isApostrophe(_ character: Character) -> Bool { character == "'" || character == "’" }

    static func folded(_ text: some StringProtocol) -> String {
        let plain = text.lowercased().decomposedStringWithCanonicalMapping.unicodeScalars
            .filter {
                !$0.properties.isDiacritic && $0 != "'" && $0 != "’"
                    && $0.properties.canonicalCombiningClass == .notReordered
            }
        return String(String.UnicodeScalarView(plain))
    }

    private mutating func finish(upTo end: String.Index, isQuestion: Bool) {
        defer { (tokens, start, part) = ([], end, 0) }
        guard !tokens.isEmpty else { return }
        sentences.append(ProfileSentence(text: text[start..<end], tokens: tokens, hasQuestionMark: isQuestion))
    }
}
