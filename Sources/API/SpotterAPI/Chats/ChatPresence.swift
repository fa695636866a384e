public import Domain

/// `GET /v1/chats/{chatId}/presence`: the members' presence, and the number of members who are online.
///
/// ```swift
/// func isQuiet(_ presence: ChatPresence) -> Bool { presence.online == 0 }
/// ```
public struct ChatPresence: APIValue {
    public let online: Int
    public let away: Int
    public let members: [Presence]

    public init(online: Int, away: Int, members: [Presence]) {
        self.online = online
        self.away = away
        self.members = members
    }

    public static var example: ChatPresence {
        ChatPresence(
            online: 1,
            away: 1,
            members: [
                Presence(userId: Examples.alex, status: .online, lastSeen: Examples.time),
                Presence(userId: Examples.sara, status: .away, lastSeen: Examples.time),
            ]
        )
    }
}

/// `GET /v1/presence`: in the order of the request.
public struct PresenceResponse: APIValue {
    public let presence: [Presence]

    public init(presence: [Presence]) { self.presence = presence }

    public static var example: PresenceResponse { PresenceResponse(presence: ChatPresence.example.members) }
}
