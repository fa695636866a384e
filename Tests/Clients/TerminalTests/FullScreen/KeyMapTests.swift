import SpotterClient
import TestSupport
import Testing

@testable import Terminal

@Suite struct KeyMapTests {
    @Test func everyActionHasAKeyAndIsListed() {
        let help = HelpView.lines(.standard).map(\.plain).joined(separator: "\n")
        for action in KeyAction.allCases {
            #expect(KeyMap.standard.key(for: action) != nil, "\(action.rawValue) has no key")
            #expect(help.contains(action.title), "\(action.rawValue) isn't listed")
        }
    }

    @Test(arguments: KeyContext.allCases) func noKeyMeansTwoThings(in context: KeyContext) {
        let keys = KeyMap.standard.bindings.filter { $0.context == context }.flatMap(\.keys)
        #expect(Set(keys).count == keys.count)
    }

    @Test func theKeysOfTheEditorCanBeChanged() {
        var world = AppWorld()
        world.open([])
        world.type("one two")
        world.press("ctrl-a")
        world.type("x")
        #expect(world.model.composer.text == "xone two")
        world.press("ctrl-e", "ctrl-w")
        #expect(world.model.composer.text == "xone ")
        world.press("ctrl-y", "ctrl-b", "ctrl-t", "backspace")
        #expect(world.model.composer.text == "xone to")
        world.press("home", "alt-k")
        #expect(world.model.composer.isEmpty)
        world.model.keyMap.bind(.deleteWordBack, to: [KeyPress(.character("w"), .alt)])
        world.type("one two")
        world.press("ctrl-w")
        #expect(world.model.composer.text == "one two")
        world.press("alt-w")
        #expect(world.model.composer.text == "one ")
    }

    @Test func theKeysOfPopupsCanBeChanged() throws {
        var world = AppWorld()
        world.open([world.message(1, "hi")])
        world.model.keyMap.bind(.nextChoice, to: [KeyPress(.function(8)), KeyPress(.character("x"))])
        world.model.keyMap.bind(.confirm, to: [KeyPress(.character("o"), .control)])
        world.press("ctrl-k", "down")
        func switcher() throws -> Switcher {
            guard case .switcher(let switcher) = world.model.overlay else { throw CancellationError() }
            return switcher
        }
        #expect(try switcher().selected == 0)
        world.press("f8")
        #expect(try switcher().selected == 1)
        // A letter is text there.
        world.press("x")
        #expect(try switcher().query == "x")
        world.press("backspace", "esc")
        #expect(world.model.overlay == nil)
        _ = world.model.run(.leave)
        #expect(world.text.contains("Ctrl-O yes"))
        #expect(world.press("y").isEmpty && world.model.overlay == nil)
        _ = world.model.run(.leave)
        #expect(world.press("ctrl-o") == [.typed(.leaveChat(world.saraChat), line: "/leave", in: world.saraChat)])
    }

    /// What holds everywhere would hold nowhere if each context had its own meaning of the key.
    @Test func aKeyForEverywhereIsTakenFromAllContexts() {
        var map = KeyMap.standard
        map.bind(.switchChat, to: [KeyPress(.character("e"), .control)])
        for context in KeyContext.allCases {
            #expect(map.action(for: KeyPress(.character("e"), .control), in: context) == .switchChat)
        }
        #expect(map.action(for: KeyPress(.end), in: .composer) == .lineEnd)
        map.bind(.nextColumn, to: [KeyPress(.tab)])
        #expect(map.action(for: KeyPress(.tab), in: .composer) == .complete)
    }

    /// A screen that names a key which does something else now would be worse than one that names none.
    @Test func theScreenNamesTheKeysThatTheUserHasChosen() {
        var world = AppWorld(rows: 30, columns: 120)
        let chosen: [(KeyAction, String)] = [
            (.switchChat, "f5"), (.help, "f6"), (.confirm, "Y"), (.change, "E"), (.cancel, "N"), (.retry, "R"),
            (.drop, "X"), (.close, "f7"),
        ]
        for (action, key) in chosen { world.model.keyMap.bind(action, to: [KeyPress(key)].compactMap(\.self)) }
        #expect(world.text.contains("F5  finds a chat") && world.text.contains("F6  shows all keys"))
        var failed = OutboxEntry(id: "one", chatId: world.saraChat, text: "lost", writtenAt: world.clock.now())
        failed.state = .failed(reason: "refused", retryable: true)
        world.open([world.message(1, "hi")])
        world.load([world.message(1, "hi")], pending: [failed])
        #expect(world.text.contains("R retry, X drop"))
        _ = world.model.handle(.proposals([PageTests.proposal(world)]))
        #expect(world.text.contains("Y confirm   E change   N cancel"))
        _ = world.model.run(.who)
        #expect(world.text.contains("F7 ×") && world.text.contains("F6 keys"))
        for old in ["Ctrl-K", "Esc", " ? "] { #expect(!world.text.contains(old), "\(old)") }
        world.type("?")
        #expect(world.model.overlay == nil && world.model.composer.text == "?")
    }

    @Test func namesOfKeysAreRead() {
        #expect(KeyPress("ctrl-k") == KeyPress(.character("k"), .control))
        #expect(KeyPress("Ctrl-K") == KeyPress("ctrl-k"))
        #expect(KeyPress("alt-down") == KeyPress(.down, .alt))
        #expect(KeyPress("G") == KeyPress(.character("G")))
        #expect(KeyPress("f12") == KeyPress(.function(12)))
        #expect(KeyPress("-") == KeyPress(.character("-")))
        #expect(KeyPress("ctrl--") == KeyPress(.character("-"), .control))
        for name in ["", "f13", "hyper-k", "ctrl-", "foo"] { #expect(KeyPress(name) == nil) }
    }

    @Test func theFileChangesKeysAndSettings() {
        let file = ChatSettingsFile(
            """
            theme = "light"
            mouse = true
            quiet-hours = "22:00-07:00"
            [keys]
            switch = ["ctrl-p", "f2"]
            help = "f3"
            """
        )
        #expect(file.problems.isEmpty)
        #expect(file.app.theme == .light && file.app.hasMouse)
        #expect(
            file.app.isQuiet(atMinute: 23 * 60) && file.app.isQuiet(atMinute: 60) && !file.app.isQuiet(atMinute: 720)
        )
        #expect(file.keyMap.action(for: KeyPress(.function(2)), in: .composer) == .switchChat)
        #expect(file.keyMap.action(for: KeyPress(.character("p"), .control), in: .composer) == .switchChat)
        #expect(file.keyMap.action(for: KeyPress(.character("k"), .control), in: .composer) == nil)
    }

    @Test func whatIsWrongIsToldAndTheRestHolds() {
        let file = ChatSettingsFile(
            """
            theme = "blue"
            bell = false
            colour = 3
            [keys]
            swich = "ctrl-p"
            pane = "hyper-x"
            """
        )
        #expect(!file.app.rings)
        #expect(file.problems.contains { $0.contains("theme takes auto, dark, light") })
        #expect(file.problems.contains { $0.contains("colour is unknown") })
        #expect(file.problems.contains { $0.contains("do you mean switch?") })
        #expect(file.problems.contains { $0.contains("'hyper-x' is no key") })
        #expect(ChatSettingsFile("theme =\n").problems.first?.contains("line 1") == true)
    }
}
