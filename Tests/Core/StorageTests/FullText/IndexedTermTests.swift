import Foundation
import PostgreSQLTestKit
import TestSupport
import Testing

@testable import Storage

/// Words between spaces are those of SQLite's FTS5, and every engine has the same ones.
@Suite(.standardTimeLimit) struct IndexedTermTests {
    private static let texts = [
        "Ørsted smørrebrød naïve Zürich e\u{301}cole İstanbul ς Σ Ελλάδα Ἀθῆναι", "мой ёлка й", "नमस्ते दोस्त", "½ ⑴",
        "don't well-known", "đ ł ŧ ħ", "Ạ ậ ữ a\u{300}\u{328}b", "ABC123 L4-L5 10am 5k",
        """
        caresses ponies ties caress cats feed agreed plastered bled motoring sing conflated troubled sized hopping tanned \
        falling hissing fizzed failing filing happy sky relational conditional rational valenci hesitanci digitizer \
        conformabli radicalli differentli vileli analogousli vietnamization predication operator feudalism decisiveness \
        hopefulness callousness formaliti sensitiviti sensibiliti triplicate formative formalize electriciti electrical \
        hopeful goodness revival allowance inference airliner gyroscopic adjustable defensible irritant replacement \
        adjustment dependent adoption homologou communism activate angulariti homologous effective bowdlerize probate \
        rate cease controll roll yes y ye yy ied ies ss s es ed ing eed
        """,
    ]

    /// The messages that other tests search.
    private static func messages() throws -> [String] {
        try ["studio.jsonl", "clubhouse.jsonl", "coach100.jsonl"].flatMap { name in
            try String(contentsOf: Repository.fixture(name), encoding: .utf8).split(separator: "\n").compactMap {
                line in
                (try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])?["text"] as? String
            }
        }
    }

    @Test func areThoseOfFTS5() async throws {
        let texts = try Self.texts + Self.messages().filter { !$0.unicodeScalars.contains(where: Self.hasReason) }
        #expect(texts.count > 1000)
        for (text, terms) in zip(texts, try await fts5(texts, "porter unicode61 remove_diacritics 2")) {
            #expect(Self.terms(of: text) == terms, "\(text)")
        }
    }

    /// Every character within a word: those of the planes that have any, and some that have none.
    private static let words = {
        let planes = [0x80...0x3_FFFF, 0xE_0000...0xE_01FF, 0x10_FF00...0x10_FFFF] as [ClosedRange<UInt32>]
        return planes.joined().compactMap(Unicode.Scalar.init).map { (scalar: $0, text: "a\($0)b") }
    }()

    /// What is otherwise than in FTS5 has a reason.
    @Test func everyCharacterIsTakenAsByFTS5OrForAReason() async throws {
        let texts = Self.words.map(\.text)
        let expected = try await fts5(texts, "porter unicode61 remove_diacritics 2")
        for (word, terms) in zip(Self.words, expected) where Self.terms(of: word.text) != terms {
            let scalar = word.scalar
            #expect(
                Self.hasReason(scalar),
                "\(String(scalar.value, radix: 16)): \(Self.terms(of: word.text)), \(terms)"
            )
        }
    }

    /// Whether a character is folded or cut in another way than FTS5 does it.
    private static func hasReason(_ scalar: Unicode.Scalar) -> Bool {
        guard !scalar.isASCII else { return false }
        let properties = scalar.properties
        return [.character, .picture].contains(WordRole(scalar)) || properties.isEmojiModifier
            || properties.numericType == .decimal || properties.changesWhenNFKCCaseFolded
            || properties.isDefaultIgnorableCodePoint || scalar == "ß" || (0x591...0x6ED).contains(scalar.value)
    }

    /// SQLite's tokenizer leaves plain texts to FTS5, and takes all others as they are taken here.
    @Test func theTokenizerHasTheSameWords() async throws {
        let texts = try Self.texts + Self.messages() + Self.cases.map(\.text) + Self.words.map(\.text)
        for (text, terms) in zip(texts, try await fts5(texts, WordTokenizer.name)) {
            #expect(Self.terms(of: text) == terms, "\(text)")
        }
    }

    private static let cases: [(text: String, terms: String)] = [
        ("我家在上海东边。明天休息", "我 家 在 上 海 东 边 明 天 休 息"), ("膝が痛い", "膝 が 痛 い"), ("CPU使用率", "cpu 使 用 率"),
        ("ﾄﾞｱのﾌﾟｰﾙ", "ド ア の プ ー ル"), ("か\u{3099}", "が"), ("⽕と", "火 と"), ("𠀋", "𠀋"), ("人々", "人 々"),
        ("권리에", "권 리 에"), ("\u{1112}\u{1161}\u{11AB}국", "한 국"), ("ㅋㅋ", "\u{110F} \u{110F}"),
        ("ปวดเข่า", "ป ว ด เ ข่ า"), ("ໜ້າ ຫນ້າ", "ຫ ນ້ າ ຫ ນ້ າ"), ("ជង្គង់", "ជ ង្ គ ង់"), ("ဒူးနာ", "ဒူး နာ"),
        ("ＡＢＣ１２３", "abc123"), ("Straße STRASSE ẞ", "strass strass ss"), ("ﬁne x² Ⅳ ǅ º", "fine x2 iv dz o"),
        ("سَلامٌ ســلام", "سلام سلام"), ("שָׁלוֹם", "שלום"), ("۵۰ ५०", "50 50"), ("и\u{306} й", "й й"), ("𝐛𝐨𝐥𝐝", "bold"),
        ("🏋️‍♀️", "🏋 ♀"), ("ok🧘", "ok 🧘"), ("👍🏽👍", "👍 👍"), ("🇸🇪", "🇸 🇪"), ("1️⃣", "1"), ("❤ ❤️", "❤ ❤"), ("a‼ b™", "a b"),
        ("\u{3164}\u{2800}\u{200B}", ""), ("\u{301}", ""),
    ]

    @Test(arguments: cases) func areFoldedAndCut(text: String, terms: String) {
        #expect(Self.terms(of: text) == terms.split(separator: " ").map { Array($0.unicodeScalars) })
    }

    @Test func knowTheirPlaceInTheText() {
        let text = "My knees, é́cole! ﾄﾞｱ ໜ້າ ẞ"
        let bytes = Array(text.utf8)
        #expect(
            IndexedTerm.terms(of: text).map { String(decoding: bytes[$0.range], as: UTF8.self) }
                == ["My", "knees", "é́cole", "ﾄﾞ", "ｱ", "", "ໜ້", "າ", "ẞ"]
        )
    }

    /// As scalars: strings that differ in theirs may be equal.
    private static func terms(of text: String) -> [[Unicode.Scalar]] {
        IndexedTerm.terms(of: text).map { Array($0.text.unicodeScalars) }
    }

    private func fts5(_ texts: [String], _ tokenizer: String) async throws -> [[[Unicode.Scalar]]] {
        var indexed = [[[Unicode.Scalar]]](repeating: [], count: texts.count)
        try await TestStore.run(on: .sqlite) { store in
            indexed = try await store.database.write { connection in
                try connection.execute("CREATE VIRTUAL TABLE t USING fts5(text, tokenize = '\(tokenizer)')")
                try connection.execute("CREATE VIRTUAL TABLE v USING fts5vocab(t, 'instance')")
                for (number, text) in texts.enumerated() {
                    try connection.execute("INSERT INTO t (rowid, text) VALUES ($1, $2)", number, text)
                }
                var indexed = [[[Unicode.Scalar]]](repeating: [], count: texts.count)
                try connection.forEach("SELECT doc, term FROM v ORDER BY doc, offset", []) { row in
                    indexed[Int(try row.int(0))].append(Array(try row.text(1).unicodeScalars))
                    return true
                }
                return indexed
            }
        }
        return indexed
    }
}

/// How queries are taken apart.
@Suite struct FullTextWordsTests {
    @Test(arguments: [
        ("knee pain?", ["knee", "pain"]), ("昨日 膝が痛い", ["昨日", "膝が痛い"]), ("ok👍🏽🏋️‍♀️go", ["ok", "👍🏽", "🏋️‍♀️", "go"]),
        ("L4-L5", ["L4", "L5"]), ("🙏", ["🙏"]), ("!?", []), ("", []), ("5 ½", ["5", "½"]),
    ])
    func wordsAreThoseBetweenSpaces(query: String, words: [String]) {
        #expect(FullTextWords.words(of: query) == words)
    }

    @Test(arguments: [
        ("膝が痛い", ["膝が", "が痛", "痛い"]), ("上海", []), ("膝", []), ("knee", []),
        ("iPhoneの使い方", ["iPhone", "の使", "使い", "い方"]),
        ("第5回", ["第", "5", "回"]), ("x膝", ["x", "膝"]),
    ])
    func aSentenceWithoutSpacesIsPieces(word: String, pieces: [String]) {
        #expect(FullTextWords.pieces(of: word) == pieces)
    }

    @Test func longQueriesAreBounded() {
        #expect(FullTextWords.words(of: String(repeating: "a ", count: 500)).count == 32)
        #expect(FullTextWords.pieces(of: String(repeating: "膝", count: 500)).count == 32)
    }
}
