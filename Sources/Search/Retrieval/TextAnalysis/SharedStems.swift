import TextReading

/// Finds which of some stems a text has, or says in another language. A search asks this of hundreds of texts, so texts without
/// a word that can have any of the stems are passed over: a stem begins as its word does, with the same two letters at least.
struct SharedStems {
    private let stems: Set<String>
    /// Stems that mean the same, each with those of `stems` that it stands for.
    private let alternatives: [String: Set<String>]
    /// The first two letters of each stem; `nil` if one doesn't begin with two letters or digits of ASCII.
    private let beginnings: Set<UInt16>?

    /// - Parameter language: whose words the stems are; `nil` finds only the stems themselves.
    init(_ stems: Set<String>, in language: TextLanguage? = nil) {
        self.stems = stems
        alternatives = language.map { Glossary.alternatives(to: stems, in: $0) } ?? [:]
        let begun = stems.union(alternatives.keys).map { Array($0.utf8.prefix(2)) }
        let isPlain = begun.allSatisfy { $0.count == 2 && $0.allSatisfy(Self.isWord) }
        beginnings = isPlain ? Set(begun.map { Self.pair($0[0], $0[1]) }) : nil
    }

    func found(in text: String) -> Set<String> {
        guard mayBe(in: text) else { return [] }
        let said = ContentWords.stems(of: text)
        var found = said.intersection(stems)
        guard found.count < stems.count, !alternatives.isEmpty else { return found }
        for stem in said { found.formUnion(alternatives[stem] ?? []) }
        return found
    }

    /// Texts in other alphabets may be written differently, with accents for instance.
    private func mayBe(in text: String) -> Bool {
        guard let beginnings else { return true }
        var (previous, isFirst) = (UInt8(0), false)
        for byte in text.utf8 {
            guard byte < 0x80 else { return true }
            let lower = byte | (0x41...0x5A ~= byte ? 0x20 : 0)
            if isFirst, beginnings.contains(Self.pair(previous, lower)) { return true }
            isFirst = Self.isWord(lower) && !Self.isWord(previous)
            previous = lower
        }
        return false
    }

    private static func pair(_ first: UInt8, _ second: UInt8) -> UInt16 { UInt16(first) << 8 | UInt16(second) }

    private static func isWord(_ byte: UInt8) -> Bool { 0x61...0x7A ~= byte || 0x30...0x39 ~= byte }
}
