import Testing

@testable import Embedding

/// The reference tokenizer's ids on the model's real vocabulary.
@Suite struct TokenizerGoldenTests {
    @Test func reproducesTheReferenceOnRandomTexts() throws {
        let tokenizer = try WordPieceTokenizer(folder: Fixtures.model())
        let cases = try Fixtures.tokenizerCases()
        #expect(cases.count == 3000)
        for item in cases { #expect(tokenizer.encode(item.text) == item.ids, "\(item.text.debugDescription)") }
    }

    @Test func reproducesTheReferenceOnChatMessages() throws {
        let tokenizer = try WordPieceTokenizer(folder: Fixtures.model())
        for item in try Fixtures.golden().items { #expect(tokenizer.encode(item.text) == item.token_ids) }
    }

    /// Scalars that Unicode has added or reclassified since version 8; ids from the `tokenizers` library.
    @Test(
        arguments: [
            ("a\u{61D}b", [100]),
            ("a\u{166D}b", [1037, 100, 1038]),
            ("a\u{1734}b", [11113]),
            ("a\u{2E43}b", [100]),
            ("a\u{2B820}b", [100]),
            ("한국어", [1469, 30006, 30021, 29991, 30014, 30020, 29999, 30008]),
            ("hi[SEP]there [sep] [MASK]x", [7632, 102, 2045, 1031, 19802, 1033, 103, 1060]),
            ("İstanbul", [9960]),
            ("ẞ ΑΣ", [1096, 1155, 29733]),
        ] as [(String, [Int32])]
    )
    func classifiesScalarsAsTheReferenceDoes(text: String, ids: [Int32]) throws {
        #expect(try WordPieceTokenizer(folder: Fixtures.model()).encode(text) == [101] + ids + [102])
    }
}
