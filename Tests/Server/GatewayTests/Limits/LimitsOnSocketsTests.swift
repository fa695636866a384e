import Domain
import Gateway
import Live
import Messaging
import ServerTestKit
import SpotterServer
import TestSupport
import Testing

@Suite(.standardTimeLimit) struct LimitsOnSocketsTests {
    @Test func messagesOfAUserAreCountedOverAllDevices() async throws {
        try await TestServer.run(configure: {
            $0.stopLimitClock()
            $0.limits.messages = Rate(1, perSeconds: 3600, burst: 3)
        }) { server in
            let (trainer, client, chat) = try await server.pair()
            let (phone, _) = try await server.open(trainer)
            let (desk, _) = try await server.open(trainer)
            func send(_ id: String, on socket: RawSocket) throws {
                try socket.send([
                    "type": "message.send", "id": id, "chatId": "\(chat.id)", "clientMessageId": id, "text": "hi",
                ])
            }
            for number in 1...3 {
                try send("\(number)", on: number == 2 ? desk : phone)
                #expect(try await (number == 2 ? desk : phone).next("ack").id == "\(number)")
            }
            try send("4", on: desk)
            let refused = try await desk.next("error")
            #expect(refused.id == "4" && refused.errorCode == "rate_limited")
            let wait = (refused.json["error"] as? [String: Any])?["retryAfterMs"] as? Int
            #expect(wait.map { $0 > 3_000_000 } == true)
            try desk.send(["type": "ping", "id": "p"])
            let limit = try await desk.next("pong").json["limit"] as? [String: Any]
            #expect(limit?["remaining"] as? Int == 0 && (limit?["resetMs"] as? Int).map { $0 > 0 } == true)
            let (other, _) = try await server.open(client)
            try send("5", on: other)
            #expect(try await other.next("ack").id == "5", "others aren't concerned")
        }
    }

    /// Texts of all of a user's sockets share what the writer takes of them within seconds.
    @Test func theTextsOfAUsersSocketsHaveAPace() async throws {
        try await TestServer.run(configure: {
            $0.stopLimitClock()
            $0.limits.socketBytes = Rate(1, perSeconds: 3600, burst: 100)
        }) { server in
            let (trainer, client, chat) = try await server.pair()
            func send(_ id: String, _ bytes: Int, on socket: RawSocket) throws {
                try socket.send([
                    "type": "message.send", "id": id, "chatId": "\(chat.id)", "clientMessageId": id,
                    "text": String(repeating: "x", count: bytes),
                ])
            }
            let (phone, _) = try await server.open(trainer)
            try send("1", 60, on: phone)
            #expect(try await phone.next("ack").id == "1")
            let (desk, _) = try await server.open(trainer)
            try send("2", 60, on: desk)
            let refused = try await desk.next("error")
            #expect(refused.id == "2" && refused.errorCode == "rate_limited")
            let (other, _) = try await server.open(client)
            try send("3", 60, on: other)
            #expect(try await other.next("ack").id == "3", "others aren't concerned")
        }
    }

    /// Texts of sends and edits share one budget of bytes over all devices and doors.
    @Test func bytesOfTextsAreCountedOverAllDoors() async throws {
        try await TestServer.run(configure: {
            $0.stopLimitClock()
            $0.limits.messageBytes = Rate(1, perSeconds: 3600, burst: 100)
        }) { server in
            let (trainer, client, chat) = try await server.pair()
            let (phone, _) = try await server.open(trainer)
            let (other, _) = try await server.open(client)
            func send(_ id: String, _ bytes: Int, on socket: RawSocket) throws {
                try socket.send([
                    "type": "message.send", "id": id, "chatId": "\(chat.id)", "clientMessageId": id,
                    "text": String(repeating: "x", count: bytes),
                ])
            }
            try send("1", 40, on: phone)
            let message = try #require(try await phone.next("ack").message["id"] as? String)
            let messages = "/v1/chats/\(chat.id)/messages"
            let text = String(repeating: "y", count: 30)
            let edited = try await server.request("PATCH", "\(messages)/\(message)", as: trainer, json: ["text": text])
            #expect(edited.status == 200)
            let sent = try await server.request(
                "POST",
                messages,
                as: trainer,
                json: ["clientMessageId": "2", "text": text]
            )
            #expect(sent.status == 201)
            let calls: [(String, String, [String: Any])] = [
                ("POST", messages, ["clientMessageId": "3", "text": "x"]),
                ("PATCH", "\(messages)/\(message)", ["text": "x"]),
            ]
            for (method, path, body) in calls {
                let refused = try await server.request(method, path, as: trainer, json: body)
                #expect(refused.status == 429 && refused.errorCode == "quota_exceeded")
                #expect(refused.headers["retry-after"].flatMap { Int($0) }.map { $0 > 3000 } == true)
            }
            try send("4", 1, on: phone)
            let frame = try await phone.next("error")
            #expect(frame.id == "4" && frame.errorCode == "quota_exceeded")
            let wait = (frame.json["error"] as? [String: Any])?["retryAfterMs"] as? Int
            #expect(wait.map { $0 > 3_000_000 } == true)
            try phone.send([
                "type": "message.edit", "id": "5", "chatId": "\(chat.id)", "messageId": message, "text": "x",
            ])
            #expect(try await phone.next("error").errorCode == "quota_exceeded")
            let deleted = try await server.request("DELETE", "\(messages)/\(message)", as: trainer)
            #expect(deleted.status == 204, "what stores nothing goes on")
            try send("6", 100, on: other)
            #expect(try await other.next("ack").id == "6", "others aren't concerned")
        }
    }

    @Test func pagesOfOthersCantOpenASocket() async throws {
        try await TestServer.run { server in
            let user = try await server.register("Alex", role: .trainer)
            for origin in ["https://evil.example.com", "null"] {
                await #expect(throws: RawSocket.Refused.self) {
                    _ = try await server.socket(token: user.accessToken, headers: ["Origin: \(origin)"])
                }
            }
            let socket = try await server.socket(token: user.accessToken, headers: ["Origin: \(server.baseURL)"])
            try await socket.hello()
        }
    }

    @Test func strangersHoldFewSocketsAndSayLittle() async throws {
        try await TestServer.run(configure: {
            $0.trustedProxies = ["127.0.0.1"]
            $0.limits.pendingSockets = 2
        }) { server in
            let user = try await server.register("Alex", role: .trainer)
            let from = ["X-Forwarded-For: 203.0.113.7"]
            let first = try await server.socket(headers: from)
            let second = try await server.socket(headers: from)
            // Both are counted once the server has answered something on them.
            for socket in [first, second] {
                socket.send(text: "{}")
                _ = try await socket.next("error")
            }
            do {
                _ = try await server.socket(headers: from)
                Issue.record("a third stranger")
            } catch let refused as RawSocket.Refused {
                #expect(refused.status == 429)
            }
            _ = try await server.socket(token: user.accessToken, headers: from)
            try await first.hello(token: user.accessToken)
            let third = try await server.socket(headers: from)
            third.send(
                opcode: 1,
                Array(#"{"type":"hello","deviceId":""#.utf8) + [UInt8](repeating: 0x78, count: 70_000)
            )
            #expect(await third.rest().last?.closeCode == 1009)
        }
    }

    @Test func aHelloWithManyPositionsIsWelcome() async throws {
        try await TestServer.run { server in
            let user = try await server.register("Alex", role: .trainer)
            let positions = Dictionary(
                uniqueKeysWithValues: (0..<1200).map { (ChatID(high: 1, low: UInt64($0)), 5 as Int64) }
            )
            let socket = try await server.socket()
            let answer = try await socket.hello(token: user.accessToken, positions: positions)
            #expect(answer.type == "welcome")
        }
    }

    @Test func aFullServerSaysSoAndStaysReachable() async throws {
        try await TestServer.run(configure: { $0.limits.sockets = 1 }) { server in
            let user = try await server.register("Alex", role: .trainer)
            let (socket, _) = try await server.open(user)
            do {
                _ = try await server.socket(token: user.accessToken)
                Issue.record("one too many")
            } catch let refused as RawSocket.Refused {
                #expect(refused.status == 503)
            }
            #expect(try await server.request("GET", "/healthz").status == 200)
            _ = try await socket.drained()
        }
    }

    /// A reader that never reads, in a busy group: it's cut off, and the others don't notice.
    @Test func aReaderThatNeverReadsIsCutOff() async throws {
        func configure(_ configuration: inout ServerConfiguration) {
            configuration.connections.maxQueuedBytes = 256 * 1024
            // Nobody here is closed for silence, however long a busy machine takes.
            configuration.sockets.heartbeatSeconds = 3600
        }
        try await TestServer.run(configure: configure) { server in
            let trainer = try await server.register("Alex", role: .trainer)
            var clients: [TestUser] = []
            for name in ["Sara", "Tom"] {
                let client = try await server.register(name, role: .client)
                try await server.addClient(client, of: trainer)
                clients.append(client)
            }
            let chat = try await server.group("Busy", of: trainer, with: clients)
            let deaf = try await server.socket(token: clients[0].accessToken, receiveBuffer: 8192)
            try await deaf.hello()
            let (reader, _) = try await server.open(clients[1])
            let (sender, _) = try await server.open(trainer)
            try await deaf.stopReading()
            let text = String(repeating: "x", count: 9000)
            var sent = 0
            while server.server.live.presence.connectionCount == 3, sent < 4000 {
                // Less at once than may wait for one client: those who read are never cut off, however slow the machine.
                for _ in 0..<20 {
                    sent += 1
                    try sender.send([
                        "type": "message.send", "id": "\(sent)", "chatId": "\(chat.id)",
                        "clientMessageId": "\(sent)", "text": text,
                    ])
                }
                _ = try await sender.next { $0.type == "ack" && $0.id == "\(sent)" }
                _ = try await reader.next { $0.message["clientMessageId"] as? String == "\(sent)" }
            }
            #expect(server.server.live.presence.connectionCount == 2)
        }
    }
}
