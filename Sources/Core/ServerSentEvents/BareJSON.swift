/// Collects the lines of a JSON object or array until its brackets balance.
struct BareJSON: Sendable {
    private var text: [UInt8] = []
    private var depth = 0
    private var inString = false
    private var isEscaped = false

    /// Whether more lines are needed.
    var isOpen: Bool { depth > 0 }
    var count: Int { text.count }

    /// Whether a line is the beginning of an object or array. No field of an event stream has such a name.
    static func canBegin(with line: some Sequence<UInt8>) -> Bool {
        let first = line.first { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\t") }
        return first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
    }

    /// The whole text, once this line has completed it.
    mutating func append(line: some Sequence<UInt8>) -> String? {
        for byte in line { count(byte) }
        text += line
        text.append(UInt8(ascii: "\n"))
        guard depth <= 0 else { return nil }
        defer { self = BareJSON() }
        return String(decoding: text, as: UTF8.self)
    }

    private mutating func count(_ byte: UInt8) {
        if inString {
            if isEscaped {
                isEscaped = false
            } else if byte == UInt8(ascii: "\\") {
                isEscaped = true
            } else if byte == UInt8(ascii: "\"") {
                inString = false
            }
            return
        }
        switch byte {
        case UInt8(ascii: "\""): inString = true
        case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
        case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
        default: break
        }
    }
}
