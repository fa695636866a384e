import Domain
import Messaging
import MessagingTestKit
import NIOCore
import NIOEmbedded
import Testing

@testable import Live

@Suite struct HubTests {
    /// What a reader may have seen of a group is delivered before anything that waits for it.
    @Test func whatWasReadIsDeliveredFirst() {
        let loop = EmbeddedEventLoop()
        let hub = Hub(eventLoops: [loop]) { ByteBuffer(bytes: $0) }
        let connection = RecordingConnection()
        let (user, session) = (UserID(high: 1, low: 1), SessionID(high: 2, low: 2))
        #expect(hub.attach(connection, user: user, session: session, on: loop) != nil)

        hub.groupWillBegin()
        hub.enqueue(hub.encode(Array("group".utf8)), to: [user])
        hub.whenDelivered(on: loop) { connection.deliver(hub.encode(Array("after".utf8))) }
        loop.run()
        #expect(connection.payloads == [])
        hub.flush()
        loop.run()
        #expect(connection.payloads == ["group", "after"])
        hub.whenDelivered(on: loop) { connection.deliver(hub.encode(Array("idle".utf8))) }
        loop.run()
        #expect(connection.payloads == ["group", "after", "idle"])
    }

    /// A loop that falls behind sends several groups in one write for each connection.
    @Test func groupsThatHaveArrivedAreFlushedTogether() {
        let loop = EmbeddedEventLoop()
        let hub = Hub(eventLoops: [loop]) { ByteBuffer(bytes: $0) }
        let connection = FlushCountingConnection()
        let user = UserID(high: 1, low: 1)
        #expect(hub.attach(connection, user: user, session: SessionID(high: 2, low: 2), on: loop) != nil)
        for text in ["a", "b", "c"] {
            hub.groupWillBegin()
            hub.enqueue(hub.encode(Array(text.utf8)), to: [user])
            hub.flush()
        }
        loop.run()
        #expect(connection.payloads == ["a", "b", "c"] && connection.flushes == 1)
    }

    /// With few connections nothing is held back; many wait for the group that is being stored, at most a millisecond.
    @Test(arguments: [(1, true), (127, true), (128, false)])
    func manyConnectionsWaitForTheNextGroup(count: Int, areFlushedAtOnce: Bool) throws {
        let loop = EmbeddedEventLoop()
        let hub = Hub(eventLoops: [loop]) { ByteBuffer(bytes: $0) }
        let users = (0..<count).map { UserID(high: 1, low: UInt64($0)) }
        let connections = users.map { user in
            let connection = FlushCountingConnection()
            #expect(hub.attach(connection, user: user, session: SessionID(high: 2, low: 2), on: loop) != nil)
            return connection
        }
        let last = try #require(connections.last)
        func group(_ text: String) {
            hub.enqueue(hub.encode(Array(text.utf8)), to: users)
            hub.flush()
            loop.run()
        }
        hub.groupWillBegin()
        hub.groupWillBegin()
        group("a")
        #expect(last.payloads == ["a"] && last.flushes == (areFlushedAtOnce ? 1 : 0))
        group("b")
        #expect(last.payloads == ["a", "b"] && last.flushes == (areFlushedAtOnce ? 2 : 1))

        hub.groupWillBegin()
        hub.groupWillBegin()
        group("c")
        let before = last.flushes
        loop.advanceTime(by: .milliseconds(1))
        #expect(last.flushes == before + (areFlushedAtOnce ? 0 : 1))
        loop.advanceTime(by: .seconds(1))
        #expect(last.flushes == before + (areFlushedAtOnce ? 0 : 1))
    }

    /// The same where a link passes on in the place of `flush()`.
    @Test func manyConnectionsWaitForTheNextGroupThatALinkPassesOn() {
        let loop = EmbeddedEventLoop()
        let hub = Hub(eventLoops: [loop]) { ByteBuffer(bytes: $0) }
        let users = (0..<128).map { UserID(high: 1, low: UInt64($0)) }
        let connections = users.map { user in
            let connection = FlushCountingConnection()
            #expect(hub.attach(connection, user: user, session: SessionID(high: 2, low: 2), on: loop) != nil)
            return connection
        }
        func pass(_ text: String) {
            hub.enqueue(hub.encode(Array(text.utf8)), to: users)
            hub.pass(hub.takeQueue(), ending: 1)
            loop.run()
        }
        for _ in 0..<2 { hub.groupWillBegin() }
        pass("a")
        #expect(connections.allSatisfy { $0.payloads == ["a"] && $0.flushes == 0 })
        pass("b")
        #expect(connections.allSatisfy { $0.payloads == ["a", "b"] && $0.flushes == 1 })
    }

    /// A look at the tables takes a part of the connections, and copies nothing of the others.
    @Test func thoseWhoAreAskedForAreListed() throws {
        let loop = EmbeddedEventLoop()
        let hub = Hub(eventLoops: [loop]) { ByteBuffer(bytes: $0) }
        for number in 0..<10 as Range<UInt64> {
            let user = UserID(high: 1, low: number)
            _ = hub.attach(FlushCountingConnection(), user: user, session: SessionID(high: 2, low: number), on: loop)
        }
        let following = try #require(hub.following { $0.low % 4 == 1 })
        loop.run()
        let loops = try following.wait()
        #expect(loops.map(\.all) == [10])
        #expect(loops.flatMap(\.asked).map(\.session.low).sorted() == [1, 5, 9])
    }

    @Test func whoIsAdmitted() {
        let (one, other) = (UserID(high: 1, low: 1), UserID(high: 1, low: 2))
        func frame(_ admission: Admission) -> OutboundFrame {
            OutboundFrame(bytes: ByteBuffer(), admission: admission)
        }
        #expect(frame(.one(one)).admits(one) && !frame(.one(one)).admits(other))
        #expect(frame(.everyone).admits(other) && !frame(.nobody).admits(one))
        #expect(!frame(.parting(one)).admits(one) && frame(.parting(one)).dismisses(one))
        #expect(!frame(.parting(one)).dismisses(other) && !frame(.everyone).dismisses(one))
    }
}

/// Used on one thread.
private final class FlushCountingConnection: LiveConnection {
    private(set) var payloads: [String] = []
    private(set) var flushes = 0

    func deliver(_ frame: OutboundFrame) { payloads.append(String(buffer: frame.bytes)) }
    func didAnswer() {}
    func revoke() {}
    func flush() { flushes += 1 }
}
