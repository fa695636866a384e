import Foundation
import NIOCore

/// What a server of NATS says of itself.
struct NATSInfo: Decodable, Equatable {
    private enum CodingKeys: String, CodingKey {
        case maxPayload = "max_payload"
        case requiresTLS = "tls_required"
        case offersTLS = "tls_available"
        case cluster = "connect_urls"
    }

    /// Bytes of the longest message.
    var maxPayload: Int?
    var requiresTLS: Bool?
    var offersTLS: Bool?
    /// Servers that take clients, as `host:port`, if it's one of several.
    var cluster: [String]?
}

enum NATSOperation: Equatable {
    case info(NATSInfo)
    case message(ByteBuffer)
    case ping
    case pong
    case ok
    case error(String)
}

/// Reads what a server of NATS sends, however it's cut. Any bytes give operations or a failure, and no more is kept than a
/// line and a message may have.
///
/// After a failure nothing that follows can be understood.
struct NATSParser {
    enum Failure: Error, Equatable {
        case longLine
        case longMessage
        case unknown
    }

    /// A server's INFO lists the servers of its cluster; other lines are short.
    static let maxLine = 64 << 10

    /// Bytes that a message may have: what the server's INFO says.
    var maxPayload = 1 << 20
    private var buffer = ByteBuffer()
    /// Bytes of the message whose line was read.
    private var expected: Int?

    /// Whether everything was read.
    var isEmpty: Bool { buffer.readableBytes == 0 && expected == nil }

    mutating func append(_ bytes: ByteBuffer) {
        buffer.discardReadBytes()
        buffer.writeImmutableBuffer(bytes)
    }

    /// - Returns: the next operation; `nil` until more comes.
    mutating func next() throws(Failure) -> NATSOperation? {
        if let expected { return try message(of: expected) }
        guard let line = try line() else { return nil }
        let fields = line.split { $0 == " " || $0 == "\t" }
        switch fields.first?.uppercased() {
        case "MSG":
            // MSG subject subscription [reply] bytes
            guard (4...5).contains(fields.count), let count = fields.last.flatMap({ Int($0) }), count >= 0 else {
                throw .unknown
            }
            guard count <= maxPayload else { throw .longMessage }
            expected = count
            return try message(of: count)
        case "INFO":
            let json = Data(line.drop { $0 != "{" }.utf8)
            guard let info = try? JSONDecoder().decode(NATSInfo.self, from: json) else { throw .unknown }
            return .info(info)
        case "PING": return .ping
        case "PONG": return .pong
        case "+OK": return .ok
        case "-ERR": return .error(fields.dropFirst().joined(separator: " "))
        default: throw .unknown
        }
    }

    /// The next line without its end.
    private mutating func line() throws(Failure) -> String? {
        guard let end = buffer.readableBytesView.prefix(Self.maxLine).firstIndex(of: UInt8(ascii: "\n")) else {
            if buffer.readableBytes >= Self.maxLine { throw .longLine }
            return nil
        }
        let line = buffer.readString(length: end - buffer.readerIndex)
        buffer.moveReaderIndex(forwardBy: 1)
        guard let line else { throw .unknown }
        return line.hasSuffix("\r") ? String(line.dropLast()) : line
    }

    private mutating func message(of count: Int) throws(Failure) -> NATSOperation? {
        guard buffer.readableBytes - 2 >= count else { return nil }
        guard let payload = buffer.readSlice(length: count), buffer.readString(length: 2) == "\r\n" else {
            throw .unknown
        }
        expected = nil
        return .message(payload)
    }
}
