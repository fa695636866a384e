import Crypto
import Domain

/// The current state of a room, made from a chat as one member sees it.
struct RoomState: Sendable {
    static let version = "10"

    private let chat: Chat
    private let names: MatrixNames

    init(_ chat: Chat, _ names: MatrixNames) {
        self.chat = chat
        self.names = names
    }

    /// Who is shown to have made the room: of the admins, or of the two, whose account is the oldest.
    private var creator: UserID {
        let admins = chat.members.filter { $0.role == .admin }
        return (admins.isEmpty ? chat.members : admins).map(\.userId).min() ?? UserID(high: 0, low: 0)
    }

    /// All state events, always in the same order.
    var events: [MatrixEvent] {
        var all = [
            event("m.room.create", ["creator": .string(names.user(creator)), "room_version": .string(Self.version)]),
            event("m.room.join_rules", ["join_rule": "invite"]),
            event("m.room.history_visibility", ["history_visibility": "shared"]),
            event("m.room.guest_access", ["guest_access": "forbidden"]),
            event("m.room.power_levels", powerLevels),
            event(
                "m.room.pinned_events",
                ["pinned": .array(chat.pins.map { .string(MatrixEventID.message($0).text) })]
            ),
        ]
        if chat.kind == .group { all.append(event("m.room.name", ["name": .string(chat.name)])) }
        let photo: [String: JSONValue] = chat.photoMediaId.map { ["url": .string(names.media($0))] } ?? [:]
        all.append(event("m.room.avatar", .object(photo)))
        return all + chat.members.map(member)
    }

    func member(_ member: Member) -> MatrixEvent {
        event(
            "m.room.member",
            Self.membership("join", name: member.displayName, photo: member.photoMediaId, names),
            key: names.user(member.userId),
            sender: member.userId
        )
    }

    /// Somebody who has left.
    func leaver(_ change: ChatEvent.MemberChange) -> MatrixEvent {
        event(
            "m.room.member",
            Self.membership("leave", name: change.displayName, photo: nil, names),
            key: names.user(change.userId),
            sender: change.userId
        )
    }

    static func membership(
        _ membership: String,
        name: String,
        photo: MediaID?,
        _ names: MatrixNames
    ) -> JSONValue {
        var content: [String: JSONValue] = ["membership": .string(membership), "displayname": .string(name)]
        if let photo { content["avatar_url"] = .string(names.media(photo)) }
        return .object(content)
    }

    /// Nobody but its sender takes a message away, which Matrix allows at any level; what no level permits has 101.
    private var powerLevels: JSONValue {
        let isGroup = chat.kind == .group
        let admins = chat.members.filter { $0.role == .admin }
        return [
            "users_default": 0,
            "users": .object(
                Dictionary(admins.map { (names.user($0.userId), JSONValue.integer(100)) }) { first, _ in first }
            ),
            "events_default": chat.announcement ? 100 : 0,
            "events": [
                "m.room.name": isGroup ? 100 : 101, "m.room.avatar": isGroup ? 100 : 101,
                "m.room.pinned_events": isGroup ? 100 : 0, "m.room.encryption": 101, "m.reaction": 0,
                "m.room.redaction": 0,
            ],
            "state_default": 101, "ban": 101, "kick": isGroup ? 100 : 101, "invite": isGroup ? 100 : 101,
            "redact": 101,
        ]
    }

    private func event(
        _ type: String,
        _ content: JSONValue,
        key: String = "",
        sender: UserID? = nil
    ) -> MatrixEvent {
        let text = [chat.id.description, type, key, content.text].joined(separator: "\n")
        return MatrixEvent(
            id: .state(Array(SHA256.hash(data: Array(text.utf8)).prefix(18))),
            type: type,
            sender: sender ?? creator,
            at: Timestamp(milliseconds: Int64(clamping: chat.id.high >> 16)),
            content: content,
            stateKey: key
        )
    }
}
