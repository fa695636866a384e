package import Domain
import Foundation
package import Live
import NIOCore
import Synchronization
import Testing

/// One device of a user: records what the Hub delivers.
package final class RecordingConnection: LiveConnection, Sendable {
    private let state = Mutex((payloads: [String](), frames: [OutboundFrame](), isRevoked: false))

    package init() {}

    /// Attaches a connection for `user`, which receives what is committed from now on.
    package static func attach(
        _ user: User,
        session: SessionID = SessionID(high: 0, low: 0),
        in fixture: MessagingFixture
    ) async throws
        -> RecordingConnection
    {
        // What was committed before may still be on its way to the connections.
        try await fixture.settled()
        let connection = RecordingConnection()
        let (hub, loop) = (fixture.live.hub, fixture.loop)
        _ = try await loop.submit { hub.attach(connection, user: user.id, session: session, on: loop) }.get()
        return connection
    }

    package var isRevoked: Bool { state.withLock { $0.isRevoked } }
    package var payloads: [String] { state.withLock { $0.payloads } }
    package var frames: [OutboundFrame] { state.withLock { $0.frames } }

    /// The durable changes among what was received, in order.
    package var events: [ChatEvent] {
        payloads.compactMap { try? JSONDecoder().decode(ChatEvent.self, from: Data($0.utf8)) }
    }

    package var receipts: [Receipt] {
        payloads.filter { $0.contains(#""type":"receipt.updated""#) }
            .compactMap { try? JSONDecoder().decode(Receipt.self, from: Data($0.utf8)) }
    }

    package func deliver(_ frame: OutboundFrame) {
        let payload = String(buffer: frame.bytes)
        let isPassing = payload.contains(#""type":"typing""#) || payload.contains(#""type":"presence""#)
        #expect(frame.isEphemeral == isPassing, "only what passes may be dropped: \(payload)")
        state.withLock { state in
            state.payloads.append(payload)
            state.frames.append(frame)
        }
    }
    package func didAnswer() {}
    package func revoke() { state.withLock { $0.isRevoked = true } }
    package func flush() {}
}
