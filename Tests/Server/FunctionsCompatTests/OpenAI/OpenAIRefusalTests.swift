import Domain
import Gateway
import ServerTestKit
import SpotterServer
import TestSupport
import Testing

/// What OpenAI's contracts refuse, in OpenAI's shape.
@Suite(.standardTimeLimit) struct OpenAIRefusalTests {
    private static let paths = ["/openai/v1/chat/completions", "/openai/v1/responses", "/openai/v1/embeddings"]

    @Test func aKeyNeedsItsScope() async throws {
        try await StudioFixture.withKnee { studio in
            let narrow = Credential.bearer(try await studio.key("messages:read", "messages:write", "calendar:write"))
            for path in Self.paths + ["/v1/chat/completions", "/v1/responses", "/v1/embeddings"] {
                let answer = try await studio.door("POST", path, narrow, [:])
                #expect(answer.status == 403 && answer.error?["type"] == "permission_error", "\(path) \(answer.text)")
                let scope = path.hasSuffix("embeddings") ? "'search'" : "'assistant'"
                #expect(answer.error?["message"]?.string?.contains(scope) == true)
            }
            let wide = Credential.bearer(try await studio.key("assistant"))
            #expect(try await studio.complete(.asking("hello"), by: wide).status == 200)
        }
    }

    @Test func withoutAValidTokenNothingIsSaid() async throws {
        try await StudioFixture.withKnee { studio in
            for credential in [Credential.none, .bearer("sk-wrong"), .header(studio.alex.accessToken.reveal())] {
                for path in Self.paths {
                    let answer = try await studio.door("POST", path, credential, [:])
                    #expect(answer.status == 401 && answer.error?["code"] == "invalid_api_key", "\(path)")
                    #expect(answer.headers["www-authenticate"] == "Bearer")
                }
            }
        }
    }

    @Test(
        arguments: [
            (["n": 2], "n"), (["logprobs": true], "logprobs"), (["stream": "yes"], "stream"),
            (["temperature": 3], "temperature"), (["max_tokens": 0], "max_tokens"),
            (["response_format": ["type": "json_object"]], "response_format"),
            (["tools": [["type": "code_interpreter"]]], "tools"), (["tools": [["type": "function"]]], "tools"),
            (["tool_choice": ["type": "function", "function": ["name": "x"]]], "tool_choice"),
            (["model": 5], "model"), (["messages": []], "messages"),
            (["messages": [["role": "user", "content": [["type": "image_url"]]]]], "messages[0].content"),
            (["messages": [["role": "wizard", "content": "x"]]], "messages[0].role"),
            (["messages": [["role": "system", "content": "x"]]], "messages"),
        ] as [(JSONValue, String)]
    )
    func aFieldThatCantBeServedIsNamed(more: JSONValue, param: String) async throws {
        try await StudioFixture.open { studio in
            var body: [String: JSONValue] = ["model": "spotter", "messages": .asking("hello")]
            body.merge(more.object ?? [:]) { $1 }
            let answer = try await studio.door("POST", "/openai/v1/chat/completions", studio.token, .object(body))
            #expect(answer.status == 400 && answer.error?["param"]?.string == param, "\(answer.text)")
            #expect(answer.error?["type"] == "invalid_request_error" && answer.headers["x-should-retry"] == "false")
        }
    }

    @Test func limitsAnswerWithTheTimeToWait() async throws {
        try await TestServer.run {
            $0.stopLimitClock()
            $0.limits.questions = .init(1, perSeconds: 3600)
        } _: { server in
            let alex = try await server.register("Alex Moore", role: .trainer)
            let sara = try await server.register("Sara", role: .client)
            let studio = StudioFixture(server: server, alex: alex, sara: sara, chat: .init(high: 0, low: 0))
            #expect(try await studio.complete(.asking("hello")).status == 200)
            let answer = try await studio.complete(.asking("hello"))
            #expect(answer.status == 429 && answer.error?["code"] == "rate_limit_exceeded", "\(answer.text)")
            #expect(Int(answer.headers["retry-after"] ?? "") ?? 0 > 0)
            #expect(Int(answer.headers["retry-after-ms"] ?? "") ?? 0 > 0)
            #expect(answer.headers["x-should-retry"] == "true")
        }
    }

    @Test func otherMethodsAreRefusedInTheSameShape() async throws {
        try await StudioFixture.open { studio in
            let answer = try await studio.door("GET", "/openai/v1/chat/completions", studio.token)
            #expect(answer.status == 405 && answer.error?["type"] == "invalid_request_error")
        }
    }

    /// Broken JSON, and JSON that isn't what it should be: every body has an answer, and none is the server's fault.
    @Test func everyBodyHasAnAnswer() async throws {
        try await StudioFixture.open { studio in
            var random = SeededRandom(seed: 17)
            let whole =
                #"{"model":"spotter","stream":false,"messages":[{"role":"user","content":[{"type":"text","text":"h"}]},"#
                + #"{"role":"assistant","content":null,"tool_calls":[{"id":"c","type":"function","function":"#
                + #"{"name":"f","arguments":"{}"}}]},{"role":"tool","tool_call_id":"c","content":"x"}],"#
                + #""input":[{"type":"message","role":"user","content":"h"},{"type":"function_call","call_id":"c","name":"f"},"#
                + #"{"type":"function_call_output","call_id":"c","output":"o"}],"contents":[{"parts":[{"text":"h"}]}],"#
                + #""tools":[{"type":"function","function":{"name":"f"}}],"tool_choice":"auto","metadata":{"a":"b"}}"#
            let atoms = ["null", "1e999", "-1", "[]", "{}", "\"\\ud800\"", "true", "9999999999999999999", "\"resp_0\""]
            let paths = Self.paths + ["/v1beta/models/spotter:generateContent", "/v1beta/models/spotter:countTokens"]
            for round in 0..<150 {
                var bytes = Array(whole.utf8)
                for _ in 0...Int.random(in: 0...3, using: &random) {
                    let place = Int.random(in: 0..<bytes.count, using: &random)
                    switch Int.random(in: 0...2, using: &random) {
                    case 0: bytes.remove(at: place)
                    case 1: bytes[place] = UInt8.random(in: 32...126, using: &random)
                    default:
                        // A whole value instead of one between two colons and commas.
                        let end = bytes[place...].firstIndex(of: UInt8(ascii: ",")) ?? bytes.count
                        let start = bytes[..<place].lastIndex(of: UInt8(ascii: ":")).map { $0 + 1 } ?? place
                        bytes.replaceSubrange(
                            start..<max(start, end),
                            with: Array((atoms.randomElement(using: &random) ?? "").utf8)
                        )
                    }
                    if bytes.isEmpty { bytes = [0x7B] }
                }
                let path = paths[round % paths.count]
                let answer = try await studio.door(
                    "POST",
                    path,
                    studio.token,
                    text: String(decoding: bytes, as: UTF8.self)
                )
                #expect(answer.status < 500, "\(path): \(String(decoding: bytes, as: UTF8.self)) → \(answer.text)")
                #expect(answer.json.object != nil)
            }
        }
    }
}
