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
        while let open = rest.utf8.firstIndex(of: UInt8(ascii: "{")) {
            let after = rest.utf8.index(after: open)
            // No further than a name reaches: a text may have thousands of braces that nothing closes.
            let near = rest.utf8[after...].prefix(Self.maxName + 1)
            guard let close = near.firstIndex(of: UInt8(ascii: "}")), Self.isName(rest[after..<close]) else {
                parts.append(.text(String(rest[..<after])))
                rest = rest[after...]
                continue
            }
            parts += [.text(String(rest[..<open])), .slot(String(rest[after..<close]))]
            rest = rest[rest.utf8.index(after: close)...]
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

    /// - Throws: `invalid_request` with the name of a slot that has no value, or for more bytes than any message has.
    package func filled(with values: [String: String]) throws -> String {
        let pieces = try parts.map { part in
            switch part {
            case .text(let text): return text
            case .slot(let name):
                guard let value = values[name] else {
                    throw SpotterError.invalid("The slot {\(name)} has no value; give it in slots.")
                }
                return value
            }
        }
        // Before it is made: a long value may be asked for in thousands of places.
        guard pieces.reduce(0, { $0 + $1.utf8.count }) <= TextLength(Validation.textLength).maxBytes else {
            throw SpotterError.invalid("A message holds at most 10 000 characters; this one would be far longer.")
        }
        return pieces.joined()
    }

    private static let maxName = 30

    /// A letter, then letters, digits, hyphens or underscores: 30 at most.
    private static func isName(_ text: Substring) -> Bool {
        guard let first = text.utf8.first, text.utf8.count <= maxName else { return false }
        func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) && byte < 0x80 }
        return isLetter(first)
            && text.utf8.allSatisfy {
                isLetter($0) || (0x30...0x39).contains($0) || $0 == UInt8(ascii: "_") || $0 == UInt8(ascii: "-")
            }
    }
}
