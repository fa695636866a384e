import Domain
import Foundation
import ServerHarness
import SpotterAPI

/// Something that users do, and that costs the server the same each time.
struct LedgerOperation {
    let name: String
    /// Gets the number of the round, and returns when the answer is whole.
    let perform: (Int) async throws -> Void

    init(_ name: String, _ perform: @escaping (Int) async throws -> Void) {
        (self.name, self.perform) = (name, perform)
    }

    /// Requests over one connection.
    static func requests(_ world: LedgerWorld) -> [LedgerOperation] {
        let (connection, token) = (world.connection, world.trainer.token)
        func post(_ path: String, _ body: some APIValue, expecting text: String) throws {
            try expect(text, in: try connection.request("POST", path, token: token, body: [UInt8](try body.json())))
        }
        return [
            LedgerOperation("a page of 100 messages") { _ in
                let path = "/v1/chats/\(world.chats[0])/messages?limit=100"
                try expect(#""seq":"#, in: try connection.request("GET", path, token: token), times: 100)
            },
            LedgerOperation("the chat list") { _ in
                let answer = try connection.request("GET", "/v1/chats", token: token)
                try expect(world.group.description, in: answer)
            },
            LedgerOperation("a search by words") { _ in
                try post("/v1/search", SearchRequest(LedgerWorld.query, mode: .text), expecting: "knee")
            },
            LedgerOperation("a question") { _ in
                let query = AssistantQuery(message: "What did Sara say about her knee?")
                try post("/v1/assistant/query", query, expecting: "knee hurts")
            },
            LedgerOperation("a proposal") { _ in
                let query = AssistantQuery(message: "Remind me tomorrow at 9 to call Sara")
                try post("/v1/assistant/query", query, expecting: #""tool":"setReminder""#)
            },
            LedgerOperation("a log-in") { _ in
                let request = LoginRequest(email: world.clients[1].email, password: Secret(LedgerWorld.password))
                try expect(
                    "accessToken",
                    in: try connection.request("POST", "/v1/auth/login", body: [UInt8](try request.json()))
                )
            },
            LedgerOperation("an upload of 16 KB") { round in
                var random = SplitMix64(UInt64(round))
                let bytes = (0..<16_384).map { _ in UInt8(truncatingIfNeeded: random.next()) | 0x80 }
                let path = "/v1/media?clientMediaId=ledger-\(1000 + round)&fileName=plan.bin"
                try expect(
                    #""size":16384"#,
                    in: try connection.request(
                        "POST",
                        path,
                        token: token,
                        type: "application/octet-stream",
                        body: bytes
                    )
                )
            },
        ]
    }

    static func hybridSearch(_ world: LedgerWorld) -> LedgerOperation {
        LedgerOperation("a hybrid search") { _ in
            let request = SearchRequest(LedgerWorld.query)
            let answer = try world.connection.request(
                "POST",
                "/v1/search",
                token: world.trainer.token,
                body: [UInt8](try request.json())
            )
            try expect("knee", in: answer)
            // Also by meaning.
            try expect(#""degraded":null"#, in: answer)
        }
    }

    /// A new connection that gets its chats, and is closed.
    static func logIn(_ world: LedgerWorld, port: Int) -> LedgerOperation {
        let token = Secret(world.clients[1].token)
        return LedgerOperation("a log-in by token") { _ in
            let socket = try await RawSocket.connect(host: "127.0.0.1", port: port, token: nil)
            try await socket.hello(token: token)
            await socket.cut(.close)
            _ = await socket.rest()
        }
    }

    /// A new connection that gets what it has missed, and is closed.
    ///
    /// - Parameter missed: messages of the second client's chat.
    static func resume(_ world: LedgerWorld, port: Int, missed: Int64) async throws -> LedgerOperation {
        let (person, chat) = (world.clients[1], world.chats[1])
        let first = try await RawSocket.connect(host: "127.0.0.1", port: port, token: person.token)
        let chats = try await first.hello().json["chats"] as? [[String: Any]] ?? []
        await first.cut(.close)
        _ = await first.rest()
        var positions: [ChatID: Int64] = [:]
        for entry in chats {
            guard let id = (entry["chatId"] as? String).flatMap({ ChatID($0) }) else { continue }
            let seq = (entry["seq"] as? NSNumber)?.int64Value ?? 0
            positions[id] = id == chat ? seq - missed : seq
        }
        return LedgerOperation("a resume with \(missed) missed messages") { [positions] _ in
            let socket = try await RawSocket.connect(host: "127.0.0.1", port: port, token: person.token)
            try await socket.hello(positions: positions)
            for _ in 0..<missed { _ = try await socket.next("message.created") }
            await socket.cut(.close)
            _ = await socket.rest()
        }
    }

    /// - Parameter heard: sockets that must get the message.
    static func send(
        _ name: String,
        to chat: ChatID,
        by sender: LedgerSocket,
        heard: [LedgerSocket]
    ) -> LedgerOperation {
        LedgerOperation(name) { round in
            let id = "\(name.filter(\.isLetter))-\(1000 + round)"
            let text = "Training tomorrow at seven, knee permitting. See you \(1000 + round)"
            try sender.send(.send(.init(id: id, chatId: chat, clientMessageId: id, text: text)))
            try await sender.next("ack")
            for socket in heard { try await socket.next("message.created") }
        }
    }
}

private func expect(_ text: String, in answer: String, times: Int = 1) throws {
    guard answer.ranges(of: text).count >= times else {
        throw SpotterError(.unavailable, "the server's answer doesn't have '\(text)': \(answer.prefix(600))")
    }
}
