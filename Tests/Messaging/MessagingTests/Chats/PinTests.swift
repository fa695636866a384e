import Domain
import Live
import MessagingTestKit
import Testing

@testable import Messaging

@Suite struct PinTests {
    @Test func bothPinInADirectChat() async throws {
        try await MessagingFixture.run { fixture in
            let (chat, trainer, client) = try await fixture.pair()
            let chats = fixture.services.chats
            let one = try await fixture.send("one", "1", to: chat, by: trainer).message.id
            let two = try await fixture.send("two", "2", to: chat, by: trainer).message.id
            let device = try await RecordingConnection.attach(trainer, in: fixture)
            for _ in 0..<2 {
                try await chats.setPinned(true, two, in: chat, by: client.actor)
                try await chats.setPinned(true, one, in: chat, by: trainer.actor)
            }
            #expect(try await chats.chat(chat, for: client.actor).pins == [two, one])
            try await chats.setPinned(false, two, in: chat, by: trainer.actor)
            // A deleted message is no longer pinned, which is published to everybody.
            try await fixture.services.messages.delete(one, in: chat, by: trainer.actor)
            try await fixture.settled()
            let kinds: [ChatEvent.Kind] = [.chatUpdated, .chatUpdated, .chatUpdated, .messageDeleted, .chatUpdated]
            #expect(device.events.map(\.type) == kinds)
            #expect(device.events.map(\.seq) == [3, 4, 5, 6, 7])
            #expect(device.events.map(\.pins) == [[two], [two, one], [one], nil, []])
            #expect(device.events.allSatisfy { $0.name == nil }, "a direct chat has no name of its own")
            #expect(try await chats.chat(chat, for: client.actor).pins == [])
            #expect(
                await spotterError { try await chats.setPinned(true, one, in: chat, by: client.actor) }?.code
                    == .notFound
            )
        }
    }

    @Test func inAGroupAdminsPin() async throws {
        try await MessagingFixture.run { fixture in
            let (chat, members) = try await fixture.group(clients: 2)
            let chats = fixture.services.chats
            let message = try await fixture.send("rules", "1", to: chat, by: members[1]).message.id
            #expect(
                await spotterError { try await chats.setPinned(true, message, in: chat, by: members[1].actor) }?.code
                    == .forbidden
            )
            try await chats.setPinned(true, message, in: chat, by: members[0].actor)
            let stranger = try await fixture.user("stranger", .trainer)
            #expect(
                await spotterError { try await chats.setPinned(false, message, in: chat, by: stranger.actor) }
                    == .notAMember
            )
        }
    }
}
