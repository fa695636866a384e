import Contacts
import ContactsTestKit
import Domain
import Live
import MessagingTestKit
import SpotterAPI
import Storage
import Testing

@testable import Messaging

@Suite struct LeavingTests {
    @Test func whoIsLeftAloneInADirectChatIsTold() async throws {
        try await MessagingFixture.run { fixture in
            let (chat, trainer, client) = try await fixture.pair()
            let first = try await fixture.send("hello", "1", to: chat, by: trainer).message
            _ = try await fixture.services.receipts.advance(.read, to: 1, in: chat, by: client.actor)
            try await fixture.services.chats.remove(client.id, from: chat, by: client.actor)
            let refusal = await spotterError { try await fixture.send("still there?", "2", to: chat, by: trainer) }
            #expect(refusal?.code == .conflict && refusal?.message.contains("left") == true)
            #expect(try await fixture.send("hello", "1", to: chat, by: trainer).isRepeat, "what was sent stays sent")
            let kept = try await fixture.services.chats.history(of: chat, for: trainer.actor).messages
            #expect(kept.map(\.id) == [first.id] && kept[0].status == .read, "read doesn't become unread")
        }
    }

    @Test func theLastOneTakesEverythingAlong() async throws {
        try await MessagingFixture.run { fixture in
            let (chat, trainer, client) = try await fixture.pair()
            let (other, _, _) = try await fixture.otherChat(of: trainer)
            let services = fixture.services
            let media = try await fixture.media(of: client, 1)
            let one = try await fixture.send("@trainer xylophone", "1", to: chat, by: client).message
            _ = try await services.messages.send(
                .init(chatId: chat, sender: client.actor, clientMessageId: "2", text: "pic", mediaIds: [media])
            )
            _ = try await services.messages.edit(one.id, in: chat, to: "@trainer xylophones", by: client.actor)
            _ = try await services.reactions.change(.give, "👍", on: one.id, in: chat, by: trainer.actor)
            try await services.chats.setPinned(true, one.id, in: chat, by: trainer.actor)
            _ = try await services.receipts.advance(.read, to: 2, in: chat, by: trainer.actor)
            _ = try await services.drafts.put("so", replyTo: one.id, in: chat, by: trainer.actor)
            let device = try await RecordingConnection.attach(trainer, in: fixture)

            try await services.chats.remove(client.id, from: chat, by: client.actor)
            #expect(try await fixture.count("SELECT count(*) FROM messages WHERE chat_id = $1", chat) == 2)
            #expect(fixture.observer.removed == [])
            try await services.chats.remove(trainer.id, from: chat, by: trainer.actor)
            try await fixture.settled()
            #expect(fixture.observer.removed == [chat])
            for table in [
                "messages", "chat_events", "members", "reactions", "mentions", "pins", "drafts", "receipt_marks",
            ] {
                #expect(
                    try await fixture.count("SELECT count(*) FROM \(table) WHERE chat_id = $1", chat) == 0,
                    "\(table)"
                )
            }
            for table in ["message_edits", "message_media"] {
                #expect(try await fixture.count("SELECT count(*) FROM \(table)") == 0, "\(table)")
            }
            #expect(try await fixture.count("SELECT count(*) FROM chats WHERE id = $1", chat) == 0)
            try await fixture.database.catchUpFullText()
            try await fixture.database.write { try FullText.requireIntegrity(on: $0) }
            #expect(device.events.last?.member?.change == .left, "their other devices hear it")
            #expect(try await services.chats.list(for: trainer.actor).map(\.id) == [other])
            let gaps = try await services.sync.gaps(since: [chat: 3], for: trainer.actor)
            #expect(gaps.first { $0.chatId == chat }?.gone == true)
            #expect(await spotterError { try await fixture.send("x", "9", to: chat, by: trainer) } == .notAMember)
        }
    }

    /// A purge that was interrupted is finished after a restart.
    @Test func purgingIsFinishedLater() async throws {
        try await MessagingFixture.run { fixture in
            let (chat, trainer, client) = try await fixture.pair()
            let (other, _, _) = try await fixture.otherChat(of: trainer)
            for number in 1...3 { try await fixture.send("\(number)", "\(number)", to: chat, by: trainer) }
            try await fixture.database.write { connection in
                _ = try connection.execute("DELETE FROM members WHERE chat_id = $1", chat)
            }
            let next = try await fixture.reopened()
            #expect(try await next.services.chats.list(for: client.actor) == [])
            #expect(try await next.services.chats.purgeDeserted() == 1)
            #expect(try await next.count("SELECT count(*) FROM messages WHERE chat_id = $1", chat) == 0)
            #expect(try await next.count("SELECT count(*) FROM chats") == 1)
            #expect(try await next.services.chats.history(of: other, for: trainer.actor).messages.count == 1)
            #expect(try await next.services.chats.purgeDeserted() == 0)
            try await next.database.close()
        }
    }

    /// A message's status never goes back when members come and go.
    @Test func comingAndGoingTakesNoStatusBack() async throws {
        try await MessagingFixture.run { fixture in
            let (chat, members) = try await fixture.group(clients: 3)
            let (trainer, late) = (members[0], members[3])
            let services = fixture.services
            try await services.chats.remove(late.id, from: chat, by: trainer.actor)
            let message = try await fixture.send("hi", "1", to: chat, by: trainer).message
            func status() async throws -> MessageStatus {
                try await services.chats.message(message.id, in: chat, for: trainer.actor).status
            }
            for reader in members[1...2] {
                _ = try await services.receipts.advance(.read, to: message.seq, in: chat, by: reader.actor)
            }
            #expect(try await status() == .read)
            let joined = try await services.chats.add([late.id], to: chat, by: trainer.actor)
            #expect(try await status() == .read)
            let mine = try await services.chats.chat(chat, for: late.actor)
            #expect(mine.unread == 0 && mine.readSeq == joined.seq, "nothing before them waits for them")
            #expect(
                try await services.receipts.times(of: message.id, in: chat, for: trainer.actor).map(\.userId)
                    == members[1...2].map(\.id)
            )
            for reader in members[1...2] { try await services.chats.remove(reader.id, from: chat, by: reader.actor) }
            #expect(try await status() == .read)
        }
    }

    @Test func aNewcomerHasNotReadWhatWasSentToNobody() async throws {
        try await MessagingFixture.run { fixture in
            let (chat, members) = try await fixture.group(clients: 2)
            for gone in members[1...] { try await fixture.services.chats.remove(gone.id, from: chat, by: gone.actor) }
            let message = try await fixture.send("anybody?", "1", to: chat, by: members[0]).message
            _ = try await fixture.services.chats.add([members[1].id], to: chat, by: members[0].actor)
            #expect(
                try await fixture.services.chats.message(message.id, in: chat, for: members[0].actor).status == .sent
            )
        }
    }
}

extension MessagingFixture {
    /// A second chat of a trainer's, which must stay untouched.
    func otherChat(of trainer: User) async throws -> (chat: ChatID, client: User, message: Message) {
        let client = try await user("other", .client)
        _ = try await services.contacts.addClient(client, by: trainer.actor)
        let chat = try await services.chats.open(.direct(with: client.id), by: trainer.actor).chat.id
        return (chat, client, try await send("elsewhere", "1", to: chat, by: trainer).message)
    }
}
