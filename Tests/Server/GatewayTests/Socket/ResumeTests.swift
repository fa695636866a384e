import Domain
import ServerTestKit
import TestSupport
import Testing

/// Invariant 4: exactly what was missed, or a plain "resync".
@Suite(.standardTimeLimit) struct ResumeTests {
    @Test func replaysWhatCameAfterThePosition() async throws {
        try await TestServer.run { server in
            let (trainer, client, chat) = try await server.pair()
            for number in 1...5 { try await post(number, to: chat.id, by: trainer, on: server) }
            for seen in Int64(0)...5 {
                let (socket, _) = try await server.open(client, positions: [chat.id: seen])
                let replayed = try await socket.drained()
                #expect(replayed.map(\.seq) == (1...5).filter { $0 > seen })
                #expect(replayed.allSatisfy { $0.type == "message.created" })
            }
            let (fresh, _) = try await server.open(client)
            #expect(try await fresh.drained() == [], "who names no positions fetches by itself")
        }
    }

    @Test func saysResyncAndGone() async throws {
        try await TestServer.run { server in
            let (_, client, chat) = try await server.pair()
            let foreign = try await server.pair("Tess", "Tom").chat
            let (socket, _) = try await server.open(client, positions: [chat.id: 99, foreign.id: 0])
            let frames = try await socket.drained()
            #expect(frames.count == 2 && frames.allSatisfy { $0.type == "resync" })
            #expect(frames.first { $0.chatId == "\(chat.id)" }?.json["gone"] as? Bool == false)
            let gone = frames.first { $0.chatId == "\(foreign.id)" }
            #expect(gone?.json["gone"] as? Bool == true && gone?.seq == 0)
        }
    }

    /// A client that comes and goes while others write has every change once and in order.
    @Test func nothingFallsBetweenReplayAndLive() async throws {
        try await TestServer.run { server in
            let (trainer, client, chat) = try await server.pair()
            let total: Int64 = 400
            async let writing: Void = {
                let (socket, _) = try await server.open(trainer)
                for number in 1...Int(total) {
                    try socket.send([
                        "type": "message.send", "id": "\(number)", "chatId": "\(chat.id)",
                        "clientMessageId": "\(number)", "text": "x",
                    ])
                    if number.isMultiple(of: 4) { _ = try await socket.next { $0.id == "\(number)" } }
                }
            }()
            var seen: Int64 = 0
            while seen < total {
                let (socket, _) = try await server.open(client, positions: [chat.id: seen])
                for _ in 0..<25 where seen < total {
                    let event = try await socket.next("message.created")
                    #expect(event.seq == seen + 1)
                    seen = event.seq ?? total
                }
                socket.close()
            }
            try await writing
        }
    }

    /// The digest tells two clients with the same view apart from one that missed something.
    @Test func digestFollowsThePositions() async throws {
        try await TestServer.run { server in
            let (trainer, client, chat) = try await server.pair()
            // An empty chat shows to its opener only.
            try await post(0, to: chat.id, by: trainer, on: server)
            let (one, _) = try await server.open(trainer)
            let (two, _) = try await server.open(client)
            func digest(_ socket: RawSocket) async throws -> String? {
                try socket.send(["type": "ping", "id": "p"])
                let pong = try await socket.next("pong")
                #expect(Set(pong.json.keys) == ["type", "id", "digest", "limit"])
                return pong.json["digest"] as? String
            }
            let before = try await digest(one)
            #expect(try await digest(two) == before && before?.count == 16)
            try await post(1, to: chat.id, by: trainer, on: server)
            #expect(try await digest(one) != before)
        }
    }

    private func post(_ number: Int, to chat: ChatID, by user: TestUser, on server: TestServer) async throws {
        let answer = try await server.request(
            "POST",
            "/v1/chats/\(chat)/messages",
            as: user,
            json: ["clientMessageId": "\(number)", "text": "text \(number)"]
        )
        #expect(answer.status == 201)
    }
}
