/// The last word of a command line of bash, up to the cursor, and words in its place.
///
/// bash expands what it is given to choose from (`compgen -W` runs commands in it) and can't quote by itself what isn't a
/// file's name. So the words that it gets from here are quoted already, and their beginnings chosen.
///
/// ```swift
/// let word = BashWord(line: #"spotter chat Early\ B"#, breaks: ":=@")
/// word.typed  // "Early B"
/// word.replacement(for: "Early Birds (NYC)")  // "Early\ Birds\ \(NYC\)"
/// ```
///
/// It looks at scalars, as bash looks at bytes: a combining mark after a dollar sign makes another character of it, and no
/// other sign.
public struct BashWord: Sendable {
    /// What the word means so far, without its quotes.
    public var typed: String { String(scalars) }
    private var scalars = String.UnicodeScalarView()
    /// How much of it bash leaves as it is: what stands before a break such as `:`, or before an open quote.
    private var keptCount = 0
    private var openQuote: Unicode.Scalar?

    /// - Parameters:
    ///   - line: the command line up to the cursor.
    ///   - breaks: `COMP_WORDBREAKS`.
    public init(line: String, breaks: String) {
        var isEscaped = false
        for scalar in line.unicodeScalars {
            if isEscaped {
                append(afterBackslash: scalar)
                isEscaped = false
            } else if scalar == "\\", openQuote != "'" {
                isEscaped = true
            } else if let quote = openQuote {
                if scalar == quote { openQuote = nil } else { scalars.append(scalar) }
            } else if scalar == "\"" || scalar == "'" {
                openQuote = scalar
                keptCount = scalars.count
            } else if " \t\n|&;()<>".unicodeScalars.contains(scalar) {
                self = BashWord()
            } else {
                scalars.append(scalar)
                // A word of its own begins after a colon, and with an @, which may begin the name of a host.
                if breaks.unicodeScalars.contains(scalar) { keptCount = scalars.count - (scalar == "@" ? 1 : 0) }
            }
        }
    }

    private init() {}

    /// In double quotes a backslash stands for itself before most characters.
    private mutating func append(afterBackslash scalar: Unicode.Scalar) {
        if openQuote == "\"", !"\"\\$`".unicodeScalars.contains(scalar) { scalars.append("\\") }
        scalars.append(scalar)
    }

    /// What replaces the word, as far as bash replaces it; `nil` if `word` doesn't begin with what is kept.
    public func replacement(for word: String) -> String? {
        let kept = scalars.prefix(keptCount)
        let beginning = word.unicodeScalars.prefix(keptCount)
        guard beginning.map(\.properties.lowercaseMapping) == kept.map(\.properties.lowercaseMapping) else {
            return nil
        }
        return quoted(word.unicodeScalars.dropFirst(keptCount))
    }

    private func quoted(_ scalars: String.UnicodeScalarView.SubSequence) -> String {
        var result = String.UnicodeScalarView()
        for scalar in scalars {
            switch openQuote {
            case "'"? where scalar == "'": result.append(contentsOf: #"'\''"#.unicodeScalars)
            case "'"?: result.append(scalar)
            case .some:
                if "\"\\$`".unicodeScalars.contains(scalar) { result.append("\\") }
                result.append(scalar)
            case nil:
                if !Self.isPlain(scalar) { result.append("\\") }
                result.append(scalar)
            }
        }
        return String(result)
    }

    private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "a"..."z", "A"..."Z", "0"..."9", "_", "-", "+", ".", "/", ",", "%": true
        default: !scalar.isASCII
        }
    }
}
