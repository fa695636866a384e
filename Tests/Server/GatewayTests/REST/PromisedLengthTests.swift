import Domain
import Foundation
import ServerTestKit
import SpotterServer
import TestSupport
import Testing

/// Texts of as many characters as are promised are taken at every door, in whatever script and however JSON spells them.
@Suite(.standardTimeLimit) struct PromisedLengthTests {
    @Test(arguments: [
        String(repeating: "\u{44F}", count: 10_000), String(repeating: "\u{1F3CB}", count: 10_000),
        String(repeating: #"\ud83c\udfcb"#, count: 10_000), String(repeating: #"\u044f"#, count: 10_000),
    ])
    func tenThousandCharactersAreTaken(text: String) async throws {
        try await TestServer.run { server in
            let (alex, sara, chat) = try await server.pair()
            let later = server.server.clock.now().adding(minutes: 600)
            for (method, path, body) in [
                ("POST", "/v1/chats/\(chat.id)/messages", #"{"clientMessageId":"1","text":"\#(text)"}"#),
                ("PUT", "/v1/chats/\(chat.id)/draft", #"{"text":"\#(text)"}"#),
                ("POST", "/v1/templates", #"{"name":"Long","text":"\#(text)"}"#),
                ("POST", "/v1/broadcasts", #"{"userIds":["\#(sara.id)"],"text":"\#(text)"}"#),
                ("PUT", "/v1/clients/\(sara.id)/notes", #"{"text":"\#(text)"}"#),
                (
                    "POST", "/v1/scheduled-messages",
                    #"{"chatId":"\#(chat.id)","text":"\#(text)","sendAt":"\#(later)"}"#
                ),
            ] {
                let answer = try await server.request(method, path, as: alex, body: body)
                #expect(
                    (200..<300).contains(answer.status),
                    "\(method) \(path): \(answer.status) \(String(decoding: answer.body.prefix(200), as: UTF8.self))"
                )
                let more = body.replacing(text, with: text + "x")
                let refused = try await server.request(method, path, as: alex, body: more)
                #expect(refused.status == 400, "\(method) \(path) takes one more")
            }
            let notes = String(repeating: #"\u044f"#, count: 4_000)
            let event =
                #"{"eventType":"adhoc","title":"x","startsAt":"\#(later)","endsAt":"\#(later.adding(minutes: 30))","notes":"\#(notes)"}"#
            #expect(try await server.request("POST", "/v1/calendar/events", as: alex, body: event).status == 201)
        }
    }

    /// A text of whose length nothing is promised stays short.
    @Test func otherTextsStayBounded() async throws {
        try await TestServer.run { server in
            let alex = try await server.register("Alex", role: .trainer)
            let long = String(repeating: "x", count: 17_000)
            let answer = try await server.request("POST", "/v1/contacts/requests/x/accept", as: alex, body: "{}")
            #expect(answer.status == 404)
            let body = #"{"mode":"\#(long)"}"#
            #expect(
                try await server.request("POST", "/v1/auth/refresh", body: #"{"refreshToken":"\#(long)"}"#).status
                    == 413
            )
            #expect(try await server.request("PUT", "/v1/me/quiet-hours", as: alex, body: body).status == 400)
        }
    }
}
