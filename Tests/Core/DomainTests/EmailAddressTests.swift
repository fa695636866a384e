import Domain
import Testing

/// One person's address has one form, however it's typed.
@Suite struct EmailAddressTests {
    @Test(arguments: [
        " Sara@Example.COM ", "sara@example.com", "\tSARA@EXAMPLE.com\n",
    ])
    func caseAndSpaceDontMatter(text: String) { #expect(EmailAddress.normalized(text) == "sara@example.com") }

    @Test(arguments: [
        ("zo\u{E9}@example.com", "zoe\u{301}@example.com"), ("ZO\u{C9}@example.com", "zo\u{E9}@example.com"),
        ("a@bücher.example", "A@xn--bcher-kva.EXAMPLE"), ("a@BÜCHER.example", "a@bu\u{308}cher.example"),
        ("a@例え.テスト", "a@xn--r8jz45g.xn--zckzah"), ("a@ex。example", "a@ex.example"),
    ])
    func composedAndInternationalFormsAreOne(one: String, other: String) {
        let form = EmailAddress.normalized(one)
        #expect(form != nil && form.map { Array($0.utf8) } == EmailAddress.normalized(other).map { Array($0.utf8) })
        #expect(form.flatMap(EmailAddress.normalized) == form, "it stays as it is")
    }

    @Test(arguments: [
        "", "@", "a@", "@b.c", "a@b", "a@.b", "a@b.", "a@b..c", "a b@c.de", "a@b@c.de", "a\u{200B}b@c.de",
        "a\u{202E}b@c.de", "a\u{0}@c.de", "a\u{AD}@c.de", "a@c\u{200D}d.de", "a@c.de/x", "a@c.de:80", "a@[::1]",
        "a@c%41.de", "a\u{2028}@c.de", "a\u{3164}@c.de", String(repeating: "a", count: 243) + "@example.com",
        "a@" + String(repeating: "ü", count: 400) + ".de", String(repeating: "a", count: 1_000_000) + "@c.de",
    ])
    func whatIsNoAddress(text: String) { #expect(EmailAddress.normalized(text) == nil) }

    @Test func theLongestFits() {
        let address = String(repeating: "a", count: 242) + "@example.com"
        #expect(EmailAddress.normalized(address) == address)
    }

    @Test func whatIsNoAddressIsLookedUpAsItWasStored() {
        let found = EmailAddress.lookup(" Root@Localhost ")
        #expect(found == ("root@localhost", "root@localhost"))
    }
}
