import Domain
import SpotterAPI
import TestSupport
import Testing

@testable import SpotterClient

/// What the cache keeps of answers of the server: previews of pictures, and who waits.
@Suite struct KeptThingsTests {
    private let folder = TemporaryFolder()
    private let chat: ChatID = Fixture.id(10)

    private func open() throws -> ClientCache {
        try ClientCache(path: folder.path + "/cache.sqlite", me: Fixture.me.id)
    }

    private func fill(_ cache: ClientCache, _ message: Message) throws {
        var chat = Fixture.chat(10, "Sara")
        chat.lastMessage = message
        let record = CachedChat(chat)
        try cache.write { transaction in
            try transaction.save(record)
            try transaction.put(message)
        }
    }

    private func preview(_ cache: ClientCache, _ number: UInt64 = 900) throws -> [UInt8]? {
        try cache.read { try $0.preview(of: Fixture.id(number)) }
    }

    private func keep(_ bytes: [UInt8], _ number: UInt64 = 900, of message: Message, _ cache: ClientCache) throws {
        try cache.write { try $0.put(preview: bytes, of: Fixture.id(number), in: message.id, message.chatId) }
    }

    @Test func aPreviewIsThereAtTheNextStartWithoutAServer() async throws {
        defer { folder.remove() }
        let message = Fixture.message(seq: 1)
        do {
            let cache = try open()
            try fill(cache, message)
            try keep([1, 2, 3], of: message, cache)
        }
        let api = SpotterHTTP(server: .standard, session: MemorySession())
        let engine = SyncEngine(api: api, deviceId: "test", cache: try open())
        #expect(try await engine.preview(of: Fixture.id(900), in: message.id, chat) == [1, 2, 3])
    }

    @Test func aCommandIsThereAtTheNextStartUntilItIsForgotten() async throws {
        defer { folder.remove() }
        func engine() throws -> SyncEngine {
            let api = SpotterHTTP(server: .standard, session: MemorySession())
            return SyncEngine(api: api, deviceId: "test", cache: try open())
        }
        do {
            try fill(try open(), Fixture.message(seq: 1))
            let engine = try engine()
            try await engine.keep(command: "/no", in: chat)
            try await engine.keep(command: "/note Left heel", in: chat)
        }
        let next = try engine()
        let kept = try await next.command(in: chat)
        #expect(kept == "/note Left heel")
        try await next.keep(command: nil, in: chat)
        let forgotten = try await next.command(in: chat)
        #expect(forgotten == nil)
        // It goes with its chat, and the one that was typed without a chat stays.
        try await next.keep(command: "/leave", in: chat)
        try await next.keep(command: "/new Lake", in: nil)
        let cache = try open()
        try cache.write { try $0.remove(chat) }
        #expect(try cache.read { try $0.command(in: chat) } == nil)
        let last = try engine()
        let withoutChat = try await last.command(in: nil)
        #expect(withoutChat == "/new Lake")
        try await last.keep(command: nil, in: nil)
        #expect(try cache.read { try $0.command(in: nil) } == nil)
    }

    /// Half a second after each key: nobody is told of it, and it is set later as if it were new.
    @Test func aDraftIsThereAtTheNextStartBeforeItIsSet() async throws {
        defer { folder.remove() }
        let cache = try open()
        try fill(cache, Fixture.message(seq: 1))
        let api = SpotterHTTP(server: .standard, session: MemorySession())
        let engine = SyncEngine(api: api, deviceId: "test", cache: cache)
        let changes = await engine.changes()
        for text in ["half", "half a", "half a"] { try await engine.keepDraft(text, in: chat) }
        let kept = try await SyncEngine(api: api, deviceId: "test", cache: try open()).draft(in: chat)
        #expect(kept?.text == "half a")
        try await engine.setDraft("half a", in: chat)
        await engine.publish(.chats([]))
        var told: [SyncChange] = []
        for await change in changes {
            if change == .chats([]) { break }
            told.append(change)
        }
        #expect(told == [.chats([chat])])
        #expect(try cache.read { try $0.pendingDrafts() }.map { $0.draft.text } == ["half a"])
    }

    /// Nobody who presses Enter after a kill sends it again.
    @Test func aDraftThatIsSentIsNoDraft() async throws {
        defer { folder.remove() }
        let cache = try open()
        try fill(cache, Fixture.message(seq: 1))
        let api = SpotterHTTP(server: .standard, session: MemorySession())
        let engine = SyncEngine(api: api, deviceId: "test", cache: cache)
        try await engine.keepDraft("half a", in: chat)
        try await engine.send("by a command", to: chat)
        #expect(try await engine.draft(in: chat)?.text == "half a")
        try await engine.send("half a thought", to: chat, wasDraft: true)
        let next = SyncEngine(api: api, deviceId: "test", cache: try open())
        #expect(try await next.draft(in: chat) == nil)
        #expect(try await next.outbox().map(\.text) == ["by a command", "half a thought"])
        // The server still has to hear of it.
        #expect(try cache.read { try $0.pendingDrafts() }.map { $0.draft.text } == [""])
    }

    @Test func itGoesWithItsMessage() throws {
        defer { folder.remove() }
        let cache = try open()
        var message = Fixture.message(seq: 1)
        try fill(cache, message)
        try keep([1], of: message, cache)
        message.deletedAt = Fixture.time
        let deleted = message
        try cache.write { try $0.put(deleted) }
        #expect(try preview(cache) == nil)
        // It was on its way while its message was deleted.
        try keep([1], of: message, cache)
        #expect(try preview(cache) == nil)
    }

    @Test func itGoesWithItsChat() throws {
        defer { folder.remove() }
        let cache = try open()
        let message = Fixture.message(seq: 1)
        try fill(cache, message)
        try keep([1], of: message, cache)
        try cache.write { try $0.remove(chat) }
        #expect(try preview(cache) == nil)
    }

    @Test func theOldestGiveWay() throws {
        defer { folder.remove() }
        let cache = try open()
        let message = Fixture.message(seq: 1)
        try fill(cache, message)
        let third = [UInt8](repeating: 7, count: CacheTransaction.maxPreviewBytes / 3 + 1)
        for number in 1...3 { try keep(third, UInt64(number), of: message, cache) }
        #expect(try preview(cache, 1) == nil)
        #expect(try preview(cache, 2) == third && preview(cache, 3) == third)
    }

    @Test func whoWaitsIsKnownWithoutAServerUntilAnswered() async throws {
        defer { folder.remove() }
        let cache = try open()
        let message = Fixture.message(seq: 1)
        try fill(cache, message)
        let gone: ChatID = Fixture.id(99)
        try cache.write { try $0.replace(waiting: [chat: Fixture.time, gone: Fixture.time]) }
        let api = SpotterHTTP(server: .standard, session: MemorySession())
        let engine = SyncEngine(api: api, deviceId: "test", cache: cache)
        #expect(try await engine.waiting(among: engine.chats()) == [chat: Fixture.time])
        try fill(cache, Fixture.message(seq: 2, sender: 1))
        #expect(try await engine.waiting(among: engine.chats()).isEmpty)
    }
}
