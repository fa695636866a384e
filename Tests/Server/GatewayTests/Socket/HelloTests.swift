import Domain
import ServerTestKit
import TestSupport
import Testing

@Suite(.standardTimeLimit) struct HelloTests {
    @Test(arguments: [true, false])
    func welcomesByHeaderOrByToken(header: Bool) async throws {
        try await TestServer.run { server in
            let (trainer, client, chat) = try await server.pair()
            for number in 1...2 {
                _ = try await server.request(
                    "POST",
                    "/v1/chats/\(chat.id)/messages",
                    as: trainer,
                    json: ["clientMessageId": "\(number)", "text": "hello"]
                )
            }
            _ = try await server.request("POST", "/v1/chats/\(chat.id)/read", as: client, json: ["seq": 1])
            let socket = try await server.socket(token: header ? client.accessToken : nil)
            let welcome = try await socket.hello(token: header ? nil : client.accessToken)
            #expect(
                Set(welcome.json.keys) == ["type", "userId", "sessionId", "serverTime", "heartbeatSeconds", "chats"]
            )
            #expect(welcome.json["userId"] as? String == client.id.description)
            let chats = try #require(welcome.json["chats"] as? [[String: Any]])
            #expect(chats.count == 1 && Set(chats[0].keys) == ["chatId", "seq", "readSeq", "unread", "unreadMentions"])
            #expect(chats[0]["seq"] as? Int == 2 && chats[0]["readSeq"] as? Int == 1 && chats[0]["unread"] as? Int == 1)
        }
    }

    @Test func badHeaderIsRefusedBeforeTheUpgrade() async throws {
        try await TestServer.run { server in
            let refused = await #expect(throws: RawSocket.Refused.self) {
                _ = try await server.socket(token: Secret("sp_a_guess"))
            }
            #expect(refused?.status == 401)
        }
    }

    @Test(arguments: [nil, Secret("sp_a_guess"), Secret("")])
    func badHelloIsRefusedAndClosed(token: Secret?) async throws {
        try await TestServer.run { server in
            let socket = try await server.socket()
            await #expect(throws: RawSocket.SocketEnded.self) { try await socket.hello(token: token) }
            let again = try await server.socket()
            try again.send(["type": "hello", "token": token?.reveal() ?? ""])
            let frames = await again.rest()
            #expect(frames.map(\.errorCode) == ["unauthorized", nil] && frames.last?.closeCode == 4500)
        }
    }

    @Test func nothingWorksBeforeHello() async throws {
        try await TestServer.run { server in
            let (trainer, _, chat) = try await server.pair()
            let socket = try await server.socket(token: trainer.accessToken)
            try socket.send([
                "type": "message.send", "id": "1", "chatId": "\(chat.id)", "clientMessageId": "1", "text": "early",
            ])
            #expect(await socket.next()?.errorCode == "unauthorized")
            let welcome = try await socket.hello()
            #expect((welcome.json["chats"] as? [[String: Any]])?.first?["seq"] as? Int == 0)
        }
    }

    /// A log-out between the upgrade and the hello counts: rights are those of now, not then.
    @Test func helloAfterLogoutIsRefused() async throws {
        try await TestServer.run { server in
            let user = try await server.register("Alex", role: .trainer)
            let socket = try await server.socket(token: user.accessToken)
            #expect(try await server.request("POST", "/v1/auth/logout", as: user).status == 204)
            try socket.send(["type": "hello"])
            let frames = await socket.rest()
            #expect(frames.map(\.errorCode) == ["unauthorized", nil] && frames.last?.closeCode == 4500)
        }
    }

    /// Whose a token was is remembered, which lets nobody in: it's looked at anew with each hello.
    @Test func aRememberedTokenHoldsOnlyAsLongAsItsSession() async throws {
        try await TestServer.run { server in
            let (trainer, client, chat) = try await server.pair()
            for _ in 0..<2 { try await server.socket().hello(token: client.accessToken) }
            #expect(try await server.request("POST", "/v1/auth/logout", as: client).status == 204)
            let socket = try await server.socket()
            try socket.send(["type": "hello", "token": client.accessToken.reveal()])
            _ = try await server.request(
                "POST",
                "/v1/chats/\(chat.id)/messages",
                as: trainer,
                json: ["clientMessageId": "1", "text": "not for you"]
            )
            let frames = await socket.rest()
            #expect(frames.map(\.errorCode) == ["unauthorized", nil] && frames.last?.closeCode == 4500)
        }
    }

    /// A client needn't wait for its welcome: what it sends meanwhile is done afterwards, in its order.
    @Test func framesBehindTheHelloKeepTheirOrder() async throws {
        try await TestServer.run { server in
            let (trainer, _, chat) = try await server.pair()
            for round in 0..<10 {
                let socket = try await server.socket(token: trainer.accessToken)
                try socket.send(["type": "hello", "positions": [String: Int]()])
                let ids = (0..<100).map { "\(round)-\($0)" }
                for id in ids {
                    try socket.send([
                        "type": "message.send", "id": id, "chatId": "\(chat.id)", "clientMessageId": id, "text": id,
                    ])
                }
                #expect(await socket.next()?.type == "welcome")
                var acked: [String?] = []
                while acked.count < ids.count { acked.append(try await socket.next("ack").id) }
                #expect(acked == ids)
            }
        }
    }
}
