import Assistant
import Domain
import LanguageModels
import ModelBudgets
import ModelTestKit
import ServerTestKit
import SpotterServer
import TestSupport
import Testing
import WebSearch

@testable import FunctionsCompat

/// Who may ask what, by which path, and how much of it.
@Suite(.standardTimeLimit) struct ProxyAccessTests {
    private static func provider() async throws -> ScriptedProvider {
        try await ScriptedProvider { _, _ in
            .json([
                "id": "gen-1", "choices": [["index": 0, "message": ["role": "assistant", "content": "Fine."]]],
                "usage": ["prompt_tokens": 10, "completion_tokens": 2, "total_tokens": 12],
            ])
        }
    }

    private static let question: JSONValue = ["messages": .asking("Hi")]

    @Test func pathAndHeaderSayTheSame() async throws {
        let provider = try await Self.provider()
        try await StudioFixture.proxying(provider) { studio in
            for (path, header, status) in [
                ("chat/completions", "chat/completions", 200), ("chat/completions", nil, 200),
                ("", "chat/completions", 200), ("", "/chat/completions/", 200), ("", nil, 200),
                ("chat/completions/", "chat/completions", 200),
                ("chat/completions", "search", 400), ("search", "chat/completions", 400),
                ("chat/completions", "jobs/1", 400), ("files", "chat/completions", 400), ("", "models", 405),
                ("jobs/1", "jobs/2", 405), ("models", "models", 405),
            ] as [(String, String?, Int)] {
                let answer = try await studio.proxy("POST", path, Self.question, header: .some(header))
                #expect(answer.status == status, "\(path) \(header ?? "-"): \(answer.text)")
                if status != 200 { #expect(answer.hasReadableError, "\(answer.text)") }
            }
            let twice = try await studio.proxy(
                "POST",
                "",
                Self.question,
                header: "chat/completions",
                headers: [("X-OpenRouter-Path", "search")]
            )
            #expect(twice.status == 400)
            for (path, header) in [("models", "jobs/1"), ("jobs/1", "jobs/2"), ("jobs/1", "models")] {
                #expect(try await studio.proxy("GET", path, header: header).status == 400)
            }
            #expect(try await studio.proxy("GET", "", header: "models").status == 200)
            #expect(try await studio.proxy("GET", "", header: .some(nil)).status == 405)
        }
    }

    /// No spelling of another path is let through, by either way.
    @Test(arguments: [
        "chat/completionsX", "chat/completions?x=1", "chat//completions", "chat/./completions", "/chat/../models",
        "chat/completions/..", "Chat/Completions", "chat%2Fcompletions", "chat/completions%00", "chat/completions;a",
        "jobs/../models", "jobs/..%2fmodels", "jobs/%2e%2e/models", "jobs/", "jobs", "jobs//1", "jobs/1/2", "jobs/a.b",
        "jobs/\u{2025}", "..", "../v1/models", "https://evil.example.org/", "//evil.example.org", "files", "keys",
        "credits", "\\chat\\completions", "chat/completions ", " search", "models#", "",
    ])
    func noOtherPathIsAllowed(path: String) async throws {
        #expect(throws: SpotterError.self) { try ProxyPath(path == "" ? "embeddings" : path) }
    }

    @Test func noOtherPathReachesTheProvider() async throws {
        let provider = try await Self.provider()
        try await StudioFixture.proxying(provider) { studio in
            for path in [
                "chat/completionsX", "chat%2Fcompletions", "jobs/..%2fmodels", "jobs/%2e%2e/models", "jobs/1/2",
                "files",
                "chat/completions/x", "embeddings", "jobs/a.b",
            ] {
                for method in ["POST", "GET"] {
                    let body = method == "POST" ? Self.question : nil
                    let answer = try await studio.proxy(method, path, body, header: .some(nil))
                    #expect([400, 405].contains(answer.status) && answer.hasReadableError, "\(path): \(answer.text)")
                    let named = try await studio.proxy(method, "", body, header: path)
                    #expect(named.status == 400 && named.hasReadableError, "\(path): \(named.text)")
                }
            }
            #expect(provider.requests.isEmpty)
        }
    }

    @Test func onlyPeopleAndKeysWithTheScopeAreLetIn() async throws {
        let provider = try await Self.provider()
        try await StudioFixture.proxying(provider) { studio in
            let (key, other) = (try await studio.key("assistant"), try await studio.key("search", "messages:write"))
            let calls: [(String, String, JSONValue?)] = [
                ("POST", "chat/completions", Self.question), ("GET", "models", nil), ("GET", "jobs/1", nil),
                ("POST", "search", ["query": "knees"]),
            ]
            for (method, path, body) in calls {
                for (credential, status) in [
                    (Credential.none, 401), (.bearer("no-token"), 401), (.bearer(other), 403),
                ] {
                    let answer = try await studio.proxy(method, path, body, by: credential)
                    #expect(answer.status == status && answer.hasReadableError, "\(path): \(answer.text)")
                }
            }
            #expect(provider.requests.isEmpty)
            #expect(try await studio.forward(by: .bearer(key)).status == 200)
            #expect(try await studio.door("GET", "/openrouter/us-central1/api/models", studio.token).status == 200)
            let path = "/openrouter/us-central1/api/chat/completions"
            #expect(try await studio.door("POST", path, studio.token, Self.question).status == 200)
            #expect(try await studio.door("POST", "/a/b/api/files", studio.token, Self.question).status == 400)
        }
    }

    @Test func withoutModelsItIsOff() async throws {
        try await StudioFixture.open { studio in
            let answer = try await studio.forward()
            #expect(answer.status == 404 && answer.hasReadableError, "\(answer.text)")
            let models = try await studio.proxy("GET", "models")
            #expect(models.status == 200 && models.json["data"] == [])
        }
        // Models alone don't turn it on.
        let provider = try await Self.provider()
        try await StudioFixture.proxying(provider) {
            $0.proxiesModels = false
        } _: { studio in
            let answer = try await studio.forward()
            #expect(answer.status == 404 && provider.requests.isEmpty)
        }
    }

    @Test func budgetsHold() async throws {
        let provider = try await Self.provider()
        try await StudioFixture.proxying(provider) {
            $0.budget.limits.day.requests = 2
        } _: { studio in
            for _ in 0..<2 { #expect(try await studio.forward().status == 200) }
            let answer = try await studio.forward(["stream": true])
            #expect(answer.status == 429 && answer.hasReadableError && answer.error?["code"] == "insufficient_quota")
            // Until midnight of UTC, from 13:15.
            #expect(Int(answer.headers["retry-after"] ?? "").map { (38_000...38_700).contains($0) } == true)
            #expect(provider.requests.count == 2)
            // Sara has a budget of her own.
            let sara = Credential.bearer(studio.sara.accessToken.reveal())
            #expect(try await studio.forward(by: sara).status == 200)
        }
    }

    /// Tokens bound what an answer may have, and a picture's price counts.
    @Test func tokensAndMoneyHold() async throws {
        let provider = try await Self.provider()
        try await StudioFixture.proxying(provider) {
            $0.budget.limits.day.tokens = 1_000
        } _: { studio in
            #expect(try await studio.forward(["max_tokens": 100_000, "n": 2]).status == 200)
            let limit = try #require(provider.requests.last?.json["max_tokens"]?.int)
            #expect((100...500).contains(limit))
            #expect(try await studio.forward().status == 200)
            #expect(try #require(provider.requests.last?.json["max_tokens"]?.int) <= 1_000)
            #expect(try await studio.forward(["max_tokens": 50]).status == 200)
            #expect(provider.requests.last?.json["max_tokens"] == 50)
        }
        let priced = try await Self.provider()
        let price = ModelPrice(input: 0, output: 0, request: 40_000)
        try await StudioFixture.proxying(priced, price: price) {
            $0.budget.limits.day.cost = 100_000
        } _: { studio in
            for _ in 0..<2 { #expect(try await studio.forward(model: "bytedance-seed/seedream-4.5").status == 200) }
            #expect(try await studio.forward(model: "bytedance-seed/seedream-4.5").status == 429)
            let used = try await studio.usage()
            #expect(used["cost"] == 0.08)
        }
    }

    @Test func anAnswerEndsWhereTheBudgetDoes() async throws {
        let provider = try await ScriptedProvider { _, _ in
            .text(Array(repeating: "word", count: 2_000).joined(separator: " "))
        }
        try await StudioFixture.proxying(provider) {
            $0.budget.limits.day.tokens = 600
        } _: { studio in
            let answer = try await studio.forward(["stream": true])
            #expect(answer.status == 200 && answer.events.last?["error"]?["code"] == "quota_exceeded")
            #expect(answer.events.count < 620)
        }
    }

    @Test func originsAreTheServersOwnRule() async throws {
        let provider = try await Self.provider()
        try await StudioFixture.proxying(provider) {
            $0.allowedOrigins = ["https://better.example.com"]
        } _: { studio in
            func preflight(_ origin: String?, _ path: String) async throws -> CallableAnswer {
                var headers = [("Access-Control-Request-Method", "POST")]
                if let origin { headers.append(("Origin", origin)) }
                return try await studio.send("OPTIONS", path, headers: headers, type: nil)
            }
            for path in ["/api", "/api/chat/completions", "/api/jobs/1", "/p/r/api/search"] {
                let allowed = try await preflight("https://better.example.com", path)
                #expect(allowed.http == 204)
                #expect(allowed.headers["access-control-allow-origin"] == "https://better.example.com")
                #expect(allowed.headers["access-control-allow-headers"]?.contains("X-OpenRouter-Path") == true)
                #expect(allowed.headers["access-control-allow-methods"]?.contains("POST") == true)
                #expect(try await preflight("https://evil.example.org", path).http == 403)
                let plain = try await preflight(nil, path)
                #expect(plain.http == 204 && plain.headers["access-control-allow-origin"] == nil)
            }
            let headers = [("Origin", "https://evil.example.org")]
            #expect(try await studio.proxy("GET", "models", headers: headers).status == 403)
        }
    }

    @Test func theWebIsSearchedInTavilysForm() async throws {
        let engine = try await ScriptedProvider { _, position in
            position == 0
                ? .json([
                    "results": [
                        ["title": "Knees", "url": "https://knees.net/a", "content": "<b>All</b> of knees"],
                        ["title": "Inside", "url": "http://127.0.0.1/", "content": "no"],
                    ]
                ]) : .error(500, "broken")
        }
        let provider = try await Self.provider()
        try await StudioFixture.proxying(provider) {
            $0.webSearch = WebSearchSettings(kind: .tavily, baseURL: engine.baseURL)
        } _: { studio in
            let found = try await studio.proxy("POST", "search", ["query": "knees", "max_results": 3])
            let result: JSONValue = ["title": "Knees", "url": "https://knees.net/a", "content": "All of knees"]
            #expect(found.status == 200 && found.json["results"] == [result], "\(found.text)")
            #expect(engine.requests.first?.json["max_results"] == 3)
            let broken = try await studio.proxy("POST", "search", ["query": "knees"])
            #expect(broken.status == 502 && broken.hasReadableError)
            for body: JSONValue in [[:], ["query": " "], ["query": "a", "max_results": 0], ["query": 7]] {
                #expect(try await studio.proxy("POST", "search", body).status == 400)
            }
        }
        await engine.stop()
        try await StudioFixture.open { studio in
            let answer = try await studio.proxy("POST", "search", ["query": "knees"])
            #expect(answer.status == 503 && answer.hasReadableError)
        }
    }
}
