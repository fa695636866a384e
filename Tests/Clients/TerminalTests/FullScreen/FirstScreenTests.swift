import Domain
import SpotterClient
import Synchronization
import TestSupport
import Testing

@testable import Terminal

@Suite struct FirstScreenTests {
    private let folder = TemporaryFolder()

    /// A session whose cache holds a chat of 300 messages, and whose server is nobody.
    private func engine(_ world: AppWorld, _ connector: CountedConnector, _ trust: ServerTrust) throws -> SyncEngine {
        let cache = try ClientCache(path: folder.path + "/cache.sqlite", me: world.me.id)
        let messages = (1...300).map { world.message($0, "Message \($0).") }
        let chat = world.chat(world.saraChat, "Sara Lindqvist", seq: 300)
        try cache.fill(chat, with: messages)
        let api = SpotterHTTP(server: .standard, session: MemorySession(), trust: trust)
        return SyncEngine(api: api, deviceId: "test", cache: cache, connector: connector, wallClock: world.clock)
    }

    @Test func theFirstFrameHasTheNewestMessagesAndNothingIsAskedBefore() async throws {
        defer { folder.remove() }
        let (world, connector) = (AppWorld(), CountedConnector())
        let trust = try ServerTrust(certificates: TestCertificate.one.write(to: folder.path).certificate)
        let engine = try engine(world, connector, trust)
        let chats = try await engine.chats()
        let chat = try #require(chats.first)
        let first = try await FirstScreen(engine: engine, me: world.me, settings: .standard, isUnicode: true)
            .read(chats, opening: chat, size: ScreenSize(rows: 24, columns: 80))
        let steps = RecordedOutput()
        var screen = FullScreenController(
            model: first.model,
            theme: Theme(background: .dark, hasColors: false, isUnicode: true),
            support: PictureSupport(environment: [:], isUnicode: true),
            start: { effect in steps.add("start \(effect)") },
            write: { steps.add($0) }
        )
        screen.begin(first.effects)
        #expect(steps.all.first?.contains("Message 300.") == true)
        #expect(steps.all.dropFirst().allSatisfy { $0.hasPrefix("start ") })
        // The page is there already.
        #expect(!steps.all.contains { $0.hasPrefix("start load(") })
        #expect(steps.all.contains { $0.hasPrefix("start catchUp(") })
        #expect(connector.calls == 0)
        // Nor was a list of certificates read.
        #expect(!trust.isUsed)
        #expect(await engine.connectionState == .offline("not connected yet"))
    }

    @Test func whoWaitsComesFirstWithoutAServerToo() async throws {
        defer { folder.remove() }
        let world = AppWorld()
        let engine = try engine(world, CountedConnector(), .system)
        let cache = try ClientCache(path: folder.path + "/cache.sqlite", me: world.me.id)
        let since = world.clock.now().adding(minutes: -60)
        let last = world.message(1, "?", in: world.group)
        var chat = world.chat(world.group, "Run Club", .group, seq: 1)
        chat.lastMessage = last
        try cache.fill(chat, with: [last])
        try cache.keep(waiting: [world.group: since])
        let first = try await FirstScreen(engine: engine, me: world.me, settings: .standard, isUnicode: true)
            .read(try await engine.chats(), opening: nil, size: ScreenSize(rows: 24, columns: 80))
        #expect(first.model.list.waiting == [world.group] && first.model.list.waitingSince == [world.group: since])
    }

    @Test func withoutAChatItIsTheList() async throws {
        defer { folder.remove() }
        let world = AppWorld()
        let engine = try engine(world, CountedConnector(), .system)
        let first = try await FirstScreen(engine: engine, me: world.me, settings: .standard, isUnicode: true)
            .read(try await engine.chats(), opening: nil, size: ScreenSize(rows: 24, columns: 80))
        #expect(
            ScreenView(first.model, TimelineLayout(first.model).frame).draw().text(ofRow: 2).contains("Sara Lindqvist")
        )
        #expect(first.effects == [.shared(.loadNotices), .readCommand(nil)])
        #expect(first.model.clock.now() == world.clock.now())
    }
}

private final class CountedConnector: SocketConnector {
    private let count = Mutex(0)
    var calls: Int { count.withLock { $0 } }

    func connect(positions: [ChatID: Int64]?) async throws -> any SocketLink {
        count.withLock { $0 += 1 }
        throw ClientError.disconnected("there is no server")
    }
}
