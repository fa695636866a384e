import Domain
import PostgreSQLTestKit
import Storage
import TestSupport
import Testing

@testable import Messaging

/// Which messages a search by words scores, and how.
@Suite(.standardTimeLimit) struct FullTextRankingTests {
    /// As long as all matches are candidates, scores are those of FTS5's own `bm25`, and no match is missing.
    @Test(arguments: 1...8 as ClosedRange<UInt64>, FullTextSearch.Plan.allCases)
    func ranksAsTheEngineDoes(seed: UInt64, plan: FullTextSearch.Plan) async throws {
        var random = SeededRandom(seed: seed)
        let texts = (0..<200).map { _ in Self.text(&random) }
        let queries = (0..<30).map { _ in Self.text(&random) }
        let expected = try await store(texts, on: .sqlite) { connection in
            try queries.map { try Self.reference($0, limit: 20, on: connection) }
        }
        let found = try await store(texts) { connection in
            try queries.map { try FullTextHit.find($0, candidates: 1000, limit: 20, plan, on: connection) }
        }
        for (query, (found, expected)) in zip(queries, zip(found, expected)) {
            #expect(found.map(\.id) == expected.map(\.id), "\(query)")
            for (one, other) in zip(found, expected) { #expect(abs(one.score - other.score) < 1e-9) }
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
                let found = try FullTextHit.find(query, candidates: 16, limit: expected.count, plan, on: connection)
                #expect(Set(found.map(\.id)) == expected, "\(query)")
            }
            let found = try FullTextHit.find("filler usual nothing", candidates: 16, limit: 400, plan, on: connection)
            #expect(found.count >= 16)
        }
    }

    /// Messages of others don't push one's own out of the candidates, and are never found.
    @Test(arguments: FullTextSearch.Plan.allCases)
    func candidatesAreOnesOwn(plan: FullTextSearch.Plan) async throws {
        let newest: [UInt64] = (0..<300).filter { $0 % 7 == 0 }.suffix(10).map { UInt64($0) + 1 }
        let texts = (0..<300).map { "word \($0 % 7 == 0 ? "mine" : "theirs")" }
        try await store(texts, isMine: { $0 % 7 == 0 }) { connection in
            let found = try FullTextHit.find("word", candidates: 10, limit: 300, plan, on: connection)
            #expect(found.map(\.id).sorted() == newest)
            #expect(try FullTextHit.find("theirs", candidates: 10, limit: 300, plan, on: connection).isEmpty)
            let other = ChatID(high: 2, low: 2)
            #expect(try FullTextHit.find("word", in: [other], candidates: 10, limit: 9, plan, on: connection).isEmpty)
            #expect(try FullTextHit.find("word", upTo: 8, candidates: 10, limit: 9, plan, on: connection).count == 2)
        }
    }

    private static func reference(
        _ query: String,
        limit: Int,
        on connection: any SQLConnection
    ) throws -> [FullTextHit] {
        let words = FullTextWords.words(of: query).map { "\"\($0)\"" }
        guard !words.isEmpty else { return [] }
        let all = try connection.query(
            "SELECT rowid, -bm25(messages_fts) FROM messages_fts WHERE messages_fts MATCH $1",
            words.joined(separator: " OR ")
        ) { FullTextHit(id: UInt64(try $0.int(0)), score: try $0.double(1)) }
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

    @discardableResult
    private func store<Value: Sendable>(
        _ texts: [String],
        isMine: (Int) -> Bool = { _ in true },
        on engine: TestEngine = .chosen,
        _ body: @Sendable @escaping (any SQLConnection) throws -> Value
    ) async throws -> Value {
        try await FullTextFixture.run(on: engine) { store in
            try await store.store(texts, isMine: isMine)
            try await store.database.catchUpFullText()
            return try await store.database.read(body)
        }
    }
}
