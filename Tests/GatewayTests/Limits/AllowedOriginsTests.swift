import Testing

@testable import Gateway

@Suite struct AllowedOriginsTests {
    private let origins = AllowedOrigins(["https://chat.example.com", "http://localhost:3000"])

    @Test(arguments: [
        ("https://chat.example.com", true), ("HTTPS://CHAT.example.com", true), ("http://localhost:3000", true),
        ("http://chat.example.com", false), ("https://chat.example.com:8443", false),
        ("https://chat.example.com.evil.com", false), ("https://evil.com", false), ("null", false), ("", false),
        ("https://chat.example.com/path", false), ("https://user@chat.example.com", false), ("*", false),
        ("http://api.local:8080", true), ("https://api.local:8080", true), ("http://api.local", false),
        ("ftp://api.local:8080", false),
    ])
    func originsMustMatchExactly(origin: String, isAllowed: Bool) {
        #expect(origins.allows(origin, host: "api.local:8080") == isAllowed)
    }

    @Test func knowsStandardPorts() {
        #expect(AllowedOrigins().allows("https://chat.example.com", host: "chat.example.com"))
        #expect(AllowedOrigins().allows("https://chat.example.com", host: "chat.example.com:443"))
        #expect(AllowedOrigins().allows("http://chat.example.com:80", host: "chat.example.com"))
        #expect(!AllowedOrigins().allows("https://chat.example.com", host: nil))
    }
}
