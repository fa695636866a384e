import Testing

@testable import Terminal

@Suite struct KeyDecoderTests {
    private static let cases: [(String, [Key])] = [
        ("hé漢🇸🇪", [.text("hé漢🇸🇪")]),
        ("a\u{7F}b\r", [.text("a"), .backspace, .text("b"), .enter]),
        ("\u{1B}[A\u{1B}[B\u{1B}[C\u{1B}[D", [.up, .down, .right, .left]),
        ("\u{1B}OH\u{1B}[4~\u{1B}[3~", [.home, .end, .delete]),
        ("\u{1B}[1;5Cx", [.wordRight, .text("x")]),
        ("\u{1B}b\u{1B}f", [.wordLeft, .wordRight]),
        ("\u{01}\u{05}\u{15}\u{17}\u{0B}", [.home, .end, .killLine, .killWord, .killToEnd]),
        ("\u{03}\u{04}\u{1A}\u{0C}\t", [.interrupt, .endOfInput, .suspend, .redraw, .tab]),
        ("\u{1B}[200~one\ntwo\u{1B}[A\u{1B}[201~x", [.paste("one\ntwo\u{1B}[A"), .text("x")]),
        ("\u{1B}[99;99zq", [.unknown, .text("q")]),
        ("\u{1B}\u{1B}[A", [.unknown, .up]),
    ]

    @Test(arguments: cases.indices) func decodesWhereverItIsCut(index: Int) {
        let (text, keys) = Self.cases[index]
        let bytes = Array(text.utf8)
        for cut in 0...bytes.count {
            var decoder = KeyDecoder()
            let found = decoder.feed(bytes[..<cut]) + decoder.feed(bytes[cut...])
            #expect(merged(found) == merged(keys), "cut at \(cut)")
        }
    }

    private func merged(_ keys: [Key]) -> [Key] {
        keys.reduce(into: []) { result, key in
            if case .text(let more) = key, case .text(let text)? = result.last {
                result[result.count - 1] = .text(text + more)
            } else {
                result.append(key)
            }
        }
    }

    @Test func brokenUTF8IsReplaced() {
        var decoder = KeyDecoder()
        #expect(decoder.feed([0xE6, 0x41, 0xFF, 0x42]) == [.text("\u{FFFD}A\u{FFFD}B")])
    }

    @Test func anyBytesGiveKeysAndNeverTrap() {
        var decoder = KeyDecoder()
        var state: UInt64 = 42
        for _ in 0..<20_000 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            _ = decoder.feed([UInt8(truncatingIfNeeded: state >> 33)])
        }
        _ = decoder.feed(Array("\u{1B}[201~".utf8))
        var fresh = KeyDecoder()
        #expect(fresh.feed(Array("\u{1B}[200~".utf8) + [UInt8](repeating: 0x61, count: 200_000)).isEmpty)
        guard case .paste(let text)? = fresh.feed(Array("\u{1B}[201~".utf8)).first else {
            Issue.record("a paste ends")
            return
        }
        #expect(text.utf8.count <= 70_000)
    }
}
