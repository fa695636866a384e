import NIOCore
import Testing

@testable import Gateway

@Suite struct WebSocketPauseTests {
    @Test func nothingIsReadUntilTheTimeIsOver() throws {
        let rig = try WebSocketRig()
        rig.session.onText = { connection, _ in connection.pauseReading(for: .milliseconds(50)) }
        // What has arrived is delivered.
        try rig.receive(.text("a"), .text("b"))
        #expect(rig.session.log == ["opened", "text a", "text b", "burst"])
        #expect(!rig.reads)
        rig.advance(.milliseconds(49))
        #expect(!rig.reads)
        rig.advance(.milliseconds(1))
        #expect(rig.reads)
    }

    @Test func closingReadsThePeersAnswer() throws {
        let rig = try WebSocketRig()
        let connection = try #require(rig.session.connection)
        connection.pauseReading(for: .seconds(60))
        #expect(!rig.reads)
        connection.close(code: .normal)
        #expect(rig.reads)
        connection.pauseReading(for: .seconds(60))
        #expect(rig.reads)
        try rig.receive(.close(1000))
        #expect(rig.isClosed)
    }

    @Test func aClosedChannelEndsThePause() throws {
        let rig = try WebSocketRig()
        try #require(rig.session.connection).pauseReading(for: .seconds(1))
        rig.fire(ChannelEvent.inputClosed)
        rig.advance(seconds: 2)
        #expect(rig.isClosed)
    }
}
