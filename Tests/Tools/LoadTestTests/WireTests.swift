import Domain
import Foundation
import SpotterAPI
import Testing

@testable import LoadTest

@Suite struct WireTests {
    /// A server's frame: no mask.
    static func serverFrame(_ payload: [UInt8], opcode: UInt8 = 1) -> [UInt8] {
        let masked = FrameWriter.frame(payload, opcode: opcode)
        let header = masked.count - payload.count - 4
        var bytes = Array(masked[..<header]) + payload
        bytes[1] &= 0x7F
        return bytes
    }

    private func read(_ bytes: [UInt8]) throws -> (frames: [[UInt8]], used: Int) {
        var frames: [[UInt8]] = []
        let used = try bytes.withUnsafeBytes { try FrameReader.read($0) { frames.append([$0] + Array($1)) } }
        return (frames, used)
    }

    @Test(arguments: [0, 1, 125, 126, 127, 65_535, 65_536, 70_000])
    func framesOfAllLengths(length: Int) throws {
        let payload = (0..<length).map { UInt8(truncatingIfNeeded: $0) }
        let bytes = Self.serverFrame(payload) + Self.serverFrame([7], opcode: 9)
        let (frames, used) = try read(bytes)
        #expect(frames == [[1] + payload, [9, 7]])
        #expect(used == bytes.count)
    }

    @Test func splitAnywhereIsTheSame() throws {
        let payloads = [[], [1, 2, 3], [UInt8](repeating: 9, count: 300), [5]]
        let bytes = payloads.flatMap { Self.serverFrame($0) }
        for split in 0...bytes.count {
            let first = try read(Array(bytes[..<split]))
            let second = try read(Array(bytes[first.used...]))
            #expect(first.frames + second.frames == payloads.map { [1] + $0 })
            #expect(first.used + second.used == bytes.count)
        }
    }

    @Test(arguments: [[0x81, 0x81, 0, 0, 0, 0, 1], [0xC1, 0], [0x81, 127, 0x80, 0, 0, 0, 0, 0, 0, 0]])
    func whatNoServerSendsIsRefused(bytes: [UInt8]) {
        #expect(throws: FrameReader.BrokenFrame.self) { try read(bytes) }
    }

    @Test func anyBytesAreReadWithoutATrap() {
        var random = SystemRandomNumberGenerator()
        for _ in 0..<20_000 {
            let bytes = (0..<Int.random(in: 0...40, using: &random)).map { _ in
                UInt8.random(in: 0...255, using: &random)
            }
            if let result = try? read(bytes) { #expect(result.used <= bytes.count) }
            bytes.withUnsafeBytes {
                let text = ServerFrame(bytes: $0)
                _ = (text.kind, text.seq, text.requestNumber, text.stamp(.ordered), text.stamp(.random))
            }
        }
    }

    @Test func clientFramesHaveAMaskOfZero() {
        #expect(FrameWriter.frame("hi".utf8) == [0x81, 0x82, 0, 0, 0, 0, 0x68, 0x69])
        #expect(FrameWriter.frame([UInt8](repeating: 1, count: 200)).prefix(8) == [0x81, 0xFE, 0, 200, 0, 0, 0, 0])
        #expect(
            FrameWriter.frame([UInt8](repeating: 1, count: 65_536)).prefix(10) == [0x81, 0xFF, 0, 0, 0, 0, 0, 1, 0, 0]
        )
    }

    @Test func aSendCarriesItsStampAndNumber() throws {
        var bytes: [UInt8] = []
        let chat = ChatID(high: 1, low: 2)
        let template = SendTemplate(chat: chat, socket: 42, text: #"a "id":"1" quoted"#)
        template.append(to: &bytes, stamp: 1_234_567, number: 89)
        let payload = Array(bytes[8...])
        let expected = ClientFrame.Send(
            id: "0000000089",
            chatId: chat,
            clientMessageId: "~0000000001234567-000042-0000000089",
            text: #"a "id":"1" quoted"#
        )
        #expect(try payload.withUnsafeBytes { try ClientFrame($0) } == .send(expected))
        #expect(bytes.prefix(8) == [0x81, 0xFE, 0, UInt8(payload.count), 0, 0, 0, 0])
    }

    @Test func aRandomIdIsAUUIDThatTellsItsTime() throws {
        let template = SendTemplate(chat: ChatID(high: 1, low: 2), socket: 999_999, text: "hi", clientIDs: .random)
        var (ids, first) = (Set<String>(), Set<Character>())
        for number in 1...200 as ClosedRange<Int64> {
            var bytes: [UInt8] = []
            // Two of the same microsecond each.
            let stamp = 81_234_567_890 + number / 2
            template.append(to: &bytes, stamp: stamp, number: number)
            let payload = Array(bytes[8...])
            guard case .send(let send) = try payload.withUnsafeBytes({ try ClientFrame($0) }) else {
                Issue.record("not a send")
                return
            }
            let key = send.clientMessageId
            #expect(UUID(uuidString: key)?.uuidString.lowercased() == key)
            #expect(key.dropFirst(14).first == "4" && "89ab".contains(key.dropFirst(19).first ?? "?"), "\(key)")
            #expect(payload.withUnsafeBytes { ServerFrame(bytes: $0).stamp(.random) } == stamp)
            ids.insert(key)
            if let character = key.first { first.insert(character) }
        }
        #expect(ids.count == 200 && first.count == 16)
    }

    @Test(arguments: [0, 7, 1_234_567, Int64.max])
    func aReadReceiptCarriesItsSeq(seq: Int64) throws {
        let chat = ChatID(high: 1, low: 2)
        let bytes = ReadReceiptTemplate(chat: chat).frame(seq: seq)
        #expect(try Array(bytes[6...]).withUnsafeBytes { try ClientFrame($0) } == .read(chat, seq: seq))
    }

    @Test func textsAreKnownByTheirFirstBytes() {
        func parse<Value>(_ text: String, _ body: (ServerFrame) -> Value) -> Value {
            Array(text.utf8).withUnsafeBytes { body(ServerFrame(bytes: $0)) }
        }
        let chat = "0198a0f2-0000-7000-8000-000000000001"
        let created =
            #"{"type":"message.created","chatId":"\#(chat)","seq":17,"message":{"clientMessageId":"~0000000000000123-000001-0000000002"}}"#
        #expect(parse(created) { $0.kind } == .created)
        #expect(parse(created) { $0.seq } == 17)
        #expect(parse(created) { $0.stamp(.ordered) } == 123)
        let ack = #"{"type":"ack","id":"0000000012","result":{"message":{"clientMessageId":"~0000000000000456-"}}}"#
        #expect(parse(ack) { $0.kind } == .ack)
        #expect(parse(ack) { $0.requestNumber } == 12)
        #expect(parse(ack) { $0.stamp(.ordered) } == 456)
        for other in ["receipt.updated", "message.edited", "message.deleted", "typing", "presence", "pong"] {
            #expect(parse(#"{"type":"\#(other)","chatId":"\#(chat)"}"#) { $0.kind } == .other, "\(other)")
        }
        #expect(parse(#"{"type":"resync","chatId":"\#(chat)"}"#) { $0.kind } == .resync)
        #expect(parse(#"{"type":"welcome","userId":"\#(chat)"}"#) { $0.kind } == .welcome)
        #expect(parse(#"{"userId":"\#(chat)","type":"welcome"}"#) { $0.kind } == .welcome)
        #expect(parse(#"{"type":"error","id":"1","error":{}}"#) { $0.kind } == .error)
    }
}
