import Domain
import MessagingTestKit
import PostgreSQLTestKit
import Storage
import TestSupport

@testable import Messaging

/// A database whose messages are written by SQL statements, to bring the full-text index into any state.
struct FullTextFixture: Sendable {
    static let (mine, theirs) = (UserID(high: 1, low: 1), UserID(high: 1, low: 2))

    let engine: TestEngine
    let database: any Database

    @discardableResult
    static func run<Value>(
        on engine: TestEngine = .chosen,
        _ body: (FullTextFixture) async throws -> Value
    ) async throws -> Value {
        let folder = TemporaryFolder()
        defer { folder.remove() }
        let database = try TestDatabase.open(
            path: "\(folder.path)/spotter.db",
            on: engine,
            clock: ManualClock(Timestamp(milliseconds: 1000))
        )
        let value = try await body(FullTextFixture(engine: engine, database: database))
        try? await database.close()
        return value
    }

    /// Stores messages with the numbers 1 and so on: in the chat 1, in which only `mine` is, or in the chat 2 of `theirs`.
    func store(_ texts: [String], isMine: (Int) -> Bool = { _ in true }) async throws {
        let chats = texts.indices.map { isMine($0) ? 1 : 2 }
        try await database.write { connection in
            for (number, user) in [(1, Self.mine), (2, Self.theirs)] {
                try Self.makeChat(number, of: user, on: connection)
            }
            for (index, text) in texts.enumerated() {
                try connection.execute(
                    """
                    INSERT INTO message_rows (num, id, chat, seq, ordinal, sender, client_id, text, created_at, via)
                    VALUES ($1, $2, $3, $4, $4, $3, $5, $6, 0, 'user')
                    """,
                    index + 1,
                    MessageID(high: 0, low: UInt64(index + 1)),
                    chats[index],
                    index + 1,
                    "\(index)",
                    text
                )
            }
        }
    }

    private static func makeChat(_ number: Int, of user: UserID, on connection: any SQLConnection) throws {
        try connection.execute(
            """
            INSERT INTO users (id, email, display_name, role, timezone, password_hash, created_at)
            VALUES ($1, $2, 'n', 'client', 'UTC', '', 0)
            """,
            user,
            "\(user)"
        )
        let chat = ChatID(high: 2, low: UInt64(number))
        try connection.execute(
            "INSERT INTO chats (id, kind, created_by, created_at, active_at, num) VALUES ($1, 'group', $2, 0, 0, $3)",
            chat,
            user,
            number
        )
        try connection.execute(
            "INSERT INTO members (chat_id, user_id, role, joined_at) VALUES ($1, $2, 'member', 0)",
            chat,
            user
        )
        try connection.execute("INSERT INTO senders (num, user_id) VALUES ($1, $2)", number, user)
    }

    /// Takes the messages after a number out of the index, as after a crash that lost the last steps.
    func forget(after num: Int, on connection: any SQLConnection) throws {
        switch engine {
        case .sqlite:
            try connection.execute(
                """
                DELETE FROM messages_fts
                WHERE rowid > $1 AND rowid <= (SELECT num FROM index_progress WHERE name = 'fulltext')
                """,
                num
            )
        case .postgreSQL:
            for table in ["messages_fts", "messages_fts_outdated"] {
                try connection.execute("DELETE FROM \(table) WHERE num > $1", num)
            }
            try connection.execute(
                """
                UPDATE messages_fts_totals SET row_count = (SELECT count(*) FROM messages_fts),
                    word_count = (SELECT coalesce(sum(length), 0) FROM messages_fts)
                """
            )
        }
        try connection.execute(
            "UPDATE index_progress SET num = CASE WHEN num < $1 THEN num ELSE $1 END WHERE name = 'fulltext'",
            num
        )
    }

    /// How many rows of the index's own tables hold a word.
    func rows(with word: String, on connection: any SQLConnection) throws -> Int {
        switch engine {
        case .sqlite:
            try connection.query("SELECT block FROM messages_fts_data") { try $0.blob(0) }
                .filter { String(decoding: $0, as: UTF8.self).contains(word) }.count
        case .postgreSQL:
            try connection.query("SELECT terms || words::text FROM messages_fts") { try $0.text(0) }
                .filter { $0.contains(word) }.count
        }
    }
}
