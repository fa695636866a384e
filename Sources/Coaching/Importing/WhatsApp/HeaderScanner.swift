/// The date of a header.
struct HeaderDate {
    let numbers: [Int]
    /// Where a number of more than two digits is.
    let yearPlace: Int?
    /// Where a number has more than one digit, at the beginning and at the end.
    let yearPlaces: [Int]
    let separator: Unicode.Scalar
}

/// Steps through the scalars of a line's beginning. Each step returns what it read, or `nil` if something else is there.
struct HeaderScanner {
    private var rest: Substring.UnicodeScalarView
    /// Words that this file has at its beginning, besides those of the table; `nil` to take any.
    private let learned: Set<String>?
    /// The words of the date and the time so far.
    private(set) var words: [String] = []
    private(set) var half: HeaderWords.DayHalf?

    init(_ line: String, learned: Set<String>?) {
        rest = line.unicodeScalars[...]
        self.learned = learned
    }

    var remainder: String { String(Substring(rest)) }

    mutating func skip(_ scalar: Unicode.Scalar) -> Bool {
        guard rest.first == scalar else { return false }
        rest.removeFirst()
        return true
    }

    /// Skips invisible marks, and returns whether a number follows.
    mutating func skipMarks() -> Bool {
        while let first = rest.first, first.isDirectionMark { rest.removeFirst() }
        return rest.first?.decimalDigit != nil
    }

    @discardableResult
    mutating func skipSpaces() -> Int {
        var count = 0
        while let first = rest.first, first.properties.isWhitespace {
            rest.removeFirst()
            count += 1
        }
        return count
    }

    // MARK: Numbers

    private mutating func skipInvisible() {
        while let first = rest.first, first.isDirectionMark || first.properties.isWhitespace { rest.removeFirst() }
    }

    private mutating func number(_ range: ClosedRange<Int>) -> (value: Int, digits: Int)? {
        var (value, count) = (0, 0)
        while count <= range.upperBound, let digit = rest.first?.decimalDigit {
            value = value * 10 + digit
            count += 1
            rest.removeFirst()
        }
        return range.contains(count) ? (value, count) : nil
    }

    /// Three numbers, of which the first or the last may be a year of more than two digits.
    mutating func date() -> HeaderDate? {
        guard let first = number(1...4) else { return nil }
        if let month = month() {
            guard let third = number(first.digits > 2 ? 1...2 : 1...4), third.digits != 3 else { return nil }
            return HeaderDate(
                numbers: [first.value, month, third.value],
                yearPlace: first.digits > 2 ? 0 : third.digits > 2 ? 2 : nil,
                yearPlaces: [0, 2].filter { ($0 == 0 ? first : third).digits > 1 },
                separator: " "
            )
        }
        guard let separator = dateSeparator(), let second = number(1...2),
            let other = dateSeparator(), separator == other || (separator.isWord && other.isWord),
            let third = number(first.digits > 2 ? 1...2 : 1...4), third.digits != 3
        else { return nil }
        let yearPlace = first.digits > 2 ? 0 : third.digits > 2 ? 2 : nil
        return HeaderDate(
            numbers: [first.value, second.value, third.value],
            yearPlace: yearPlace,
            yearPlaces: [0, 2].filter { ($0 == 0 ? first : third).digits > 1 },
            separator: separator
        )
    }

    /// A month by its name, with what stands around it up to the next number; nothing is read if there is none.
    private mutating func month() -> Int? {
        var ahead = self
        var found: Int?
        for _ in 0..<32 {
            guard let next = ahead.rest.first, next.decimalDigit == nil else { break }
            if let word = ahead.word() {
                if found == nil, let month = HeaderWords.months[word] {
                    found = month
                } else if !ahead.accept(word) {
                    return nil
                }
            } else if next.properties.isWhitespace || next.isDirectionMark || ".,-/’'".unicodeScalars.contains(next) {
                ahead.rest.removeFirst()
            } else {
                return nil
            }
        }
        if found != nil { self = ahead }
        return found
    }

    /// What separates two numbers of a date: a sign, a space, or a word such as `年`.
    private mutating func dateSeparator() -> Unicode.Scalar? {
        var found: Unicode.Scalar?
        while let next = rest.first, next.decimalDigit == nil {
            if next.isDirectionMark || next.properties.isWhitespace {
                rest.removeFirst()
                if found == nil, next.properties.isWhitespace { found = " " }
            } else if "/.-‐‑–−⁄·／．－".unicodeScalars.contains(next), found == nil || found == " " {
                rest.removeFirst()
                found = next
            } else if next.isWord, found == nil || found == " ", let word = word(), accept(word) {
                found = next
            } else {
                return nil
            }
        }
        return found
    }

    mutating func time() -> (hour: Int, minute: Int, second: Int?)? {
        guard let hour = number(1...2), let separator = timeSeparator(),
            let minute = number(separator.isWord ? 1...2 : 2...2), minute.value < 60
        else { return nil }
        var ahead = self
        guard let next = ahead.timeSeparator(), next == separator || next.isWord,
            let second = ahead.number(next.isWord ? 1...2 : 2...2)
        else { return (hour.value, minute.value, nil) }
        guard second.value < 60 else { return nil }
        self = ahead
        return (hour.value, minute.value, second.value)
    }

    private mutating func timeSeparator() -> Unicode.Scalar? {
        skipInvisible()
        guard let next = rest.first else { return nil }
        if ":.：∶".unicodeScalars.contains(next) {
            rest.removeFirst()
            skipInvisible()
            return next
        }
        guard let word = word(), accept(word) else { return nil }
        skipInvisible()
        return next
    }

    private mutating func word() -> String? {
        var word = String.UnicodeScalarView()
        while let next = rest.first, next.isWord, word.count < 16 {
            word.append(next)
            rest.removeFirst()
        }
        return word.isEmpty ? nil : String(word).lowercased()
    }

    private mutating func accept(_ word: String) -> Bool {
        guard HeaderWords.between[word] != nil || learned?.contains(word) == true else { return false }
        words.append(word)
        return true
    }

    // MARK: Words

    /// The words and signs up to the next number.
    mutating func between() -> Bool {
        var run: [Unicode.Scalar] = []
        while let next = rest.first, next.decimalDigit == nil {
            guard run.count < 40 else { return false }
            run.append(next)
            rest.removeFirst()
        }
        return !run.isEmpty && rest.first != nil && read(run, prefersHalf: false)
    }

    /// The words up to the end of the header, and its form.
    mutating func end(_ isBracket: Bool) -> WhatsAppHeader.Form? {
        var run: [Unicode.Scalar] = []
        while let next = rest.first, run.count < 40, next.decimalDigit == nil {
            rest.removeFirst()
            var form: WhatsAppHeader.Form?
            switch next {
            case "]", "］": form = isBracket ? .bracket : nil
            case "-", "–", "—": form = isBracket || !precedesText ? nil : .dash
            case ":": form = isBracket || !precedesText ? nil : .colon
            default: break
            }
            if let form { return read(run, prefersHalf: true) ? form : nil }
            run.append(next)
        }
        return nil
    }

    private var precedesText: Bool {
        rest.first.map { $0.properties.isWhitespace || $0.isDirectionMark } ?? false
    }

    /// Reads words between or after numbers: at most one for a part of the day, and those of the table.
    private mutating func read(_ run: [Unicode.Scalar], prefersHalf: Bool) -> Bool {
        var tokens: [String] = []
        var token = String.UnicodeScalarView()
        for scalar in run + [" "] {
            if scalar.isWord {
                token.append(scalar)
            } else if scalar.properties.isWhitespace || ",،、-–—()（）\u{2019}'".unicodeScalars.contains(scalar) {
                if !token.isEmpty { tokens.append(String(token).lowercased()) }
                token = String.UnicodeScalarView()
            } else if scalar.properties.generalCategory != .format, !".·․۔״׳\"/་᠂".unicodeScalars.contains(scalar) {
                return false
            }
        }
        guard tokens.count <= 6 else { return false }
        let isPlain = tokens.allSatisfy { knows($0) }
        if isPlain, !prefersHalf || tokens.isEmpty {
            words += tokens
            return true
        }
        if half == nil {
            for length in (1...max(tokens.count, 1)).reversed() where length <= tokens.count {
                for start in 0...(tokens.count - length) {
                    let others = Array(tokens[..<start] + tokens[(start + length)...])
                    guard let found = HeaderWords.dayHalves[tokens[start..<start + length].joined()],
                        others.allSatisfy({ knows($0) })
                    else { continue }
                    half = found
                    words += others
                    return true
                }
            }
        }
        guard isPlain || (learned == nil && !prefersHalf && tokens.count <= 3) else { return false }
        words += tokens
        return true
    }

    private func knows(_ word: String) -> Bool {
        HeaderWords.between[word] != nil || learned?.contains(word) == true
    }
}

extension Unicode.Scalar {
    /// The value of a decimal digit of any script.
    var decimalDigit: Int? {
        if value < 0x80 { return (0x30...0x39).contains(value) ? Int(value) - 0x30 : nil }
        guard value >= 0x660, properties.numericType == .decimal else { return nil }
        return properties.numericValue.map { Int($0) }
    }

    /// Whether it is a letter, or a mark of one.
    var isWord: Bool {
        if value < 0x80 { return (0x61...0x7A).contains(value | 0x20) }
        switch properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .nonspacingMark,
            .spacingMark, .enclosingMark:
            return true
        default: return false
        }
    }

    /// Invisible marks that WhatsApp puts around generated text and names: direction and isolation marks, and a byte
    /// order mark at the start of the file.
    var isDirectionMark: Bool {
        switch value {
        case 0x200B, 0x200E, 0x200F, 0x061C, 0x202A...0x202E, 0x2066...0x2069, 0xFEFF: true
        default: false
        }
    }
}
