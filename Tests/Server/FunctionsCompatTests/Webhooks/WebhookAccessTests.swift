import Domain
import ServerTestKit
import SpotterServer
import TestSupport
import Testing

/// Who asks is the token's user, and only members of a chat learn anything of it.
@Suite(.standardTimeLimit) struct WebhookAccessTests {
    @Test func aForeignChatIsNoChat() async throws {
        try await StudioFixture.open { studio in
            let message = try await studio.talk()
            let rivals = try await studio.rivals()
            let nowhere = "018f0000-0000-7000-8000-00000000dead"
            for feature in WebhookName.all {
                for stranger in [rivals.trainer, rivals.client] {
                    func ask(_ chat: String, _ message: String) async throws -> CallableAnswer {
                        let body = studio.hookBody(feature, in: chat, of: "\(stranger.id)", message: message)
                        return try await studio.hook(feature, body, token: stranger.accessToken.reveal())
                    }
                    let foreign = try await ask("\(studio.chat)", "\(message.id)")
                    let missing = try await ask(nowhere, nowhere)
                    #expect(foreign.http == 404 && missing.http == 404, "\(feature): \(foreign.json.text)")
                    #expect(foreign.json["message"] == missing.json["message"])
                    #expect(foreign.json["error"] == "not_a_member")
                    // Their own chat doesn't open somebody else's message.
                    guard feature == "ingest_message" else { continue }
                    let mixed = try await ask("\(rivals.chat)", "\(message.id)")
                    #expect(mixed.http == 404 && mixed.json["error"] == "not_found")
                }
            }
        }
    }

    @Test func whoLeavesLearnsNothingMore() async throws {
        try await StudioFixture.open { studio in
            try await studio.talk()
            #expect(try await studio.hook("summarize", as: studio.sara).http == 200)
            let path = "/v1/chats/\(studio.chat)"
            let left = try await studio.server.request("DELETE", path, as: studio.sara)
            #expect(left.status == 204, "\(left.status)")
            for feature in WebhookName.all {
                #expect(try await studio.hook(feature, as: studio.sara).http == 404, "\(feature)")
            }
        }
    }

    @Test func anotherUserIsRefused() async throws {
        try await StudioFixture.open { studio in
            try await studio.talk()
            let token = studio.alex.accessToken.reveal()
            for feature in WebhookName.all {
                let message = "018f0000-0000-7000-8000-00000000dead"
                let other = studio.hookBody(feature, in: "\(studio.chat)", of: "\(studio.sara.id)", message: message)
                let refused = try await studio.hook(feature, other, token: token)
                #expect(refused.http == 403 && refused.json["error"] == "forbidden", "\(feature)")
                // What the app sends before it knows who is logged in.
                for nobody in [nil, ""] where feature != "ingest_message" {
                    let body = studio.hookBody(feature, in: "\(studio.chat)", of: nobody)
                    #expect(try await studio.hook(feature, body, token: token).http == 200, "\(feature)")
                }
            }
        }
    }

    @Test func theTokenStandsAloneOrBehindAScheme() async throws {
        try await StudioFixture.open { studio in
            let token = studio.alex.accessToken.reveal()
            let body = studio.hookBody("track_decisions", in: "\(studio.chat)", of: nil)
            for header in [token, "Bearer \(token)", "bearer \(token)"] {
                #expect(
                    try await studio.hook("track_decisions", body, token: header).http == 200,
                    "\(header.prefix(8))"
                )
            }
            for header in [nil, "your_secret_token_here", "Basic \(token)", ""] {
                let answer = try await studio.hook("track_decisions", body, token: header)
                #expect(answer.http == 401 && answer.json["error"] == "unauthorized", "\(header ?? "none")")
                #expect(answer.json["success"] == false)
            }
        }
    }

    @Test func aKeyNeedsItsScope() async throws {
        try await StudioFixture.open { studio in
            let message = try await studio.talk()
            let needed = ["search": "search", "ingest_message": "search"]
            for scope in ["assistant", "search", "messages:read"] {
                let key = try await studio.key(scope)
                for feature in WebhookName.all {
                    for prefix in WebhookName.prefixes {
                        let body = studio.hookBody(
                            feature,
                            in: "\(studio.chat)",
                            of: "\(studio.alex.id)",
                            message: "\(message.id)"
                        )
                        let answer = try await studio.hook(feature, body, at: prefix, token: key)
                        let isAllowed = needed[feature, default: "assistant"] == scope
                        #expect(answer.http == (isAllowed ? 200 : 403), "\(scope) \(feature)")
                    }
                }
            }
        }
    }
}
