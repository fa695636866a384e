/// Writes JSON into bytes, without Foundation's coders: for the frames of the hot path.
///
/// Produces what `JSONEncoder` does for the same values, up to the order of keys and the escaping of `/`.
public struct JSONWriter: Sendable {
    public private(set) var bytes: [UInt8] = []
    private var needsComma = false

    public init(capacity: Int = 512) { bytes.reserveCapacity(capacity) }

    public static func object(capacity: Int = 512, _ fill: (inout JSONWriter) -> Void) -> [UInt8] {
        var writer = JSONWriter(capacity: capacity)
        writer.braces(fill)
        return writer.bytes
    }

    public mutating func field(_ key: StaticString, _ value: String) {
        name(key)
        quoted(value)
    }

    public mutating func field(_ key: StaticString, _ value: Int64) {
        name(key)
        bytes.append(contentsOf: String(value).utf8)
    }

    public mutating func field(_ key: StaticString, _ value: Bool) {
        name(key)
        bytes.append(contentsOf: (value ? "true" : "false").utf8)
    }

    public mutating func field<Entity>(_ key: StaticString, _ value: ID<Entity>) {
        field(key, plain: value.description)
    }
    public mutating func field(_ key: StaticString, _ value: Timestamp) { field(key, plain: value.description) }

    public mutating func field<Entity>(_ key: StaticString, _ value: ID<Entity>?) {
        if let value { field(key, value) } else { null(key) }
    }

    public mutating func field(_ key: StaticString, _ value: Timestamp?) {
        if let value { field(key, value) } else { null(key) }
    }

    public mutating func field(_ key: StaticString, _ value: Int64?) {
        if let value { field(key, value) } else { null(key) }
    }

    public mutating func object(_ key: StaticString, _ fill: (inout JSONWriter) -> Void) {
        name(key)
        braces(fill)
    }

    public mutating func list<Element>(
        _ key: StaticString,
        _ elements: [Element],
        _ write: (inout JSONWriter, Element) -> Void
    ) {
        name(key)
        bytes.append(UInt8(ascii: "["))
        needsComma = false
        for element in elements {
            if needsComma { bytes.append(UInt8(ascii: ",")) }
            write(&self, element)
            needsComma = true
        }
        bytes.append(UInt8(ascii: "]"))
        needsComma = true
    }

    public mutating func field<Entity>(_ key: StaticString, _ ids: [ID<Entity>]) {
        list(key, ids) { writer, id in writer.plain(id.description) }
    }

    /// An element of a list.
    public mutating func object(_ fill: (inout JSONWriter) -> Void) { braces(fill) }

    /// A value that is JSON already.
    public mutating func raw(_ key: StaticString, _ json: some Sequence<UInt8>) {
        name(key)
        bytes.append(contentsOf: json)
    }

    private mutating func braces(_ fill: (inout JSONWriter) -> Void) {
        bytes.append(UInt8(ascii: "{"))
        needsComma = false
        fill(&self)
        bytes.append(UInt8(ascii: "}"))
        needsComma = true
    }

    public mutating func null(_ key: StaticString) {
        name(key)
        bytes.append(contentsOf: "null".utf8)
    }

    /// Text of ours that needs no escaping.
    private mutating func field(_ key: StaticString, plain value: String) {
        name(key)
        plain(value)
    }

    private mutating func plain(_ value: String) {
        bytes.append(UInt8(ascii: "\""))
        bytes.append(contentsOf: value.utf8)
        bytes.append(UInt8(ascii: "\""))
    }

    private mutating func name(_ key: StaticString) {
        if needsComma { bytes.append(UInt8(ascii: ",")) }
        needsComma = true
        bytes.append(UInt8(ascii: "\""))
        key.withUTF8Buffer { bytes.append(contentsOf: $0) }
        bytes.append(UInt8(ascii: "\""))
        bytes.append(UInt8(ascii: ":"))
    }

    private mutating func quoted(_ text: String) {
        bytes.append(UInt8(ascii: "\""))
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"):
                bytes.append(UInt8(ascii: "\\"))
                bytes.append(byte)
            case 0x0A: bytes.append(contentsOf: "\\n".utf8)
            case 0x0D: bytes.append(contentsOf: "\\r".utf8)
            case 0x09: bytes.append(contentsOf: "\\t".utf8)
            case 0..<0x20:
                let digits = Array("0123456789abcdef".utf8)
                bytes.append(contentsOf: "\\u00".utf8)
                bytes.append(digits[Int(byte >> 4)])
                bytes.append(digits[Int(byte & 0xF)])
            default: bytes.append(byte)
            }
        }
        bytes.append(UInt8(ascii: "\""))
    }
}
