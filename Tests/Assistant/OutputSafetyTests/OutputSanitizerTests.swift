import TestSupport
import Testing

@testable import OutputSafety

@Suite struct OutputSanitizerTests {
    static func cleaned(_ deltas: [String], hosts: Set<String> = [], lines: Int = 9) -> (text: String, cited: [Int]) {
        var filter = OutputSanitizer(allowedHosts: hosts)
        var text = ""
        for delta in deltas { text += filter.feed(delta, lines: lines) }
        text += filter.finish(lines: lines)
        return (text, filter.cited)
    }

    @Test(arguments: [
        ("Look: ![chart](https://evil.example/x.png?d=secret) there", "Look: ![chart] there"),
        ("[here](http://evil.example/?q=a) and on", "[here] and on"),
        ("[here](//evil.example/a) [b](javascript:alert(1)) [c](data:text/html,x)", "[here] [b]) [c]"),
        ("See https://evil.example/a?b=c now", "See (link removed) now"),
        ("See HTTPS:evil.example/a now", "See (link removed) now"),
        ("See http:\\\\evil.example\\a now", "See (link removed) now"),
        ("Go to www.evil.example today", "Go to (link removed) today"),
        ("Go to evil.example/secret today", "Go to (link removed) today"),
        ("<img src=//evil.example/x> and <b>bold</b>", "‹img src=(link removed)> and ‹b>bold‹/b>"),
        ("[r]: https://evil.example/p\n![x][r]", "[r]: (link removed)\n![x][r]"),
        ("ftp://evil.example/a", "(link removed)"),
        ("and/or 5 km/h, 3/4, e.g. this. 1.5 kg < 2 kg", "and/or 5 km/h, 3/4, e.g. this. 1.5 kg < 2 kg"),
        ("Ask at https://good.example@evil.example/x", "Ask at (link removed)"),
        ("Hidden \u{202E}words\u{E0041} here", "Hidden words here"),
    ])
    func foreignLinksAreTakenOut(_ input: String, _ expected: String) {
        #expect(Self.cleaned([input]).text == expected)
    }

    @Test func hostsThatTheUserNamedStay() {
        let hosts = LinkFilter.hosts(in: "What is on https://good.example/plan and www.club.example?")
        #expect(hosts == ["good.example", "www.club.example"])
        let text = "See [it](https://good.example/a) or https://good.example/b, not https://bad.example/c"
        #expect(
            Self.cleaned([text], hosts: hosts).text == text.replacing("https://bad.example/c", with: "(link removed)")
        )
    }

    @Test(arguments: [
        ("She runs [3]. He swims [1][3].", "She runs [1]. He swims [2][1].", [3, 1]),
        ("Both [2, 4] do, he said [99].", "Both [1][2] do, he said.", [2, 4]),
        ("Nothing [0] [12345678] [x]", "Nothing [12345678] [x]", []),
    ])
    func markersAreNumberedAnew(_ input: String, _ expected: String, _ cited: [Int]) {
        let result = Self.cleaned([input])
        #expect(result.text == expected)
        #expect(result.cited == cited)
    }

    /// Whatever the pieces, the same text comes out.
    @Test func piecesDoNotMatter() {
        let text = """
            She [2] said ![a](https://evil.example/x?y=z) and [1, 2] – 見て https://evil.example/秘密 [77] okay <a href="//b.c/d">.
            www.evil.example/p and [good](https://good.example/1) 1 < 2 [ 3 ] [4
            """
        let whole = Self.cleaned([text], hosts: ["good.example"])
        var random = SeededRandom(seed: 42)
        for _ in 0..<300 {
            var pieces: [String] = []
            var rest = text[...]
            while !rest.isEmpty {
                let length = Int(random.next() % 7) + 1
                pieces.append(String(rest.prefix(length)))
                rest = rest.dropFirst(length)
            }
            let result = Self.cleaned(pieces, hosts: ["good.example"])
            #expect(result.text == whole.text)
            #expect(result.cited == whole.cited)
        }
    }
}
