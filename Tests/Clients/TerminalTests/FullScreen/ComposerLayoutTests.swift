import TestSupport
import Testing

@testable import Terminal

@Suite struct ComposerLayoutTests {
    private func layout(_ text: String, cursor: Int? = nil, columns: Int = 14) -> ComposerLayout {
        var editor = LineEditor()
        editor.set(text)
        if let cursor { editor.moveCursor(to: cursor) }
        return ComposerLayout(editor, columns: columns)
    }

    @Test func textWrapsAtWords() {
        let layout = layout("one two three four")
        #expect(layout.rows.indices.map { layout.text(ofRow: $0) } == ["one two ", "three four"])
        #expect((layout.cursorRow, layout.cursorColumn) == (1, 10))
    }

    @Test func lineBreaksMakeRows() {
        let layout = layout("a\n\nb", cursor: 2)
        #expect(layout.rows.count == 3)
        #expect((layout.cursorRow, layout.cursorColumn) == (1, 0))
        #expect(layout.position(rowsFromCursor: 1) == 3)
        #expect(layout.position(rowsFromCursor: -1) == 0)
    }

    /// As in the message: what shows nothing takes no column, and a joiner that a script needs stays.
    @Test(
        arguments: [
            ("a\u{200B}b", "ab", 2), ("a\u{200D}b", "ab", 2), ("a\tb\u{7}", "a b\u{2407}", 4),
            ("می\u{200C}خواهم", "می\u{200C}خواهم", 7),
        ]
    ) func invisibleCharactersTakeNoColumn(text: String, shown: String, column: Int) {
        let layout = layout(text)
        #expect(layout.text(ofRow: 0).unicodeScalars.elementsEqual(shown.unicodeScalars))
        #expect(layout.cursorColumn == column)
    }

    /// Nothing is lost or doubled, and the cursor is where it is typed.
    @Test(arguments: 0..<200) func rowsHoldTheText(seed: UInt64) {
        var random = SeededRandom(seed: seed)
        let text = random.text(upTo: 120)
        let count = text.count
        let layout = layout(text, cursor: random.next(below: count + 1), columns: 6 + random.next(below: 40))
        var next = 0
        for row in layout.rows {
            #expect(row.lowerBound == next)
            next = row.upperBound
        }
        #expect(next == count)
        for step in -3...3 { #expect((0...count).contains(layout.position(rowsFromCursor: step))) }
    }
}
