import TestSupport
import Testing

@testable import OutputSafety

/// No text of a model holds a way to a host that the user didn't name.
@Suite struct LinkFilterTests {
    private func cleaned(_ text: String, hosts: Set<String> = []) -> String {
        LinkFilter(allowedHosts: hosts).cleaned(text)
    }

    /// What a client might follow, with `SECRET` where the model would put what it has read.
    static let forms = [
        "https://evil.example/SECRET", "HTTPS://evil.example/SECRET", "https:evil.example/SECRET",
        "https:/evil.example/SECRET", "http:\\\\evil.example\\SECRET", "//evil.example/SECRET",
        "\\\\evil.example\\SECRET",
        "www.evil.example", "www.evil.example/SECRET", "evil.example/SECRET", "evil.example?SECRET",
        "evil.example#SECRET",
        "evil.example:8080/SECRET", "SECRET.evil.example", "evil.example", "SECRET.evil.com.", "(SECRET.evil.org)",
        "*SECRET.evil.net*", "_SECRET.evil.net_", "evil.рф/SECRET", "SECRET.злой.рф", "злой.рф", "例え.テスト/SECRET",
        "xn--e1afmkfd.xn--p1ai/SECRET", "xn--e1afmkfd.xn--p1ai", "1.2.3.4/SECRET", "1.2.3.4", "1.2.3.4:80/SECRET",
        "http://[2001:db8::1]/SECRET", "http://16909060/SECRET", "http://localhost/SECRET", "ftp://evil.example/SECRET",
        "javascript:alert('SECRET')", "[x](javascript:alert(1))", "[a]: javascript:alert(1)\n[x][a]",
        "[a]: https://evil.example/SECRET\n![x][a]", "[a]: <evil.example/SECRET>\n[a]", "mailto:SECRET@evil.example",
        "SECRET@evil.example", "<SECRET@evil.example>", "<https://evil.example/SECRET>", "sip:SECRET@evil.example",
        "sips:SECRET@evil", "magnet:?xt=urn:btih:SECRET", "tel:+1555SECRET", "sms:+1555?body=SECRET",
        "data:text/html,SECRET",
        "vbscript:SECRET", "intent://evil/#Intent;SECRET", "file:///etc/SECRET", "xmpp:SECRET@evil.example",
        "matrix:u/SECRET:evil.example", "@SECRET:evil.example", "![x](https://evil.example/SECRET)",
        "[x](//evil.example/SECRET)", "[x](/v1/me?SECRET)", "<img src=\"https://evil.example/SECRET\">",
        "<a href=//evil.example/SECRET>x</a>", "https&colon;//evil.example/SECRET",
        "https&#58;&#x2f;/evil.example/SECRET",
        "evil&period;example/SECRET", "&#106;avascript:alert(1)", "https\\://evil.example/SECRET",
        "evil\\.example/SECRET", "evil．example/SECRET", "evil。example/SECRET", "ｅｖｉｌ.example/SECRET",
        "https://good.example@evil.example/SECRET", "https://good.example\\@evil.example/SECRET",
        "good.example.evil.example/SECRET", "https://good.example,evil.example/SECRET", "見てevil.example/SECRETを",
        "web+evil:SECRET", "view-source:https://evil.example/SECRET", "blob:https://evil.example/SECRET",
    ]

    @Test(arguments: forms)
    func nothingReachableRemains(form: String) {
        for text in [form, "See \(form) now", "「\(form)」", "a,\(form)", "\(form)\nand"] {
            let result = cleaned(text, hosts: ["good.example"])
            let schemes = AddressWords.schemes.map { "\($0):" }
            for address in ["//", "evil.", "рф", "xn--", "1.2.3.4", "テスト"] + schemes {
                let rest = result.replacing("злой. рф", with: "")
                #expect(!rest.lowercased().contains(address), "\(text) became \(result)")
            }
            #expect(LinkFilter.hosts(in: result).subtracting(["good.example"]).isEmpty, "\(text) became \(result)")
        }
    }

    @Test(arguments: [
        "and/or 5 km/h, 3/4, e.g. this. 1.5 kg < 2 kg, i.e. 2-3 p.m., U.S. and a.m.",
        "At 10:30, from 07:00-20:00: rest. 3:1, 4x4, 50%, #1, Ph.D. No. 5", "走った。次に行く。5km、10:30です！",
        "She wrote plan.pdf and log.csv, v1.2.3", "Привет. Как дела? «Да», т.е. завтра", "C'est ça: 7h30 ; l'été…",
        "Mike & Sara, R&D, AT&T; 1 &amp; 2 &lt;b", "Wait... what?! (yes) [1][2], \"quoted\" `code` *bold*",
        "안녕하세요. 오늘은 5km를 달렸어요.", "- one\n- two: three\n1. four", "https", "www", "a@b", "@sara: hi", "... / \\ //",
    ])
    func proseStays(text: String) { #expect(cleaned(text) == text) }

    @Test(arguments: [
        ("Done.She ran", "Done. She ran"), ("Note:she ran", "Note: she ran"), ("Mon:07:00-20:00", "Mon: 07:00-20:00"),
        ("approx.ten", "approx. ten"), ("at 7.am", "at 7. am"),
    ])
    func wordsWithoutASpaceGetOne(text: String, expected: String) { #expect(cleaned(text) == expected) }

    @Test(arguments: [
        "https://good.example/a?b=c#d", "http://good.example:8080/", "good.example", "good.example/a",
        "sara@good.example",
        "[it](https://good.example/a)", "<https://good.example/a>",
    ])
    func namedHostsStay(text: String) {
        let text = "See \(text), please."
        #expect(cleaned(text, hosts: ["good.example"]) == text.replacing("<h", with: "‹h"))
    }

    /// Every character is looked at a few times at most, whatever the text.
    @Test(
        .standardTimeLimit,
        arguments: ["a.", "a:", "a@", "://", "](", "&#", "<", "\\.", "a.b/", "é", "1.2.", "[", "。"]
    )
    func timeIsLinear(part: String) {
        let text = String(repeating: part, count: 200_000)
        #expect(cleaned(text).count <= 8 * text.count)
    }
}
