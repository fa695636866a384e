import Crypto
public import Domain

/// Writes JSON as bytes without Foundation's coders, for the frames of the hot path.
///
/// The output equals that of `JSONEncoder`, except for the order of keys and the escaping of `/`.
///
/// ```swift
/// JSONWriter.object { $0.field("type", "pong") }  // the bytes of {"type":"pong"}
/// ```
public struct JSONWriter: ~Copyable {
    /// Raw memory, because appending to an array checks for each piece whether others share it.
    private var buffer: UnsafeMutableBufferPointer<UInt8>
    private var count = 0
    /// Whether `buffer` is the writer's own, not one that it was given.
    private var isOwn: Bool
    private var needsComma = false

    private init(_ buffer: UnsafeMutableBufferPointer<UInt8>) { (self.buffer, isOwn) = (buffer, false) }

    /// A writer of objects that are put together later.
    init(capacity: Int) { (buffer, isOwn) = (.allocate(capacity: max(capacity, 64)), true) }

    deinit { if isOwn { buffer.deallocate() } }

    /// - Parameter capacity: the expected size in bytes; the result may be larger.
    public static func object(capacity: Int = 512, _ fill: (inout JSONWriter) -> Void) -> [UInt8] {
        var grown: [UInt8]?
        let bytes = [UInt8](unsafeUninitializedCapacity: max(capacity, 64)) { buffer, count in
            var writer = JSONWriter(UnsafeMutableBufferPointer(rebasing: buffer[...]))
            writer.braces(fill)
            if writer.isOwn {
                grown = Array(writer.buffer[..<writer.count])
            } else {
                count = writer.count
            }
        }
        return grown ?? bytes
    }

    // MARK: Bytes

    /// Makes room for `more` bytes, which must be written next.
    private mutating func takeRoom(_ more: Int) -> UnsafeMutableBufferPointer<UInt8> {
        if more > buffer.count - count { grow(by: more) }
        defer { count += more }
        return UnsafeMutableBufferPointer(rebasing: buffer[count..<count + more])
    }

    private mutating func grow(by more: Int) {
        let larger = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: max(2 * buffer.count, count + more))
        _ = larger.update(fromContentsOf: buffer[..<count])
        if isOwn { buffer.deallocate() }
        (buffer, isOwn) = (larger, true)
    }

    private mutating func append(_ byte: UInt8) {
        if count == buffer.count { grow(by: 1) }
        buffer[count] = byte
        count &+= 1
    }

    private mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard !bytes.isEmpty else { return }
        _ = takeRoom(bytes.count).update(fromContentsOf: bytes)
    }

    private mutating func append(_ text: StaticString) { append(UnsafeBufferPointer(text)) }

    // MARK: Fields

    public mutating func field(_ key: StaticString, _ value: String) {
        name(key)
        quoted(value)
    }

    /// - Parameter utf8: the bytes of a text.
    mutating func field(_ key: StaticString, utf8: UnsafeBufferPointer<UInt8>) {
        name(key)
        quoted(utf8)
    }

    public mutating func field(_ key: StaticString, _ value: Int64) {
        name(key)
        guard value >= 0 else {
            var text = String(value)
            return text.withUTF8 { append($0) }
        }
        var (rest, digits) = (value, 1)
        while rest >= 10 {
            rest /= 10
            digits &+= 1
        }
        let text = takeRoom(digits)
        rest = value
        for index in text.indices.reversed() {
            text[index] = UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: rest % 10)
            rest /= 10
        }
    }

    public mutating func field(_ key: StaticString, _ value: Bool) {
        name(key)
        append(value ? "true" : "false")
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

    /// - Returns: where the object is in the output.
    @discardableResult
    public mutating func object(_ key: StaticString, _ fill: (inout JSONWriter) -> Void) -> Range<Int> {
        name(key)
        return piece(fill)
    }

    public mutating func list<Element>(
        _ key: StaticString,
        _ elements: [Element],
        _ write: (inout JSONWriter, Element) -> Void
    ) {
        name(key)
        append(UInt8(ascii: "["))
        needsComma = false
        for element in elements {
            if needsComma { append(UInt8(ascii: ",")) }
            write(&self, element)
            needsComma = true
        }
        append(UInt8(ascii: "]"))
        needsComma = true
    }

    public mutating func field<Entity>(_ key: StaticString, _ ids: [ID<Entity>]) {
        list(key, ids) { writer, id in writer.plain(ID<Entity>.textLength, id.writeText) }
    }

    /// Writes an object as an element of an array.
    public mutating func object(_ fill: (inout JSONWriter) -> Void) { braces(fill) }

    /// Writes an object by itself.
    /// - Returns: where it is in the output.
    mutating func piece(_ fill: (inout JSONWriter) -> Void) -> Range<Int> {
        let start = count
        braces(fill)
        return start..<count
    }

    func hash(of piece: Range<Int>) -> SHA256.Digest {
        var hash = SHA256()
        hash.update(bufferPointer: UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: buffer[piece])))
        return hash.finalize()
    }

    /// Takes back what was written from a place on.
    mutating func truncate(to end: Int) { count = end }

    /// Writes an object that follows the others of its list; the list is put together later.
    /// - Returns: where it is in the output.
    mutating func element(isFirst: Bool, _ fill: (inout JSONWriter) -> Void) -> Range<Int> {
        let start = count
        if !isFirst { append(UInt8(ascii: ",")) }
        braces(fill)
        return start..<count
    }

    /// Writes elements of another writer as an array.
    mutating func raw(_ key: StaticString, list elements: Range<Int>, of other: borrowing JSONWriter) {
        name(key)
        append(UInt8(ascii: "["))
        raw(elements, of: other)
        append(UInt8(ascii: "]"))
    }

    /// Writes a piece of another writer as a field.
    mutating func raw(_ key: StaticString, _ piece: Range<Int>, of other: borrowing JSONWriter) {
        name(key)
        raw(piece, of: other)
    }

    /// Writes a piece of another writer as an element of an array.
    mutating func raw(_ piece: Range<Int>, of other: borrowing JSONWriter) {
        append(UnsafeBufferPointer(rebasing: other.buffer[piece]))
    }

    /// Writes a value that is already JSON.
    public mutating func raw(_ key: StaticString, _ json: ArraySlice<UInt8>) {
        name(key)
        json.withUnsafeBufferPointer { append($0) }
    }

    mutating func raw(_ key: StaticString, _ json: StaticString) {
        name(key)
        append(json)
    }

    private mutating func braces(_ fill: (inout JSONWriter) -> Void) {
        append(UInt8(ascii: "{"))
        needsComma = false
        fill(&self)
        append(UInt8(ascii: "}"))
        needsComma = true
    }

    public mutating func null(_ key: StaticString) {
        name(key)
        append("null")
    }

    /// Writes a text of known length that needs no escaping, such as an id.
    private mutating func plain(_ count: Int, _ write: (UnsafeMutableBufferPointer<UInt8>) -> Void) {
        let text = takeRoom(count + 2)
        text[0] = UInt8(ascii: "\"")
        write(UnsafeMutableBufferPointer(rebasing: text[1..<count + 1]))
        text[count + 1] = UInt8(ascii: "\"")
    }

    private mutating func name(_ key: StaticString) {
        let length = key.utf8CodeUnitCount
        let comma = needsComma ? 1 : 0
        needsComma = true
        let text = takeRoom(comma + length + 3)
        if comma == 1 { text[0] = UInt8(ascii: ",") }
        text[comma] = UInt8(ascii: "\"")
        let word = UnsafeMutableBufferPointer(rebasing: text[comma + 1..<comma + 1 + length])
        _ = word.update(fromContentsOf: UnsafeBufferPointer(key))
        text[comma + length + 1] = UInt8(ascii: "\"")
        text[comma + length + 2] = UInt8(ascii: ":")
    }

    private mutating func quoted(_ text: String) {
        var text = text
        text.withUTF8 { quoted($0) }
    }

    /// Copies runs of bytes that need no escaping in one operation.
    private mutating func quoted(_ text: UnsafeBufferPointer<UInt8>) {
        append(UInt8(ascii: "\""))
        var start = 0
        while true {
            let end = text.offsetToEscape(from: start)
            append(UnsafeBufferPointer(rebasing: text[start..<end]))
            guard end < text.count else { break }
            escape(text[end])
            start = end + 1
        }
        append(UInt8(ascii: "\""))
    }

    private mutating func escape(_ byte: UInt8) {
        append(UInt8(ascii: "\\"))
        switch byte {
        case 0x0A: append(UInt8(ascii: "n"))
        case 0x0D: append(UInt8(ascii: "r"))
        case 0x09: append(UInt8(ascii: "t"))
        case 0..<0x20:
            let low = byte & 0xF
            append("u00")
            append(UInt8(ascii: "0") + byte >> 4)
            append(low < 10 ? UInt8(ascii: "0") + low : UInt8(ascii: "a") + low - 10)
        default: append(byte)
        }
    }
}

extension UnsafeBufferPointer<UInt8> {
    fileprivate init(_ text: StaticString) { self.init(start: text.utf8Start, count: text.utf8CodeUnitCount) }
}
