import Domain
import SpotterAPI
import Storage
import Testing

@testable import Messaging

@Suite struct LeavingTests {
    @Test func whoIsLeftAloneInADirectChatIsTold() async throws {
        try await World.run { world in
            let (chat, trainer, client) = try await world.pair()
            let first = try await world.send("hello", "1", to: chat, by: trainer).message
            _ = try await world.services.receipts.advance(.read, to: 1, in: chat, by: client.actor)
            try await world.services.chats.remove(client.id, from: chat, by: client.actor)
            let refusal = await spotterError { try await world.send("still there?", "2", to: chat, by: trainer) }
            #expect(refusal?.code == .conflict && refusal?.message.contains("left") == true)
            #expect(try await world.send("hello", "1", to: chat, by: trainer).isRepeat, "what was sent stays sent")
            let kept = try await world.services.chats.history(of: chat, for: trainer.actor).messages
            #expect(kept.map(\.id) == [first.id] && kept[0].status == .read, "read doesn't become unread")
        }
    }

    @Test func theLastOneTakesEverythingAlong() async throws {
        try await World.run { world in
            let (chat, trainer, client) = try await world.pair()
            let (other, _, _) = try await world.otherChat(of: trainer)
            let services = world.services
            let media = try await world.media(of: client, 1)
            let one = try await world.send("@trainer xylophone", "1", to: chat, by: client).message
            _ = try await services.messages.send(
                .init(chatId: chat, sender: client.actor, clientMessageId: "2", text: "pic", mediaIds: [media])
            )
            _ = try await services.messages.edit(one.id, in: chat, to: "@trainer xylophones", by: client.actor)
            _ = try await services.reactions.change(.give, "👍", on: one.id, in: chat, by: trainer.actor)
            try await services.chats.setPinned(true, one.id, in: chat, by: trainer.actor)
            _ = try await services.receipts.advance(.read, to: 2, in: chat, by: trainer.actor)
            _ = try await services.drafts.put("so", replyTo: one.id, in: chat, by: trainer.actor)
            try await world.addVector(for: one)
            let device = try await Listener.attach(trainer, in: world)

            try await services.chats.remove(client.id, from: chat, by: client.actor)
            #expect(try await world.count("SELECT count(*) FROM messages WHERE chat_id = $1", chat) == 2)
            #expect(world.index.removed == [])
            try await services.chats.remove(trainer.id, from: chat, by: trainer.actor)
            try await world.settled()
            #expect(world.index.removed == [chat])
            for table in [
                "messages", "chat_events", "members", "reactions", "mentions", "pins", "drafts", "receipt_marks",
                "vectors", "embedding_queue",
            ] {
                #expect(
                    try await world.count("SELECT count(*) FROM \(table) WHERE chat_id = $1", chat) == 0,
                    "\(table)"
                )
            }
            for table in ["message_edits", "message_media"] {
                #expect(try await world.count("SELECT count(*) FROM \(table)") == 0, "\(table)")
            }
            #expect(try await world.count("SELECT count(*) FROM chats WHERE id = $1", chat) == 0)
            #expect(try await world.count("SELECT count(*) FROM messages_fts WHERE messages_fts MATCH 'pic'") == 0)
            #expect(device.events.last?.member?.change == .left, "their other devices hear it")
            #expect(try await services.chats.list(for: trainer.actor).map(\.id) == [other])
            let gaps = try await services.sync.gaps(since: [chat: 3], for: trainer.actor)
            #expect(gaps.first { $0.chatId == chat }?.gone == true)
            #expect(await spotterError { try await world.send("x", "9", to: chat, by: trainer) } == .notAMember)
        }
    }

    /// A server that was killed while it purged goes on when it's back.
    @Test func purgingIsFinishedLater() async throws {
        try await World.run { world in
            let (chat, trainer, client) = try await world.pair()
            let (other, _, _) = try await world.otherChat(of: trainer)
            for number in 1...3 { try await world.send("\(number)", "\(number)", to: chat, by: trainer) }
            try await world.database.write { connection in
                _ = try connection.execute("DELETE FROM members WHERE chat_id = $1", chat)
            }
            let next = try await world.reopened()
            #expect(try await next.services.chats.list(for: client.actor) == [])
            #expect(try await next.services.chats.purgeDeserted() == 1)
            #expect(try await next.count("SELECT count(*) FROM messages WHERE chat_id = $1", chat) == 0)
            #expect(try await next.count("SELECT count(*) FROM chats") == 1)
            #expect(try await next.services.chats.history(of: other, for: trainer.actor).messages.count == 1)
            #expect(try await next.services.chats.purgeDeserted() == 0)
            try await next.database.close()
        }
    }

    /// What others have seen of a message never becomes less, whoever comes and goes.
    @Test func comingAndGoingTakesNoStatusBack() async throws {
        try await World.run { world in
            let (chat, members) = try await world.group(clients: 3)
            let (trainer, late) = (members[0], members[3])
            let services = world.services
            try await services.chats.remove(late.id, from: chat, by: trainer.actor)
            let message = try await world.send("hi", "1", to: chat, by: trainer).message
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
        try await World.run { world in
            let (chat, members) = try await world.group(clients: 2)
            for gone in members[1...] { try await world.services.chats.remove(gone.id, from: chat, by: gone.actor) }
            let message = try await world.send("anybody?", "1", to: chat, by: members[0]).message
            _ = try await world.services.chats.add([members[1].id], to: chat, by: members[0].actor)
            #expect(
                try await world.services.chats.message(message.id, in: chat, for: members[0].actor).status == .sent
            )
        }
    }
}

extension World {
    /// A second chat of a trainer's, to see that it stays untouched.
    func otherChat(of trainer: User) async throws -> (chat: ChatID, client: User, message: Message) {
        let client = try await user("other", .client)
        _ = try await services.relations.addClient(email: client.email, by: trainer.actor)
        let chat = try await services.chats.open(.direct(with: client.id), by: trainer.actor).chat.id
        return (chat, client, try await send("elsewhere", "1", to: chat, by: trainer).message)
    }
}
