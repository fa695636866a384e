import NIOCore
import Testing

@testable import Gateway

@Suite struct UnmaskTests {
    @Test(arguments: 0...33)
    func equalsByteByByte(_ length: Int) {
        let payload = (0..<length).map { UInt8(truncatingIfNeeded: $0 &* 37 &+ 11) }
        let key: [UInt8] = [0x01, 0x80, 0xFE, 0x55]
        let masked = payload.enumerated().map { $0.element ^ key[$0.offset % 4] }
        var source = ByteBuffer(bytes: masked + [1, 2, 3])
        var target = ByteBuffer(string: "kept ")
        source.moveUnmasked(length: length, key: 0x55FE_8001, to: &target)
        #expect(Array(target.readableBytesView) == Array("kept ".utf8) + payload)
        #expect(Array(source.readableBytesView) == [1, 2, 3])
    }

    @Test func takesNoMoreThanThereIs() {
        var source = ByteBuffer(bytes: [1, 2])
        var target = ByteBuffer()
        source.moveUnmasked(length: 5, key: 0, to: &target)
        #expect(target == ByteBuffer(bytes: [1, 2]))
        #expect(source.readableBytes == 0)
    }
}
