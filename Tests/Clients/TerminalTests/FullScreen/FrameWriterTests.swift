import Foundation
import TestSupport
import Testing

@testable import Terminal

@Suite struct FrameWriterTests {
    private static let clusters = [
        "a", "é", "漢", "👍", "👍🏽", "👩🏽‍🚀", "🇩🇪", "❤️", "1️⃣", "स्ते", "م", "ש", "e\u{301}\u{302}\u{303}", " ", " ", "—",
    ]

    /// What the model and the views make are cells and effects.
    @Test func noEscapeSequenceIsMadeOutsideOfDrawing() throws {
        let folder = Repository.root.appending(path: "Sources/Clients/Terminal/FullScreen")
        let names = try FileManager.default.subpathsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".swift") }
        #expect(names.count > 40)
        for name in names {
            let text = try String(contentsOf: folder.appending(path: name), encoding: .utf8)
            for escape in [#"\u{1B}"#, #"\u{1b}"#, #"\u{07}"#, #"\u{9B}"#, "\u{1B}"] {
                #expect(!text.contains(escape), "\(name)")
            }
        }
    }

    private func randomGrid(_ random: inout SeededRandom, _ size: ScreenSize) -> Grid {
        var grid = Grid(size)
        for row in 0..<size.rows where random.next(below: 4) > 0 {
            var text = StyledText()
            for _ in 0..<random.next(below: size.columns) {
                let role = TextRole.allCases[random.next(below: TextRole.allCases.count)]
                let link = random.next(below: 12) == 0 ? "https://example.com/\(random.next(below: 3))" : nil
                let cluster = Self.clusters[random.next(below: Self.clusters.count)]
                text += StyledText([Span(cluster, role, link: link)])
            }
            grid.put(text, row: row, column: random.next(below: 3))
        }
        if random.next(below: 2) == 0 {
            grid.cursor = (random.next(below: size.rows), random.next(below: size.columns))
        }
        return grid
    }

    /// After each difference, the terminal shows what a complete drawing would.
    @Test(arguments: 0..<40) func differencesAddUp(seed: UInt64) {
        var random = SeededRandom(seed: seed)
        let size = ScreenSize(rows: 6, columns: 24)
        var writer = FrameWriter(theme: Theme(background: .dark, hasColors: true))
        var terminal = TerminalEmulator(size)
        for _ in 0..<20 {
            let grid = randomGrid(&random, size)
            terminal.feed(writer.frame(grid))
            for row in 0..<size.rows { #expect(trimmed(terminal.text(ofRow: row)) == grid.text(ofRow: row)) }
            #expect(terminal.isCursorVisible == (grid.cursor != nil))
            if let cursor = grid.cursor { #expect(terminal.cursor == cursor) }
        }
        #expect(terminal.unknown.isEmpty)
    }

    /// A terminal that draws some clusters wider or narrower than we think still shows everything after them in its
    /// column.
    @Test(arguments: [1, 2, 4]) func whatFollowsAnUncertainClusterIsInPlace(columns: Int) {
        let size = ScreenSize(rows: 1, columns: 30)
        var writer = FrameWriter(theme: .plain)
        var terminal = TerminalEmulator(size) { Cell(text: $0).isUncertain ? columns : DisplayWidth.of($0) }
        for text in ["👩🏽‍🚀 space", "👩🏽‍🚀 spice", "✌️ peace", "\u{3FFF0} unassigned"] {
            var grid = Grid(size)
            grid.put(StyledText(text), row: 0, column: 0)
            grid.put("<20", row: 0, column: 20)
            terminal.feed(writer.frame(grid))
            #expect(String(terminal.cells[0][20..<23]) == "<20")
            #expect(String(terminal.cells[0][3..<5]) == String(text.dropFirst(2).prefix(2)))
        }
    }

    /// A terminal keeps an isolate in the cell before it.
    @Test func whatStoodBeforeArabicIsDrawnAgainWithoutIt() {
        var writer = FrameWriter(theme: .plain)
        for (text, isIsolated) in [("[م] one", true), ("[a] one", false)] {
            var grid = Grid(ScreenSize(rows: 1, columns: 12))
            grid.put(StyledText(text), row: 0, column: 0)
            let frame = writer.frame(grid)
            #expect(frame.contains("\u{2068}") == isIsolated)
            #expect(frame.contains("\u{1B}[0m["))
        }
    }

    @Test func withoutUTF8EverythingIsASCIIInItsColumn() {
        var grid = Grid(ScreenSize(rows: 3, columns: 30))
        grid.put("▌● Zoë │ 漢字 👩🏽‍🚀 مرحبا|", row: 0, column: 0)
        grid.put(StyledText("✗ failed … ✓✓ read ›"), row: 1, column: 0)
        var theme = Theme.plain
        theme.isUnicode = false
        var writer = FrameWriter(theme: theme)
        var terminal = TerminalEmulator(grid.size)
        let frame = writer.frame(grid)
        terminal.feed(frame)
        #expect(frame.allSatisfy { $0.isASCII })
        #expect(trimmed(terminal.text(ofRow: 0)) == ">* Zoe | ???? ?? ?????|")
        #expect(trimmed(terminal.text(ofRow: 1)) == "x failed ~ ++ read >")
    }

    @Test(
        arguments: [
            ([:], false), (["LANG": "C.UTF-8"], false), (["LANG": "en_GB.utf8"], false), (["LANG": "C"], true),
            (["LC_ALL": "de_DE.ISO-8859-1", "LANG": "de_DE.UTF-8"], true),
            (["LC_ALL": "", "LANG": "sv_SE.UTF-8"], false),
        ] as [([String: String], Bool)]
    ) func theLocaleTellsTheCharacters(environment: [String: String], isNeeded: Bool) {
        #expect(ASCIIText.isNeeded(environment) == isNeeded)
    }

    @Test func nothingIsWrittenWhenNothingChanges() {
        var grid = Grid(ScreenSize(rows: 2, columns: 10))
        grid.put("hello", row: 1, column: 2)
        var writer = FrameWriter(theme: .plain)
        #expect(!writer.frame(grid).isEmpty)
        #expect(writer.frame(grid).isEmpty)
        writer.invalidate()
        #expect(writer.frame(grid).contains("hello"))
    }

    @Test func withoutColoursThereAreNone() {
        var grid = Grid(ScreenSize(rows: 8, columns: 20))
        for (row, role) in TextRole.allCases.enumerated() { grid.put(StyledText("text", role), row: row, column: 0) }
        var writer = FrameWriter(theme: .plain)
        #expect(!writer.frame(grid).contains(/\[[0-9;]*(3[0-9]|4[0-9]|9[0-9])[0-9;]*m/))
    }

    private func trimmed(_ text: String) -> String {
        var text = text
        while text.last == " " { text.removeLast() }
        return text
    }
}

extension SeededRandom {
    mutating func next(below limit: Int) -> Int { limit > 0 ? Int.random(in: 0..<limit, using: &self) : 0 }
}
