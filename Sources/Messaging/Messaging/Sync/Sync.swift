package import Accounts
public import Domain
public import SpotterAPI
import Storage

/// Returns the events that a client missed: all of them, or a request to resync.
///
/// An answer holds at most `PageBytes.max` of messages, the latest chats first. Chats that don't fit are to be resynced.
public struct Sync: Sendable {
    /// The maximum number of changes per chat that are replayed: a page. A client that missed more loads the chat and its
    /// latest page again, and what lies before when somebody looks at it.
    public static let maxReplayedGap = 200

    /// The most chats that one answer reports as gone. A client needs no more: it isn't in any chat that the answer leaves
    /// out.
    public static let maxGone = 100

    let database: any Database
    let states: ChatStateCache
    let query: MessageQuery

    /// - Parameter positions: the last `seq` of each chat that the client has seen; 0 for chats that aren't listed.
    public func gaps(since positions: [ChatID: Int64], for actor: Actor) async throws -> [ChatGap] {
        try await database.read { connection in
            let chats = try connection.query(Self.chatsOfAMember, actor.userId) { try Place(row: $0) }
            return try gaps(in: chats, since: positions, for: actor, on: connection)
        }
    }

    /// A new connection's first data, read in one snapshot with its credential check.
    package struct ConnectSnapshot: Sendable {
        package let principal: Principal
        package let gaps: [ChatGap]
    }

    /// - Parameters:
    ///   - positions: `nil` to read only the chats' current positions.
    ///   - completion: called on a reader's thread. It fails with `unauthorized` or `token_expired` if the credential
    ///     is invalid.
    package func connectSnapshot(
        _ credential: SessionCredential,
        since positions: [ChatID: Int64]?,
        at now: Timestamp,
        completion: @escaping @Sendable (Result<ConnectSnapshot, any Error>) -> Void
    ) {
        database.enqueueRead(
            { connection in
                let principal = try credential.principal(at: now, on: connection)
                let chats = try Self.chats(of: principal, on: connection)
                let gaps = try gaps(in: chats, since: positions, for: principal.actor, on: connection)
                return ConnectSnapshot(principal: principal, gaps: gaps)
            },
            completion: completion
        )
    }

    /// A chat of a member, and how far the member has read it.
    private struct Place {
        let id: ChatID
        let seq: Int64
        let read: Int64
        let unread: Unread

        init(row: any SQLRow) throws {
            (id, seq, read) = (try row.id(0), try row.int(1), try row.int(2))
            unread = Unread(messages: Int(try row.int(3)), mentions: Int(try row.int(4)))
        }

        static func statement(_ condition: String) -> String {
            """
            SELECT c.id, c.seq, m.read_seq, \(Unread.messages("m", "c")), \(Unread.mentions("m", "c"))
            FROM members m JOIN chats c ON c.id = m.chat_id
            WHERE m.user_id = $1 \(condition) ORDER BY c.active_at DESC, c.id DESC
            """
        }
    }

    private static let chatsOfAMember = Place.statement("")
    private static let chatsOfASession = Place.statement("AND \(Session.isLive("$2"))")

    /// - Throws: `unauthorized` if the session has ended.
    private static func chats(of principal: Principal, on connection: any SQLConnection) throws -> [Place] {
        let session = principal.sessionId
        let chats = try connection.query(chatsOfASession, principal.userId, session) { try Place(row: $0) }
        // A session that has ended has no chats, and somebody new has none either.
        if chats.isEmpty { try Accounts.requireLive(session, on: connection) }
        return chats
    }

    /// - Parameter positions: `nil` to read only the chats' current positions.
    private func gaps(
        in chats: [Place],
        since positions: [ChatID: Int64]?,
        for actor: Actor,
        on connection: any SQLConnection
    ) throws -> [ChatGap] {
        var room = PageBytes.max
        func seen(in chat: Place) -> Int64 { positions.map { $0[chat.id] ?? 0 } ?? chat.seq }
        let behind = chats.filter { chat in
            let position = seen(in: chat)
            return position >= 0 && position < chat.seq && chat.seq - position <= Self.maxReplayedGap
        }
        let cursors = try Cursors.read(of: behind.map(\.id), for: actor.userId, on: connection)
        var gaps = try chats.map { chat in
            var isReplayable = seen(in: chat) == chat.seq || cursors[chat.id] != nil
            var events: [ChatEvent] = []
            if let cursors = cursors[chat.id] {
                do {
                    events = try self.events(
                        of: chat.id,
                        after: seen(in: chat),
                        upTo: chat.seq,
                        as: cursors,
                        within: &room,
                        on: connection
                    )
                } catch is PageBytes.Exceeded {
                    isReplayable = false
                }
            }
            return ChatGap(
                chatId: chat.id,
                seq: chat.seq,
                readSeq: chat.read,
                unread: chat.unread.messages,
                unreadMentions: chat.unread.mentions,
                events: events,
                resync: !isReplayable,
                gone: false
            )
        }
        guard let positions, !positions.isEmpty else { return gaps }
        let known = Set(chats.map(\.id))
        for chat in positions.keys.filter({ !known.contains($0) }).sorted().prefix(Self.maxGone) {
            gaps.append(
                ChatGap(
                    chatId: chat,
                    seq: 0,
                    readSeq: 0,
                    unread: 0,
                    unreadMentions: 0,
                    events: [],
                    resync: false,
                    gone: true
                )
            )
        }
        return gaps
    }

    /// The current positions of the actor's chats, at one point in the order of commits. Frames that `completion`
    /// enqueues follow everything up to that point and precede everything after it.
    public func positions(
        of actor: Actor,
        completion: @escaping @Sendable (Result<[ChatID: Int64], any Error>) -> Void
    ) {
        database.enqueue(
            { connection in
                try states.writePositions(on: connection)
                return try Self.positions(of: actor.userId, on: connection)
            },
            completion: completion
        )
    }

    static func positions(of user: UserID, on connection: any SQLConnection) throws -> [ChatID: Int64] {
        let rows = try connection.query(
            "SELECT c.id, c.seq FROM members m JOIN chats c ON c.id = m.chat_id WHERE m.user_id = $1",
            user
        ) { (try $0.id(0, ChatID.self), try $0.int(1)) }
        return Dictionary(rows) { first, _ in first }
    }

    /// All changes of a chat after `seq` and up to `last`, in order: new messages and the log of other changes.
    /// - Parameters:
    ///   - cursors: those of the chat, for whoever sees the changes.
    ///   - room: the bytes that are left in the answer.
    /// - Throws: `PageBytes.Exceeded` if the changes need more.
    func events(
        of chat: ChatID,
        after seq: Int64,
        upTo last: Int64,
        as cursors: Cursors,
        within room: inout Int,
        on connection: any SQLConnection
    ) throws -> [ChatEvent] {
        let created = try query.read(
            "WHERE m.chat_id = $1 AND m.seq > $2 AND m.seq <= $3 ORDER BY m.seq",
            chat,
            seq,
            last,
            within: &room,
            on: connection
        ).map(cursors.withStatus)
        let messages = created.map { ChatEvent(type: .messageCreated, chatId: chat, seq: $0.seq, message: $0) }
        // Each position is used once, so if the messages account for all of them, there are no other changes.
        guard Int64(created.count) < last - seq else { return messages }
        let rows = try connection.query(
            """
            SELECT \(ChatEventRow.columns) FROM \(ChatEventRow.table)
            WHERE e.chat_id = $1 AND e.seq > $2 AND e.seq <= $3 ORDER BY e.seq
            """,
            chat,
            seq,
            last
        ) { try ChatEventRow(row: $0) }
        let changed = Dictionary(
            try query.read(
                """
                WHERE m.id IN (SELECT message_id FROM chat_events WHERE chat_id = $1 AND seq > $2 AND seq <= $3)
                  AND m.chat_id = $1
                """,
                chat,
                seq,
                last,
                within: &room,
                on: connection
            ).map { ($0.id, cursors.withStatus($0)) },
            uniquingKeysWith: { first, _ in first }
        )
        let head = rows.contains { $0.kind == .chatUpdated } ? try ChatHeader.read(chat, on: connection) : nil
        let events =
            messages
            + rows.map { $0.event(in: chat, message: $0.messageId.flatMap { changed[$0] }, head: head) }
        return events.sorted { $0.seq < $1.seq }
    }
}
