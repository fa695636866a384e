import Testing

@testable import Terminal

@Suite struct LineEditorTests {
    private func typed(_ keys: [Key]) -> LineEditor {
        var editor = LineEditor()
        for key in keys { _ = editor.handle(key) }
        return editor
    }

    @Test(
        arguments: [
            ([.text("helo"), .left, .text("l")], "hello", 4),
            ([.text("abc"), .home, .delete], "bc", 0),
            ([.text("abc"), .backspace, .backspace], "a", 1),
            ([.text("one two  three"), .killWord, .killWord], "one ", 4),
            ([.text("one two"), .wordLeft, .wordLeft, .wordRight], "one two", 3),
            ([.text("one two"), .wordLeft, .killLine], "two", 0),
            ([.text("one two"), .wordLeft, .killToEnd], "one ", 4),
            ([.text("漢字"), .backspace], "漢", 1),
            ([.text("👩‍👩‍👧"), .backspace], "", 0),
            ([.text("e"), .text("\u{301}")], "e\u{301}", 1),
            ([.left, .right, .delete, .backspace, .home, .end, .killWord, .killLine], "", 0),
            ([.text("ab"), .home, .paste("x\r\ny")], "x\nyab", 3),
        ] as [([Key], String, Int)]
    ) func keysEditTheLine(keys: [Key], text: String, cursor: Int) {
        let editor = typed(keys)
        #expect(editor.text == text)
        #expect(editor.cursor == cursor)
    }

    @Test func submitsAndRemembers() {
        var editor = typed([.text("first")])
        #expect(editor.handle(.enter) == .submit("first"))
        #expect(editor.isEmpty)
        _ = editor.handle(.text("second"))
        #expect(editor.handle(.enter) == .submit("second"))
        _ = editor.handle(.text("draft"))
        _ = editor.handle(.up)
        #expect(editor.text == "second")
        _ = editor.handle(.up)
        _ = editor.handle(.up)
        #expect(editor.text == "first")
        _ = editor.handle(.down)
        _ = editor.handle(.down)
        #expect(editor.text == "draft", "what was being written comes back")
        #expect(editor.handle(.down) == .none)
    }

    @Test func controlCClearsBeforeItLeaves() {
        var editor = typed([.text("x")])
        #expect(editor.handle(.interrupt) == .changed)
        #expect(editor.handle(.interrupt) == .interrupt)
        #expect(editor.handle(.endOfInput) == .endOfInput)
    }

    /// The cursor stays within the line, whatever is pressed.
    @Test func noSequenceOfKeysBreaksIt() {
        let keys: [Key] = [
            .text("a"), .text("漢\u{301}"), .paste("x\ny "), .enter, .backspace, .delete, .left, .right, .wordLeft,
            .wordRight, .home, .end, .up, .down, .killLine, .killToEnd, .killWord, .interrupt, .endOfInput, .tab,
        ]
        var editor = LineEditor()
        var state: UInt64 = 7
        for _ in 0..<20_000 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            _ = editor.handle(keys[Int(state >> 33) % keys.count])
            guard (0...editor.characters.count).contains(editor.cursor) else {
                Issue.record("the cursor left the line")
                return
            }
        }
    }
}
