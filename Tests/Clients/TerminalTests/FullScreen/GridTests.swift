import Testing

@testable import Terminal

@Suite struct GridTests {
    private func grid(_ columns: Int, _ texts: (String, Int)...) -> String {
        var grid = Grid(ScreenSize(rows: 1, columns: columns))
        for (text, column) in texts { grid.put(StyledText(text), row: 0, column: column) }
        return grid.text(ofRow: 0)
    }

    @Test func halfOfAWideCharacterIsBlanked() {
        #expect(grid(6, ("漢字", 0), ("x", 1)) == " x字")
        #expect(grid(6, ("漢字", 0), ("漢", 1)) == " 漢")
        #expect(grid(6, ("ab漢", 0), ("x", 2)) == "abx")
    }

    @Test func whatDoesNotFitIsLeftOut() {
        #expect(grid(3, ("ab漢", 0)) == "ab")
        #expect(grid(3, ("abcdef", 0)) == "abc")
        #expect(grid(3, ("abc", 5)).isEmpty)
    }

    /// Somebody can send a "character" of any size. The rest of the line still shows.
    @Test(arguments: [
        "a" + String(repeating: "\u{903}", count: 300), String(repeating: "क्", count: 300),
        "a" + String(repeating: "\u{301}", count: 5000), String(repeating: "\u{1100}", count: 270),
        String(repeating: "👩\u{200D}", count: 300),
    ]) func hugeClustersAreCut(cluster: String) {
        var grid = Grid(ScreenSize(rows: 1, columns: 1000))
        grid.put(StyledText(cluster + "z"), row: 0, column: 0)
        #expect(grid.text(ofRow: 0).hasSuffix("z"))
        for cell in grid.row(0) { #expect(cell.width <= 2 && cell.text.unicodeScalars.count <= 10) }
    }

    @Test func addressesAreCountedOnce() {
        var grid = Grid(ScreenSize(rows: 1, columns: 20))
        grid.put(LinkFinder.linked("http://a.x http://a.x", .plain), row: 0, column: 0)
        #expect(grid.links == ["http://a.x"])
    }
}
