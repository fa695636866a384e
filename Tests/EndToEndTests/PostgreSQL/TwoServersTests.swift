import Domain
import Foundation
import Messaging
import ModelTestKit
import NATS
import NATSTestKit
import PostgreSQLTestKit
import ServerTestKit
import SpotterServer
import TestSupport
import Testing

/// Two servers over one database: whoever is connected to one of them hears what happens on the other.
@Suite(.longTimeLimit) struct TwoServersTests {
    private static func run(
        over bus: NATSAddress? = nil,
        model: String? = nil,
        _ body: @Sendable (TestServer, TestServer) async throws -> Void
    ) async throws {
        let folders = [TemporaryFolder(), TemporaryFolder()]
        defer { for folder in folders { folder.remove() } }
        let database = Secret(try PostgreSQLTestServer.shared.makeDatabase())
        let configure: @Sendable (inout ServerConfiguration) -> Void = { configuration in
            (configuration.database, configuration.isInCluster, configuration.bus) = (database, true, bus)
            configuration.languageModel = model.map { .init(baseURL: $0, apiKey: nil, model: "scripted") }
        }
        let paths = folders.map(\.path)
        try await TestServer.run(in: paths[0], configure: configure) { first in
            for name in ["database", "keys"] {
                try FileManager.default.copyItem(atPath: "\(paths[0])/\(name)", toPath: "\(paths[1])/\(name)")
            }
            try await TestServer.run(in: paths[1], configure: configure) { try await body(first, $0) }
        }
    }

    private static func send(_ text: String, _ socket: RawSocket, to chat: ChatID) throws {
        let frame = ["type": "message.send", "id": text, "chatId": "\(chat)", "clientMessageId": text, "text": text]
        try socket.send(frame)
    }

    /// Over NATS as over PostgreSQL; and when it dies, the database says it a little later.
    @Test(.enabled(if: NATSTestServer.program != nil, Comment(rawValue: NATSTestServer.missing)))
    func messagesReachTheOtherServerOverNATSAndWithoutIt() async throws {
        let nats = try NATSTestServer()
        try await Self.run(over: NATSAddress("nats://127.0.0.1:\(nats.port)")) { one, two in
            let (trainer, client, chat) = try await one.pair()
            let (here, _) = try await one.open(trainer)
            let (there, _) = try await two.open(client)
            try Self.send("over NATS", here, to: chat.id)
            #expect(try await there.next("message.created").message["text"] as? String == "over NATS")
            // Nothing but the bus carries this one.
            try there.send(["type": "typing.start", "chatId": "\(chat.id)"])
            #expect(try await here.next("typing").json["userId"] as? String == "\(client.id)")
            let lag = try await Self.figure("spotter_bus_lag_seconds", of: one)
            #expect(lag.map { $0 >= 0 } == true)
            let waits = try await Self.figure("spotter_cluster_turn_wait_seconds_total", of: one)
            #expect(waits.map { $0 > 0 } == true)
            nats.stop()
            try Self.send("without it", here, to: chat.id)
            #expect(try await there.next("message.created").message["text"] as? String == "without it")
            try await until("it's noticed") { try await Self.figure("spotter_bus_gap_reads_total", of: two) ?? 0 > 0 }
        }
    }

    private static func figure(_ name: String, of server: TestServer) async throws -> Double? {
        let metrics = try await server.request("GET", "/metrics")
        let lines = String(decoding: metrics.body, as: UTF8.self).split(separator: "\n")
        return lines.first { $0.hasPrefix("\(name) ") }?.split(separator: " ").last.flatMap { Double($0) }
    }

    /// Both write into the same chat at once, and everybody sees one order without a gap.
    @Test func messagesReachTheOtherServerInOneOrder() async throws {
        try await Self.run { one, two in
            let (trainer, client, chat) = try await one.pair()
            let (here, _) = try await one.open(trainer)
            let (there, _) = try await two.open(client)
            let (listener, _) = try await two.open(trainer)
            for number in 0..<20 {
                try Self.send("here \(number)", here, to: chat.id)
                try Self.send("there \(number)", there, to: chat.id)
            }
            var order: [String] = []
            for seq in Int64(1)...40 {
                let event = try await listener.next("message.created")
                #expect(event.seq == seq)
                order.append(event.message["text"] as? String ?? "")
            }
            let page = try await two.request("GET", "/v1/chats/\(chat.id)/messages", as: client)
            let stored = page.json["messages"] as? [[String: Any]] ?? []
            #expect(stored.sorted { $0.seq < $1.seq }.map { $0["text"] as? String } == order)
            // Each of them is acked its own messages, and told the others', all in one order.
            for (socket, name) in [(here, "here"), (there, "there")] {
                var heard: [String] = []
                while heard.count < 40 {
                    let frame = try await socket.next { $0.type == "ack" || $0.type == "message.created" }
                    let text = frame.message["text"] as? String ?? ""
                    #expect((frame.type == "ack") == text.hasPrefix(name))
                    heard.append(text)
                }
                #expect(heard == order)
            }
        }
    }

    /// Logging out on one server closes the sockets on the other; whoever is removed hears that and nothing after it.
    @Test func endsOfSessionsAndMembershipsHoldEverywhere() async throws {
        try await Self.run { one, two in
            let (trainer, client, _) = try await one.pair()
            let other = try await one.register("Tom", role: .client)
            try await one.addClient(other, of: trainer)
            let group = try await one.group("Legs", of: trainer, with: [client, other])
            let (socket, _) = try await two.open(client)
            try await one.server.messaging.chats.remove(client.id, from: group.id, by: trainer.actor)
            let (sender, _) = try await one.open(trainer)
            try Self.send("not for you", sender, to: group.id)
            _ = try await sender.next("ack")
            #expect(try await socket.next("member.changed").chatId == "\(group.id)")
            let left = try await one.request("POST", "/v1/auth/logout", as: client)
            #expect(left.status == 200 || left.status == 204)
            let rest = await socket.rest()
            #expect(!rest.contains { $0.type == "message.created" })
            let refused = try await two.request("GET", "/v1/me", as: client)
            #expect(refused.status == 401)
        }
    }

    /// Whichever server is asked to, it's stopped where it's written.
    @Test func anAnswerIsStoppedAtTheOtherServer() async throws {
        let provider = try await ScriptedProvider(responses: [.text("one two three four").cut(after: 4, .hang)])
        try await Self.run(model: provider.baseURL) { one, two in
            let (trainer, _, _) = try await one.pair()
            async let asked = one.request("POST", "/v1/assistant/query", as: trainer, body: #"{"message":"Count"}"#)
            await provider.requestArrived()
            let list = try await two.request("GET", "/v1/assistant/conversations", as: trainer)
            let conversations = list.json["conversations"] as? [[String: Any]]
            let conversation = try #require(conversations?.first?["id"] as? String)
            let tree = try await two.request("GET", "/v1/assistant/conversations/\(conversation)", as: trainer)
            let turn = try #require((tree.json["turns"] as? [[String: Any]])?.last)
            #expect(turn["state"] as? String == "running")
            let id = try #require(turn["id"] as? String)
            let stopped = try await two.request("POST", "/v1/assistant/messages/\(id)/stop", as: trainer)
            let message = stopped.json["message"] as? [String: Any]
            #expect(message?["state"] as? String == "stopped")
            let answer = try await asked
            #expect(answer.status == 200)
        }
        await provider.stop()
    }

    @Test func presenceTypingAndReceiptsCross() async throws {
        try await Self.run { one, two in
            let (trainer, client, chat) = try await one.pair()
            let (here, _) = try await one.open(trainer)
            let (there, _) = try await two.open(client)
            #expect(try await here.next("presence").json["status"] as? String == "online")
            try Self.send("hello", here, to: chat.id)
            let seq = try #require(try await there.next("message.created").seq)
            try there.send(["type": "typing.start", "chatId": "\(chat.id)"])
            #expect(try await here.next("typing").json["userId"] as? String == "\(client.id)")
            try there.send(["type": "receipt.read", "chatId": "\(chat.id)", "seq": seq])
            let receipt = try await here.next { $0.type == "receipt.updated" && $0.json["readSeq"] as? Int == Int(seq) }
            #expect(receipt.json["userId"] as? String == "\(client.id)")
            there.close()
            _ = try await here.next { $0.type == "presence" && $0.json["status"] as? String == "offline" }
        }
    }
}

extension [String: Any] {
    fileprivate var seq: Int64 { (self["seq"] as? NSNumber)?.int64Value ?? -1 }
}
