import Domain
import SpotterAPI
import Testing

@testable import SpotterClient

/// What each event does to a chat whose history is known.
@Suite struct ReplicaTests {
    private let chat: ChatID = Fixture.id(10)
    private let me = Fixture.me.id
    private let sara: UserID = Fixture.id(2)

    /// A group of three with messages 1 (Sara's), 2 (mine, in answer to 1) and 3 (Mike's, mentioning me).
    private func told() throws -> (server: ModelServer, store: MemoryStore) {
        var server = ModelServer()
        let store = MemoryStore()
        store.save(CachedChat(server.fresh))
        try apply(server.send(by: sara, mentions: [], replyTo: nil), store)
        try apply(server.send(by: me, mentions: [], replyTo: server.messages.first?.id), store)
        try apply(server.send(by: Fixture.id(3), mentions: [me], replyTo: nil), store)
        return (server, store)
    }

    @discardableResult
    private func apply(_ event: ServerEvent?, _ store: MemoryStore) throws -> Replica<MemoryStore>.Outcome {
        try Replica(me: me, store: store).apply(try #require(event))
    }

    private func state(_ store: MemoryStore) -> Chat? { store.record(of: chat)?.chat.withCurrentStatus }

    private func texts(_ store: MemoryStore) -> [String] { (store.messages[chat] ?? []).map(\.text) }

    @Test func newMessagesCountAndBecomeTheLatest() throws {
        let (server, store) = try told()
        #expect(state(store) == server.fresh)
        #expect(state(store)?.unread == 2)
        #expect(state(store)?.unreadMentions == 1)
        #expect(texts(store) == ["text 1", "text 2", "text 3"])
    }

    @Test func anEventTwiceCountsOnce() throws {
        var (server, store) = try told()
        let event = server.send(by: sara, mentions: [], replyTo: nil)
        try apply(event, store)
        try apply(event, store)
        #expect(state(store) == server.fresh)
    }

    @Test func anEditRenewsQuotesOfIt() throws {
        var (server, store) = try told()
        try apply(server.change(0, .messageEdited), store)
        #expect(store.messages[chat]?[1].quote?.text == "edited 4")
        #expect(state(store) == server.fresh)
    }

    @Test func aDeletedMessageIsNeitherUnreadNorQuoted() throws {
        var (server, store) = try told()
        try apply(server.change(0, .messageDeleted), store)
        #expect(store.messages[chat]?[1].quote?.deleted == true)
        #expect(state(store)?.unread == 1)
        try apply(server.change(2, .messageDeleted), store)
        #expect(state(store)?.unreadMentions == 0)
        #expect(state(store)?.lastMessage?.deletedAt != nil)
        #expect(state(store) == server.fresh)
    }

    @Test func aReactionIsPartOfItsMessage() throws {
        var (server, store) = try told()
        try apply(server.change(2, .reactionChanged), store)
        #expect(store.messages[chat]?[2].reactions.first?.emoji == "👍")
        #expect(state(store) == server.fresh)
    }

    @Test func nameAndPins() throws {
        var (server, store) = try told()
        try apply(server.update(name: "Runners", pin: 1), store)
        #expect(state(store)?.name == "Runners")
        #expect(state(store) == server.fresh)
    }

    @Test func rolesAndRemovals() throws {
        var (server, store) = try told()
        try apply(server.setRole(.admin, of: 1), store)
        #expect(state(store) == server.fresh)
        let outcome = try apply(server.toggleGuest(), store)
        #expect(outcome.stale == [chat], "a newcomer's cursors aren't in the event")
        _ = try Replica(me: me, store: store).merge(server.fresh, asked: server.seq, then: [])
        #expect(state(store) == server.fresh)
        try apply(server.toggleGuest(), store)
        #expect(state(store) == server.fresh)
    }

    @Test func receiptsMoveMarksAndNeverBack() throws {
        var (server, store) = try told()
        let early = server.read(by: 1, upTo: 1, isRead: true)
        try apply(server.read(by: 1, upTo: 3, isRead: true), store)
        try apply(server.read(by: 2, upTo: 2, isRead: false), store)
        try apply(early, store)
        #expect(state(store)?.status(of: store.messages[chat]?[1] ?? Fixture.message(seq: 0)) == .delivered)
        #expect(state(store) == server.fresh)
    }

    @Test func readingElsewhereIsCountedHere() throws {
        var (server, store) = try told()
        try apply(server.read(by: 0, upTo: 1, isRead: true), store)
        #expect(state(store)?.unread == 1)
        #expect(state(store) == server.fresh)
        try apply(server.read(by: 0, upTo: 3, isRead: true), store)
        #expect(state(store)?.unread == 0)
        #expect(state(store) == server.fresh)
    }

    @Test func readingInAnUnknownPartIsAskedFor() throws {
        var (server, _) = try told()
        let store = MemoryStore()
        store.save(CachedChat(server.fresh))
        #expect(try apply(server.read(by: 0, upTo: 1, isRead: true), store).stale == [chat])
    }

    @Test func draftsSettingsAndProfilesAreTheLatest() throws {
        var (server, store) = try told()
        for event in [server.setDraft("half a"), server.set(isPinned: true), server.rename(1, to: "Zoë")] {
            try apply(event, store)
        }
        #expect(state(store)?.draft?.text == "half a")
        #expect(state(store) == server.fresh)
        try apply(server.setDraft(nil), store)
        #expect(state(store) == server.fresh)
    }

    @Test func beingRemovedTakesEverythingAway() throws {
        let (server, store) = try told()
        let removal = ChatEvent.MemberChange(userId: me, displayName: "Alex", change: .removed)
        let event = ChatEvent(type: .memberChanged, chatId: chat, seq: server.seq + 1, member: removal)
        try apply(.chat(event), store)
        #expect(store.records.isEmpty)
        #expect(store.messages[chat] == nil)
    }

    @Test(arguments: [ServerEvent.gone(Fixture.id(10))]) func aChatThatIsGoneIsGone(event: ServerEvent) throws {
        let (_, store) = try told()
        #expect(try apply(event, store).changed == [chat])
        #expect(store.records.isEmpty)
    }

    @Test func whatCannotBeTrustedIsFetchedAnew() throws {
        var (server, store) = try told()
        #expect(try apply(.resync(chatId: chat, seq: 9), store).refetch == [chat])
        #expect(try apply(.resync(chatId: nil, seq: nil), store).refetchAll)
        _ = server.send(by: sara, mentions: [], replyTo: nil)
        #expect(try apply(server.send(by: sara, mentions: [], replyTo: nil), store).refetch == [chat], "a hole")
        #expect(try apply(.other(type: "poll.changed", chatId: chat, seq: 4), store).refetch == [chat])
        #expect(try apply(Fixture.created(chat: 77, seq: 1), store).refetch == [Fixture.id(77)], "an unknown chat")
        #expect(store.record(of: chat)?.position == 3, "the position stays where the state is")
    }

    @Test func aPageFillsTheGapBeforeIt() throws {
        var server = ModelServer()
        for _ in 0..<6 { _ = server.send(by: sara, mentions: [], replyTo: nil) }
        let store = MemoryStore()
        let replica = Replica(me: me, store: store)
        _ = try replica.reset(server.fresh, with: server.page(before: nil, limit: 2), then: [])
        func timeline() throws -> Timeline {
            let record = try #require(store.record(of: chat))
            return Timeline(record, messages: store.messages[chat] ?? [], before: 7, limit: 50, outbox: [])
        }
        #expect(try timeline().rows.first == .gap(before: 5))
        #expect(try timeline().hasEarlier)
        _ = try replica.add(server.page(before: 5, limit: 9), of: chat, through: 4, asked: 6, then: [])
        #expect(try timeline().messages.map(\.seq) == [1, 2, 3, 4, 5, 6])
        #expect(try !timeline().hasEarlier)
    }
}
