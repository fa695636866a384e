import Domain
import MessagingTestKit
import Storage
import TestSupport
import Testing

@testable import Messaging

@Suite(.standardTimeLimit, .enabled(if: TestDatabase.hasFullText)) struct FullTextTests {
    private static let mine = UserID(high: 1, low: 1)
    private static let theirs = UserID(high: 1, low: 2)

    @Test(arguments: [
        ("stretch", [1]), ("STRETCHED", [1]), ("stretching calves", [1]), ("cafe", [2]), ("CAFÉ", [2]), ("creme", [2]),
        ("Zoë", [3]), ("zoe", [3]), ("中文", [4]), ("nothing", []), ("", []), ("!?", []), ("knee", []),
    ])
    func findsStemsAndFoldsAccents(query: String, expected: [UInt64]) async throws {
        try await FullTextFixture.run { store in
            try await fill(
                store,
                [
                    "I was stretching my calf", "Crème at the café", "Zoë's PR", "中文 too",
                ]
            )
            #expect(try await find(query, in: store) == expected)
        }
    }

    /// Words of a deleted text are only marked as deleted until the index is merged, which the writer does when idle.
    @Test func erasedWordsLeaveTheTables() async throws {
        try await FullTextFixture.run { store in
            try await fill(store, ["zwergspitz here", "another text", "a third"])
            @Sendable func blocks(_ connection: any SQLConnection) throws -> Int {
                try connection.query("SELECT block FROM messages_fts_data") { try $0.blob(0) }
                    .filter { String(decoding: $0, as: UTF8.self).contains("zwergspitz") }.count
            }
            let before = try await store.database.write { connection in
                try SQLiteFullText.textWillBeErased(on: connection)
                try connection.execute("UPDATE message_rows SET text = '' WHERE text LIKE 'zwergspitz%'")
                return try blocks(connection)
            }
            #expect(before > 0)
            while try await store.database.write({ try SQLiteFullText.removeErasedWords(on: $0) }) {}
            #expect(try await store.database.read(blocks) == 0)
            #expect(try await find("third", in: store) == [3])
        }
    }

    /// Neither chats of others nor deleted messages are ever found.
    @Test func seesOnlyOnesOwnChats() async throws {
        try await FullTextFixture.run { store in
            try await fill(store, ["bananas here"])
            #expect(try await find("bananas", in: store) == [1])
            #expect(try await find("bananas", in: store, by: Self.theirs) == [])
            try await store.database.write { _ = try $0.execute("UPDATE message_rows SET text = 'apples'") }
            #expect(try await find("bananas", in: store) == [])
            #expect(try await find("apples", in: store) == [1])
            try await store.database.write { _ = try $0.execute("DELETE FROM members") }
            #expect(try await find("apples", in: store) == [])
        }
    }

    /// Nothing in a query is interpreted as syntax.
    @Test(arguments: [
        "\"", "\"\"", "a\"b", "AND", "NOT NOT", "NEAR(a b)", "text:x", "*", "a*", "^a", "(", ")", "a OR", "{a}: b",
        "-a",
        "a + b", "\u{0}", "'; DROP TABLE messages; --", "$1", "?", String(repeating: "a ", count: 500),
    ])
    func syntaxIsHarmless(query: String) async throws {
        try await FullTextFixture.run { store in
            try await fill(store, ["bananas here"])
            _ = try await find(query, in: store)
            #expect(try await find(query + " bananas", in: store).contains(1) || query.hasPrefix("a a a"))
        }
    }

    @Test(arguments: 1...3)
    func randomQueriesAreHarmless(seed: UInt64) async throws {
        try await FullTextFixture.run { store in
            var random = SeededRandom(seed: seed)
            try await fill(store, (0..<20).map { _ in random.text() })
            for _ in 0..<300 {
                let text = random.text()
                await #expect(throws: Never.self) { _ = try await find(text, in: store) }
            }
        }
    }

    private func fill(_ store: FullTextFixture, _ texts: [String]) async throws {
        let chat = ChatID(high: 2, low: 1)
        try await store.database.write { connection in
            for user in [Self.mine, Self.theirs] {
                try connection.execute(
                    """
                    INSERT INTO users (id, email, display_name, role, timezone, password_hash, created_at)
                    VALUES ($1, $2, 'n', 'client', 'UTC', '', 0)
                    """,
                    user,
                    "\(user)"
                )
            }
            try connection.execute(
                "INSERT INTO chats (id, kind, created_by, created_at, active_at, num) VALUES ($1, 'group', $2, 0, 0, 1)",
                chat,
                Self.mine
            )
            try connection.execute(
                "INSERT INTO members (chat_id, user_id, role, joined_at) VALUES ($1, $2, 'member', 0)",
                chat,
                Self.mine
            )
            try connection.execute("INSERT INTO senders (num, user_id) VALUES (1, $1)", Self.mine)
            for (index, text) in texts.enumerated() {
                try connection.execute(
                    """
                    INSERT INTO message_rows (id, chat, seq, ordinal, sender, client_id, text, created_at, via)
                    VALUES ($1, 1, $2, $2, 1, $3, $4, 0, 'user')
                    """,
                    MessageID(high: 0, low: UInt64(index + 1)),
                    index + 1,
                    "\(index)",
                    text
                )
            }
        }
    }

    /// What follows the messages at its own pace is whole whatever happens to them before, while and after.
    @Test(arguments: 1...5 as ClosedRange<UInt64>)
    func theIndexIsWholeWhateverWasIndexedWhen(seed: UInt64) async throws {
        try await FullTextFixture.run { store in
            try await fill(store, (0..<40).map { "banana \($0)" })
            for round in 0..<30 {
                try await store.database.write { connection in
                    var random = SeededRandom(seed: seed &* 1000 &+ UInt64(round))
                    let num = Int.random(in: 1...40, using: &random)
                    switch Int.random(in: 0..<4, using: &random) {
                    case 0:
                        try connection.execute("UPDATE message_rows SET text = $1 WHERE num = $2", random.text(), num)
                    case 1: try connection.execute("DELETE FROM message_rows WHERE num = $1", num)
                    case 2:
                        // As after a crash that lost the last step.
                        try connection.execute(
                            """
                            DELETE FROM messages_fts
                            WHERE rowid > $1 AND rowid <= (SELECT num FROM index_progress WHERE name = 'fulltext')
                            """,
                            num
                        )
                        try connection.execute("UPDATE index_progress SET num = min(num, $1)", num)
                    default: _ = try SQLiteFullText.advance(by: num, on: connection)
                    }
                }
            }
            try await store.database.catchUpFullText()
            // SQLite throws if the index isn't what the messages give.
            await #expect(throws: Never.self) {
                try await store.database.write { connection in
                    _ = try connection.execute(
                        "INSERT INTO messages_fts (messages_fts, rank) VALUES ('integrity-check', 1)"
                    )
                }
            }
        }
    }

    private func find(_ query: String, in store: FullTextFixture, by user: UserID = mine) async throws -> [UInt64] {
        try await store.database.catchUpFullText()
        return try await store.database.read { connection in
            try SQLiteFullText.search(
                query,
                visibleTo: user,
                limit: 10,
                on: connection
            ).map(\.id.low)
        }
    }
}
