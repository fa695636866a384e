import Domain
import NIOCore
import NIOEmbedded
import Testing

@testable import Messaging

@Suite struct HubTests {
    /// What a reader may have seen of a group is delivered before anything that waits for it.
    @Test func whatWasReadIsDeliveredFirst() {
        let loop = EmbeddedEventLoop()
        let hub = Hub(eventLoops: [loop]) { ByteBuffer(bytes: $0) }
        let listener = Listener()
        let (user, session) = (UserID(high: 1, low: 1), SessionID(high: 2, low: 2))
        #expect(hub.attach(listener, user: user, session: session, on: loop) != nil)

        hub.groupBegins()
        hub.gather(hub.encode(Array("group".utf8)), to: [user])
        hub.whenDelivered(on: loop) { listener.deliver(hub.encode(Array("after".utf8))) }
        loop.run()
        #expect(listener.payloads == [])
        hub.flush()
        loop.run()
        #expect(listener.payloads == ["group", "after"])
        hub.whenDelivered(on: loop) { listener.deliver(hub.encode(Array("idle".utf8))) }
        loop.run()
        #expect(listener.payloads == ["group", "after", "idle"])
    }

    @Test func whoIsAdmitted() {
        let (one, other) = (UserID(high: 1, low: 1), UserID(high: 1, low: 2))
        func delivery(_ admits: Delivery.Admission) -> Delivery {
            Delivery(frame: ByteBuffer(), position: nil, admits: admits)
        }
        #expect(delivery(.one(one)).admits(one) && !delivery(.one(one)).admits(other))
        #expect(delivery(.everyone).admits(other) && !delivery(.nobody).admits(one))
    }
}
