import Domain

/// A text with slots: names in braces, such as `{first}`. Other braces stand for themselves.
package struct TemplateText: Sendable, Hashable {
    private enum Part: Sendable, Hashable {
        case text(String)
        case slot(String)
    }

    private let parts: [Part]

    /// The slots that the server fills.
    package static let ownSlots: Set<String> = ["name", "first", "date"]

    package init(_ text: String) {
        var parts: [Part] = []
        var rest = text[...]
        while let open = rest.firstIndex(of: "{") {
            let after = rest.index(after: open)
            guard let close = rest[after...].firstIndex(of: "}"), Self.isName(rest[after..<close]) else {
                parts.append(.text(String(rest[..<after])))
                rest = rest[after...]
                continue
            }
            parts += [.text(String(rest[..<open])), .slot(String(rest[after..<close]))]
            rest = rest[rest.index(after: close)...]
        }
        self.parts = parts + [.text(String(rest))]
    }

    /// In the order of the text, each once.
    package var slots: [String] {
        var seen: Set<String> = []
        return parts.compactMap { part in
            guard case .slot(let name) = part, seen.insert(name).inserted else { return nil }
            return name
        }
    }

    /// - Throws: `invalid_request` with the name of a slot that has no value.
    package func filled(with values: [String: String]) throws -> String {
        try parts.map { part in
            switch part {
            case .text(let text): return text
            case .slot(let name):
                guard let value = values[name] else {
                    throw SpotterError.invalid("The slot {\(name)} has no value; give it in slots.")
                }
                return value
            }
        }.joined()
    }

    /// A letter, then letters, digits, hyphens or underscores: 30 at most.
    private static func isName(_ text: Substring) -> Bool {
        guard let first = text.utf8.first, text.utf8.count <= 30 else { return false }
        func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) && byte < 0x80 }
        return isLetter(first)
            && text.utf8.allSatisfy {
                isLetter($0) || (0x30...0x39).contains($0) || $0 == UInt8(ascii: "_") || $0 == UInt8(ascii: "-")
            }
    }
}
