import Domain
import MessagingTestKit
import PostgreSQLTestKit
import Storage
import TestSupport
import Testing

@testable import Messaging

/// Every engine finds the same messages, gives them the same scores and marks the same words. Random texts in many scripts.
@Suite(.longTimeLimit) struct FullTextEnginesTests {
    private struct Answers: Equatable, Sendable {
        var hits: [[FullTextHit]] = []
        /// As scalars: strings that differ in theirs may be equal.
        var marked: [[Unicode.Scalar]?] = []
    }

    @Test(arguments: 1...4 as ClosedRange<UInt64>)
    func findTheSame(seed: UInt64) async throws {
        var random = SeededRandom(seed: seed)
        let texts = (0..<150).map { _ in Self.text(&random) } + [Self.repetitive, Self.long]
        let changes = (0..<20).map { _ in
            (num: Int.random(in: 1...texts.count, using: &random), text: Self.text(&random))
        }
        let special = ["a b", "a a", Self.long, String(Self.long.dropLast())]
        let queries = (0..<40).map { _ in Self.text(&random) } + special
        let (one, other) = (
            try await answers(queries, texts, changes, on: .sqlite),
            try await answers(queries, texts, changes, on: .postgreSQL)
        )
        #expect(one.hits.joined().count > 1000)
        #expect(one.marked.count { $0 != nil } > 100)
        for number in one.hits.indices {
            #expect(one.hits[number] == other.hits[number], "\(queries[number / 6])")
        }
        #expect(one.marked == other.marked)
    }

    /// By each plan; with few candidates, too, so that they have to be chosen.
    private func answers(
        _ queries: [String],
        _ texts: [String],
        _ changes: [(num: Int, text: String)],
        on engine: TestEngine
    ) async throws -> Answers {
        try await FullTextFixture.run(on: engine) { store in
            try await store.store(texts) { $0 % 5 > 0 }
            try await store.database.catchUpFullText()
            try await store.database.write { connection in
                for (num, text) in changes {
                    try connection.execute("UPDATE message_rows SET text = $1 WHERE num = $2", text, num)
                    try connection.execute("DELETE FROM message_rows WHERE num = $1", num % 97)
                }
            }
            try await store.database.catchUpFullText()
            return try await store.database.read { connection in
                var answers = Answers()
                for query in queries {
                    for plan in FullTextSearch.Plan.allCases {
                        for candidates in [8, 1000] {
                            answers.hits.append(
                                try FullTextHit.find(query, candidates: candidates, limit: 100, plan, on: connection)
                            )
                        }
                    }
                    for num in stride(from: 1, through: texts.count, by: 7) {
                        let marked = try FullText.marked(query, in: Int64(num), marks: ("[", "]"), on: connection)
                        answers.marked.append(marked.map { Array($0.unicodeScalars) })
                    }
                }
                return answers
            }
        }
    }

    // MARK: Texts

    /// More often than an engine's own list of places takes, in a text as long as a message may be.
    private static let repetitive = String(repeating: "a b ", count: 1500)
    /// Longer than an engine's words may be.
    private static let long = String(repeating: "donaudampfschifffahrt", count: 120)

    private static func text(_ random: inout SeededRandom) -> String {
        let words = [
            "a", "run", "running", "Runs", "knee", "the", "coach", "café", "cafe\u{301}", "CAFE", "Å", "A\u{30A}", "ς",
            "Σ",
            "한국", "\u{1112}\u{1161}\u{11AB}국", "नमस्ते", "हिन्दी", "中文", "👍", "🏋🏽‍♀️", "5", "½", "x²", "don't", "well-known",
            "ﬁne", "上海", "膝が痛い", "ﾄﾞｱ", "เข่า", "ໜ້າ", "ជង្គង់", "ဒူး", "ＡＢ", "سَلام", "🇸🇪",
            "İstanbul", "straße", "e\u{301}\u{328}b", "\u{301}x", "б\u{306}", "hopefulness", "relational", "ied",
        ]
        let separators = [" ", " ", " ", ", ", "\n", "", "\u{200B}"]
        return (0..<Int.random(in: 1...7, using: &random)).map { _ in
            (words.randomElement(using: &random) ?? "") + (separators.randomElement(using: &random) ?? "")
        }.joined()
    }
}
