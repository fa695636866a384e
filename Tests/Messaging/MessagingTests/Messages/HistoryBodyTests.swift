import Domain
import MessagingTestKit
import SpotterAPI
import TestSupport
import Testing

@testable import Messaging

/// A page that is written from rows has the bytes of the page that is made of messages.
@Suite struct HistoryBodyTests {
    @Test func bytesAreThoseOfTheMessages() async throws {
        try await MessagingFixture.run { fixture in
            let (chat, members) = try await fixture.group(clients: 3)
            let seqs = try await Self.fill(chat, members, in: fixture)
            let chats = fixture.services.chats
            let bounds: [(Int64?, Int64?)] = [(nil, nil)] + seqs.map { ($0, nil) } + seqs.map { (nil, $0) }
            var people = 0
            for viewer in members.prefix(3) {
                for limit in [1, 2, 7, 200] {
                    for (before, after) in bounds {
                        let page = try await chats.history(
                            of: chat,
                            before: before,
                            after: after,
                            limit: limit,
                            for: viewer.actor
                        )
                        let body = try await chats.historyBody(
                            of: chat,
                            before: before,
                            after: after,
                            limit: limit,
                            for: viewer.actor
                        )
                        #expect(body == ServerFrames.page(page))
                        people += page.people?.count ?? 0
                    }
                }
            }
            #expect(people > 0, "the one who left")
        }
    }

    /// One message of each kind, and plain ones in between.
    /// - Returns: some positions.
    private static func fill(_ chat: ChatID, _ members: [User], in fixture: MessagingFixture) async throws -> [Int64] {
        let (trainer, one, two, gone) = (members[0], members[1], members[2], members[3])
        let services = fixture.services
        var number = 0
        func send(_ text: String, by user: User, replyTo: MessageID? = nil, media: [MediaID] = [], bot: String? = nil)
            async throws -> Message
        {
            number += 1
            fixture.clock.advance(milliseconds: 60_000)
            let id = MessageID(high: 0xABCD_EF00, low: UInt64(number)).description
            let ids = ["\(number)", id, id.uppercased(), "my \"own\" id/\(number)"]
            return try await services.messages.send(
                .init(
                    chatId: chat,
                    sender: user.actor,
                    clientMessageId: ids[number % 4],
                    text: text,
                    replyTo: replyTo,
                    mediaIds: media,
                    bot: bot.map { BotMark(name: $0) }
                )
            ).message
        }
        try await fixture.importHistory([("written elsewhere", one, MessagingFixture.start)], to: chat)
        for text in ["plain", "\"quoted\" \\ and \u{1}\n\t", "日本語 👍🏽", String(repeating: "long ", count: 400)] {
            _ = try await send(text, by: one)
        }
        let first = try await send("first", by: trainer)
        _ = try await send("an answer", by: two, replyTo: first.id)
        _ = try await services.reactions.change(.give, "👍", on: first.id, in: chat, by: one.actor)
        _ = try await send("@client1 look", by: trainer)
        _ = try await send("", by: one, media: [try await fixture.media(of: one, 1)])
        _ = try await send("by a program", by: one, bot: "robot")
        let edited = try await send("before", by: two)
        _ = try await services.messages.edit(edited.id, in: chat, to: "after", by: two.actor)
        let deleted = try await send("soon gone", by: two)
        try await services.messages.delete(deleted.id, in: chat, by: two.actor)
        let last = try await send("I leave", by: gone)
        try await services.chats.remove(gone.id, from: chat, by: gone.actor)
        _ = try await services.receipts.advance(.read, to: first.seq, in: chat, by: one.actor)
        for user in [trainer, two] {
            _ = try await services.receipts.advance(.delivered, to: last.seq, in: chat, by: user.actor)
        }
        _ = try await send("nobody has it", by: trainer)
        return [1, first.seq, edited.seq, last.seq + 1]
    }

    /// As clients have always got them.
    @Test func bytesOfAPlainMessage() async throws {
        try await MessagingFixture.run { fixture in
            let (chat, trainer, client) = try await fixture.pair()
            let message = try await fixture.send("My \"left\" knee/hip\n👍", "1", to: chat, by: client).message
            let body = try await fixture.services.chats.historyBody(of: chat, for: trainer.actor)
            #expect(
                String(decoding: body, as: UTF8.self) == """
                    {"messages":[{"id":"\(message.id)","chatId":"\(chat)","seq":1,"senderId":"\(client.id)",\
                    "clientMessageId":"1","text":"My \\"left\\" knee/hip\\n👍","replyTo":null,\
                    "createdAt":"\(message.createdAt)","editedAt":null,"deletedAt":null,"status":"sent","via":"user",\
                    "quote":null,"media":[],"reactions":[],"mentions":[],"editCount":0}],"hasMore":false}
                    """
            )
        }
    }

    @Test func pagesOfLongMessagesAreShorter() async throws {
        try await MessagingFixture.run { fixture in
            let (chat, trainer, client) = try await fixture.pair()
            let long = String(repeating: "😀", count: 10_000)
            var target: MessageID?
            for number in 1...40 {
                let replyTo = number.isMultiple(of: 3) ? target : nil
                target = try await fixture.send(long, "\(number)", to: chat, by: trainer, replyTo: replyTo).message.id
            }
            let chats = fixture.services.chats
            for (before, after) in [(nil, nil), (20, nil), (nil, 0), (nil, 12), (nil, 39)] as [(Int64?, Int64?)] {
                let page = try await chats.history(
                    of: chat,
                    before: before,
                    after: after,
                    limit: 200,
                    for: client.actor
                )
                let body = try await chats.historyBody(
                    of: chat,
                    before: before,
                    after: after,
                    limit: 200,
                    for: client.actor
                )
                #expect(body == ServerFrames.page(page) && body.count <= PageBytes.max)
            }
        }
    }

    @Test func onlyMembersGetPages() async throws {
        try await MessagingFixture.run { fixture in
            let (chat, _, client) = try await fixture.pair()
            let stranger = try await fixture.user("stranger", .trainer)
            let chats = fixture.services.chats
            let refused = await spotterError { _ = try await chats.historyBody(of: chat, for: stranger.actor) }
            #expect(refused == .notAMember)
            for limit in [0, 201] {
                let error = await spotterError {
                    _ = try await chats.historyBody(of: chat, limit: limit, for: client.actor)
                }
                #expect(error?.code == .invalidRequest)
            }
        }
    }
}
