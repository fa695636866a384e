/// Finds the name that a word misspells by one edit: a letter inserted, deleted, replaced, or two swapped (optimal
/// string alignment distance 1). Only for words of at least six letters whose first letter is correct.
struct SpellingTable: Sendable {
    private let names: [[UInt8]]
    /// Words with another meaning that are one edit away from a name.
    private let correctWords: Set<String>

    init(_ names: [String], correctWords: Set<String> = []) {
        self.correctWords = correctWords
        self.names = names.filter { $0.utf8.count >= 6 }.map { Array($0.utf8) }.sorted {
            $0.lexicographicallyPrecedes($1)
        }
    }

    func correction(of word: String) -> String? {
        let letters = Array(word.utf8)
        guard (6...16).contains(letters.count), !correctWords.contains(word) else { return nil }
        return names.first { $0.first == letters.first && Self.isOneEditApart(letters, $0) }
            .map { String(decoding: $0, as: UTF8.self) }
    }

    /// Compares what remains between the common prefix and the common suffix.
    static func isOneEditApart(_ a: [UInt8], _ b: [UInt8]) -> Bool {
        guard abs(a.count - b.count) <= 1, a != b else { return false }
        var x = a[...]
        var y = b[...]
        while let first = x.first, first == y.first {
            x.removeFirst()
            y.removeFirst()
        }
        while let last = x.last, last == y.last {
            x.removeLast()
            y.removeLast()
        }
        if x.count <= 1, y.count <= 1 { return true }
        return x.count == 2 && y.count == 2 && x.first == y.last && x.last == y.first
    }
}
