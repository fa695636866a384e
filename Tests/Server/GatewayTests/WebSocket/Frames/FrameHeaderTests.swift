import NIOCore
import Testing

@testable import Gateway

@Suite struct FrameHeaderTests {
    private static let limit = 100_000

    @Test(arguments: [0, 1, 125, 126, 127, 65_535, 65_536, 100_000])
    func readsEveryLength(_ length: Int) throws {
        let frame = MaskedFrame.binary(Array(repeating: 7, count: length))
        let header = try #require(try FrameHeader.read([frame].buffer, maxPayload: Self.limit))
        #expect(header.payloadLength == length)
        #expect(header.length + length == frame.bytes.count)
        #expect(header.opcode == .binary)
        #expect(header.isFinal)
        #expect(header.maskingKey == 0x3D21_FA37)
    }

    @Test(arguments: [0, 126, 65_536])
    func waitsForWholeHeader(_ length: Int) throws {
        let bytes = MaskedFrame.binary(Array(repeating: 7, count: length)).bytes
        for count in 0..<(bytes.count - length) {
            #expect(try FrameHeader.read(ByteBuffer(bytes: bytes.prefix(count)), maxPayload: Self.limit) == nil)
        }
    }

    @Test(arguments: [1, 2, 4, 7] as [UInt8])
    func refusesReservedBits(_ bits: UInt8) {
        expect(.protocolError, MaskedFrame(opcode: 1, reservedBits: bits).bytes)
    }

    @Test(arguments: [3, 4, 5, 6, 7, 11, 12, 13, 14, 15] as [UInt8])
    func refusesReservedOpcodes(_ opcode: UInt8) {
        expect(.protocolError, MaskedFrame(opcode: opcode).bytes)
    }

    @Test func refusesMissingMask() {
        expect(.protocolError, MaskedFrame(opcode: 1, maskingKey: nil).bytes)
    }

    @Test(arguments: [8, 9, 10] as [UInt8])
    func refusesControlFramesInPiecesOrLong(_ opcode: UInt8) {
        expect(.protocolError, MaskedFrame(opcode: opcode, isFinal: false).bytes)
        expect(.protocolError, MaskedFrame(opcode: opcode, payload: Array(repeating: 0, count: 126)).bytes)
    }

    /// A length in more bytes than it needs, two and eight bytes wide.
    @Test func refusesPaddedLength() {
        expect(.protocolError, [0x81, 0xFE, 0, 125])
        expect(.protocolError, [0x81, 0xFF, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF])
    }

    @Test(
        arguments: [
            [0x81, 0xFF, 0, 0, 0, 0, 0, 1, 0x86, 0xA1],
            [0x81, 0xFF, 0x7F, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF],
            [0x81, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF],
        ] as [[UInt8]]
    )
    func refusesLongPayloadBeforeItComes(_ bytes: [UInt8]) {
        expect(.messageTooBig, bytes)
    }

    private func expect(
        _ error: WebSocketProtocolError,
        _ bytes: [UInt8],
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        #expect(throws: error, sourceLocation: sourceLocation) {
            try FrameHeader.read(ByteBuffer(bytes: bytes), maxPayload: Self.limit)
        }
    }
}
