import Domain
import Testing

@Suite struct ValidationTests {
    @Test(arguments: [
        ("alex@example.com", "alex@example.com"), (" Alex@Example.COM\n", "alex@example.com"), ("a@b.c", "a@b.c"),
        ("", nil), ("alex", nil), ("@example.com", nil), ("a@b", nil), ("a@.b", nil), ("a@b.", nil), ("a@b@c.d", nil),
        ("a b@c.d", nil), ("a\u{0}@c.d", nil), (String(repeating: "a", count: 250) + "@b.cd", nil),
    ])
    func addressesAreChecked(text: String, expected: String?) {
        #expect((try? Validation.email(text)) == expected)
    }

    @Test(arguments: [
        ("x", true), (" x ", true), ("", false), (" \n\t", false), ("\u{0}", false), ("a\u{0}b", false),
        (String(repeating: "x", count: 10_000), true), (String(repeating: "x", count: 10_001), false),
        (String(repeating: "🏋", count: 10_000), true), ("e" + String(repeating: "\u{301}", count: 30_000), false),
    ])
    func textsAreChecked(text: String, isAllowed: Bool) {
        #expect(((try? Validation.messageText(text)) != nil) == isAllowed)
    }

    @Test(arguments: [
        ("A", "A"), (" A\t", "A"), ("", nil), ("  ", nil), ("a\u{7}", nil), ("a\nb", nil),
        (String(repeating: "é", count: 50), String(repeating: "é", count: 50)),
        (String(repeating: "é", count: 51), nil),
    ])
    func namesAreChecked(text: String, expected: String?) {
        #expect((try? Validation.displayName(text)) == expected)
    }

    @Test(arguments: [("12345", false), ("123456", true), (String(repeating: "p", count: 1024), true)])
    func passwordsAreChecked(text: String, isAllowed: Bool) {
        #expect(((try? Validation.password(Secret(text))) != nil) == isAllowed)
    }

    @Test func errorsOfOneKindLookTheSame() {
        #expect(ErrorCode.allCases.allSatisfy { $0.rawValue.allSatisfy { $0.isLowercase || $0 == "_" } })
        #expect(SpotterError.notFound("chat") == SpotterError.notFound("chat"))
    }
}
