import Accounts
import Domain
import Messaging

/// What Matrix keeps for an account: which rooms are direct, and when to notify. It's made from the chats, and isn't
/// written by clients.
enum AccountData {
    static func events(_ chats: [Chat], _ call: MatrixCall) -> [JSONValue] {
        [
            ["type": "m.direct", "content": direct(chats, call)],
            ["type": "m.push_rules", "content": ["global": pushRules(chats, call.names)]],
        ]
    }

    static func direct(_ chats: [Chat], _ call: MatrixCall) -> JSONValue {
        var rooms: [String: JSONValue] = [:]
        for chat in chats where chat.kind == .direct {
            guard let other = chat.members.first(where: { $0.userId != call.principal.userId }) else { continue }
            rooms[call.names.user(other.userId)] = [.string(call.names.room(chat.id))]
        }
        return .object(rooms)
    }

    /// Every message notifies, but in muted chats.
    static func pushRules(_ chats: [Chat], _ names: MatrixNames) -> JSONValue {
        let muted = chats.filter { $0.mutedUntil != nil }.map { chat in
            rule(names.room(chat.id), isDefault: false, [:], actions: [])
        }
        let master = rule(".m.rule.master", isEnabled: false, ["conditions": []], actions: [])
        let messages: JSONValue = ["kind": "event_match", "key": "type", "pattern": "m.room.message"]
        return [
            "override": [master], "content": [], "room": .array(muted), "sender": [],
            "underride": [rule(".m.rule.message", ["conditions": [messages]], actions: ["notify"])],
        ]
    }

    private static func rule(
        _ id: String,
        isDefault: Bool = true,
        isEnabled: Bool = true,
        _ more: [String: JSONValue],
        actions: [JSONValue]
    ) -> JSONValue {
        var rule = more
        rule["rule_id"] = .string(id)
        rule["default"] = .bool(isDefault)
        rule["enabled"] = .bool(isEnabled)
        rule["actions"] = .array(actions)
        return .object(rule)
    }
}

/// There are no keys: nothing is encrypted end to end.
enum EncryptionKeys {
    /// Clients make keys for as long as a server has too few. Said to be enough, so that they leave it at that.
    static let counts: JSONValue = ["signed_curve25519": 50]
}
