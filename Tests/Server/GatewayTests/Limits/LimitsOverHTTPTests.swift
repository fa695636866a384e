import Accounts
import AsyncHTTPClient
import Domain
import Gateway
import Messaging
import NIOCore
import NIOHTTP1
import ServerTestKit
import SpotterAPI
import SpotterServer
import TestSupport
import Testing

@Suite(.standardTimeLimit) struct LimitsOverHTTPTests {
    /// One request with headers of the test's own.
    private func request(
        _ server: TestServer,
        _ method: String,
        _ path: String,
        token: String? = nil,
        headers: [String: String] = [:],
        body: String? = nil,
        bytes: String? = nil
    ) async throws -> (status: Int, headers: [String: String], body: String) {
        var request = HTTPClientRequest(url: server.baseURL + path)
        request.method = .init(rawValue: method)
        if let token { request.headers.add(name: "Authorization", value: "Bearer \(token)") }
        for (name, value) in headers { request.headers.replaceOrAdd(name: name, value: value) }
        if let body {
            request.headers.add(name: "Content-Type", value: "application/json")
            request.body = .bytes(ByteBuffer(string: body))
        }
        if let bytes { request.body = .bytes(ByteBuffer(string: bytes)) }
        let response = try await HTTPClient.shared.execute(request, timeout: .seconds(30))
        let text = String(buffer: try await response.body.collect(upTo: 1 << 20))
        let pairs = response.headers.map { ($0.name.lowercased(), $0.value) }
        return (Int(response.status.code), Dictionary(pairs) { first, _ in first }, text)
    }

    @Test func whatIsLeftIsTold() async throws {
        try await TestServer.run(configure: {
            $0.stopLimitClock()
            $0.limits.requests = Rate(1, perSeconds: 3600, burst: 3)
        }) { server in
            let user = try await server.register("Alex", role: .trainer)
            for left in (0..<3).reversed() {
                let answer = try await server.request("GET", "/v1/me", as: user)
                #expect(answer.status == 200)
                #expect(answer.headers["ratelimit-limit"] == "3" && answer.headers["ratelimit-remaining"] == "\(left)")
                #expect(answer.headers["ratelimit-reset"].flatMap { Int($0) }.map { $0 > 0 } == true)
            }
            let refused = try await server.request("GET", "/v1/me", as: user)
            #expect(refused.status == 429 && refused.errorCode == "rate_limited")
            #expect(refused.headers["ratelimit-remaining"] == "0")
            let again = try await server.request("GET", "/v1/me", as: user)
            #expect(again.headers["retry-after"] == refused.headers["retry-after"], "a refusal isn't counted")
            let wait = try #require(refused.headers["retry-after"].flatMap { Int($0) })
            #expect((3500...3600).contains(wait))
            let milliseconds = (refused.json["error"] as? [String: Any])?["retryAfterMs"] as? Int
            #expect(milliseconds.map { ($0 + 999) / 1000 } == wait)
            let other = try await server.register("Ben", role: .trainer)
            #expect(try await server.request("GET", "/v1/me", as: other).status == 200, "each has their own")
            #expect(try await server.request("GET", "/healthz").headers["ratelimit-limit"] == nil)
        }
    }

    /// A connection has few refusals a second: for too many requests, and of long bodies.
    @Test func whoIsRefusedForTooMuchWaits() async throws {
        try await TestServer.run(configure: {
            $0.stopLimitClock()
            $0.limits.requests = Rate(1, perSeconds: 3600, burst: 1)
            $0.limits.refusalPause = LimitSettings().refusalPause
        }) { server in
            let token = try await server.register("Alex", role: .trainer).accessToken.reveal()
            let long = String(repeating: " ", count: 200_000)
            for (method, path, body, status) in [
                ("POST", "/v1/sync", long + "{}", 400), ("GET", "/v1/me", nil as String?, 429),
            ] {
                let begin = ContinuousClock.now
                let answer = try await request(server, method, path, token: token, body: body)
                #expect(answer.status == status && .now - begin >= .milliseconds(250), "\(answer)")
            }
        }
    }

    @Test func devicesHaveTheirOwnBesides() async throws {
        try await TestServer.run(configure: {
            $0.stopLimitClock()
            $0.limits.deviceRequests = Rate(1, perSeconds: 3600, burst: 2)
        }) { server in
            let user = try await server.register("Alex", role: .trainer)
            for _ in 0..<2 { #expect(try await server.request("GET", "/v1/me", as: user).status == 200) }
            #expect(try await server.request("GET", "/v1/me", as: user).status == 429)
            let desk = try await server.server.messaging.accounts.login(
                email: user.user.email,
                password: Secret("secret-Alex")
            )
            let token = desk.accessToken.reveal()
            #expect(try await server.request("GET", "/v1/me", token: token).status == 200)
        }
    }

    @Test func messagesAndSearchesAndQuestionsHaveBudgets() async throws {
        try await TestServer.run(configure: {
            $0.stopLimitClock()
            $0.limits.messages = Rate(1, perSeconds: 3600, burst: 1)
            $0.limits.searches = Rate(1, perSeconds: 3600, burst: 1)
            $0.limits.questions = Rate(1, perSeconds: 3600, burst: 1)
        }) { server in
            let (trainer, _, chat) = try await server.pair()
            let calls: [(String, [String: Any])] = [
                ("/v1/chats/\(chat.id)/messages", ["clientMessageId": "c", "text": "hi"]),
                ("/v1/search", ["query": "hi", "mode": "text"]),
                ("/v1/assistant/query", ["message": "hi"]),
            ]
            for (path, body) in calls {
                let first = try await server.request("POST", path, as: trainer, json: body)
                #expect(first.status < 300 && first.headers["ratelimit-remaining"] == "0", "\(path)")
                #expect(try await server.request("POST", path, as: trainer, json: body).status == 429, "\(path)")
            }
            #expect(try await server.request("GET", "/v1/chats/\(chat.id)/messages", as: trainer).status == 200)
        }
    }

    /// Other doors lead to the same budgets.
    @Test func bytesAndCallablesAreCountedToo() async throws {
        try await TestServer.run(configure: {
            $0.stopLimitClock()
            $0.limits.searches = Rate(1, perSeconds: 3600, burst: 1)
            $0.limits.mediaBytes = Rate(1, perSeconds: 3600, burst: 10)
            $0.limits.messageBytes = Rate(1, perSeconds: 3600, burst: 10)
        }) { server in
            let user = try await server.register("Alex", role: .trainer)
            let token = user.accessToken.reveal()
            let call = #"{"data":{"query":"knee","userId":"\#(user.id)"}}"#
            let first = try await request(server, "POST", "/semanticSearch", token: token, body: call)
            #expect(first.status == 200, "\(first.body)")
            let second = try await request(server, "POST", "/semanticSearch", token: token, body: call)
            #expect(second.status == 429 && second.body.contains("RESOURCE_EXHAUSTED"))
            let card = #"{"data":{"functionName":"send_message","parameters":{}}}"#
            let confirmed = try await request(server, "POST", "/executeFunctionCall", token: token, body: card)
            #expect(confirmed.status != 429)
            let another = try await request(server, "POST", "/executeFunctionCall", token: token, body: card)
            #expect(another.status == 429 && another.body.contains("RESOURCE_EXHAUSTED"))
            let upload = "/v1/media?clientMediaId=a&fileName=a.png"
            let type = ["Content-Type": "image/png"]
            let sent = try await request(server, "POST", upload, token: token, headers: type, bytes: "0123456789")
            #expect(sent.status != 429)
            let more = try await request(server, "POST", upload, token: token, headers: type, bytes: "0123456789")
            #expect(more.status == 429)
        }
    }

    /// Strangers from elsewhere are counted by address; whoever has a token isn't held up by them.
    @Test func strangersAreCountedByAddress() async throws {
        try await TestServer.run(configure: {
            $0.trustedProxies = ["127.0.0.1"]
            $0.stopLimitClock()
            $0.limits.strangers = Rate(1, perSeconds: 3600, burst: 3)
        }) { server in
            let user = try await server.register("Alex", role: .trainer)
            let (here, there) = (["X-Forwarded-For": "203.0.113.7"], ["X-Forwarded-For": "203.0.113.8"])
            for _ in 0..<3 {
                #expect(
                    try await request(server, "GET", "/v1/me", token: "sp_a_wrong", headers: here).status == 401
                )
            }
            let refused = try await request(server, "GET", "/v1/me", token: "sp_a_wrong", headers: here)
            #expect(refused.status == 429 && refused.headers["retry-after"] != nil)
            #expect(try await request(server, "GET", "/v1/me", token: "sp_a_wrong", headers: there).status == 401)
            let token = user.accessToken.reveal()
            #expect(try await request(server, "GET", "/v1/me", token: token, headers: here).status == 200)
            #expect(try await request(server, "GET", "/healthz", headers: here).status == 200)
            #expect(try await request(server, "POST", "/v1/auth/refresh", headers: here, body: "{}").status == 429)
            for _ in 0..<20 { #expect(try await request(server, "GET", "/v1/me", token: "x").status == 401) }
        }
    }

    /// What an open route is told of its caller is nobody's token until somebody has looked at it.
    @Test func aMadeUpTokenIsAStrangers() async throws {
        try await TestServer.run(configure: {
            $0.trustedProxies = ["127.0.0.1"]
            $0.stopLimitClock()
            $0.limits.strangers = Rate(1, perSeconds: 3600, burst: 3)
            $0.limits.registrations = Rate(1, perSeconds: 3600, burst: 1)
        }) { server in
            let cases: [(String, String, String?)] = [
                ("GET", "/calendar/feeds/x.ics", nil), ("GET", "/v1/invitations/sp_i_x", nil),
                ("POST", "/v1/accounts:lookup", "{}"), ("POST", "/v1/accounts:signInWithPassword", "{}"),
                ("POST", "/semanticSearch", #"{"data":{}}"#), ("POST", "/mcp", "{}"),
            ]
            for (number, (method, path, body)) in cases.enumerated() {
                let here = ["X-Forwarded-For": "203.0.113.\(number)"]
                for expected in [false, false, false, true] {
                    let answer = try await request(server, method, path, token: "x", headers: here, body: body)
                    #expect((answer.status == 429) == expected, "\(path): \(answer.status)")
                }
            }
            let there = ["X-Forwarded-For": "198.51.100.1"]
            func register(_ name: String) async throws -> Int {
                let body = #"{"email":"\#(name)@x.se","password":"secret","displayName":"Al","role":"client"}"#
                return try await request(server, "POST", "/v1/auth/register", token: "x", headers: there, body: body)
                    .status
            }
            #expect(try await register("one") == 201)
            #expect(try await register("two") == 429)
        }
    }

    /// A route that authenticates its caller itself counts them once, and nobody else's requests in their place.
    @Test func whoIsKnownIsNoStranger() async throws {
        try await TestServer.run(configure: {
            $0.trustedProxies = ["127.0.0.1"]
            $0.stopLimitClock()
            $0.limits.strangers = Rate(1, perSeconds: 3600, burst: 1)
            $0.limits.requests = Rate(1, perSeconds: 3600, burst: 4)
        }) { server in
            let user = try await server.register("Alex", role: .trainer)
            let (token, here) = (user.accessToken.reveal(), ["X-Forwarded-For": "203.0.113.7"])
            for status in [404, 429] {
                #expect(try await request(server, "GET", "/calendar/feeds/x.ics", headers: here).status == status)
            }
            let call = #"{"data":{"query":"knee","userId":"\#(user.id)"}}"#
            for status in [200, 200, 200, 200, 429] {
                let answer = try await request(
                    server,
                    "POST",
                    "/semanticSearch",
                    token: token,
                    headers: here,
                    body: call
                )
                #expect(answer.status == status, "\(answer.body)")
            }
        }
    }

    @Test func nobodyIsLockedOutByAStranger() async throws {
        try await TestServer.run(configure: {
            $0.trustedProxies = ["127.0.0.1"]
            $0.stopLimitClock()
        }) { server in
            _ = try await server.register("Sara", role: .client)
            let attacker = ["X-Forwarded-For": "203.0.113.7"]
            func login(_ email: String, _ password: String, _ headers: [String: String]) async throws -> (
                status: Int, headers: [String: String], body: String
            ) {
                try await request(
                    server,
                    "POST",
                    "/v1/auth/login",
                    headers: headers,
                    body: #"{"email":"\#(email)","password":"\#(password)"}"#
                )
            }
            var statuses: [String: [Int]] = [:]
            for email in ["sara@example.com", "nobody@example.com"] {
                for _ in 0..<7 {
                    statuses[email, default: []].append(try await login(email, "wrong-guess", attacker).status)
                }
            }
            #expect(statuses["sara@example.com"] == [401, 401, 401, 401, 401, 429, 429])
            #expect(statuses["nobody@example.com"] == statuses["sara@example.com"], "an account isn't told from none")
            let right = try await login("sara@example.com", "secret-Sara", attacker)
            #expect(right.status == 429 && right.body.contains("retryAfterMs"), "nor is a right guess")
            #expect(
                try await login("sara@example.com", "secret-Sara", ["X-Forwarded-For": "198.51.100.1"]).status == 200
            )
            #expect(try await login("sara@example.com", "secret-Sara", [:]).status == 200)
        }
    }

    /// Only HTTPS may ask browsers to stay with it, and only a named proxy can tell that it was HTTPS.
    @Test(arguments: [([], "https", false), (["127.0.0.1"], "https", true), (["127.0.0.1"], "http", false)])
    func browsersStayWithHTTPS(proxies: [String], scheme: String, isAsked: Bool) async throws {
        try await TestServer.run(configure: { $0.trustedProxies = proxies }) { server in
            for path in ["/healthz", "/v1/me", "//v1/me"] {
                let answer = try await request(server, "GET", path, headers: ["X-Forwarded-Proto": scheme])
                #expect((answer.headers["strict-transport-security"] != nil) == isAsked, "\(path)")
            }
        }
    }

    /// A browser behind a proxy that isn't named is refused like a foreign page, but what helps is another setting.
    @Test(arguments: [
        ([], "https", "--trusted-proxies"), ([], "http", "--allowed-origins"), (["127.0.0.1"], "https", "none"),
    ])
    func refusalsNameTheSetting(proxies: [String], scheme: String, setting: String) async throws {
        try await TestServer.run(configure: { $0.trustedProxies = proxies }) { server in
            let headers = [
                "Host": "chat.example.com", "Origin": "https://chat.example.com", "X-Forwarded-Proto": scheme,
            ]
            let answer = try await request(server, "GET", "/v1/me", headers: headers)
            #expect(answer.status == (setting.hasPrefix("--") ? 403 : 401))
            #expect(answer.body.contains(setting) || answer.status == 401, "\(answer.body)")
        }
    }

    /// The router reads these as `/v1/me`, a check by prefix doesn't.
    @Test(arguments: ["//v1/me", "/v1//me", "/./v1/me", "/v1/../v1/me", "/v1/%2e/me", "/v1%2Fme", "/\\v1/me"])
    func oddPathsLeadNowhere(path: String) async throws {
        try await TestServer.run { server in
            let user = try await server.register("Alex", role: .trainer)
            for headers in [[:], ["Origin": "https://evil.example"]] {
                let answer = try await request(
                    server,
                    "GET",
                    path,
                    token: user.accessToken.reveal(),
                    headers: headers
                )
                #expect([400, 403, 404].contains(answer.status), "\(path)")
            }
        }
    }

    @Test func foreignPagesAreRefused() async throws {
        try await TestServer.run(configure: { $0.allowedOrigins = ["https://chat.example.com"] }) { server in
            let user = try await server.register("Alex", role: .trainer)
            let token = user.accessToken.reveal()
            for origin in ["https://evil.example.com", "null", "https://chat.example.com.evil.com"] {
                let answer = try await request(server, "GET", "/v1/me", token: token, headers: ["Origin": origin])
                #expect(answer.status == 403 && answer.headers["access-control-allow-origin"] == nil, "\(origin)")
                let preflight = try await request(
                    server,
                    "OPTIONS",
                    "/v1/me",
                    headers: ["Origin": origin, "Access-Control-Request-Method": "PATCH"]
                )
                #expect(preflight.status == 403 && preflight.headers["access-control-allow-methods"] == nil)
            }
            let friend = ["Origin": "https://chat.example.com"]
            let answer = try await request(server, "GET", "/v1/me", token: token, headers: friend)
            #expect(answer.status == 200)
            #expect(answer.headers["access-control-allow-origin"] == "https://chat.example.com")
            #expect(answer.headers["vary"] == "Origin" && answer.headers["access-control-allow-credentials"] == nil)
            let error = try await request(server, "GET", "/v1/me", headers: friend)
            #expect(error.status == 401 && error.headers["access-control-allow-origin"] != nil, "pages may read why")
            let preflight = try await request(
                server,
                "OPTIONS",
                "/v1/chats",
                headers: friend.merging(["Access-Control-Request-Method": "POST"]) { _, new in new }
            )
            #expect(preflight.status == 204)
            #expect(preflight.headers["access-control-allow-headers"]?.contains("Authorization") == true)
            #expect(
                try await request(server, "GET", "/v1/me", token: token, headers: ["Origin": server.baseURL]).status
                    == 200
            )
        }
    }
}
