import NIOCore
import Testing

@testable import Gateway

@Suite struct ClosePayloadTests {
    @Test(arguments: [1000, 1001, 1002, 1003, 1007, 1011, 1014, 3000, 3999, 4000, 4999] as [UInt16])
    func acceptsCodesForTheWire(_ code: UInt16) throws {
        var payload = ByteBuffer(integer: code)
        payload.writeString("grüße")
        #expect(try ClosePayload.code(in: payload)?.rawValue == code)
    }

    @Test(arguments: [0, 999, 1004, 1005, 1006, 1015, 1016, 1100, 2000, 2999, 5000, 65_535] as [UInt16])
    func refusesCodesThatMayNotBeSent(_ code: UInt16) {
        #expect(throws: WebSocketProtocolError.protocolError) { try ClosePayload.code(in: ByteBuffer(integer: code)) }
    }

    @Test func acceptsAnEmptyPayload() throws { #expect(try ClosePayload.code(in: ByteBuffer()) == nil) }

    @Test func refusesHalfACode() {
        #expect(throws: WebSocketProtocolError.protocolError) { try ClosePayload.code(in: ByteBuffer(bytes: [3])) }
    }

    @Test func refusesReasonThatIsNotUTF8() {
        #expect(throws: WebSocketProtocolError.invalidPayload) {
            try ClosePayload.code(in: ByteBuffer(bytes: [0x03, 0xE8, 0xFF]))
        }
    }
}
