import Accounts
import Domain
import Live
import Messaging

/// What has changed between a client's token and now: a function of the two, so that any number of small steps end where
/// one large one does.
struct SyncAnswer: Sendable {
    let json: JSONValue
    let token: SyncToken
    /// Whether there is nothing to tell.
    let isEmpty: Bool
    /// How far the client got in chats where it isn't known yet.
    let delivered: [ChatID: Int64]

    /// - Parameters:
    ///   - since: `nil` for a client that has seen nothing.
    ///   - isFull: whether the whole state of each room is wanted.
    static func make(
        since: SyncToken?,
        filter: SyncFilter,
        isFull: Bool,
        _ services: MatrixServices,
        _ call: MatrixCall
    ) async throws -> SyncAnswer {
        let snapshot = try await SyncSnapshot.read(services, for: call.principal)
        var token = snapshot.token
        let old = since ?? SyncToken()
        let changes = snapshot.chats.map { chat in
            // A position ahead of the chat's is of another history, such as that of a server before it was restored.
            let known = old.rooms[chat.id].flatMap { $0.seq > chat.seq ? nil : $0 }
            return RoomSync(
                chat: chat,
                known: known,
                now: token.rooms[chat.id] ?? .init(seq: 0, state: 0, ephemeral: 0)
            )
        }.filter { $0.isChanged || isFull }
        let pages = try await services.messaging.sync.timelines(
            changes.map { $0.request(limit: filter.timelineLimit) },
            for: call.actor
        )
        let events = MessageEvents(names: call.names, transactions: TransactionIDs(call.principal.sessionId))
        var joined: [String: JSONValue] = [:]
        for change in changes {
            guard let page = pages[change.chat.id] else {
                // Left between the two reads. The next sync says so, if the client knew the room.
                token.rooms[change.chat.id] = old.rooms[change.chat.id]
                continue
            }
            joined[call.names.room(change.chat.id)] = change.json(
                page,
                events,
                typists: snapshot.typists(in: change.chat.id),
                viewer: call.principal.userId,
                isFull: isFull
            )
        }
        let present = Set(snapshot.chats.map(\.id))
        let gone = old.rooms.keys.filter { !present.contains($0) }
        var left: [String: JSONValue] = [:]
        for chat in gone {
            left[call.names.room(chat)] = RoomSync.left(chat, call.principal.user, call.names, services)
        }
        let presence = token.presence == old.presence && !isFull ? [] : snapshot.presence.filter(\.isShown)
        let tellsAccount = since == nil || isFull || token.account != old.account
        let isEmpty =
            joined.isEmpty && left.isEmpty && !tellsAccount && (since != nil && token.presence == old.presence)
        let account = tellsAccount ? AccountData.events(snapshot.chats, call) : []
        return SyncAnswer(
            json: [
                "next_batch": .string(token.text(for: call.principal.userId)),
                "rooms": ["join": .object(joined), "leave": .object(left), "invite": [:], "knock": [:]],
                "presence": ["events": .array(presence.map { MatrixPresence.event($0, call.names, services.clock) })],
                "account_data": ["events": .array(account)],
                "to_device": ["events": []],
                "device_lists": ["changed": [], "left": []],
                "device_one_time_keys_count": EncryptionKeys.counts,
                "device_unused_fallback_key_types": [],
            ],
            token: token,
            isEmpty: isEmpty,
            delivered: snapshot.delivered(old)
        )
    }
}

extension Presence {
    /// Whether there is something to tell: people who share nothing are as if they were never there.
    fileprivate var isShown: Bool { status != .offline || lastSeen != nil }
}
