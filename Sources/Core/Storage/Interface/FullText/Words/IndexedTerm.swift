/// A word of a text as every engine's full-text index knows it.
///
/// Where scripts write spaces these are the words of FTS5's `porter unicode61 remove_diacritics 2`. Where they don't, each
/// character is a word, and so are syllables of Hangul and emoji: a query of several has to find them side by side.
///
/// ```swift
/// let words = IndexedTerm.terms(of: "CPU使用率").map(\.text)  // cpu 使 用 率
/// ```
package struct IndexedTerm: Hashable, Sendable {
    /// Folded to lower case, without accents and width, and without an English ending.
    package let text: String
    /// Its place in the text, in bytes of UTF-8. If a character stands for several words, the last of them has its place.
    package let range: Range<Int>

    /// The words of a text, in order.
    package static func terms(of text: String) -> [IndexedTerm] {
        var cutter = WordCutter(text)
        return cutter.cut()
    }
}
