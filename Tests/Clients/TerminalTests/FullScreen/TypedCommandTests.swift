import Domain
import SpotterAPI
import SpotterClient
import TestSupport
import Testing

@testable import Terminal

/// Commands that can't be done: what was typed isn't lost, and the reason is on the screen.
@Suite struct TypedCommandTests {
    private func world(isOnline: Bool = false) -> AppWorld {
        var world = AppWorld()
        world.open([world.message(1, "hi")])
        if !isOnline { _ = world.model.handle(.shared(.connection(.offline("no network")))) }
        return world
    }

    private func isTyped(_ effect: AppEffect, _ line: String, _ chat: ChatID) -> Bool {
        if case .typed(_, line: line, in: chat) = effect { true } else { false }
    }

    @Test(
        arguments: [
            "/mute 2", "/unmute", "/block sara", "/later \"friday at 9\" Hi!", "/note Left heel", "/tag +running",
            "/rename Lake", "/pin #7",
        ]
    ) func itsLineComesBackWithoutAConnection(line: String) {
        var world = world()
        world.type(line)
        let effects = world.press("esc", "enter")
        #expect(world.model.composer.isEmpty)
        #expect(effects.contains { isTyped($0, line, world.saraChat) }, "\(effects)")
        _ = world.model.handle(.notDone(line: line, in: world.saraChat))
        #expect(world.model.composer.text == line)
        #expect(world.text.contains("Not done, no connection. ⏎ tries again."), "\(world.text)")
        // What only one key does is done again, and no draft is made of it.
        #expect(world.press("enter").contains { isTyped($0, line, world.saraChat) })
    }

    @Test func leavingAsksAgain() {
        var world = world()
        world.type("/leave")
        world.press("esc", "enter")
        #expect(world.type("y") == [.typed(.leaveChat(world.saraChat), line: "/leave", in: world.saraChat)])
        _ = world.model.handle(.notDone(line: "/leave", in: world.saraChat))
        #expect(world.model.composer.text == "/leave" && world.model.open == world.saraChat)
    }

    @Test func itNeverReplacesWhatIsTyped() {
        var world = world()
        world.type("/mute 2")
        world.press("esc", "enter")
        world.type("Hello")
        _ = world.model.handle(.notDone(line: "/mute 2", in: world.saraChat))
        #expect(world.model.composer.text == "Hello")
        #expect(world.text.contains("Not done, no connection. Ctrl-P brings it back."), "\(world.text)")
        world.press("ctrl-p")
        #expect(world.model.composer.text == "/mute 2")
        world.press("ctrl-n")
        #expect(world.model.composer.text == "Hello")
    }

    /// There it would be about somebody else.
    @Test func itDoesNotFollowIntoAnotherChat() {
        var world = world()
        world.type("/note Left heel")
        world.press("esc", "enter")
        _ = world.model.openChat(world.group)
        _ = world.model.handle(.notDone(line: "/note Left heel", in: world.saraChat))
        #expect(world.model.composer.isEmpty)
        #expect(
            world.text.contains("Not done, no connection (Sara Lindqvist). Ctrl-P brings it back."),
            "\(world.text)"
        )
    }

    @Test func itIsKeptWhileItIsTyped() {
        var world = world(isOnline: true)
        let line = "/later \"friday at 9\" Hi"
        world.type(line)
        let kept = (0..<3).flatMap { _ in world.model.handle(.shared(.tick)) }
        let commands = kept.filter { if case .saveCommand = $0 { true } else { false } }
        #expect(commands == [.saveCommand(world.saraChat, line)])
        #expect(!kept.contains { if case .saveDraft = $0 { true } else { false } })
        // Another chat, and back.
        #expect(world.model.openChat(world.group).contains(.readCommand(world.group)))
        #expect(world.model.composer.isEmpty)
        _ = world.model.openChat(world.saraChat)
        _ = world.model.handle(.command(world.saraChat, line))
        #expect(world.model.composer.text == line)
        let effects = world.press("enter")
        #expect(effects.first == .saveCommand(world.saraChat, nil))
        #expect(effects.contains { if case .typed = $0 { true } else { false } })
        // What is cleared is forgotten, too.
        world.type("/note x")
        for _ in 0..<2 { _ = world.model.handle(.shared(.tick)) }
        world.press("ctrl-u")
        let cleared = (0..<2).flatMap { _ in world.model.handle(.shared(.tick)) }
        #expect(cleared.contains(.saveCommand(world.saraChat, nil)))
    }

    /// Who has no chat open types a command, too: it comes back when there is none again.
    @Test func itIsKeptWithoutAChat() {
        var world = AppWorld()
        world.type("/new Lake sa")
        #expect(world.model.handle(.shared(.tick)).contains(.saveCommand(nil, "/new Lake sa")))
        var next = AppWorld()
        #expect(next.model.focus == .list)
        _ = next.model.handle(.command(nil, "/new Lake sa"))
        next.type("ra")
        #expect(next.model.composer.text == "/new Lake sara")
        _ = next.model.handle(.shared(.tick))
        let effects = next.press("esc", "enter")
        #expect(effects.first == .saveCommand(nil, nil))
        #expect(effects.contains { if case .typed(_, line: "/new Lake sara", in: nil) = $0 { true } else { false } })
        // It stays where it was typed.
        next.type("/new Sea")
        #expect(next.model.openChat(next.saraChat).first == .saveCommand(nil, "/new Sea"))
        _ = next.model.handle(.command(nil, "/new Sea"))
        #expect(next.model.composer.isEmpty)
    }

    @Test func aKeptCommandNeverReplacesWhatIsTyped() {
        var world = world()
        world.type("Hello")
        _ = world.model.handle(.command(world.saraChat, "/mute 2"))
        #expect(world.model.composer.text == "Hello")
    }

    @Test func aLostConnectionLeavesItOpen() {
        var world = world(isOnline: true)
        _ = world.model.handle(.notDone(line: "/new Lake sara", in: world.saraChat))
        #expect(world.text.contains("No answer, perhaps not done."), "\(world.text)")
    }

    @Test func aRefusedSearchSaysWhy() {
        var world = AppWorld(rows: 32, columns: 120)
        world.open([world.message(1, "hi")])
        world.type("/search heel")
        world.press("enter")
        #expect(world.text.contains("Searching…"))
        _ = world.model.handle(.shared(.searchFailed("Too many searches.")))
        #expect(world.text.contains("✗ Too many searches.") && !world.text.contains("Searching"), "\(world.text)")
        // The next one begins anew.
        world.type("/search toe")
        world.press("enter")
        #expect(world.text.contains("Searching…") && !world.text.contains("Too many"))
    }

    /// The server can't be reached at all.
    @Test(
        arguments: [
            .mute(AppWorld.id(10), until: nil), .leaveChat(AppWorld.id(10)), .people(.block("sara", true), in: nil),
            .coach(.later(when: "friday at 9", text: "Hi!"), in: AppWorld.id(10), about: nil),
            .coach(.note("Left heel"), in: AppWorld.id(10), about: AppWorld.id(2)),
            .coach(.tag(["+running"]), in: AppWorld.id(10), about: AppWorld.id(2)),
        ] as [ChatEffect]
    ) func whatTheServerCannotHearIsNotDone(effect: ChatEffect) async throws {
        let folder = TemporaryFolder()
        defer { folder.remove() }
        let world = AppWorld()
        let cache = try ClientCache(path: folder.path + "/cache.sqlite", me: world.me.id)
        try cache.fill(world.chat(world.saraChat, "Sara Lindqvist", seq: 1), with: [world.message(1, "hi")])
        let grant = AuthGrant(
            user: world.me,
            accessToken: Secret("a"),
            refreshToken: Secret("r"),
            expiresAt: .latest
        )
        // Nothing answers at port 1.
        let server = try #require(ServerAddress("http://127.0.0.1:1"))
        let api = SpotterHTTP(server: server, session: MemorySession(grant))
        let (inputs, continuation) = AsyncStream.makeStream(of: AppInput.self)
        let engine = SyncEngine(api: api, deviceId: "test", cache: cache)
        let runner = AppEffectRunner(engine: engine) { continuation.yield($0) }
        runner.start(.typed(effect, line: "/what was typed", in: world.saraChat))
        let first = await inputs.first { _ in true }
        guard case .notDone(let line, let chat) = first else {
            Issue.record("\(String(describing: first))")
            return
        }
        #expect(line == "/what was typed" && chat == world.saraChat)
        await runner.finish()
    }
}
