import Domain
import Foundation
import Messaging
import ModelTestKit
import NotificationsTestKit
import ServerTestKit
import SpotterServer
import TestSupport
import Testing

@testable import Notifications

/// The whole way: over REST and sockets, through a running server, to a server of the other side.
@Suite(.standardTimeLimit) struct NotificationServerTests {
    @Test func aBrowserIsToldAndOpensTheChat() async throws {
        let service = try await ScriptedProvider { _, _ in .json([:], status: 201) }
        try await run(against: service) { server in
            let (alex, sara, chat) = try await server.pair()
            let key = try await server.request("GET", "/v1/notifications/vapid-key", as: sara)
            #expect(Base64URL.decode(key.json["publicKey"] as? String ?? "")?.count == 65)
            let browser = Browser()
            let answer = try await server.request(
                "POST",
                "/v1/me/notifications",
                as: sara,
                body: browser.subscription(at: service.baseURL + "/push")
            )
            #expect(answer.status == 201)
            let again = try await server.request(
                "POST",
                "/v1/me/notifications",
                as: sara,
                body: browser.subscription(at: service.baseURL + "/push")
            )
            #expect(again.status == 200)
            _ = try await server.request(
                "POST",
                "/v1/chats/\(chat.id)/messages",
                as: alex,
                json: ["clientMessageId": "1", "text": "Hello"]
            )
            await service.requestArrived()
            let request = try #require(service.requests.first)
            #expect(request.headers["ttl"] == "86400" && request.path == "/v1/push")
            let json = try JSONSerialization.jsonObject(with: Data(browser.read(request.body))) as? [String: Any]
            #expect(json?["type"] as? String == "new_message" && json?["chatId"] as? String == "\(chat.id)")
            #expect(json?["body"] as? String == "Hello" && json?["badge"] as? Int == 1)
        }
    }

    /// A socket shows the chat: nothing is told until it goes.
    @Test func whoLooksAtTheChatIsNotTold() async throws {
        let service = try await ScriptedProvider { _, _ in .json([:]) }
        try await run(against: service) { server in
            let (alex, sara, chat) = try await server.pair()
            let made = try await server.request(
                "POST",
                "/v1/me/notifications",
                as: sara,
                json: ["kind": "webhook", "url": service.baseURL]
            )
            let id = (made.json["subscription"] as? [String: Any])?["id"] as? String ?? ""
            #expect((made.json["secret"] as? String)?.isEmpty == false)
            let (socket, _) = try await server.open(sara)
            socket.send(text: #"{"type":"presence.set","status":"online","chatId":"\#(chat.id)"}"#)
            socket.send(text: #"{"type":"presence.set","status":"online","chatId":"nonsense"}"#)
            _ = try await socket.next("error")
            let notifier = server.server.useCases.notifications.notifier
            try await server.say("1", in: chat, by: alex)
            try await until("the first message is settled") {
                try await notifier.drain()
                return notifier.pending == 0
            }
            #expect(service.requests.isEmpty)
            socket.send(text: #"{"type":"presence.set","status":"online","chatId":null}"#)
            socket.send(text: #"{"type":"presence.set","status":"nonsense"}"#)
            _ = try await socket.next("error")
            try await server.say("2", in: chat, by: alex)
            await service.requestArrived()
            #expect(service.requests.first?.json["body"] == "2")
            let test = try await server.request("POST", "/v1/me/notifications/\(id)/test", as: sara)
            #expect(test.json["delivered"] as? Bool == true)
            let list = try await server.request("GET", "/v1/me/notifications", as: sara)
            #expect((list.json["subscriptions"] as? [Any])?.count == 1)
            #expect(list.json["kinds"] as? [String] == ["webpush", "webhook"])
            #expect(!String(decoding: list.body, as: UTF8.self).contains("secret"))
            #expect(try await server.request("DELETE", "/v1/me/notifications/\(id)", as: alex).status == 404)
            #expect(try await server.request("DELETE", "/v1/me/notifications/\(id)", as: sara).status == 204)
        }
    }

    @Test func aServerThatIsNotSetUpSaysWhatItOffers() async throws {
        try await TestServer.run { server in
            let alex = try await server.register("Alex", role: .trainer)
            for body in [#"{"kind":"mail"}"#, #"{"kind":"webhook","url":"http://127.0.0.1:9/"}"#, #"{"kind":"sms"}"#] {
                let answer = try await server.request("POST", "/v1/me/notifications", as: alex, body: body)
                #expect(answer.status == 400 && answer.errorCode == "invalid_request")
            }
        }
    }

    private func run(against service: ScriptedProvider, _ body: @Sendable (TestServer) async throws -> Void)
        async throws
    {
        let origin = try #require(Endpoint(service.baseURL)).origin
        let result: Result<Void, any Error>
        do {
            try await TestServer.run(configure: {
                $0.notifications.origins = [origin]
                $0.notifications.batchingDelay = .zero
            }) { try await body($0) }
            result = .success(())
        } catch {
            result = .failure(error)
        }
        await service.stop()
        try result.get()
    }
}

extension TestServer {
    func say(_ text: String, in chat: Chat, by sender: TestUser) async throws {
        _ = try await server.messaging.messages.send(
            .init(chatId: chat.id, sender: sender.actor, clientMessageId: text, text: text)
        )
    }
}
