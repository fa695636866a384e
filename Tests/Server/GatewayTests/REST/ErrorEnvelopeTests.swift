import Domain
import Foundation
import ServerTestKit
import TestSupport
import Testing

@Suite(.standardTimeLimit) struct ErrorEnvelopeTests {
    private static let keys: Set = ["code", "message", "retryable", "retryAfterMs", "requestId"]

    @Test(arguments: [
        ("POST", "/v1/chats", "{", 400, "invalid_json"),
        ("POST", "/v1/chats", "", 400, "invalid_json"),
        ("POST", "/v1/chats", "\u{FF}{}", 400, "invalid_json"),
        ("POST", "/v1/chats", "[]", 400, "invalid_request"),
        ("POST", "/v1/chats", #"{"kind":"direct"}"#, 400, "invalid_request"),
        ("POST", "/v1/chats", #"{"kind":1,"memberIds":[]}"#, 400, "invalid_request"),
        ("POST", "/v1/chats", #"{"kind":"direct","memberIds":[]}"#, 400, "invalid_request"),
        ("POST", "/v1/chats", #"{"kind":"direct","memberIds":["no-id"]}"#, 404, "not_found"),
        ("POST", "/v1/sync", #"{"positions":{"x":1}}"#, 400, "invalid_request"),
        ("POST", "/v1/search", #"{"query":"x","limit":1e300}"#, 400, "invalid_json"),
        ("POST", "/v1/search", #"{"query":"x","since":"yesterday"}"#, 400, "invalid_request"),
        ("POST", "/v1/search", #"{"query":" "}"#, 400, "invalid_request"),
        ("PATCH", "/v1/me", #"{"role":"client"}"#, 400, "invalid_request"),
        ("POST", "/v1/auth/login", #"{"email":"a@b.se","password":"secret"}"#, 401, "invalid_credentials"),
        ("GET", "/v1/nothing", "", 404, "not_found"),
        ("GET", "/v1/chats/%00", "", 404, "not_a_member"),
        ("GET", "/v1/chats/..%2Fme", "", 404, "not_a_member"),
    ])
    func tellsWhatIsWrong(method: String, path: String, body: String, status: Int, code: String) async throws {
        try await TestServer.run { server in
            let user = try await server.register("Alex", role: .trainer)
            let answer = try await server.request(method, path, as: user, body: body)
            #expect(answer.status == status && answer.errorCode == code)
            expectEnvelope(answer)
        }
    }

    @Test func unknownMethodIsRefused() async throws {
        try await TestServer.run { server in
            let user = try await server.register("Alex", role: .trainer)
            let answer = try await server.request("PUT", "/v1/chats", as: user, body: "{}")
            #expect([404, 405].contains(answer.status))
            expectEnvelope(answer)
        }
    }

    /// Whether its length is announced or not: bounded either way.
    @Test func oversizeBodyIsRefused() async throws {
        try await TestServer.run { server in
            let (trainer, _, chat) = try await server.pair()
            let text = String(repeating: "x", count: 300_000)
            let answer = try await server.request(
                "POST",
                "/v1/chats/\(chat.id)/messages",
                as: trainer,
                json: ["clientMessageId": "1", "text": text]
            )
            #expect(answer.status == 413 && answer.errorCode == "too_large")
            expectEnvelope(answer)
            #expect(try await server.request("GET", "/v1/me", as: trainer).status == 200)
        }
    }

    @Test(arguments: ["limit=0", "limit=201", "limit=x", "before=1&after=1", "before=99999999999999999999"])
    func badPagesAreRefused(query: String) async throws {
        try await TestServer.run { server in
            let (trainer, _, chat) = try await server.pair()
            let answer = try await server.request("GET", "/v1/chats/\(chat.id)/messages?\(query)", as: trainer)
            #expect(answer.status == 400 && answer.errorCode == "invalid_request")
        }
    }

    @Test func expiredTokenSaysSo() async throws {
        let folder = TemporaryFolder()
        defer { folder.remove() }
        let user = try await TestServer.run(in: folder.path) { try await $0.register("Alex", role: .trainer) }
        let later = SystemClock().now().adding(seconds: 3700)
        try await TestServer.run(in: folder.path, startingAt: later) { server in
            let answer = try await server.request("GET", "/v1/me", as: user)
            #expect(answer.status == 401 && answer.errorCode == "token_expired")
            #expect(answer.headers["www-authenticate"] == "Bearer")
            expectEnvelope(answer)
            let refused = await #expect(throws: RawSocket.Refused.self) {
                _ = try await server.socket(token: user.accessToken)
            }
            #expect(refused?.status == 401)
        }
    }

    /// What isn't mine and what isn't there can't be told apart.
    @Test func foreignIdsLookLikeMissingOnes() async throws {
        try await TestServer.run { server in
            let (trainer, client, chat) = try await server.pair()
            let sent = try await server.request(
                "POST",
                "/v1/chats/\(chat.id)/messages",
                as: client,
                json: ["clientMessageId": "1", "text": "private"]
            )
            let message = try #require((sent.json["message"] as? [String: Any])?["id"] as? String)
            let stranger = try await server.register("Mallory", role: .trainer)
            let other = try await server.pair("Tess", "Tom").chat
            let nowhere = "018f0000-0000-7000-8000-000000000000"
            let routes: [(String, String, String?)] = [
                ("GET", "", nil), ("GET", "/members", nil), ("POST", "/members", #"{"memberIds":["\#(stranger.id)"]}"#),
                ("DELETE", "/members/\(client.id)", nil), ("POST", "/read", #"{"seq":1}"#),
                ("GET", "/messages", nil), ("POST", "/messages", #"{"clientMessageId":"1","text":"x"}"#),
                ("GET", "/messages/\(message)", nil), ("PATCH", "/messages/\(message)", #"{"text":"x"}"#),
                ("DELETE", "/messages/\(message)", nil), ("PATCH", "", #"{"name":"x"}"#), ("DELETE", "", nil),
                ("PATCH", "/members/\(client.id)", #"{"role":"admin"}"#),
                ("PATCH", "/settings", #"{"isPinned":true}"#), ("PUT", "/draft", #"{"text":"x"}"#),
                ("DELETE", "/draft", nil), ("PUT", "/pins/\(message)", nil), ("DELETE", "/pins/\(message)", nil),
                ("GET", "/messages/\(message)/edits", nil), ("GET", "/messages/\(message)/receipts", nil),
                ("GET", "/messages/\(message)/reactions", nil),
                ("POST", "/messages/\(message)/reactions", #"{"emoji":"👍"}"#),
                ("PUT", "/messages/\(message)/reactions/%F0%9F%91%8D", nil),
                ("DELETE", "/messages/\(message)/reactions/%F0%9F%91%8D", nil),
            ]
            for (method, path, body) in routes {
                let foreign = try await server.request(method, "/v1/chats/\(chat.id)\(path)", as: stranger, body: body)
                let missing = try await server.request(method, "/v1/chats/\(nowhere)\(path)", as: stranger, body: body)
                #expect(foreign.status == 404, "\(method) \(path)")
                #expect(shown(foreign) == shown(missing), "\(method) \(path)")
            }
            // A message of another chat, asked for by way of one's own.
            let wrongChat = try await server.request("GET", "/v1/chats/\(other.id)/messages/\(message)", as: stranger)
            #expect(wrongChat.status == 404)
            let mixed = try await server.request("GET", "/v1/chats/\(other.id)/messages/\(message)", as: trainer)
            #expect(mixed.status == 404)
            func search(in chat: String) async throws -> RESTResponse {
                try await server.request(
                    "POST",
                    "/v1/search",
                    as: stranger,
                    json: ["query": "private", "chatId": chat]
                )
            }
            let (foreign, missing) = (try await search(in: "\(chat.id)"), try await search(in: nowhere))
            #expect(foreign.status == 404 && shown(foreign) == shown(missing))
            let everywhere = try await server.request("POST", "/v1/search", as: stranger, json: ["query": "private"])
            #expect(everywhere.items("results").isEmpty)
        }
    }

    private func expectEnvelope(_ answer: RESTResponse) {
        #expect(Set(answer.json.keys) == ["error"])
        #expect(answer.keys("error") == Self.keys)
        #expect(answer.headers["content-type"]?.hasPrefix("application/json") == true)
    }

    /// The error without its request's id.
    private func shown(_ answer: RESTResponse) -> [String: String] {
        (answer.json["error"] as? [String: Any] ?? [:]).filter { $0.key != "requestId" }.mapValues { "\($0)" }
    }
}
