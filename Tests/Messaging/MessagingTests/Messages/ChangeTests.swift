import Domain
import MessagingTestKit
import SpotterAPI
import Storage
import TestSupport
import Testing

@testable import Messaging

/// Invariant 8: gone is gone.
@Suite struct ChangeTests {
    @Test func deletedTextIsNowhere() async throws {
        try await MessagingFixture.run { fixture in
            let (chat, trainer, client) = try await fixture.pair()
            let message = try await fixture.send("my xylophone hurts", "1", to: chat, by: client).message
            try await fixture.services.messages.delete(message.id, in: chat, by: client.actor)
            #expect(fixture.observer.changed.map(\.id) == [message.id], "told before the caller gets an answer")
            #expect(try await fixture.find("xylophone", for: trainer) == [])
            #expect(try await fixture.count("SELECT count(*) FROM messages WHERE text <> ''") == 0)
            let seen = try await fixture.services.chats.chat(chat, for: trainer.actor)
            #expect(seen.lastMessage?.text == "" && seen.lastMessage?.deletedAt != nil && seen.unread == 0)
            for event in try await fixture.services.sync.gaps(since: [:], for: trainer.actor)[0].events {
                #expect(event.message?.text == "")
            }
            #expect(
                await spotterError {
                    _ = try await fixture.services.messages.edit(message.id, in: chat, to: "back", by: client.actor)
                }?.code == .notFound
            )
        }
    }

    @Test func editedTextReplacesTheOld() async throws {
        try await MessagingFixture.run { fixture in
            let (chat, trainer, client) = try await fixture.pair()
            let message = try await fixture.send("my xylophone hurts", "1", to: chat, by: client).message
            fixture.clock.advance(milliseconds: 1500)
            let edited = try await fixture.services.messages.edit(message.id, in: chat, to: "my knee", by: client.actor)
            #expect(edited.editedAt == MessagingFixture.start.adding(milliseconds: 1500) && edited.seq == 1)
            #expect(fixture.observer.changed.map(\.text) == ["my knee"])
            #expect(try await fixture.find("xylophone", for: trainer) == [])
            #expect(try await fixture.find("knee", for: trainer) == [message.id])
            #expect(try await fixture.services.chats.chat(chat, for: trainer.actor).seq == 2)
        }
    }

    @Test func onlyTheSenderChanges() async throws {
        try await MessagingFixture.run { fixture in
            let (chat, trainer, client) = try await fixture.pair()
            let message = try await fixture.send("mine", "1", to: chat, by: client).message
            let messages = fixture.services.messages
            let foreign = await spotterError {
                _ = try await messages.edit(message.id, in: chat, to: "x", by: trainer.actor)
            }
            let missing = await spotterError {
                _ = try await messages.edit(MessageID(high: 1, low: 1), in: chat, to: "x", by: trainer.actor)
            }
            #expect(foreign?.code == .notFound && foreign == missing)
            #expect(
                await spotterError { try await messages.delete(message.id, in: chat, by: trainer.actor) } == missing
            )
            #expect(try await fixture.services.chats.history(of: chat, for: trainer.actor).messages == [message])
        }
    }
}

extension MessagingFixture {
    func find(_ text: String, for user: User) async throws -> [MessageID] {
        try await database.catchUpFullText()
        return try await database.read { connection in
            try FullText.search(text, visibleTo: user.id, limit: 10, on: connection).map(\.id)
        }
    }
}
