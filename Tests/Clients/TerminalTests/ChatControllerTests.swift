import Domain
import Foundation
import SpotterClient
import TestSupport
import Testing

@testable import Terminal

@Suite struct ChatControllerTests {
    private let written = RecordedOutput()
    private let folder = TemporaryFolder()

    /// A session whose server is nobody: what's tested needs none.
    private func controller(isInteractive: Bool) throws -> ChatController {
        let me = User(
            id: ID(high: 1, low: 1),
            email: "alex@example.com",
            displayName: "Alex",
            role: .trainer,
            timezone: "UTC"
        )
        let api = SpotterHTTP(server: .standard, session: MemorySession())
        let cache = try ClientCache(path: folder.path + "/cache.sqlite", me: me.id)
        let written = written
        return ChatController(
            model: ChatModel(me: me),
            screen: Screen(isInteractive: isInteractive, style: .plain, columns: { 40 }, write: { written.add($0) }),
            runner: EffectRunner(engine: SyncEngine(api: api, deviceId: "test", cache: cache)) { _ in }
        )
    }

    @Test func whatIsTypedIsShown() throws {
        var controller = try controller(isInteractive: true)
        controller.begin()
        #expect(controller.handle(.bytes(Array("h".utf8))) == .proceed)
        #expect(controller.handle(.bytes(Array("ö".utf8))) == .proceed)
        #expect(written.all.last == "\r\u{1B}[K◐ connecting> hö\r\u{1B}[16C")
    }

    @Test func commandsAreCompletedAndAnswered() throws {
        var controller = try controller(isInteractive: true)
        _ = controller.handle(.bytes(Array("/wh\t".utf8)))
        #expect(written.all.last?.contains("/who ") == true)
        _ = controller.handle(.bytes([0x0D]))
        #expect(written.all.contains { $0.contains("No chat is open.") })
    }

    @Test(arguments: [[0x04], [0x03], Array("/quit\r".utf8)] as [[UInt8]]) func endOfInputAndQuitLeave(bytes: [UInt8])
        throws
    {
        var controller = try controller(isInteractive: true)
        #expect(controller.handle(.bytes(bytes)) == .quit(unsent: 0))
        controller.end()
        #expect(written.all.last == PromptLine.clear)
    }

    @Test func nothingWakesItWhileNothingIsDue() throws {
        var controller = try controller(isInteractive: true)
        controller.begin()
        let now = SystemClock().now()
        #expect(controller.nextTick(after: now) == nil)
        _ = controller.handle(.chat(.connection(.reconnecting(reason: "gone", retryIn: .seconds(60)))))
        let due = try #require(controller.nextTick(after: now)).milliseconds(since: now)
        #expect((1...5100).contains(due))
        _ = controller.handle(.chat(.connection(.online)))
        #expect(controller.nextTick(after: now) == nil)
        // What is typed in a chat is saved when typing pauses.
        let chat = AppWorld().chat(AppWorld.id(10), "Sara Lindqvist")
        _ = controller.handle(.chat(.opened(chat, draft: "")))
        _ = controller.handle(.bytes(Array("half a th".utf8)))
        #expect(controller.nextTick(after: now) == now.adding(milliseconds: 500))
    }

    @Test func eachChatKeepsWhatIsTypedInIt() async throws {
        defer { folder.remove() }
        let world = AppWorld()
        let chat = world.chat(world.saraChat, "Sara Lindqvist", seq: 0)
        let group = world.chat(world.group, "Run Club", .group, seq: 0)
        let cache = try ClientCache(path: folder.path + "/cache.sqlite", me: world.me.id)
        for chat in [chat, group] { try cache.fill(chat, with: []) }
        let api = SpotterHTTP(server: .standard, session: MemorySession())
        let engine = SyncEngine(api: api, deviceId: "test", cache: cache)
        let runner = EffectRunner(engine: engine) { _ in }
        let written = written
        var controller = ChatController(
            model: ChatModel(me: world.me, clock: world.clock),
            screen: Screen(isInteractive: true, style: .plain, columns: { 80 }, write: { written.add($0) }),
            runner: runner
        )
        _ = controller.handle(.chat(.opened(chat, draft: "")))
        for letter in "abcdef" {
            _ = controller.handle(.bytes(Array(String(letter).utf8)))
            _ = controller.handle(.chat(.tick))
        }
        // Another chat's draft is put into the line after this one's was taken out of it.
        _ = controller.handle(.chat(.opened(group, draft: "Who comes?")))
        #expect(written.all.last?.contains("Who comes?") == true)
        _ = controller.handle(.bytes(Array("?".utf8)))
        _ = controller.handle(.chat(.tick))
        // A draft that is sent goes with its message, after it was kept.
        runner.send("Who comes??", to: group.id, wasDraft: true)
        await runner.finish()
        let (kept, other) = (try await engine.draft(in: chat.id), try await engine.draft(in: group.id))
        #expect(kept?.text == "abcdef" && other == nil)
        let sent = try await engine.outbox().map(\.text)
        #expect(sent == ["Who comes??"])
    }

    @Test func controlZSuspends() throws {
        var controller = try controller(isInteractive: true)
        #expect(controller.handle(.bytes([0x1A])) == .suspend)
    }

    @Test func aPipeIsReadByLineAndEnds() throws {
        var controller = try controller(isInteractive: false)
        #expect(controller.handle(.bytes(Array("/wh".utf8))) == .proceed)
        #expect(controller.handle(.bytes(Array("o\n/he".utf8))) == .proceed)
        #expect(written.all == ["No chat is open.\n"])
        #expect(controller.handle(.bytes(Array("lp".utf8))) == .proceed)
        #expect(controller.handle(.endOfBytes) == .quit(unsent: 0))
        #expect(written.all.last?.contains("/quit") == true, "the last line counts without a line feed")
    }
}
