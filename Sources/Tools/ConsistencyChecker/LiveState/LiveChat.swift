import Domain

/// A chat in a client's state: fetched once, then changed by each event in order.
struct LiveChat {
    private(set) var seq: Int
    /// The chat's own fields, as in its JSON.
    private(set) var fields: [String: JSONValue]
    private(set) var members: [String: [String: JSONValue]]
    private(set) var messages: [String: [String: JSONValue]]
    /// The seq at which each member joined. Later members don't count for the status of earlier messages.
    private var joined: [String: Int] = [:]
    let user: String

    init(_ baseline: History.Baseline, user: String) {
        self.user = user
        fields = baseline.chat.object ?? [:]
        seq = baseline.chat.seq ?? 0
        members = [:]
        for member in baseline.chat["members"]?.array ?? [] {
            let id = member["userId"]?.string ?? ""
            members[id] = member.object
            joined[id] = member["joinedSeq"]?.int
        }
        messages = [:]
        for message in baseline.messages { messages[message.id ?? ""] = message.object }
    }

    mutating func apply(_ event: JSONValue) {
        guard let at = event.seq, at > seq else { return }
        seq = at
        switch event.type {
        case "chat.updated":
            // A direct chat has no name of its own. If there is no photo, the field is absent; if there are no pins,
            // the list is empty.
            if let name = event["name"] { fields["name"] = name }
            fields["photoMediaId"] = event["photoMediaId"] ?? .null
            if let pins = event["pins"] { fields["pins"] = pins }
            if let announcement = event["announcement"] { fields["announcement"] = announcement }
        case "member.changed": change(event["member"])
        default: store(event["message"])
        }
    }

    private mutating func change(_ member: JSONValue?) {
        guard let member, let id = member["userId"]?.string else { return }
        switch member["change"]?.string {
        case "removed", "left":
            members[id] = nil
            joined[id] = nil
        case "role": members[id]?["role"] = member["role"]
        default:
            var object = member.object ?? [:]
            object["change"] = nil
            object["joinedSeq"] = .integer(seq)
            members[id] = object
            joined[id] = seq
        }
    }

    /// Stores a message, and updates its quotes in other messages.
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

    /// Sets state without a seq, from a list fetched at rest or from a frame with the current value.
    mutating func set(_ values: JSONValue, keys: [String]) {
        for key in keys { if let value = values.object?[key] { fields[key] = value } }
    }

    /// The delivery status that follows from the recipients' cursors, and never lower than the one with which the
    /// message arrived. `nil` if no recipient is left.
    func status(of message: [String: JSONValue], cursors: [String: Cursor]) -> String? {
        let seq = message["seq"]?.int ?? 0
        let others = members.keys.filter { $0 != message["senderId"]?.string && joined[$0] ?? 0 < seq }.map {
            cursors[$0] ?? Cursor()
        }
        // Only the server knows the cursors of members who left.
        if others.isEmpty { return nil }
        let computed =
            others.allSatisfy { $0.read >= seq }
            ? "read" : others.allSatisfy { $0.delivered >= seq } ? "delivered" : "sent"
        let sent = message["status"]?.string ?? "sent"
        return ["read", "delivered"].first { $0 == computed || $0 == sent } ?? "sent"
    }

    /// The user's read cursor, which passes own messages that follow it directly.
    func readCursor(_ cursor: Int) -> Int {
        let later = messages.values.filter { $0["seq"]?.int ?? 0 > cursor }
        let others = later.filter { $0["senderId"]?.string != user }.compactMap { $0["seq"]?.int }
        let own = later.compactMap { $0["seq"]?.int }.filter { $0 < others.min() ?? .max }
        return own.max() ?? cursor
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
        self.delivered = max(self.delivered, delivered ?? 0)
    }
}
