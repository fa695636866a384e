import NIOCore
import TestSupport
import Testing

@testable import NATS

@Suite struct NATSParserTests {
    private static let stream =
        "INFO {\"server_id\":\"x\",\"max_payload\":1024,\"tls_required\":true} \r\nPING\r\npong\r\n+OK\r\n"
        + "MSG spotter.1 1 5\r\nab\r\nc\r\nMSG\tspotter.1  1 reply.to 0\r\n\r\n-ERR 'Stale  Connection'\r\n"

    private static let operations: [NATSOperation] = [
        .info(NATSInfo(maxPayload: 1024, requiresTLS: true)), .ping, .pong, .ok,
        .message(ByteBuffer(string: "ab\r\nc")), .message(ByteBuffer()), .error("'Stale Connection'"),
    ]

    private func read(_ pieces: [some Sequence<UInt8>]) throws(NATSParser.Failure) -> [NATSOperation] {
        var parser = NATSParser()
        var operations: [NATSOperation] = []
        for piece in pieces {
            parser.append(ByteBuffer(bytes: piece))
            while let operation = try parser.next() { operations.append(operation) }
        }
        return operations
    }

    /// However a stream is cut, it's the same.
    @Test(arguments: 1...200 as ClosedRange<UInt64>) func cutsChangeNothing(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        let pieces = random.cut(Array(Self.stream.utf8))
        let operations = try read(pieces)
        #expect(operations == Self.operations)
    }

    /// Random bytes, and streams with a random change, give operations or a failure, and nothing is kept without a limit.
    @Test(arguments: 1...500 as ClosedRange<UInt64>) func anyBytesAreRead(seed: UInt64) {
        var random = SeededRandom(seed: seed)
        var bytes =
            seed.isMultiple(of: 2) ? Array(Self.stream.utf8) : random.bytes(Int.random(in: 0...400, using: &random))
        for _ in 0..<Int.random(in: 1...4, using: &random) where !bytes.isEmpty {
            let place = Int.random(in: bytes.indices, using: &random)
            switch Int.random(in: 0...3, using: &random) {
            case 0: bytes[place] = UInt8.random(in: .min ... .max, using: &random)
            case 1: bytes.remove(at: place)
            case 2: bytes.insert(contentsOf: Array("\r\nMSG a 1 ".utf8), at: place)
            default: bytes.insert(UInt8.random(in: 48...57, using: &random), at: place)
            }
        }
        let whole = Result { try read([bytes]) }
        let cut = Result { try read(random.cut(bytes)) }
        switch (whole, cut) {
        case (.success(let whole), .success(let cut)): #expect(whole == cut)
        case (.failure, .failure): break
        default: Issue.record("cut it's another stream")
        }
    }

    @Test(arguments: [
        "MSG a 1\r\n", "MSG a 1 x\r\n", "MSG a 1 -1\r\n", "MSG a 1 99999999999999999999\r\n", "MSG a 1 r s 1\r\n",
        "MSG a 1 1\r\nabc", "HMSG a 1 1 1\r\n", "HELLO\r\n", "\r\n", "INFO\r\n", "INFO {\r\n",
        "INFO {\"max_payload\":\"x\"}\r\n",
    ]) func whatIsNotNATSIsRefused(text: String) {
        #expect(throws: NATSParser.Failure.unknown) { try read([text.utf8]) }
    }

    @Test func lengthsAreLimited() {
        #expect(throws: NATSParser.Failure.longMessage) { try read(["MSG a 1 1048577\r\n".utf8]) }
        #expect(throws: NATSParser.Failure.longMessage) { try read(["MSG a 1 \(Int.max)\r\n".utf8]) }
        let line = [UInt8](repeating: 65, count: NATSParser.maxLine)
        #expect(throws: NATSParser.Failure.longLine) { try read([line]) }
    }
}
