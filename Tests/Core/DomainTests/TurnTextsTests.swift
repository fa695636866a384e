import Testing

@testable import Domain

/// A text of a turn is read once in each way, and any other text as often as anybody asks.
@Suite struct TurnTextsTests {
    private static func read(_ text: String, _ times: Int, of texts: TurnTexts) -> (values: [Int], made: Int) {
        var made = 0
        let values = (0..<times).map { _ in
            texts.reading(of: text, "length") {
                made += 1
                return text.utf8.count
            }
        }
        return (values, made)
    }

    @Test func aTextOfTheTurnIsReadOnce() {
        let texts = TurnTexts()
        texts.add("Who is it?")
        #expect(Self.read("Who is it?", 3, of: texts) == ([10, 10, 10], 1))
        #expect(texts.counts(of: "Who is it?") == ["length": TurnTexts.Count(asked: 3, made: 1)])
        #expect(texts.reading(of: "Who is it?", "words") { 3 } == 3)
        #expect(texts.counts(of: "Who is it?").count == 2)
    }

    @Test func otherTextsAreReadEachTime() {
        let texts = TurnTexts()
        texts.add("Who is it?")
        #expect(Self.read("Who is she?", 2, of: texts).made == 2)
        #expect(texts.counts(of: "Who is she?").isEmpty)
    }

    /// Equal in Swift, but with their words at other places.
    @Test func otherBytesAreAnotherText() {
        let texts = TurnTexts()
        texts.add("caf\u{E9}")
        #expect(Self.read("caf\u{E9}", 2, of: texts) == ([5, 5], 1))
        #expect(Self.read("cafe\u{301}", 2, of: texts) == ([6, 6], 2))
    }

    @Test func onlyAFewTextsAreKept() {
        let texts = TurnTexts()
        for number in 0..<20 { texts.add("\(number)") }
        #expect(Self.read("0", 2, of: texts).made == 1)
        #expect(Self.read("19", 2, of: texts).made == 2)
    }

    @Test func oneTaskReadsForItself() async {
        #expect(TurnTexts.current == nil)
        let texts = TurnTexts()
        await TurnTexts.$current.withValue(texts) {
            let inside = await Task { TurnTexts.current }.value
            #expect(inside === texts)
        }
        #expect(TurnTexts.current == nil)
    }
}
