import Domain
public import Storage

/// Compares chats, messages, changes and the full-text index, for `spotter admin check`.
public struct MessagingCheck: Sendable {
    private let database: any Database

    public init(database: any Database) { self.database = database }

    /// Every position of a chat is a message's or a change's, exactly once, up to the chat's own; nobody has read further.
    public func positions() async -> [DataFault] {
        await [DataFault].collecting("positions") {
            try await database.read {
                try Self.positionFaults(on: $0) + Self.cursorFaults(on: $0) + Self.counterFaults(on: $0)
            }
        }
    }

    /// The index holds the words of every message and no others. Also checked against the texts, which takes about as
    /// long as indexing them; nothing is changed.
    public func fullText() async -> [DataFault] {
        await [DataFault].collecting("full text") {
            do {
                // The check is a statement that writes, and messages that wait for the index have to be in it: both are
                // undone.
                try await database.write { connection in
                    while try FullText.advance(by: 1024, on: connection) {}
                    try FullText.requireIntegrity(on: connection)
                    throw Undone()
                }
                return []
            } catch is Undone {
                return []
            } catch let error as SpotterError where error.code == .storageDamaged {
                return ["the index doesn't hold the words of the messages"]
            }
        }
    }

    private struct Undone: Error {}

    /// Chats that nobody is in any more are being removed bit by bit. A restore skips positions, always as many. An import
    /// into a chat's history moves everything after `base_seq`.
    private static func positionFaults(on connection: any SQLConnection) throws -> [String] {
        try connection.query(
            """
            SELECT c.id, c.seq - c.base_seq, count(s.seq), count(DISTINCT s.seq),
                   coalesce(max(s.seq), c.base_seq) - c.base_seq
            FROM chats c LEFT JOIN (
                SELECT chat_id, seq FROM messages UNION ALL SELECT chat_id, seq FROM chat_events
            ) s ON s.chat_id = c.id
            WHERE EXISTS (SELECT 1 FROM members m WHERE m.chat_id = c.id)
            GROUP BY c.id
            HAVING count(s.seq) <> count(DISTINCT s.seq) OR (c.seq - c.base_seq - count(DISTINCT s.seq)) % $1 <> 0
                OR (c.seq - coalesce(max(s.seq), c.base_seq)) % $1 <> 0 OR min(s.seq) <= c.base_seq
            """,
            RestoredPositions.gap
        ) { row in
            let chat = try row.id(0, ChatID.self)
            let (position, all, distinct, last) = (try row.int(1), try row.int(2), try row.int(3), try row.int(4))
            var faults: [String] = []
            if all > distinct { faults.append("\(all - distinct) positions are taken twice") }
            if (position - last) % RestoredPositions.gap != 0 {
                faults.append("its position is \(position), its last entry's \(last)")
            }
            let missing = (last - distinct) % RestoredPositions.gap
            if missing != 0 { faults.append("\(missing) of \(last) positions are missing") }
            return "chat \(chat): \(faults.joined(separator: ", "))"
        }
    }

    private static func counterFaults(on connection: any SQLConnection) throws -> [String] {
        try connection.query(
            """
            SELECT chat_id, user_id FROM members
            WHERE read_ordinal <> \(UnreadCounters.readOrdinal) OR uncounted <> \(UnreadRule.uncounted)
                OR \(UnreadRule.isBeforePassedMessage)
            """
        ) { "chat \(try $0.id(0, ChatID.self)): unread messages of \(try $0.id(1, UserID.self)) are counted wrong" }
    }

    private static func cursorFaults(on connection: any SQLConnection) throws -> [String] {
        try connection.query(
            """
            SELECT m.chat_id, m.user_id FROM members m JOIN chats c ON c.id = m.chat_id
            WHERE m.delivered_seq > c.seq OR m.read_seq > c.seq OR m.shown_read_seq > c.seq OR m.joined_seq > c.seq
            """
        ) { "chat \(try $0.id(0, ChatID.self)): member \(try $0.id(1, UserID.self)) is ahead of it" }
    }
}
