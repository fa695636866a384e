import Testing

@testable import Terminal

@Suite struct TextWrapperTests {
    @Test func linesBreakBetweenWords() {
        #expect(
            TextWrapper.wrap("05:33 #5 Bea: I can only train before 7 in the morning", to: 30) == [
                "05:33 #5 Bea: I can only train", "      before 7 in the morning",
            ]
        )
        #expect(TextWrapper.wrap("short", to: 30) == ["short"])
    }

    @Test func wordsLongerThanARowBreakAnywhere() {
        #expect(
            TextWrapper.wrap(String(repeating: "x", count: 25), to: 12) == [
                String(repeating: "x", count: 12), "    xxxxxxxx", "    xxxxx",
            ]
        )
        #expect(TextWrapper.wrap("漢字漢字漢字", to: 6) == ["漢字漢", "  字漢", "  字"])
    }

    @Test func stylesTakeNoColumnsAndGoOn() {
        #expect(TextWrapper.wrap("\u{1B}[2m1234 678\u{1B}[0m", to: 8) == ["\u{1B}[2m1234 678\u{1B}[0m"])
        #expect(TextWrapper.wrap("\u{1B}[2m1234 6789\u{1B}[0m", to: 8) == ["\u{1B}[2m1234", "  6789\u{1B}[0m"])
    }

    /// Whatever the text, no row is too wide and no visible character gets lost.
    @Test func rowsAlwaysFit() {
        let texts = [
            "a  b   c    d", "नमस्ते दुनिया नमस्ते", "👩‍👩‍👧 family 👩‍👩‍👧👩‍👩‍👧", "      indented far more than it should be", " ", "",
        ]
        for text in texts {
            for columns in 1...40 {
                let rows = TextWrapper.wrap(text, to: columns)
                #expect(rows.allSatisfy { DisplayWidth.of($0) <= max(columns, 4) }, "\(text) \(columns)")
                #expect(rows.joined().filter { $0 != " " } == text.filter { $0 != " " })
            }
        }
    }
}
