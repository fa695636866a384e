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

    @Test func whoIsAdmitted() {
        let (one, other) = (UserID(high: 1, low: 1), UserID(high: 1, low: 2))
        func frame(_ admission: Admission) -> OutboundFrame {
            OutboundFrame(bytes: ByteBuffer(), admission: admission)
        }
        #expect(frame(.one(one)).admits(one) && !frame(.one(one)).admits(other))
        #expect(frame(.everyone).admits(other) && !frame(.nobody).admits(one))
    }
}
