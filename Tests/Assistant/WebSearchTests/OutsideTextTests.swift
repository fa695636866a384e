import Testing

@testable import WebSearch

/// What strangers wrote becomes one harmless line, and only public addresses are shown.
@Suite struct OutsideTextTests {
    @Test(arguments: [
        ("https://www.nhs.uk/knee?a=1", "www.nhs.uk"), ("HTTP://Example.COM", "example.com"),
        ("https://xn--bcher-kva.de/", "xn--bcher-kva.de"),
    ])
    func aPublicHostIsNamed(address: String, host: String) {
        #expect(PublicAddress.host(of: address) == host)
    }

    @Test(arguments: [
        "http://localhost/", "http://127.0.0.1/", "http://10.0.0.1:8080/x", "http://[::1]/", "http://2130706433/",
        "http://0x7f.1/", "http://router/", "http://nas.local/", "http://vault.internal/", "http://a.home.arpa/",
        "https://bank.com@evil.com/", "https://evil.com:8443/", "javascript:alert(1)", "data:text/html,x", "//evil.com",
        "ftp://evil.com", "https://evil.com/a b", "https://evil.com\\@good.com", "https://ev\u{202E}il.com", "",
        "https://.com", "https://evil..com", "https://-",
    ])
    func whatIsntPublicIsntShown(address: String) {
        let host = PublicAddress.host(of: address)
        #expect(host == nil, "\(host ?? "")")
    }

    @Test(arguments: [
        ("plain", "plain"), ("<b>bold</b> &amp; <i", "bold &"), ("&lt;script&gt;x&lt;/script&gt;", "x"),
        ("a\u{202E}b\u{0}c\u{E0041}d", "abcd"), ("  many \n\t spaces ", "many spaces"), ("", ""),
    ])
    func aTextIsOneLine(text: String, line: String) {
        #expect(OutsideText.line(text, upTo: 100) == line)
    }

    @Test func aLineIsBounded() {
        let line = OutsideText.line(String(repeating: "word ", count: 10_000), upTo: 50)
        #expect(line.count == 50 && line.hasSuffix("…"))
    }
}
