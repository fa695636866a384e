import Domain
import Messaging
import ServerTestKit
import SpotterServer
import TestSupport
import Testing

@Suite(.standardTimeLimit) struct RemovalTests {
    /// While others write, read and type, somebody is removed: after the event that says so, nothing of the chat comes.
    @Test(arguments: 1...3)
    func nothingComesAfterARemoval(round: Int) async throws {
        try await TestServer.run { server in
            let trainer = try await server.register("Alex", role: .trainer)
            var clients: [TestUser] = []
            for name in ["Sara", "Tom", "Uma"] {
                let client = try await server.register(name, role: .client)
                try await server.addClient(client, of: trainer)
                clients.append(client)
            }
            let chat = try await server.group("Busy", of: trainer, with: clients)
            let (gone, _) = try await server.open(clients[0])
            let (busy, _) = try await server.open(clients[1])
            let (third, _) = try await server.open(clients[2])
            for number in 1...200 {
                try busy.send(["type": "typing.start", "chatId": "\(chat.id)"])
                try busy.send([
                    "type": "message.send", "id": "\(number)", "chatId": "\(chat.id)", "clientMessageId": "\(number)",
                    "text": "hi",
                ])
                try third.send(["type": "receipt.read", "chatId": "\(chat.id)", "seq": number])
                if number == 50 * round {
                    _ = try await busy.next { $0.type == "ack" && $0.id == "\(number)" }
                    try await server.server.messaging.chats.remove(clients[0].id, from: chat.id, by: trainer.actor)
                }
            }
            _ = try await busy.next { $0.type == "ack" && $0.id == "200" }
            _ = try await third.drained()
            let heard = try await gone.drained()
            let end = try #require(heard.firstIndex { $0.type == "member.changed" && $0.chatId == "\(chat.id)" })
            let late = heard[(end + 1)...].filter { $0.chatId == "\(chat.id)" }
            #expect(late.isEmpty, "\(late.map { $0.type ?? "" })")
            #expect(heard[..<end].contains { $0.type == "message.created" })
        }
    }
}
