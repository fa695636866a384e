import Accounts
import Domain
import Live
import Messaging

/// Everything that a client's rooms are at a moment, but for what was said in them.
struct SyncSnapshot: Sendable {
    let chats: [Chat]
    private let typists: [ChatID: [UserID]]
    let presence: [Presence]
    private let user: UserID

    /// Presence of so many people is enough to be told of at once.
    private static let maxPresence = 200

    static func read(_ services: MatrixServices, for principal: Principal) async throws -> SyncSnapshot {
        let chats = try await services.messaging.chats.list(for: principal.actor)
        let others = Set(chats.flatMap { $0.members.map(\.userId) }).subtracting([principal.userId])
        let shown = try await services.live.presence.presence(
            of: Array(others.sorted().prefix(maxPresence)),
            for: principal.userId
        )
        return SyncSnapshot(
            chats: chats,
            typists: services.live.typing.typists(visibleTo: principal.userId),
            presence: shown,
            user: principal.userId
        )
    }

    func typists(in chat: ChatID) -> [UserID] { typists[chat] ?? [] }

    /// How far a client with this token got in chats where it isn't known yet.
    func delivered(_ token: SyncToken) -> [ChatID: Int64] {
        var delivered: [ChatID: Int64] = [:]
        for chat in chats {
            guard let seen = token.rooms[chat.id]?.seq, seen <= chat.seq,
                let own = chat.members.first(where: { $0.userId == user }), own.deliveredSeq < seen
            else { continue }
            delivered[chat.id] = seen
        }
        return delivered
    }

    /// The token of a client that has seen all of it.
    var token: SyncToken {
        var token = SyncToken()
        for chat in chats {
            token.rooms[chat.id] = SyncToken.Room(
                seq: chat.seq,
                state: Self.digestOfState(chat),
                ephemeral: digestOfEphemeral(chat)
            )
        }
        token.presence = SyncToken.digest(presence.map { "\($0.userId) \($0.status.rawValue)" }.joined(separator: "\n"))
        token.account = SyncToken.shortDigest(
            chats.sorted { $0.id < $1.id }.map { "\($0.id) \($0.kind.rawValue) \($0.mutedUntil != nil)" }
                .joined(separator: "\n")
        )
        return token
    }

    private static func digestOfState(_ chat: Chat) -> UInt32 {
        let head = [
            chat.name, chat.photoMediaId?.description ?? "", String(chat.announcement),
            chat.pins.map(\.description).joined(separator: " "),
        ]
        let members = chat.members.map {
            "\($0.userId) \($0.role.rawValue) \($0.photoMediaId?.description ?? "") \($0.displayName)"
        }
        return SyncToken.digest((head + members).joined(separator: "\n"))
    }

    private func digestOfEphemeral(_ chat: Chat) -> UInt32 {
        let reads = chat.members.map { "\($0.userId) \($0.readSeq)" }
        let own = ["\(chat.unread) \(chat.unreadMentions) \(chat.isPinned) \(chat.mutedUntil != nil)"]
        return SyncToken.shortDigest(
            (reads + own + typists(in: chat.id).map(\.description)).joined(separator: "\n")
        )
    }
}
