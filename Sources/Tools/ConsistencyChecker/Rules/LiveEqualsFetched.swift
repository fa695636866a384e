import Domain

/// The state that a device built from events equals a fetch at the end, field by field.
enum LiveEqualsFetched: Rule {
    static let name = "live = fresh"

    static func check(_ history: History, _ facts: Facts) -> [Violation] {
        var devices: [String: String] = [:]
        for connection in history.connections { devices[connection.device] = connection.user }
        return devices.sorted { $0.key < $1.key }.flatMap { device, user -> [Violation] in
            guard let fetched = history.fetched.first(where: { $0.user == user }) else { return [] }
            return compare(device, LiveDevice(device, user: user, in: history), with: fetched)
        }
    }

    private static func compare(_ device: String, _ live: LiveDevice, with fetched: History.Fetched) -> [Violation] {
        var violations: [Violation] = []
        for chat in fetched.chats {
            guard let id = chat.id else { continue }
            guard let known = live.chats[id] else {
                violations.append(Violation(self, "\(device) doesn't know the chat", chat: id))
                continue
            }
            var comparison = Comparison(device: device, chat: id)
            comparison.compare(known, cursors: live.cursors[id] ?? [:], with: chat, fetched.messages[id] ?? [])
            violations += comparison.violations
        }
        let listed = Set(fetched.chats.compactMap(\.id))
        for id in live.chats.keys where !listed.contains(id) {
            violations.append(Violation(self, "\(device) still has a chat that isn't the user's", chat: id))
        }
        return violations
    }

    private struct Comparison {
        let device: String
        let chat: String
        var violations: [Violation] = []

        mutating func compare(
            _ live: LiveChat,
            cursors: [String: Cursor],
            with fetched: JSONValue,
            _ messages: [JSONValue]
        ) {
            same("seq", .integer(live.seq), fetched.object?["seq"])
            for key in ["name", "photoMediaId", "pins", "draft", "mutedUntil", "isPinned", "announcement"] {
                if let value = fetched.object?[key] { same(key, live.fields[key] ?? .null, value) }
            }
            var cursors = cursors
            let read = live.readCursor(cursors[live.user]?.read ?? 0)
            cursors[live.user, default: Cursor()].read = read
            same("readSeq", .integer(read), fetched.object?["readSeq"])
            same("unread", .integer(live.unread(after: read)), fetched.object?["unread"])
            compareMembers(live, cursors, fetched["members"]?.array ?? [])
            compareMessages(live, cursors, messages)
            same("lastMessage", live.last.map { $0["id"] ?? .null } ?? .null, fetched["lastMessage"]?["id"] ?? .null)
        }

        private mutating func compareMembers(_ live: LiveChat, _ cursors: [String: Cursor], _ members: [JSONValue]) {
            let ids = Set(members.compactMap { $0["userId"]?.string })
            if ids != Set(live.members.keys) { report("has the members \(live.members.keys), there are \(ids)") }
            for member in members {
                guard let id = member["userId"]?.string, let known = live.members[id] else { continue }
                for (key, value) in member.object ?? [:] {
                    switch key {
                    case "readSeq": same("\(key) of \(id)", .integer(cursors[id]?.read ?? 0), value)
                    case "deliveredSeq": same("\(key) of \(id)", .integer(cursors[id]?.delivered ?? 0), value)
                    default: same("\(key) of \(id)", known[key] ?? .null, value)
                    }
                }
            }
        }

        private mutating func compareMessages(_ live: LiveChat, _ cursors: [String: Cursor], _ messages: [JSONValue]) {
            for message in messages {
                let id = message.id ?? ""
                guard var known = live.messages[id] else {
                    report("lacks \(id)", seq: message.seq)
                    continue
                }
                known["status"] = live.status(of: known, cursors: cursors).map { .string($0) } ?? message["status"]
                let fetched = message.object ?? [:]
                for key in Set(fetched.keys).union(known.keys).sorted()
                where known[key] ?? .null != fetched[key] ?? .null {
                    report(
                        "has \(key) \(known[key]?.text ?? "nothing") of \(id), it is \(fetched[key]?.text ?? "nothing")",
                        seq: message.seq
                    )
                }
            }
            let ids = Set(messages.compactMap(\.id))
            for id in live.messages.keys where !ids.contains(id) { report("has \(id), which isn't there") }
        }

        private mutating func same(_ what: String, _ live: JSONValue, _ fetched: JSONValue?) {
            if live != fetched ?? .null { report("has \(what) \(live.text), it is \((fetched ?? .null).text)") }
        }

        private mutating func report(_ text: String, seq: Int? = nil) {
            violations.append(Violation(LiveEqualsFetched.self, "\(device) \(text)", chat: chat, seq: seq))
        }
    }
}
