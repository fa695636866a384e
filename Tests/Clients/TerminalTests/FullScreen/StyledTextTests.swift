import TestSupport
import Testing

@testable import Terminal

@Suite struct StyledTextTests {
    @Test func wrapsBetweenWordsAndKeepsRoles() {
        let line = StyledText("one ", .strong) + StyledText("two three")
        let rows = line.wrapped(to: 8)
        #expect(rows.map(\.plain) == ["one two", "three"])
        #expect(rows[0].spans.first?.role == .strong)
    }

    @Test func longWordsAreCut() {
        #expect(StyledText("aaaaaaaaaa").wrapped(to: 4).map(\.plain) == ["aaaa", "aaaa", "aa"])
        #expect(StyledText("漢字漢字").wrapped(to: 5).map(\.plain) == ["漢字", "漢字"])
    }

    @Test(arguments: 0..<200) func everyRowFits(seed: UInt64) {
        var random = SeededRandom(seed: seed)
        let columns = 8 + random.next(below: 30)
        let line = StyledText(random.text(upTo: 200))
        for row in line.wrapped(to: columns, indent: random.next(below: 6)) { #expect(row.width <= columns) }
        #expect(line.truncated(to: columns).width <= columns)
    }

    @Test func addressesAreLinksWithoutTheSentencesFullStop() {
        let line = LinkFinder.linked("see https://example.com/a_(b), or (http://x.example).", .plain)
        #expect(line.spans.compactMap(\.link) == ["https://example.com/a_(b)", "http://x.example"])
        #expect(line.plain == "see https://example.com/a_(b), or (http://x.example).")
        #expect(
            LinkFinder.linked("javascript:alert(1) http:// xhttps://a.example", .plain).spans.allSatisfy {
                $0.link == nil
            }
        )
    }

    @Test func addressesHoldOnlyPrintingASCII() {
        let link = LinkFinder.linked("https://bücher.example/\u{1B}\\x", .plain).spans.first?.link
        #expect(link == "https://b%C3%BCcher.example/")
    }

    @Test func controlCharactersBecomePictures() {
        #expect(Span("a\u{1B}[31mb\nc").text == "a\u{241B}[31mb c")
    }
}
