import NIOCore
import Testing

@testable import Gateway

@Suite struct UTF8CheckTests {
    /// Every way to cut a text in two must be accepted, wherever in a scalar the cut falls.
    @Test func acceptsTextCutAnywhere() {
        let bytes = Array("aé€😀z".utf8)
        for cut in 0...bytes.count {
            var check = UTF8Check()
            #expect(throws: Never.self) {
                try check.extend(over: ByteBuffer(bytes: bytes.prefix(cut)), isComplete: false)
                try check.extend(over: ByteBuffer(bytes: bytes), isComplete: true)
            }
        }
    }

    @Test(
        arguments: [
            [0xFF], [0x80], [0xC0, 0xAF], [0xE0, 0x80, 0x80], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80],
            [0xE2, 0x28],
        ] as [[UInt8]]
    )
    func refusesAtOnce(_ bytes: [UInt8]) {
        for isComplete in [false, true] {
            var check = UTF8Check()
            #expect(throws: WebSocketProtocolError.invalidPayload) {
                try check.extend(over: ByteBuffer(bytes: [0x61] + bytes), isComplete: isComplete)
            }
        }
    }

    @Test func refusesScalarCutOffAtTheEnd() throws {
        var check = UTF8Check()
        let text = ByteBuffer(bytes: [0x61, 0xE2, 0x82])
        try check.extend(over: text, isComplete: false)
        #expect(throws: WebSocketProtocolError.invalidPayload) { try check.extend(over: text, isComplete: true) }
    }

    /// The start of a scalar that the next fragment doesn't continue.
    @Test func refusesScalarThatGoesOnWrongly() throws {
        var check = UTF8Check()
        try check.extend(over: ByteBuffer(bytes: [0xE2, 0x82]), isComplete: false)
        #expect(throws: WebSocketProtocolError.invalidPayload) {
            try check.extend(over: ByteBuffer(bytes: [0xE2, 0x82, 0x41]), isComplete: false)
        }
    }
}
