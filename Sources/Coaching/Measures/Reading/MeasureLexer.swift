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
        var lexer = MeasureLexer(characters: Array(text.prefix(maxCharacters)))
        lexer.run()
        return lexer.sentences
    }

    private let characters: [Character]
    private var index = 0
    private var isJoined = false
    private var isQuoted = false
    private var current = Sentence()
    private var sentences: [Sentence] = []

    private init(characters: [Character]) { self.characters = characters }

    private func at(_ index: Int) -> Character? { characters.indices.contains(index) ? characters[index] : nil }

    private mutating func run() {
        while let character = at(index) {
            if character.isNewline {
                finish()
                index += 1
            } else if character.isWhitespace {
                index += 1
                isJoined = false
                continue
            } else if let half = Self.fractions[character] {
                add(.number(MeasureNumber(half)))
                index += 1
            } else if character.isASCII, character.isNumber {
                readNumber()
            } else if character.isLetter {
                readWord()
            } else {
                readMark(character)
            }
            isJoined = true
        }
        finish()
    }

    private static let fractions: [Character: Double] = ["½": 0.5, "¼": 0.25, "¾": 0.75]

    private mutating func readNumber() {
        var groups = [""]
        while let character = at(index) {
            if character.isASCII, character.isNumber {
                groups[groups.count - 1].append(character)
            } else if character == "." || character == ",", let next = at(index + 1), next.isASCII, next.isNumber {
                groups.append("")
            } else {
                break
            }
            index += 1
        }
        if let half = at(index).flatMap({ Self.fractions[$0] }), groups.count == 1, let whole = Double(groups[0]) {
            index += 1
            return add(.number(MeasureNumber(whole + half)))
        }
        guard groups.allSatisfy({ $0.count <= 9 }), let number = MeasureNumber(groups: groups) else {
            return add(.mark("#"))
        }
        add(.number(number))
    }

    private mutating func readWord() {
        let start = index
        while let character = at(index), character.isLetter { index += 1 }
        let word = String(characters[start..<index])
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

    private mutating func readMark(_ character: Character) {
        index += 1
        switch character {
        case "'", "’", "´", "`": break
        case "\"", "“", "”", "«", "»", "„": isQuoted.toggle()
        case "!", "?", "…", ";":
            if character == "?" { current.isQuestion = true }
            finish()
        case ".": if endsSentence { finish() }
        case ">" where current.tokens.isEmpty:
            // A quoted line.
            while let next = at(index), !next.isNewline { index += 1 }
        default: add(.mark(character))
        }
    }

    /// After a short word, as in "approx. 80 kg", a full stop says that it is shortened.
    private var endsSentence: Bool {
        guard let word = current.tokens.last?.plain, word.count <= 3 else { return true }
        var next = index
        while let character = at(next), character.isWhitespace, !character.isNewline { next += 1 }
        guard let character = at(next) else { return true }
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
