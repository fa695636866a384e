import Domain
import MessagingTestKit
import SpotterAPI
import Testing

@testable import Messaging

/// A reply quotes the message that it replies to as that is now.
@Suite struct QuoteTests {
    @Test func aQuoteFollowsEditsAndDeletion() async throws {
        try await MessagingFixture.run { fixture in
            let (chat, trainer, client) = try await fixture.pair()
            let services = fixture.services
            let long = String(repeating: "squat ", count: 40)
            let target = try await fixture.send(long, "1", to: chat, by: trainer).message
            let reply = try await fixture.send("ok", "2", to: chat, by: client, replyTo: target.id).message
            #expect(reply.quote == Quote(of: target) && reply.quote?.text.count == 120)
            func quote() async throws -> Quote? {
                try await services.chats.history(of: chat, for: trainer.actor).messages.last?.quote
            }
            #expect(try await quote() == reply.quote)
            let edited = try await services.messages.edit(target.id, in: chat, to: "lunge", by: trainer.actor)
            #expect(try await quote()?.text == "lunge" && Quote(of: edited).text == "lunge")
            try await services.messages.delete(target.id, in: chat, by: trainer.actor)
            let gone = try #require(try await quote())
            #expect(gone.deleted && gone.text == "" && gone.messageId == target.id && gone.senderId == trainer.id)
            let last = try await services.chats.chat(chat, for: trainer.actor).lastMessage
            #expect(last?.quote == gone)
            // A repeat of the send answers with the current quote, not with the one at the time.
            let again = try await fixture.send("ok", "2", to: chat, by: client, replyTo: target.id)
            #expect(again.isRepeat && again.message.quote == gone)
        }
    }

    @Test func nothingElsewhereIsQuoted() async throws {
        try await MessagingFixture.run { fixture in
            let (trainer, clients) = try await fixture.studio(clients: 2)
            let chats = fixture.services.chats
            let one = try await chats.open(.direct(with: clients[0].id), by: trainer.actor).chat.id
            let two = try await chats.open(.direct(with: clients[1].id), by: trainer.actor).chat.id
            let secret = try await fixture.send("secret", "1", to: one, by: trainer).message
            let foreign = await spotterError {
                try await fixture.send("x", "2", to: two, by: clients[1], replyTo: secret.id)
            }
            let missing = await spotterError {
                try await fixture.send("x", "3", to: two, by: clients[1], replyTo: MessageID(high: 1, low: 1))
            }
            #expect(foreign == missing && foreign?.code == .invalidRequest)
        }
    }
}
