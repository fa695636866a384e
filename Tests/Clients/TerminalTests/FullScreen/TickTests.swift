import Domain
import SpotterAPI
import SpotterClient
import Synchronization
import TestSupport
import Testing

@testable import Terminal

/// What wakes the client while nobody does anything.
@Suite struct TickTests {
    /// Lets ticks come when they are due, and the lag be answered.
    /// - Returns: their number.
    private func ticks(_ world: inout AppWorld, seconds: Int64) -> Int {
        let end = world.clock.now().adding(seconds: seconds)
        var count = 0
        while true {
            let due = world.model.nextTick(after: world.clock.now())
            guard due <= end else { return count }
            world.clock.set(due)
            for effect in world.model.handle(.shared(.tick)) {
                if effect == .measureLag { _ = world.model.handle(.lag(milliseconds: 2)) }
                if effect == .loadInbox { _ = world.model.handle(.inbox([])) }
            }
            count += 1
        }
    }

    @Test func anIdleScreenIsWokenAFewTimesAMinute() {
        var world = AppWorld()
        world.open([world.message(1, "hi")])
        _ = ticks(&world, seconds: 5)
        // The clock, and the lag every 15 seconds.
        #expect(ticks(&world, seconds: 600) <= 10 * 5)
        _ = world.model.handle(.terminal([.focus(false)]))
        #expect(ticks(&world, seconds: 600) <= 10)
    }

    @Test func whoWaitsIsAskedForOnceAndAgainWhenAMessageComes() {
        var world = AppWorld()
        func asked(_ input: AppInput) -> Int { world.model.handle(input).count { $0 == .loadInbox } }
        func comes(_ message: Message) {
            var chat = world.chat(world.saraChat, "Sara Lindqvist")
            chat.lastMessage = message
            _ = world.model.handle(.shared(.chatsUpdated([chat])))
        }
        comes(world.message(30, "from the cache"))
        #expect(asked(.shared(.connection(.online))) == 1)
        // What was missed is in the answer already.
        comes(world.message(39, "missed"))
        world.clock.advance(milliseconds: 1_000)
        #expect(asked(.shared(.tick)) == 0)
        comes(world.message(41, "new"))
        #expect(world.model.nextTick(after: world.clock.now()) <= world.clock.now().adding(seconds: 1))
        #expect(asked(.shared(.tick)) == 1 && asked(.shared(.tick)) == 0)
        // A receipt changes nothing of it; a deletion does, and so does another device.
        var last = world.message(41, "new")
        last.status = .read
        comes(last)
        #expect(asked(.shared(.tick)) == 0)
        last.deletedAt = world.clock.now()
        comes(last)
        #expect(asked(.shared(.tick)) == 1)
        let done = ServerEvent.other(type: "inbox.changed", chatId: world.saraChat, seq: nil)
        _ = world.model.handle(.shared(.event(done)))
        #expect(asked(.shared(.tick)) == 1)
    }

    @Test func aScreenWithoutAServerIsWokenForTheCountdown() {
        var world = AppWorld()
        world.open([world.message(1, "hi")])
        var count = 0
        for _ in 0..<20 {
            _ = world.model.handle(.shared(.connection(.reconnecting(reason: "refused", retryIn: .seconds(30)))))
            count += ticks(&world, seconds: 30)
        }
        #expect(count <= 20 * 6 + 10)
        #expect(world.text.contains("· trying ·"))
    }

    @Test func theCountdownSaysWhatIsLeftAtEachTick() {
        var world = AppWorld(rows: 24, columns: 100)
        world.clock.set(Timestamp(milliseconds: 1_773_234_900_000))
        _ = world.model.handle(.shared(.connection(.reconnecting(reason: "refused", retryIn: .milliseconds(12_300)))))
        var shown = [world.text.contains("trying in 15 s")]
        for text in ["trying in 10 s", "trying in 5 s", "trying ·"] {
            world.clock.set(world.model.nextTick(after: world.clock.now()))
            shown.append(world.text.contains(text))
        }
        #expect(shown == [true, true, true, true])
        #expect(world.clock.now() == Timestamp(milliseconds: 1_773_234_912_300))
    }

    @Test func whatIsTypedIsSavedWithinTwoSeconds() {
        var world = AppWorld()
        world.open([])
        let start = world.clock.now()
        world.type("half a th")
        var saved: [AppEffect] = []
        while saved.isEmpty, world.clock.now() < start.adding(seconds: 60) {
            world.clock.set(world.model.nextTick(after: world.clock.now()))
            saved = world.model.handle(.shared(.tick)).filter { if case .saveDraft = $0 { true } else { false } }
        }
        #expect(saved == [.saveDraft(world.saraChat, "half a th", replyTo: nil)])
        #expect(world.clock.now() == start.adding(seconds: 2))
    }

    @Test func whoTypesOnAndOnIsSavedToo() {
        var world = AppWorld()
        world.open([])
        var saved: [AppEffect] = []
        for letter in "a long thought without a pause" {
            world.type(String(letter))
            world.clock.advance(milliseconds: 1_000)
            saved += world.model.handle(.shared(.tick)).filter { if case .saveDraft = $0 { true } else { false } }
        }
        // 30 seconds, each with a letter.
        #expect(saved.first == .saveDraft(world.saraChat, "a lon", replyTo: nil) && saved.count == 6)
    }

    @Test func aLineGoesAwayWhenItsTimeIsOver() {
        var world = AppWorld()
        world.open([])
        world.model.tell("Done.")
        let start = world.clock.now()
        while world.model.notice != nil, world.clock.now() < start.adding(seconds: 60) {
            world.clock.set(world.model.nextTick(after: world.clock.now()))
            _ = world.model.handle(.shared(.tick))
        }
        #expect(world.clock.now() == start.adding(seconds: 6))
    }

    @Test func theTimerIsSetAgainOnlyForSomethingEarlier() async {
        let clock = InstantClock()
        let (rings, ring) = AsyncStream.makeStream(of: Void.self)
        var timer = TickTimer(clock: clock) { ring.yield() }
        let now = Timestamp(milliseconds: 1_000)
        timer.set(for: now.adding(seconds: 5), now: now)
        for _ in 0..<100 { timer.set(for: now.adding(seconds: 60), now: now) }
        var iterator = rings.makeAsyncIterator()
        await iterator.next()
        #expect(clock.sleeps == 1)
        #expect(clock.now.offset == .seconds(5))
        timer.set(for: now.adding(seconds: 9), now: now.adding(seconds: 5))
        await iterator.next()
        #expect(clock.sleeps == 2)
        #expect(clock.now.offset == .seconds(9))
    }
}
