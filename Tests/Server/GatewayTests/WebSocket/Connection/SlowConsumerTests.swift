import NIOCore
import Testing

@testable import Gateway

/// What a peer doesn't read waits in the channel.
@Suite struct SlowConsumerTests {
    private let frame = ServerFrame.binary(ByteBuffer(repeating: 1, count: 2000))

    private func rig() throws -> WebSocketRig {
        var configuration = WebSocketConfiguration()
        configuration.maxQueuedBytes = 100_000
        return try WebSocketRig(configuration: configuration)
    }

    @Test func closesAboveTheLimit() throws {
        let rig = try rig()
        let connection = try #require(rig.session.connection)
        rig.isStuck = true
        let fitting = 100_000 / frame.readableBytes
        for _ in 0..<fitting { connection.send(frame: frame) }
        #expect(connection.isOpen)
        #expect(connection.queuedBytes == fitting * frame.readableBytes)
        connection.send(frame: frame)
        #expect(!connection.isOpen)
        rig.nextTurn()
        #expect(rig.session.log == ["opened", "closed"])
        rig.isStuck = false
        let sent = try rig.sent()
        #expect(sent.count == fitting + 1)
        #expect(sent.last?.closeCode == 4008)
        rig.advance(seconds: 5)
        #expect(rig.isClosed)
    }

    /// More than the limit in one turn of the loop, to a peer that reads.
    @Test func aBigTurnIsNotSlowness() throws {
        let rig = try rig()
        let connection = try #require(rig.session.connection)
        for _ in 0..<1000 { connection.send(frame: frame) }
        connection.flush()
        #expect(connection.isOpen)
        #expect(try rig.sent().count == 1000)
    }

    @Test func goesOnWhenThePeerCaughtUp() throws {
        let rig = try rig()
        let connection = try #require(rig.session.connection)
        for _ in 0..<1000 {
            connection.send(frame: frame)
            connection.flush()
        }
        #expect(connection.isOpen)
        #expect(try rig.sent().count == 1000)
    }

    @Test func skipsEphemeralAboveAQuarter() throws {
        let rig = try rig()
        let connection = try #require(rig.session.connection)
        rig.isStuck = true
        for _ in 0..<100 { connection.send(ephemeral: frame) }
        #expect(connection.isOpen)
        #expect(connection.queuedBytes <= 25_000)
        connection.send(frame: frame)
        rig.isStuck = false
        connection.flush()
        #expect(try rig.sent().count == 25_000 / frame.readableBytes + 1)
        connection.send(ephemeral: frame)
        connection.flush()
        #expect(try rig.sent().count == 1)
    }

    /// Pongs count as well: a peer that pings without reading is cut off.
    @Test func pongsCountAsOutgoingBytes() throws {
        let rig = try rig()
        rig.isStuck = true
        let flood = Array(repeating: MaskedFrame.ping(String(repeating: "x", count: 125)), count: 1000)
        try rig.receive(bytes: flood.buffer)
        rig.isStuck = false
        #expect(try rig.sent().last?.closeCode == 4008)
    }
}
