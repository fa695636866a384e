/// Reads lists of words and phrases.
package enum WordList {
    /// Phrases as lists of words, the longest first.
    package static func patterns(_ phrases: [String]) -> [[String]] {
        phrases.map { $0.split(separator: " " as Character).map(String.init) }.sorted { $0.count > $1.count }
    }

    package static func words(_ text: String) -> Set<String> {
        Set(text.split(whereSeparator: \.isWhitespace).map(String.init))
    }
}
