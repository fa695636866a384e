import NIOCore
import NIOEmbedded
import Synchronization
import Testing

@testable import Gateway

/// Clients that ask and don't read.
@Suite struct SlowReaderHandlerTests {
    /// A channel whose socket holds back what the test says.
    private final class Rig {
        let channel = EmbeddedChannel()
        private let held = Atomic<Int>(0)

        init() throws {
            let handler = SlowReaderHandler(patience: .seconds(12)) { [unowned self] _ in
                held.load(ordering: .relaxed)
            }
            try channel.pipeline.syncOperations.addHandler(handler)
            try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
        }

        func send(_ count: Int, holding bytes: Int) throws {
            hold(bytes)
            try channel.writeOutbound(ByteBuffer(repeating: 0, count: count))
        }

        func hold(_ bytes: Int) { held.store(bytes, ordering: .relaxed) }

        func wait(_ seconds: Int64) { channel.embeddedEventLoop.advanceTime(by: .seconds(seconds)) }
    }

    @Test func whoTakesNothingIsCutOff() throws {
        let rig = try Rig()
        try rig.send(100_000, holding: 80_000)
        rig.wait(11)
        #expect(rig.channel.isActive)
        rig.wait(4)
        #expect(!rig.channel.isActive, "after 12 seconds, and at most a fifth more")
    }

    @Test func whoTakesALittleAtATimeIsServed() throws {
        let rig = try Rig()
        try rig.send(100_000, holding: 80_000)
        for held in stride(from: 79_999, to: 79_990, by: -1) {
            rig.hold(held)
            rig.wait(11)
            #expect(rig.channel.isActive)
        }
        rig.wait(4)
        #expect(!rig.channel.isActive, "until nothing is taken any more")
    }

    @Test func moreToSendIsNoProgress() throws {
        let rig = try Rig()
        try rig.send(100_000, holding: 80_000)
        for _ in 0..<4 {
            rig.wait(3)
            if rig.channel.isActive { try rig.send(1000, holding: 81_000) }
            rig.hold(81_000)
        }
        try? rig.send(1000, holding: 83_000)
        rig.wait(15)
        #expect(!rig.channel.isActive)
    }

    @Test func whoHasTakenEverythingMayRest() throws {
        let rig = try Rig()
        try rig.send(100_000, holding: 80_000)
        rig.hold(0)
        rig.wait(3600)
        #expect(rig.channel.isActive)
        try rig.send(10, holding: 0)
        rig.wait(3600)
        #expect(rig.channel.isActive)
        try rig.send(100_000, holding: 80_000)
        rig.wait(15)
        #expect(!rig.channel.isActive, "a later answer has the same time")
    }
}
