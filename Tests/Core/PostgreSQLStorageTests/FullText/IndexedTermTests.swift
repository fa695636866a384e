import Foundation
import PostgreSQLTestKit
import Storage
import TestSupport
import Testing

@testable import PostgreSQLStorage

/// Every engine's index has the same words. SQLite's FTS5 is the judge.
@Suite(.standardTimeLimit) struct IndexedTermTests {
    private static let texts = [
        "Ørsted smørrebrød naïve Zürich e\u{301}cole Straße İstanbul ﬁne ǅ ς Σ Ελλάδα Ἀθῆναι", "мой ёлка й",
        "नमस्ते दोस्त", "한국어 텍스트", "x² ½ Ⅳ", "don't well-known", "đ ł ŧ ħ", "Ạ ậ ữ a\u{300}\u{328}b", "👩🏽‍🚀 ok",
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
        let texts = try Self.texts + Self.messages()
        #expect(texts.count > 1000)
        try await compare(texts)
    }

    /// Every character within a word: those of the planes that have any, and some that have none.
    @Test func everyCharacterIsTakenAsByFTS5() async throws {
        let planes = [0x80...0x2_FFFF, 0xE_0000...0xE_01FF, 0x10_FF00...0x10_FFFF] as [ClosedRange<UInt32>]
        let words = planes.joined().compactMap(Unicode.Scalar.init).map { "a\($0)b" }
        let texts = stride(from: 0, to: words.count, by: 512).map { start in
            words[start..<min(start + 512, words.count)].joined(separator: " ")
        }
        try await compare(texts)
    }

    private func compare(_ texts: [String]) async throws {
        try await TestStore.run(on: .sqlite) { store in
            let indexed = try await store.database.write { connection in
                try connection.execute(
                    "CREATE VIRTUAL TABLE t USING fts5(text, tokenize = 'porter unicode61 remove_diacritics 2')"
                )
                try connection.execute("CREATE VIRTUAL TABLE v USING fts5vocab(t, 'instance')")
                for (number, text) in texts.enumerated() {
                    try connection.execute("INSERT INTO t (rowid, text) VALUES ($1, $2)", number, text)
                }
                var indexed = [[String]](repeating: [], count: texts.count)
                try connection.forEach("SELECT doc, term FROM v ORDER BY doc, offset", []) { row in
                    indexed[Int(try row.int(0))].append(try row.text(1))
                    return true
                }
                return indexed
            }
            for (text, terms) in zip(texts, indexed) {
                let own = IndexedTerm.terms(of: text).map(\.text)
                // Equal strings may differ in their scalars, which FTS5 sees.
                let differing = zip(own, terms).first { !$0.unicodeScalars.elementsEqual($1.unicodeScalars) }
                #expect(own.count == terms.count && differing == nil, "\(differing ?? ("", "")) in \(text)")
            }
        }
    }

    @Test func knowTheirPlaceInTheText() {
        let text = "My knees, é́cole!"
        #expect(IndexedTerm.terms(of: text).map { String(text[$0.range]) } == ["My", "knees", "é́cole"])
    }
}
