import Testing

@testable import TextReading

/// Words by purpose, of several files together.
@Suite struct WordTableTests {
    private static let table = WordTable([
        Array("# Words.\nasks\twho|what is\nnumber 1\tone|a\n".utf8), Array("asks\tquien\nnumber 2\tdos\n".utf8),
    ])

    @Test func filesAddToEachOther() {
        #expect(Self.table["asks"].all == ["who", "what is", "quien"])
        #expect(Self.table["asks"].words == ["who", "quien"])
        #expect(Self.table["asks"].sequences.first == ["what", "is"])
        #expect(Self.table["nothing"].all.isEmpty)
    }

    @Test func aWordMeansTheRestOfItsPurpose() {
        #expect(Self.table.meanings("number") == ["one": "1", "a": "1", "dos": "2"])
        #expect(Self.table.numbers("number") == ["one": 1, "a": 1, "dos": 2])
        #expect(Self.table.meanings("asks").isEmpty)
    }

    @Test(arguments: [
        ("who is it", true, true), ("so what is it", true, false), ("what isnt it", false, false), ("", false, false),
        ("whose", false, false),
    ])
    func wordsAndPhrasesAreFoundWhole(text: String, isIn: Bool, begins: Bool) {
        let words = text.split(separator: " ").map(String.init)
        #expect(Self.table["asks"].isIn(words) == isIn)
        #expect(Self.table["asks"].begin(text) == begins)
    }
}
