import Domain

/// What a client makes of what it's sent, by Matrix' rules: state by type and key, messages with their edits, redactions
/// and reactions.
struct MatrixFollower: Equatable {
    struct Shown: Equatable {
        var text: String?
        var reactions: Set<String> = []
    }

    struct Room: Equatable {
        var state: [String: JSONValue] = [:]
        var messages: [String: Shown] = [:]
        var typing: [JSONValue] = []
        var unread: JSONValue?
        var markers: JSONValue?
        fileprivate var redacted: Set<String> = []
        fileprivate var reactions: [String: (message: String, key: String)] = [:]

        static func == (a: Room, b: Room) -> Bool {
            a.state == b.state && a.messages == b.messages && a.typing == b.typing && a.unread == b.unread
                && a.markers == b.markers
        }
    }

    var rooms: [String: Room] = [:]
    private(set) var token: String?

    static func == (a: MatrixFollower, b: MatrixFollower) -> Bool { a.rooms == b.rooms }

    mutating func take(_ sync: JSONValue) {
        token = sync["next_batch"]?.string
        for (id, room) in sync["rooms"]?["join"]?.object ?? [:] {
            var known = rooms[id] ?? Room()
            known.take(room)
            rooms[id] = known
        }
        for id in (sync["rooms"]?["leave"]?.object ?? [:]).keys { rooms[id] = nil }
    }
}

extension MatrixFollower.Room {
    fileprivate mutating func take(_ room: JSONValue) {
        // After a gap, a client starts its timeline anew.
        if room["timeline"]?["limited"]?.bool == true {
            (messages, reactions, redacted) = ([:], [:], [])
        }
        for event in room.events("state") { setState(event) }
        for event in room.events("timeline") { take(event: event) }
        for event in room.events("ephemeral") where event["type"]?.string == "m.typing" {
            typing = event["content"]?["user_ids"]?.array ?? []
        }
        for event in room.events("ephemeral") where event["type"]?.string == "m.receipt" { markers = event["content"] }
        unread = room["unread_notifications"]
    }

    private mutating func setState(_ event: JSONValue) {
        guard let type = event["type"]?.string, let key = event["state_key"]?.string else { return }
        // Who isn't there is as if they had never been.
        let isGone = type == "m.room.member" && event["content"]?["membership"]?.string != "join"
        state["\(type) \(key)"] = isGone ? nil : event["content"]
    }

    mutating func take(event: JSONValue) {
        setState(event)
        guard let id = event["event_id"]?.string, let content = event["content"] else { return }
        let relation = content["m.relates_to"]
        switch event["type"]?.string {
        case "m.room.message":
            if relation?["rel_type"]?.string == "m.replace", let target = relation?["event_id"]?.string {
                if messages[target]?.text != nil { messages[target]?.text = content["m.new_content"]?["body"]?.string }
            } else if !id.hasPrefix("$e") {
                messages[id] = MatrixFollower.Shown(text: redacted.contains(id) ? nil : content["body"]?.string)
            }
        case "m.reaction":
            guard let target = relation?["event_id"]?.string, let key = relation?["key"]?.string,
                let sender = event["sender"]?.string, !redacted.contains(id)
            else { return }
            reactions[id] = (target, "\(sender) \(key)")
            messages[target]?.reactions.insert("\(sender) \(key)")
        case "m.room.redaction":
            guard let target = event["redacts"]?.string else { return }
            redacted.insert(target)
            if messages[target] != nil { messages[target] = MatrixFollower.Shown(text: nil) }
            if let reaction = reactions.removeValue(forKey: target) {
                messages[reaction.message]?.reactions.remove(reaction.key)
            }
        default: break
        }
    }
}
