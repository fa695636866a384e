import Domain
import Messaging
import MessagingTestKit
import Retrieval
import RetrievalTestKit
import SpotterAPI
import Storage
import Testing

/// The rows of vectors and of the queue follow the messages in the same transaction: gone is gone.
@Suite struct EmbeddingRowsTests {
    private static let queued = "SELECT count(*) FROM embedding_queue"
    private static let vectors = "SELECT count(*) FROM vectors"

    @Test func aDeletedMessageTakesItsVectorAlong() async throws {
        try await MessagingFixture.run(with: [.retrieval]) { fixture in
            let (chat, _, client) = try await fixture.pair()
            let message = try await fixture.send("my xylophone hurts", "1", to: chat, by: client).message
            try await fixture.addVector(for: message)
            try await fixture.services.messages.delete(message.id, in: chat, by: client.actor)
            #expect(try await fixture.count(Self.vectors) == 0)
            #expect(try await fixture.count(Self.queued) == 0)
        }
    }

    @Test func anEditedMessageIsQueuedAgain() async throws {
        try await MessagingFixture.run(with: [.retrieval]) { fixture in
            let (chat, _, client) = try await fixture.pair()
            let message = try await fixture.send("my xylophone hurts", "1", to: chat, by: client).message
            try await fixture.addVector(for: message)
            _ = try await fixture.services.messages.edit(message.id, in: chat, to: "my knee", by: client.actor)
            #expect(try await fixture.count(Self.vectors) == 0)
            #expect(try await fixture.count(Self.queued) == 1)
        }
    }

    @Test func onlyAFilesWordsAreQueued() async throws {
        try await MessagingFixture.run(with: [.retrieval]) { fixture in
            let (chat, _, client) = try await fixture.pair()
            let media = try await fixture.media(of: client, 1)
            let sent = try await fixture.services.messages.send(
                .init(chatId: chat, sender: client.actor, clientMessageId: "1", text: "", mediaIds: [media])
            ).message
            #expect(try await fixture.count(Self.queued) == 0, "nothing to embed")
            _ = try await fixture.services.messages.edit(sent.id, in: chat, to: "form", by: client.actor)
            #expect(try await fixture.count(Self.queued) == 1)
            _ = try await fixture.services.messages.edit(sent.id, in: chat, to: "", by: client.actor)
            #expect(try await fixture.count(Self.queued) == 0)
        }
    }

    @Test func aDesertedChatTakesItsVectorsAlong() async throws {
        try await MessagingFixture.run(with: [.retrieval]) { fixture in
            let (chat, trainer, client) = try await fixture.pair()
            let one = try await fixture.send("xylophone", "1", to: chat, by: client).message
            try await fixture.send("pic", "2", to: chat, by: client)
            try await fixture.addVector(for: one)
            try await fixture.services.chats.remove(client.id, from: chat, by: client.actor)
            #expect(try await fixture.count("\(Self.vectors) WHERE chat_id = $1", chat) == 1)
            try await fixture.services.chats.remove(trainer.id, from: chat, by: trainer.actor)
            #expect(try await fixture.count("\(Self.vectors) WHERE chat_id = $1", chat) == 0)
            #expect(try await fixture.count("\(Self.queued) WHERE chat_id = $1", chat) == 0)
        }
    }
}

extension MessagingFixture {
    fileprivate func addVector(for message: Message) async throws {
        try await database.write { connection in
            _ = try connection.execute(
                "INSERT INTO vectors (model_id, num, chat_id, message_id, part, vector) VALUES (1, 1, $1, $2, 0, $3)",
                message.chatId,
                message.id,
                [UInt8](repeating: 0, count: 4)
            )
        }
    }
}
