import Domain
import Logging
import Messaging
import SpotterServer
import Storage
import TestSupport
import Testing

/// What an earlier release has indexed is indexed once more, and found by the words of every script.
@Suite(.standardTimeLimit) struct WordsMigrationTests {
    private static let user = UserID(high: 1, low: 1)
    private static let chat = ChatID(high: 2, low: 1)

    @Test func messagesOfAnEarlierReleaseAreFound() async throws {
        try await upgrade(without: "messaging: words of every script") { connection in
            try connection.execute("INSERT INTO messages_fts (rowid, text) SELECT num, text FROM message_rows")
            try connection.execute("UPDATE index_progress SET num = 2 WHERE name = 'fulltext'")
        } then: { database in
            try await database.catchUpFullText()
            for (word, expected) in [("上海", 1), ("stretch", 2)] as [(String, UInt64)] {
                let found = try await database.read { connection in
                    try FullText.search(word, visibleTo: Self.user, limit: 10, on: connection).map(\.id.low)
                }
                #expect(found == [expected])
            }
        }
    }

    @Test func bothFormsOfAnEmojiAreOneReaction() async throws {
        try await upgrade(without: "messaging: emoji in one form") { connection in
            let given =
                [(1, "👍"), (1, "👍\u{FE0F}"), (2, "👍\u{FE0F}"), (3, "❤\u{FE0F}"), (4, "?")] as [(UInt64, String)]
            for (index, (user, emoji)) in given.enumerated() {
                try connection.execute(
                    "INSERT INTO reactions (message_id, user_id, emoji, chat_id, seq) VALUES ($1, $2, $3, $4, $5)",
                    MessageID(high: 0, low: 1),
                    UserID(high: 1, low: user),
                    emoji,
                    Self.chat,
                    index + 2
                )
            }
        } then: { database in
            let stored = try await database.read { connection in
                try connection.query("SELECT user_id, emoji FROM reactions ORDER BY user_id") {
                    "\(try $0.id(0, UserID.self).low) \(try $0.text(1))"
                }
            }
            #expect(
                stored.map { Array($0.unicodeScalars) }
                    == ["1 👍", "2 👍", "3 ❤\u{FE0F}", "4 ?"].map { Array($0.unicodeScalars) }
            )
        }
    }

    private func upgrade(
        without migration: String,
        _ prepare: @Sendable @escaping (any SQLConnection) throws -> Void,
        then check: (any Database) async throws -> Void
    ) async throws {
        let folder = TemporaryFolder()
        defer { folder.remove() }
        let path = folder.path + "/spotter.db"
        let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        let migrations = ServerSchema.migrations
        let earlier = try SQLiteDatabase(
            path: path,
            migrations: migrations.filter { $0.name != migration },
            logger: logger
        )
        #expect(migrations.contains { $0.name == migration })
        try await earlier.write { connection in
            try Self.storeMessages(on: connection)
            try prepare(connection)
        }
        try await earlier.close()
        let database = try ServerSchema.open(path: path, logger: logger)
        try await check(database)
        try await database.close()
    }

    private static func storeMessages(on connection: any SQLConnection) throws {
        try connection.execute(
            """
            INSERT INTO users (id, email, display_name, role, timezone, password_hash, created_at)
            VALUES ($1, 'alex@example.com', 'Alex', 'trainer', 'UTC', '!', 0)
            """,
            user
        )
        try connection.execute(
            "INSERT INTO chats (id, kind, created_by, created_at, active_at, num) VALUES ($1, 'group', $2, 0, 0, 1)",
            chat,
            user
        )
        try connection.execute(
            "INSERT INTO members (chat_id, user_id, role, joined_at) VALUES ($1, $2, 'member', 0)",
            chat,
            user
        )
        try connection.execute("INSERT INTO senders (num, user_id) VALUES (1, $1)", user)
        for (index, text) in ["我家在上海东边。明天休息", "I stretched"].enumerated() {
            try connection.execute(
                """
                INSERT INTO message_rows (num, id, chat, seq, ordinal, sender, client_id, text, created_at, via)
                VALUES ($1, $2, 1, $1, $1, 1, $3, $4, 0, 'user')
                """,
                index + 1,
                MessageID(high: 0, low: UInt64(index + 1)),
                "\(index)",
                text
            )
        }
    }
}
