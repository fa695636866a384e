import Domain
import Foundation

/// Cuts a message into sentences of words, numbers and marks. Total: any text has some.
struct MeasureLexer {
    /// What comes after that isn't read.
    static let maxCharacters = 2000

    struct Sentence: Sendable {
        var tokens: [MeasureToken] = []
        var isQuestion = false
    }

    static func sentences(of text: String) -> [Sentence] {
        var lexer = MeasureLexer(text: String(text.prefix(maxCharacters)))
        lexer.run()
        return lexer.sentences
    }

    private let text: String
    private let runs: [TextRun]
    private var place = 0
    private var isJoined = false
    private var isQuoted = false
    private var current = Sentence()
    private var sentences: [Sentence] = []

    private init(text: String) {
        self.text = text
        runs = TextRun.joined(text) { first, mark, next in
            first == .digits && next == .digits && (mark == "." || mark == ",")
        }
    }

    private mutating func run() {
        while let run = runs[safe: place] {
            place += 1
            switch run.kind {
            case .newline: finish()
            case .space: break
            case .letters: addWord(String(text[run.range]))
            case .digits: addNumber(text[run.range])
            case .number:
                let mark = text[run.range.lowerBound]
                add(Self.fractions[mark].map { .number(MeasureNumber($0)) } ?? .mark(mark))
            case .mark: addMark(text[run.range.lowerBound])
            }
            isJoined = run.kind != .space
        }
        finish()
    }

    private static let fractions: [Character: Double] = ["½": 0.5, "¼": 0.25, "¾": 0.75]

    private mutating func addNumber(_ digits: Substring) {
        let groups = digits.split { $0 == "." || $0 == "," }.map(String.init)
        if let half = runs[safe: place].flatMap({ Self.fractions[text[$0.range.lowerBound]] }), groups.count == 1,
            let whole = Double(groups[0])
        {
            place += 1
            return add(.number(MeasureNumber(whole + half)))
        }
        guard groups.allSatisfy({ $0.count <= 9 }), let number = MeasureNumber(groups: groups) else {
            return add(.mark("#"))
        }
        add(.number(number))
    }

    private mutating func addWord(_ word: String) {
        let exact = word.lowercased()
        // Taking accents away costs more than all else here, and most words have none.
        let plain = exact.utf8.allSatisfy { $0 < 0x80 } ? exact : Self.withoutAccents(exact)
        add(.word(exact: exact, plain: plain), isCapitalized: word.first?.isUppercase == true)
    }

    private static func withoutAccents(_ word: String) -> String {
        String(
            String.UnicodeScalarView(
                unligatured(word).decomposedStringWithCanonicalMapping.unicodeScalars.filter {
                    $0.properties.canonicalCombiningClass == .notReordered
                }
            )
        )
    }

    private static func unligatured(_ word: String) -> String {
        word.replacing("œ", with: "oe").replacing("ß", with: "ss").replacing("æ", with: "ae")
    }

    private mutating func addMark(_ character: Character) {
        switch character {
        case "'", "’", "´", "`": break
        case "\"", "“", "”", "«", "»", "„": isQuoted.toggle()
        case "!", "?", "…", ";":
            if character == "?" { current.isQuestion = true }
            finish()
        case ".": if endsSentence { finish() }
        case ">" where current.tokens.isEmpty:
            // A quoted line.
            place = runs[place...].firstIndex { $0.kind == .newline } ?? runs.endIndex
        default: add(.mark(character))
        }
    }

    /// After a short word, as in "approx. 80 kg", a full stop says that it is shortened.
    private var endsSentence: Bool {
        guard let word = current.tokens.last?.plain, word.count <= 3 else { return true }
        guard let next = runs[place...].first(where: { $0.kind != .space }) else { return true }
        let character = text[next.range.lowerBound]
        return !(character.isLowercase || character.isNumber)
    }

    private mutating func add(_ content: MeasureToken.Content, isCapitalized: Bool = false) {
        guard !isQuoted else { return }
        current.tokens.append(MeasureToken(content: content, isCapitalized: isCapitalized, isJoined: isJoined))
    }

    private mutating func finish() {
        if !current.tokens.isEmpty { sentences.append(current) }
        current = Sentence()
        isQuoted = false
    }
}
