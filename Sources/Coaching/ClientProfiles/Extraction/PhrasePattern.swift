/// A pattern of words: `want to`, `a/b` for either, `~3` for up to three words of any kind, `#` for a number, `word?` for
/// one that may be missing, `sprain*` for a beginning.
struct PhrasePattern: Sendable {
    private enum Element: Sendable {
        case words(Set<String>, isOptional: Bool)
        case prefix(String)
        case number
        case gap(Int)
    }

    private let elements: [Element]

    init(_ text: some StringProtocol) {
        elements = text.split(separator: " " as Character).map { Self.element(String($0)) }
    }

    private static func element(_ text: String) -> Element {
        if text == "#" { return .number }
        if text.first == "~" { return .gap(Int(text.dropFirst()) ?? 0) }
        if text.last == "*" { return .prefix(String(text.dropLast())) }
        let isOptional = text.last == "?"
        let words = (isOptional ? String(text.dropLast()) : text).split(separator: "/" as Character).map(String.init)
        return .words(Set(words), isOptional: isOptional)
    }

    /// The tokens that match from `start` on; `nil` if it doesn't begin there.
    func match(_ tokens: [ProfileToken], at start: Int) -> Range<Int>? {
        end(tokens, start, 0).map { start..<$0 }
    }

    private func end(_ tokens: [ProfileToken], _ index: Int, _ element: Int) -> Int? {
        guard element < elements.count else { return index }
        switch elements[element] {
        case .gap(let most):
            for skipped in 0...most {
                if let end = end(tokens, index + skipped, element + 1) { return end }
            }
            return nil
        case .words(let words, let isOptional):
            if index < tokens.count, words.contains(tokens[index].word), let end = end(tokens, index + 1, element + 1) {
                return end
            }
            return isOptional ? end(tokens, index, element + 1) : nil
        case .prefix(let prefix):
            guard index < tokens.count, tokens[index].word.hasPrefix(prefix) else { return nil }
            return end(tokens, index + 1, element + 1)
        case .number:
            guard index < tokens.count, tokens[index].isNumber else { return nil }
            return end(tokens, index + 1, element + 1)
        }
    }
}

/// Several patterns.
struct PhraseList: Sendable {
    private let patterns: [PhrasePattern]

    init(_ patterns: [String]) { self.patterns = patterns.map(PhrasePattern.init) }

    /// The first match in the tokens, from left to right.
    func first(in tokens: [ProfileToken], from start: Int = 0) -> Range<Int>? {
        for index in tokens.indices.dropFirst(start) {
            for pattern in patterns {
                if let range = pattern.match(tokens, at: index), !range.isEmpty { return range }
            }
        }
        return nil
    }

    func isIn(_ tokens: [ProfileToken]) -> Bool { first(in: tokens) != nil }
}
