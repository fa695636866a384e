import Domain
import MessagingTestKit
import Storage
import TestSupport
import Testing

@testable import Messaging

/// Which messages a search by words scores, and how.
@Suite(.standardTimeLimit, .enabled(if: TestDatabase.hasFullText)) struct FullTextRankingTests {
    private static let (mine, theirs) = (UserID(high: 1, low: 1), UserID(high: 1, low: 2))

    private struct Hit: Equatable {
        let id: UInt64
        let score: Double
    }

    /// As long as all matches are candidates, scores are those of FTS5's own `bm25`, and no match is missing.
    @Test(arguments: 1...8 as ClosedRange<UInt64>, FullTextSearch.Plan.allCases)
    func ranksAsTheEngineDoes(seed: UInt64, plan: FullTextSearch.Plan) async throws {
        var random = SeededRandom(seed: seed)
        let texts = (0..<200).map { _ in Self.text(&random) }
        let queries = (0..<30).map { _ in Self.text(&random) }
        try await store(texts) { connection in
            for query in queries {
                let found = try Self.find(query, candidates: 1000, limit: 20, plan, on: connection)
                let expected = try Self.reference(query, limit: 20, on: connection)
                #expect(found.map(\.id) == expected.map(\.id), "\(query)")
                for (one, other) in zip(found, expected) { #expect(abs(one.score - other.score) < 1e-9) }
            }
        }
    }

    /// Messages that a bounded search doesn't score have common words only, and are older than those it scores.
    @Test(arguments: FullTextSearch.Plan.allCases)
    func ranksTheNewestOfManyAndEveryRareOne(plan: FullTextSearch.Plan) async throws {
        var texts = (0..<400).map { "\($0.isMultiple(of: 2) ? "usual" : "common") filler words here" }
        texts[1] = "common usual"
        texts[3] = "a common zebra with some other words around it"
        try await store(texts) { connection in
            let expected: [(query: String, found: Set<UInt64>)] = [
                ("zebra common", [4]),  // a rare word, however old
                ("usual common", [2]),  // all of the common words, however old
                ("common", Set(stride(from: 370, through: 400, by: 2))),  // the newest of a common word
            ]
            for (query, expected) in expected {
                let found = try Self.find(query, candidates: 16, limit: expected.count, plan, on: connection)
                #expect(Set(found.map(\.id)) == expected, "\(query)")
            }
            let found = try Self.find("filler usual nothing", candidates: 16, limit: 400, plan, on: connection)
            #expect(found.count >= 16)
        }
    }

    /// Messages of others don't push one's own out of the candidates, and are never found.
    @Test(arguments: FullTextSearch.Plan.allCases)
    func candidatesAreOnesOwn(plan: FullTextSearch.Plan) async throws {
        let newest: [UInt64] = (0..<300).filter { $0 % 7 == 0 }.suffix(10).map { UInt64($0) + 1 }
        let texts = (0..<300).map { "word \($0 % 7 == 0 ? "mine" : "theirs")" }
        try await store(texts, isMine: { $0 % 7 == 0 }) { connection in
            let found = try Self.find("word", candidates: 10, limit: 300, plan, on: connection)
            #expect(found.map(\.id).sorted() == newest)
            #expect(try Self.find("theirs", candidates: 10, limit: 300, plan, on: connection).isEmpty)
            let other = ChatID(high: 2, low: 2)
            #expect(try Self.find("word", in: [other], candidates: 10, limit: 9, plan, on: connection).isEmpty)
            #expect(try Self.find("word", upTo: 8, candidates: 10, limit: 9, plan, on: connection).count == 2)
        }
    }

    // MARK: Searches

    private static func find(
        _ query: String,
        in chats: [ChatID] = [],
        upTo: Int64 = .max,
        candidates: Int,
        limit: Int,
        _ plan: FullTextSearch.Plan,
        on connection: any SQLConnection
    ) throws -> [Hit] {
        let search = FullTextSearch(
            member: mine,
            chats: chats,
            upTo: upTo,
            filter: plan == .scoresFirst ? "" : "m.chat_id <> $\(FullTextSearch.filterPlaceholder(after: chats))",
            arguments: plan == .scoresFirst ? [] : [ChatID(high: 9, low: 9)],
            candidates: candidates,
            plan: plan
        )
        return try search.best(limit, of: SQLiteFullText.phrases(of: query), on: connection)
            .map { Hit(id: $0.0.low, score: $0.1) }
    }

    private static func reference(_ query: String, limit: Int, on connection: any SQLConnection) throws -> [Hit] {
        guard let match = SQLiteFullText.matchExpression(query) else { return [] }
        let all = try connection.query(
            "SELECT rowid, -bm25(messages_fts) FROM messages_fts WHERE messages_fts MATCH $1",
            match
        ) { Hit(id: UInt64(try $0.int(0)), score: try $0.double(1)) }
        return Array(all.sorted { ($0.score, $0.id) > ($1.score, $1.id) }.prefix(limit))
    }

    // MARK: Messages

    private static func text(_ random: inout SeededRandom) -> String {
        let words = ["run", "running", "knee", "the", "coach", "sleep", "x", "protein", "café", "5", "week"]
        return (0..<Int.random(in: 1...9, using: &random)).map { _ in
            // The first words are more frequent.
            words[min(Int.random(in: 0..<words.count, using: &random), Int.random(in: 0..<words.count, using: &random))]
        }.joined(separator: " ")
    }

    private func store(
        _ texts: [String],
        isMine: (Int) -> Bool = { _ in true },
        _ body: @Sendable @escaping (any SQLConnection) throws -> Void
    ) async throws {
        let chats = texts.indices.map { isMine($0) ? 1 : 2 }
        try await FullTextFixture.run { store in
            try await store.database.write { connection in
                for (number, user) in [(1, Self.mine), (2, Self.theirs)] {
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
                        """
                        INSERT INTO chats (id, kind, created_by, created_at, active_at, num)
                        VALUES ($1, 'group', $2, 0, 0, $3)
                        """,
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
                for (index, text) in texts.enumerated() {
                    try connection.execute(
                        """
                        INSERT INTO message_rows (id, chat, seq, ordinal, sender, client_id, text, created_at, via)
                        VALUES ($1, $2, $3, $3, $2, $4, $5, 0, 'user')
                        """,
                        MessageID(high: 0, low: UInt64(index + 1)),
                        chats[index],
                        index + 1,
                        "\(index)",
                        text
                    )
                }
            }
            try await store.database.catchUpFullText()
            try await store.database.read(body)
        }
    }
}
