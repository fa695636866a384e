import Domain
import Foundation
import SpotterAPI
import SpotterClient
import TestSupport
import Testing

@testable import Terminal

/// The line client without a connection: what changes messages waits, as on the full screen.
@Suite struct OfflineChangeTests {
    private let folder = TemporaryFolder()
    private let me: UserID = AppWorld.id(1)
    private let chat: ChatID = AppWorld.id(10)

    private func engine() throws -> SyncEngine {
        let cache = try ClientCache(path: folder.path + "/cache.sqlite", me: me)
        let message = Message(
            id: AppWorld.id(101),
            chatId: chat,
            seq: 1,
            senderId: me,
            clientMessageId: "c1",
            text: "at five",
            createdAt: Timestamp(milliseconds: 0),
            status: .sent
        )
        let chat = Chat(
            id: chat,
            kind: .direct,
            name: "Sara",
            members: [],
            seq: 1,
            readSeq: 1,
            unread: 0,
            lastMessage: nil
        )
        try cache.fill(chat, with: [message])
        let api = SpotterHTTP(server: .standard, session: MemorySession())
        return SyncEngine(api: api, deviceId: "test", cache: cache)
    }

    @Test(
        arguments: [
            (.edit("at six"), .edit("at six")), (.delete, .delete), (.react("👍"), .reaction("👍", isGiven: true)),
            (.pin, .pin(true)), (.unpin, .pin(false)),
        ] as [(MessageAction, MessageChange)]
    ) func aChangeWaits(action: MessageAction, change: MessageChange) async throws {
        defer { folder.remove() }
        let engine = try engine()
        let runner = EffectRunner(engine: engine) { _ in }
        let answer = try await runner.act(action, on: .number(1), in: chat)
        guard case .told(let lines) = answer else {
            Issue.record("it isn't told: \(answer)")
            return
        }
        #expect(lines == ["… queued: it goes out with the next connection"])
        #expect(try await engine.queuedChanges().map(\.change) == [change])
    }

    /// A search finds the words of this device's messages, and says that it's only those.
    @Test func aSearchLooksIntoTheCache() async throws {
        defer { folder.remove() }
        let cache = try ClientCache(path: folder.path + "/cache.sqlite", me: me)
        let world = AppWorld()
        try cache.fill(world.chat(chat, "Sara Lindqvist", seq: 1), with: [world.message(1, "At FIVE, Zoë")])
        let grant = AuthGrant(
            user: world.me,
            accessToken: Secret("a"),
            refreshToken: Secret("r"),
            expiresAt: .latest
        )
        // Nothing answers at port 1.
        let server = try #require(ServerAddress("http://127.0.0.1:1"))
        let api = SpotterHTTP(server: server, session: MemorySession(grant))
        let runner = EffectRunner(engine: SyncEngine(api: api, deviceId: "test", cache: cache)) { _ in }
        let found = try await runner.search("zoe five", in: chat)
        #expect(found.results.map(\.text) == ["At FIVE, Zoë"])
        #expect(found.results.first?.senderName == "Sara Lindqvist")
        #expect(found.degraded?.contains("only words were looked for") == true)
        let other = try await runner.search("zoe", in: world.group)
        #expect(other.results.isEmpty && other.degraded != nil)
    }

    @Test func anAnswerWaits() async throws {
        defer { folder.remove() }
        let engine = try engine()
        let runner = EffectRunner(engine: engine) { _ in }
        _ = try await runner.act(.reply("see you"), on: .number(1), in: chat)
        #expect(try await engine.outbox().map(\.text) == ["see you"])
    }
}
