public import Domain

/// Writes JSON as bytes without Foundation's coders, for the frames of the hot path.
///
/// The output equals that of `JSONEncoder`, except for the order of keys and the escaping of `/`.
///
/// ```swift
/// JSONWriter.object { $0.field("type", "pong") }  // the bytes of {"type":"pong"}
/// ```
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
        guard value >= 0 else { return bytes.append(contentsOf: String(value).utf8) }
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 20) { digits in
            var (rest, start) = (value, 20)
            repeat {
                start &-= 1
                digits[start] = UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: rest % 10)
                rest /= 10
            } while rest > 0
            bytes.append(contentsOf: UnsafeBufferPointer(rebasing: digits[start...]))
        }
    }

    public mutating func field(_ key: StaticString, _ value: Bool) {
        name(key)
        bytes.append(contentsOf: (value ? "true" : "false").utf8)
    }

    public mutating func field<Entity>(_ key: StaticString, _ value: ID<Entity>) {
        name(key)
        plain(ID<Entity>.textLength, value.writeText)
    }

    public mutating func field(_ key: StaticString, _ value: Timestamp) {
        name(key)
        plain(Timestamp.textLength, value.writeText)
    }

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
        list(key, ids) { writer, id in writer.plain(ID<Entity>.textLength, id.writeText) }
    }

    /// Writes an object as an element of an array.
    public mutating func object(_ fill: (inout JSONWriter) -> Void) { braces(fill) }

    /// Writes a value that is already JSON.
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

    /// Writes a text of known length that needs no escaping, such as an id.
    private mutating func plain(_ count: Int, _ write: (UnsafeMutableBufferPointer<UInt8>) -> Void) {
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: count) { text in
            write(text)
            bytes.append(UInt8(ascii: "\""))
            bytes.append(contentsOf: UnsafeBufferPointer(text))
            bytes.append(UInt8(ascii: "\""))
        }
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
        var text = text
        text.withUTF8 { quoted($0) }
    }

    /// Copies runs of bytes that need no escaping in one operation.
    private mutating func quoted(_ text: UnsafeBufferPointer<UInt8>) {
        bytes.append(UInt8(ascii: "\""))
        var start = 0
        while true {
            let end = text.offsetToEscape(from: start)
            bytes.append(contentsOf: UnsafeBufferPointer(rebasing: text[start..<end]))
            guard end < text.count else { break }
            escape(text[end])
            start = end + 1
        }
        bytes.append(UInt8(ascii: "\""))
    }

    private mutating func escape(_ byte: UInt8) {
        bytes.append(UInt8(ascii: "\\"))
        switch byte {
        case 0x0A: bytes.append(UInt8(ascii: "n"))
        case 0x0D: bytes.append(UInt8(ascii: "r"))
        case 0x09: bytes.append(UInt8(ascii: "t"))
        case 0..<0x20:
            let low = byte & 0xF
            bytes.append(contentsOf: "u00".utf8)
            bytes.append(UInt8(ascii: "0") + byte >> 4)
            bytes.append(low < 10 ? UInt8(ascii: "0") + low : UInt8(ascii: "a") + low - 10)
        default: bytes.append(byte)
        }
    }
}
