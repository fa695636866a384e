import Domain
import Synchronization

/// Presence in Matrix' words.
enum MatrixPresence {
    static func event(_ presence: Presence, _ names: MatrixNames, _ clock: any WallClock) -> JSONValue {
        ["type": "m.presence", "sender": .string(names.user(presence.userId)), "content": content(presence, clock)]
    }

    static func content(_ presence: Presence, _ clock: any WallClock) -> JSONValue {
        let status =
            switch presence.status {
            case .online: "online"
            case .away: "unavailable"
            case .offline: "offline"
            }
        var content: [String: JSONValue] = [
            "presence": .string(status), "currently_active": .bool(presence.status == .online),
        ]
        if let seen = presence.lastSeen {
            content["last_active_ago"] = .integer(Int(clamping: max(0, clock.now().milliseconds(since: seen))))
        }
        return .object(content)
    }

    static func status(_ text: String) -> PresenceStatus? {
        switch text {
        case "online": .online
        case "unavailable": .away
        case "offline": .offline
        default: nil
        }
    }
}

/// How sessions want to be seen from their next sync on. A device is present while it waits for news; it's online unless it
/// said otherwise.
final class ChosenPresence: Sendable {
    private let chosen = Mutex<[SessionID: PresenceStatus]>([:])

    func set(_ status: PresenceStatus, for session: SessionID) {
        chosen.withLock { $0[session] = status == .online ? nil : status }
    }

    func of(_ session: SessionID) -> PresenceStatus { chosen.withLock { $0[session] } ?? .online }
}
