import Testing

@testable import Gateway

@Suite struct AllowedOriginsTests {
    private let origins = AllowedOrigins(["https://chat.example.com", "http://localhost:3000"])

    @Test(arguments: [
        ("https://chat.example.com", true), ("HTTPS://CHAT.example.com", true), ("http://localhost:3000", true),
        ("http://chat.example.com", false), ("https://chat.example.com:8443", false),
        ("https://chat.example.com.evil.com", false), ("https://evil.com", false), ("null", false), ("", false),
        ("https://chat.example.com/path", false), ("https://user@chat.example.com", false), ("*", false),
        ("http://api.localhost:8080", true), ("https://api.localhost:8080", true), ("http://api.localhost", false),
        ("ftp://api.localhost:8080", false),
    ])
    func originsMustMatchExactly(origin: String, isAllowed: Bool) {
        #expect(origins.allows(origin, host: "api.localhost:8080", isSecure: false) == isAllowed)
    }

    @Test func knowsStandardPorts() {
        let own = AllowedOrigins(hosts: ["Chat.example.com"])
        #expect(own.allows("https://chat.example.com", host: "chat.example.com", isSecure: false))
        #expect(own.allows("https://chat.example.com", host: "chat.example.com:443", isSecure: false))
        #expect(own.allows("http://chat.example.com:80", host: "chat.example.com", isSecure: false))
        #expect(!own.allows("https://chat.example.com", host: nil, isSecure: true))
    }

    /// A page under a foreign name that its owner points at this server sends that name as origin and as host.
    @Test(arguments: [
        ("http://evil.example:8080", false), ("https://evil.example:8080", false), ("http://127.evil.example", false),
        ("http://chat.example.com:8080", true), ("http://127.0.0.1:8080", true), ("http://[::1]:8080", true),
        ("http://192.168.1.7:8080", true), ("http://localhost:8080", true), ("http://localhost.evil.example", false),
    ])
    func ownHostMustBeKnown(origin: String, isAllowed: Bool) {
        let host = String(origin.drop { $0 != ":" }.dropFirst(3))
        #expect(origins.allows(origin, host: host, isSecure: false) == isAllowed)
    }

    @Test func certificateProvesTheHost() {
        #expect(AllowedOrigins().allows("https://chat.example.org", host: "chat.example.org", isSecure: true))
        #expect(!AllowedOrigins().allows("http://chat.example.org", host: "chat.example.org", isSecure: true))
    }
}
