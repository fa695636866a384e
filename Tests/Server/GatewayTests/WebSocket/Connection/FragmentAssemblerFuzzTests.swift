import NIOCore
import TestSupport
import Testing

@testable import Gateway

/// Nothing that a peer sends may crash the process, or make a message longer than the limit.
@Suite struct FragmentAssemblerFuzzTests {
    private static let limit = 300

    @Test(arguments: 0..<10 as Range<UInt64>)
    func noiseIsAnErrorOrAMessage(seed: UInt64) {
        var random = SeededRandom(seed: seed)
        for _ in 0..<2_500 {
            let noise = (0..<Int.random(in: 0...64, using: &random)).map { _ in
                UInt8.random(in: 0...255, using: &random)
            }
            check(noise)
        }
    }

    /// Noise rarely gets past the first header, so that here whole frames have a few bytes changed or cut.
    @Test(arguments: 100..<110 as Range<UInt64>)
    func survivesDamagedFrames(seed: UInt64) {
        var random = SeededRandom(seed: seed)
        for _ in 0..<2_500 {
            var bytes: [UInt8] = []
            for _ in 0..<Int.random(in: 1...4, using: &random) { bytes += anyFrame(&random).bytes }
            for _ in 0..<Int.random(in: 0...2, using: &random) {
                guard let index = bytes.indices.randomElement(using: &random) else { break }
                bytes[index] = UInt8.random(in: 0...255, using: &random)
            }
            check(Array(bytes.prefix(Int.random(in: 0...bytes.count, using: &random))))
        }
    }

    private func anyFrame(_ random: inout SeededRandom) -> MaskedFrame {
        let opcodes: [UInt8] = [0, 0, 1, 1, 2, 8, 9, 10]
        let length = Int.random(in: 0...140, using: &random)
        return MaskedFrame(
            opcode: opcodes.randomElement(using: &random) ?? 1,
            payload: (0..<length).map { _ in UInt8.random(in: 0...127, using: &random) },
            isFinal: Bool.random(using: &random),
            maskingKey: (0..<4).map { _ in UInt8.random(in: 0...255, using: &random) }
        )
    }

    private func check(_ bytes: [UInt8]) {
        var reader = FragmentAssembler(maxMessageSize: Self.limit)
        var buffer = ByteBuffer(bytes: bytes)
        var delivered = 0
        while let event = try? reader.next(from: &buffer) {
            switch event {
            case .text(let text):
                delivered += text.readableBytes
                #expect(text.readableBytes <= Self.limit)
                #expect(String(validating: text.readableBytesView, as: UTF8.self) != nil)
            case .binary(let bytes):
                delivered += bytes.readableBytes
                #expect(bytes.readableBytes <= Self.limit)
            case .ping(let payload), .close(let payload):
                delivered += payload.readableBytes
                #expect(payload.readableBytes <= 125)
            case .pong:
                break
            }
        }
        #expect(delivered + buffer.readableBytes <= bytes.count)
    }
}
