import Domain
import MessagingTestKit
import TestSupport
import Testing

@testable import Messaging

@Suite struct EditHistoryTests {
    @Test func formerTextsAreKept() async throws {
        try await MessagingFixture.run { fixture in
            let (chat, trainer, client) = try await fixture.pair()
            let messages = fixture.services.messages
            let message = try await fixture.send("one", "1", to: chat, by: client).message
            for text in ["two", "two", "three"] {
                fixture.clock.advance(milliseconds: 1000)
                _ = try await messages.edit(message.id, in: chat, to: text, by: client.actor)
            }
            let now = try await fixture.services.chats.message(message.id, in: chat, for: trainer.actor)
            #expect(now.text == "three" && now.editCount == 2)
            #expect(now.editedAt == MessagingFixture.start.adding(milliseconds: 3000))
            #expect(
                try await messages.edits(of: message.id, in: chat, for: trainer.actor) == [
                    MessageEdit(text: "one", at: MessagingFixture.start),
                    MessageEdit(text: "two", at: MessagingFixture.start.adding(milliseconds: 1000)),
                ]
            )
            #expect(
                try await fixture.services.chats.chat(chat, for: trainer.actor).seq == 3,
                "the same text again changes nothing"
            )
            #expect(fixture.observer.changed.map(\.text) == ["two", "three"])
        }
    }

    @Test func theyGoWithTheMessage() async throws {
        try await MessagingFixture.run { fixture in
            let (chat, trainer, client) = try await fixture.pair()
            let services = fixture.services
            let message = try await fixture.send("secret one", "1", to: chat, by: client).message
            _ = try await services.messages.edit(message.id, in: chat, to: "secret two", by: client.actor)
            try await services.messages.delete(message.id, in: chat, by: client.actor)
            #expect(try await services.messages.edits(of: message.id, in: chat, for: trainer.actor) == [])
            #expect(try await fixture.count("SELECT count(*) FROM message_edits") == 0)
            let now = try await services.chats.message(message.id, in: chat, for: trainer.actor)
            #expect(now.editCount == 0 && now.text == "")
        }
    }

    @Test func onlyMembersReadThem() async throws {
        try await MessagingFixture.run { fixture in
            let (chat, _, client) = try await fixture.pair()
            let stranger = try await fixture.user("stranger", .trainer)
            let message = try await fixture.send("one", "1", to: chat, by: client).message
            let messages = fixture.services.messages
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
