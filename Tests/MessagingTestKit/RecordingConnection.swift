import Domain
import Foundation
import NIOCore
import Synchronization
import Testing

@testable import Messaging

/// One device of a user: keeps what the Hub delivers.
final class Listener: LiveConnection, Sendable {
    private let state = Mutex((payloads: [String](), isRevoked: false))

    /// Attaches a listener for `user`; it hears what is committed from now on.
    static func attach(_ user: User, session: SessionID = SessionID(high: 0, low: 0), in world: World) async throws
        -> Listener
    {
        // What was committed before may still be on its way to the connections.
        try await world.settled()
        let listener = Listener()
        let (hub, loop) = (world.services.hub, world.loop)
        _ = try await loop.submit { hub.attach(listener, user: user.id, session: session, on: loop) }.get()
        return listener
    }

    var isRevoked: Bool { state.withLock { $0.isRevoked } }
    var payloads: [String] { state.withLock { $0.payloads } }

    /// The durable changes among what came, in order.
    var events: [ChatEvent] {
        payloads.compactMap { try? JSONDecoder().decode(ChatEvent.self, from: Data($0.utf8)) }
    }

    var receipts: [Receipt] {
        payloads.filter { $0.contains(#""type":"receipt.updated""#) }
            .compactMap { try? JSONDecoder().decode(Receipt.self, from: Data($0.utf8)) }
    }

    func deliver(_ delivery: Delivery) {
        let payload = String(buffer: delivery.frame)
        let isPassing = payload.contains(#""type":"typing""#) || payload.contains(#""type":"presence""#)
        #expect(delivery.isEphemeral == isPassing, "only what passes may be dropped: \(payload)")
        state.withLock { $0.payloads.append(payload) }
    }
    func answered() {}
    func revoke() { state.withLock { $0.isRevoked = true } }
    func flush() {}
}
