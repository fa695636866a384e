public import Domain
public import Storage
import Synchronization

/// Who is there: derived from open connections, several devices of a user taken together.
public final class PresenceRegistry: Sendable {
    private struct Devices: Sendable {
        var connections: [ConnectionID: PresenceStatus] = [:]
        var lastSeen: Timestamp?

        var status: PresenceStatus {
            if connections.values.contains(.online) { return .online }
            return connections.isEmpty ? .offline : .away
        }
    }

    private let users = Mutex([UserID: Devices]())
    private let clock: any WallClock
    private let database: any Database
    private let hub: Hub

    public init(database: any Database, clock: any WallClock, hub: Hub) {
        self.database = database
        self.clock = clock
        self.hub = hub
    }

    public func connected(_ user: UserID, _ connection: ConnectionID) {
        change(user) { $0.connections[connection] = .online }
    }

    public func set(_ status: PresenceStatus, _ user: UserID, _ connection: ConnectionID) {
        change(user) { devices in
            guard devices.connections[connection] != nil else { return }
            devices.connections[connection] = status
        }
    }

    public func disconnected(_ user: UserID, _ connection: ConnectionID) {
        let now = clock.now()
        change(user) { devices in
            devices.connections[connection] = nil
            devices.lastSeen = now
        }
    }

    /// What is known of a user in this process's life. Whether it may be shown is the caller's question.
    public func presence(of user: UserID) -> Presence {
        users.withLock { users in
            let devices = users[user] ?? Devices()
            return Presence(userId: user, status: devices.status, lastSeen: devices.lastSeen)
        }
    }

    /// Open connections of this process.
    public var connectionCount: Int { users.withLock { $0.values.reduce(0) { $0 + $1.connections.count } } }

    /// The presence of everybody who shares a chat with `user` now.
    public func companions(of user: UserID) async throws -> [Presence] {
        try await database.read { try Self.companions(of: user, on: $0) }.map(presence)
    }

    private func change(_ user: UserID, _ body: (inout Devices) -> Void) {
        let hasChanged = users.withLock { users in
            var devices = users[user] ?? Devices()
            let before = devices.status
            body(&devices)
            users[user] = devices
            return devices.status != before
        }
        guard hasChanged else { return }
        Task {
            // Nobody waits for presence: where it can't be read, it's simply not told this time.
            guard let companions = try? await database.read({ try Self.companions(of: user, on: $0) }) else { return }
            // Read and handed over under one lock, so that what is told last is what holds.
            users.withLock { users in
                let devices = users[user] ?? Devices()
                let presence = Presence(userId: user, status: devices.status, lastSeen: devices.lastSeen)
                hub.publish(hub.encode(ServerFrames.presence(presence)), to: companions)
            }
        }
    }

    private static func companions(of user: UserID, on connection: any SQLConnection) throws -> [UserID] {
        try connection.query(
            """
            SELECT DISTINCT theirs.user_id FROM members mine
            JOIN members theirs ON theirs.chat_id = mine.chat_id AND theirs.user_id <> mine.user_id
            WHERE mine.user_id = $1 AND NOT EXISTS (
                SELECT 1 FROM blocks b WHERE (b.blocker_id = mine.user_id AND b.blocked_id = theirs.user_id)
                    OR (b.blocker_id = theirs.user_id AND b.blocked_id = mine.user_id)
            )
            """,
            user
        ) { try $0.id(0) }
    }
}
