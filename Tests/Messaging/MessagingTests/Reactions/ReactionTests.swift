import Domain
import Live
import MessagingTestKit
import Testing

@testable import Messaging

@Suite struct ReactionTests {
    @Test func twoWhoToggleAtOnceBothSurvive() async throws {
        try await MessagingFixture.run { fixture in
            let (chat, members) = try await fixture.group(clients: 7)
            let message = try await fixture.send("PR!", "1", to: chat, by: members[0]).message
            let reactions = fixture.services.reactions
            let all = ["👍", "❤️", "😂", "😮", "😢", "🙏", "🎉", "🔥"]
            try await withThrowingTaskGroup { group in
                for member in members {
                    for emoji in all {
                        group.addTask {
                            _ = try await reactions.change(.toggle, emoji, on: message.id, in: chat, by: member.actor)
                        }
                    }
                }
                try await group.waitForAll()
            }
            let found = try await reactions.reactions(to: message.id, in: chat, for: members[1].actor)
            #expect(Set(found.map(\.emoji)) == Set(all))
            for reaction in found { #expect(Set(reaction.userIds) == Set(members.map(\.id))) }
            #expect(try await fixture.services.chats.chat(chat, for: members[0].actor).seq == 1 + 64)
            // Each of them takes one back concurrently.
            try await withThrowingTaskGroup { group in
                for member in members {
                    group.addTask {
                        _ = try await reactions.change(.toggle, "👍", on: message.id, in: chat, by: member.actor)
                    }
                }
                try await group.waitForAll()
            }
            let left = try await reactions.reactions(to: message.id, in: chat, for: members[1].actor)
            #expect(left.count == 7 && !left.contains { $0.emoji == "👍" })
        }
    }

    @Test func givingAgainChangesNothing() async throws {
        try await MessagingFixture.run { fixture in
            let (chat, trainer, client) = try await fixture.pair()
            let message = try await fixture.send("hi", "1", to: chat, by: trainer).message
            let device = try await RecordingConnection.attach(trainer, in: fixture)
            let reactions = fixture.services.reactions
            for change in [Reactions.Change.takeBack, .give, .give, .takeBack, .takeBack] {
                // The heart is the same with and without the variation selector.
                for heart in ["❤️", "\u{2764}"] {
                    _ = try await reactions.change(change, heart, on: message.id, in: chat, by: client.actor)
                }
            }
            try await fixture.settled()
            #expect(device.events.map(\.type) == [.reactionChanged, .reactionChanged])
            #expect(device.events.map(\.seq) == [2, 3])
            #expect(device.events.compactMap(\.reaction?.added) == [true, false])
            #expect(device.events.map { $0.message?.reactions.first?.userIds } == [[client.id], nil])
        }
    }

    @Test func onlyMembersReactToWhatIsThere() async throws {
        try await MessagingFixture.run { fixture in
            let (chat, trainer, client) = try await fixture.pair()
            let stranger = try await fixture.user("stranger", .client)
            let message = try await fixture.send("hi", "1", to: chat, by: trainer).message
            let reactions = fixture.services.reactions
            func refusal(_ user: User, _ emoji: String = "👍") async -> SpotterError? {
                await spotterError {
                    _ = try await reactions.change(.give, emoji, on: message.id, in: chat, by: user.actor)
                }
            }
            #expect(await refusal(stranger) == .notAMember)
            #expect(
                await spotterError { _ = try await reactions.reactions(to: message.id, in: chat, for: stranger.actor) }
                    == .notAMember
            )
            for text in ["", "a", "👍👍", "1", "lol"] { #expect(await refusal(client, text)?.code == .invalidRequest) }
            _ = try await reactions.change(.give, "👍", on: message.id, in: chat, by: client.actor)
            try await fixture.services.messages.delete(message.id, in: chat, by: trainer.actor)
            #expect(await refusal(client)?.code == .notFound)
            #expect(try await reactions.reactions(to: message.id, in: chat, for: client.actor) == [])
            #expect(try await fixture.count("SELECT count(*) FROM reactions") == 0)
        }
    }

    @Test func oneMessageHoldsSoManyEmoji() async throws {
        try await MessagingFixture.run { fixture in
            let (chat, trainer, client) = try await fixture.pair()
            let message = try await fixture.send("hi", "1", to: chat, by: trainer).message
            let reactions = fixture.services.reactions
            let faces = (0...Reactions.maxEmoji).compactMap { Unicode.Scalar(0x1F600 + UInt32($0)).map(String.init) }
            for face in faces.dropLast() {
                _ = try await reactions.change(.give, face, on: message.id, in: chat, by: client.actor)
            }
            let last = try #require(faces.last)
            #expect(
                await spotterError {
                    _ = try await reactions.change(.give, last, on: message.id, in: chat, by: client.actor)
                }?.code == .conflict
            )
            _ = try await reactions.change(.give, faces[0], on: message.id, in: chat, by: trainer.actor)
        }
    }
}
