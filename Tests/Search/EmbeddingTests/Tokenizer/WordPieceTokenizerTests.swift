import Testing

@testable import Embedding

@Suite struct WordPieceTokenizerTests {
    static let tokens = [
        "[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", "un", "##aff", "##able", "##a", "knee", "bend", "##s", ",", "!",
        "cafe", "日", "本", "##ing", "ss", "i", "$",
    ]

    static func tokenizer(
        _ configuration: TokenizerConfiguration = .init(),
        maxLength: Int = 256
    ) throws -> WordPieceTokenizer {
        try WordPieceTokenizer(
            vocabulary: Vocabulary(tokens: tokens.map { Array($0.utf8) }),
            configuration: configuration,
            maxLength: maxLength
        )
    }

    @Test(
        arguments: [
            ("", []),
            (" \t\r\n\u{2028}\u{A0}", []),
            ("unaffable", ["un", "##aff", "##able"]),
            ("UnAffAble", ["un", "##aff", "##able"]),
            ("knee bends, knee!", ["knee", "bend", "##s", ",", "knee", "!"]),
            ("$knee$", ["$", "knee", "$"]),
            ("Café CAFE\u{301}", ["cafe", "cafe"]),
            ("日本knee", ["日", "本", "knee"]),
            ("kn\u{0}e\u{200B}e\u{FFFD}", ["knee"]),
            ("kneex", ["[UNK]"]),
            ("x knee", ["[UNK]", "knee"]),
            ("ing", ["[UNK]"]),
            ("İ", ["i"]),
            ("a[SEP]knee[MASK]", ["[UNK]", "[SEP]", "knee", "[MASK]"]),
            ("[sep]", ["[UNK]", "[UNK]", "[UNK]"]),
            ("knee\u{378}", ["[UNK]"]),
        ] as [(String, [String])]
    )
    func encodesTextsAsPieces(text: String, pieces: [String]) throws {
        #expect(try Self.tokenizer().encode(text).map { Self.tokens[Int($0)] } == ["[CLS]"] + pieces + ["[SEP]"])
    }

    @Test func wordsOfMoreThan100ScalarsAreUnknown() throws {
        let longest = "un" + String(repeating: "a", count: 98)
        #expect(try Self.tokenizer().encode(longest).count == 2 + 1 + 98)
        #expect(try Self.tokenizer().encode(longest + "a") == [2, 1, 3])
    }

    @Test(arguments: [2, 3, 5, 9]) func cutsAtTheMaximum(length: Int) throws {
        let ids = try Self.tokenizer(maxLength: length).encode(String(repeating: "unaffable ", count: 50))
        #expect(ids.count == length)
        #expect(ids.first == 2)
        #expect(ids.last == 3)
        #expect(ids.dropFirst().dropLast().starts(with: [5, 6, 7, 5, 6, 7, 5].prefix(length - 2)))
    }

    @Test func longInputIsCutEarly() throws {
        let ids = try Self.tokenizer(maxLength: 4).encode(String(repeating: "knee ", count: 200_000))
        #expect(ids == [2, 9, 9, 3])
    }

    @Test func keepsCaseAndAccentsWhereTheModelDoes() throws {
        var configuration = TokenizerConfiguration()
        configuration.lowercases = false
        configuration.stripsAccents = false
        configuration.spacesCJK = false
        let tokenizer = try Self.tokenizer(configuration)
        #expect(tokenizer.encode("Knee knee") == [2, 1, 9, 3])
        #expect(tokenizer.encode("café") == [2, 1, 3])
        #expect(tokenizer.encode("日本") == [2, 1, 3])
    }
}
