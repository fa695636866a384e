import NIOCore
import Testing

@testable import Gateway

@Suite struct WebSocketPauseTests {
    /// Whoever goes beyond a limit has no further message looked at before the limit allows one.
    @Test func nothingIsReadUntilTheTimeIsOver() throws {
        let rig = try WebSocketRig()
        rig.session.onText = { connection, text in if text == "a" { connection.pauseReading(for: .milliseconds(50)) } }
        try rig.receive(.text("a"), .text("b"))
        try rig.receive(.text("c"))
        #expect(rig.session.log == ["opened", "text a", "burst"])
        #expect(!rig.reads)
        rig.advance(.milliseconds(49))
        #expect(!rig.reads)
        rig.advance(.milliseconds(1))
        #expect(rig.reads)
        #expect(rig.session.log == ["opened", "text a", "burst", "text b", "text c", "burst"])
    }

    /// Of many messages that arrived together, each pause lets one be looked at.
    @Test func whatArrivedIsLookedAtPauseByPause() throws {
        let rig = try WebSocketRig()
        rig.session.onText = { connection, _ in connection.pauseReading(for: .seconds(1)) }
        try rig.receive(.text("a"), .text("b"), .text("c"))
        for texts in [["a"], ["a", "b"], ["a", "b", "c"]] {
            #expect(rig.session.log.filter { $0.hasPrefix("text") } == texts.map { "text \($0)" })
            rig.advance(seconds: 1)
        }
        #expect(rig.reads)
    }

    /// However long that takes: whoever has said more than is looked at isn't silent.
    @Test func whatIsLookedAtLaterIsASignOfLife() throws {
        let rig = try WebSocketRig()
        rig.session.onText = { connection, _ in connection.pauseReading(for: .seconds(1)) }
        try rig.receive(.text("a"), .text("b"), .text("c"))
        let connection = try #require(rig.session.connection)
        let start = connection.lastActivity
        for seconds in 1...2 as ClosedRange<Int64> {
            rig.advance(seconds: 1)
            #expect(connection.lastActivity - start == .seconds(seconds))
        }
        rig.advance(seconds: 10)
        #expect(connection.lastActivity - start == .seconds(2), "nothing more has come")
    }

    @Test func closingLooksAtThePeersAnswerThatHadArrived() throws {
        let rig = try WebSocketRig()
        rig.session.onText = { connection, _ in connection.pauseReading(for: .seconds(60)) }
        try rig.receive(.text("a"), .text("b"), .close(1000))
        #expect(!rig.isClosed)
        let connection = try #require(rig.session.connection)
        connection.send(text: "last")
        connection.close(code: .normal)
        rig.nextTurn()
        #expect(rig.isClosed)
        let sent = try rig.sent()
        #expect(sent.first == .text("last") && sent.last?.closeCode == 1000 && sent.count == 2, "\(sent)")
        #expect(!rig.session.log.contains("text b"))
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
