import Domain
import SpotterClient
import TestSupport
import Testing

@testable import Terminal

/// Changes of messages while they are typed, while they wait for the server, and when it refuses them.
@Suite struct QueuedChangeScreenTests {
    @Test func anEditIsKeptWhileItIsTyped() {
        var world = AppWorld()
        let mine = world.message(1, "mine", from: world.me.id)
        world.open([mine])
        world.press("up", "e")
        world.type(" now")
        let ticks = (0..<3).flatMap { _ in world.model.handle(.shared(.tick)) }
        let saved = ticks.filter { if case .saveEdit = $0 { true } else { false } }
        #expect(saved == [.saveEdit(mine.id, in: world.saraChat, "mine now")])
        #expect(world.press("esc").contains(.saveEdit(mine.id, in: world.saraChat, nil)))
        #expect(world.model.composer.isEmpty)
        // After a start, it goes on where it was.
        _ = world.model.handle(.editDraft(mine, "mine now"))
        #expect(world.model.composer.purpose == .edit(mine) && world.model.composer.text == "mine now")
        #expect(world.press("enter").contains(.edit(mine.id, in: world.saraChat, "mine now")))
    }

    @Test func whatWasTypedComesBackAfterAChange() {
        var world = AppWorld()
        let mine = world.message(1, "mine", from: world.me.id)
        for (keys, end) in [(["e"], "enter"), (["e"], "esc"), (["+"], "esc")] {
            world.open([mine])
            world.type("half a th")
            // As by the mouse: up selects only while nothing is typed.
            world.model.timeline?.selected = .message(mine.id)
            world.model.focus = .messages
            for key in keys { world.press(key) }
            let effects = (0..<3).flatMap { _ in world.model.handle(.shared(.tick)) }
            #expect(!effects.contains(.saveDraft(world.saraChat, "", replyTo: nil)))
            world.press(end)
            #expect(world.model.composer.text == "half a th" && world.model.composer.purpose == .message)
            world.press("ctrl-c")
        }
    }

    @Test func aRefusedChangeIsTold() {
        var world = AppWorld()
        world.open([world.message(1, "mine", from: world.me.id)])
        let change = QueuedChange(
            chatId: world.saraChat,
            messageId: AppWorld.id(101),
            change: .edit("mine, with a long text"),
            madeAt: world.clock.now()
        )
        _ = world.model.handle(.refused(change, "This message is too old."))
        #expect(world.text.contains("not changed: This message is too old."))
        world.press("ctrl-p")
        #expect(world.model.composer.text == "mine, with a long text")
    }

    @Test func aChangeThatWaitsIsMarked() {
        var world = AppWorld()
        let mine = world.message(1, "at seven", from: world.me.id)
        world.open([mine])
        _ = world.model.handle(.shared(.connection(.offline("no network"))))
        let timeline = Timeline(rows: [.message(mine)], changing: [mine.id])
        _ = world.model.handle(
            .history(world.saraChat, LoadedHistory(timeline: timeline, end: nil, limit: 120, position: 1))
        )
        #expect(world.text.contains("at seven …\u{A0}queued"))
    }
}
