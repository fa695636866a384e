/// Texts of one language by purpose, from a file of words: a line is a purpose, a tab, and the text, whose places stand in
/// braces. `\n` is a new line.
package struct TextTemplates: Sendable {
    private let texts: [String: String]

    package init(_ bytes: [UInt8]) {
        texts = Dictionary(
            VocabularyFile(bytes).entries.map { entry in
                (String(entry.meaning), String(entry.spellings.first ?? "").replacing("\\n", with: "\n"))
            }
        ) { first, _ in first }
    }

    /// The text as it stands in the file.
    package subscript(purpose: String) -> String? { texts[purpose] }

    /// A text with what stands in its places, which isn't looked at for places itself. Empty if there is no such text.
    package func text(_ purpose: String, _ values: [String: String] = [:]) -> String {
        var (told, rest) = ("", (texts[purpose] ?? "")[...])
        while let start = rest.firstIndex(of: "{"), let end = rest[start...].firstIndex(of: "}") {
            told += rest[..<start]
            told += values[String(rest[rest.index(after: start)..<end])] ?? ""
            rest = rest[rest.index(after: end)...]
        }
        return told + rest
    }
}
