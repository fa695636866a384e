/// Reads the XML of small requests: elements with namespaces, attributes and texts. No document types, so no entities but
/// the five that every document has.
///
/// Total: any bytes are read or refused, in time that grows with their number. What a document says is bounded, too: an
/// answer repeats names and namespaces of its request.
struct XMLReader {
    private static let maxDepth = 16
    private static let maxElements = 4_000
    private static let maxNameBytes = 128
    static let maxNamespaceBytes = 256
    /// Prefixes that hold at one place.
    static let maxPrefixes = 32
    /// Bytes of all names, namespaces and attributes together.
    static let maxMarkupBytes = 64 << 10

    private let bytes: [UInt8]
    private var place = 0
    private var elements = 0
    private var markupBytes = 0

    /// An element that has begun, with the prefixes that hold within it.
    private struct Open {
        var element: XMLElement
        let tag: String
        let prefixes: [String: String]
    }

    /// - Returns: the document's element; `nil` unless all of it is well formed and within bounds.
    static func read(_ bytes: [UInt8]) -> XMLElement? {
        guard String(validating: bytes, as: UTF8.self) != nil else { return nil }
        var reader = XMLReader(bytes: bytes)
        return reader.document()
    }

    private init(bytes: [UInt8]) { self.bytes = bytes }

    private mutating func document() -> XMLElement? {
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { place = 3 }
        var open: [Open] = []
        var root: XMLElement?
        while place < bytes.count {
            guard bytes[place] == UInt8(ascii: "<") else {
                guard let text = text() else { return nil }
                if !open.isEmpty {
                    open[open.count - 1].element.text += text
                } else if !text.allSatisfy(\.isWhitespace) {
                    return nil
                }
                continue
            }
            if skip("<?") {
                guard skipPast("?>") else { return nil }
            } else if skip("<!--") {
                guard skipPast("-->") else { return nil }
            } else if skip("<![CDATA[") {
                guard !open.isEmpty, let text = textUntil("]]>") else { return nil }
                open[open.count - 1].element.text += text
            } else if skip("</") {
                guard let tag = name(), skipSpace(), skip(">"), let last = open.popLast(), last.tag == tag else {
                    return nil
                }
                if open.isEmpty {
                    root = last.element
                } else {
                    open[open.count - 1].element.children.append(last.element)
                }
            } else {
                guard root == nil, let (begun, isWhole) = begin(within: open.last?.prefixes ?? [:]) else { return nil }
                if !isWhole {
                    guard open.count < Self.maxDepth else { return nil }
                    open.append(begun)
                } else if open.isEmpty {
                    root = begun.element
                } else {
                    open[open.count - 1].element.children.append(begun.element)
                }
            }
        }
        return open.isEmpty ? root : nil
    }

    /// `<d:prop xmlns:d="DAV:">` or `<d:prop/>`.
    private mutating func begin(within outer: [String: String]) -> (Open, isWhole: Bool)? {
        elements += 1
        guard elements <= Self.maxElements, skip("<"), let tag = name(), spend(tag.utf8.count) else { return nil }
        var (prefixes, attributes) = (outer, [String: String]())
        while true {
            let hadSpace = place < bytes.count && Self.isSpace(bytes[place])
            _ = skipSpace()
            if skip("/>") { return opened(tag, attributes, prefixes).map { ($0, true) } }
            if skip(">") { return opened(tag, attributes, prefixes).map { ($0, false) } }
            guard hadSpace, let name = name(), skipSpace(), skip("="), skipSpace(), let value = quoted(),
                spend(name.utf8.count + value.utf8.count)
            else { return nil }
            if name == "xmlns" || name.hasPrefix("xmlns:") {
                prefixes[String(name.dropFirst(6))] = value
                guard value.utf8.count <= Self.maxNamespaceBytes, prefixes.count <= Self.maxPrefixes else { return nil }
            } else {
                guard attributes.updateValue(value, forKey: name) == nil else { return nil }
            }
        }
    }

    /// - Returns: whether so many more bytes of markup are within bounds.
    private mutating func spend(_ count: Int) -> Bool {
        markupBytes += count
        return markupBytes <= Self.maxMarkupBytes
    }

    private func opened(_ tag: String, _ attributes: [String: String], _ prefixes: [String: String]) -> Open? {
        let parts = tag.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        let (prefix, name) = parts.count == 2 ? (String(parts[0]), String(parts[1])) : ("", tag)
        guard !name.isEmpty, !name.contains(":"), let namespace = prefixes[prefix] ?? (prefix.isEmpty ? "" : nil) else {
            return nil
        }
        return Open(
            element: XMLElement(namespace: namespace, name: name, attributes: attributes),
            tag: tag,
            prefixes: prefixes
        )
    }

    // MARK: Texts

    private mutating func text() -> String? {
        let begin = place
        while place < bytes.count, bytes[place] != UInt8(ascii: "<") { place += 1 }
        return Self.resolved(bytes[begin..<place])
    }

    private mutating func quoted() -> String? {
        guard place < bytes.count, bytes[place] == UInt8(ascii: "\"") || bytes[place] == UInt8(ascii: "'") else {
            return nil
        }
        let (quote, begin) = (bytes[place], place + 1)
        place = begin
        while place < bytes.count, bytes[place] != quote {
            if bytes[place] == UInt8(ascii: "<") { return nil }
            place += 1
        }
        guard place < bytes.count else { return nil }
        place += 1
        return Self.resolved(bytes[begin..<(place - 1)])
    }

    private mutating func textUntil(_ end: String) -> String? {
        let begin = place
        guard skipPast(end) else { return nil }
        return String(decoding: bytes[begin..<(place - end.utf8.count)], as: UTF8.self)
    }

    /// With its references resolved; `nil` if one isn't known.
    private static func resolved(_ bytes: ArraySlice<UInt8>) -> String? {
        guard bytes.contains(UInt8(ascii: "&")) else { return String(decoding: bytes, as: UTF8.self) }
        var text = ""
        for (index, part) in bytes.split(separator: UInt8(ascii: "&"), omittingEmptySubsequences: false).enumerated() {
            guard index > 0 else {
                text += String(decoding: part, as: UTF8.self)
                continue
            }
            guard let end = part.prefix(12).firstIndex(of: UInt8(ascii: ";")),
                let character = character(String(decoding: part[part.startIndex..<end], as: UTF8.self))
            else { return nil }
            text.unicodeScalars.append(character)
            text += String(decoding: part[(end + 1)...], as: UTF8.self)
        }
        return text
    }

    private static func character(_ reference: String) -> Unicode.Scalar? {
        switch reference {
        case "amp": return "&"
        case "lt": return "<"
        case "gt": return ">"
        case "quot": return "\""
        case "apos": return "'"
        default:
            guard reference.hasPrefix("#") else { return nil }
            let digits = reference.dropFirst()
            let number = digits.hasPrefix("x") ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
            guard let number, number >= 0x20 || [9, 10, 13].contains(number) else { return nil }
            return Unicode.Scalar(number)
        }
    }

    // MARK: Bytes

    private mutating func name() -> String? {
        let begin = place
        while place < bytes.count, !Self.endsName(bytes[place]) { place += 1 }
        guard place > begin, place - begin <= Self.maxNameBytes else { return nil }
        return String(decoding: bytes[begin..<place], as: UTF8.self)
    }

    private mutating func skip(_ text: String) -> Bool {
        guard bytes[place...].starts(with: text.utf8) else { return false }
        place += text.utf8.count
        return true
    }

    private mutating func skipPast(_ end: String) -> Bool {
        while place < bytes.count {
            if skip(end) { return true }
            place += 1
        }
        return false
    }

    /// - Returns: always true, so that it can stand among conditions.
    private mutating func skipSpace() -> Bool {
        while place < bytes.count, Self.isSpace(bytes[place]) { place += 1 }
        return true
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D }

    private static func endsName(_ byte: UInt8) -> Bool {
        isSpace(byte) || byte == UInt8(ascii: ">") || byte == UInt8(ascii: "/") || byte == UInt8(ascii: "=")
            || byte == UInt8(ascii: "<") || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'")
            || byte == UInt8(ascii: "&") || byte < 0x20
    }
}
