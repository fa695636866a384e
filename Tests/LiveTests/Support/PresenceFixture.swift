import Domain
import Foundation
import NIOCore
import NIOEmbedded
import Storage
import Synchronization

@testable import Messaging

/// A world whose event loop stands still until the test lets time pass.
struct PresenceHouse: Sendable {
    let world: World
    let loop: NIOAsyncTestingEventLoop
    let database: CountingDatabase

    static func run(_ body: (PresenceHouse) async throws -> Void) async throws {
        let loop = NIOAsyncTestingEventLoop()
        try await World.run(on: loop) { world, database in
            try await body(PresenceHouse(world: world, loop: loop, database: database))
            await world.services.presence.close()
        }
        await loop.shutdownGracefully()
    }

    var presence: PresenceRegistry { world.services.presence }

    /// Somebody's device, connected and said hello.
    func device(of user: UserID) async throws -> Device {
        let listener = Listener()
        let (hub, loop, presence) = (world.services.hub, loop, presence)
        let id = try await loop.executeInContext {
            hub.attach(listener, user: user, session: SessionID(high: 0, low: 0), on: loop)
        }
        guard let id else { throw CancellationError() }
        presence.connected(user, id)
        return Device(user: user, id: id, listener: listener)
    }

    func leave(_ device: Device, saidGoodbye: Bool = true) async throws {
        let hub = world.services.hub
        try await loop.executeInContext { hub.detach(device.id) }
        presence.disconnected(device.user, device.id, saidGoodbye: saidGoodbye)
    }

    /// Lets time pass in steps of what changes are gathered for; what was told by then has arrived.
    func pass(milliseconds: Int64) async throws {
        var left = milliseconds
        while left > 0 {
            let step = min(left, 50)
            await loop.advanceTime(by: .milliseconds(step))
            try await settle()
            left -= step
        }
    }

    func settle() async throws {
        // The second group begins when the first one's bytes were handed over.
        try await world.database.write { _ in }
        try await world.database.write { _ in }
        await loop.run()
    }
}

struct Device: Sendable {
    let user: UserID
    let id: ConnectionID
    let listener: Listener

    /// What was heard of others, in order.
    var heard: [Presence] {
        listener.payloads.filter { $0.contains(#""type":"presence""#) }
            .compactMap { try? JSONDecoder().decode(Presence.self, from: Data($0.utf8)) }
    }

    func heard(of user: UserID) -> [PresenceStatus] { heard.filter { $0.userId == user }.map(\.status) }

    var typing: [Typing] {
        listener.payloads.filter { $0.contains(#""type":"typing""#) }
            .compactMap { try? JSONDecoder().decode(Typing.self, from: Data($0.utf8)) }
    }
}

/// Counts what is asked of a database.
final class CountingDatabase: Database {
    struct Count: Sendable, Equatable {
        var jobs = 0
        var queries = 0
    }

    private let base: any Database
    private let count = Mutex(Count())

    init(_ base: any Database) { self.base = base }

    /// What was asked since the last time.
    func take() -> Count {
        count.withLock { count in
            defer { count = Count() }
            return count
        }
    }

    func enqueueRead<Value: Sendable>(
        _ body: @escaping @Sendable (any SQLConnection) throws -> Value,
        completion: @escaping @Sendable (Result<Value, any Error>) -> Void
    ) {
        count.withLock { $0.jobs += 1 }
        base.enqueueRead({ try body(self.counting($0)) }, completion: completion)
    }

    func enqueue<Value: Sendable>(
        _ body: @escaping @Sendable (any SQLConnection) throws -> Value,
        completion: @escaping @Sendable (Result<Value, any Error>) -> Void
    ) {
        count.withLock { $0.jobs += 1 }
        base.enqueue({ try body(self.counting($0)) }, completion: completion)
    }

    func onRollback(_ action: @escaping @Sendable () -> Void) { base.onRollback(action) }
    func beforeCommit(_ action: @escaping @Sendable (any SQLConnection) throws -> Void) { base.beforeCommit(action) }
    func beforeGroup(_ action: @escaping @Sendable () -> Void) { base.beforeGroup(action) }
    func afterGroup(_ action: @escaping @Sendable () -> Void) { base.afterGroup(action) }
    func close() async throws { try await base.close() }

    private func counting(_ connection: any SQLConnection) -> CountingConnection {
        CountingConnection(base: connection) { self.count.withLock { $0.queries += 1 } }
    }
}

struct CountingConnection: SQLConnection {
    let base: any SQLConnection
    let onQuery: () -> Void

    func execute(_ sql: String, _ arguments: [any SQLBindable]) throws -> Int { try base.execute(sql, arguments) }

    func forEach(_ sql: String, _ arguments: [any SQLBindable], _ body: (any SQLRow) throws -> Bool) throws {
        onQuery()
        try base.forEach(sql, arguments, body)
    }
}
