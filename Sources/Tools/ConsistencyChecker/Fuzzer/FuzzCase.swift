import Foundation

/// The bytes of one connection. Values that differ between servers are placeholders like `{TOKEN}`, so that a stored
/// case can be replayed against another server.
struct FuzzCase: Sendable {
    enum Kind: String, Sendable, CaseIterable {
        /// A request as bytes.
        case http
        /// Texts, one per line, each sent as a frame after the upgrade and a hello.
        case envelope
        /// Bytes after the upgrade: frames, perhaps malformed.
        case frames
    }

    let kind: Kind
    var bytes: [UInt8]

    /// Reads a file of the corpus, or one that a run stored. The file extension gives the kind.
    init?(file: URL) {
        guard let kind = Kind(rawValue: file.pathExtension), let data = try? Data(contentsOf: file) else { return nil }
        self.init(kind: kind, bytes: [UInt8](data))
    }

    init(kind: Kind, bytes: [UInt8]) {
        self.kind = kind
        self.bytes = bytes
    }

    /// The bytes to send, with placeholders replaced.
    func wire(_ names: [String: String]) -> [UInt8] {
        let bytes = Self.filled(bytes, names)
        let upgrade = Self.filled(Array(Self.upgrade.utf8), names)
        switch kind {
        case .http: return bytes
        case .frames: return upgrade + bytes
        case .envelope:
            let lines = bytes.split(separator: UInt8(ascii: "\n")).flatMap { Self.frame(Array($0)) }
            return upgrade + Self.frame(Array(#"{"type":"hello","deviceId":"fuzz"}"#.utf8)) + lines
        }
    }

    private static let upgrade = """
        GET /v1/socket HTTP/1.1\r\nHost: fuzz\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\
        Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: c3BvdHRlci1mdXp6LTAwMQ==\r\nAuthorization: Bearer {TOKEN}\r\n\r\n
        """

    /// A masked text frame. The mask is zero.
    static func frame(_ payload: [UInt8], first: UInt8 = 0x81) -> [UInt8] {
        let length: [UInt8] =
            payload.count < 126
            ? [0x80 | UInt8(payload.count)]
            : [0xFE, UInt8(truncatingIfNeeded: payload.count >> 8), UInt8(truncatingIfNeeded: payload.count)]
        return [first] + length + [0, 0, 0, 0] + payload
    }

    private static func filled(_ bytes: [UInt8], _ names: [String: String]) -> [UInt8] {
        guard bytes.contains(UInt8(ascii: "{")) else { return bytes }
        var filled: [UInt8] = []
        var rest = bytes[...]
        while let open = rest.firstIndex(of: UInt8(ascii: "{")) {
            filled += rest[..<open]
            rest = rest[open...]
            let close = rest.prefix(16).firstIndex(of: UInt8(ascii: "}"))
            let name = close.map { String(decoding: rest[(open + 1)..<$0], as: UTF8.self) }
            if let close, let name, let value = names[name] {
                filled += Array(value.utf8)
                rest = rest[(close + 1)...]
            } else {
                filled.append(UInt8(ascii: "{"))
                rest = rest.dropFirst()
            }
        }
        return filled + rest
    }
}
