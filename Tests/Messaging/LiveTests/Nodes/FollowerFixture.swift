import Domain
import EventBus
import Messaging
import MessagingTestKit
import NIOCore
import NIOEmbedded
import Storage
import Synchronization
import TestSupport
import Testing

@testable import Live

/// A node that commits, and another one whose connections follow, over one database. Nothing moves but what a test moves:
/// the bus passes on when it's told to, and so do the event loops.
struct FollowerFixture: Sendable {
    let writer: MessagingFixture
    let database: CountingDatabase
    let live: LiveServices
    let loop: NIOAsyncTestingEventLoop
    let bus: HeldBus

    static func run(_ body: (FollowerFixture) async throws -> Void) async throws {
        let (loop, bus) = (NIOAsyncTestingEventLoop(), HeldBus())
        try await MessagingFixture.run(on: loop, bus: bus) { writer, database in
            let hub = Hub(eventLoops: [loop]) { ByteBuffer(bytes: $0) }
            let live = LiveServices(
                database: writer.database,
                clock: writer.clock,
                states: ChatStateCache(),
                hub: hub,
                link: NodeLink(bus: bus, hub: hub, node: "b")
            )
            live.link?.begin(live, reading: writer.services.sync)
            bus.pass()
            try await body(
                FollowerFixture(writer: writer, database: database, live: live, loop: loop, bus: bus)
            )
            for node in [live, writer.live] {
                await node.link?.close()
                await node.presence.close()
                node.hub.close()
            }
        }
        await loop.shutdownGracefully()
    }

    /// A connection to the following node, which knows its chats up to now.
    func connect(_ user: User, session: SessionID = SessionID(high: 0, low: 0)) async throws -> RecordingConnection {
        let connection = RecordingConnection()
        let (hub, loop) = (live.hub, loop)
        try await loop.executeInContext { _ = hub.attach(connection, user: user.id, session: session, on: loop) }
        await live.link?.follow(user.id)
        return connection
    }

    /// Passes on what the bus holds, and lets everything happen that follows from it.
    func pass() async throws {
        // What was committed has been said by then.
        try await settle()
        bus.pass()
        try await settle()
    }

    /// Until both nodes have nothing to read any more.
    func settle() async throws {
        try await writer.database.write { _ in }
        try await writer.database.write { _ in }
        await until("the nodes rest") {
            await loop.run()
            return [live, writer.live].allSatisfy { $0.link?.isResting ?? true }
        }
        await loop.run()
    }

    /// A second passes, after which nodes look by themselves.
    func tick(_ count: Int = 1) async throws {
        for _ in 0..<count {
            await loop.advanceTime(by: NodeLink.tick)
            try await settle()
        }
    }
}

/// A bus that holds messages until a test passes them on, changed as it likes.
final class HeldBus: EventBus {
    private let state = Mutex((held: [[UInt8]](), subscribers: [@Sendable ([UInt8]) -> Void]()))

    func publish(_ message: [UInt8]) { state.withLock { $0.held.append(message) } }
    func subscribe(_ receive: @escaping @Sendable ([UInt8]) -> Void) {
        state.withLock { $0.subscribers.append(receive) }
    }
    func close() async { state.withLock { $0.subscribers = [] } }

    var held: [NodeMessage] { state.withLock { $0.held }.compactMap { NodeMessage(bytes: $0) } }

    /// - Parameter change: what arrives in the place of what was published.
    func pass(_ change: ([[UInt8]]) -> [[UInt8]] = { $0 }) {
        let (held, subscribers) = state.withLock { state in
            defer { state.held = [] }
            return (state.held, state.subscribers)
        }
        for message in change(held) { for receive in subscribers { receive(message) } }
    }
}
