import Domain

/// A chat as a client keeps it: fetched once, then changed by each event in order.
struct LiveChat {
    private(set) var seq: Int
    /// The chat's own fields, as its JSON has them.
    private(set) var fields: [String: JSONValue]
    private(set) var members: [String: [String: JSONValue]]
    private(set) var messages: [String: [String: JSONValue]]
    let user: String

    init(_ base: History.Base, user: String) {
        self.user = user
        fields = base.chat.object ?? [:]
        seq = base.chat.seq ?? 0
        members = [:]
        for member in base.chat["members"]?.array ?? [] {
            members[member["userId"]?.string ?? ""] = member.object
        }
        messages = [:]
        for message in base.messages { messages[message.id ?? ""] = message.object }
    }

    mutating func apply(_ event: JSONValue) {
        guard let at = event.seq, at > seq else { return }
        seq = at
        switch event.type {
        case "chat.updated":
            for key in ["name", "photoMediaId", "pins"] {
                if let value = event.object?[key] { fields[key] = value }
            }
        case "member.changed": change(event["member"])
        default: store(event["message"])
        }
    }

    private mutating func change(_ member: JSONValue?) {
        guard let member, let id = member["userId"]?.string else { return }
        switch member["change"]?.string {
        case "removed", "left": members[id] = nil
        case "role": members[id]?["role"] = member["role"]
        default:
            var object = member.object ?? [:]
            object["change"] = nil
            members[id] = object
        }
    }

    /// A changed message also shows in what quotes it.
    private mutating func store(_ message: JSONValue?) {
        guard let message, let id = message.id else { return }
        messages[id] = message.object
        for (key, reply) in messages where reply["replyTo"]?.string == id {
            guard var quote = reply["quote"]?.object else { continue }
            let isDeleted = message["deletedAt"] != nil
            quote["text"] = .string(isDeleted ? "" : String((message["text"]?.string ?? "").prefix(120)))
            quote["deleted"] = .bool(isDeleted)
            messages[key]?["quote"] = .object(quote)
        }
    }

    /// What no seq orders: a list fetched at rest, a frame that says how it is now.
    mutating func set(_ values: JSONValue, keys: [String]) {
        for key in keys { if let value = values.object?[key] { fields[key] = value } }
    }

    /// How far a message has come, from the cursors of all members but its sender.
    func status(of message: [String: JSONValue], cursors: [String: Cursor]) -> String {
        let seq = message["seq"]?.int ?? 0
        let others = members.keys.filter { $0 != message["senderId"]?.string }.map { cursors[$0] ?? Cursor() }
        if others.isEmpty { return "sent" }
        if others.allSatisfy({ $0.read >= seq }) { return "read" }
        return others.allSatisfy { $0.delivered >= seq } ? "delivered" : "sent"
    }

    func unread(after cursor: Int) -> Int {
        messages.values.count { message in
            message["seq"]?.int ?? 0 > cursor && message["senderId"]?.string != user
                && message["deletedAt"] ?? .null == .null
        }
    }

    var last: [String: JSONValue]? { messages.values.max { $0["seq"]?.int ?? 0 < $1["seq"]?.int ?? 0 } }
}

struct Cursor {
    var delivered = 0
    var read = 0

    mutating func raise(delivered: Int?, read: Int?) {
        self.read = max(self.read, read ?? 0)
        self.delivered = max(self.delivered, delivered ?? 0, self.read)
    }
}
