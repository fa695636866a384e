import Foundation

/// What stands for a character on a terminal that doesn't take UTF-8, in as many columns.
enum ASCIIText {
    private static let signs: [Character: Character] = [
        "│": "|", "▏": "|", "▎": "|", "─": "-", "▌": ">", "›": ">", "‹": "<", "●": "*", "○": "o", "◐": "o", "▴": "^",
        "✓": "+", "✗": "x", "×": "x", "…": "~", "·": "-", "•": "*", "✎": "%", "⚑": "!", "▤": "#", "▣": "#", "█": "#",
        "░": ".",
        "↑": "^", "↓": "v", "→": ">", "←": "<", "⏎": "$", "♪": "#", "–": "-", "—": "-", "“": "\"", "”": "\"", "‘": "'",
        "’": "'", "\u{A0}": " ",
    ]

    static func of(_ character: Character, columns: Int) -> String {
        if character.isASCII { return String(character) }
        if let sign = signs[character] { return String(sign) }
        let plain = String(character).folding(options: .diacriticInsensitive, locale: nil)
        if plain.count == columns, plain.allSatisfy(\.isASCII) { return plain }
        return String(repeating: "?", count: columns)
    }

    /// Whether the locale's characters are UTF-8 (POSIX, "Internationalization Variables": the first that is set counts). With
    /// none set it is taken for granted, as in most containers.
    static func isNeeded(_ environment: [String: String]) -> Bool {
        guard
            let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap({ environment[$0] }).first(where: {
                !$0.isEmpty
            })
        else { return false }
        let name = locale.lowercased()
        return !name.contains("utf-8") && !name.contains("utf8")
    }
}
