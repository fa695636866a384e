import Domain
import Foundation
import ServerTestKit
import TestSupport
import Testing

/// API keys at the callables: the scopes of the native routes hold here as well.
@Suite(.standardTimeLimit) struct KeyScopeTests {
    @Test func aKeyCallsWhatItsScopesAllow() async throws {
        try await StudioFixture.open { studio in
            func key(_ scope: String) async throws -> String {
                let json: [String: Any] = ["name": scope, "scopes": [scope]]
                let made = try await studio.server.request("POST", "/v1/keys", as: studio.alex, json: json)
                return try #require((made.json["key"] as? [String: Any])?["secret"] as? String)
            }
            let id = JSONValue.string(studio.alex.id.description)
            let calls: [(function: String, data: JSONValue)] = [
                ("chatWithAI", ["userId": id, "message": "hello"]),
                ("semanticSearch", ["userId": id, "query": "knee"]),
                (
                    "executeFunctionCall",
                    [
                        "functionName": "sendMessage",
                        "parameters": ["chatId": .string(studio.chat.description), "messageText": "from a key"],
                    ]
                ),
            ]
            let allowed = [
                "assistant": [200, 403, 403], "search": [403, 200, 403], "messages:write": [403, 403, 403],
            ]
            for (scope, statuses) in allowed {
                let secret = try await key(scope)
                for (call, status) in zip(calls, statuses) {
                    let answer = try await studio.send(
                        "POST",
                        "/\(call.function)",
                        headers: [("Authorization", "Bearer \(secret)")],
                        body: JSONValue.object(["data": call.data]).text
                    )
                    #expect(answer.http == status, "\(scope) \(call.function)")
                    #expect(status == 200 || answer.refusal?.status == "PERMISSION_DENIED")
                }
            }
            #expect(try await studio.messages(as: studio.sara).isEmpty, "only a person confirms")
        }
    }
}
