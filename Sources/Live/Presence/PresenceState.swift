import Domain

/// Who is there and what was told of it, from connections alone. Knows no clock, database or socket; instants are
/// nanoseconds of a clock that never goes back.
struct PresenceBoard {
    private struct Device {
        var isAway = false
        var activeAt: Int64
        /// The chat that it shows.
        var view: ChatID?
    }

    private struct Person {
        var devices: [ConnectionID: Device] = [:]
        var told = PresenceStatus.offline
        var toldAt: Int64?
        /// When the last connection broke.
        var leftAt: Int64?
        var lastSeen: Timestamp
        /// When `lastSeen` was last handed out to be written down; nothing where it has changed since.
        var notedAt: Int64?
        var isSeenSinceNoted = true
    }

    private let settings: PresenceSettings
    private var people: [UserID: Person] = [:]
    /// Whose status may have to be told, and from when on.
    private var due: [UserID: Int64] = [:]

    init(_ settings: PresenceSettings) { self.settings = settings }

    // MARK: What happens

    mutating func connected(_ user: UserID, _ connection: ConnectionID, at now: Int64, seen: Timestamp) {
        var person = people[user] ?? Person(lastSeen: seen)
        person.devices[connection] = Device(activeAt: now)
        person.leftAt = nil
        person.lastSeen = max(person.lastSeen, seen)
        person.isSeenSinceNoted = true
        people[user] = person
        review(user, at: now)
    }

    /// - Parameter view: the chat that the device shows; without one it shows none.
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
        people[user]?.isSeenSinceNoted = true
        review(user, at: now)
    }

    /// - Parameter saidGoodbye: it won't be back in a moment, so there's nothing to wait for.
    mutating func disconnected(
        _ user: UserID,
        _ connection: ConnectionID,
        saidGoodbye: Bool,
        at now: Int64,
        seen: Timestamp
    ) {
        guard people[user]?.devices.removeValue(forKey: connection) != nil else { return }
        people[user]?.lastSeen = seen
        people[user]?.isSeenSinceNoted = true
        people[user]?.notedAt = nil
        if people[user]?.devices.isEmpty == true, !saidGoodbye { people[user]?.leftAt = now }
        review(user, at: now)
    }

    private mutating func review(_ user: UserID, at now: Int64) {
        guard let person = people[user] else { return }
        let isLeaving = person.devices.isEmpty && person.leftAt != nil
        let settled = isLeaving ? (person.leftAt ?? now) + settings.leaveGrace : now
        let moment = max(settled, person.toldAt.map { $0 + settings.spacing } ?? settled)
        due[user] = moment
        nextDue = min(nextDue ?? moment, moment)
    }

    // MARK: What is to be told

    struct Change: Equatable {
        let presence: Presence
    }

    /// When `changes` next may have something to look at.
    private(set) var nextDue: Int64?

    /// The changes that are due, at most `limit`; they count as told from now on.
    mutating func changes(at now: Int64, limit: Int) -> [Change] {
        var changes: [Change] = []
        for (user, moment) in due where moment <= now {
            guard changes.count < limit else { break }
            due[user] = nil
            guard var person = people[user] else { continue }
            let status = status(of: person, at: now)
            guard status != person.told else { continue }
            person.told = status
            person.toldAt = now
            people[user] = person
            changes.append(Change(presence: Presence(userId: user, status: status, lastSeen: person.lastSeen)))
        }
        nextDue = due.values.min()
        return changes
    }

    /// Looks for devices that have become idle, and forgets those who are long gone.
    mutating func sweep(at now: Int64) {
        for (user, person) in people {
            if person.devices.isEmpty {
                let isOver = person.told == .offline && person.notedAt != nil && due[user] == nil
                if isOver, now - (person.toldAt ?? now - settings.spacing) >= settings.spacing { people[user] = nil }
            } else if person.told == .online, due[user] == nil, status(of: person, at: now) != .online {
                review(user, at: now)
            }
        }
    }

    /// When people were last seen, as far as that's to be written down now: at once for whoever went, now and then for
    /// whoever stays.
    mutating func sightings(at now: Int64) -> [UserID: Timestamp] {
        var sightings: [UserID: Timestamp] = [:]
        for (user, person) in people where person.isSeenSinceNoted {
            if let notedAt = person.notedAt, now - notedAt < settings.seenSpacing { continue }
            people[user]?.notedAt = now
            people[user]?.isSeenSinceNoted = false
            sightings[user] = person.lastSeen
        }
        return sightings
    }

    // MARK: What is known

    /// What holds now, for whoever asks.
    func current(_ user: UserID, at now: Int64) -> Presence? {
        people[user].map { Presence(userId: user, status: status(of: $0, at: now), lastSeen: $0.lastSeen) }
    }

    /// What others were told.
    func presence(of user: UserID) -> Presence? {
        people[user].map { Presence(userId: user, status: $0.told, lastSeen: $0.lastSeen) }
    }

    /// Whether a device that is in use shows the chat.
    func isLooking(_ user: UserID, at chat: ChatID, now: Int64) -> Bool {
        people[user]?.devices.values.contains { $0.view == chat && isInUse($0, at: now) } ?? false
    }

    func isConnected(_ user: UserID) -> Bool { people[user].map { !$0.devices.isEmpty } ?? false }
    var connectionCount: Int { people.values.reduce(0) { $0 + $1.devices.count } }
    var isEmpty: Bool { people.isEmpty }

    private func status(of person: Person, at now: Int64) -> PresenceStatus {
        guard !person.devices.isEmpty else {
            guard let leftAt = person.leftAt, now - leftAt < settings.leaveGrace else { return .offline }
            return person.told
        }
        return person.devices.values.contains { isInUse($0, at: now) } ? .online : .away
    }

    private func isInUse(_ device: Device, at now: Int64) -> Bool {
        !device.isAway && now - device.activeAt < settings.idleAfter
    }
}
