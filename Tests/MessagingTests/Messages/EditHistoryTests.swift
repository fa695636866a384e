import Domain
import TestSupport
import Testing

@testable import Messaging

@Suite struct EditHistoryTests {
    @Test func formerTextsAreKept() async throws {
        try await World.run { world in
            let (chat, trainer, client) = try await world.pair()
            let messages = world.services.messages
            let message = try await world.send("one", "1", to: chat, by: client).message
            for text in ["two", "two", "three"] {
                world.clock.advance(milliseconds: 1000)
                _ = try await messages.edit(message.id, in: chat, to: text, by: client.actor)
            }
            let now = try await world.services.chats.message(message.id, in: chat, for: trainer.actor)
            #expect(now.text == "three" && now.editCount == 2)
            #expect(now.editedAt == World.start.adding(milliseconds: 3000))
            #expect(
                try await messages.edits(of: message.id, in: chat, for: trainer.actor) == [
                    MessageEdit(text: "one", at: World.start),
                    MessageEdit(text: "two", at: World.start.adding(milliseconds: 1000)),
                ]
            )
            #expect(
                try await world.services.chats.chat(chat, for: trainer.actor).seq == 3,
                "the same text again changes nothing"
            )
            #expect(world.index.changed.map(\.text) == ["two", "three"])
        }
    }

    @Test func theyGoWithTheMessage() async throws {
        try await World.run { world in
            let (chat, trainer, client) = try await world.pair()
            let services = world.services
            let message = try await world.send("secret one", "1", to: chat, by: client).message
            _ = try await services.messages.edit(message.id, in: chat, to: "secret two", by: client.actor)
            try await services.messages.delete(message.id, in: chat, by: client.actor)
            #expect(try await services.messages.edits(of: message.id, in: chat, for: trainer.actor) == [])
            #expect(try await world.count("SELECT count(*) FROM message_edits") == 0)
            let now = try await services.chats.message(message.id, in: chat, for: trainer.actor)
            #expect(now.editCount == 0 && now.text == "")
        }
    }

    @Test func onlyMembersReadThem() async throws {
        try await World.run { world in
            let (chat, _, client) = try await world.pair()
            let stranger = try await world.user("stranger", .trainer)
            let message = try await world.send("one", "1", to: chat, by: client).message
            let messages = world.services.messages
            #expect(
                await spotterError { _ = try await messages.edits(of: message.id, in: chat, for: stranger.actor) }
                    == .notAMember
            )
            let nothing = MessageID(high: 1, low: 1)
            #expect(
                await spotterError { _ = try await messages.edits(of: nothing, in: chat, for: client.actor) }?.code
                    == .notFound
            )
        }
    }
}
