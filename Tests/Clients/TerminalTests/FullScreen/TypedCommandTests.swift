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
        #expect(effects.contains { if case .typed(_, line: line) = $0 { true } else { false } }, "\(effects)")
        _ = world.model.handle(.notDone(line: line))
        #expect(world.model.composer.text == line)
        #expect(world.text.contains("Not done, no connection. ⏎ tries again."), "\(world.text)")
        // What only one key does is done again, and no draft is made of it.
        #expect(world.press("enter").contains { if case .typed(_, line: line) = $0 { true } else { false } })
    }

    @Test func leavingAsksAgain() {
        var world = world()
        world.type("/leave")
        world.press("esc", "enter")
        #expect(world.type("y") == [.typed(.leaveChat(world.saraChat), line: "/leave")])
        _ = world.model.handle(.notDone(line: "/leave"))
        #expect(world.model.composer.text == "/leave" && world.model.open == world.saraChat)
    }

    @Test func itNeverReplacesWhatIsTyped() {
        var world = world()
        world.type("/mute 2")
        world.press("esc", "enter")
        world.type("Hello")
        _ = world.model.handle(.notDone(line: "/mute 2"))
        #expect(world.model.composer.text == "Hello")
        #expect(world.text.contains("Not done, no connection. Ctrl-P brings it back."), "\(world.text)")
        world.press("ctrl-p")
        #expect(world.model.composer.text == "/mute 2")
        world.press("ctrl-n")
        #expect(world.model.composer.text == "Hello")
    }

    @Test func aLostConnectionLeavesItOpen() {
        var world = world(isOnline: true)
        _ = world.model.handle(.notDone(line: "/new Lake sara"))
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
        runner.start(.typed(effect, line: "/what was typed"))
        let first = await inputs.first { _ in true }
        guard case .notDone(let line) = first else {
            Issue.record("\(String(describing: first))")
            return
        }
        #expect(line == "/what was typed")
        await runner.finish()
    }
}
