import Domain
import Storage

/// The counters of a member's read cursor, by which unread messages are counted (`UnreadCounters`).
struct ReadCounters {
    /// How many of the chat's messages are up to the cursor.
    var readOrdinal: Int64
    /// How many of those after it are the member's own, imported or deleted.
    var uncounted: Int64

    /// Moves the cursor. The work is bounded by what it passes or by what is left, whichever is less, and nothing is
    /// read when it reaches the end.
    mutating func move(
        from before: Int64,
        to after: Int64,
        of user: UserID,
        in chat: ChatState,
        on connection: any SQLConnection
    ) throws {
        guard after < chat.seq else {
            self = ReadCounters(readOrdinal: chat.messageCount, uncounted: 0)
            return
        }
        let ordinal =
            try connection.first(
                "SELECT ordinal FROM message_rows WHERE chat = $1 AND seq <= $2 ORDER BY seq DESC LIMIT 1",
                chat.num,
                after
            ) { try $0.int(0) } ?? 0
        func count(from low: Int64, to high: Int64) throws -> Int64 {
            try connection.first(
                """
                SELECT count(*) FROM message_rows
                WHERE chat = $1 AND seq > $2 AND seq <= $3
                    AND (deleted_at IS NOT NULL OR \(MessageExtras.isImported("extras")) OR sender = (SELECT num FROM senders WHERE user_id = $4))
                """,
                chat.num,
                low,
                high,
                user
            ) { try $0.int(0) } ?? 0
        }
        if uncounted > 0 {
            let isNearEnd = chat.messageCount - ordinal < ordinal - readOrdinal
            uncounted =
                try isNearEnd ? count(from: after, to: .max) : uncounted - count(from: before, to: after)
        }
        readOrdinal = ordinal
    }

    /// Moves the cursor over the member's own and imported messages that follow it directly. The work is bounded by their number.
    /// - Returns: the cursor.
    mutating func passOwnMessages(
        after cursor: Int64,
        of user: UserID,
        in chat: ChatState,
        on connection: any SQLConnection
    ) throws -> Int64 {
        guard uncounted > 0 else { return cursor }
        let next = try connection.first(
            """
            SELECT seq FROM message_rows
            WHERE chat = $1 AND seq > $2 AND sender <> coalesce((SELECT num FROM senders WHERE user_id = $3), 0)
                AND NOT \(MessageExtras.isImported("extras"))
            ORDER BY seq LIMIT 1
            """,
            chat.num,
            cursor,
            user
        ) { try $0.int(0) }
        let last = try connection.first(
            "SELECT seq, ordinal FROM message_rows WHERE chat = $1 AND seq > $2 AND seq < $3 ORDER BY seq DESC LIMIT 1",
            chat.num,
            cursor,
            next ?? .max
        ) { (seq: try $0.int(0), ordinal: try $0.int(1)) }
        guard let last else { return cursor }
        uncounted -= last.ordinal - readOrdinal
        readOrdinal = last.ordinal
        return last.seq
    }

    /// Notes that a message was deleted: it isn't unread any more for those who haven't read it.
    static func messageWasDeleted(_ id: MessageID, in chat: ChatID, on connection: any SQLConnection) throws {
        try connection.execute(
            """
            UPDATE members SET uncounted = uncounted + 1
            WHERE chat_id = $1 AND read_seq < (SELECT seq FROM message_rows WHERE id = $2)
                AND user_id <> (SELECT sender_id FROM messages WHERE id = $2)
                AND NOT (SELECT \(MessageExtras.isImported("extras")) FROM message_rows WHERE id = $2)
            """,
            chat,
            id
        )
    }
}
