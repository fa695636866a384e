import NIOCore
import TestSupport
import Testing

@testable import Gateway

/// Whatever a peer does, the session sees one orderly life.
@Suite struct WebSocketHandlerFuzzTests {
    @Test(arguments: 0..<20 as Range<UInt64>)
    func sessionLivesAnOrderlyLife(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        for _ in 0..<50 {
            let rig = try WebSocketRig()
            let reaction = Int.random(in: 0...9, using: &random)
            rig.session.onText = { connection, text in
                if reaction == 0 { connection.close(code: .normal) } else { connection.send(text: text) }
            }
            for _ in 0..<8 where !rig.isClosed { try step(rig, &random) }
            if !rig.isClosed { rig.fire(ChannelEvent.inputClosed) }
            #expect(rig.isClosed)
            expectOrder(rig.session.log)
        }
    }

    private func step(_ rig: WebSocketRig, _ random: inout SeededRandom) throws {
        let frames: [MaskedFrame] = [
            .text("hi"), .text("first", isFinal: false), .continuation("last", isFinal: true), .ping("p"),
            .binary([1]), .close(1000), .close(), MaskedFrame(opcode: 1, payload: [0xFF]), MaskedFrame(opcode: 5),
        ]
        switch Int.random(in: 0...12, using: &random) {
        case 0: rig.fire(ChannelShouldQuiesceEvent())
        case 1: rig.advance(seconds: 3)
        case 2:
            try rig.receive(bytes: ByteBuffer(bytes: (0..<9).map { _ in UInt8.random(in: 0...255, using: &random) }))
        default:
            var bytes: [UInt8] = []
            for _ in 0..<Int.random(in: 1...3, using: &random) {
                bytes += frames.randomElement(using: &random)?.bytes ?? []
            }
            let cut = Int.random(in: 0...bytes.count, using: &random)
            try rig.receive(bytes: ByteBuffer(bytes: bytes[..<cut]))
            if !rig.isClosed { try rig.receive(bytes: ByteBuffer(bytes: bytes[cut...])) }
        }
    }

    private func expectOrder(_ log: [String]) {
        #expect(log.first == "opened")
        #expect(log.last == "closed")
        for once in ["opened", "closed"] { #expect(log.count { $0 == once } == 1) }
        #expect(log.count { $0 == "quiesce" } <= 1)
        for (event, next) in zip(log, log.dropFirst()) {
            let isMessage = event.hasPrefix("text") || event.hasPrefix("binary")
            let continues = next == "burst" || next.hasPrefix("text") || next.hasPrefix("binary")
            #expect(!isMessage || continues, "a burst must end: \(log)")
            #expect(next != "burst" || isMessage, "a burst without messages: \(log)")
        }
    }
}
