import Domain
import Live
import MessagingTestKit
import SpotterAPI
import Testing

@testable import Messaging

@Suite struct MentionTests {
    @Test func namesAreFoundCountedAndFollowEdits() async throws {
        try await MessagingFixture.run { fixture in
            let (chat, members) = try await fixture.group(clients: 2)
            let (trainer, one, two) = (members[0], members[1], members[2])
            let services = fixture.services
            func unread(_ user: User) async throws -> [Int] {
                let chat = try await services.chats.chat(chat, for: user.actor)
                return [chat.unread, chat.unreadMentions]
            }
            let device = try await RecordingConnection.attach(two, in: fixture)
            let message = try await fixture.send(
                "@Client1 and @client2, mail a@client1.com",
                "1",
                to: chat,
                by: trainer
            )
            #expect(message.message.mentions == [one.id, two.id].sorted())
            try await fixture.send("plain, me@client1.com", "2", to: chat, by: trainer)
            #expect(try await unread(one) == [2, 1])
            _ = try await services.messages.edit(message.message.id, in: chat, to: "@client2!", by: trainer.actor)
            #expect(try await unread(one) == [2, 0])
            #expect(try await unread(two) == [2, 1])
            let gap = try await services.sync.gaps(since: [:], for: two.actor)[0]
            #expect(gap.unread == 2 && gap.unreadMentions == 1)
            #expect(gap.events.first?.message?.mentions == [two.id])
            try await fixture.settled()
            #expect(device.events.last?.message?.mentions == [two.id])
            _ = try await services.receipts.advance(.read, to: 1, in: chat, by: two.actor)
            #expect(try await unread(two) == [1, 0])
            try await fixture.send("@client1", "3", to: chat, by: one)
            #expect(try await unread(one) == [2, 0], "nobody calls themselves")
            try await services.messages.delete(message.message.id, in: chat, by: trainer.actor)
            #expect(try await fixture.count("SELECT count(*) FROM mentions") == 0)
        }
    }
}
