import Domain

/// A complete upgrade request in the plain form that nearly all clients send and that can be accepted as it is. Any
/// other form, valid or not, is left to the HTTP path.
struct PlainUpgradeRequest: Equatable {
    /// The input of `Sec-WebSocket-Accept`: 16 bytes in base64.
    var key: String
    /// From `Authorization: Bearer …`.
    var token: Secret?
    /// The length of the request in bytes; what follows belongs to the WebSocket.
    var length: Int

    /// The maximum head in bytes; longer ones are left to the HTTP path.
    private static let maxHeaderBytes = 4096

    /// - Returns: `nil` unless `bytes` are exactly such a request for `path`.
    init?(_ bytes: UnsafeRawBufferPointer, path: String) {
        var lines = HeadLines(UnsafeRawBufferPointer(rebasing: bytes.prefix(Self.maxHeaderBytes)))
        guard let first = lines.next(), first.elementsEqual("GET \(path) HTTP/1.1".utf8) else { return nil }
        var fields = Fields()
        while let line = lines.next() {
            guard !line.isEmpty else {
                guard fields.areComplete, let key = fields.key else { return nil }
                self.key = key
                token = fields.token
                length = lines.position
                return
            }
            guard fields.take(line) else { return nil }
        }
        return nil
    }

    /// The relevant fields of a head.
    private struct Fields {
        var host = false
        var upgrade = false
        var connection = false
        var version = false
        var key: String?
        var token: Secret?

        var areComplete: Bool { host && upgrade && connection && version }

        /// Headers that don't affect the response.
        private static let idle: [StaticString] = [
            "user-agent", "accept", "accept-encoding", "accept-language", "cache-control", "pragma",
            "sec-websocket-extensions",
        ]

        /// - Returns: whether the plain form knows the line and hasn't seen its field before.
        mutating func take(_ line: Slice<UnsafeRawBufferPointer>) -> Bool {
            guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { return false }
            let name = line[..<colon]
            guard let value = Self.trimmed(line[(colon + 1)...]) else { return false }
            switch name.count {
            case 4 where name.isField("host"): return Self.set(&host, !value.isEmpty)
            case 7 where name.isField("upgrade"): return Self.set(&upgrade, value.isField("websocket"))
            case 10 where name.isField("connection"):
                return Self.set(&connection, value.isField("upgrade") || value.isField("keep-alive, upgrade"))
            case 21 where name.isField("sec-websocket-version"):
                return Self.set(&version, value.elementsEqual("13".utf8))
            case 17 where name.isField("sec-websocket-key"):
                guard key == nil, Self.isKey(value) else { return false }
                key = String(decoding: value, as: UTF8.self)
                return true
            case 13 where name.isField("authorization"):
                guard token == nil, value.count > 7, value.prefix(7).isField("bearer "),
                    !value.dropFirst(7).contains(UInt8(ascii: " "))
                else { return false }
                token = Secret(String(decoding: value.dropFirst(7), as: UTF8.self))
                return true
            default: return Self.idle.contains { name.isField($0) }
            }
        }

        /// A repeated field isn't plain.
        private static func set(_ field: inout Bool, _ isRight: Bool) -> Bool {
            guard !field, isRight else { return false }
            field = true
            return true
        }

        private static func isKey(_ value: Slice<UnsafeRawBufferPointer>) -> Bool {
            value.count == 24 && value.suffix(2).elementsEqual("==".utf8)
                && value.prefix(22).allSatisfy { byte in
                    switch byte {
                    case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
                        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "/"):
                        true
                    default: false
                    }
                }
        }

        /// Trims the value; `nil` if it contains anything but visible ASCII.
        private static func trimmed(_ value: Slice<UnsafeRawBufferPointer>) -> Slice<UnsafeRawBufferPointer>? {
            guard value.allSatisfy({ (0x20...0x7E).contains($0) }) else { return nil }
            let begun = value.drop { $0 == 0x20 }
            guard let last = begun.lastIndex(where: { $0 != 0x20 }) else { return begun }
            return begun[...last]
        }
    }
}

/// Splits a head into lines, which must end with CR and LF.
private struct HeadLines {
    private let bytes: UnsafeRawBufferPointer
    private(set) var position = 0

    init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

    /// The next complete line without its line ending.
    mutating func next() -> Slice<UnsafeRawBufferPointer>? {
        let rest = bytes[position...]
        guard let end = rest.firstIndex(of: UInt8(ascii: "\n")), end > position,
            bytes[end - 1] == UInt8(ascii: "\r")
        else { return nil }
        defer { position = end + 1 }
        return bytes[position..<(end - 1)]
    }
}

extension Slice<UnsafeRawBufferPointer> {
    /// Whether these bytes equal a lower-case name, ignoring case.
    fileprivate func isField(_ name: StaticString) -> Bool {
        guard count == name.utf8CodeUnitCount else { return false }
        return name.withUTF8Buffer { name in
            zip(self, name).allSatisfy { byte, lower in
                (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 == lower : byte == lower
            }
        }
    }
}
