public import Domain
import Storage

/// What somebody missed: exactly, or a plain "resync".
public struct Sync: Sendable {
    /// More than this in one chat is not replayed: the client reads the history anew.
    public static let longestGap = 1000

    let database: any Database

    public struct ChatGap: Sendable, Codable {
        public let chatId: ChatID
        /// The chat's position now.
        public let seq: Int64
        public let readSeq: Int64
        public let unread: Int
        /// Every change after the given position, in order; empty with `resync`.
        public let events: [ChatEvent]
        /// The gap is too large or the position was never ours: fetch the chat anew.
        public let resync: Bool
        /// The chat isn't, or isn't any longer, one of the asker's.
        public let gone: Bool
    }

    /// - Parameter positions: the `seq` that the client has seen of each chat; a chat left out counts as 0.
    public func gaps(since positions: [ChatID: Int64], for actor: Actor) async throws -> [ChatGap] {
        try await database.read { connection in
            let mine = try connection.query(
                """
                SELECT c.id, c.seq, m.read_seq FROM members m JOIN chats c ON c.id = m.chat_id
                WHERE m.user_id = $1 ORDER BY c.active_at DESC, c.id DESC
                """,
                actor.userId
            ) { (id: try $0.id(0, ChatID.self), seq: try $0.int(1), read: try $0.int(2)) }
            var gaps = try mine.map { chat in
                let seen = positions[chat.id] ?? 0
                let isReplayable = seen >= 0 && seen <= chat.seq && chat.seq - seen <= Self.longestGap
                return ChatGap(
                    chatId: chat.id,
                    seq: chat.seq,
                    readSeq: chat.read,
                    unread: try Chats.unread(of: actor.userId, in: chat.id, after: chat.read, on: connection),
                    events: isReplayable ? try Self.events(of: chat.id, after: seen, on: connection) : [],
                    resync: !isReplayable,
                    gone: false
                )
            }
            let known = Set(mine.map(\.id))
            for chat in positions.keys.sorted() where !known.contains(chat) {
                gaps.append(
                    ChatGap(chatId: chat, seq: 0, readSeq: 0, unread: 0, events: [], resync: false, gone: true)
                )
            }
            return gaps
        }
    }

    /// Where each of the actor's chats stands.
    public func positions(of actor: Actor) async throws -> [ChatID: Int64] {
        try await database.read { connection in
            let rows = try connection.query(
                "SELECT c.id, c.seq FROM members m JOIN chats c ON c.id = m.chat_id WHERE m.user_id = $1",
                actor.userId
            ) { (try $0.id(0, ChatID.self), try $0.int(1)) }
            return Dictionary(rows) { first, _ in first }
        }
    }

    /// All changes of a chat after `seq`: new messages and the log of other changes, in one order.
    static func events(of chat: ChatID, after seq: Int64, on connection: any SQLConnection) throws -> [ChatEvent] {
        let cursors = try Cursors(of: chat, on: connection)
        func current(_ message: Message) -> Message {
            var message = message
            message.status = cursors.status(of: message)
            return message
        }
        let created = try connection.query(
            "SELECT \(Message.columns) FROM messages m WHERE m.chat_id = $1 AND m.seq > $2 ORDER BY m.seq",
            chat,
            seq
        ) { row in
            let message = current(try Message(row: row))
            return ChatEvent(type: .messageCreated, chatId: chat, seq: message.seq, message: message)
        }
        let changed = try connection.query(
            """
            SELECT e.seq, e.kind, e.message_id, e.user_id, e.change, e.name, u.display_name
            FROM chat_events e LEFT JOIN users u ON u.id = e.user_id
            WHERE e.chat_id = $1 AND e.seq > $2 ORDER BY e.seq
            """,
            chat,
            seq
        ) { row in
            let message = try row.optionalID(2, MessageID.self)
                .flatMap { try Message.find($0, in: chat, on: connection) }.map(current)
            let member = try row.optionalID(3, UserID.self).map {
                ChatEvent.MemberChange(
                    userId: $0,
                    displayName: try row.optionalText(6) ?? "",
                    change: try row.word(4)
                )
            }
            return ChatEvent(
                type: try row.word(1),
                chatId: chat,
                seq: try row.int(0),
                message: message,
                member: member,
                name: try row.optionalText(5)
            )
        }
        return (created + changed).sorted { $0.seq < $1.seq }
    }
}
