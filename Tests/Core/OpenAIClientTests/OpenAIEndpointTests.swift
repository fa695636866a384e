import Domain
import OpenAIClient
import Testing

@Suite struct OpenAIEndpointTests {
    private func endpoint(_ base: String, key: Secret? = nil) throws -> OpenAIEndpoint {
        try OpenAIEndpoint(base: base, route: "/chat/completions", apiKey: key, service: "language model")
    }

    @Test(
        arguments: [
            ("https://api.example.com/v1", "https://api.example.com/v1/chat/completions"),
            ("https://api.example.com/v1/", "https://api.example.com/v1/chat/completions"),
            ("  https://api.example.com/v1//\n", "https://api.example.com/v1/chat/completions"),
            ("https://api.example.com/v1/chat/completions", "https://api.example.com/v1/chat/completions"),
            ("https://api.example.com/v1/chat/completions/", "https://api.example.com/v1/chat/completions"),
            ("http://localhost:11434", "http://localhost:11434/v1/chat/completions"),
            ("http://[::1]:8080/api/v1#x", "http://[::1]:8080/api/v1/chat/completions"),
            ("https://h/openai/d/x?api-version=1", "https://h/openai/d/x/chat/completions?api-version=1"),
        ]
    )
    func aBaseAddressBecomesTheRoutes(base: String, expected: String) throws {
        #expect(try endpoint(base).url == expected)
    }

    @Test func aRouteMayHaveAVersionAndAQueryOfItsOwn() throws {
        func url(_ base: String) throws -> String {
            try OpenAIEndpoint(
                base: base,
                route: "/models/m:stream",
                apiKey: nil,
                service: "language model",
                version: "/v1beta",
                query: ["alt": "sse"]
            ).url
        }
        #expect(try url("https://h") == "https://h/v1beta/models/m:stream?alt=sse")
        #expect(try url("https://h/x/?a=1&alt=json") == "https://h/x/models/m:stream?a=1&alt=sse")
    }

    @Test(arguments: ["", "api.example.com/v1", "localhost:8080/v1", "ftp://h/v1", "https://", "https://u:p@h/v1"])
    func whatIsntAnAddressIsRefused(base: String) {
        let error = #expect(throws: ModelError.self) { try endpoint(base) }
        #expect(error?.code == .misconfigured)
    }

    @Test(arguments: ["", "sk 1", "sk-1\n", "sk-é"])
    func whatCantBeAKeyIsRefusedAndNotRepeated(key: String) {
        let error = #expect(throws: ModelError.self) { try endpoint("https://h/v1", key: Secret(key)) }
        #expect(error?.code == .authentication)
        #expect(key.isEmpty || error?.message.contains(key) == false)
    }
}
