import TestSupport
import Testing

@testable import Embedding

@Suite struct CharacterWindowsTests {
    @Test func aShortTextStaysWhole() {
        for text in ["", "ok", String(repeating: "x", count: 100)] {
            #expect(CharacterWindows(length: 100, overlap: 10).cut(text) == [text[...]])
        }
    }

    @Test func windowsEndAtSpacesAndShareAFewWords() {
        let text = (0..<100).map { "word\($0)" }.joined(separator: " ")
        let windows = CharacterWindows(length: 100, overlap: 20).cut(text)
        #expect(windows.count > 5)
        for (window, next) in zip(windows, windows.dropFirst()) {
            #expect(window.last == " ")
            #expect(next.hasPrefix("word"))
            #expect(window.endIndex > next.startIndex)
        }
    }

    @Test(arguments: 0..<100) func everyCharacterIsInAWindowUpToTheLastOne(seed: UInt64) {
        var random = SeededRandom(seed: seed)
        let bits = ["a", " ", "é", "👩‍👩‍👧‍👦", "\n", "日本", "e\u{301}\u{302}", "\u{0}"]
        let text = (0..<Int.random(in: 0...2_000, using: &random)).map { _ in
            bits[Int.random(in: bits.indices, using: &random)]
        }.joined()
        let length = Int.random(in: 1...300, using: &random)
        let cutter = CharacterWindows(
            length: length,
            overlap: Int.random(in: -1...200, using: &random),
            maxWindows: 10_000
        )
        var position = text.startIndex
        let windows = cutter.cut(text)
        for window in windows {
            #expect(window.count <= length || windows.count == 1 && text.count <= length)
            #expect(window.startIndex <= position)
            #expect(window.endIndex > position || text.isEmpty)
            position = window.endIndex
        }
        #expect(position == text.endIndex)
    }
}
