import Domain
import Logging
import SpotterServer
import Synchronization
import TestSupport
import Testing

@testable import Storage

/// Messages of earlier releases move to smaller rows: each once, in their order, with everything that they had.
@Suite(.longTimeLimit) struct CompactMessagesTests {
    private static let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
    private static let name = "messaging: compact messages"
    private static let messageCount = 25_000

    private struct Interrupted: Error {}

    /// Stops after a number of steps again and again, as a kill would, and goes on.
    @Test(arguments: TestLength.choose([1, 3], full: [1, 2, 3, 5]))
    func anInterruptedMoveGoesOn(stepsPerRun: Int) async throws {
        let folder = TemporaryFolder()
        defer { folder.remove() }
        let path = folder.path + "/spotter.db"
        let before = try await Self.fill(path)
        var runs = 0
        while true {
            let left = Countdown(stepsPerRun)
            let migrations = ServerSchema.migrations.map { migration in
                migration.name != Self.name
                    ? migration
                    : Migration(
                        Self.name,
                        steps: { connection, progress in
                            try left.count()
                            return try migration.step(in: .sqlite, connection, progress)
                        }
                    )
            }
            do {
                let database = try SQLiteDatabase(path: path, migrations: migrations, logger: Self.logger)
                try await database.close()
                break
            } catch is Interrupted {
                runs += 1
            }
        }
        #expect(runs >= 1)
        let database = try ServerSchema.open(path: path, logger: Self.logger)
        let after = try await database.read { try Self.rows($0, clientID: "client_id") }
        #expect(after.count == Self.messageCount && after == before)
        let ordinals = try await database.read { connection in
            try connection.query(
                """
                SELECT count(*), max(ordinal), count(DISTINCT ordinal), c.message_count
                FROM messages m JOIN chats c ON c.id = m.chat_id GROUP BY c.id
                """
            ) { try (0..<4).map($0.int) }
        }
        #expect(ordinals.count == 3 && ordinals.allSatisfy { Set($0).count == 1 })
        try await database.close()
    }

    private final class Countdown: Sendable {
        private let left: Mutex<Int>
        init(_ count: Int) { left = Mutex(count) }

        func count() throws {
            let isOver = left.withLock { left in
                left -= 1
                return left < 0
            }
            if isOver { throw Interrupted() }
        }
    }

    /// A database of the release before, with messages in three chats.
    private static func fill(_ path: String) async throws -> [[String]] {
        let later = [
            "messaging: unread counters", "messaging: read cursors pass own messages", "messaging: inbox",
            "messaging: transcripts",
        ]
        let migrations = ServerSchema.migrations.filter { $0.name != name && !later.contains($0.name) }
        let database = try SQLiteDatabase(path: path, migrations: migrations, logger: logger)
        let rows = try await database.write { connection in
            for user in 1...2 {
                try connection.execute(
                    """
                    INSERT INTO users (id, email, display_name, role, timezone, password_hash, created_at)
                    VALUES ($1, $2, 'X', 'client', 'UTC', '!', 0)
                    """,
                    UserID(high: 1, low: UInt64(user)),
                    "\(user)@example.com"
                )
            }
            for chat in 1...3 {
                try connection.execute(
                    """
                    INSERT INTO chats (id, kind, created_by, created_at, active_at, seq) VALUES ($1, 'direct', $2, 0, 0, 0)
                    """,
                    ChatID(high: 2, low: UInt64(chat)),
                    UserID(high: 1, low: 1)
                )
            }
            for num in 1...messageCount {
                try connection.execute(
                    """
                    INSERT INTO messages
                        (num, id, chat_id, seq, sender_id, client_message_id, text, created_at, deleted_at, via)
                    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, 'user')
                    """,
                    num * 2,
                    MessageID(high: 3, low: UInt64(num)),
                    ChatID(high: 2, low: UInt64(num % 3 + 1)),
                    num * 3,
                    UserID(high: 1, low: UInt64(num % 2 + 1)),
                    num % 4 == 0 ? "text \(num)" : MessageID(high: UInt64(num), low: 4).description,
                    num % 7 == 0 ? "" : "words \(num)",
                    num,
                    num % 7 == 0 ? Int64(num) : nil
                )
            }
            return try Self.rows(connection, clientID: "client_message_id")
        }
        try await database.close()
        return rows
    }

    private static func rows(_ connection: any SQLConnection, clientID: String) throws -> [[String]] {
        try connection.query(
            """
            SELECT num, id, chat_id, seq, sender_id, \(clientID), text, reply_to, created_at, edited_at, deleted_at, via,
                   edit_count, extras
            FROM messages ORDER BY num
            """
        ) { row in
            (0..<14).map { column in
                if column == 5, let id = row.fastUUID(5) { return "text(\"\(MessageID(high: id.high, low: id.low))\")" }
                return "\(row.value(column))"
            }
        }
    }
}
