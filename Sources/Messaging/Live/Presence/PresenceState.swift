import Domain
import Messaging

/// Users' presence and its published state, derived from connections alone. A pure state machine: instants are
/// nanoseconds of a monotonic clock.
struct PresenceState {
    private struct Device {
        var isAway = false
        var activeAt: Int64
        /// The chat that the device shows.
        var view: ChatID?
    }

    private struct Person {
        var devices: [ConnectionID: Device] = [:]
        var published = PresenceStatus.offline
        var publishedAt: Int64?
        /// When the last connection broke.
        var disconnectedAt: Int64?
        var lastSeen: Timestamp
        /// When `lastSeen` was last returned for storing; `nil` if it must be stored immediately.
        var storedAt: Int64?
        var hasUnstoredLastSeen = true
    }

    private let settings: PresenceSettings
    private var people: [UserID: Person] = [:]
    /// Users whose status may have to be published, with the earliest time for it.
    private var due: [UserID: Int64] = [:]

    init(_ settings: PresenceSettings) { self.settings = settings }

    // MARK: Inputs

    mutating func connected(_ user: UserID, _ connection: ConnectionID, at now: Int64, seen: Timestamp) {
        var person = people[user] ?? Person(lastSeen: seen)
        person.devices[connection] = Device(activeAt: now)
        person.disconnectedAt = nil
        person.lastSeen = max(person.lastSeen, seen)
        person.hasUnstoredLastSeen = true
        people[user] = person
        review(user, at: now)
    }

    /// - Parameter view: the chat that the device shows; `nil` if it shows none.
    mutating func set(
        _ status: PresenceStatus,
        viewing view: ChatID? = nil,
        _ user: UserID,
        _ connection: ConnectionID,
        at now: Int64
    ) {
        guard people[user]?.devices[connection] != nil else { return }
        people[user]?.devices[connection] = Device(isAway: status != .online, activeAt: now, view: view)
        review(user, at: now)
    }

    mutating func active(_ user: UserID, _ connection: ConnectionID, at now: Int64, seen: Timestamp) {
        guard people[user]?.devices[connection] != nil else { return }
        people[user]?.devices[connection]?.activeAt = now
        people[user]?.lastSeen = seen
        people[user]?.hasUnstoredLastSeen = true
        review(user, at: now)
    }

    /// - Parameter saidGoodbye: whether the device won't reconnect soon, so that the user is offline immediately.
    mutating func disconnected(
        _ user: UserID,
        _ connection: ConnectionID,
        saidGoodbye: Bool,
        at now: Int64,
        seen: Timestamp
    ) {
        guard people[user]?.devices.removeValue(forKey: connection) != nil else { return }
        people[user]?.lastSeen = seen
        people[user]?.hasUnstoredLastSeen = true
        people[user]?.storedAt = nil
        if people[user]?.devices.isEmpty == true, !saidGoodbye { people[user]?.disconnectedAt = now }
        review(user, at: now)
    }

    private mutating func review(_ user: UserID, at now: Int64) {
        guard let person = people[user] else { return }
        let isLeaving = person.devices.isEmpty && person.disconnectedAt != nil
        let settled = isLeaving ? (person.disconnectedAt ?? now) + settings.leaveGrace : now
        let moment = max(settled, person.publishedAt.map { $0 + settings.changeInterval } ?? settled)
        due[user] = moment
        nextDue = min(nextDue ?? moment, moment)
    }

    // MARK: Changes to publish

    struct Change: Equatable {
        let presence: Presence
    }

    /// When `changes` may next return something.
    private(set) var nextDue: Int64?

    /// At most `limit` changes that are due. They count as published afterwards.
    mutating func changes(at now: Int64, limit: Int) -> [Change] {
        var changes: [Change] = []
        for (user, moment) in due where moment <= now {
            guard changes.count < limit else { break }
            due[user] = nil
            guard var person = people[user] else { continue }
            let status = status(of: person, at: now)
            guard status != person.published else { continue }
            person.published = status
            person.publishedAt = now
            people[user] = person
            changes.append(Change(presence: Presence(userId: user, status: status, lastSeen: person.lastSeen)))
        }
        nextDue = due.values.min()
        return changes
    }

    /// Finds devices that have become idle, and removes users who have been offline for long.
    mutating func sweep(at now: Int64) {
        for (user, person) in people {
            if person.devices.isEmpty {
                let isOver = person.published == .offline && person.storedAt != nil && due[user] == nil
                if isOver, now - (person.publishedAt ?? now - settings.changeInterval) >= settings.changeInterval {
                    people[user] = nil
                }
            } else if person.published == .online, due[user] == nil, status(of: person, at: now) != .online {
                review(user, at: now)
            }
        }
    }

    /// The last-seen times to store now: immediately for users who disconnected, at intervals for connected users.
    mutating func lastSeenUpdates(at now: Int64) -> [UserID: Timestamp] {
        var lastSeenUpdates: [UserID: Timestamp] = [:]
        for (user, person) in people where person.hasUnstoredLastSeen {
            if let storedAt = person.storedAt, now - storedAt < settings.lastSeenInterval { continue }
            people[user]?.storedAt = now
            people[user]?.hasUnstoredLastSeen = false
            lastSeenUpdates[user] = person.lastSeen
        }
        return lastSeenUpdates
    }

    // MARK: Nodes

    /// The presence of a user by the connections of this process alone; `nil` if there are none.
    func local(_ user: UserID, except others: (ConnectionID) -> Bool, at now: Int64) -> NodeMessage.Presence? {
        guard let person = people[user] else { return nil }
        let devices = person.devices.filter { !others($0.key) }.values
        guard !devices.isEmpty else { return nil }
        let used = devices.filter { isInUse($0, at: now) }
        return NodeMessage.Presence(
            user: user,
            status: used.isEmpty ? .away : .online,
            view: used.compactMap(\.view).first
        )
    }

    /// Another node has connections of the user.
    mutating func connectedElsewhere(_ user: UserID, _ node: ConnectionID, at now: Int64, seen: Timestamp) {
        if people[user]?.devices[node] == nil { connected(user, node, at: now, seen: seen) }
    }

    /// Everybody who is connected, here or elsewhere.
    var connected: [UserID] { people.filter { !$0.value.devices.isEmpty }.map(\.key) }

    /// Ends connections, such as those of a node that has ended.
    /// - Parameter condition: asked with the connection and when it was last heard of.
    mutating func disconnect(at now: Int64, seen: Timestamp, where condition: (ConnectionID, Int64) -> Bool) {
        for (user, person) in people {
            for (connection, device) in person.devices where condition(connection, device.activeAt) {
                disconnected(user, connection, saidGoodbye: false, at: now, seen: seen)
            }
        }
    }

    // MARK: Queries

    /// The user's presence now.
    func current(_ user: UserID, at now: Int64) -> Presence? {
        people[user].map { Presence(userId: user, status: status(of: $0, at: now), lastSeen: $0.lastSeen) }
    }

    /// The user's presence as last published.
    func presence(of user: UserID) -> Presence? {
        people[user].map { Presence(userId: user, status: $0.published, lastSeen: $0.lastSeen) }
    }

    /// Whether an active device of the user shows the chat.
    func isLooking(_ user: UserID, at chat: ChatID, now: Int64) -> Bool {
        people[user]?.devices.values.contains { $0.view == chat && isInUse($0, at: now) } ?? false
    }

    func isConnected(_ user: UserID) -> Bool { people[user].map { !$0.devices.isEmpty } ?? false }
    func connectionCount(where isCounted: (ConnectionID) -> Bool) -> Int {
        people.values.reduce(0) { $0 + $1.devices.keys.count(where: isCounted) }
    }
    var isEmpty: Bool { people.isEmpty }

    private func status(of person: Person, at now: Int64) -> PresenceStatus {
        guard !person.devices.isEmpty else {
            guard let disconnectedAt = person.disconnectedAt, now - disconnectedAt < settings.leaveGrace else {
                return .offline
            }
            return person.published
        }
        return person.devices.values.contains { isInUse($0, at: now) } ? .online : .away
    }

    private func isInUse(_ device: Device, at now: Int64) -> Bool {
        !device.isAway && now - device.activeAt < settings.idleAfter
    }
}
