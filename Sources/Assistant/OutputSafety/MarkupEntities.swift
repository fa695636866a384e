/// Character references, by which Markdown and HTML could build an address that isn't in the text: `https&colon;//…`.
enum MarkupEntities {
    /// The longest name or number that is looked at.
    private static let maxLength = 12

    private static let named: [Substring: Character] = [
        "colon": ":", "sol": "/", "bsol": "\\", "period": ".", "commat": "@", "num": "#", "quest": "?", "lpar": "(",
        "rpar": ")", "lsqb": "[", "lbrack": "[", "rsqb": "]", "rbrack": "]", "excl": "!", "lowbar": "_", "dash": "-",
        "hyphen": "-", "Tab": " ", "NewLine": " ",
    ]

    /// The text with references to ASCII replaced by what they stand for. Those to `&`, `<` and `>` stay: they protect.
    static func decoded(_ text: String) -> String {
        guard text.contains("&") else { return text }
        var result = ""
        var rest = text[...]
        while let start = rest.firstIndex(of: "&") {
            result += rest[..<start]
            rest = rest[start...].dropFirst()
            let name = rest.prefix(maxLength).prefix { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "#") }
            if let character = character(name) {
                result.append(character)
                rest = rest[name.endIndex...]
                if rest.first == ";" { rest = rest.dropFirst() }
            } else {
                result += "&"
            }
        }
        return result + rest
    }

    private static func character(_ name: Substring) -> Character? {
        guard name.hasPrefix("#") else { return named[name] }
        let number = name.dropFirst()
        let value = number.lowercased().hasPrefix("x") ? UInt32(number.dropFirst(), radix: 16) : UInt32(number)
        guard let value, value < 0x7F, let scalar = Unicode.Scalar(value) else { return nil }
        return "&<>".unicodeScalars.contains(scalar) ? nil : value <= 0x20 ? " " : Character(scalar)
    }
}
