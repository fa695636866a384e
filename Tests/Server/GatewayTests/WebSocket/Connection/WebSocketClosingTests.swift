import NIOCore
import Testing

@testable import Gateway

@Suite struct WebSocketClosingTests {
    @Test(arguments: [(MaskedFrame.close(), 0), (.close(1000), 1000), (.close(4711, reason: "bye"), 4711)])
    func echoesThePeersCode(frame: MaskedFrame, code: Int) throws {
        let rig = try WebSocketRig()
        try rig.receive(frame, .text("after"))
        #expect(try rig.sent().map(\.closeCode) == [code])
        #expect(rig.endedStream)
        #expect(rig.session.log == ["opened", "closed"])
        rig.fire(ChannelEvent.inputClosed)
        #expect(rig.isClosed)
    }

    @Test func closesWhenThePeerAnswers() throws {
        let rig = try WebSocketRig()
        rig.session.onText = { connection, _ in
            connection.send(text: "last")
            connection.close(code: .policyViolation, reason: "logged out")
            connection.send(text: "too late")
        }
        try rig.receive(.text("x"), .text("not delivered"))
        let sent = try rig.sent()
        #expect(sent.map(\.closeCode) == [nil, 1008])
        #expect(sent.first == .text("last"))
        #expect(!rig.isClosed)
        // Between our close frame and the peer's, messages and pings are no longer answered.
        try rig.receive(.text("y"), .ping("z"), .close(1008))
        #expect(rig.isClosed)
        #expect(try rig.sent() == [])
        #expect(rig.session.log == ["opened", "text x", "burst", "closed"])
    }

    @Test func closesWhenThePeerDoesNotAnswer() throws {
        let rig = try WebSocketRig()
        rig.session.connection?.close(code: .normal)
        rig.advance(seconds: 4)
        #expect(!rig.isClosed)
        rig.advance(seconds: 1)
        #expect(rig.isClosed)
        #expect(rig.session.log == ["opened", "closed"])
    }

    @Test func closesWhenThePeerNeverEndsItsHalf() throws {
        let rig = try WebSocketRig()
        try rig.receive(.close(1000))
        rig.advance(seconds: 4)
        #expect(!rig.isClosed)
        rig.advance(seconds: 1)
        #expect(rig.isClosed)
    }

    /// A peer that just goes: only this event tells of it.
    @Test func endsWithThePeersHalf() throws {
        let rig = try WebSocketRig()
        rig.fire(ChannelEvent.inputClosed)
        #expect(rig.isClosed)
        #expect(rig.session.log == ["opened", "closed"])
    }

    @Test func endsWithTheSocket() throws {
        let rig = try WebSocketRig()
        rig.fail(IOError(errnoCode: 104, reason: "connection reset"))
        #expect(rig.isClosed)
        #expect(rig.session.log == ["opened", "closed"])
        // A session that still holds the connection can do nothing wrong with it.
        rig.session.connection?.send(text: "x")
        rig.session.connection?.flush()
        rig.session.connection?.close(code: .normal)
        #expect(rig.session.connection?.queuedBytes == 0)
        #expect(rig.session.connection?.isWritable == false)
    }

    @Test func quiescesWithLastWords() throws {
        let rig = try WebSocketRig()
        rig.session.onQuiesce = { $0.send(text: "last words") }
        rig.fire(ChannelShouldQuiesceEvent())
        let sent = try rig.sent()
        #expect(sent.map(\.closeCode) == [nil, 1001])
        #expect(sent.first == .text("last words"))
        #expect(rig.session.log == ["opened", "quiesce", "closed"])
        #expect(!rig.isClosed)
        rig.advance(seconds: 5)
        #expect(rig.isClosed)
    }

    /// Other servers take its clients, which come back one by one.
    @Test func aDrainIsSpread() throws {
        var configuration = WebSocketConfiguration()
        configuration.drainSpread = .seconds(4)
        let rigs = try (0..<64).map { _ in try WebSocketRig(configuration: configuration) }
        for rig in rigs {
            rig.fire(ChannelShouldQuiesceEvent())
            rig.fire(ChannelShouldQuiesceEvent())
            #expect(try rig.sent().isEmpty)
        }
        var closed: [Int] = []
        for _ in 1...4 {
            for rig in rigs { rig.advance(seconds: 1) }
            closed.append(rigs.count { $0.session.log.contains("quiesce") })
        }
        #expect(closed.last == 64)
        // That all of them choose the same quarter is as good as impossible.
        #expect((closed.first ?? 0) < 64)
        for rig in rigs { #expect(try rig.sent().last?.closeCode == 1012) }
    }

    /// `closed` never comes while a call of the session is on the stack, nor twice.
    @Test func isToldOfTheEndOnTheNextTurn() throws {
        let rig = try WebSocketRig()
        var logDuringCall: [String] = []
        rig.session.onText = { [session = rig.session] connection, _ in
            connection.close(code: .normal)
            connection.close(code: .normal)
            logDuringCall = session.log
        }
        try rig.receive(.text("x"), .close(1000))
        #expect(logDuringCall == ["opened", "text x"])
        #expect(rig.session.log == ["opened", "text x", "burst", "closed"])
    }
}
