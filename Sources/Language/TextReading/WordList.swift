/// Reads lists of words that are written as text.
package enum WordList {
    /// Patterns are separated by commas or lines, their words by spaces. The longest comes first.
    package static func patterns(_ text: String) -> [[String]] {
        text.split(whereSeparator: { $0 == "," || $0 == "\n" }).map { pattern in
            pattern.split(separator: " " as Character).map(String.init)
        }.filter { !$0.isEmpty }
            // The longest first: "I'm going to" before "I'm".
            .sorted { $0.count > $1.count }
    }

    package static func words(_ text: String) -> Set<String> {
        Set(text.split(whereSeparator: \.isWhitespace).map(String.init))
    }
}
