/// A piece of a text that no reader cuts further: letters, digits, white space, or one mark.
package struct TextRun: Sendable, Hashable {
    package enum Kind: Sendable, Hashable {
        case letters
        /// ASCII digits.
        case digits
        /// One other character that means a number: "½", "٣".
        case number
        /// White space within a line.
        case space
        /// The end of a line.
        case newline
        /// One character of any other kind.
        case mark
    }

    package let kind: Kind
    package let range: Range<String.Index>

    package var isNumeric: Bool { kind == .digits || kind == .number }
    package var isWord: Bool { kind == .letters || isNumeric }

    /// The runs of a text, of which those that belong together are one, of the first one's kind. They cover the text.
    /// - Parameter belongs: whether a run belongs to the word before it: the kind of that word's first run, the mark
    ///   between them if there is one, and the run's own kind.
    package static func joined(
        _ text: String,
        limit: Int = .max,
        _ belongs: (_ first: Kind, _ mark: Character?, _ next: Kind) -> Bool
    ) -> [TextRun] {
        var joined: [TextRun] = []
        // The place of the last word, and of a mark after it that may join the next.
        var (word, mark): (Int?, Int?) = (nil, nil)
        for run in TextRuns(text, limit: limit) {
            if run.isWord, let place = word {
                let between = mark.map { text[joined[$0].range.lowerBound] }
                if belongs(joined[place].kind, between, run.kind) {
                    joined.removeSubrange((place + 1)...)
                    joined[place] = TextRun(
                        kind: joined[place].kind,
                        range: joined[place].range.lowerBound..<run.range.upperBound
                    )
                    mark = nil
                    continue
                }
            }
            joined.append(run)
            if run.isWord {
                (word, mark) = (joined.count - 1, nil)
            } else if run.kind == .mark, word != nil, mark == nil {
                mark = joined.count - 1
            } else {
                (word, mark) = (nil, nil)
            }
        }
        return joined
    }
}

/// Cuts a text into runs, in order and in linear time.
package struct TextRuns: Sequence, IteratorProtocol {
    private let text: String
    private let end: String.Index
    private var index: String.Index

    /// - Parameter limit: the number of characters after which the text isn't read.
    package init(_ text: String, limit: Int = .max) {
        self.text = text
        index = text.startIndex
        end =
            limit < text.utf8.count
            ? text.index(index, offsetBy: limit, limitedBy: text.endIndex) ?? text.endIndex : text.endIndex
    }

    package mutating func next() -> TextRun? {
        guard index < end else { return nil }
        let start = index
        let kind = step()
        if kind == .letters || kind == .digits || kind == .space {
            while index < end {
                let before = index
                guard step() == kind else {
                    index = before
                    break
                }
            }
        }
        return TextRun(kind: kind, range: start..<index)
    }

    /// Goes on by one character. Most are ASCII and stand before ASCII: then one byte says all.
    private mutating func step() -> TextRun.Kind {
        let byte = text.utf8[index]
        let next = text.utf8.index(after: index)
        if byte < 0x80, byte != UInt8(ascii: "\r"), next == text.endIndex || text.utf8[next] < 0x80 {
            index = next
            return Self.kind(of: byte)
        }
        let character = text[index]
        index = text.index(after: index)
        return Self.kind(of: character)
    }

    private static func kind(of byte: UInt8) -> TextRun.Kind {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): .letters
        case UInt8(ascii: "0")...UInt8(ascii: "9"): .digits
        case UInt8(ascii: " "), UInt8(ascii: "\t"): .space
        case 0x0A...0x0C: .newline
        default: .mark
        }
    }

    private static func kind(of character: Character) -> TextRun.Kind {
        if character.isLetter { return .letters }
        if character.isNumber { return character.isASCII ? .digits : .number }
        if character.isNewline { return .newline }
        return character.isWhitespace ? .space : .mark
    }
}
