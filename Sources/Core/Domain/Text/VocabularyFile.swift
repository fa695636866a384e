/// A file of words, as it was embedded at build time: lines of a meaning, a tab, and spellings separated by `|`.
/// Empty lines, and lines that begin with `#`, say nothing.
package struct VocabularyFile: Sendable {
    /// Meanings as they are written, with their spellings.
    package let entries: [(meaning: Substring, spellings: [Substring])]

    package init(_ bytes: [UInt8]) {
        entries = String(decoding: bytes, as: UTF8.self).split(separator: "\n").compactMap { line in
            let columns = line.split(separator: "\t", maxSplits: 1)
            guard !line.hasPrefix("#"), columns.count == 2 else { return nil }
            return (columns[0], columns[1].split(separator: "|"))
        }
    }

    /// The spellings of each meaning in several files together, in their order.
    package static func spellings(in files: [[UInt8]]) -> [String: [String]] {
        files.flatMap { VocabularyFile($0).entries }
            .reduce(into: [:]) { $0[String($1.meaning), default: []] += $1.spellings.map(String.init) }
    }
}
