import NIOCore
import Testing

@testable import Gateway

@Suite struct ServerFrameTests {
    @Test(arguments: [(0, 2), (125, 2), (126, 4), (65_535, 4), (65_536, 10)])
    func hasShortestHeader(length: Int, headerLength: Int) throws {
        let payload = ByteBuffer(repeating: UInt8(ascii: "a"), count: length)
        var frame = ServerFrame.text(payload)
        #expect(frame.readableBytes == headerLength + length)
        #expect(SentFrame.take(from: &frame) == SentFrame(opcode: 1, payload: payload))
        #expect(frame.readableBytes == 0)
    }

    @Test func takesTextBytesAndStrings() {
        let long = String(repeating: "ä", count: 40_000)
        #expect(ServerFrame.text(bytes: Array(long.utf8)) == ServerFrame.text(ByteBuffer(string: long)))
        #expect(ServerFrame.text(long) == ServerFrame.text(ByteBuffer(string: long)))
    }

    @Test func keepsPayloadThatIsASlice() throws {
        let whole = ByteBuffer(string: "0123456789")
        let slice = try #require(whole.getSlice(at: 3, length: 4))
        var frame = ServerFrame.binary(slice)
        #expect(SentFrame.take(from: &frame) == SentFrame(opcode: 2, payload: ByteBuffer(string: "3456")))
    }

    @Test func closeFramesCarryCodeAndReason() {
        #expect(Array(ServerFrame.close(nil).readableBytesView) == [0x88, 0])
        #expect(
            Array(ServerFrame.close(.slow, reason: "slow").readableBytesView) == [0x88, 6, 0x0F, 0xA8] + "slow".utf8
        )
    }

    /// A reason is cut between characters, to what a control frame may hold.
    @Test func aLongReasonIsCutBetweenCharacters() throws {
        var frame = ServerFrame.close(.normal, reason: String(repeating: "ä", count: 100))
        let sent = try #require(SentFrame.take(from: &frame))
        #expect(sent.payload.readableBytes == 2 + 122)
        #expect(try ClosePayload.code(in: sent.payload) == .normal)
    }
}
