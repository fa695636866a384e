import Storage

/// A word of a query as the index knows it: one word, or several that must stand side by side, as in scripts whose marks
/// divide words.
struct IndexedPhrase: Sendable {
    /// In bytes, because strings of different bytes may be equal.
    let terms: [[UInt8]]

    init(_ word: String) { terms = IndexedTerm.terms(of: word).map { Array($0.text.utf8) } }

    /// Whether the vector of a text tells if the text has it.
    var isExact: Bool { terms.count == 1 && terms.allSatisfy(WordVector.isExact) }

    /// `nil` if no text has it.
    var query: String? { terms.isEmpty ? nil : WordVector.all(of: terms) }

    /// Where it begins in a list of words.
    func places(in words: [some Collection<UInt8>]) -> [Int] {
        guard let first = terms.first else { return [] }
        return words.indices.filter { start in
            words[start].elementsEqual(first)
                && terms.indices.dropFirst().allSatisfy { offset in
                    start + offset < words.count && words[start + offset].elementsEqual(terms[offset])
                }
        }
    }
}
