import Domain
import Foundation
import ServerTestKit
import SpotterAPI
import TestSupport
import Testing

/// What is wrong with a body is said by the field, and in words of whoever sent it.
@Suite(.standardTimeLimit) struct RequestBodyTests {
    @Test(arguments: [
        (
            "POST", "/v1/me/notifications", #"{"kind":"sms","topic":"a"}"#,
            "'kind' is 'sms'; it can be: webpush, ntfy, webhook, mail."
        ),
        (
            "POST", "/v1/me/notifications", #"{"kind":"ntfy","topik":"a"}"#,
            "The field 'topik' isn't known here; known: "
        ),
        ("POST", "/v1/chats", #"{"kind":"direct","memberIds":"x"}"#, "'memberIds' is 'x'; it must be a list."),
        ("POST", "/v1/chats", #"{"kind":null,"memberIds":[]}"#, "'kind' is null; it can be: direct, group."),
        ("POST", "/v1/search", #"{"query":7}"#, "'query' is 7; it must be a text."),
        (
            "POST", "/v1/search", #"{"query":"x","limit":1.5}"#,
            "A number in it is out of range, or isn't a whole number"
        ),
        ("POST", "/v1/search", #"{"query":"x","since":"noon"}"#, "'since' is 'noon'; it must be a time like "),
        ("POST", "/v1/search", #"[1]"#, "This must be a JSON object."),
        ("POST", "/v1/search", #"[]"#, "This must be a JSON object."),
        ("POST", "/v1/search", #"{"query":[]}"#, "The field 'query' is missing."),
        ("PATCH", "/v1/me", #"{"displayname":"A"}"#, "The field 'displayname' isn't known here; known: "),
    ])
    func saysWhatIsWrong(method: String, path: String, body: String, message: String) async throws {
        try await TestServer.run { server in
            let user = try await server.register("Alex", role: .trainer)
            let answer = try await server.request(method, path, as: user, body: body)
            #expect(answer.status == 400 && answer.text.contains(message), "\(answer.text)")
        }
    }

    @Test func secretsAreNotRepeated() async throws {
        try await TestServer.run { server in
            let answer = try await server.request(
                "POST",
                "/v1/auth/login",
                body: #"{"email":"a@b.se","password":123456789}"#
            )
            #expect(answer.status == 400 && answer.text.contains("'password' must be a text"))
            #expect(!answer.text.contains("123456789"))
        }
    }

    /// What the contract lets clients say already.
    @Test func fieldsOfTheContractAreTaken() async throws {
        try await TestServer.run { server in
            let user = try await server.register("Alex", role: .trainer)
            let body = #"{"message":"Hello","chatId":null,"mediaIds":[]}"#
            #expect(try await server.request("POST", "/v1/assistant/query", as: user, body: body).status == 200)
        }
    }

    /// A POST whose fields may all be left out takes an empty body; others say that they need one.
    @Test func anEmptyBodyIsAnEmptyObject() async throws {
        try await TestServer.run { server in
            let user = try await server.register("Alex", role: .trainer)
            #expect(try await server.request("POST", "/v1/invitations", as: user, body: "").status == 201)
            let refused = try await server.request("POST", "/v1/chats", as: user, body: "")
            #expect(refused.status == 400 && refused.errorCode == "invalid_json")
            let query = try await server.request("POST", "/v1/assistant/query", as: user, body: #"{"message":"Hello"}"#)
            let id = try #require(query.json["messageId"] as? String)
            let path = "/v1/assistant/messages/\(id)/regenerate"
            let answer = try await server.request("POST", path, as: user, body: "")
            #expect(answer.status == 200, "\(answer.text)")
        }
    }
}

extension RESTResponse {
    fileprivate var text: String { String(decoding: body, as: UTF8.self) }
}
