import Testing

@testable import Terminal

@Suite struct PromptLineTests {
    private func render(_ text: String, cursor: Int, columns: Int, prompt: String = "> ") -> String {
        PromptLine.render(prompt: prompt, characters: Array(text), cursor: cursor, columns: columns)
    }

    @Test func shortLinesAreShownWhole() {
        #expect(render("hello", cursor: 5, columns: 80) == "\r\u{1B}[K> hello\r\u{1B}[7C")
        #expect(render("hello", cursor: 0, columns: 80) == "\r\u{1B}[K> hello\r\u{1B}[2C")
        #expect(render("漢字", cursor: 1, columns: 80) == "\r\u{1B}[K> 漢字\r\u{1B}[4C")
    }

    @Test func longLinesScrollWithTheCursor() {
        let digits = "0123456789"
        #expect(render(digits, cursor: 10, columns: 10) == "\r\u{1B}[K> 456789\r\u{1B}[8C")
        #expect(render(digits, cursor: 0, columns: 10) == "\r\u{1B}[K> 0123456\r\u{1B}[2C")
    }

    /// It always takes one row, and nothing in it moves the cursor elsewhere.
    @Test func staysInItsRow() {
        let texts = ["", "a", "漢字漢字漢字漢字", "a\nb\u{1B}[2J", "👩‍👩‍👧👩‍👩‍👧👩‍👩‍👧", String(repeating: "x", count: 200)]
        for text in texts {
            for columns in [1, 5, 20, 80] {
                for cursor in 0...text.count {
                    let row = render(text, cursor: cursor, columns: columns, prompt: "Sara ✓✓ · typing…> ")
                    let shown = row.dropFirst(4).prefix { $0 != "\r" }
                    #expect(DisplayWidth.of(shown) < max(columns, 4), "\(text.prefix(9)) \(columns) \(cursor)")
                    #expect(!shown.contains("\u{1B}"))
                }
            }
        }
    }
}
