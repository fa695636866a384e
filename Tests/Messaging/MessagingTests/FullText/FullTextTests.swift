import Domain
import MessagingTestKit
import PostgreSQLTestKit
import Storage
import TestSupport
import Testing

@testable import Messaging

@Suite(.standardTimeLimit) struct FullTextTests {
    @Test(arguments: [
        ("stretch", [1]), ("STRETCHED", [1]), ("stretching calves", [1]), ("cafe", [2]), ("CAFÉ", [2]), ("creme", [2]),
        ("Zoë", [3]), ("zoe", [3]), ("中文", [4]), ("nothing", []), ("", []), ("!?", []), ("knee", []),
    ])
    func findsStemsAndFoldsAccents(query: String, expected: [UInt64]) async throws {
        try await FullTextFixture.run { store in
            try await store.store(["I was stretching my calf", "Crème at the café", "Zoë's PR", "中文 too"])
            #expect(try await find(query, in: store) == expected)
        }
    }

    private static let inEveryScript = [
        "我家在上海东边。明天休息", "昨日は膝が痛かったので休みました。", "그 존엄과 권리에 있어 동등하다 무릎이 아파요", "วันนี้ฉันปวดเข่ามากจริงๆ",
        "ຫົວເຂົ່າຂອງຂ້ອຍເຈັບ", "ជង្គង់របស់ខ្ញុំឈឺ", "ဒူးနာတယ်", "Die Straße ist naß", "Ｇｙｍ ｶﾗﾀﾞ ＡＢＣ１２３", "MRI of L4-L5: fine", "🏋️‍♀️🧘",
        "سَلامٌ عليكم", "мой knee",
    ]

    private static let found: [(query: String, expected: [UInt64])] = [
        ("上海", [1]), ("休息", [1]), ("海东", [1]), ("上明", []), ("膝", [2]), ("休みました", [2]), ("昨日", [2]), ("권리", [3]),
        ("무릎", [3]),
        ("\u{1106}\u{116E}\u{1105}\u{1173}\u{11C1}", [3]), ("เข่า", [4]), ("ปวดเข่า", [4]), ("ເຂົ່າ", [5]), ("ជង្គង់", [6]),
        ("ဒူး", [7]), ("strasse", [8]), ("STRASSE", [8]), ("nass", [8]), ("gym", [9]), ("カラダ", [9]), ("ABC123", [9]),
        ("Ｌ４", [10]),
        ("L4-L5", [10]), ("🏋️‍♀️", [11]), ("🧘🏽", [11]), ("👍", []), ("سلام", [12]), ("и\u{306}", []), ("мои\u{306}", [13]),
        // Not as a whole; its parts are found.
        ("上海明天", [1]), ("昨日の膝が", [2]),
    ]

    private static let marked: [(query: String, num: Int64, expected: String)] = [
        ("休息", 1, "我家在上海东边。明天[休息]"), ("権利 膝", 2, "昨日は[膝]が痛かったので休みました。"), ("strasse", 8, "Die [Straße] ist naß"),
        ("カラダ", 9, "Ｇｙｍ [ｶﾗﾀﾞ] ＡＢＣ１２３"), ("上海明天", 1, "我家在[上海]东边。[明天]休息"), ("🧘", 11, "🏋️‍♀️[🧘]"),
    ]

    @Test(arguments: TestEngine.allCases)
    func findsAndMarksWordsOfEveryScript(engine: TestEngine) async throws {
        try await FullTextFixture.run(on: engine) { store in
            try await store.store(Self.inEveryScript)
            for (query, expected) in Self.found { #expect(try await find(query, in: store) == expected, "\(query)") }
            for (query, num, expected) in Self.marked {
                let marked = try await store.database.read { connection in
                    try FullText.marked(query, in: num, marks: ("[", "]"), on: connection)
                }
                #expect(marked == expected)
            }
        }
    }

    /// In SQLite, words of a deleted text are only marked as deleted until the index is merged, which the writer does when
    /// idle.
    @Test func erasedWordsLeaveTheTables() async throws {
        try await FullTextFixture.run { store in
            try await store.store(["zwergspitz here", "another text", "a third"])
            try await store.database.catchUpFullText()
            #expect(try await store.database.read { try store.rows(with: "zwergspitz", on: $0) } > 0)
            try await store.database.write { connection in
                try FullText.textWillBeErased(on: connection)
                try connection.execute("UPDATE message_rows SET text = '' WHERE text LIKE 'zwergspitz%'")
            }
            while try await store.database.write({ try FullText.removeErasedWords(on: $0) }) {}
            #expect(try await store.database.read { try store.rows(with: "zwergspitz", on: $0) } == 0)
            #expect(try await find("third", in: store) == [3])
        }
    }

    /// Neither chats of others nor deleted messages are ever found.
    @Test func seesOnlyOnesOwnChats() async throws {
        try await FullTextFixture.run { store in
            try await store.store(["bananas here"])
            #expect(try await find("bananas", in: store) == [1])
            #expect(try await find("bananas", in: store, by: FullTextFixture.theirs) == [])
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
            try await store.store(["bananas here"])
            _ = try await find(query, in: store)
            #expect(try await find(query + " bananas", in: store).contains(1) || query.hasPrefix("a a a"))
        }
    }

    @Test(arguments: 1...3)
    func randomQueriesAreHarmless(seed: UInt64) async throws {
        try await FullTextFixture.run { store in
            var random = SeededRandom(seed: seed)
            try await store.store((0..<20).map { _ in random.text() })
            for _ in 0..<300 {
                let text = random.text()
                await #expect(throws: Never.self) { _ = try await find(text, in: store) }
            }
        }
    }

    /// What follows the messages at its own pace is whole whatever happens to them before, while and after.
    @Test(arguments: 1...5 as ClosedRange<UInt64>)
    func theIndexIsWholeWhateverWasIndexedWhen(seed: UInt64) async throws {
        try await FullTextFixture.run { store in
            try await store.store((0..<40).map { "banana \($0)" })
            for round in 0..<30 {
                try await store.database.write { connection in
                    var random = SeededRandom(seed: seed &* 1000 &+ UInt64(round))
                    let num = Int.random(in: 1...40, using: &random)
                    switch Int.random(in: 0..<4, using: &random) {
                    case 0:
                        try connection.execute("UPDATE message_rows SET text = $1 WHERE num = $2", random.text(), num)
                    case 1: try connection.execute("DELETE FROM message_rows WHERE num = $1", num)
                    case 2: try store.forget(after: num, on: connection)
                    default: _ = try FullText.advance(by: num, on: connection)
                    }
                }
            }
            try await store.database.catchUpFullText()
            await #expect(throws: Never.self) {
                try await store.database.write { try FullText.requireIntegrity(on: $0) }
            }
        }
    }

    private func find(
        _ query: String,
        in store: FullTextFixture,
        by user: UserID = FullTextFixture.mine
    ) async throws -> [UInt64] {
        try await store.database.catchUpFullText()
        return try await store.database.read { connection in
            try FullText.search(query, visibleTo: user, limit: 10, on: connection).map(\.id.low)
        }
    }
}
