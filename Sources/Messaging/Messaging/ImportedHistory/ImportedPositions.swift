import Domain
import Storage

/// Gives everything in a chat a new position, so that imported messages stand where their time puts them.
///
/// Positions that clients know are never given to anything else: the new ones begin so far after the old ones that every
/// client is told to load the chat again. `chats.base_seq` is the position before the first new one.
struct ImportedPositions {
    static let migration = Migration(
        "messaging: imported history",
        statements: [
            "ALTER TABLE chats ADD COLUMN base_seq INTEGER NOT NULL DEFAULT 0",
            // The former and new positions of a chat while it is being changed; empty otherwise.
            """
            CREATE TABLE new_positions (
                former INTEGER PRIMARY KEY,
                seq INTEGER NOT NULL,
                ordinal INTEGER NOT NULL
            )
            """,
        ]
    )

    /// More than is ever replayed, so that no former position is near a new one.
    static let distance: Int64 = 1_000

    private let chat: ChatID
    private let num: Int64
    /// The chat's position before the import. Messages after it are imported.
    private let end: Int64
    private let connection: any SQLConnection

    /// - Parameter end: the chat's position before the import.
    init(of chat: ChatID, _ num: Int64, after end: Int64, on connection: any SQLConnection) {
        self.chat = chat
        self.num = num
        self.end = end
        self.connection = connection
    }

    private struct Entry {
        let seq: Int64
        let at: Timestamp
        let isMessage: Bool
    }

    /// Moves messages, changes and everything that refers to them. Cursors are moved by `position(of:)` afterwards.
    /// - Returns: the chat's new position and the number of its messages.
    func move() throws -> (seq: Int64, messageCount: Int64) {
        let entries = try ordered()
        let base = (entries.map(\.seq).max() ?? end) + Self.distance
        var (seq, ordinal) = (base, Int64(0))
        try connection.execute("DELETE FROM new_positions")
        for entry in entries {
            seq += 1
            if entry.isMessage { ordinal += 1 }
            try connection.execute(
                "INSERT INTO new_positions (former, seq, ordinal) VALUES ($1, $2, $3)",
                entry.seq,
                seq,
                ordinal
            )
        }
        try moveRows()
        try connection.execute(
            "UPDATE chats SET seq = $1, base_seq = $2, message_count = $3 WHERE id = $4",
            seq,
            base,
            ordinal,
            chat
        )
        return (seq, ordinal)
    }

    /// The new place of a cursor: at the same entry as before.
    func position(of cursor: Int64) throws -> Int64 {
        try connection.first(
            "SELECT seq FROM new_positions WHERE former <= $1 ORDER BY former DESC LIMIT 1",
            min(cursor, end)
        ) { try $0.int(0) } ?? 0
    }

    func finish() throws { try connection.execute("DELETE FROM new_positions") }

    /// All entries in their new order. What was there keeps its order; an imported message comes before the first entry
    /// that is later than it.
    private func ordered() throws -> [Entry] {
        let entries = try connection.query(
            """
            SELECT seq, created_at, 1 FROM message_rows WHERE chat = $1
            UNION ALL SELECT seq, at, 0 FROM chat_events WHERE chat_id = $2 ORDER BY 1
            """,
            num,
            chat
        ) { Entry(seq: try $0.int(0), at: try $0.timestamp(1), isMessage: try $0.bool(2)) }
        let existing = entries.prefix { $0.seq <= end }
        // Stored in the order of their times.
        var imported = entries[existing.endIndex...]
        var ordered: [Entry] = []
        ordered.reserveCapacity(entries.count)
        for entry in existing {
            while let next = imported.first, next.at < entry.at {
                ordered.append(next)
                imported.removeFirst()
            }
            ordered.append(entry)
        }
        return ordered + imported
    }

    private func moveRows() throws {
        let ofSeq = "(SELECT p.seq FROM new_positions p WHERE p.former ="
        try connection.execute(
            """
            UPDATE message_rows SET
                ordinal = (SELECT p.ordinal FROM new_positions p WHERE p.former = message_rows.seq),
                seq = \(ofSeq) message_rows.seq)
            WHERE chat = $1
            """,
            num
        )
        try connection.execute("UPDATE chat_events SET seq = \(ofSeq) chat_events.seq) WHERE chat_id = $1", chat)
        try connection.execute(
            "UPDATE pins SET seq = coalesce(\(ofSeq) pins.seq), seq) WHERE chat_id = $1",
            chat
        )
        let messages = "message_id IN (SELECT id FROM message_rows WHERE chat = $1 AND extras & $2 <> 0)"
        try connection.execute(
            "UPDATE reactions SET seq = coalesce(\(ofSeq) reactions.seq), seq) WHERE \(messages)",
            num,
            MessageExtras.reactions.rawValue
        )
        try connection.execute(
            "UPDATE mentions SET seq = \(ofSeq) mentions.seq) WHERE \(messages)",
            num,
            MessageExtras.mentions.rawValue
        )
        // Of two marks at one entry the earlier one counts. Written in the order of the key, it comes first.
        try connection.execute(
            """
            INSERT INTO receipt_marks (chat_id, user_id, kind, seq, at)
            SELECT m.chat_id, m.user_id, m.kind, p.seq, m.at FROM receipt_marks m JOIN new_positions p ON p.former = (
                SELECT max(n.former) FROM new_positions n WHERE n.former <= m.seq AND n.former <= $1
            )
            WHERE m.chat_id = $2 ORDER BY m.user_id, m.kind, m.seq
            ON CONFLICT DO NOTHING
            """,
            end,
            chat
        )
        try connection.execute(
            "DELETE FROM receipt_marks WHERE chat_id = $1 AND seq < (SELECT min(seq) FROM new_positions)",
            chat
        )
    }
}
