import Domain
import SpotterAPI
import TestSupport
import Testing

@testable import SpotterClient

/// Changes of messages in the cache, without a server.
@Suite struct MessageChangeTests {
    private let folder = TemporaryFolder()
    private let me = Fixture.me.id
    private let message = Fixture.message(seq: 1, sender: 1, text: "at six")

    private func cache() throws -> ClientCache { try ClientCache(path: folder.path + "/cache.sqlite", me: me) }

    private func queued(_ change: MessageChange, at time: Timestamp = Fixture.time) -> QueuedChange {
        QueuedChange(chatId: message.chatId, messageId: message.id, change: change, madeAt: time)
    }

    @Test func aMessageIsShownAsItWillBe() {
        func shown(_ change: MessageChange) -> Message { change.applied(to: message, by: me, at: Fixture.time) }
        #expect(shown(.edit("at seven")).text == "at seven" && shown(.edit("at seven")).editedAt != nil)
        #expect(shown(.edit("at six")) == message)
        #expect(shown(.delete).deletedAt != nil && shown(.delete).text.isEmpty)
        let liked = shown(.reaction("👍", isGiven: true))
        #expect(liked.hasReaction("👍", of: me))
        #expect(MessageChange.reaction("👍", isGiven: true).applied(to: liked, by: me, at: Fixture.time) == liked)
        #expect(MessageChange.reaction("👍", isGiven: false).applied(to: liked, by: me, at: Fixture.time) == message)
        #expect(shown(.pin(true)) == message)
    }

    @Test func theLatestOfAKindWaits() throws {
        defer { folder.remove() }
        let cache = try cache()
        try cache.write { transaction in
            try transaction.enqueue(queued(.edit("one")))
            try transaction.enqueue(queued(.reaction("👍", isGiven: true)))
            try transaction.enqueue(queued(.edit("two")))
            try transaction.enqueue(queued(.reaction("🎉", isGiven: true)))
        }
        let waiting: [MessageChange] = [
            .reaction("👍", isGiven: true), .edit("two"), .reaction("🎉", isGiven: true),
        ]
        #expect(try cache.read { try $0.changes([.queued]) }.map(\.change) == waiting)
        // What was sent is taken out, but not a later one that replaced it meanwhile.
        try cache.write { try $0.finish(queued(.edit("one")), awaitsEvent: false) }
        #expect(try cache.read { try $0.changes([.queued]) }.count == 3)
        try cache.write { try $0.enqueue(queued(.delete)) }
        #expect(try cache.read { try $0.changes([.queued]) }.map(\.change) == [.delete])
    }

    @Test func whatWasSentShowsUntilItsEvent() throws {
        defer { folder.remove() }
        let cache = try cache()
        try cache.write { transaction in
            try transaction.enqueue(queued(.edit("at seven")))
            try transaction.finish(queued(.edit("at seven")), awaitsEvent: true)
        }
        #expect(try cache.read { try $0.changed([message], in: message.chatId) }.map(\.text) == ["at seven"])
        #expect(try cache.read { try $0.changes([.queued]) }.isEmpty)
        var edited = message
        edited.text = "at seven"
        let event = ServerEvent.chat(
            ChatEvent(type: .messageEdited, chatId: message.chatId, seq: 2, message: edited)
        )
        try cache.write { try $0.settle(event) }
        #expect(try cache.read { try $0.changes([.queued, .sent]) }.isEmpty)
    }

    /// Caches of versions before get the table, and keep what they hold.
    @Test func anOlderCacheKeepsItsOutbox() throws {
        defer { folder.remove() }
        let entry = OutboxEntry(id: "m1", chatId: message.chatId, text: "hello", writtenAt: Fixture.time)
        try cache().write { transaction in
            try transaction.add(entry)
            try transaction.execute("DROP TABLE pending_changes")
        }
        let reopened = try cache()
        #expect(try reopened.read { try $0.outbox() } == [entry])
        #expect(try reopened.read { try $0.changes([.queued]) }.isEmpty)
    }
}
