import TestSupport
import Testing

@testable import Embedding

/// Windows over the real vocabulary: whatever the text, they fit the model and leave no word out.
@Suite struct TextWindowsTests {
    private let tokenizer: WordPieceTokenizer

    init() throws {
        tokenizer = try WordPieceTokenizer(folder: Fixtures.model(), maxLength: 100_000)
    }

    @Test(arguments: ["", " ", "ok", "see you at 6, bring your shoes", String(repeating: " \n", count: 5_000)])
    func whatFitsStaysAsItIs(text: String) {
        #expect(tokenizer.windows(of: text) == [text[...]])
    }

    @Test func aTextOfExactly254PiecesIsOneWindow() {
        let text = Array(repeating: "knee", count: 254).joined(separator: " ")
        #expect(tokenizer.windows(of: text) == [text[...]])
        #expect(tokenizer.windows(of: text + " knee").count == 2)
    }

    @Test func neighboursShareAFewWords() throws {
        let words = (0..<1_000).map { "\(["knee", "press", "plan", "rest", "coach"][$0 % 5])" }
        let windows = tokenizer.windows(of: words.joined(separator: " ")).map { $0.split(separator: " ") }
        #expect(windows.count == 5)
        #expect(windows.allSatisfy { $0.count <= 254 })
        // 32 shared between each two.
        #expect(windows.reduce(0) { $0 + $1.count } == 1_000 + 4 * 32)
        #expect(windows[0].suffix(32) == windows[1].prefix(32))
    }

    @Test func cutsWhereASentenceEnds() throws {
        let sentence = "Keep the knee behind the toes and breathe out on the way up."
        let text = Array(repeating: sentence, count: 60).joined(separator: " ")
        for window in tokenizer.windows(of: text) {
            #expect(window.hasPrefix("Keep"))
            #expect(window.hasSuffix("up."))
        }
        let lines = Array(repeating: "warm up, then five sets of eight and a long walk home", count: 60)
        for window in tokenizer.windows(of: lines.joined(separator: "\n")) {
            #expect(window.hasPrefix("warm up"))
            #expect(window.hasSuffix("walk home"))
        }
    }

    @Test func atMostSixteen() {
        let windows = tokenizer.windows(of: String(repeating: "knee bends. ", count: 20_000))
        #expect(windows.count == 16)
        #expect(tokenizer.windows(of: String(repeating: "a.", count: 100_000)).count == 16)
    }

    /// Words of every kind in random order: sentences, links, ideographs, Hangul, emoji, accents, written-out tokens.
    @Test(arguments: 0..<60) func fitAndCoverAnything(seed: UInt64) throws {
        var generator = SeededRandom(seed: seed)
        let bits = [
            "knee ", "Überanstrengung, ", "https://example.com/a?b=c&d=e", "日本語の練習", "한국어 ", "👩‍👩‍👧‍👦", "e\u{301}\u{302}",
            "\u{0}\u{200B}", "[SEP]", "[sep] ", ".", "\n", "İstanbul ", "\u{1D160}", "x",
            String(repeating: "z", count: 101),
            String(repeating: "-a", count: 300), " ",
        ]
        var text = ""
        for _ in 0..<Int.random(in: 1...400, using: &generator) {
            text += bits.randomElement(using: &generator) ?? ""
        }
        var limits = WindowLimits()
        limits.windows = 10_000
        let windows = tokenizer.windows(of: text, limits: limits)
        #expect(!windows.isEmpty)
        var position = text.startIndex
        for window in windows {
            #expect(tokenizer.encode(String(window)).count <= 256)
            #expect(window.endIndex > position)
            if window.startIndex > position { #expect(hasNoWords(text[position..<window.startIndex])) }
            position = window.endIndex
        }
        #expect(hasNoWords(text[position...]))
    }

    private func hasNoWords(_ text: Substring) -> Bool {
        tokenizer.encode(String(text)).count == 2
    }
}
