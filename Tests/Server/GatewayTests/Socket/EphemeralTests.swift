import Domain
import ServerTestKit
import TestSupport
import Testing

@Suite(.standardTimeLimit) struct EphemeralTests {
    @Test func typingStopsBySayingSoByExpiryAndByLeaving() async throws {
        try await TestServer.run { server in
            let (trainer, client, chat) = try await server.pair()
            let (watcher, _) = try await server.open(trainer)
            let (typist, _) = try await server.open(client)
            func start() async throws {
                try typist.send(["type": "typing.start", "chatId": "\(chat.id)"])
                let typing = try await watcher.next("typing")
                #expect(
                    Set(typing.json.keys) == ["type", "chatId", "userId", "displayName", "isTyping", "expiresInMs"]
                )
                #expect(typing.json["isTyping"] as? Bool == true && typing.json["expiresInMs"] as? Int == 5000)
                #expect(typing.json["userId"] as? String == "\(client.id)")
            }
            try await start()
            try typist.send(["type": "typing.stop", "chatId": "\(chat.id)"])
            #expect(try await watcher.next("typing").json["isTyping"] as? Bool == false)
            try await start()
            #expect(try await watcher.next("typing").json["isTyping"] as? Bool == false, "by itself")
            try await start()
            typist.close()
            #expect(try await watcher.next("typing").json["isTyping"] as? Bool == false)
        }
    }

    @Test func presenceFollowsAllDevicesAndReachesOnlyCompanions() async throws {
        try await TestServer.run { server in
            let (trainer, client, _) = try await server.pair()
            let stranger = try await server.register("Mallory", role: .trainer)
            let (outsider, _) = try await server.open(stranger)
            let (watcher, _) = try await server.open(trainer)
            func next() async throws -> String? {
                let frame = try await watcher.next {
                    $0.type == "presence" && $0.json["userId"] as? String == "\(client.id)"
                }
                #expect(Set(frame.json.keys) == ["type", "userId", "status", "lastSeen"])
                return frame.json["status"] as? String
            }
            func listed() async throws -> String? {
                let users = try await server.request("GET", "/v1/users?query=Sara", as: trainer).items("users")
                return users.first?["status"] as? String
            }
            #expect(try await listed() == "offline")
            let (phone, _) = try await server.open(client)
            #expect(try await next() == "online")
            let (desk, _) = try await server.open(client)
            try phone.send(["type": "presence.set", "status": "away"])
            _ = try await phone.drained()
            #expect(try await listed() == "online", "the desk is still there")
            try desk.send(["type": "presence.set", "status": "away"])
            #expect(try await next() == "away")
            let (late, _) = try await server.open(trainer)
            #expect(try await late.next("presence").json["status"] as? String == "away", "told with the welcome")
            phone.close()
            desk.close()
            #expect(try await next() == "offline")
            #expect(try await listed() == "offline")
            do {
                outsider.send(text: #"{"type":"ping","id":"end"}"#)
                var kinds: [String?] = []
                while kinds.last != "pong" { kinds.append(await outsider.next()?.type) }
                #expect(kinds == ["pong"])
            }
        }
    }
}
