/// Finds what a browser, or a client that detects links, could turn into a way out of a text: addresses of any scheme,
/// hosts with and without a path, mail addresses.
///
/// It reads a text once, piece by piece, where a piece holds no space, bracket or quote. It prefers to find too much:
/// nothing but known file names, abbreviations and numbers with dots is left as it is.
struct AddressFinder {
    enum Remedy: Equatable {
        /// An address: it goes unless its host is allowed.
        case address
        /// Perhaps two sentences or words without a space between them. A space at the end of the range keeps both and
        /// leaves no address.
        case space
    }

    struct Finding {
        /// Indices of `scalars`.
        let range: Range<Int>
        let remedy: Remedy
    }

    /// In order. Indices are those of the text's scalars.
    private(set) var findings: [Finding] = []
    /// The text, with ASCII in place of what IDNA reads as such.
    private let scalars: [Unicode.Scalar]

    init(_ text: some Sequence<Unicode.Scalar>) {
        var scalars: [Unicode.Scalar] = []
        for scalar in text {
            scalars.append(Self.isBreak(scalar, after: scalars.last) ? " " : scalar.foldedByIDNA)
        }
        self.scalars = scalars
        var index = 0
        while index < scalars.count {
            let end = scalars[index...].firstIndex(where: Self.endsPiece) ?? scalars.count
            search(index, end)
            index = end + 1
        }
    }

    /// Whether no address goes on beyond this character: a space, or a mark that ends a part of a sentence in a script
    /// without spaces.
    static func isBreak(_ scalar: Unicode.Scalar, after previous: Unicode.Scalar?) -> Bool {
        switch scalar.value {
        case 0x3002, 0xFF0E, 0xFF61: previous?.isCJK ?? true
        case 0x3001, 0x3008...0x3011, 0xFF01, 0xFF08, 0xFF09, 0xFF0C, 0xFF1A, 0xFF1B, 0xFF1F: true
        default: scalar.properties.isWhitespace
        }
    }

    // MARK: Pieces

    private mutating func search(_ start: Int, _ end: Int) {
        var index = start
        while index < end {
            if isSlash(index, end), isSlash(index + 1, end) {
                let rest = index + 2
                // `//` alone is no address, but `//[::1]/` is one.
                guard rest < end || rest < scalars.count && scalars[rest] == "[" else { return }
                return add(index..<end)
            }
            guard Self.isWordPart(scalars[index]), !"-_+".unicodeScalars.contains(scalars[index]) else {
                index += 1
                continue
            }
            let word = index..<endOfWord(from: index, end)
            guard let next = read(word, end) else { return }
            index = next
        }
    }

    /// - Returns: where to go on; `nil` if the rest of the piece belongs to an address.
    private mutating func read(_ word: Range<Int>, _ end: Int) -> Int? {
        let after = word.upperBound
        if after < end, scalars[after] == ":", scalars[word.lowerBound].isASCIILetter {
            switch readScheme(word, colon: after, end) {
            case .address: return nil
            case .word: return after + 1
            case .port: break
            }
        }
        if after < end, scalars[after] == "@", let host = hostAfterAt(after, end) {
            add(word.lowerBound..<host)
            return host
        }
        return readHost(word, end)
    }

    private enum BeforeColon {
        case address, word, port
    }

    private mutating func readScheme(_ word: Range<Int>, colon: Int, _ end: Int) -> BeforeColon {
        let name = text(word).filter { $0 != "\\" }.lowercased()
        let rest = colon + 1
        guard rest < end else { return .word }
        if isSlash(rest, end) || AddressWords.schemes.contains(where: { name == $0 || name.hasSuffix("+" + $0) }) {
            add(word.lowerBound..<end)
            return .address
        }
        if name.contains("."), scalars[rest].isDigit { return .port }
        findings.append(Finding(range: word.lowerBound..<rest, remedy: .space))
        return .word
    }

    private mutating func readHost(_ word: Range<Int>, _ end: Int) -> Int? {
        var after = word.upperBound
        if after < end, scalars[after] == ":" {
            let digits = scalars[(after + 1)..<end].prefix { $0.isDigit }.count
            if digits > 0 { after += 1 + digits }
        }
        let hasPath = after < end && (isSlash(after, end) || scalars[after] == "?" || scalars[after] == "#")
        switch HostShape(text(word), hasPath: hasPath) {
        case .none: return word.upperBound
        case .host where hasPath:
            add(word.lowerBound..<end)
            return nil
        case .host:
            add(word.lowerBound..<after)
            return after
        case .sentences:
            for dot in word where scalars[dot] == "." && dot + 1 < word.upperBound {
                findings.append(Finding(range: word.lowerBound..<(dot + 1), remedy: .space))
            }
            return word.upperBound
        }
    }

    private func hostAfterAt(_ at: Int, _ end: Int) -> Int? {
        let start = at + 1
        guard start < end, Self.isWordPart(scalars[start]) else { return nil }
        let stop = endOfWord(from: start, end)
        return text(start..<stop).dropFirst().dropLast().contains(".") ? stop : nil
    }

    /// Adds an address without the punctuation of the sentence around it.
    private mutating func add(_ range: Range<Int>) {
        var end = range.upperBound
        while end > range.lowerBound, ".,;:!?*_~".unicodeScalars.contains(scalars[end - 1]) { end -= 1 }
        findings.append(Finding(range: range.lowerBound..<max(end, range.lowerBound + 1), remedy: .address))
    }

    private func text(_ range: Range<Int>) -> String {
        var text = String.UnicodeScalarView()
        text.append(contentsOf: scalars[range])
        return String(text)
    }

    // MARK: Characters

    private func isSlash(_ index: Int, _ end: Int) -> Bool {
        index < end && (scalars[index] == "/" || scalars[index] == "\\")
    }

    /// Markdown drops a backslash before punctuation, so it may stand within a host or before the colon of a scheme.
    private func endOfWord(from start: Int, _ end: Int) -> Int {
        var index = start
        let isCJK = scalars[start].isCJK
        while index < end {
            let scalar = scalars[index]
            if scalar == "\\" {
                guard index + 1 < end, ".:-_+@".unicodeScalars.contains(scalars[index + 1]) else { break }
            } else if scalar.properties.isAlphabetic, scalar.isCJK != isCJK, scalars[index - 1] != "." {
                // Scripts without spaces: the words before an address aren't its beginning.
                break
            } else if !Self.isWordPart(scalar), scalar != "." {
                break
            }
            index += 1
        }
        while index > start + 1, scalars[index - 1] == "." { index -= 1 }
        return index
    }

    private static func isWordPart(_ scalar: Unicode.Scalar) -> Bool {
        scalar.isASCII
            ? scalar.isASCIILetter || scalar.isDigit || "-_+".unicodeScalars.contains(scalar)
            : scalar.properties.isAlphabetic || scalar.properties.numericType != nil
                || scalar.properties.generalCategory == .nonspacingMark
    }

    private static func endsPiece(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.isWhitespace || "<>[]()\"'|`".unicodeScalars.contains(scalar)
    }
}

extension Unicode.Scalar {
    fileprivate var isDigit: Bool { ("0"..."9").contains(self) }
    fileprivate var isASCIILetter: Bool { ("a"..."z").contains(self) || ("A"..."Z").contains(self) }

    /// Of a script that is written without spaces, or whose endings follow a foreign word directly.
    var isCJK: Bool {
        switch value {
        case 0x0E00...0x0EFF, 0x1000...0x109F, 0x1780...0x17FF, 0x2E80...0x2FDF, 0x3005...0x3007, 0x3021...0x3029,
            0x3040...0x31FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xAC00...0xD7AF, 0xF900...0xFAFF, 0xFF66...0xFF9F,
            0x20000...0x3FFFF:
            true
        default: false
        }
    }

    fileprivate var foldedByIDNA: Unicode.Scalar {
        switch value {
        case 0xFF10...0xFF19, 0xFF21...0xFF3A, 0xFF41...0xFF5A: Unicode.Scalar(value - 0xFEE0) ?? self
        case 0x3002, 0xFF0E, 0xFF61, 0x2024, 0xFE52: "."
        default: self
        }
    }
}
